"""batchnorm2d_backward: the gradients of input, weight and bias."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn, uniform
from utest_ops.tolerance import reduction


def case(shape, weighted):
    dims = (0, *range(2, len(shape)))
    count = torch.Size(shape).numel() // shape[1]

    def of_channels(values):
        return values.reshape(-1, *[1] * (len(shape) - 2))

    def gradients(grad_output, normal, scale, invstd, seen=None):
        def mean(values):
            return of_channels(values.transpose(0, 1).flatten(1)[:, :seen].sum(1) / count)

        inner = grad_output * scale
        grad_input = of_channels(invstd) * (inner - mean(inner) - normal * mean(inner * normal))
        return grad_input, (grad_output * normal).sum(dims), grad_output.sum(dims)

    def compute(grad_output, input, saved_mean, saved_invstd, weight=None, seen=None):
        normal = (input - of_channels(saved_mean)) * of_channels(saved_invstd)
        scale = 1 if weight is None else of_channels(weight)
        return gradients(grad_output, normal, scale, saved_invstd, seen)

    def terms(output):
        def magnitude(grad_output, input, saved_mean, saved_invstd, weight=None):
            normal = (input.abs() + of_channels(saved_mean.abs())) * of_channels(saved_invstd)
            inner = grad_output.abs() * (1 if weight is None else of_channels(weight.abs()))
            means = of_channels(inner.mean(dims)) + normal * of_channels((inner * normal).mean(dims))
            sums = (grad_output.abs() * normal).sum(dims), grad_output.abs().sum(dims)
            return (of_channels(saved_invstd) * (inner + means), *sums)[output]

        return magnitude

    channels = shape[1]
    inputs = {"grad_output": randn(*shape), "input": randn(*shape)}
    inputs |= {"saved_mean": uniform(-0.5, 0.5, channels), "saved_invstd": uniform(0.5, 1.5, channels)}
    if weighted:
        inputs["weight"] = uniform(0.5, 1.5, channels)
    weight = "weight" if weighted else None
    return Case(
        inputs,
        compute,
        f"Batchnorm2dBackward(grad_output, input, {weight}, saved_mean, saved_invstd, grad_input, grad_weight, grad_bias)",
        {
            "grad_input": reduction(2 * count + 8, terms(0)),
            "grad_weight": reduction(count + 3, terms(1)),
            "grad_bias": reduction(count, terms(2)),
        },
        torch=False,
        outputs={"grad_input": "same", "grad_weight": "same", "grad_bias": "same"},
        optional=("weight",) if weighted else (),
        last_step_left_out=lambda **inputs: compute(**inputs, seen=count - 1),
        variants=("special",),
    )


CASES = [case((2, 5, 3, 4), True), case((3, 8, 7), True), case((2, 9, 4, 3), False)]
