"""strided_copy: the same elements in row-major order."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn

CASES = [
    Case(
        {"input": draw}, lambda input: input.clone(memory_format=torch.contiguous_format), "StridedCopy(input, output)"
    )
    for draw in (randn(9, 33), randn(9, 33).transposed(), randn(3, 5, 7).transposed(0, 2), randn(4, 17).every(3))
]
