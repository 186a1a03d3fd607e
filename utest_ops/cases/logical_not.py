"""logical_not: 1 where the input is 0."""

import torch

from utest_ops.case import Case
from utest_ops.draw import sparse

CASES = [
    Case(
        {"input": sparse(0.5, *shape)},
        torch.logical_not,
        "LogicalNot(input, output)",
        outputs={"output": "u8"},
        dtypes=("f32", "f16", "bf16", "i32", "u8"),
    )
    for shape in ((64,), (5, 67))
]
