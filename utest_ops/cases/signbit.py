"""signbit: 1 where the sign bit is set, also of -0."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, randn

CASES = [
    Case({"input": randn(*s)}, torch.signbit, "Signbit(input, output)", outputs={"output": "u8"}, torch=False)
    for s in SHAPES
]
