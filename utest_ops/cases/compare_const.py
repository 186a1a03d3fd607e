"""compare_const: 1 where input (mode) number, or number (mode) input, holds."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers

MODES = (torch.eq, torch.ne, torch.gt, torch.ge, torch.lt, torch.le)


def turned(compare):
    return lambda input: compare(torch.ones_like(input), input)


CASES = [
    Case(
        {"input": integers(-3, 4, 7, 33)},
        (lambda input, compare=compare: compare(input, 1)) if inversed else turned(compare),
        f"CompareConst(input, output, 1.0, TPUDNN_{compare.__name__.upper()}, {inversed})",
        name=compare.__name__ + ("" if inversed else "_turned"),
        outputs={"output": "u8"},
        dtypes=("f32", "f16", "bf16", "i32"),
    )
    for compare in MODES
    for inversed in (True, False)
]
