"""reduce_var: the variance over some dimensions."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import reduction


def variance(input, dims, correction, keepdim=False):
    """As torch.var, without its warning where there are too few elements for the correction."""
    freedom = max(0, torch.Size(input.shape[dim] for dim in dims).numel() - correction)
    return (input - input.mean(dims, keepdim=True)).square().sum(dims, keepdim=keepdim) / freedom


def case(shape, dims, correction, keepdim):
    length = torch.Size(shape[dim] for dim in dims).numel()

    def terms(input):
        wide = (input.abs() + input.abs().mean(dims, keepdim=True)).square()
        return wide.sum(dims, keepdim=keepdim) / (length - correction)

    return Case(
        {"input": randn(*shape)},
        lambda input: variance(input, dims, correction, keepdim),
        f"ReduceVar(input, {list(dims)}, {len(dims)}, {correction}, {int(keepdim)}, output)",
        reduction(2 * length + 4, terms),
        name=f"dims{'_'.join(map(str, dims))}c{correction}{'_keep' if keepdim else ''}",
        torch=False,
        dtypes=("f32",),
        reduced={"input": dims[0]},
    )


CASES = [
    case(shape, dims, correction, keepdim)
    for shape, dims in (((9, 33), (1,)), ((17, 10), (0,)), ((3, 9, 5, 6), (0, 2)))
    for correction, keepdim in ((1, False), (0, True))
]
