"""rms_norm_backward: the gradients of input, scale and bias."""

import torch

from utest_ops.case import Case
from utest_ops.cases.rms_norm import EPS
from utest_ops.draw import randn
from utest_ops.tolerance import reduction


def root(input):
    return 1 / torch.sqrt(input.square().mean(-1, keepdim=True) + EPS)


def compute(grad_output, input, scale=None, seen=None):
    normal = input * root(input)
    weighted = grad_output if scale is None else grad_output * scale
    projection = (weighted * normal)[..., :seen].sum(-1, keepdim=True) / input.shape[-1]
    rows = tuple(range(input.dim() - 1))
    return root(input) * (weighted - normal * projection), (grad_output * normal).sum(rows), grad_output.sum(rows)


def case(shape, axis, scaled=True):
    length, rows = shape[-1], torch.Size(shape[:-1]).numel()

    def terms(output):
        def magnitude(grad_output, input, scale=None):
            weighted = (grad_output if scale is None else grad_output * scale).abs()
            normal = input.abs() * root(input)
            inner = root(input) * (weighted + normal * (weighted * normal).mean(-1, keepdim=True))
            dims = tuple(range(len(shape) - 1))
            return (inner, (grad_output.abs() * normal).sum(dims), grad_output.abs().sum(dims))[output]

        return magnitude

    scale = "scale" if scaled else None
    return Case(
        {"grad_output": randn(*shape), "input": randn(*shape)} | ({"scale": randn(length)} if scaled else {}),
        compute,
        f"RmsNormBackward(grad_output, input, {scale}, None, grad_input, grad_scale, grad_bias, {axis}, {EPS})",
        {
            "grad_input": reduction(2 * length + 8, terms(0)),
            "grad_scale": reduction(rows + length + 3, terms(1)),
            "grad_bias": reduction(rows, terms(2)),
        },
        name=f"axis{axis}",
        torch=False,
        outputs={"grad_input": "same", "grad_scale": "same", "grad_bias": "same"},
        optional=("scale",),
        last_step_left_out=lambda **inputs: compute(**inputs, seen=length - 1),
    )


CASES = [case((16, 32), 1), case((9, 33), -1), case((3, 5, 24), 2, scaled=False)]
