"""gather: an element of one dimension for each index."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers
from utest_ops.dtypes import FLOATS

DTYPES = (*FLOATS, "i32", "i16", "i8", "u8")
CASES = [
    Case(
        {"input": integers(-100, 100, *shape), "index": integers(0, shape[axis], *chosen).as_dtype(index)},
        lambda input, index, axis=axis: torch.gather(input, axis, index.long()),
        f"Gather(input, index, output, {axis})",
        name=f"{index}_axis{axis}",
        dtypes=DTYPES,
        torch=False,
    )
    for shape, chosen, axis in (((9, 33), (9, 40), 1), ((17, 10), (5, 8), 0), ((3, 8, 5), (3, 2, 5), 1))
    for index in ("i32", "i64")
]
