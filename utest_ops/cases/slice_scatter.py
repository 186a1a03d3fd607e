"""slice_scatter: rows of one dimension replaced where indices say."""

from utest_ops.case import Case
from utest_ops.draw import integers
from utest_ops.dtypes import FLOATS

DTYPES = (*FLOATS, "i32", "i16", "i8", "u8")


def case(shape, rows, dim):
    def compute(input, src, indices):
        out = input.flatten(0, dim - 1).clone() if dim > 0 else input.unsqueeze(0).clone()
        flat = src.reshape(out.shape[0], rows, *shape[dim + 1 :])
        places = indices.reshape(out.shape[0], rows).long()
        for i in range(out.shape[0]):
            for j in range(rows):
                out[i, places[i, j]] = flat[i, j]
        return out.reshape(shape)

    before = 1
    for size in shape[:dim]:
        before *= size
    return Case(
        {
            "input": integers(-100, 100, *shape),
            "src": integers(-100, 100, *shape[:dim], rows, *shape[dim + 1 :]),
            "indices": integers(0, shape[dim], before, rows).as_dtype("i32"),
        },
        compute,
        f"SliceScatter(input, src, indices, {dim}, output)",
        name=f"dim{dim}",
        dtypes=DTYPES,
        torch=False,
    )


CASES = [case((17, 9), 5, 0), case((4, 10, 7), 3, 1), case((2, 3, 33), 20, 2)]
