"""native_group_norm: groups of channels normalised by their mean and variance."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import elementwise, reduction

EPS = 1e-5


def case(shape, group, *given):
    rows, channels = shape[:2]
    length = torch.Size(shape).numel() // (rows * group)

    def of_channels(values):
        return values.reshape(-1, *[1] * (len(shape) - 2))

    def grouped(values):
        return values.reshape(rows, group, length)

    def statistics(input, seen=None):
        values = grouped(input)
        mean = values[..., :seen].sum(-1) / length
        return mean, 1 / torch.sqrt(values.var(-1, correction=0) + EPS)

    def affine(values, gamma, beta):
        values = values if gamma is None else values * of_channels(gamma)
        return values if beta is None else values + of_channels(beta)

    def compute(input, gamma=None, beta=None, seen=None):
        mean, rstd = statistics(input, seen)
        normal = (grouped(input) - mean.unsqueeze(-1)) * rstd.unsqueeze(-1)
        return affine(normal.reshape(shape), gamma, beta), mean, rstd

    def terms(input, gamma=None, beta=None):
        wide = grouped(input.abs()) + grouped(input.abs()).mean(-1, keepdim=True)
        normal = (wide * statistics(input)[1].unsqueeze(-1)).reshape(shape)
        return affine(normal, None if gamma is None else gamma.abs(), None if beta is None else beta.abs())

    gamma, beta = (name if name in given else None for name in ("gamma", "beta"))
    mode = ("gamma" in given) + 2 * ("beta" in given)
    return Case(
        {"input": randn(*shape)} | {name: randn(channels) for name in given},
        compute,
        f"NativeGroupNorm(input, {gamma}, {beta}, {group}, {mode}, {EPS}, output, mean, rstd)",
        {
            "output": reduction(length + 6, terms),
            "mean": reduction(length, lambda input, **_: grouped(input.abs()).mean(-1)),
            "rstd": elementwise(2 * length),
        },
        name=f"groups{group}",
        torch=False,
        outputs={"output": "same", "mean": "same", "rstd": "same"},
        optional=tuple(given),
        last_step_left_out=lambda **inputs: compute(**inputs, seen=length - 1),
        variants=("special",),
    )


CASES = [
    case((3, 6, 4, 5), 2, "gamma", "beta"),
    case((2, 9, 7), 3, "gamma"),
    case((4, 8, 3, 2), 4, "beta"),
    case((5, 24), 8),
]
