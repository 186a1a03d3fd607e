"""Kernels are an interface: where the public legacy tree (LEGACY_TREE) has an argument struct of ours by name, or an enumerator, it is the
same one, and what the tree launches on a chip that chip's firmware has, with the tree's own struct."""

import os
from pathlib import Path

import clang.cindex as clang
import pytest
from kernel_harness import Kernels, registered
from runtimes import Chip

from dnnlib.codegen.layouts import Field, Layout, read_layouts
from migrate.emit.unified_tree import target_reader
from migrate.project.loading import load_project
from migrate.verify.conversion import convert_library

ROOT = Path(__file__).resolve().parents[2]
OURS = ROOT / "chips/include/sg_api_struct.h"
TREE = os.environ.get("LEGACY_TREE", "")
HEADER = Path(TREE) / "common/include/sg_api_struct.h"
pytestmark = pytest.mark.skipif(not TREE, reason="LEGACY_TREE does not name a checkout of the public legacy tree")

DEFINES = {"bm_a": "BACKEND_1684X", "sg_b": "BACKEND_SG2260"}
# Launches that no firmware can serve: the host sends the gradient's struct to the forward kernel, which takes another one.
UNSERVED = {
    "bm_a": set(),
    "sg_b": {("tpu_kernel_api_native_group_norm_multi_core", "sg_api_groupnorm2d_backward_t")},
}


def parse(header: Path, *flags: str) -> clang.TranslationUnit:
    unit = clang.Index.create().parse("all.c", ["-x", "c", *flags], [("all.c", f'#include "{header}"\n')])
    assert not [d for d in unit.diagnostics if d.severity >= clang.Diagnostic.Error]
    return unit


def structs(unit: clang.TranslationUnit) -> dict[str, Layout]:
    found = {}
    for node in unit.cursor.get_children():
        if node.kind == clang.CursorKind.TYPEDEF_DECL and node.spelling.startswith("sg_api_"):
            record = node.underlying_typedef_type.get_canonical()
            fields = (
                Field(f.spelling, record.get_offset(f.spelling) // 8, f.type.get_size()) for f in record.get_fields()
            )
            found[node.spelling] = Layout(node.spelling, record.get_size(), tuple(fields))
    return found


def enumerators(unit: clang.TranslationUnit) -> dict[str, int]:
    return {
        node.spelling: node.enum_value
        for node in unit.cursor.walk_preorder()
        if node.kind == clang.CursorKind.ENUM_CONSTANT_DECL
    }


@pytest.fixture(scope="module", params=DEFINES.values())
def units(request: pytest.FixtureRequest) -> tuple[clang.TranslationUnit, clang.TranslationUnit]:
    return parse(OURS, f"-I{OURS.parent}"), parse(HEADER, f"-D{request.param}", f"-I{HEADER.parent}")


def test_layouts(units: tuple[clang.TranslationUnit, clang.TranslationUnit]) -> None:
    ours, theirs = (structs(unit) for unit in units)
    shared = ours.keys() & theirs.keys()
    assert len(shared) >= 110
    assert {name for name in shared if ours[name] != theirs[name]} == set()


def test_enumerators(units: tuple[clang.TranslationUnit, clang.TranslationUnit]) -> None:
    ours, theirs = (enumerators(unit) for unit in units)
    shared = ours.keys() & theirs.keys()
    assert len(shared) >= 50
    assert {name: (ours[name], theirs[name]) for name in shared if ours[name] != theirs[name]} == {}


@pytest.fixture(scope="module")
def launched(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[tuple[str, str]]]:
    """Kernel and struct of each launch of the converted tree, by chip."""
    project = load_project(ROOT / "examples/projects/torch-tpu.yaml", Path(TREE))
    reader = target_reader(project, tmp_path_factory.mktemp("out"))
    result = convert_library(project, project.root / "sgdnn/src/sgdnn.cpp", reader=reader)
    rows = [row for function in result.functions for row in function.rows if row.symbol]
    return {chip: {(row.symbol, row.args) for row in rows if row.chip == chip} for chip in DEFINES}


@pytest.mark.native
def test_the_firmware_serves_the_tree(chip: Chip, launched: dict[str, set[tuple[str, str]]]) -> None:
    asked = launched[chip.name]
    assert len(asked) >= 98
    firmware = registered(Kernels(chip))
    served = {(symbol, args) for symbol, args in asked if firmware.get(symbol, ("", 0))[0] == args}
    assert asked - served == UNSERVED[chip.name]
    ours = read_layouts(OURS)
    theirs = structs(parse(HEADER, f"-D{DEFINES[chip.name]}", f"-I{HEADER.parent}"))
    used = {args for _, args in served}
    assert {args for args in used if ours[args].hash != theirs[args].hash} == set()
    assert {args: firmware[symbol][1] for symbol, args in served} == {args: theirs[args].size for args in used}
