"""scatter: elements put, or added, where indices say along one dimension."""

from utest_ops.case import Case
from utest_ops.draw import integers, randn
from utest_ops.dtypes import FLOATS
from utest_ops.tolerance import exact, reduction


def put(input, src, indices, dim):
    """One after the other: of equal indices the last counts."""
    out = input.clone()
    for i in range(indices.shape[dim]):
        one = indices.long().narrow(dim, i, 1)
        out.scatter_(dim, one, src.narrow(dim, i, 1))
    return out


def add(input, src, indices, dim):
    return input.scatter_add(dim, indices.long(), src)


def case(function, shape, source, chosen, dim, index):
    adds = function is add
    draw = randn if adds else lambda *sizes: integers(-100, 100, *sizes)

    def terms(input, src, indices):
        return add(input.abs(), src.abs(), indices, dim)

    return Case(
        {
            "input": draw(*shape),
            "src": draw(*source),
            "indices": integers(0, shape[dim], *chosen).as_dtype(index),
        },
        lambda input, src, indices: function(input, src, indices, dim),
        f"Scatter(input, src, indices, {dim}, {int(adds)})",
        reduction(chosen[dim] + 1, terms) if adds else exact(),
        name=f"{function.__name__}_{index}_dim{dim}",
        dtypes=FLOATS if adds else (*FLOATS, "i32", "u8"),
        torch=False,
        outputs={"input": "same"},
    )


SIZES = (((9, 33), (9, 41), (9, 40), 1), ((17, 10), (9, 12), (6, 8), 0), ((3, 8, 5), (3, 4, 5), (2, 4, 5), 1))
CASES = [case(function, *sizes, index) for function in (put, add) for sizes in SIZES for index in ("i32", "i64")]
