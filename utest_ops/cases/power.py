"""power: input to the power of other."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, uniform
from utest_ops.tolerance import elementwise


def terms(input, other):
    """exp(other * log(input)): an error of the exponent is one of the result, as many times larger as the exponent is."""
    return input**other * (1 + (other * input.log()).abs())


CASES = [
    Case(
        {"input": uniform(0.2, 3, *shape), "other": uniform(-2, 2, *shape)},
        lambda input, other: torch.pow(input, other),
        "Power(input, other, output)",
        elementwise(8, terms),
    )
    for shape in SHAPES
]
