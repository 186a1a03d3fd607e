"""reduce_var_all: the variance of all elements."""

import torch

from utest_ops.case import Case
from utest_ops.cases.reduce_var import variance
from utest_ops.draw import Draw, above_grid
from utest_ops.tolerance import elementwise


def both_signs(*shape):
    """Of above_grid's magnitudes: a lower precision makes all of them smaller, and does not average out."""
    magnitudes = above_grid(*shape)

    def fill(size, generator):
        values = magnitudes.fill(size, generator)
        return torch.where(torch.rand(size, generator=generator) < 0.5, -values, values)

    return Draw(shape, fill)


def case(shape, correction, keepdim):
    length = torch.Size(shape).numel()

    return Case(
        {"input": both_signs(*shape)},
        lambda input: variance(input, tuple(range(input.dim())), correction),
        f"ReduceVarAll(input, {correction}, {keepdim}, output)",
        elementwise(2 * length + 4),  # distances from the mean are about as large as the numbers
        name=f"c{correction}{'_keep' if keepdim else ''}",
        torch=False,
        dtypes=("f32",),
        reduced={"input": 0},
    )


CASES = [case((65,), 1, False), case((7, 33), 0, True), case((3, 5, 17), 2, False)]
