"""l_lama_mlp: (input @ weight0' * silu(input @ weight1')) @ weight2."""

from torch.nn import functional

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import reduction


def compute(input, weight0, weight1, weight2):
    return (input @ weight0.t() * functional.silu(input @ weight1.t())) @ weight2


def terms(input, weight0, weight1, weight2):
    # silu's slope is nowhere more than 1.1.
    return (input.abs() @ weight0.abs().t() * 1.1 * (input.abs() @ weight1.abs().t())) @ weight2.abs()


def case(rows, width, middle):
    weights = {f"weight{i}": randn(middle, width) for i in range(3)}
    return Case(
        {"input": randn(*rows, width)} | weights,
        compute,
        "LLamaMlp(input, weight0, weight1, weight2, None, None, None, None, None, output, False)",
        reduction(2 * width + middle + 8, terms),
        torch=False,
        reduced={"weight2": 0},
    )


CASES = [case((3, 5), 5, 3), case((16,), 5, 3), case((33,), 3, 5), case((3, 5), 8, 33), case((9,), 9, 4)]
