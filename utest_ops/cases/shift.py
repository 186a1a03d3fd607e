"""shift: integers by amounts, to the left and, with their sign, to the right."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers

WAYS = ((True, torch.bitwise_left_shift), (False, torch.bitwise_right_shift))
CASES = [
    Case(
        {"input": integers(-100, 100, *shape), "other": integers(0, 8, *shape)},
        compute,
        f"Shift(input, other, output, {left})",
        name="left" if left else "right",
        dtypes=("i32",),
        torch=False,
    )
    for left, compute in WAYS
    for shape in ((9,), (7, 33))
]
