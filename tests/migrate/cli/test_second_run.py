"""The second run of the same command comes from the cache, and is to the byte what converting again gives."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from migrate.cli import main
from migrate.commands.run import worker
from migrate.verify import torch_conversion

ROOT = Path(__file__).parents[3]
SEMANTICS = Path(__file__).parents[1] / "reliability" / "semantics"
PROJECT = """\
version: 1
chips:
  bm_a: {legacy_macro: BACKEND_1684X, unified_macro: __bm1684x__}
  sg_b: {legacy_macro: BACKEND_SG2260, unified_macro: __sg2260__}
rules: [default]
library: {sources: ['*.cpp'], flags: [-std=c++17, '-I%s']}
target: {compile: false, root: unified}
"""
OPERATOR = """\
#include "legacy.h"
#include "local/limit.h"
#define TWICE%(n)s(x) ( 2 * (x) )
static int limited%(n)s ( int x ) { return x > LIMIT ? LIMIT : x; }
tpu_status_t sgdnnOne%(n)s ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = TWICE%(n)s ( limited%(n)s ( 1 ) );
  probe ( 2 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
"""
Run = tuple[int, str, dict[str, bytes]]


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three library sources, whose outputs meet in the same files."""
    root = tmp_path / "tree"
    (root / "local").mkdir(parents=True)
    (root / "unified").mkdir()
    (root / "migrate.yaml").write_text(PROJECT % SEMANTICS)
    (root / "local/limit.h").write_text("enum { LIMIT = 3 };\n")
    for n in "ABC":
        (root / f"{n}.cpp").write_text(OPERATOR % {"n": n})
    monkeypatch.chdir(root)
    return root


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path / "cache"))


def convert(out: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> Run:
    """Exit code, text report, and every file: the output folder with the JSON report in it."""
    capsys.readouterr()
    code = main(["convert", "--out", str(out), "--json", str(out.parent / "report.json"), *arguments])
    files = {p.relative_to(out).as_posix(): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}
    return code, capsys.readouterr().out, {**files, "report.json": (out.parent / "report.json").read_bytes()}


def again(out: Path, capsys: pytest.CaptureFixture[str], cached: bool, *arguments: str) -> Run:
    """One more run with the cache, equal to one without it from the same state; `cached`: without converting or placing."""
    saved = out.parent / "saved"
    shutil.copytree(out, saved)
    with pytest.MonkeyPatch.context() as patch:
        if cached:
            for module, name in (
                (worker, "convert_source"),
                (worker, "emit"),
                (torch_conversion, "convert_torch_text"),
            ):
                patch.setattr(module, name, _never)
        found = convert(out, capsys, *arguments)
    shutil.rmtree(out)
    saved.rename(out)
    assert convert(out, capsys, "--no-cache", *arguments) == found
    return found


def _never(*_: object) -> None:
    raise AssertionError("made again, not taken from the cache")


def test_the_example(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT / "examples/legacy")
    names = ("sgdnn/src/sgdnn.cpp", "Matmul.cpp", "Reduce.cpp")
    first = convert(tmp_path / "out", capsys, *names)
    second = again(tmp_path / "out", capsys, True, *names)
    assert second[0] == first[0] and "up to date" in second[1]


def test_a_torch_side_file_with_what_it_calls(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT / "examples/legacy")
    convert(tmp_path / "out", capsys, "Matmul.cpp")
    assert "up to date" in again(tmp_path / "out", capsys, True, "Matmul.cpp")[1]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_several_sources(tree: Path, capsys: pytest.CaptureFixture[str], jobs: str) -> None:
    names = ("A.cpp", "B.cpp", "C.cpp", "-j", jobs)
    assert convert(tree / "out", capsys, *names)[0] == 0
    assert again(tree / "out", capsys, jobs == "1", *names)[0] == 0
    shutil.rmtree(tree / "out")
    assert "Wrote" in convert(tree / "out", capsys, *names)[1]


def test_a_change_by_hand_is_seen(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tree / "out"
    convert(out, capsys, "A.cpp", "B.cpp")
    family = out / "dnnlib/src/tensor/Misc.cpp"
    family.write_text(family.read_text().replace("probe(2);", "probe(22);", 1))
    changed = family.read_bytes()
    _, text, files = again(out, capsys, False, "A.cpp", "B.cpp")
    assert "D205" in text and files["dnnlib/src/tensor/Misc.cpp"] == changed
    assert "D205" in again(out, capsys, True, "A.cpp", "B.cpp")[1]
    source = tree / "A.cpp"
    source.write_text(source.read_text().replace("probe ( 2 )", "probe ( 222 )"))
    code, text, files = again(out, capsys, False, "A.cpp", "B.cpp")
    assert code == 1 and "L158" in text and b"<<<<<<< changed by hand" in files["dnnlib/src/tensor/Misc.cpp"]
    code, text, _ = again(out, capsys, True, "A.cpp", "B.cpp")
    assert code == 1 and "L158" in text
    family.write_bytes(changed)
    code, text, files = again(out, capsys, False, "A.cpp", "B.cpp")
    assert code == 0 and "D205" in text and files["dnnlib/src/tensor/Misc.cpp"] == changed, "the person chose"


def test_a_header_that_a_source_includes(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "A.cpp").write_text((OPERATOR % {"n": "A"}).replace("probe ( 2 )", "probe ( sizeof ( Extra ) )"))
    header = tree / "local/limit.h"
    assert main(["convert", "-q", "A.cpp"]) == 3, "Extra is not declared"
    header.write_text(header.read_text() + "struct Extra { int x; };\n")
    assert convert(tree / "out", capsys, "A.cpp")[0] == 0
    header.write_text("enum { LIMIT = 3 };\n")
    assert main(["convert", "-q", "A.cpp", "--out", str(tree / "out")]) == 3, "an entry of the cache is out of date"
