"""conv2d_backward: the gradients of a convolution's input, weight and bias."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import reduction

NAMES = ("grad_input", "grad_weight", "grad_bias")


def case(image, weight, stride=1, padding=0, dilation=1, groups=1, wanted=NAMES):
    sizes = zip(image[2:], weight[2:], strict=True)
    plane = [(size + 2 * padding - dilation * (kernel - 1) - 1) // stride + 1 for size, kernel in sizes]
    options = [stride] * 2, [padding] * 2, [dilation] * 2, False, [0, 0], groups

    def compute(grad_output, input, weight):
        mask = (True, True, True)
        found = torch.ops.aten.convolution_backward(grad_output, input, weight, [weight.shape[0]], *options, mask)
        return tuple(value for name, value in zip(NAMES, found, strict=True) if name in wanted)

    def terms(output):
        return lambda **inputs: compute(**{name: value.abs() for name, value in inputs.items()})[output]

    kernel = weight[2:]
    parameters = [*kernel, padding, padding, stride, stride, dilation, dilation, groups]
    places = image[0] * plane[0] * plane[1]
    lengths = {"grad_input": weight[0] // groups * kernel[0] * kernel[1], "grad_weight": places, "grad_bias": places}
    given = ", ".join(name if name in wanted else "None" for name in NAMES)
    return Case(
        {"grad_output": randn(image[0], weight[0], *plane), "input": randn(*image), "weight": randn(*weight)},
        compute,
        f"Conv2dBackward(grad_output, input, weight, {parameters}, {given})",
        {name: reduction(lengths[name] + 1, terms(i)) for i, name in enumerate(wanted)},
        name=f"s{stride}p{padding}d{dilation}g{groups}",
        torch=False,
        outputs=dict.fromkeys(wanted, "same"),
        variants=("special",),
    )


CASES = [
    case((2, 3, 9, 11), (8, 3, 3, 3), padding=1),
    case((1, 4, 10, 10), (6, 4, 3, 2), stride=2),
    case((2, 4, 9, 9), (8, 2, 3, 3), padding=2, dilation=2, groups=2),
    case((1, 40, 5, 5), (33, 40, 1, 1), wanted=("grad_input", "grad_weight")),
    case((2, 5, 6, 7), (7, 5, 2, 2), wanted=("grad_bias",)),
]
