"""layernorm over the last dimensions; weight and bias are optional."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import elementwise, reduction

EPS = 1e-5


def rstd_of(value):
    return 1 / torch.sqrt(value.var(-1, correction=0, keepdim=True) + EPS)


def affine(value, weight, bias):
    value = value if weight is None else value * weight
    return value if bias is None else value + bias


def case(shape, parameters=("weight", "bias")):
    start, length = len(shape) - 1, shape[-1]

    def compute(input, weight=None, bias=None, seen=length):
        mean, rstd = input[..., :seen].sum(-1, keepdim=True) / length, rstd_of(input)
        return affine((input - mean) * rstd, weight, bias), mean, rstd

    def native(input, weight=None, bias=None):
        return torch.native_layer_norm(input, (length,), weight, bias, EPS)

    def terms(input, weight=None, bias=None):
        spread = (input.abs() + input.abs().mean(-1, keepdim=True)) * rstd_of(input)
        return affine(spread, None if weight is None else weight.abs(), None if bias is None else bias.abs())

    weight, bias = (name if name in parameters else None for name in ("weight", "bias"))
    return Case(
        {"input": randn(*shape)} | {name: randn(length) for name in parameters},
        compute,
        f"Layernorm(input, {weight}, {bias}, {start}, {EPS}, output, mean, rstd)",
        {
            "output": reduction(length + 6, terms),
            "mean": reduction(length, lambda input, **_: input.abs().mean(-1, keepdim=True)),
            "rstd": elementwise(2 * length),
        },
        torch=native,
        outputs={"output": "same", "mean": "same", "rstd": "same"},
        optional=("weight", "bias"),
        last_step_left_out=lambda **inputs: compute(**inputs, seen=length - 1),
    )


CASES = [case((16, 64)), case((7, 33)), case((3, 5, 129)), case((9, 24), ()), case((9, 24), ("weight",))]
