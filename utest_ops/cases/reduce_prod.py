"""reduce_prod: the product over one dimension."""

import torch

from utest_ops.case import Case
from utest_ops.draw import away_from_zero
from utest_ops.tolerance import elementwise


def case(shape, dim, keepdim):
    return Case(
        {"input": away_from_zero(*shape)},
        lambda input: torch.prod(input, dim, keepdim=keepdim),
        f"ReduceProd(input, {dim}, {int(keepdim)}, output)",
        elementwise(shape[dim]),
        name=f"dim{dim}{'_keep' if keepdim else ''}",
        reduced={"input": dim},
        neutral=1.0,
    )


CASES = [case((9, 12), 1, False), case((11, 17), 0, True), case((3, 7, 8), 1, False)]
