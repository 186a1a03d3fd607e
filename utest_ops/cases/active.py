"""active: one function of many, element by element."""

import torch
from torch.nn import functional

from utest_ops.case import Case
from utest_ops.draw import away_from_zero, randn, uniform
from utest_ops.tolerance import elementwise, exact


def one(input):
    """The terms that cancel are about 1."""
    return torch.ones_like(input)


FUNCTIONS = (
    # enumerator, torch, inputs, error model
    ("TANH", torch.tanh, randn, elementwise(8)),
    ("SIGMOID", torch.sigmoid, randn, elementwise(8)),
    ("RELU", torch.relu, randn, exact()),
    ("EXP", torch.exp, randn, elementwise(8)),
    ("EXPM1", torch.expm1, randn, elementwise(4)),
    ("SQRT", torch.sqrt, lambda *s: uniform(0.1, 9, *s), elementwise(2)),
    ("RSQRT", torch.rsqrt, lambda *s: uniform(0.1, 9, *s), elementwise(4)),
    ("SQUARE", torch.square, randn, elementwise(1)),
    ("RECIPROCAL", torch.reciprocal, away_from_zero, elementwise(1)),
    ("ABSVAL", torch.abs, randn, exact()),
    ("ROUND", torch.round, lambda *s: uniform(-9, 9, *s), exact()),
    ("CEIL", torch.ceil, lambda *s: uniform(-9, 9, *s), exact()),
    ("FLOOR", torch.floor, lambda *s: uniform(-9, 9, *s), exact()),
    ("TRUNC", torch.trunc, lambda *s: uniform(-9, 9, *s), exact()),
    ("SIN", torch.sin, lambda *s: uniform(-3, 3, *s), elementwise(4, one)),
    ("COS", torch.cos, lambda *s: uniform(-3, 3, *s), elementwise(4, one)),
    ("TAN", torch.tan, lambda *s: uniform(-1, 1, *s), elementwise(8)),
    ("ARCSIN", torch.arcsin, lambda *s: uniform(-0.9, 0.9, *s), elementwise(4)),
    ("ARCCOS", torch.arccos, lambda *s: uniform(-0.9, 0.9, *s), elementwise(4)),
    ("ARCTAN", torch.arctan, randn, elementwise(4)),
    ("SINH", torch.sinh, randn, elementwise(4)),
    ("COSH", torch.cosh, randn, elementwise(4)),
    ("ARCSINH", torch.arcsinh, randn, elementwise(4)),
    ("ARCCOSH", torch.arccosh, lambda *s: uniform(1.5, 9, *s), elementwise(4)),
    ("ARCTANH", torch.arctanh, lambda *s: uniform(-0.9, 0.9, *s), elementwise(4)),
    ("ERF", torch.erf, randn, elementwise(8)),
    ("ERFC", torch.erfc, randn, elementwise(8)),
    ("SILU", functional.silu, randn, elementwise(8)),
    ("MISH", functional.mish, randn, elementwise(16)),
    ("ELU", functional.elu, randn, elementwise(4)),
)
CASES = [
    Case(
        {"input": draw(*shape)},
        compute,
        f"Active(input, output, TPUDNN_ACTIVE_{name})",
        error,
        name.lower(),
        torch=False if name in ("ELU", "ARCTAN") else None,  # torch composes them from other kernels
    )
    for name, compute, draw, error in FUNCTIONS
    for shape in ((5, 67), (3, 1, 40))
]
