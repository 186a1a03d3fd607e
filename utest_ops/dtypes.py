"""Data types under the names of the kernel tables, and how finely each resolves numbers."""

from dataclasses import dataclass

import torch

from utest_ops.chips import Chip
from utest_ops.errors import UsageError


@dataclass(frozen=True)
class DType:
    """One data type. `bits` is the precision of a floating type (implicit bit included), 0 for the exact ones."""

    name: str
    torch: torch.dtype
    bits: int = 0
    smallest: float = 0.0  # smallest positive number, subnormals included

    @property
    def is_float(self) -> bool:
        return self.bits > 0


DTYPES = {
    dtype.name: dtype
    for dtype in (
        DType("f32", torch.float32, 24, 2.0**-149),
        DType("f16", torch.float16, 11, 2.0**-24),
        DType("bf16", torch.bfloat16, 8, 2.0**-133),
        DType("f8e4m3", torch.float8_e4m3fn, 4, 2.0**-9),
        DType("f8e5m2", torch.float8_e5m2, 3, 2.0**-16),
        DType("i64", torch.int64),
        DType("i32", torch.int32),
        DType("i16", torch.int16),
        DType("i8", torch.int8),
        DType("u8", torch.uint8),
        DType("bool", torch.bool),
    )
}
FLOATS = ("f32", "f16", "bf16")
F32_UNIT = 2.0**-24

# The next lower precision of each floating type, in bits: f16 for f32, bf16 for f16, FP8 E4M3 for bf16.
NEXT_LOWER_BITS = {"f32": 11, "f16": 8, "bf16": 4}


def find_dtypes(names: str | None) -> tuple[str, ...] | None:
    """The dtypes of a comma-separated list, None for no restriction."""
    if not names:
        return None
    wanted = tuple(name for name in names.split(",") if name)
    for name in wanted:
        if name not in DTYPES:
            raise UsageError(f"unknown dtype '{name}'; there are {', '.join(DTYPES)}")
    return wanted


def of_tensor(tensor: torch.Tensor) -> DType:
    """The DType of a tensor."""
    return next(dtype for dtype in DTYPES.values() if dtype.torch == tensor.dtype)


def unit(dtype: str, chip: Chip) -> float:
    """Largest relative error of one rounding to `dtype` on `chip`; 0 for an exact type."""
    bits = DTYPES[dtype].bits
    if not bits:
        return 0.0
    return 2.0 ** (1 - bits) if dtype in chip.truncates else 2.0**-bits


def round_to_bits(value: torch.Tensor, bits: int) -> torch.Tensor:
    """`value` (f64) rounded to nearest at `bits` of precision, exponent unlimited."""
    mantissa, exponent = torch.frexp(value)
    return torch.ldexp(torch.round(mantissa * 2.0**bits), exponent - bits)
