"""comparision_bcast: input (mode) other, broadcast to each other."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers

MODES = (torch.eq, torch.ne, torch.gt, torch.ge, torch.lt, torch.le)
CASES = [
    Case(
        {"input": integers(-3, 4, 5, 1, 33), "other": integers(-3, 4, 1, 7, 33)},
        compute,
        f"ComparisionBcast(input, other, output, {mode})",
        name=compute.__name__,
        outputs={"output": "u8"},
        dtypes=("f32", "f16", "bf16", "i32"),
    )
    for mode, compute in enumerate(MODES)
]
