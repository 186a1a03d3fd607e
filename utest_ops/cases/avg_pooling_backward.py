"""avg_pooling_backward: the gradient of averages over squares side by side."""

from torch.nn import functional

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import elementwise


def case(planes, height, width, size):
    rest = (0, width % size, 0, height % size)

    def compute(input):
        spread = input.repeat_interleave(size, 2).repeat_interleave(size, 3)
        return functional.pad(spread, rest) / (size * size)

    return Case(
        {"input": randn(*planes, height // size, width // size)},
        compute,
        f"AvgPoolingBackward(input, output, {size})",
        elementwise(1),
        name=f"{height}x{width}k{size}",
        torch=False,
    )


CASES = [case((2, 3), 8, 10, 2), case((1, 5), 10, 17, 3), case((3, 2), 7, 7, 7)]
