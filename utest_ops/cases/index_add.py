"""index_add: rows added where indices say along one dimension."""

from utest_ops.case import Case
from utest_ops.draw import integers, randn
from utest_ops.dtypes import FLOATS
from utest_ops.tolerance import exact, reduction

SIZES = (((17, 9), 5, 0), ((9, 33), 40, 1), ((3, 8, 5), 6, 1), ((2, 3, 65), 9, 2))


def case(shape, rows, axis, index, dtypes):
    floats = dtypes == FLOATS
    source = (*shape[:axis], rows, *shape[axis + 1 :])
    draw = randn if floats else lambda *sizes: integers(-100, 100, *sizes)

    def compute(io, indices, add):
        return io.index_add(axis, indices, add)

    def terms(io, indices, add):
        return compute(io.abs(), indices, add.abs())

    return Case(
        {"io": draw(*shape), "indices": integers(0, shape[axis], rows).as_dtype(index), "add": draw(*source)},
        compute,
        f"IndexAdd(io, indices, add, {axis})",
        reduction(rows + 1, terms) if floats else exact(),
        name=f"{'floats' if floats else 'integers'}_{index}_dim{axis}",
        dtypes=dtypes,
        torch=False,
        outputs={"io": "same"},
    )


CASES = [
    case(*sizes, index, dtypes) for sizes in SIZES for index in ("i32", "i64") for dtypes in (FLOATS, ("i32", "u8"))
]
