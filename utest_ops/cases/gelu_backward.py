"""gelu_backward: the gradient of the exact form."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, randn
from utest_ops.tolerance import elementwise


def compute(grad_output, input):
    cdf = 0.5 * (1 + torch.erf(input * 0.5**0.5))
    pdf = torch.exp(-0.5 * input * input) * 0.3989422804014327
    return grad_output * (cdf + input * pdf)


CASES = [
    Case(
        {"grad_output": randn(*shape), "input": randn(*shape)},
        compute,
        "GELUBackward(grad_output, input, grad_input)",
        elementwise(12, lambda grad_output, input: grad_output.abs() * (1 + input.abs())),
        torch=lambda grad_output, input: torch.ops.aten.gelu_backward(grad_output, input),
        outputs={"grad_input": "same"},
    )
    for shape in SHAPES
]
