"""rms_norm_forward: rms_norm under the name of the public header."""

from utest_ops.cases.rms_norm import EPS, case


def forward(shape, axis, *parameters):
    weight, bias = (name if name in parameters else None for name in ("weight", "bias"))
    return case(shape, *parameters, call=f"RmsNormForward(input, {weight}, {bias}, output, {axis}, {EPS})")


CASES = [
    forward((16, 64), 1, "weight", "bias"),
    forward((7, 33), -1, "weight"),
    forward((3, 5, 40), 2),
    forward((2, 9, 17), -1, "bias"),
]
