"""Layouts of the kernels' argument structs: what host and firmware must agree on."""

from dataclasses import dataclass
from pathlib import Path

from clang import cindex

from dnnlib.codegen import clang


@dataclass(frozen=True)
class Field:
    name: str
    offset: int  # bytes
    size: int  # bytes


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


def read_layouts(header: Path) -> dict[str, Layout]:
    """Every ``typedef struct {...} sg_api_..._t`` of the header and of what it includes from its folder, by name."""
    unit = clang.parse(header, ["-x", "c", "-std=c11"])
    included = [Path(found.include.name) for found in unit.get_includes()]
    own = [path for path in included if path.resolve().is_relative_to(header.parent.resolve())]
    layouts = {}
    for cursor in clang.declarations(unit, [header, *own]):
        if cursor.kind != cindex.CursorKind.TYPEDEF_DECL or not cursor.spelling.startswith("sg_api_"):
            continue
        record = cursor.underlying_typedef_type.get_canonical()
        if record.kind != cindex.TypeKind.RECORD:
            continue
        fields = tuple(
            Field(field.spelling, record.get_offset(field.spelling) // 8, field.type.get_size())
            for field in record.get_fields()
        )
        layouts[cursor.spelling] = Layout(cursor.spelling, record.get_size(), fields)
    return layouts
