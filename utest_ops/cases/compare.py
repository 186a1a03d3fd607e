"""compare: 1 where input (mode) other holds."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers

MODES = (torch.eq, torch.ne, torch.gt, torch.ge, torch.lt, torch.le)
CASES = [
    Case(
        {"input": integers(-3, 4, 7, 33), "other": integers(-3, 4, 7, 33)},
        compute,
        f"Compare(input, other, output, TPUDNN_{compute.__name__.upper()})",
        name=compute.__name__,
        outputs={"output": "u8"},
        dtypes=("f32", "f16", "bf16", "i32"),
    )
    for compute in MODES
]
