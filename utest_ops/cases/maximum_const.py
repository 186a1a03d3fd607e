"""maximum_const: the larger one of an element and a number."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, integers, randn

CASES = [
    *(
        Case({"input": randn(*s)}, lambda input: torch.clamp(input, min=0.25), "MaximumConst(input, output, 0.25)")
        for s in SHAPES
    ),
    Case(
        {"input": integers(-9, 9, 7, 33)},
        lambda input: torch.clamp(input, min=2),
        "MaximumConst(input, output, 2.0)",
        name="integers",
        dtypes=("i32", "i8"),
        torch=False,
    ),
]
