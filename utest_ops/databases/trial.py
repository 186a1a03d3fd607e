"""One call of a database entry, as data."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch

DTYPES = {
    "f32": torch.float32,
    "f16": torch.float16,
    "bf16": torch.bfloat16,
    "f64": torch.float64,
    "i64": torch.int64,
    "i32": torch.int32,
    "u8": torch.uint8,
    "bool": torch.bool,
    "c64": torch.complex64,
    "f8": torch.float8_e4m3fn,
}


def _unchanged(result: Any) -> Any:
    return result


@dataclass(frozen=True)
class Tolerance:
    """Largest difference: atol + rtol * |expected| + scale * the largest finite |expected| of the tensor."""

    rtol: float = 0.0
    atol: float = 0.0
    scale: float = 0.0

    def at_least(self, other: "Tolerance") -> "Tolerance":
        """The larger of both, each number by itself."""
        return Tolerance(max(self.rtol, other.rtol), max(self.atol, other.atol), max(self.scale, other.scale))


# torch.testing.assert_close's, by the dtype of the result.
DEFAULT = {
    torch.float16: Tolerance(1e-3, 1e-5),
    torch.bfloat16: Tolerance(1.6e-2, 1e-5),
    torch.float32: Tolerance(1.3e-6, 1e-5),
    torch.float64: Tolerance(1e-7, 1e-7),
    torch.complex32: Tolerance(1e-3, 1e-5),
    torch.complex64: Tolerance(1.3e-6, 1e-5),
    torch.complex128: Tolerance(1e-7, 1e-7),
}


@dataclass(frozen=True)
class Trial:
    """`function(*args, **kwargs)` on the CPU and on a chip must do the same."""

    check: str  # forward, noncontiguous, out, inplace, backward, train, eval, steps
    dtype: str  # a key of DTYPES
    index: int  # of the sample
    function: Callable[..., Any]
    args: tuple
    kwargs: dict[str, Any] = field(default_factory=dict)
    finish: Callable[[Any], Any] = _unchanged  # makes results of a host comparable, e.g. the sign of singular vectors
    tolerance: Tolerance = Tolerance()  # beside the default of each result's dtype
    on_host: tuple[torch.Tensor, ...] = ()  # arguments that PyTorch demands on the host
    host_scalars: bool = False  # PyTorch keeps 0-dimensional results on the host, e.g. counts of steps
    values_defined: bool = True  # false: only shape, dtype and place of the result are compared

    @property
    def label(self) -> str:
        """As reports name it."""
        return f"{self.check} {self.dtype} sample {self.index}"
