"""The simulated runtimes declare what the vendors declare: same names, types and values. Needs LEGACY_TREE."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from clang import cindex

from dnnlib.paths import ROOT

HEADERS = {
    "bm_a": ("bmlib_runtime.h", "third_party/bmlib/include"),
    "sg_b": ("tpuv7_rt.h", "third_party/tpuv7_runtime/tpuv7-emulator_0.1.0/include"),
}


def declarations(header: Path) -> dict[str, str]:
    """Name -> canonical type of each function, value of each enumerator, size of each struct."""
    builtin = subprocess.run(["cc", "-print-file-name=include"], capture_output=True, text=True, check=True)
    unit = cindex.Index.create().parse(str(header), args=["-x", "c", "-std=c11", f"-isystem{builtin.stdout.strip()}"])
    errors = [d.spelling for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
    assert not errors
    found: dict[str, str] = {}
    for cursor in unit.cursor.walk_preorder():
        if cursor.location.file is None or cursor.location.file.name != str(header):
            continue
        if cursor.kind == cindex.CursorKind.FUNCTION_DECL:
            found[cursor.spelling] = cursor.type.get_canonical().spelling
        elif cursor.kind == cindex.CursorKind.ENUM_CONSTANT_DECL:
            found[cursor.spelling] = str(cursor.enum_value)
        elif (
            cursor.kind == cindex.CursorKind.STRUCT_DECL and cursor.is_definition() and cursor.spelling == "bm_mem_desc"
        ):
            fields = [(f.spelling, cursor.type.get_offset(f.spelling)) for f in cursor.type.get_fields()]
            found["struct bm_mem_desc"] = f"{cursor.type.get_size()} {fields}"
    return found


@pytest.mark.parametrize("chip", HEADERS)
def test_same_declarations_as_the_vendor(chip: str) -> None:
    tree = os.environ.get("LEGACY_TREE")
    if not tree:
        pytest.skip("LEGACY_TREE is not set")
    name, folder = HEADERS[chip]
    ours = declarations(ROOT / "chips" / chip / "include" / name)
    theirs = declarations(Path(tree) / folder / name)
    assert len(ours) > 40
    assert {key: (value, theirs.get(key)) for key, value in ours.items() if theirs.get(key) != value} == {}
