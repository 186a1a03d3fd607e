"""conj: the second number of each pair negated."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, randn

CASES = [
    Case(
        {"input": randn(*shape, 2)},
        lambda input: torch.stack((input[..., 0], -input[..., 1]), -1),
        "Conj(input, output)",
        torch=False,
        variants=("special",),
    )
    for shape in SHAPES
]
