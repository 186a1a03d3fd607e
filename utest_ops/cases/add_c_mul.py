"""add_c_mul: input + value * tensor1 * tensor2."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, randn
from utest_ops.tolerance import elementwise

VALUE = 0.5
CASES = [
    Case(
        {"input": randn(*shape), "tensor1": randn(*shape), "tensor2": randn(*shape)},
        lambda input, tensor1, tensor2: torch.addcmul(input, tensor1, tensor2, value=VALUE),
        f"AddCMul(input, tensor1, tensor2, {VALUE}, output)",
        elementwise(3, lambda input, tensor1, tensor2: input.abs() + VALUE * (tensor1 * tensor2).abs()),
    )
    for shape in SHAPES
]
