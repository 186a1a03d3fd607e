"""flip: one dimension in reverse order."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers
from utest_ops.dtypes import FLOATS

DTYPES = (*FLOATS, "i32", "i16", "i8", "u8")
CASES = [
    Case(
        {"input": integers(-100, 100, *shape)},
        lambda input, axis=axis: torch.flip(input, (axis,)),
        f"Flip(input, {axis}, output)",
        name=f"axis{axis}",
        dtypes=DTYPES,
        torch=False,
    )
    for shape, axis in (((65,), 0), ((9, 33), 1), ((17, 10), 0), ((3, 5, 8), -2), ((2, 3, 4, 5), -1))
]
