"""leaky_re_lu: input where it is positive, else a part of it."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, randn
from utest_ops.tolerance import elementwise

CASES = [
    Case(
        {"input": randn(*shape)},
        lambda input: torch.where(input > 0, input, input * 0.125),
        "LeakyReLU(input, output, 0.125)",
        elementwise(2),
    )
    for shape in SHAPES
]
