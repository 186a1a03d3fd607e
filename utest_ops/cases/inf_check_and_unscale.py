"""inf_check_and_unscale: inputs *= inv_scale in place; found_inf becomes 1 where one of them is not finite."""

import torch

from utest_ops.case import Case
from utest_ops.draw import constant, randn
from utest_ops.tolerance import elementwise, exact

SCALE = 0.25


def spoil(draw):
    """The same draw with one infinity."""

    def fill(shape, generator):
        value = draw.fill(shape, generator)
        value.view(-1)[value.numel() // 2] = float("inf")
        return value

    return type(draw)(draw.shape, fill)


def compute(first, second, found_inf):
    bad = not (first.isfinite().all() and second.isfinite().all())
    return first * SCALE, second * SCALE, torch.ones_like(found_inf) if bad else found_inf


def native(first, second, found_inf):
    scale = torch.full((), SCALE, dtype=torch.float32).to(first.device)
    torch._amp_foreach_non_finite_check_and_unscale_([first, second], found_inf, scale)
    return first, second, found_inf


CASES = [
    Case(
        {"first": first, "second": randn(9), "found_inf": constant(0, 1).as_dtype("f32")},
        compute,
        f"InfCheckAndUnscale([first, second], found_inf, {SCALE})",
        {"first": elementwise(1), "second": elementwise(1), "found_inf": exact()},
        name=name,
        torch=native,
        outputs={"first": "same", "second": "same", "found_inf": "f32"},
    )
    for name, first in (("finite", randn(7, 33)), ("infinite", spoil(randn(7, 33))))
]
