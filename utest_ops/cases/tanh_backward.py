"""tanh_backward: the gradient of tanh, from its result."""

from utest_ops.case import Case
from utest_ops.draw import SHAPES, randn, uniform
from utest_ops.tolerance import elementwise


def compute(grad_output, output):
    return grad_output * (1 - output.square())


def terms(grad_output, output):
    return grad_output.abs() * (1 + output.square())


CASES = [
    Case(
        {"grad_output": randn(*shape), "output": uniform(-1, 1, *shape)},
        compute,
        "TanhBackward(grad_output, output, grad_input)",
        elementwise(4, terms),
        torch=False,
        outputs={"grad_input": "same"},
    )
    for shape in SHAPES
]
