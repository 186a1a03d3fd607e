"""add_c_mul_bcast: input + scalar * tensor1 * tensor2 with broadcasting."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import elementwise

SCALAR = 0.5
SIZES = (((5, 1, 8), (5, 7, 8), (1, 7, 1)), ((1, 17), (9, 1), (9, 17)), ((33,), (1,), (33,)))
CASES = [
    Case(
        {"input": randn(*one), "tensor1": randn(*two), "tensor2": randn(*three)},
        lambda input, tensor1, tensor2: torch.addcmul(input, tensor1, tensor2, value=SCALAR),
        f"AddCMulBcast(input, tensor1, tensor2, {SCALAR}, output)",
        elementwise(3, lambda input, tensor1, tensor2: input.abs() + SCALAR * (tensor1 * tensor2).abs()),
    )
    for one, two, three in SIZES
]
