"""silu_backward: the gradient of input * sigmoid(input)."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, randn
from utest_ops.tolerance import elementwise


def compute(grad_output, input):
    sigmoid = torch.sigmoid(input)
    return grad_output * sigmoid * (1 + input * (1 - sigmoid))


def terms(grad_output, input):
    return grad_output.abs() * torch.sigmoid(input) * (1 + input.abs())


CASES = [
    Case(
        {"grad_output": randn(*shape), "input": randn(*shape)},
        compute,
        "SiluBackward(grad_output, input, grad_input)",
        elementwise(8, terms),
        torch=False,
        outputs={"grad_input": "same"},
    )
    for shape in SHAPES
]
