"""embedding_backward: gradients of rows added up by the index of each."""

from utest_ops.case import Case
from utest_ops.draw import integers, randn
from utest_ops.tolerance import reduction


def case(chosen, rows, width, index):
    count = 1
    for size in chosen:
        count *= size

    def compute(grad_output, indices):
        table = grad_output.new_zeros(rows, width)
        return table.index_add(0, indices.long().flatten(), grad_output.reshape(count, width))

    return Case(
        {"grad_output": randn(*chosen, width), "indices": integers(0, rows, *chosen).as_dtype(index)},
        compute,
        "EmbeddingBackward(grad_output, indices, grad_input)",
        reduction(count, lambda grad_output, indices: compute(grad_output.abs(), indices)),
        name=f"{index}_{rows}",
        torch=False,
        outputs={"grad_input": "same"},
    )


CASES = [
    case(chosen, rows, width, index)
    for chosen, rows, width in (((30,), 9, 17), ((4, 9), 65, 8), ((2, 3, 5), 7, 33))
    for index in ("i32", "i64")
]
