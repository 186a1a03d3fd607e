"""maximum: the larger one of two."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, randn

CASES = [
    Case({"input": randn(*s), "other": randn(*s)}, torch.maximum, "Maximum(input, other, output)", torch=False)
    for s in SHAPES
]
