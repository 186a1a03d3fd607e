"""mlpbackward: the gradients of (w0x * silu(w1x)) @ weight2', where w0x and w1x are products of the input."""

import torch
from torch.nn import functional

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import reduction

REASON = "each product is rounded to the dtype before the next one"


def flat(tensor):
    return tensor.flatten(0, -2)


def compute(input, weight0, weight1, weight2, w0x, w1x, output):
    sigmoid = torch.sigmoid(w1x)
    grad_tmp = output @ weight2
    grad_w0x = grad_tmp * functional.silu(w1x)
    grad_w1x = grad_tmp * w0x * sigmoid * (1 + w1x * (1 - sigmoid))
    grad_input = grad_w0x @ weight0 + grad_w1x @ weight1
    grad_weight0, grad_weight1 = (flat(grad).t() @ flat(input) for grad in (grad_w0x, grad_w1x))
    grad_weight2 = flat(output).t() @ flat(w0x * functional.silu(w1x))
    return grad_tmp, grad_input, grad_weight0, grad_weight1, grad_weight2


OUTPUTS = ("grad_tmp", "grad_input", "grad_weight0", "grad_weight1", "grad_weight2")


def terms(index):
    """Each factor by its size; neither silu(x) / x nor silu's slope is anywhere more than 1.1."""

    def magnitude(input, weight0, weight1, weight2, w0x, w1x, output):
        input, weight0, weight1, weight2, w0x, w1x, output = (
            t.abs() for t in (input, weight0, weight1, weight2, w0x, w1x, output)
        )
        grad_tmp = output @ weight2
        grad_w0x, grad_w1x = grad_tmp * w1x, 1.1 * grad_tmp * w0x
        return (
            grad_tmp,
            grad_w0x @ weight0 + grad_w1x @ weight1,
            flat(grad_w0x).t() @ flat(input),
            flat(grad_w1x).t() @ flat(input),
            flat(output).t() @ flat(w0x * w1x),
        )[index]

    return magnitude


def case(rows, width, middle):
    count = 1
    for size in rows:
        count *= size
    lengths = (width, 2 * middle + width, count + width, count + width, count)
    return Case(
        {
            "input": randn(*rows, width),
            "weight0": randn(middle, width),
            "weight1": randn(middle, width),
            "weight2": randn(width, middle),
            "w0x": randn(*rows, middle),
            "w1x": randn(*rows, middle),
            "output": randn(*rows, width),
        },
        compute,
        f"Mlpbackward(input, weight0, weight1, weight2, w0x, w1x, output, {', '.join(OUTPUTS)})",
        {
            name: reduction(length + 8, terms(index)).because(REASON, lost=lost)
            for index, (name, length, lost) in enumerate(zip(OUTPUTS, lengths, (0.0, 4.0, 3.0, 3.0, 2.0), strict=True))
        },
        torch=False,
        outputs=dict.fromkeys(OUTPUTS, "same"),
        reduced={"weight2": 0},
    )


CASES = [case((9,), 5, 3), case((2, 5), 7, 9), case((16,), 8, 33), case((33,), 17, 4)]
