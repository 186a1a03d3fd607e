"""binary_c: input (op) constant, or constant (op) input."""

import torch

from utest_ops.case import Case
from utest_ops.draw import away_from_zero
from utest_ops.tolerance import elementwise

VALUE = 0.75  # exact in every float type


def larger(input):
    return input.abs() + VALUE


OPERATIONS = (
    ("add", 0, False, lambda input: input + VALUE, elementwise(1, larger)),
    ("sub", 1, False, lambda input: input - VALUE, elementwise(1, larger)),
    ("sub_from", 1, True, lambda input: VALUE - input, elementwise(1, larger)),
    ("mul", 2, False, lambda input: input * VALUE, elementwise(1)),
    ("div", 3, False, lambda input: input / VALUE, elementwise(2)),
    ("div_into", 3, True, lambda input: torch.div(torch.tensor(VALUE), input), elementwise(2)),
)
CASES = [
    Case(
        {"input": away_from_zero(*shape)}, compute, f"BinaryC(input, {VALUE}, output, {code}, {inversed})", error, name
    )
    for name, code, inversed, compute, error in OPERATIONS
    for shape in ((9,), (5, 67))
]
