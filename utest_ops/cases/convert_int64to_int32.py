"""convert_int64to_int32: the low halves."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers

CASES = [
    Case(
        {"input": integers(-(2**30), 2**30, *shape)},
        lambda input: input.to(torch.int32),
        "ConvertInt64toInt32(input, output)",
        torch=False,
        outputs={"output": "i32"},
        dtypes=("i64",),
    )
    for shape in ((9,), (5, 67))
]
