"""nonzero: the positions of the elements that are not 0, and how many there are."""

import torch

from utest_ops.case import Case
from utest_ops.draw import sparse


def compute(input):
    positions = torch.nonzero(input)
    return positions, torch.tensor([len(positions)])


def case(keep, *shape):
    count = torch.Size(shape).numel()
    return Case(
        {"input": sparse(keep, *shape)},
        compute,
        f"Nonzero(input, output, num, {count})",
        outputs={"output": "i32", "num": "i32"},
        dtypes=("i32", "i8", "u8"),
        room={"output": lambda input: (count, input.dim())},
    )


CASES = [case(0.3, 64), case(0.5, 9, 17), case(0.8, 3, 5, 8)]
