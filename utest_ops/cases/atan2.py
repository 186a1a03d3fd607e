"""atan2: the angle of a point."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, randn
from utest_ops.tolerance import elementwise

CASES = [
    Case(
        {"input": randn(*shape), "other": randn(*shape)},
        torch.atan2,
        "Atan2(input, other, output)",
        elementwise(4),
        dtypes=("f32",),
        torch=False,
    )
    for shape in SHAPES
]
