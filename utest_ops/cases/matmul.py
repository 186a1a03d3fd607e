"""matmul: left @ right, with an optional bias."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import reduction


def compute(left, right, bias=None):
    return torch.matmul(left, right) if bias is None else torch.addmm(bias, left, right)


def magnitude(left, right, bias=None):
    return left.abs() @ right.abs() + (0 if bias is None else bias.abs())


def case(left, right, bias=None):
    inputs = {"left": left, "right": right} | ({"bias": bias} if bias else {})
    call = f"Matmul(left, right, {'bias' if bias else None}, output)"
    return Case(inputs, compute, call, reduction(right.size[0] + 1, magnitude), optional=("bias",), reduced={"left": 1})


CASES = [
    case(randn(64, 64), randn(64, 64)),
    case(randn(33, 129), randn(129, 65)),
    case(randn(1, 7), randn(7, 1)),
    case(randn(32, 48), randn(48, 24), randn(24)),
    case(randn(40, 24).transposed(), randn(24, 40)),
    case(randn(24, 40), randn(40, 56).transposed()),
]
