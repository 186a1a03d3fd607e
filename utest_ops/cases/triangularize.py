"""triangularize: 0 below or above a diagonal of each matrix."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers
from utest_ops.dtypes import FLOATS

DTYPES = (*FLOATS, "i32", "i16", "i8", "u8")
CASES = [
    Case(
        {"self": integers(1, 100, *shape)},
        lambda self, upper=upper, diagonal=diagonal: (torch.triu if upper else torch.tril)(self, diagonal),
        f"Triangularize(self, {upper}, {diagonal}, out)",
        name=f"{'upper' if upper else 'lower'}{diagonal}",
        dtypes=DTYPES,
        torch=False,
        outputs={"out": "same"},
    )
    for shape, diagonal in (((9, 9), 0), ((7, 33), 5), ((3, 17, 10), -2), ((2, 3, 8, 9), 1))
    for upper in (0, 1)
]
