"""Layouts of the kernels' argument structs: what host and firmware must agree on."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from clang import cindex

from dnnlib.codegen import clang


@dataclass(frozen=True)
class Field:
    name: str
    offset: int  # bytes
    size: int  # bytes
    type: str = ""  # of one element: int8 to uint64, float32, float64, or the name of a struct
    extents: tuple[int, ...] = ()  # of an array


@dataclass(frozen=True)
class Layout:
    """One argument struct; ``hash`` changes with any field's name, place or size."""

    name: str
    size: int
    fields: tuple[Field, ...]

    @property
    def hash(self) -> int:
        value = 0xCBF29CE484222325
        text = ";".join(f"{field.name}:{field.offset}:{field.size}" for field in self.fields)
        for byte in text.encode():
            value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
        return value


def read_layouts(*headers: Path) -> dict[str, Layout]:
    """Every struct that the headers define at file level, or what they include from their folders, by tag and by typedef.

    The names of one type have one Layout, which is called by the last of them: the typedef's, where there is one."""
    found: dict[str, Layout] = {}
    for header in headers:
        unit = clang.parse(header, ["-x", "c++", "-std=c++17"])
        included = [Path(file.include.name) for file in unit.get_includes()]
        own = [path for path in included if path.resolve().is_relative_to(header.parent.resolve())]
        names: dict[str, list[str]] = {}
        records: dict[str, cindex.Type] = {}
        for cursor in clang.declarations(unit, [header, *own]):
            if cursor.kind not in (cindex.CursorKind.TYPEDEF_DECL, cindex.CursorKind.STRUCT_DECL) or not _named(cursor):
                continue
            record = cursor.type.get_canonical()
            if record.kind == cindex.TypeKind.RECORD and record.get_size() > 0:
                key = record.get_declaration().get_usr()
                names.setdefault(key, []).append(cursor.spelling)
                records[key] = record
        for key, spellings in names.items():
            layout = _layout(spellings[-1], records[key])
            found.update(dict.fromkeys(spellings, layout))
    return found


def _named(cursor: cindex.Cursor) -> bool:
    return bool(re.fullmatch(r"[A-Za-z_]\w*", cursor.spelling)) and not cursor.is_anonymous()


def _layout(name: str, record: cindex.Type) -> Layout:
    fields = tuple(
        Field(field.spelling, field.get_field_offsetof() // 8, field.type.get_size(), *_element(field.type))
        for field in record.get_fields()
    )
    return Layout(name, record.get_size(), fields)


_SIGNED = {"CHAR_S", "SCHAR", "SHORT", "INT", "LONG", "LONGLONG"}


def _element(of: cindex.Type) -> tuple[str, tuple[int, ...]]:
    """What an array is made of, and its extents."""
    canonical = of.get_canonical()
    extents: tuple[int, ...] = ()
    while canonical.kind == cindex.TypeKind.CONSTANTARRAY:
        extents += (canonical.element_count,)
        canonical = canonical.element_type.get_canonical()
    if canonical.kind == cindex.TypeKind.RECORD:
        return canonical.spelling.removeprefix("struct "), extents
    if canonical.kind == cindex.TypeKind.ENUM:
        canonical = canonical.get_declaration().enum_type.get_canonical()
    bits = 8 * canonical.get_size()
    if canonical.kind in (cindex.TypeKind.FLOAT, cindex.TypeKind.DOUBLE):
        return f"float{bits}", extents
    return f"{'' if canonical.kind.name in _SIGNED else 'u'}int{bits}", extents


def argument_headers(headers: Sequence[Path]) -> list[Path]:
    """Of headers with one file name the last: a tree's own stands for the one it was made after."""
    return list({header.name: header for header in headers}.values())
