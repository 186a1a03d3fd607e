"""cbrt: the cube root, with its sign."""

from utest_ops.case import Case
from utest_ops.draw import SHAPES, randn
from utest_ops.tolerance import elementwise

CASES = [
    Case(
        {"input": randn(*shape)},
        lambda input: input.sign() * input.abs() ** (1 / 3),
        "Cbrt(input, output)",
        elementwise(6),
        torch=False,
    )
    for shape in SHAPES
]
