"""squeeze: fewer or more dimensions of size 1."""

from utest_ops.case import Case
from utest_ops.draw import integers
from utest_ops.dtypes import FLOATS

DTYPES = (*FLOATS, "i32", "i16", "i8", "u8")
CASES = [
    Case(
        {"input": integers(-100, 100, *shape)},
        lambda input, to=to: input.reshape(to),
        "Squeeze(input, output)",
        name=f"to{'x'.join(map(str, to))}",
        dtypes=DTYPES,
        torch=False,
        variants=("special",),
    )
    for shape, to in (((9, 1, 17), (9, 17)), ((1, 33, 1), (33,)), ((5, 7), (5, 1, 7)), ((3, 1, 8), (1, 3, 8, 1)))
]
