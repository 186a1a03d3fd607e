"""upsampling: planes in another size, by the nearest element or between four."""

import torch
from torch.nn import functional

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import elementwise, exact

NEAREST, BILINEAR = 0, 1


def along(input, dim, out, corners):
    """Between two neighbours; where the second's weight is 0 it does not count, infinite or not."""
    size = input.shape[dim]
    index = torch.arange(out, dtype=input.dtype)
    if corners:
        at = index * ((size - 1) / max(out - 1, 1))
    else:
        at = ((index + 0.5) * (size / out) - 0.5).clamp(min=0)
    first = at.long().clamp(max=size - 1)
    weight = (at - first).reshape([-1 if i == dim else 1 for i in range(4)])
    one, two = (input.index_select(dim, places) for places in (first, (first + 1).clamp(max=size - 1)))
    return torch.where(weight == 0, one, (1 - weight) * one + weight * two)


def bilinear(shape, size, corners):
    # Places are computed in f32: a weight may be wrong by as much as the place is long.
    def terms(input):
        around = functional.max_pool2d(input.abs(), 3, 1, 1)
        return (1 + sum(shape[2:])) * functional.interpolate(around, size)

    return Case(
        {"input": randn(*shape)},
        lambda input: along(along(input, 3, size[1], corners), 2, size[0], corners),
        f"Upsampling(input, output, {corners}, {BILINEAR})",
        elementwise(4, terms),
        name=f"bilinear{'_corners' if corners else ''}_{size[0]}x{size[1]}",
        torch=False,
    )


def nearest(shape, size):
    return Case(
        {"input": randn(*shape)},
        lambda input: functional.interpolate(input, size),
        f"Upsampling(input, output, True, {NEAREST})",
        exact(),
        name=f"nearest_{size[0]}x{size[1]}",
        torch=False,
    )


SIZES = (((2, 3, 5, 7), (10, 21)), ((1, 4, 6, 9), (7, 5)), ((2, 1, 8, 8), (9, 17)))
CASES = [
    *(bilinear(*sizes, corners) for sizes in SIZES for corners in (False, True)),
    *(nearest(*sizes) for sizes in SIZES),
]
