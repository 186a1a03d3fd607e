"""A program as C++ and as a file of weights."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from .dataset import raw_bytes
from .dtypes import file_type
from .program import Program

TEMPLATES = Path(__file__).with_name("templates")
MAGIC = b"TPUWGHT1"
ALIGNMENT = 64


def cpp_string(value: str) -> str:
    """A literal; other characters than ASCII as their bytes."""
    made = []
    for byte in value.encode():
        char = chr(byte)
        made.append(f"\\{char}" if char in '"\\?' else char if 32 <= byte < 127 else f"\\{byte:03o}")
    return '"' + "".join(made) + '"'


def environment() -> Environment:
    made = Environment(loader=FileSystemLoader(TEMPLATES), undefined=StrictUndefined, keep_trailing_newline=True)
    made.filters["cpp"] = cpp_string
    made.filters["type"] = lambda dtype: file_type(dtype, "a value").name
    made.filters["list_of"] = lambda values: "{" + ", ".join(map(str, values)) + "}"
    made.filters["comment"] = lambda value: value.replace("\n", " ").rstrip("\\")
    made.filters["json"] = json.dumps
    return made


def render(program: Program, name: str, batch_size: int, ranges: Mapping[str, Sequence[float]]) -> str:
    return (
        environment()
        .get_template("model.cpp.jinja")
        .render(
            name=name,
            batch=program.batch or 0,
            batch_size=batch_size,
            inputs=program.inputs,
            outputs=program.outputs,
            operators=program.operators,
            ranges={
                each.name: [repr(float(side)) for side in ranges.get(each.name, (0, 0))] for each in program.operators
            },
            symbols=program.symbols,
            weights=program.weight_variables,
            lines=program.lines,
            results=program.results,
        )
    )


def write_weights(path: Path, weights: Mapping[str, torch.Tensor]) -> None:
    """Names, data types, shapes and places of all tensors, then their elements."""
    entries = []
    head = len(MAGIC) + 8
    for name, tensor in weights.items():
        head += 8 + len(name.encode()) + 8 + 8 * tensor.dim() + 8
    place = head
    for name, tensor in weights.items():
        place = -(-place // ALIGNMENT) * ALIGNMENT
        entries.append((name.encode(), tensor, place))
        place += tensor.numel() * tensor.element_size()
    with open(path, "wb") as file:
        file.write(MAGIC + struct.pack("<Q", len(entries)))
        for encoded, tensor, start in entries:
            file.write(struct.pack("<Q", len(encoded)) + encoded)
            file.write(struct.pack("<II", file_type(tensor.dtype, encoded.decode()).code, tensor.dim()))
            file.write(struct.pack(f"<{tensor.dim()}q", *tensor.shape) + struct.pack("<Q", start))
        for _, tensor, start in entries:
            file.write(b"\0" * (start - file.tell()) + raw_bytes(tensor))
