"""cross_entropy_loss_backward: its gradient by the scores."""

import torch

from utest_ops.case import Case
from utest_ops.draw import away_from_zero, integers, randn
from utest_ops.tolerance import reduction


def case(shape, reduced, smoothing, index):
    batch, classes = shape

    def of(input, target, grad_output, sign):
        mixed = torch.full_like(input, smoothing / classes)
        mixed += (1 - smoothing) * torch.nn.functional.one_hot(target.long(), classes)
        return (torch.softmax(input, 1) - sign * mixed) * grad_output / (batch if reduced == 0 else 1)

    return Case(
        {
            "input": randn(*shape),
            "target": integers(0, classes, batch).as_dtype(index),
            "grad_output": away_from_zero(1),
        },
        lambda input, target, grad_output: of(input, target, grad_output, 1),
        f"CrossEntropyLossBackward(input, target, grad_output, -100, {reduced}, {smoothing}, grad_input)",
        reduction(2 * classes + 12, lambda input, target, grad_output: of(input, target, grad_output.abs(), -1)),
        name=f"{('mean', 'sum')[reduced]}_{index}_s{smoothing}",
        torch=False,
        outputs={"grad_input": "same"},
    )


CASES = [
    case(shape, reduced, smoothing, index)
    for shape, smoothing, index in (((9, 33), 0.0, "i32"), ((16, 10), 0.1, "i64"), ((5, 65), 0.5, "i32"))
    for reduced in (0, 1)
]
