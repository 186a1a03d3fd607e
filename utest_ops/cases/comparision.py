"""comparision: input (mode) other, 1 where it holds."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers

MODES = (torch.eq, torch.ne, torch.gt, torch.ge, torch.lt, torch.le)
BY_TORCH = (("f32", "f16", "bf16", "i32"), None)
LOW_HALVES = (("i64",), False)  # the device compares the low halves, so torch does not hand it 64-bit integers
CASES = [
    Case(
        {"input": integers(-3, 4, *shape), "other": integers(-3, 4, *shape)},
        compute,
        f"Comparision(input, other, output, {mode})",
        name=compute.__name__ + ("_i64" if "i64" in dtypes else ""),
        outputs={"output": "u8"},
        dtypes=dtypes,
        torch=torch_form,
    )
    for mode, compute in enumerate(MODES)
    for shape in ((64,), (7, 33))
    for dtypes, torch_form in (BY_TORCH, LOW_HALVES)
]
