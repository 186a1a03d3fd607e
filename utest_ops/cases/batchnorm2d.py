"""batchnorm2d: each channel normalised by its own mean and variance, which running ones follow."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn, uniform
from utest_ops.tolerance import elementwise, reduction

EPS, MOMENTUM = 1e-5, 0.25


def case(shape, *given):
    dims = (0, *range(2, len(shape)))
    count = torch.Size(shape).numel() // shape[1]

    def of_channels(values):
        return values.reshape(-1, *[1] * (len(shape) - 2))

    def statistics(input, seen=None):
        mean = input.transpose(0, 1).flatten(1)[:, :seen].sum(1) / count
        variance = input.var(dims, correction=0)
        return mean, variance, 1 / torch.sqrt(variance + EPS)

    def compute(input, seen=None, **parameters):
        mean, variance, invstd = statistics(input, seen)
        output = (input - of_channels(mean)) * of_channels(invstd)
        output = output * of_channels(parameters["weight"]) if "weight" in parameters else output
        output = output + of_channels(parameters["bias"]) if "bias" in parameters else output
        if "running_mean" not in parameters:
            return output, mean, invstd
        running_mean = (1 - MOMENTUM) * parameters["running_mean"] + MOMENTUM * mean
        running_var = (1 - MOMENTUM) * parameters["running_var"] + MOMENTUM * variance * (count / (count - 1))
        return output, mean, invstd, running_mean, running_var

    def terms(input, **parameters):
        spread = (input.abs() + of_channels(input.abs().mean(dims))) * of_channels(statistics(input)[2])
        spread = spread * of_channels(parameters["weight"].abs()) if "weight" in parameters else spread
        return spread + of_channels(parameters["bias"].abs()) if "bias" in parameters else spread

    def mean_terms(input, **_):
        return input.abs().mean(dims)

    def variance_terms(input, running_var, **_):
        wide = (input.abs() + of_channels(input.abs().mean(dims))).square().sum(dims) / (count - 1)
        return (1 - MOMENTUM) * running_var.abs() + MOMENTUM * wide

    names = [name if name in given else None for name in ("weight", "bias", "running_mean", "running_var")]
    weight, bias, running_mean, running_var = names
    draws = {name: uniform(0.5, 1.5, shape[1]) for name in given}
    outputs = ["output", "saved_mean", "saved_invstd", *(name for name in (running_mean, running_var) if name)]
    errors = {
        "output": reduction(count + 6, terms),
        "saved_mean": reduction(count, mean_terms),
        "saved_invstd": elementwise(2 * count),
        "running_mean": reduction(count + 2, lambda input, running_mean, **_: mean_terms(input) + running_mean.abs()),
        "running_var": reduction(2 * count + 4, variance_terms),
    }
    call = f"input, {weight}, {bias}, {EPS}, {running_mean}, {running_var}, {MOMENTUM}"
    return Case(
        {"input": randn(*shape)} | draws,
        compute,
        f"Batchnorm2d({call}, output, saved_mean, saved_invstd)",
        {name: errors[name] for name in outputs},
        name="_".join(given) or "plain",
        torch=False,
        outputs=dict.fromkeys(outputs, "same"),
        optional=tuple(name for name in given if name in ("weight", "bias")),
        last_step_left_out=lambda **inputs: compute(**inputs, seen=count - 1),
        variants=("special",),
    )


CASES = [
    case((2, 5, 3, 4), "weight", "bias", "running_mean", "running_var"),
    case((3, 8, 7), "weight", "bias"),
    case((2, 9, 4, 3)),
    case((4, 3, 2, 5), "running_mean", "running_var"),
]
