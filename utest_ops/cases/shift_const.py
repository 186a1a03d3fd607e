"""shift_const: integers by one amount."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers

WAYS = ((True, torch.bitwise_left_shift), (False, torch.bitwise_right_shift))
CASES = [
    Case(
        {"input": integers(-100, 100, 7, 33)},
        lambda input, compute=compute: compute(input, 3),
        f"ShiftConst(input, output, 3, {left})",
        name="left" if left else "right",
        dtypes=("i32",),
        torch=False,
    )
    for left, compute in WAYS
]
