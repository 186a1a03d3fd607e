"""hypot: the length of the vector (input, other)."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, randn
from utest_ops.tolerance import elementwise

CASES = [
    Case(
        {"input": randn(*shape), "other": randn(*shape)},
        torch.hypot,
        "Hypot(input, other, output)",
        elementwise(4),
    )
    for shape in SHAPES
]
