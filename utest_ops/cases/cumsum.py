"""cumsum: sums along one dimension up to each element."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers, randn
from utest_ops.tolerance import reduction


def case(shape, axis, draw, dtypes):
    def compute(input):
        return torch.cumsum(input, axis, dtype=input.dtype)

    return Case(
        {"input": draw},
        compute,
        f"Cumsum(input, output, {axis})",
        reduction(shape[axis], lambda input: compute(input.abs())),
        name=f"axis{axis}{'_integer' if dtypes == ('i32',) else ''}",
        dtypes=dtypes,
        torch=False,
    )


SIZES = (((9, 65), 1), ((33, 10), 0), ((3, 17, 6), 1), ((129,), 0))
CASES = [case(shape, axis, randn(*shape), ("f32", "f16", "bf16")) for shape, axis in SIZES] + [
    case(shape, axis, integers(-1000, 1000, *shape), ("i32",)) for shape, axis in SIZES
]
