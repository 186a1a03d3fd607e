"""fill: one value everywhere."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn

CASES = [
    Case(
        {"output": randn(*shape)},
        lambda output, value=value: output.fill_(value),
        f"Fill({value}, output)",
        name=str(value),
        reference=lambda output, value=value: torch.full_like(output, value),
        dtypes=("f32", "f16", "bf16", "i32", "u8"),
    )
    for value in (0, 3)
    for shape in ((9,), (5, 67))
]
