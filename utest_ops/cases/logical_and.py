"""logical_and: 1 where both are not 0."""

import torch

from utest_ops.case import Case
from utest_ops.draw import sparse

CASES = [
    Case(
        {"input": sparse(0.5, *shape), "other": sparse(0.5, *shape)},
        lambda input, other: torch.logical_and(input, other).to(input.dtype),
        "LogicalAnd(input, other, output)",
        dtypes=("f32", "f16", "bf16", "i32", "u8"),
        torch=False,
    )
    for shape in ((64,), (5, 67))
]
