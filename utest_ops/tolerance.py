"""The error model: what a correct kernel may differ from the exact result, element by element.

A kernel reads inputs that are already rounded, computes in f32, and rounds its result to the output's dtype. So

    tolerance = roundings * u(dtype, chip) * |reference|     rounding of the result (u is twice as large where the chip truncates)
              + g(steps) * 2^-24 * magnitude                 arithmetic in f32
              + roundings * smallest(dtype)                  below the normal range rounding errors are absolute

`magnitude` is the sum of the absolute values of the terms that were added, never the result they cancelled to. g(n) = min(n, 6 sqrt(n)):
rounding errors of n operations behave as independent ones do (Higham and Mary, SIAM J. Sci. Comput. 41, 2019); at six standard
deviations no correct kernel fails by chance. A model that allows more says why in `reason`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import torch

from utest_ops.chips import Chip
from utest_ops.dtypes import DTYPES, F32_UNIT, unit

Tensors = dict[str, torch.Tensor]
Magnitude = Callable[..., torch.Tensor]


@dataclass(frozen=True)
class ErrorModel:
    """How far one output may lie from the reference.

    steps: dependent f32 operations behind one element; roundings: how often the value is rounded to its dtype.
    magnitude: from the case's inputs (f64, by name) to the sum of absolute terms; None: the reference's absolute value.
    lost: relative error of an intermediate kept in the tested dtype, in units of its rounding, times the magnitude. Needs a reason.
    """

    steps: int = 0
    roundings: int = 1
    magnitude: Magnitude | None = None
    lost: float = 0.0
    reason: str = ""
    exact: bool = False

    def __post_init__(self) -> None:
        if (self.lost or self.roundings > 1) and not self.reason:
            raise ValueError("an error model that allows more than one rounding of the result needs a written reason")

    def because(self, reason: str, **more: float) -> "ErrorModel":
        """The same model, allowing more, with the reason."""
        return replace(self, reason=reason, **more)

    def tolerance(self, inputs: Tensors, reference: torch.Tensor, dtype: str, chip: Chip, tested: str) -> torch.Tensor:
        """Largest |result - reference| of a correct kernel, same shape as `reference`; `dtype` is the output's, `tested` the case's."""
        if self.exact or not DTYPES[dtype].is_float:
            return torch.zeros_like(reference)
        magnitude = self.magnitude(**inputs) if self.magnitude else reference
        magnitude = magnitude.abs().expand(reference.shape)
        rounding = self.roundings * (unit(dtype, chip) * reference.abs() + DTYPES[dtype].smallest)
        arithmetic = min(self.steps, 6 * math.sqrt(self.steps)) * F32_UNIT * magnitude
        tolerance = rounding + arithmetic + self.lost * unit(tested, chip) * magnitude
        return torch.where(reference.isfinite(), tolerance, 0.0)


def exact() -> ErrorModel:
    """Comparisons, indices, copies: not one bit may differ."""
    return ErrorModel(exact=True)


def elementwise(steps: int = 2, magnitude: Magnitude | None = None) -> ErrorModel:
    """Each element from a few operations; `magnitude` where the result comes from larger terms that cancel."""
    return ErrorModel(steps=steps, magnitude=magnitude)


def reduction(length: int, magnitude: Magnitude) -> ErrorModel:
    """Sums over `length` terms; `magnitude` gives the sum of their absolute values."""
    return ErrorModel(steps=length, magnitude=magnitude)
