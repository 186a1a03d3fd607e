"""index_select: the slices of one dimension that indices name."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers, randn

CASES = [
    Case(
        {"input": randn(*shape), "indices": integers(0, shape[dim], count).as_dtype(index)},
        lambda input, indices, dim=dim: torch.index_select(input, dim, indices),
        f"IndexSelect(input, indices, {dim}, output)",
        name=f"{index}_dim{dim}",
    )
    for shape, dim, count in (((17, 9), 0, 30), ((5, 33), 1, 11), ((3, 8, 10), 1, 5))
    for index in ("i32", "i64")
]
