"""The kernels' argument structs, by field: bytes to values and back. kernel_args.json beside the library says how they lie; the build makes it."""

import functools
import json
import math
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dnnlib.paths import description, library_dir

# Codes of data types in argument structs: (precision << 1) | sign (chips/include/sg_api/types.h).
CODES = {
    "u8": 0,
    "i8": 1,
    "f16": 3,
    "f32": 5,
    "u16": 6,
    "i16": 7,
    "u32": 8,
    "i32": 9,
    "bf16": 11,
    "i64": 21,
    "f8e5m2": 15,
    "f8e4m3": 47,
}
_FORMATS = {
    **{"int8": "b", "int16": "h", "int32": "i", "int64": "q"},
    **{"uint8": "B", "uint16": "H", "uint32": "I", "uint64": "Q"},
    **{"float32": "f", "float64": "d"},
}

Address = Callable[[int], Any]


class NoFit(ValueError):
    """Values that are not those of the struct."""


@dataclass(frozen=True)
class Field:
    name: str
    offset: int
    type: str
    extents: tuple[int, ...]
    item: int  # bytes of one element

    @property
    def size(self) -> int:
        return self.item * math.prod(self.extents)

    @property
    def is_address(self) -> bool:
        return self.type == "uint64" and "addr" in self.name


@dataclass(frozen=True)
class Layout:
    name: str
    size: int
    fields: tuple[Field, ...]


def layouts() -> Mapping[str, Layout]:
    """By the structs' names; empty where the build has not written them."""
    return _read(library_dir())


@functools.cache
def _read(_: Path) -> Mapping[str, Layout]:
    path = description("kernel_args.json")
    if not path.is_file():
        return {}
    structs = json.loads(path.read_text(encoding="utf-8"))["structs"]

    def layout(name: str) -> Layout:
        fields = []
        for one in structs[name]["fields"]:
            kind = one["type"]
            item = struct.calcsize("=" + _FORMATS[kind]) if kind in _FORMATS else structs[kind]["size"]
            fields.append(Field(one["name"], one["offset"], kind, tuple(one["extents"]), item))
        return Layout(name, structs[name]["size"], tuple(fields))

    return {name: layout(name) for name in structs}


def decode(name: str, data: bytes, address: Address = int) -> dict[str, Any]:
    """The fields of a struct: numbers, lists of them for arrays, mappings for structs in it. What ``address`` makes of an address stands for it; a
    floating-point number that JSON does not have is its bits in text."""
    layout = layouts()[name]
    if len(data) != layout.size:
        raise NoFit(f"{name} has {layout.size} bytes, not {len(data)}")
    values = {}
    for field in layout.fields:
        pieces = [
            _decode_one(field, data[at : at + field.item], address)
            for at in range(field.offset, field.offset + field.size, field.item)
        ]
        values[field.name] = _nested(pieces, field.extents) if field.extents else pieces[0]
    return values


def encode(name: str, values: Mapping[str, Any], address: Callable[[Any], int] = int) -> bytes:
    """The bytes of what decode() gives."""
    layout = layouts()[name]
    unknown = sorted(set(values) - {field.name for field in layout.fields})
    if unknown:
        raise NoFit(f"{name} has no field '{unknown[0]}'")
    data = bytearray(layout.size)
    for field in layout.fields:
        if field.name not in values:
            raise NoFit(f"the field '{field.name}' of {name} is missing")
        pieces = _flat(values[field.name], field.extents, f"{name}.{field.name}")
        at = field.offset
        for piece in pieces:
            data[at : at + field.item] = _encode_one(name, field, piece, address)
            at += field.item
    return bytes(data)


def _decode_one(field: Field, data: bytes, address: Address) -> Any:
    if field.type not in _FORMATS:
        return decode(field.type, data, address)
    (value,) = struct.unpack("=" + _FORMATS[field.type], data)
    if isinstance(value, float) and not math.isfinite(value):
        return "0x" + data[::-1].hex()
    return address(value) if field.is_address else value


def _encode_one(name: str, field: Field, value: Any, address: Callable[[Any], int]) -> bytes:
    if field.type not in _FORMATS:
        if not isinstance(value, Mapping):
            raise NoFit(f"{name}.{field.name} is {value!r}; it is a {field.type}, by field")
        return encode(field.type, value, address)
    if isinstance(value, str) and field.type.startswith("float"):
        try:
            return bytes.fromhex(value.removeprefix("0x").zfill(2 * field.item))[::-1]
        except ValueError:
            raise NoFit(f"{name}.{field.name} is '{value}'; it is a number, or its bits in hexadecimal") from None
    number = address(value) if field.is_address else value
    try:
        return struct.pack("=" + _FORMATS[field.type], number)
    except struct.error:
        raise NoFit(f"{name}.{field.name} is {value!r}; it is a number of type {field.type}") from None


def _nested(pieces: list[Any], extents: tuple[int, ...]) -> list[Any]:
    if len(extents) == 1:
        return pieces
    step = math.prod(extents[1:])
    return [_nested(pieces[at : at + step], extents[1:]) for at in range(0, len(pieces), step)]


def _flat(value: Any, extents: tuple[int, ...], where: str) -> list[Any]:
    if not extents:
        return [value]
    if not isinstance(value, list) or len(value) != extents[0]:
        raise NoFit(f"{where} is {value!r}; it is a list of {extents[0]}")
    return [piece for part in value for piece in _flat(part, extents[1:], where)]
