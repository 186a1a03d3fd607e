"""Where the inputs of a case come from: shape, distribution, dtype and layout, drawn from a seeded generator."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import torch

from utest_ops.dtypes import DTYPES

Fill = Callable[[tuple[int, ...], torch.Generator], torch.Tensor]
Finish = Callable[[torch.Tensor, torch.Generator], torch.Tensor]


@dataclass(frozen=True)
class Draw:
    """One input tensor. `dtype` None follows the dtype under test. `finish` changes values after they are rounded to it. `layout` turns
    the tensor into a view of it."""

    shape: tuple[int, ...]
    fill: Fill
    dtype: str | None = None
    layout: Callable[[torch.Tensor], torch.Tensor] | None = None
    views: str = ""
    finish: Finish | None = None

    def as_dtype(self, dtype: str) -> "Draw":
        """The same values in a dtype of its own, whatever is tested."""
        return replace(self, dtype=dtype)

    def transposed(self, dim0: int = -2, dim1: int = -1) -> "Draw":
        """A view with two dimensions swapped: same shape as declared, other strides."""
        shape = list(self.shape)
        shape[dim0], shape[dim1] = shape[dim1], shape[dim0]
        return replace(self, shape=tuple(shape), layout=lambda t: t.transpose(dim0, dim1), views="T")

    def every(self, step: int) -> "Draw":
        """A view that takes every `step`-th element of the last dimension."""
        shape = (*self.shape[:-1], self.shape[-1] * step)
        return replace(self, shape=shape, layout=lambda t: t[..., ::step], views=f"step{step}")

    @property
    def size(self) -> tuple[int, ...]:
        """The shape of the tensor, which is the view's where there is a layout."""
        return tuple(self.layout(torch.empty(self.shape)).shape) if self.layout else self.shape

    def describe(self) -> str:
        """Shape and layout for the name of a case: 33x65 or 33x65T."""
        return ("x".join(map(str, self.size)) or "scalar") + self.views

    def make(self, dtype: str, generator: torch.Generator) -> torch.Tensor:
        """The tensor, rounded to the dtype."""
        value = self.fill(self.shape, generator).to(DTYPES[self.dtype or dtype].torch)
        value = self.finish(value, generator) if self.finish else value
        return self.layout(value) if self.layout else value


def randn(*shape: int) -> Draw:
    """Standard normal values."""
    return Draw(shape, lambda s, g: torch.randn(s, generator=g, dtype=torch.float64))


def uniform(low: float, high: float, *shape: int) -> Draw:
    """Uniform in [low, high)."""
    return Draw(shape, lambda s, g: torch.rand(s, generator=g, dtype=torch.float64) * (high - low) + low)


def away_from_zero(*shape: int) -> Draw:
    """Both signs, magnitude in [0.5, 2): divisors."""

    def fill(size: tuple[int, ...], generator: torch.Generator) -> torch.Tensor:
        magnitude = torch.rand(size, generator=generator, dtype=torch.float64) * 1.5 + 0.5
        return torch.where(torch.rand(size, generator=generator) < 0.5, -magnitude, magnitude)

    return Draw(shape, fill)


def integers(low: int, high: int, *shape: int) -> Draw:
    """Integers in [low, high)."""
    return Draw(shape, lambda s, g: torch.randint(low, high, s, generator=g))


def sparse(keep: float, *shape: int) -> Draw:
    """Normal values, each kept with probability `keep`, otherwise 0."""

    def fill(size: tuple[int, ...], generator: torch.Generator) -> torch.Tensor:
        values = torch.randn(size, generator=generator, dtype=torch.float64)
        return torch.where(torch.rand(size, generator=generator) < keep, values + values.sign(), 0.0)

    return Draw(shape, fill)


def above_grid(*shape: int) -> Draw:
    """Values between 1.03 and 1.06, each 0.002 above a multiple of 2^-7, which is a step of BF16 and not of F16.

    For reductions to one element: a lower precision errs in the same direction everywhere and does not average out.
    """

    def fill(size: tuple[int, ...], generator: torch.Generator) -> torch.Tensor:
        return 1.002 + torch.randint(4, 8, size, generator=generator).double() / 128

    return Draw(shape, fill)


def eighths(*shape: int) -> Draw:
    """Multiples of 1/8 in [-2, 2]: exact in every float type, and so are their sums."""
    return Draw(shape, lambda s, g: torch.randint(-16, 17, s, generator=g).double() / 8)


def constant(value: float, *shape: int) -> Draw:
    """One value everywhere."""
    return Draw(shape, lambda s, g: torch.full(s, value, dtype=torch.float64))


# Less than one element for each of eight cores' vector lengths, odd sizes, more dimensions, and a size that divides evenly.
SHAPES = ((9,), (7, 33), (3, 5, 64), (2, 3, 17, 19))
