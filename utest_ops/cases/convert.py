"""convert: to another data type."""

from utest_ops.case import Case
from utest_ops.draw import uniform
from utest_ops.dtypes import DTYPES
from utest_ops.tolerance import elementwise

TARGETS = ("f32", "f16", "bf16", "i32", "u8")
CASES = [
    Case(
        {"input": uniform(0, 200, *shape)},
        lambda input, target=target: input.to(DTYPES[target].torch),
        "Convert(input, output)",
        elementwise(0),
        name=f"to_{target}",
        reference=lambda input, target=target: input if DTYPES[target].is_float else input.trunc(),
        torch=None if DTYPES[target].is_float else False,  # torch keeps its own rules for what an integer cannot hold
        outputs={"output": target},
        dtypes=tuple(source for source in ("f32", "f16", "bf16", "i32") if source != target),
    )
    for target in TARGETS
    for shape in ((9,), (5, 67))
]
