"""ln_mm: layernorm(input; gamma, beta) @ w + b."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn, uniform
from utest_ops.tolerance import elementwise, reduction

EPS = 1e-5
REASON = "the normalised rows are rounded to the dtype before they are multiplied (sg_api_struct.h)"


def normalised(input, gamma, beta):
    mean = input.mean(-1, keepdim=True)
    rstd = 1 / torch.sqrt(input.var(-1, correction=0, keepdim=True) + EPS)
    return (input - mean) * rstd * gamma + beta, mean.squeeze(-1), rstd.squeeze(-1)


def compute(input, w, gamma, beta, b=None):
    rows, mean, rstd = normalised(input, gamma, beta)
    return rows @ w + (0 if b is None else b), mean, rstd


def terms(input, w, gamma, beta, b=None):
    rows = normalised(input, gamma, beta)[0]
    return rows.abs() @ w.abs() + (0 if b is None else b.abs())


def case(rows, inner, columns, *bias, operator="LnMm"):
    inputs = {"input": randn(*rows, inner), "w": randn(inner, columns)}
    inputs |= {"gamma": uniform(0.5, 1.5, inner), "beta": randn(inner)} | {name: randn(columns) for name in bias}
    b = "b" if bias else None
    return Case(
        inputs,
        compute,
        f"{operator}(input, w, {b}, gamma, beta, {EPS}, mean, rstd, output)",
        {
            "output": reduction(2 * inner, terms).because(REASON, lost=1.0),
            "mean": reduction(inner, lambda input, **_: input.abs().mean(-1)),
            "rstd": elementwise(2 * inner),
        },
        torch=False,
        outputs={"output": "same", "mean": "same", "rstd": "same"},
        optional=("b",),
        reduced={"w": 0},
    )


CASES = [case((9,), 16, 33, "b"), case((3, 5), 24, 8)]
