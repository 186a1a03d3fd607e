"""mul_index_select: the slices that several index tensors name, one for each leading dimension."""

from utest_ops.case import Case
from utest_ops.draw import integers, randn

CASES = [
    Case(
        {
            "input": randn(*shape),
            "rows": integers(0, shape[0], 6).as_dtype(index),
            "columns": integers(0, shape[1], 5).as_dtype(index),
        },
        lambda input, rows, columns: input.index_select(0, rows).index_select(1, columns),
        "MulIndexSelect(input, [rows, columns], output)",
        name=index,
        torch=False,
    )
    for shape in ((9, 17), (4, 7, 10))
    for index in ("i32", "i64")
]
