"""arange: start, start + step, ... below end."""

import torch

from utest_ops.case import Case
from utest_ops.dtypes import DTYPES

CASES = [
    Case(
        {},
        lambda device=None, values=values, dtype=dtype: torch.arange(*values, dtype=DTYPES[dtype].torch, device=device),
        f"Arange({values[0]}, {values[1]}, {values[2]}, output)",
        name=f"{'_'.join(map(str, values))}_{dtype}",
        outputs={"output": dtype},
        dtypes=(dtype,),
    )
    for values in ((0, 40, 1), (3, 100, 7), (50, 10, -3))
    for dtype in ("f32", "i32", "i64")
]
