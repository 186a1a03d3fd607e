"""layernorm_backward: the gradients of input, weight and bias, from the mean and rstd of the forward operator."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn, uniform
from utest_ops.tolerance import reduction


def gradients(grad_output, normal, weight, rstd, seen=None):
    weighted = grad_output * weight
    average = weighted[..., :seen].sum(-1, keepdim=True) / weighted.shape[-1]
    projection = (weighted * normal)[..., :seen].sum(-1, keepdim=True) / weighted.shape[-1]
    rows = tuple(range(grad_output.dim() - 1))
    return (
        rstd * (weighted - average - normal * projection),
        (grad_output * normal).sum(rows),
        grad_output.sum(rows),
    )


def compute(grad_output, input, weight, mean, rstd, seen=None):
    return gradients(grad_output, (input - mean) * rstd, weight, rstd, seen)


def native(grad_output, input, weight, mean, rstd):
    bias = torch.zeros_like(weight)
    shape = tuple(weight.shape)
    return torch.ops.aten.native_layer_norm_backward(
        grad_output, input, shape, mean, rstd, weight, bias, (True, True, True)
    )


def case(*shape):
    start, length = len(shape) - 1, shape[-1]
    rows = torch.Size(shape[:-1]).numel()

    def terms(output):
        def magnitude(grad_output, input, weight, mean, rstd):
            normal = (input.abs() + mean.abs()) * rstd
            weighted = (grad_output * weight).abs()
            inner = weighted + weighted.mean(-1, keepdim=True) + normal * (weighted * normal).mean(-1, keepdim=True)
            dims = tuple(range(len(shape) - 1))
            sums = (grad_output.abs() * normal).sum(dims), grad_output.abs().sum(dims)
            return (rstd * inner, *sums)[output]

        return magnitude

    statistics = (*shape[:-1], 1)
    return Case(
        {
            "grad_output": randn(*shape),
            "input": randn(*shape),
            "weight": randn(length),
            "mean": uniform(-0.5, 0.5, *statistics),
            "rstd": uniform(0.5, 1.5, *statistics),
        },
        compute,
        f"LayernormBackward(grad_output, input, weight, mean, rstd, {start}, grad_input, grad_weight, grad_bias)",
        {
            "grad_input": reduction(2 * length + 8, terms(0)),
            "grad_weight": reduction(rows + 3, terms(1)),
            "grad_bias": reduction(rows, terms(2)),
        },
        torch=native,
        outputs={"grad_input": "same", "grad_weight": "same", "grad_bias": "same"},
        last_step_left_out=lambda **inputs: compute(**inputs, seen=length - 1),
    )


CASES = [case(16, 32), case(9, 33), case(3, 5, 24)]
