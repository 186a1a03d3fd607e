"""bitwise_const: exclusive or, and, or of an integer and a number."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers

MODES = (torch.bitwise_xor, torch.bitwise_and, torch.bitwise_or)
NUMBER = 0x35
CASES = [
    Case(
        {"input": integers(0, 100, 7, 33)},
        lambda input, compute=compute: compute(input, NUMBER),
        f"BitwiseConst(input, output, {NUMBER}, {mode})",
        name=compute.__name__,
        dtypes=("i32", "u8", "i8"),
        torch=False,
    )
    for mode, compute in enumerate(MODES)
]
