"""mseloss: squared distances, their mean or sum."""

import torch

from utest_ops.case import Case
from utest_ops.draw import above_grid, integers, randn
from utest_ops.tolerance import elementwise, reduction

REDUCTIONS = (("each", lambda value: value), ("mean", torch.mean), ("sum", torch.sum))


def case(shape, mode):
    name, function = REDUCTIONS[mode]
    length = torch.Size(shape).numel()

    def terms(self, target):
        return function((self.abs() + target.abs()).square())

    # To one element: a lower precision must not average out.
    inputs = {"self": randn(*shape), "target": randn(*shape)}
    if mode != 0:
        inputs = {"self": above_grid(*shape), "target": integers(-2, 0, *shape)}
    return Case(
        inputs,
        lambda self, target: function((self - target).square()),
        f"Mseloss(self, target, out, {mode})",
        elementwise(3, terms) if mode == 0 else reduction(length + 3, terms),
        name=name,
        torch=False,
        outputs={"out": "same"},
        reduced={} if mode == 0 else {"self": 0, "target": 0},
    )


CASES = [case(shape, mode) for mode in range(3) for shape in ((9,), (7, 33), (3, 5, 17))]
