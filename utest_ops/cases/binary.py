"""binary: input (op) scalar * other, of one shape."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, away_from_zero, randn
from utest_ops.tolerance import elementwise

SCALE = 1.5  # exact in every float type


def sums(input, other):
    return input.abs() + SCALE * other.abs()


OPERATIONS = (
    ("add", 0, lambda input, other: torch.add(input, other, alpha=SCALE), SCALE, elementwise(2, sums)),
    ("sub", 1, lambda input, other: torch.sub(input, other, alpha=SCALE), SCALE, elementwise(2, sums)),
    ("mul", 2, torch.mul, 1.0, elementwise(2)),
    ("div", 3, torch.div, 1.0, elementwise(2)),
)
CASES = [
    Case(
        {"input": randn(*shape), "other": away_from_zero(*shape)},
        compute,
        f"Binary(input, other, {scalar}, output, {code})",
        error,
        name,
    )
    for name, code, compute, scalar, error in OPERATIONS
    for shape in SHAPES
]
