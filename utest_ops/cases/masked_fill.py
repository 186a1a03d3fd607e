"""masked_fill: a number where the mask is not 0."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn, sparse

SIZES = (((9, 33), (9, 33)), ((5, 7, 8), (1, 7, 1)), ((64,), (1,)))
CASES = [
    Case(
        {"input": randn(*shape), "mask": sparse(0.5, *mask)},
        lambda input, mask: torch.where(mask != 0, -2.5, input),
        "MaskedFill(input, mask, -2.5, out)",
        outputs={"out": "same"},
    )
    for shape, mask in SIZES
]
