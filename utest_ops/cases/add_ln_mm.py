"""add_ln_mm: out_add = input0 + input1, then layernorm and a product as in ln_mm."""

from utest_ops.case import Case
from utest_ops.cases import ln_mm
from utest_ops.draw import eighths, randn, uniform
from utest_ops.tolerance import elementwise, exact, reduction


def compute(input0, input1, w, gamma, beta, b=None):
    total = input0 + input1
    return total, *ln_mm.compute(total, w, gamma, beta, b)


def terms(input0, input1, w, gamma, beta, b=None):
    return ln_mm.terms(input0 + input1, w, gamma, beta, b)


def case(rows, inner, columns, *bias, operator="AddLnMm"):
    inputs = {"input0": eighths(*rows, inner), "input1": eighths(*rows, inner), "w": randn(inner, columns)}
    inputs |= {"gamma": uniform(0.5, 1.5, inner), "beta": randn(inner)} | {name: randn(columns) for name in bias}
    b = "b" if bias else None
    return Case(
        inputs,
        compute,
        f"{operator}(input0, input1, w, {b}, gamma, beta, {ln_mm.EPS}, out_add, mean, rstd, output)",
        {
            "out_add": exact(),
            "output": reduction(2 * inner, terms).because(ln_mm.REASON, lost=1.0),
            "mean": reduction(inner, lambda input0, input1, **_: (input0 + input1).abs().mean(-1)),
            "rstd": elementwise(2 * inner),
        },
        torch=False,
        outputs={"out_add": "same", "output": "same", "mean": "same", "rstd": "same"},
        optional=("b",),
        reduced={"w": 0},
    )


CASES = [case((9,), 16, 33, "b"), case((3, 5), 24, 8)]
