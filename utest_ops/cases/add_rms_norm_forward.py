"""add_rms_norm_forward: a sum, kept in place of its second operand, and its rms_norm."""

from utest_ops.case import Case
from utest_ops.cases.rms_norm import EPS, compute
from utest_ops.draw import randn
from utest_ops.tolerance import elementwise, reduction

REASON = "the sum is rounded to the dtype before it is normed"


def case(shape, axis, *parameters):
    scale, bias = (name if name in parameters else None for name in ("scale", "bias"))

    def forward(input, residule, scale=None, bias=None, seen=None):
        total = input + residule
        return total, compute(total, scale, bias, seen)

    def terms(input, residule, scale=None, bias=None):
        scale, bias = (None if value is None else value.abs() for value in (scale, bias))
        total = input + residule
        return compute(total, scale, bias).abs() + compute(total.abs(), scale, bias)

    return Case(
        {"input": randn(*shape), "residule": randn(*shape)} | {name: randn(shape[-1]) for name in parameters},
        forward,
        f"AddRmsNormForward(input, residule, {scale}, {bias}, output, 1, {axis}, {EPS})",
        {"residule": elementwise(1), "output": reduction(shape[-1] + 4, terms).because(REASON, lost=1.0)},
        name=f"axis{axis}",
        torch=False,
        outputs={"residule": "same", "output": "same"},
        optional=("scale", "bias"),
        last_step_left_out=lambda **inputs: forward(**inputs, seen=shape[-1] - 1),
        variants=("special",),
    )


def plain(shape, axis):
    return Case(
        {"input": randn(*shape), "scale": randn(shape[-1])},
        lambda input, scale, seen=None: compute(input, scale, None, seen),
        f"AddRmsNormForward(input, None, scale, None, output, 0, {axis}, {EPS})",
        reduction(shape[-1] + 4, lambda input, scale: compute(input.abs(), scale.abs())),
        name=f"alone_axis{axis}",
        torch=False,
        last_step_left_out=lambda **inputs: compute(inputs["input"], inputs["scale"], None, shape[-1] - 1),
    )


CASES = [
    case((16, 64), 1, "scale", "bias"),
    case((7, 33), -1, "scale"),
    case((3, 5, 40), 2),
    plain((9, 17), -1),
]
