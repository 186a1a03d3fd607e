"""mlp_w8_a16_dq: (silu(input @ weight0') * (input @ weight1')) @ weight2, FP8 weights with a scale for each square of them."""

from torch.nn import functional

from utest_ops.case import Case
from utest_ops.cases.mm_w8_a16_dq import blocks, dequantised
from utest_ops.draw import randn, uniform
from utest_ops.tolerance import reduction


def case(dtype, rows, width, middle, block, kind="f8e4m3", turned=False):
    def numbers(input, given):
        return (dequantised(given[f"weight{i}"].to(input.dtype), given[f"scale{i}"], block) for i in range(3))

    def compute(input, **given):
        gate, up, down = numbers(input, given)
        return (functional.silu(input @ gate.t()) * (input @ up.t())) @ down

    def terms(input, **given):
        # silu's slope is nowhere more than 1.1.
        gate, up, down = (weight.abs() for weight in numbers(input, given))
        return (1.1 * (input.abs() @ gate.t()) * (input.abs() @ up.t())) @ down

    inputs = {"input": randn(*rows, width)}
    for i in range(3):
        inputs[f"weight{i}"] = randn(middle, width).as_dtype(kind)
        inputs[f"scale{i}"] = uniform(0.25, 1, *blocks(middle, width, block)).as_dtype(dtype)
    if turned:
        inputs |= {name: inputs[name].transposed() for name in ("weight2", "scale2")}
    return Case(
        inputs,
        compute,
        f"MlpW8A16Dq(input, weight0, weight1, weight2, scale0, scale1, scale2, output, {block})",
        reduction(2 * width + middle + 14, terms),
        name=f"{kind}_blocks{block}_{dtype}",
        torch=False,
        dtypes=(dtype,),
        reduced={"weight2": 0},
        variants=("special",),
    )


# Special values in a scale would leave nothing but NaN: it has a dtype of its own.
SIZES = (((9,), 16, 24, 8), ((3, 5), 17, 9, 4, "f8e5m2", True), ((16,), 33, 8, 128))
CASES = [case(dtype, *sizes) for dtype in ("f16", "bf16") for sizes in SIZES]
