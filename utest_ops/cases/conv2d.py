"""conv2d with stride, padding, dilation and groups."""

import torch
from torch.nn import functional

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import reduction


def case(image, weight, bias=False, stride=1, padding=0, dilation=1, groups=1):
    options = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}

    def compute(input, weight, bias=None):
        return functional.conv2d(input, weight, bias, **options)

    def terms(input, weight, bias=None):
        return functional.conv2d(input.abs(), weight.abs(), None if bias is None else bias.abs(), **options)

    kernel = weight[2:]
    parameters = (*kernel, padding, padding, stride, stride, dilation, dilation, groups)
    return Case(
        {"input": randn(*image), "weight": randn(*weight)} | ({"bias": randn(weight[0])} if bias else {}),
        compute,
        f"Conv2d(input, weight, {'bias' if bias else None}, {list(parameters)}, output)",
        reduction(torch.Size(weight[1:]).numel() + 1, terms),
        name=f"s{stride}p{padding}d{dilation}g{groups}",
        optional=("bias",),
        reduced={"weight": 1},
    )


CASES = [
    case((2, 3, 9, 11), (8, 3, 3, 3), bias=True, padding=1),
    case((1, 4, 10, 10), (6, 4, 3, 2), stride=2),
    case((2, 4, 9, 9), (8, 2, 3, 3), bias=True, padding=2, dilation=2, groups=2),
    case((1, 40, 5, 5), (33, 40, 1, 1)),
]
