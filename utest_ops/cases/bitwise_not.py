"""bitwise_not: every bit turned over."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers

CASES = [
    Case(
        {"input": integers(0, 100, *shape)},
        torch.bitwise_not,
        "BitwiseNot(input, output)",
        dtypes=("i32", "u8", "i8"),
        torch=False,
    )
    for shape in ((9,), (7, 33))
]
