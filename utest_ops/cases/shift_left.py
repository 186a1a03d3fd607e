"""shift_left: input * 2^other, of integers."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers

CASES = [
    Case(
        {"input": integers(-100, 100, *shape), "other": integers(0, 8, *shape)},
        torch.bitwise_left_shift,
        "ShiftLeft(input, other, output)",
        dtypes=("i32",),
    )
    for shape in ((9,), (7, 33), (3, 5, 64))
]
