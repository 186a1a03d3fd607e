"""Layouts of the kernels' argument structs, read from the tree's own header."""

from __future__ import annotations

from pathlib import Path

from clang import cindex

from migrate.verify.trace.compare import StructLayout

_WORDS = (cindex.TypeKind.ULONGLONG, cindex.TypeKind.ULONG)


def _holds_addresses(ctype: cindex.Type) -> bool:
    while ctype.kind == cindex.TypeKind.CONSTANTARRAY:
        ctype = ctype.element_type.get_canonical()
    return ctype.kind in _WORDS


def read_layouts(headers: list[Path], args: list[str]) -> dict[str, StructLayout]:
    """Struct name to layout. A 64-bit unsigned field is taken for an address: one that is none compares as its number all the same."""
    found: dict[str, StructLayout] = {}
    for header in headers:
        unit = cindex.Index.create().parse(str(header), args=[*args, "-x", "c++", "-std=c++17"])
        for cursor in unit.cursor.walk_preorder():
            if cursor.kind in (cindex.CursorKind.STRUCT_DECL, cindex.CursorKind.TYPEDEF_DECL) and cursor.spelling:
                ctype = cursor.type.get_canonical()
                if ctype.kind != cindex.TypeKind.RECORD or ctype.get_size() <= 0:
                    continue
                fields = tuple(
                    (
                        f.spelling,
                        f.get_field_offsetof() // 8,
                        f.type.get_size(),
                        _holds_addresses(f.type.get_canonical()),
                    )
                    for f in ctype.get_fields()
                )
                found[cursor.spelling] = StructLayout(cursor.spelling, ctype.get_size(), fields)
    return found
