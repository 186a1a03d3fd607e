"""gdmad2_d: the first bytes of one tensor to another."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn


def case(shape, count, dtype, size):
    def compute(src, dst):
        moved = torch.cat([src.flatten()[:count], dst.flatten()[count:]])
        return moved.reshape(shape)

    return Case(
        {"src": randn(*shape), "dst": randn(*shape)},
        compute,
        f"GDMAD2D(src, dst, {count * size})",
        name=f"{dtype}_{count}",
        dtypes=(dtype,),
        torch=False,
        outputs={"dst": "same"},
        variants=("special",),
    )


CASES = [
    case(shape, count, dtype, size)
    for dtype, size in (("f32", 4), ("bf16", 2), ("i8", 1))
    for shape, count in (((7, 33), 231), ((7, 33), 100), ((65,), 1))
]
