"""What a person changed in the output survives later runs; what changed in the legacy source since is merged in, or marked."""

from __future__ import annotations

from pathlib import Path

import pytest

from migrate.emit.merge3 import has_conflict, merge
from migrate.emit.unified_tree import target_reader
from migrate.model import FileResult
from migrate.project.loading import load_project
from migrate.verify.conversion import convert_library

SEMANTICS = Path(__file__).parent / "semantics"
PROJECT = """\
version: 1
chips:
  bm_a: {legacy_macro: BACKEND_1684X, unified_macro: __bm1684x__}
  sg_b: {legacy_macro: BACKEND_SG2260, unified_macro: __sg2260__}
rules: [default]
library: {sources: [in.cpp], flags: [-std=c++17, '-I%s']}
target: {compile: false, root: unified}
"""
LEGACY = """\
#include "legacy.h"
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = 1;
  probe ( 1 );
  probe ( 2 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnTwo ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  probe ( 3 );
  return SG_SUCCESS;
}
"""
FAMILY = "dnnlib/src/tensor/Misc.cpp"


def run(root: Path, legacy: str) -> FileResult:
    (root / "migrate.yaml").write_text(PROJECT % SEMANTICS)
    (root / "in.cpp").write_text(legacy)
    (root / "unified").mkdir(exist_ok=True)
    project = load_project(root / "migrate.yaml")
    result = convert_library(project, root / "in.cpp", reader=target_reader(project, root / "out"))
    for name, data in result.outputs.items():
        file = root / "out" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return result


def edit(root: Path, old: bytes, new: bytes) -> bytes:
    file = root / "out" / FAMILY
    data = file.read_bytes()
    assert data.count(old) == 1
    file.write_bytes(data.replace(old, new))
    return file.read_bytes()


def test_a_change_by_hand_stays(tmp_path: Path) -> None:
    run(tmp_path, LEGACY)
    changed = edit(tmp_path, b"probe(2);", b"probe(22);")
    for _ in range(2):
        result = run(tmp_path, LEGACY)
        assert (tmp_path / "out" / FAMILY).read_bytes() == changed
        assert [(f.id, f.function) for f in result.findings] == [("D205", "sgdnnOne")]
        assert not result.refusals
    manifest = (tmp_path / "out/dnnlib/src/tensor/migrated.json").read_bytes()
    assert b"tpudnnOneAsync" not in manifest and b"tpudnnTwoAsync" in manifest


def test_a_change_of_both_in_different_lines_is_merged(tmp_path: Path) -> None:
    run(tmp_path, LEGACY)
    edit(tmp_path, b"probe(2);", b"probe(22);")
    result = run(tmp_path, LEGACY.replace("api.mode = 1", "api.mode = 11").replace("probe ( 3 )", "probe ( 33 )"))
    text = (tmp_path / "out" / FAMILY).read_bytes()
    assert b"api.mode = 11;" in text and b"probe(22);" in text and b"probe(33);" in text
    assert not has_conflict(text) and not result.refusals
    assert "merged in" in next(f.message for f in result.findings if f.id == "D205")


def test_a_change_of_both_in_the_same_line_is_marked_once_and_never_overwritten(tmp_path: Path) -> None:
    run(tmp_path, LEGACY)
    edit(tmp_path, b"probe(2);", b"probe(22);")
    for _ in range(2):
        result = run(tmp_path, LEGACY.replace("probe ( 2 )", "probe ( 222 )"))
        text = (tmp_path / "out" / FAMILY).read_bytes()
        assert text.count(b"<<<<<<< changed by hand") == 1 and b"probe(22);" in text and b"probe(222);" in text
        assert [r.id for r in result.refusals] == ["L158"]
    start, end = text.index(b"<<<<<<<"), text.index(b">>>>>>> migrate\n") + len(b">>>>>>> migrate\n")
    (tmp_path / "out" / FAMILY).write_bytes(text[:start] + b"    probe(2222);\n" + text[end:])
    assert run(tmp_path, LEGACY.replace("probe ( 2 )", "probe ( 222 )")).refusals == ()
    assert b"probe(2222);" in (tmp_path / "out" / FAMILY).read_bytes()


def test_what_changes_while_a_conflict_waits_is_merged_once_it_is_settled(tmp_path: Path) -> None:
    run(tmp_path, LEGACY)
    edit(tmp_path, b"probe(2);", b"probe(22);")
    run(tmp_path, LEGACY.replace("probe ( 2 )", "probe ( 222 )"))
    assert run(tmp_path, LEGACY.replace("probe ( 2 )", "probe ( 222 )")).outputs == {}
    later = LEGACY.replace("probe ( 2 )", "probe ( 222 )").replace("api.mode = 1", "api.mode = 11")
    assert [r.id for r in run(tmp_path, later).refusals] == ["L158"]
    assert run(tmp_path, later).outputs == {}
    text = (tmp_path / "out" / FAMILY).read_bytes()
    start, end = text.index(b"<<<<<<<"), text.index(b">>>>>>> migrate\n") + len(b">>>>>>> migrate\n")
    (tmp_path / "out" / FAMILY).write_bytes(text[:start] + b"    probe(22);\n" + text[end:])
    assert run(tmp_path, later).refusals == ()
    text = (tmp_path / "out" / FAMILY).read_bytes()
    assert b"probe(22);" in text and b"api.mode = 11;" in text


def test_declarations_rows_and_lists_are_added_once(tmp_path: Path) -> None:
    cmake = tmp_path / "unified/dnnlib/CMakeLists.txt"
    cmake.parent.mkdir(parents=True)
    cmake.write_text("add_library(tpudnn SHARED\n    src/tensor/Abs.cpp\n)\n")
    for legacy in (LEGACY, LEGACY.replace("probe ( 1 )", "probe ( 10 )"), LEGACY):
        run(tmp_path, legacy)
    out = tmp_path / "out"
    assert (out / "dnnlib/include/tpuDNNTensor.h").read_bytes().count(b"tpudnnOneAsync(") == 1
    assert (out / "chips/sg_b/kernels.yaml").read_bytes().count(b"  one:") == 1
    lists = out / "dnnlib/CMakeLists.txt"
    assert not lists.exists() or lists.read_bytes().count(b"Misc.cpp") == 1
    assert run(tmp_path, LEGACY).outputs == {}


def test_merge_of_lines() -> None:
    base = b"a\nb\nc\nd\ne\n"
    assert merge(base, b"a\nB\nc\nd\ne\n", b"a\nb\nc\nD\ne\n") == (b"a\nB\nc\nD\ne\n", False)
    assert merge(base, base, b"x\n") == (b"x\n", False)
    assert merge(base, b"x\n", base) == (b"x\n", False)
    text, conflict = merge(base, b"a\n1\nc\nd\ne\n", b"a\n2\nc\nd\ne\n")
    assert conflict and b"1\n=======\n2\n" in text and text.endswith(b"c\nd\ne\n")


HELPED = LEGACY.replace(
    "tpu_status_t sgdnnOne", "static int least ( int x )\n{\n  return x + 1;\n}\ntpu_status_t sgdnnOne", 1
).replace("probe ( 1 )", "probe ( least ( 1 ) )")
PER_CHIP = "#ifdef BACKEND_1684X\n  return x + 1;\n#else\n  return x + 2;\n#endif\n"


def test_a_conflict_of_a_whole_function_is_seen_until_a_person_chose(tmp_path: Path) -> None:
    """The helper needs the handle no more, so that its first line is in the conflict already."""
    run(tmp_path, HELPED.replace("  return x + 1;\n", PER_CHIP))
    helpers = tmp_path / "out/dnnlib/src/tensor/helpers.h"
    mine = helpers.read_bytes().replace(b"int x)\n{", b"int x)\n{\n    probe(7);")
    helpers.write_bytes(mine)
    for _ in range(3):
        result = run(tmp_path, HELPED.replace("{\n  return x + 1;\n}", "{ return 3 * x; }"))
        text = helpers.read_bytes()
        assert text.count(b"<<<<<<< changed by hand") == 1 and text.count(b"probe(7);") == 1
        assert text.count(b"return 3 * x;") == 1
        assert run(tmp_path, HELPED.replace("{\n  return x + 1;\n}", "{ return 3 * x; }")).outputs == {}
        assert [r.id for r in result.refusals] == ["L158"]


def test_what_a_person_changed_takes_its_place_again_when_its_source_is_back(tmp_path: Path) -> None:
    one, two = LEGACY.index("tpu_status_t sgdnnOne"), LEGACY.index("tpu_status_t sgdnnTwo")
    without_one, turned = LEGACY[:one] + LEGACY[two:], LEGACY[:one] + LEGACY[two:] + LEGACY[one:two]
    run(tmp_path, LEGACY)
    edit(tmp_path, b"probe(2);", b"probe(22);")
    run(tmp_path, without_one)
    run(tmp_path, turned)
    first = (tmp_path / "out" / FAMILY).read_bytes()
    run(tmp_path, turned)
    assert (tmp_path / "out" / FAMILY).read_bytes() == first and b"probe(22);" in first


HEADER = "dnnlib/include/tpuDNNTensor.h"


def edit_header(root: Path, old: bytes, new: bytes) -> None:
    file = root / "out" / HEADER
    assert file.read_bytes().count(old) == 1
    file.write_bytes(file.read_bytes().replace(old, new))


@pytest.mark.parametrize("comment", [b"", b"/**\n * by a person\n */\n"], ids=["plain", "comment"])
def test_a_conflict_of_a_declaration_is_seen_until_a_person_chose(comment: bytes, tmp_path: Path) -> None:
    run(tmp_path, LEGACY)
    old = b"tpudnnStatus_t tpudnnOneAsync(tpudnnHandle_t handle, tpudnnTensor_t input);"
    edit_header(tmp_path, old, comment + old.replace(b"input", b"mine"))
    renamed = LEGACY.replace("SgdnnTensor_t input", "SgdnnTensor_t kept", 1).replace("input.addr", "kept.addr")
    for name in ("kept", "kept", "given", "kept"):
        result = run(tmp_path, renamed.replace("kept", name))
        text = (tmp_path / "out" / HEADER).read_bytes()
        assert [r.id for r in result.refusals] == ["L158"]
        assert text.count(b"<<<<<<<") == text.count(b">>>>>>>") == 1
        assert text.count(b"tpudnnTensor_t mine") == text.count(b"tpudnnTensor_t kept") == 1
        assert text.count(b"tpudnnTwoAsync") == 1
    start, end = text.index(b"<<<<<<<"), text.index(b">>>>>>> migrate\n") + len(b">>>>>>> migrate\n")
    chosen = old.replace(b"input", b"mine") + b"\n"
    (tmp_path / "out" / HEADER).write_bytes(text[:start] + chosen + text[end:])
    result = run(tmp_path, renamed)
    assert not result.refusals and [f.id for f in result.findings] == ["D205"]
    assert b"tpudnnTensor_t mine" in (tmp_path / "out" / HEADER).read_bytes()


def test_a_conflict_whose_source_is_gone_is_told_until_it_is_settled(tmp_path: Path) -> None:
    run(tmp_path, LEGACY)
    edit_header(
        tmp_path,
        b"tpudnnOneAsync(tpudnnHandle_t handle, tpudnnTensor_t input",
        b"tpudnnOneAsync(tpudnnHandle_t handle, tpudnnTensor_t mine",
    )
    renamed = LEGACY.replace("SgdnnTensor_t input", "SgdnnTensor_t kept", 1).replace("input.addr", "kept.addr")
    run(tmp_path, renamed)
    without = LEGACY[: LEGACY.index("tpu_status_t sgdnnOne")] + LEGACY[LEGACY.index("tpu_status_t sgdnnTwo") :]
    for _ in range(2):
        assert [r.id for r in run(tmp_path, without).refusals] == ["L158"]
    text = (tmp_path / "out" / HEADER).read_bytes()
    start, end = text.index(b"<<<<<<<"), text.index(b">>>>>>> migrate\n") + len(b">>>>>>> migrate\n")
    (tmp_path / "out" / HEADER).write_bytes(text[:start] + text[end:])
    assert not run(tmp_path, without).refusals
