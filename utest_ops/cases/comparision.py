"""comparision: input (mode) other, 1 where it holds."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers

MODES = (torch.eq, torch.ne, torch.gt, torch.ge, torch.lt, torch.le)
CASES = [
    Case(
        {"input": integers(-3, 4, *shape), "other": integers(-3, 4, *shape)},
        compute,
        f"Comparision(input, other, output, {mode})",
        name=compute.__name__,
        outputs={"output": "u8"},
        dtypes=("f32", "f16", "bf16", "i32", "i64"),
    )
    for mode, compute in enumerate(MODES)
    for shape in ((64,), (7, 33))
]
