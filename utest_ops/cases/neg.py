"""neg: the opposite sign."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, uniform

DTYPES = ("f32", "f16", "bf16", "i32")
CASES = [Case({"input": uniform(-9, 9, *s)}, torch.neg, "Neg(input, output)", dtypes=DTYPES) for s in SHAPES]
