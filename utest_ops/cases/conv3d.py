"""conv3d with stride, padding, dilation and groups."""

import torch
from torch.nn import functional

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import reduction


def case(image, weight, bias=False, stride=(1, 1, 1), padding=(0, 0, 0), dilation=(1, 1, 1), groups=1):
    options = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}

    def compute(input, weight, bias=None):
        return functional.conv3d(input, weight, bias, **options)

    def terms(**inputs):
        return compute(**{name: value.abs() for name, value in inputs.items()})

    parameters = (*weight[2:], *padding, *stride, *dilation, groups)
    words = ("".join(map(str, values)) for values in (stride, padding, dilation))
    return Case(
        {"input": randn(*image), "weight": randn(*weight)} | ({"bias": randn(weight[0])} if bias else {}),
        compute,
        f"Conv3d(input, weight, {'bias' if bias else None}, {list(parameters)}, output)",
        reduction(torch.Size(weight[1:]).numel() + 1, terms),
        name="s{}p{}d{}".format(*words) + f"g{groups}",
        torch=False,
        optional=("bias",),
        reduced={"weight": 1},
    )


CASES = [
    case((2, 3, 4, 9, 7), (8, 3, 3, 3, 3), bias=True, padding=(1, 1, 1)),
    case((1, 4, 5, 8, 10), (6, 4, 1, 3, 2), stride=(1, 2, 3)),
    case((2, 4, 6, 5, 9), (8, 2, 2, 3, 3), bias=True, padding=(0, 2, 1), dilation=(2, 1, 2), groups=2),
    case((1, 3, 2, 6, 6), (33, 3, 2, 6, 6), stride=(2, 6, 6)),
]
