"""max_pooling_with_mask_forward: the largest element of each window over planes, and where it lies."""

from torch.nn import functional

from utest_ops.case import Case
from utest_ops.draw import integers

MAX = 0
# planes, window, stride, padding
WINDOWS = (
    ((2, 3, 9, 11), (3, 3), (2, 2), (1, 1)),
    ((1, 5, 10, 7), (2, 3), (1, 2), (0, 1)),
    ((3, 2, 8, 8), (8, 8), (1, 1), (0, 0)),
)


def case(shape, window, stride, padding):
    # Few different values: of equal ones the first counts.
    return Case(
        {"input": integers(-20, 20, *shape)},
        lambda input: functional.max_pool2d(input, window, stride, padding, return_indices=True),
        f"MaxPoolingWithMaskForward(input, output, max_mask_addr, {[*window, *padding, *stride, 0, 0, MAX]})",
        name=f"{window[0]}x{window[1]}s{stride[0]}{stride[1]}p{padding[0]}{padding[1]}",
        torch=False,
        outputs={"output": "same", "max_mask_addr": "i32"},
    )


CASES = [case(*window) for window in WINDOWS]
