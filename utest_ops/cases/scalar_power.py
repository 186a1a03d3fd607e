"""scalar_power: a number to the power of input."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, uniform
from utest_ops.tolerance import elementwise


def terms(input):
    return 2.5**input * (1 + input.abs())


CASES = [
    Case(
        {"input": uniform(-2, 2, *shape)},
        lambda input: torch.pow(2.5, input),
        "ScalarPower(input, output, 2.5)",
        elementwise(8, terms),
        torch=False,
    )
    for shape in SHAPES
]
