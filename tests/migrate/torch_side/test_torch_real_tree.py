"""The torch side of the public legacy tree: every live call accounted for, equal to what its maintainers wrote by hand."""

from __future__ import annotations

import os
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from maintainers import History, compare

from migrate.frontend.prototypes import project_prototypes
from migrate.frontend.torch.facts import project_environment
from migrate.frontend.torch.source import read_source
from migrate.model import EditKind
from migrate.project.discovery import torch_sources
from migrate.project.loading import load_project
from migrate.project.rule_files import load_rule_file
from migrate.project.rule_sets import torch_rules
from migrate.verify.torch_conversion import convert_torch_text

PROJECT = Path(__file__).parents[3] / "examples" / "projects" / "torch-tpu.yaml"
TREE = os.environ.get("LEGACY_TREE")
GIT = os.environ.get("LEGACY_GIT")

pytestmark = pytest.mark.skipif(not TREE, reason="LEGACY_TREE names no checkout of the public legacy tree")

LIVE_CALLS = 181  # counted by hand in the tree's state before its migration
DEAD_CALLS_LEFT = 3  # calls of functions that no longer exist, in branches that are never compiled


@pytest.fixture(scope="module")
def project():
    return load_project(PROJECT, Path(TREE or ""))


@pytest.fixture(scope="module")
def results(project):
    rules, prototypes, environment = torch_rules(project), project_prototypes(project), project_environment(project)
    start = time.process_time()
    found = {}
    for path in torch_sources(project):
        name = project.relative(path)
        found[name] = convert_torch_text(
            name, path.read_bytes(), project.chips, rules, prototypes, environment=environment
        )
    assert time.process_time() - start < 10, (
        "all torch-side files of the tree convert in a few seconds of processor time"
    )
    return found


def test_every_live_call_is_converted_or_refused(results):
    calls = [s for r in results.values() for s in r.sites if s.kind == EditKind.CALL]
    refused = {r.site for result in results.values() for r in result.refusals}
    dead_left = [f for r in results.values() for f in r.findings if f.id == "T201" and "sgdnn" in f.message]
    assert len(calls) >= LIVE_CALLS
    assert len([c for c in calls if c not in refused]) >= 0.95 * len(calls)
    assert len(dead_left) == DEAD_CALLS_LEFT
    assert len(calls) + len(dead_left) == 186  # every textual call site outside of comments


def test_nothing_legacy_is_left_outside_of_comments_and_dead_branches(results):
    for name, result in results.items():
        (text,) = result.outputs.values()
        source = read_source(name, text, ())
        for unit in source.units:
            left = [t.text for t in unit.tokens if re.match(rb"_?(sgdnn|Sgdnn|SGDNN_|SG_SUCCESS)", t.text)]
            live = [t for t in unit.tokens if t.text in left and not source.dead_span(t.start)]
            assert not live, (name, live)


def test_a_second_run_changes_nothing(results, project):
    rules, prototypes = torch_rules(project), project_prototypes(project)
    for name, result in results.items():
        (text,) = result.outputs.values()
        again = convert_torch_text(name, text, project.chips, rules, prototypes)
        assert list(again.outputs.values()) == [text], name


def test_line_ends_and_missing_last_newlines_are_kept(results, project):
    for name, result in results.items():
        before = (project.root / name).read_bytes()
        (after,) = result.outputs.values()
        assert (b"\r\n" in before) == (b"\r\n" in after), name
        assert after.count(b"\n") - after.count(b"\r\n") == 0 or b"\r\n" not in before, name
        assert before.endswith(b"\n") == after.endswith(b"\n"), name


@pytest.mark.slow
@pytest.mark.skipif(not GIT, reason="LEGACY_GIT names no git directory of the public legacy tree with its history")
def test_calls_equal_what_the_maintainers_wrote(results):
    history = History(Path(GIT or ""))
    found = [c for name, r in results.items() for c in compare(name, next(iter(r.outputs.values())), history)]
    mechanical = [c for c in found if c.mechanical]
    equal = [c for c in mechanical if c.equal]
    print(f"{len(found)} calls found again, {len(mechanical)} migrated mechanically, {len(equal)} of these equal")
    assert len(mechanical) >= 80
    different = "\n".join(f"{c.path} {c.ours.function}: {c.ours} is not {c.theirs}" for c in mechanical if not c.equal)
    assert len(equal) >= 0.95 * len(mechanical), different


def test_published_renames_apply_to_calls(project):
    addition = load_rule_file(PROJECT, "torch-tpu.published.yaml")["torch"]
    renamed = replace(project, torch_rules=(*project.torch_rules, addition))
    rules, prototypes, environment = torch_rules(renamed), project_prototypes(project), project_environment(project)
    names = set()
    for path in torch_sources(project):
        name = project.relative(path)
        result = convert_torch_text(name, path.read_bytes(), project.chips, rules, prototypes, environment=environment)
        assert not result.refusals, path
        names |= {(f.legacy, f.unified) for f in result.functions}
    assert ("sgdnnBatchMatmul", "tpudnnMatmulAsync") in names
    assert ("sgdnnAtan2C", "tpudnnScalarAtan2Async") in names
    assert ("sgdnnSoftmax", "tpudnnSoftmaxAsync") in names
