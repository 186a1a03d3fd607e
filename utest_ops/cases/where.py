"""where: self where the condition holds, else other, with broadcasting."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers, randn


def case(condition, first, second):
    return Case(
        {"cond": integers(0, 2, *condition).as_dtype("bool"), "self": randn(*first), "other": randn(*second)},
        lambda cond, self, other: torch.where(cond, self, other),
        "Where(cond, self, other, output)",
    )


CASES = [
    case((9, 33), (9, 33), (9, 33)),
    case((5, 1, 8), (5, 7, 8), (1, 7, 8)),
    case((1, 17), (9, 17), (9, 1)),
]
