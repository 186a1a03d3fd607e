"""re_lu_backward: the gradient where the input is positive."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, randn

CASES = [
    Case(
        {"grad_output": randn(*shape), "input": randn(*shape)},
        lambda grad_output, input: torch.where(input > 0, grad_output, 0),
        "ReLUBackward(grad_output, input, grad_input)",
        outputs={"grad_input": "same"},
    )
    for shape in SHAPES
]
