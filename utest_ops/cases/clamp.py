"""clamp: not less than min, not more than max."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, randn

CASES = [
    Case({"input": randn(*shape)}, lambda input: torch.clamp(input, -0.5, 0.75), "Clamp(input, -0.5, 0.75, output)")
    for shape in SHAPES
]
