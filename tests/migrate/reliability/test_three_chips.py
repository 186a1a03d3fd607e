"""A generated project of three chips through the whole command: proofs, reasons, and the same bytes for any order and number of jobs."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import pytest
from test_semantics import CHIPS, COMPILER, THIRD, project_file, valid
from three_chips import ThreeChips

from migrate.cli import main
from migrate.frontend.directives import build_tree
from migrate.frontend.lex import lex_whole
from migrate.report import diagnostics

pytestmark = [pytest.mark.heavy, pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")]
SOURCES, EACH = 4, 25
FIRST = 5000  # seeds that the test of the semantics does not use
REGROUPED = """\
tpu_status_t sgdnnRegrouped ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
#if defined BACKEND_1684X || defined(BACKEND_SG2260)
  probe ( 1 );
#else
  probe ( 2 );
#endif
#ifdef BACKEND_1684X
  probe ( 3 );
#elif defined BACKEND_SG2260 || defined BACKEND_SG2044
  probe ( 4 );
#endif
  return SG_SUCCESS;
}
"""
NOWHERE = """\
tpu_status_t sgdnnNowhereBelow ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
#if defined BACKEND_SG2260
  probe ( 1 );
#else
#ifdef BACKEND_1684X
  SGDNN_CHECK ( false );
#else
  SGDNN_CHECK ( false );
#endif
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnNowhereGoverned ( tpu_resource_t resource, SgdnnTensor_t input, int flag, bool non_blocking )
{
  if ( flag )
#ifdef BACKEND_1684X
    SGDNN_CHECK ( false );
#else
    SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
"""
CUT = """\
tpu_status_t sgdnnCut ( tpu_resource_t resource, SgdnnTensor_t input, int flag, bool non_blocking )
{
#ifdef BACKEND_1684X
  if ( flag > 1 ) {
#elif defined BACKEND_SG2260
  if ( flag > 2 ) {
#else
  if ( flag > 3 ) {
#endif
    probe ( 3 );
  }
  if ( flag ) {
    probe ( 4 );
  }
  return SG_SUCCESS;
}

tpu_status_t sgdnnBehind ( tpu_resource_t resource, SgdnnTensor_t input, int flag, bool non_blocking )
{
  if ( flag ) probe ( 5 );
  return SG_SUCCESS;
}
"""
SOME_REFUSE = """\
tpu_status_t sgdnnSomeRefuse ( tpu_resource_t resource, SgdnnTensor_t input, int flag, bool non_blocking )
{
#ifndef BACKEND_SG2044
  SGDNN_CHECK ( false );
#endif
  probe ( flag );
  return SG_SUCCESS;
}

tpu_status_t sgdnnSomeRefuseGoverned ( tpu_resource_t resource, SgdnnTensor_t input, int flag, bool non_blocking )
{
  if ( flag > 1 )
#ifndef BACKEND_SG2044
    SGDNN_CHECK ( false );
#endif
  probe ( flag );
  return SG_SUCCESS;
}
"""


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "tree"
    (root / "unified").mkdir(parents=True)
    (root / "migrate.yaml").write_text(project_file(CHIPS | THIRD).replace("[in.cpp]", "['in*.cpp']"))
    numbers = range(FIRST, FIRST + SOURCES * EACH)
    texts = list(valid({f"{n:05}": ThreeChips(n).function() for n in numbers}, tmp_path, CHIPS | THIRD).values())
    texts += [REGROUPED, NOWHERE, CUT, SOME_REFUSE]
    for n in range(SOURCES):
        (root / f"in{n}.cpp").write_text('#include "legacy.h"\n' + "".join(texts[n::SOURCES]))
    monkeypatch.chdir(root)
    return root


def convert(tree: Path, *arguments: str) -> tuple[int, dict[str, bytes], dict]:
    out, report = tree / "out", tree / "report.json"
    shutil.rmtree(out, ignore_errors=True)
    code = main(["convert", "--no-cache", "-q", "--out", str(out), "--json", str(report), *arguments])
    files = {p.relative_to(out).as_posix(): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}
    return code, files, json.loads(report.read_bytes())


def test_everything_is_proven_or_refused_and_the_order_does_not_matter(tree: Path) -> None:
    names = [f"in{n}.cpp" for n in range(SOURCES)]
    code, files, report = convert(tree, *names)
    assert code == 1, "something is refused, no proof failed"
    assert {p["status"] for p in report["proofs"]} == {"equal"}
    converted = {f["unified"] for f in report["functions"] if f["status"] == "converted"}
    assert converted == {p["subject"] for p in report["proofs"] if p["name"] == "certificate"}
    seen = {(p["subject"], p["chip"]) for p in report["proofs"] if p["name"] == "projection"}
    assert {subject for subject, _ in seen} == converted and {chip for _, chip in seen} == {*CHIPS, *THIRD}
    assert {
        "tpudnnNowhereBelowAsync",
        "tpudnnNowhereGovernedAsync",
        "tpudnnBehindAsync",
        "tpudnnSomeRefuseAsync",
        "tpudnnSomeRefuseGovernedAsync",
    } <= converted
    refused = [f for f in report["functions"] if f["status"] == "refused"]
    assert len(converted) > 20 and len(refused) > 20
    assert len(converted) + len(refused) == len(report["functions"])
    for function in refused:
        id, _, message = function["reason"].partition(": ")
        assert id in diagnostics.titles() and len(message) > 20, function["reason"]
    assert "sgdnnRegrouped" not in {f["legacy"] for f in refused}
    for name, text in files.items():
        if name.endswith((".cpp", ".h")):
            tree_of = build_tree(text, lex_whole(text))
            assert not tree_of.stray and all(c.closing for c in tree_of.walk()), f"{name}: a refused text cuts the file"
    rng = random.Random(4)
    for jobs in ("1", "2"):
        rng.shuffle(names)
        assert convert(tree, "-j", jobs, *names) == (code, files, report)
    assert main(["convert", "-q", "--out", "out", *names]) == 1
    assert {p.relative_to(tree / "out").as_posix() for p in (tree / "out").rglob("*") if p.is_file()} == set(files)
