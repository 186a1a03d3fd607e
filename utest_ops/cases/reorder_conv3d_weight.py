"""reorder_conv3d_weight: channels packed by 32, as for the convolution in two dimensions."""

from utest_ops.case import Case
from utest_ops.cases.reorder_conv2d_weight import packed
from utest_ops.draw import randn

CASES = [
    Case(
        {"input": randn(*shape)},
        lambda input, mode=mode: packed((input.transpose(0, 1) if mode else input).flatten(2, 3)),
        f"ReorderConv3dWeight(input, {mode}, output)",
        name=("32ic", "32oc")[mode],
        torch=False,
        dtypes=("f16", "bf16"),
    )
    for mode in (0, 1)
    for shape in ((8, 3, 2, 3, 3), (33, 40, 3, 1, 2))
]
