"""permute: the dimensions in another order."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn

ORDERS = (((5, 33), (1, 0)), ((3, 5, 7), (2, 0, 1)), ((2, 3, 4, 5), (0, 2, 1, 3)))
CASES = [
    Case(
        {"input": randn(*shape)},
        lambda input, order=order: torch.permute(input, order).contiguous(),
        f"Permute(input, {list(order)}, output)",
    )
    for shape, order in ORDERS
]
