"""hardtanh: not less than one number and not more than another."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, randn

CASES = [
    Case({"input": randn(*s)}, lambda input: torch.clamp(input, -0.5, 0.75), "Hardtanh(input, -0.5, 0.75, output)")
    for s in SHAPES
]
