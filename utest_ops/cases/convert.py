"""convert: to another data type."""

import torch

from utest_ops.case import Case
from utest_ops.draw import uniform
from utest_ops.dtypes import DTYPES
from utest_ops.tolerance import elementwise


def saturated(input, target):
    """Of floats towards zero, to the ends of the range, NaN to 0."""
    if not input.is_floating_point():
        return input.to(DTYPES[target].torch)  # the low bits
    info = torch.iinfo(DTYPES[target].torch)
    return input.double().nan_to_num(0.0, info.max, info.min).trunc().clamp(info.min, info.max)


TARGETS = ("f32", "f16", "bf16", "i32", "u8")
CASES = [
    Case(
        {"input": uniform(0, 200, *shape)},
        lambda input, target=target: input.to(DTYPES[target].torch),
        "Convert(input, output)",
        elementwise(0),
        name=f"to_{target}",
        reference=lambda input, target=target: input if DTYPES[target].is_float else saturated(input, target),
        torch=None if DTYPES[target].is_float else False,  # torch keeps its own rules for what an integer cannot hold
        outputs={"output": target},
        dtypes=tuple(source for source in ("f32", "f16", "bf16", "i32") if source != target),
    )
    for target in TARGETS
    for shape in ((9,), (5, 67))
]
