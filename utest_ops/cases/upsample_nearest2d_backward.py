"""upsample_nearest2d_backward: the gradient of planes made larger by whole numbers."""

from torch.nn import functional

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import reduction

AVG = 2


def case(shape, high, wide):
    grown = (*shape[:2], shape[2] * high, shape[3] * wide)

    def compute(grad_output):
        return functional.avg_pool2d(grad_output, (high, wide), divisor_override=1)

    return Case(
        {"grad_output": randn(*grown)},
        compute,
        f"UpsampleNearest2dBackward(grad_output, grad_input, {high * wide}, {[high, wide, 0, 0, high, wide, 0, 0, AVG]})",
        reduction(high * wide + 2, lambda grad_output: compute(grad_output.abs())),
        name=f"{high}x{wide}",
        torch=False,
        outputs={"grad_input": "same"},
    )


CASES = [case((2, 3, 5, 7), 2, 2), case((1, 4, 3, 9), 3, 1), case((2, 1, 4, 5), 2, 5)]
