"""binary_bcast: input (op) scalar * other, broadcast to each other."""

import torch

from utest_ops.case import Case
from utest_ops.draw import away_from_zero, randn
from utest_ops.tolerance import elementwise

SHAPES = (((5, 1, 33), (1, 7, 33)), ((4, 1), (1, 17)), ((2, 3, 8, 8), (1, 3, 1, 1)))


def sums(input, other):
    return input.abs() + other.abs()


OPERATIONS = (
    ("add", 0, torch.add, elementwise(2, sums)),
    ("sub", 1, torch.sub, elementwise(2, sums)),
    ("mul", 2, torch.mul, elementwise(2)),
    ("div", 3, torch.div, elementwise(2)),
)
CASES = [
    Case(
        {"input": randn(*left), "other": away_from_zero(*right)},
        compute,
        f"BinaryBcast(input, other, 1.0, output, {code})",
        error,
        name,
    )
    for name, code, compute, error in OPERATIONS
    for left, right in SHAPES
]
