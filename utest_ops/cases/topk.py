"""topk: the largest or smallest elements along one dimension in order, and where they are."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers
from utest_ops.dtypes import FLOATS


def case(shape, axis, k, largest):
    # Few different values: of equal ones the first comes first.
    def compute(input):
        values, indices = torch.sort(input, dim=axis, descending=largest, stable=True)
        return values.narrow(axis, 0, k), indices.narrow(axis, 0, k)

    return Case(
        {"input": integers(-20, 20, *shape)},
        compute,
        f"Topk(input, {k}, {axis}, {largest}, True, value, index)",
        name=f"{'largest' if largest else 'smallest'}{k}_axis{axis}",
        dtypes=(*FLOATS, "i32"),
        torch=False,
        outputs={"value": "same", "index": "i32"},
    )


SIZES = (((65,), 0, 10), ((9, 33), 1, 33), ((17, 10), 0, 3), ((3, 20, 5), 1, 7))
CASES = [case(*sizes, largest) for sizes in SIZES for largest in (True, False)]
