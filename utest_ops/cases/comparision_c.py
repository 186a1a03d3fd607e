"""comparision_c: input (mode) constant, or constant (mode) input."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers

MODES = (torch.eq, torch.ne, torch.gt, torch.ge, torch.lt, torch.le)


def turned(compare):
    return lambda input: compare(torch.ones_like(input), input)


CASES = [
    Case(
        {"input": integers(-3, 4, 7, 33)},
        turned(compare) if first else lambda input, compare=compare: compare(input, 1),
        f"ComparisionC(input, 1.0, output, {mode}, {0 if first else 1})",
        name=compare.__name__ + ("_turned" if first else ""),
        outputs={"output": "u8"},
        dtypes=("f32", "f16", "bf16", "i32"),
    )
    for mode, compare in enumerate(MODES)
    for first in (False, True)
]
