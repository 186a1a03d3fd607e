"""adam_backward_multi_core: a step of Adam, into other tensors and in place."""

import torch

from utest_ops.case import Case
from utest_ops.draw import constant, randn, uniform
from utest_ops.tolerance import elementwise

# Exact in f32, as the differences from 1.
LR, BETA1, BETA2, EPS, DECAY = 2.0**-6, 0.875, 0.96875, 2.0**-20, 0.0625


def case(shape, step, decoupled=False, amsgrad=False, maximize=False, in_place=False):
    first, second = 1 - BETA1**step, 1 - BETA2**step

    def moments(gradient, m, v):
        return BETA1 * m + (1 - BETA1) * gradient, BETA2 * v + (1 - BETA2) * gradient.square()

    def spread(v, vmax):
        return ((v if vmax is None else torch.maximum(v, vmax)) / second).sqrt() + EPS

    def compute(weight, m, v, grad, t, vmax=None):
        gradient = -grad if maximize else grad
        gradient = gradient if decoupled else gradient + DECAY * weight
        kept = weight * (1 - LR * DECAY) if decoupled else weight
        mean, square = moments(gradient, m, v)
        moved = kept - LR / first * mean / spread(square, vmax)
        return (moved, mean, square) + (() if vmax is None else (torch.maximum(square, vmax),))

    def bound(grad, weight):
        return grad.abs() + (0 if decoupled else DECAY * weight.abs())

    def weight_terms(weight, m, v, grad, t, vmax=None):
        square = compute(weight, m, v, grad, t, vmax)[2]
        terms = weight.abs() + LR / first * moments(bound(grad, weight), m.abs(), v)[0] / spread(square, vmax)
        return torch.where(square > torch.finfo(torch.float32).max, float("inf"), terms)  # f32 has no such square

    def mean_terms(weight, m, v, grad, **_):
        return moments(bound(grad, weight), m.abs(), v)[0]

    def square_terms(weight, m, v, grad, vmax=None, **_):
        terms = moments(bound(grad, weight), m, v.abs())[1]
        return terms if vmax is None else terms + vmax.abs()

    names = ["weight", "m", "v", *(["vmax"] if amsgrad else [])]
    results = names if in_place else [f"{name}_out" for name in names]
    draws = {"weight": randn(*shape), "m": randn(*shape), "v": uniform(0.25, 1, *shape), "grad": randn(*shape)}
    draws["t"] = constant(step, 1).as_dtype("f32")
    if amsgrad:
        draws["vmax"] = uniform(0.25, 1, *shape)
    outputs = ", ".join([*results, *([] if amsgrad else ["None"])])
    inputs = f"grad, weight, m, v, {'vmax' if amsgrad else None}, t"
    settings = f"{LR}, {BETA1}, {BETA2}, {EPS}, {DECAY}, {amsgrad}, {maximize}"
    models = elementwise(14, weight_terms), elementwise(4, mean_terms), elementwise(6, square_terms)
    models = (*models, elementwise(6, square_terms))
    words = [word for word, said in (("amsgrad", amsgrad), ("maximize", maximize), ("in_place", in_place)) if said]
    return Case(
        draws,
        compute,
        f"Adam{'W' if decoupled else ''}BackwardMultiCore({outputs}, {inputs}, {settings})",
        dict(zip(results, models[: len(results)], strict=True)),
        name="_".join([f"step{step}", *words]),
        torch=False,
        outputs=dict.fromkeys(results, "same"),
        variants=("special",),
    )


def cases(decoupled):
    return [
        case((7, 33), 1, decoupled),
        case((65,), 10, decoupled, amsgrad=True),
        case((3, 5, 17), 1000, decoupled, maximize=True),
        case((9, 16), 3, decoupled, in_place=True),
        case((9, 16), 2, decoupled, amsgrad=True, maximize=True, in_place=True),
    ]


CASES = cases(False)
