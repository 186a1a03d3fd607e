"""reorder_conv2d_weight: channels packed by 32, as the convolution of 16-bit types takes them."""

from torch.nn import functional

from utest_ops.case import Case
from utest_ops.draw import randn


def packed(input):
    """[a, b, kh, kw] -> [a, kh * kw, ceil(b / 32), 32], padded with zeros."""
    outer, channels, height, width = input.shape
    padded = functional.pad(input.permute(0, 2, 3, 1), (0, -channels % 32))
    return padded.reshape(outer, height * width, -1, 32)


CASES = [
    Case(
        {"input": randn(*shape)},
        lambda input, mode=mode: packed(input.transpose(0, 1) if mode else input),
        f"ReorderConv2dWeight(input, {mode}, output)",
        name=("32ic", "32oc")[mode],
        torch=False,
        dtypes=("f16", "bf16"),
    )
    for mode in (0, 1)
    for shape in ((8, 3, 3, 3), (33, 40, 1, 2))
]
