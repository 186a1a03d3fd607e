"""batch_matmul: left[b] @ right[b]."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import reduction


def case(left, right):
    error = reduction(left.size[-1], lambda left, right: left.abs() @ right.abs())
    return Case({"left": left, "right": right}, bmm, "BatchMatmul(left, right, output)", error, reduced={"left": 2})


def bmm(left, right):
    return torch.bmm(left, right)


CASES = [
    case(randn(4, 32, 32), randn(4, 32, 32)),
    case(randn(3, 17, 65), randn(3, 65, 9)),
    case(randn(2, 24, 40).transposed(), randn(2, 40, 16)),
    case(randn(2, 24, 40), randn(2, 40, 16).transposed()),
]
