"""repeat: a tensor several times in each dimension."""

from utest_ops.case import Case
from utest_ops.draw import integers
from utest_ops.dtypes import FLOATS

DTYPES = (*FLOATS, "i32", "i16", "i8", "u8")
CASES = [
    Case(
        {"input": integers(-100, 100, *shape)},
        lambda input, times=times: input.repeat(*times),
        f"Repeat(input, {list(times)}, {len(times)}, output)",
        name="x".join(map(str, times)),
        dtypes=DTYPES,
        torch=False,
    )
    for shape, times in (
        ((9,), (5,)),
        ((7, 5), (1, 3)),
        ((3, 4), (2, 3, 2)),
        ((2, 3, 5), (3, 1, 2)),
        ((6,), (4, 1)),
        ((9, 33), (2, 1)),
    )
]
