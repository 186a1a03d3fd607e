"""reduce_max_or_min: the largest or smallest element over some dimensions."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn

MODES = (("max", torch.amax), ("min", torch.amin))


def case(mode, shape, dims, keepdim):
    name, function = MODES[mode]
    return Case(
        {"input": randn(*shape)},
        lambda input: function(input, dims, keepdim=keepdim),
        f"ReduceMaxOrMin(input, {list(dims)}, {len(dims)}, {int(keepdim)}, {mode}, output)",
        name=f"{name}{'_'.join(map(str, dims))}{'_keep' if keepdim else ''}",
        torch=False,
    )


CASES = [
    case(mode, shape, dims, keepdim)
    for mode in (0, 1)
    for shape, dims in (((17, 65), (1,)), ((33, 10), (0,)), ((3, 9, 5, 6), (0, 2)), ((4, 5, 17), (2, 1)))
    for keepdim in (False, True)
]
