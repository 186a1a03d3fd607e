"""Runs one kernel of a chip's firmware on torch tensors, with arguments by the field names of chips/include/sg_api."""

from __future__ import annotations

import ctypes as c
import functools
import re
from collections.abc import Sequence
from pathlib import Path

import torch
from runtimes import Chip, KernelInfo

from dnnlib.paths import library_dir

HEADERS = sorted((Path(__file__).parents[2] / "chips/include/sg_api").glob("*.h"))
CODES = {
    torch.uint8: 0,
    torch.int8: 1,
    torch.float16: 3,
    torch.float32: 5,
    torch.int16: 7,
    torch.int32: 9,
    torch.bfloat16: 11,
    torch.float8_e5m2: 15,
    torch.int64: 21,
    torch.float8_e4m3fn: 47,
}
FLOATS = [torch.float32, torch.float16, torch.bfloat16]
C_TYPES = {"unsigned long long": c.c_ulonglong, "float": c.c_float, "unsigned int": c.c_uint, "char": c.c_byte}


def header_text() -> str:
    return "".join(path.read_text() for path in HEADERS)


def constants() -> dict[str, int]:
    """Enumerators and sizes that the headers define."""
    text = header_text()
    found = {name: int(value) for name, value in re.findall(r"^#define (\w+) (\d+)$", text, re.M)}
    return found | {name: int(value) for name, value in re.findall(r"^ +([A-Z]\w*) = (\d+),", text, re.M)}


CONSTANTS = constants()


def field(declaration: str) -> tuple[str, object]:
    match = re.fullmatch(r"(.+?) \*?(\w+)((?:\[\w+\])*)", declaration)
    assert match, declaration
    ctype: object = record(match[1]) or C_TYPES.get(match[1], c.c_int)
    for extent in reversed(re.findall(r"\[(\w+)\]", match[3])):
        ctype = ctype * CONSTANTS.get(extent, 0) if extent in CONSTANTS else ctype * int(extent)  # type: ignore[operator]
    return match[2], ctype


def struct_type(name: str) -> type[c.Structure]:
    found = record(name)
    assert found, f"{name} is in no header of {HEADERS[0].parent}"
    return found


@functools.cache
def record(name: str) -> type[c.Structure] | None:
    match = re.search(r"typedef struct \{([^}]*)\} " + name + ";", header_text())
    if match is None:
        return None
    members = re.sub(r"/\*.*?\*/", "", match[1])
    fields = [field(line.strip()) for line in members.split(";") if line.strip()]
    return type(name, (c.Structure,), {"_pack_": 1, "_layout_": "ms", "_fields_": fields})


# Fields of one struct or another that choose what few tests are about; a test may set them.
PLAIN = {"slyt_num": 0, "requires_grad_input": 1, "partial": 1.0, "need_clear_found_inf": 0}
# What tests call a field, and how some structs spell it.
SPELLINGS = {
    "dim": ({"dims"}, {"input_dim", "other_dim"}),
    "dtype": ({"input_dtype", "other_dtype", "output_dtype"},),
    "output_shape": ({"out_shape"},),
}


def members(known: set[str], name: str) -> set[str]:
    """The fields of a struct that `name` speaks of."""
    for spelling in ({name}, *SPELLINGS.get(name, ()), {name.replace("_global_addr", "_addr")}):
        if spelling <= known:
            return spelling
    raise KeyError(f"no field {name} in {sorted(known)}")


class Kernels:
    """A chip with its firmware loaded. Argument bytes that a test does not set hold garbage."""

    def __init__(self, chip: Chip) -> None:
        self.chip = chip
        chip.module = chip.load(library_dir() / f"{chip.name}.firmware.so")

    @property
    def name(self) -> str:
        return self.chip.name

    def put(self, tensor: torch.Tensor) -> int:
        return self.chip.upload(tensor.reshape(-1).view(torch.uint8).numpy().tobytes() if tensor.numel() else b"\0")

    def room(self, elements: int, dtype: torch.dtype = torch.float32) -> int:
        return self.chip.malloc(max(1, elements * dtype.itemsize))

    def get(self, address: int, shape: Sequence[int], dtype: torch.dtype) -> torch.Tensor:
        elements = functools.reduce(lambda a, b: a * b, shape, 1)
        if elements == 0:
            return torch.empty(tuple(shape), dtype=dtype)
        data = bytearray(self.chip.read(address, elements * dtype.itemsize))
        return torch.frombuffer(data, dtype=torch.uint8).view(dtype).reshape(tuple(shape))

    def run(self, kernel: str, struct: str, /, *, symbol: str = "", cores: int = 0, **fields: object) -> None:
        """Under the default symbol on all cores unless told otherwise. A field that is a sequence fills the array's start."""
        args = struct_type(f"sg_api_{struct}_t")()
        c.memset(c.byref(args), 0xA5, c.sizeof(args))
        flags = {f"with_{name}": fields.get(f"{name}_global_addr", 0) != 0 for name in ("weight", "bias")}
        known = {name for name, _ in args._fields_}
        for name, value in ({n: v for n, v in (PLAIN | flags).items() if n in known} | fields).items():
            for member in members(known, name):
                if isinstance(value, Sequence):
                    fill(getattr(args, member), value)
                else:
                    setattr(args, member, value)
        self.chip.launch(symbol or self.chip.symbol(kernel), bytes(args), cores or self.chip.cores)

    def elementwise(
        self,
        kernel: str,
        struct: str,
        inputs: dict[str, torch.Tensor],
        out_dtype: torch.dtype | None = None,
        **fields: object,
    ) -> torch.Tensor:
        """A kernel of inputs and one output of one shape; inputs by the stem of their address field."""
        first = next(iter(inputs.values()))
        out_dtype = out_dtype or first.dtype
        output = self.room(first.numel(), out_dtype)
        addresses = {f"{stem}_global_addr": self.put(tensor) for stem, tensor in inputs.items()}
        known = {"shape": list(first.shape), "dim": first.dim(), "dtype": CODES[first.dtype]}
        if any(name.endswith("_dtype") for name in fields):
            known.pop("dtype")
        self.run(kernel, struct, output_global_addr=output, **addresses, **(known | fields))
        return self.get(output, first.shape, out_dtype)


def registered(k: Kernels) -> dict[str, tuple[str, int]]:
    """Struct and its bytes by symbol."""
    found: dict[str, tuple[str, int]] = {}
    info = KernelInfo()
    index = 0
    while k.chip.sim("KernelInfo", k.chip.module, index, c.byref(info)) == 0:
        symbol = info.symbol.decode()
        assert symbol not in found, f"{symbol} is registered twice"
        found[symbol] = (info.args_name.decode(), info.args_size)
        index += 1
    return found


def fill(array: c.Array | c.Structure, values: Sequence) -> None:
    """Elements of an array, or the fields of a struct in their order."""
    if isinstance(array, c.Structure):
        for (name, *_), value in zip(array._fields_, values, strict=True):
            setattr(array, name, value)
        return
    for i, value in enumerate(values):
        if isinstance(value, Sequence):
            fill(array[i], value)
        else:
            array[i] = value


def unit(chip: str, dtype: torch.dtype) -> float:
    """Largest relative error of one rounding to dtype; bm_a truncates bfloat16."""
    if dtype == torch.bfloat16 and chip == "bm_a":
        return torch.finfo(dtype).eps
    return torch.finfo(dtype).eps / 2


def assert_close(
    actual: torch.Tensor, expected: torch.Tensor, chip: str, *, steps: float = 32, scale: float = 1.0
) -> None:
    """actual (of the output dtype) is expected (f64) but for one rounding to its dtype, and for `steps` f32 roundings of values of
    the size of `scale`."""
    assert actual.shape == expected.shape
    error = (actual.double() - expected.double()).abs()
    fine = torch.finfo(torch.float32).eps
    smallest = torch.finfo(actual.dtype).smallest_normal * torch.finfo(actual.dtype).eps
    allowed = (
        expected.double().abs() * unit(chip, actual.dtype) * 1.01
        + steps * fine * (expected.double().abs() + scale)
        + smallest
    )
    same = (actual.double() == expected.double()) | (actual.isnan() & expected.isnan())
    bad = ~same & ~(error <= allowed)
    assert not bad.any(), (
        f"{int(bad.sum())} of {bad.numel()} elements; first: {actual[bad][0].item()} for {expected[bad][0].item()}, "
        f"allowed {allowed[bad][0].item():.3g}"
    )


def samples(
    *shape: int, dtype: torch.dtype = torch.float32, seed: int = 0, low: float = -2.0, high: float = 2.0
) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    return (torch.rand(shape, generator=generator) * (high - low) + low).to(dtype)
