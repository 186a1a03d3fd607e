"""index_put_impl: rows put, or added, where indices say along one dimension."""

from utest_ops.case import Case
from utest_ops.draw import integers, randn
from utest_ops.dtypes import FLOATS
from utest_ops.tolerance import exact, reduction

SIZES = (((17, 9), 5, 0), ((9, 33), 40, 1), ((3, 8, 5), 6, 1), ((130,), 200, 0))


def case(shape, rows, axis, index, accumulate, view=()):
    source = (*shape[:axis], rows, *shape[axis + 1 :])
    given = view or source
    draw = randn if accumulate else lambda *sizes: integers(-100, 100, *sizes)

    def compute(io, indices, value):
        out, value = io.clone(), value.reshape(source)
        if accumulate:
            return out.index_add(axis, indices, value)
        for i in range(rows):  # of equal indices the last counts
            out.select(axis, int(indices[i])).copy_(value.select(axis, i))
        return out

    def terms(io, indices, value):
        return compute(io.abs(), indices, value.abs())

    return Case(
        {"io": draw(*shape), "indices": integers(0, shape[axis], rows).as_dtype(index), "value": draw(*given)},
        compute,
        f"IndexPutImpl(io, indices, value, {axis}, {accumulate})",
        reduction(rows + 1, terms) if accumulate else exact(),
        name=f"{'add' if accumulate else 'put'}_{index}_dim{axis}{'_view' if view else ''}",
        dtypes=FLOATS if accumulate else (*FLOATS, "i32", "i16", "i8", "u8"),
        torch=False,
        outputs={"io": "same"},
    )


CASES = [case(*sizes, index, accumulate) for sizes in SIZES for index in ("i32", "i64") for accumulate in (False, True)]
CASES += [case((6, 20), 4, 0, "i32", accumulate, view=(4, 4, 5)) for accumulate in (False, True)]
