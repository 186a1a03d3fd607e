"""reorder_conv2d_grad: the gradient of a weight, packed by 32 output channels, in its usual order."""

from utest_ops.case import Case
from utest_ops.draw import randn


def case(oc, ic, kh, kw):
    return Case(
        {"input": randn(ic, kh * kw, -(-oc // 32), 32)},
        lambda input: input.flatten(2)[..., :oc].permute(2, 0, 1).reshape(oc, ic, kh, kw),
        "ReorderConv2dGrad(input, output)",
        name=f"{oc}x{ic}x{kh}x{kw}",
        torch=False,
        dtypes=("f16", "bf16"),
        variants=("special",),
    )


CASES = [case(8, 3, 3, 3), case(33, 5, 1, 2), case(64, 9, 2, 1)]
