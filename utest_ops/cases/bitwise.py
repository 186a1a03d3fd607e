"""bitwise: exclusive or, and, or of two integers."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers

MODES = (torch.bitwise_xor, torch.bitwise_and, torch.bitwise_or)
CASES = [
    Case(
        {"input": integers(0, 100, *shape), "other": integers(0, 100, *shape)},
        compute,
        f"Bitwise(input, other, output, {mode})",
        name=compute.__name__,
        dtypes=("i32", "u8", "i8"),
        torch=False,
    )
    for mode, compute in enumerate(MODES)
    for shape in ((9,), (7, 33))
]
