"""Argument structs are an interface: where the public legacy tree (LEGACY_TREE) has one of ours by name, or an enumerator, it is the same one."""

import os
from pathlib import Path

import clang.cindex as clang
import pytest

ROOT = Path(__file__).resolve().parents[2]
OURS = ROOT / "chips/include/sg_api_struct.h"
TREE = os.environ.get("LEGACY_TREE", "")
HEADER = Path(TREE) / "common/include/sg_api_struct.h"
pytestmark = pytest.mark.skipif(not TREE, reason="LEGACY_TREE does not name a checkout of the public legacy tree")

Field = tuple[str, int, int]  # name, offset and size in bytes


def parse(header: Path, *flags: str) -> clang.TranslationUnit:
    unit = clang.Index.create().parse("all.c", ["-x", "c", *flags], [("all.c", f'#include "{header}"\n')])
    assert not [d for d in unit.diagnostics if d.severity >= clang.Diagnostic.Error]
    return unit


def structs(unit: clang.TranslationUnit) -> dict[str, tuple[Field, ...]]:
    found: dict[str, tuple[Field, ...]] = {}
    for node in unit.cursor.get_children():
        if node.kind == clang.CursorKind.TYPEDEF_DECL and node.spelling.startswith("sg_api_"):
            record = node.underlying_typedef_type.get_canonical()
            fields = ((f.spelling, record.get_offset(f.spelling) // 8, f.type.get_size()) for f in record.get_fields())
            found[node.spelling] = (*fields, ("", record.get_size(), 0))
    return found


def enumerators(unit: clang.TranslationUnit) -> dict[str, int]:
    return {
        node.spelling: node.enum_value
        for node in unit.cursor.walk_preorder()
        if node.kind == clang.CursorKind.ENUM_CONSTANT_DECL
    }


@pytest.fixture(scope="module", params=["BACKEND_1684X", "BACKEND_SG2260"])
def units(request: pytest.FixtureRequest) -> tuple[clang.TranslationUnit, clang.TranslationUnit]:
    return parse(OURS, f"-I{OURS.parent}"), parse(HEADER, f"-D{request.param}", f"-I{HEADER.parent}")


def test_layouts(units: tuple[clang.TranslationUnit, clang.TranslationUnit]) -> None:
    ours, theirs = (structs(unit) for unit in units)
    shared = ours.keys() & theirs.keys()
    assert len(shared) >= 50
    assert {name for name in shared if ours[name] != theirs[name]} == set()


def test_enumerators(units: tuple[clang.TranslationUnit, clang.TranslationUnit]) -> None:
    ours, theirs = (enumerators(unit) for unit in units)
    shared = ours.keys() & theirs.keys()
    assert len(shared) >= 50
    assert {name: (ours[name], theirs[name]) for name in shared if ours[name] != theirs[name]} == {}
