"""add_c_div: input + scalar * tensor1 / tensor2."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, away_from_zero, randn
from utest_ops.tolerance import elementwise

SCALAR = 2.0
CASES = [
    Case(
        {"input": randn(*shape), "tensor1": randn(*shape), "tensor2": away_from_zero(*shape)},
        lambda input, tensor1, tensor2: torch.addcdiv(input, tensor1, tensor2, value=SCALAR),
        f"AddCDiv(input, tensor1, tensor2, {SCALAR}, output)",
        elementwise(4, lambda input, tensor1, tensor2: input.abs() + SCALAR * (tensor1 / tensor2).abs()),
        torch=False,
    )
    for shape in SHAPES
]
