"""cross_entropy_loss: of rows of scores and the class of each."""

import torch
from torch.nn import functional

from utest_ops.case import Case
from utest_ops.draw import integers, randn
from utest_ops.tolerance import reduction

REDUCTIONS = ("mean", "sum")


def case(shape, reduced, smoothing, index):
    batch, classes = shape

    def compute(input, target):
        return functional.cross_entropy(input, target.long(), reduction=REDUCTIONS[reduced], label_smoothing=smoothing)

    def terms(input, target):
        largest = input.amax(1, keepdim=True)
        logs = 1 + (input - largest).abs() + torch.logsumexp(input - largest, 1, keepdim=True).abs()
        hit = (1 - smoothing) * logs.gather(1, target.long().unsqueeze(1)).sum()
        return (hit + smoothing / classes * logs.sum()) / (batch if reduced == 0 else 1)

    def without_last_row(input, target):
        loss = functional.cross_entropy(input[:-1], target[:-1].long(), reduction="sum", label_smoothing=smoothing)
        return loss / batch if reduced == 0 else loss

    return Case(
        {"input": randn(*shape), "target": integers(0, classes, batch).as_dtype(index)},
        compute,
        f"CrossEntropyLoss(input, target, {reduced}, -100, {smoothing}, output)",
        reduction(batch + classes + 6, terms),
        name=f"{REDUCTIONS[reduced]}_{index}_s{smoothing}",
        torch=False,
        last_step_left_out=without_last_row,
    )


CASES = [
    case(shape, reduced, smoothing, index)
    for shape, smoothing, index in (((9, 33), 0.0, "i32"), ((14, 10), 0.1, "i64"), ((5, 65), 0.5, "i32"))
    for reduced in (0, 1)
]
