"""binary_w_stride: input + scalar * other and its kind, for any strides."""

from utest_ops.case import Case
from utest_ops.draw import away_from_zero, randn
from utest_ops.tolerance import elementwise

OPERATIONS = (
    ("add", lambda x, y: x + 0.5 * y, lambda x, y: x.abs() + 0.5 * y.abs()),
    ("sub", lambda x, y: x - 0.5 * y, lambda x, y: x.abs() + 0.5 * y.abs()),
    ("mul", lambda x, y: x * (0.5 * y), None),
    ("div", lambda x, y: x / (0.5 * y), None),
)


def case(mode, input, other, layout):
    name, compute, terms = OPERATIONS[mode]
    return Case(
        {"input": input, "other": other},
        lambda input, other: compute(input, other),
        f"BinaryWStride(input, other, 0.5, output, {mode})",
        elementwise(3, terms and (lambda input, other: terms(input, other))),
        name=f"{name}_{layout}",
        torch=False,
    )


# The output lies where the input does, with its strides.
IN_PLACE = Case(
    {"input": randn(7, 33).every(2), "other": randn(7, 33)},
    lambda input, other: input + 0.5 * other,
    "BinaryWStride(input, other, 0.5, input, 0)",
    elementwise(3, lambda input, other: input.abs() + 0.5 * other.abs()),
    name="add_in_place",
    torch=False,
    outputs={"input": "same"},
)
CASES = [
    *(case(mode, randn(7, 33).every(2), away_from_zero(7, 33), "step") for mode in range(4)),
    *(case(mode, randn(9, 17).transposed(), away_from_zero(9, 17).transposed(), "turned") for mode in range(4)),
    *(case(mode, randn(3, 5, 16), away_from_zero(3, 5, 16).every(3), "other") for mode in range(4)),
    IN_PLACE,
]
