"""sigmoid_backward: the gradient of the sigmoid function, from its result."""

from utest_ops.case import Case
from utest_ops.draw import SHAPES, randn, uniform
from utest_ops.tolerance import elementwise


def compute(grad_output, output):
    return grad_output * (1 - output) * output


def terms(grad_output, output):
    return grad_output.abs() * (1 + output.abs()) * output.abs()


CASES = [
    Case(
        {"grad_output": randn(*shape), "output": uniform(0, 1, *shape)},
        compute,
        "SigmoidBackward(grad_output, output, grad_input)",
        elementwise(4, terms),
        torch=False,
        outputs={"grad_input": "same"},
    )
    for shape in SHAPES
]
