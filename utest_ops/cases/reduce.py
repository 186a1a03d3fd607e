"""reduce: mean or sum over neighbouring dimensions."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import reduction

MODES = (("mean", torch.mean), ("sum", torch.sum))


def case(mode, shape, start, end, keepdim):
    name, function = MODES[mode]
    dims = tuple(range(start, end))
    length = torch.Size(shape[start:end]).numel()
    return Case(
        {"input": randn(*shape)},
        lambda input: function(input, dims, keepdim=keepdim),
        f"Reduce(input, {start}, {end}, {int(keepdim)}, {mode}, output)",
        reduction(length + 1, lambda input: function(input.abs(), dims, keepdim=keepdim)),
        name=f"{name}{start}_{end}{'_keep' if keepdim else ''}",
        reduced={"input": start},
    )


CASES = [
    case(mode, shape, start, end, keepdim)
    for mode in (0, 1)
    for shape, start, end in (((9, 65), 1, 2), ((33, 10), 0, 1), ((3, 4, 5, 6), 1, 3))
    for keepdim in (False, True)
]
