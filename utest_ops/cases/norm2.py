"""norm2: the square root of the sum of the squares."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, above_grid
from utest_ops.tolerance import elementwise

CASES = [
    Case(
        {"input": above_grid(*shape)},
        lambda input: torch.linalg.vector_norm(input).reshape(1),
        "Norm2(input, output)",
        elementwise(torch.Size(shape).numel() + 2),
        reduced={"input": 0},
    )
    for shape in SHAPES
]
