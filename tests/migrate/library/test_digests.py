"""What the compilers say is taken only for the text that they read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from migrate.convert.parsing import begin_parsing, parse_requests
from migrate.convert.translation_unit import load_unit
from migrate.errors import UsageError
from migrate.frontend.compiler.clang import parse_all, text_digest
from migrate.project.loading import load_project

ROOT = Path(__file__).parents[3]
PROJECT = f"""\
version: 1
chips:
  bm_a: {{legacy_macro: BACKEND_1684X}}
  sg_b: {{legacy_macro: BACKEND_SG2260}}
rules: [default]
library: {{sources: [in.cpp], flags: [-std=c++17, -include, {Path(__file__).parent / "prelude.h"}]}}
target: {{root: {ROOT}, fresh: true}}
"""
PLAIN = "int answer(int n) { return n + 41; }\n"
EXPANDED = "#define CHECKED(x) SGDNN_CHECK(x)\nint answer(int n) { CHECKED(n > 0); return n; }\n"


@pytest.fixture
def project(tmp_path):
    (tmp_path / "migrate.yaml").write_text(PROJECT)
    return load_project(tmp_path / "migrate.yaml")


@pytest.mark.parametrize("text", (PLAIN, EXPANDED))
def test_facts_belong_to_the_text_that_is_converted(project, text):
    path = project.root / "in.cpp"
    path.write_text(text)
    facts = begin_parsing(project, path).results()
    unit = load_unit(project, path, facts)
    assert {one.digest for one in facts} == {text_digest(unit.source.data)}


def test_a_file_that_changes_after_the_compilers_read_it_is_not_converted(project):
    path = project.root / "in.cpp"
    path.write_text(PLAIN)
    facts = begin_parsing(project, path).results()
    path.write_text(PLAIN.replace("answer", "replied"))
    with pytest.raises(UsageError, match=r"in\.cpp: the compilers read another text .* run again"):
        load_unit(project, path, facts)


def test_facts_of_the_own_text_are_not_those_of_the_expanded_one(project):
    path = project.root / "in.cpp"
    path.write_text(EXPANDED)
    facts = parse_all([replace(one, text=None) for one in parse_requests(project, path)])
    with pytest.raises(UsageError):
        load_unit(project, path, facts)
