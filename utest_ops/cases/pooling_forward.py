"""pooling_forward: the largest element or the average of each window over planes."""

from torch.nn import functional

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import exact, reduction

MAX, AVG = 0, 2
# planes, window, stride, padding
WINDOWS = (
    ((2, 3, 9, 11), (3, 3), (2, 2), (1, 1)),
    ((1, 5, 10, 7), (2, 3), (1, 2), (0, 1)),
    ((3, 2, 8, 8), (8, 8), (1, 1), (0, 0)),
)


def average(input, window, stride, padding):
    return functional.avg_pool2d(input, window, stride, padding)


def largest(input, window, stride, padding):
    return functional.max_pool2d(input, window, stride, padding)


def case(mode, shape, *window):
    (kh, kw), stride, padding = window
    pool = average if mode == AVG else largest
    return Case(
        {"input": randn(*shape)},
        lambda input: pool(input, *window),
        f"PoolingForward(input, output, {[kh, kw, *padding, *stride, 0, 0, mode]})",
        reduction(kh * kw + 1, lambda input: average(input.abs(), *window)) if mode == AVG else exact(),
        name=f"{pool.__name__}{kh}x{kw}s{stride[0]}{stride[1]}p{padding[0]}{padding[1]}",
        torch=False,
    )


CASES = [case(mode, *window) for mode in (AVG, MAX) for window in WINDOWS]
