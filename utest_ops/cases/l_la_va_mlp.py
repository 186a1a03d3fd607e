"""l_la_va_mlp: gelu(input @ w1 + b1) @ w2 + b2."""

from torch.nn import functional

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import reduction


def compute(input, w1, w2, b1=None, b2=None):
    hidden = input @ w1 if b1 is None else input @ w1 + b1
    output = functional.gelu(hidden) @ w2
    return output if b2 is None else output + b2


def terms(input, w1, w2, b1=None, b2=None):
    # gelu's slope is nowhere more than 1.13.
    hidden = input.abs() @ w1.abs() + (0 if b1 is None else b1.abs())
    return 1.13 * hidden @ w2.abs() + (0 if b2 is None else b2.abs())


def case(rows, inner, middle, columns, *given):
    sizes = {"b1": middle, "b2": columns}
    inputs = {"input": randn(*rows, inner), "w1": randn(inner, middle), "w2": randn(middle, columns)}
    b1, b2 = (name if name in given else None for name in sizes)
    return Case(
        inputs | {name: randn(sizes[name]) for name in given},
        compute,
        f"LLaVaMlp(input, w1, w2, {b1}, {b2}, output)",
        reduction(inner + middle + 8, terms),
        torch=False,
        optional=tuple(given),
        reduced={"w2": 0},
    )


CASES = [
    case((3, 5), 5, 3, 17, "b1", "b2"),
    case((9,), 5, 3, 17, "b1"),
    case((9,), 24, 9, 8, "b2"),
    case((3, 5), 16, 24, 17),
]
