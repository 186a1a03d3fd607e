"""rms_norm: weight and bias are optional."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import reduction

EPS = 1e-5


def compute(input, weight=None, bias=None, seen=None):
    mean = input[..., :seen].square().sum(-1, keepdim=True) / input.shape[-1]
    value = input / torch.sqrt(mean + EPS)
    value = value if weight is None else value * weight
    return value if bias is None else value + bias


def terms(**inputs):
    return compute(**{name: value.abs() for name, value in inputs.items()})


def case(shape, *parameters, call=None):
    weight, bias = (name if name in parameters else None for name in ("weight", "bias"))
    return Case(
        {"input": randn(*shape)} | {name: randn(shape[-1]) for name in parameters},
        compute,
        call or f"RMSNorm(input, {weight}, {bias}, {len(shape) - 1}, {EPS}, output)",
        reduction(shape[-1] + 4, terms),
        torch=False,
        optional=("weight", "bias"),
        last_step_left_out=lambda **inputs: compute(**inputs, seen=shape[-1] - 1),
    )


CASES = [case((16, 64), "weight", "bias"), case((7, 33), "weight"), case((3, 5, 40))]
