"""One call of a database entry, as data."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch

DTYPE_NAMES = {torch.float32: "f32", torch.float16: "f16", torch.bfloat16: "bf16"}
DTYPES = {name: dtype for dtype, name in DTYPE_NAMES.items()}


def _unchanged(result: Any) -> Any:
    return result


@dataclass(frozen=True)
class Tolerance:
    """Largest difference: atol + rtol * |expected|."""

    rtol: float
    atol: float

    def at_least(self, rtol: float, atol: float) -> "Tolerance":
        """The larger of both, each number by itself."""
        return Tolerance(max(self.rtol, rtol), max(self.atol, atol))


@dataclass(frozen=True)
class Trial:
    """`function(*args, **kwargs)` on the CPU and on a chip must do the same."""

    check: str  # forward, noncontiguous, out, inplace, backward, train, eval, steps
    dtype: str  # f32, f16, bf16
    index: int  # of the sample
    function: Callable[..., Any]
    args: tuple
    kwargs: dict[str, Any] = field(default_factory=dict)
    finish: Callable[[Any], Any] = _unchanged  # makes results of a host comparable, e.g. the sign of singular vectors
    tolerance: Tolerance = Tolerance(1.3e-6, 1e-5)
    values_defined: bool = True  # false: only shape, dtype and place of the result are compared

    @property
    def label(self) -> str:
        """As reports name it."""
        return f"{self.check} {self.dtype} sample {self.index}"
