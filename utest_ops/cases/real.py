"""real: the first number of each pair."""

from utest_ops.case import Case
from utest_ops.draw import SHAPES, randn

CASES = [
    Case(
        {"input": randn(*shape, 2)},
        lambda input: input[..., 0],
        "Real(input, output)",
        torch=False,
        variants=("special",),
    )
    for shape in SHAPES
]
