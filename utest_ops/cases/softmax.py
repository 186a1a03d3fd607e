"""softmax over one dimension."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import elementwise


def case(shape, dim):
    return Case(
        {"input": randn(*shape)},
        lambda input: torch.softmax(input, dim),
        f"Softmax(input, {dim}, output)",
        elementwise(shape[dim] + 8),  # an exponential, a sum of positive terms, a quotient
        name=f"dim{dim}",
        reduced={"input": dim},
        neutral=float("-inf"),
    )


CASES = [case((16, 64), 1), case((7, 33), 0), case((3, 5, 65), 2), case((2, 9, 4, 5), 1)]
