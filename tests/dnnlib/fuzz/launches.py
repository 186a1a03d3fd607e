"""Launches of kernels by tpudnnLaunchKernel with argument structs that nobody has checked: addresses, then words."""

import ctypes
import os
import random
import struct
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dnnlib import capi, paths
from dnnlib.codegen.layouts import Layout, read_layouts

INT_MAX, INT_MIN = 2**31 - 1, -(2**31)
SMALL = (0, 1, 2, 3, 4, 5, 8, 16, 64)
# The kernels' codes: (precision << 1) | sign.
DTYPES = tuple(range(16))
ABSURD = (-1, 255, 4096, 65535, 65536, INT_MAX, INT_MAX - 1, INT_MIN, 0x3F800000, 0x7FC00000)


@dataclass(frozen=True)
class Kernel:
    key: str
    layout: Layout


@cache
def layouts() -> dict[str, Layout]:
    return read_layouts(paths.ROOT / "chips" / "include" / "sg_api_struct.h")


def kernels(chip: str) -> list[Kernel]:
    """Rows of a chip's table that launch something."""
    rows = []
    folder = Path(os.environ.get("TPUDNN_KERNEL_TABLES") or paths.library_dir())
    for line in (folder / f"{chip}.kernels").read_text(encoding="utf-8").splitlines()[1:]:
        key, *fields = line.split("\t")
        values = dict(field.partition("=")[::2] for field in fields)
        if values.get("args") in layouts():
            rows.append(Kernel(key, layouts()[values["args"]]))
    return rows


def arguments(kernel: Kernel, physical: int, room: int, rng: random.Random) -> bytes:
    """A struct: addresses in the `room` bytes from `physical` on (or null, or wild), small sizes, now and then an absurd word."""
    absurd = rng.choice((0.0, 0.0, 0.02, 0.2))
    dims, dtype, sizes = rng.randint(0, 4), rng.choice(DTYPES), rng.choice(((1, 2, 3), (1,), SMALL))
    data = bytearray(kernel.layout.size)
    for field in kernel.layout.fields:
        if "addr" in field.name:
            values = [_address(physical, room, rng, absurd) for _ in range(field.size // 8)]
            data[field.offset : field.offset + field.size] = struct.pack(f"<{len(values)}Q", *values)
            continue
        count = field.size // 4
        chosen = [
            rng.choice(ABSURD)
            if rng.random() < absurd
            else dims
            if "dim" in field.name and count == 1 and rng.random() < 0.8
            else dtype
            if "dtype" in field.name
            else rng.choice(sizes)
            for _ in range(count)
        ]
        data[field.offset : field.offset + 4 * count] = struct.pack(f"<{count}i", *chosen)
    return bytes(data)


def _address(physical: int, room: int, rng: random.Random, absurd: float) -> int:
    if rng.random() < absurd:
        return rng.choice((0, 8, 2**63, 2**64 - 8, physical + room, physical - 4))
    return physical + rng.choice((0, 64, 512, 1024, 2048, 4 * rng.randrange(room // 4)))


def describe(chip: str, kernel: Kernel, data: bytes) -> str:
    return f"{chip} tpudnnLaunchKernel({kernel.key}, {data.hex()})"


def launch(handle: capi.Handle, kernel: Kernel, data: bytes) -> int:
    room = ctypes.create_string_buffer(data, len(data))
    return int(handle.lib.cdll.tpudnnLaunchKernel(handle.native, kernel.key.encode(), room, len(data), 0, 0))
