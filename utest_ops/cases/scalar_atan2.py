"""scalar_atan2: the angle of a point with one ordinate."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, randn
from utest_ops.tolerance import elementwise

CASES = [
    Case(
        {"input": randn(*shape)},
        lambda input: torch.atan2(torch.full_like(input, 0.5), input),
        "ScalarAtan2(input, output, 0.5)",
        elementwise(4),
        dtypes=("f32",),
        torch=False,
    )
    for shape in SHAPES
]
