"""remainder: what is left after division by a number, with that number's sign."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, uniform
from utest_ops.tolerance import elementwise


def case(shape, other):
    return Case(
        {"input": uniform(-20, 20, *shape)},
        lambda input: torch.remainder(input, other),
        f"Remainder(input, {other}, output)",
        elementwise(1, lambda input: torch.full_like(input, other)),
        name=f"by{other}",
        torch=False,
    )


CASES = [case(shape, other) for shape in SHAPES for other in (2.5, -1.5)]
