"""power_scalar: input to the power of a number."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, uniform
from utest_ops.tolerance import elementwise


def terms(input):
    return input**1.75 * (1 + (1.75 * input.log()).abs())


CASES = [
    Case(
        {"input": uniform(0.2, 3, *shape)},
        lambda input: torch.pow(input, 1.75),
        "PowerScalar(input, output, 1.75)",
        elementwise(8, terms),
        torch=False,
    )
    for shape in SHAPES
]
