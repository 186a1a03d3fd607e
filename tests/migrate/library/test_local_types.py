"""Structs, enumerations and aliases of the legacy file: they come along with the functions that use them, or the functions are refused."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from migrate.emit.files import changed, write_all
from migrate.emit.unified_tree import target_reader
from migrate.frontend.source import Source
from migrate.model import FileResult, Status
from migrate.project.config import Project
from migrate.project.loading import load_project
from migrate.rules.local_types import local_types
from migrate.verify.compile import prove
from migrate.verify.conversion import convert_library

ROOT = Path(__file__).parents[3]
OPERATOR = """
tpu_status_t sgdnnTwice ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  %s
  sg_api_neg_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SG_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_neg", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
"""
PROTOTYPE = "tpu_status_t sgdnnTwice ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking );\n"


def tree(folder: Path, types: str, use: str, operator: str = OPERATOR) -> Project:
    """The example with other macro names, and one operator more that uses types of its file."""
    root = folder / "tree"
    shutil.copytree(ROOT / "examples/older/macros", root)
    project = (root / "migrate.yaml").read_text().replace("root: ../../..", f"root: {ROOT}")
    (root / "migrate.yaml").write_text(project.replace("../../../chips", f"{ROOT}/chips"))
    source, header = root / "src/sgdnn.cpp", root / "include/sgdnn_api.h"
    source.write_text(source.read_text() + types + operator % use)
    text = header.read_text()
    header.write_text(re.sub(r"(tpu_status_t sgdnnNeg )", lambda m: PROTOTYPE + m[1], text, count=1))
    return load_project(root / "migrate.yaml")


def convert(project: Project, out: Path) -> FileResult:
    result = convert_library(project, project.root / "src/sgdnn.cpp", reader=target_reader(project, out))
    write_all({out / name: data for name, data in changed(out, result.outputs).items()})
    return result


TYPES = """
enum TwiceMode { TWICE_PLAIN, TWICE_WIDE = 4 };
typedef struct { int rows; TwiceMode mode; } TwicePart;
struct TwiceShape
{
  SgdnnTensor_t tensor; // looked at
  TwicePart part;
};
using twice_size = unsigned long;
"""
USE = "TwiceShape shape; shape.tensor = input; shape.part.mode = TWICE_WIDE; twice_size size = sizeof shape.part; SGDNN_CHECK ( size > 0 && shape.tensor.dim > 0 );"


def test_types_come_along_and_the_output_compiles(tmp_path: Path) -> None:
    project = tree(tmp_path, TYPES, USE)
    out = tmp_path / "out"
    result = convert(project, out)
    assert [f.reason for f in result.functions if f.status == Status.REFUSED] == []
    helpers = (out / project.target.helpers).read_text()
    order = [helpers.index(name) for name in ("enum TwiceMode", "TwicePart;", "struct TwiceShape", "using twice_size")]
    assert order == sorted(order) and "tpudnnTensor_t tensor; // looked at" in helpers
    proofs = prove(project, result.outputs, out, lambda _: None)
    assert [p.status for p in proofs] == ["equal"], proofs
    again = convert(project, out)
    assert changed(out, again.outputs) == {}, "a second run adds nothing"


def test_what_nobody_uses_stays_behind(tmp_path: Path) -> None:
    out = tmp_path / "out"
    project = tree(tmp_path, TYPES + "struct Unused { int x; };\n", "twice_size size = 2; SGDNN_CHECK ( size > 0 );")
    convert(project, out)
    helpers = (out / project.target.helpers).read_text()
    assert "twice_size" in helpers and "Unused" not in helpers and "TwiceMode" not in helpers


def test_a_file_that_uses_an_enumerator_only_includes_the_types(tmp_path: Path) -> None:
    project = tree(tmp_path, TYPES, "SGDNN_CHECK ( input.dim < TWICE_WIDE );")
    out = tmp_path / "out"
    result = convert(project, out)
    proofs = prove(project, result.outputs, out, lambda _: None)
    assert [p.status for p in proofs] == ["equal"], proofs


@pytest.mark.parametrize(
    ("types", "use", "reason"),
    [
        ("struct Held { tpu_device_mem_t mem; };\n", "Held held; (void)held;", "it contains tpu_device_mem_t"),
        ("struct Held { tpu_resource_t where; };\n", "Held held; (void)held;", "it contains tpu_resource_t"),
        ("struct Inner { tpu_device_mem_t mem; };\nstruct Held { Inner inner; };\n", "Held held; (void)held;", "tpu_device_mem_t"),
        ("struct Held { int x; } everywhere;\n", "Held held; (void)held;", "defines the variable everywhere"),
        ("#ifdef SGDNN_BACKEND_2260\nstruct Held { inline int y () { return x; } int x; };\n#else\nstruct Held { long x; };\n#endif\n", "Held held; (void)held;", "a conditional stands"),
    ],
)  # fmt: skip
def test_types_that_cannot_come_along(tmp_path: Path, types: str, use: str, reason: str) -> None:
    out = tmp_path / "out"
    project = tree(tmp_path, types, use)
    result = convert(project, out)
    (refusal,) = [r for r in result.refusals if r.function == "sgdnnTwice"]
    assert refusal.id == "L162" and "uses Held" in refusal.message and reason in refusal.message
    helpers = out / project.target.helpers
    assert not helpers.exists() or "Held" not in helpers.read_text()


def test_a_type_of_each_chip_s_own_is_declared_where_it_is_used(tmp_path: Path) -> None:
    """The file also defines functions once per chip."""
    types = "#ifdef SGDNN_BACKEND_2260\nstruct Held { int x; };\n#else\nstruct Held { long x; };\n#endif\n"
    project = tree(tmp_path, types, "Held held; SGDNN_CHECK ( sizeof held > 4 );")
    result = convert(project, tmp_path / "out")
    twice = next(f for f in result.functions if f.legacy == "sgdnnTwice")
    assert twice.status == Status.CONVERTED, twice.reason
    text = twice.text.decode()
    assert text.count("struct Held") == 2 and "int x" in text and "long x" in text
    proofs = prove(project, result.outputs, tmp_path / "out", lambda _: None)
    assert [p.status for p in proofs] == ["equal"], proofs


def test_a_type_in_a_public_declaration(tmp_path: Path) -> None:
    types = "struct Held { int x; };\n"
    operator = OPERATOR.replace("SgdnnTensor_t output, bool", "SgdnnTensor_t output, Held held, bool")
    result = convert(tree(tmp_path, types, "(void)held;", operator), tmp_path / "out")
    refusals = [(r.id, r.message) for r in result.refusals if r.function == "sgdnnTwice"]
    assert any(name == "L162" and "public header" in message for name, message in refusals), refusals


def test_what_declares_a_type() -> None:
    source = Source(
        "x.cpp",
        b"struct Ahead;\nstruct A { int b; };\ntypedef enum Tag { ONE, TWO = 2 } Named;\ntypedef int (*Call)(int a);\n"
        b"using namespace std;\nusing Alias = A;\nstruct A variable;\nnamespace { union U { int x; }; }\n"
        b'extern "C" {\nenum class E : int { LAST };\n}\nint f(struct A a) { struct Inside { int y; }; return a.b; }\n'
        b"static int table[] = { 1, 2 };\nenum { LOOSE };\n",
        (),
    )
    found = {name.decode() for name in local_types(source)}
    assert found == {"A", "Tag", "ONE", "TWO", "Named", "Call", "Alias", "U", "E", "LAST", "LOOSE"}


def test_a_helper_that_stays_has_its_marker_where_its_callers_look(tmp_path: Path) -> None:
    helpers = "struct Held { tpu_device_mem_t mem; };\nstatic int held ( Held h ) { return 1; }\n"
    helpers += "static int unused ( Held h ) { return 2; }\n"
    project = tree(tmp_path, helpers, "Held *none = nullptr; (void)none;")
    convert(project, tmp_path / "out")
    assert not (tmp_path / "out" / project.target.helpers).exists()
    called = tree(tmp_path / "called", helpers, "SGDNN_CHECK ( held ( {} ) == 1 );")
    result = convert(called, tmp_path / "called/out")
    text = (tmp_path / "called/out" / called.target.helpers).read_text()
    assert "MIGRATE L162" in text and "#if 0 // held" in text and "unused" not in text
    assert {r.function for r in result.refusals} == {"held", "unused", "sgdnnTwice"}
    again = convert(called, tmp_path / "called/out")
    assert changed(tmp_path / "called/out", again.outputs) == {}
