"""concat: tensors one behind the other in one dimension."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn


def case(axis, *shapes):
    names = "abcdefgh"[: len(shapes)]
    return Case(
        {name: randn(*shape) for name, shape in zip(names, shapes, strict=True)},
        lambda **inputs: torch.cat(tuple(inputs.values()), axis),
        f"Concat([{', '.join(names)}], {axis}, output)",
        name=f"axis{axis}",
    )


CASES = [
    case(0, (3, 17), (5, 17)),
    case(1, (4, 9), (4, 1), (4, 30)),
    case(2, (2, 3, 8), (2, 3, 8), (2, 3, 5), (2, 3, 1)),
]
