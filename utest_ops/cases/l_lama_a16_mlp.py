"""l_lama_a16_mlp: l_lama_mlp with unsigned weights of 8 or 4 bits in groups."""

from torch.nn import functional

from utest_ops.case import Case
from utest_ops.cases.a16_matmul import weights
from utest_ops.draw import integers, randn, uniform
from utest_ops.tolerance import reduction


def case(dtype, rows, width, middle, group, bits, zeros=True):
    def numbers(index, given, size=lambda weight: weight):
        zp = given.get(f"zp{index}")
        return size(weights(given[f"weight{index}"], given[f"scale{index}"], zp, bits))

    def compute(input, **given):
        up, gate, down = (numbers(index, given) for index in range(3))
        return (input @ up.t() * functional.silu(input @ gate.t())) @ down.t()

    def terms(input, **given):
        # silu's slope is nowhere more than 1.1.
        up, gate, down = (numbers(index, given).abs() for index in range(3))
        return (input.abs() @ up.t() * 1.1 * (input.abs() @ gate.t())) @ down.t()

    inputs = {"input": randn(*rows, width)}
    call = []
    for index in range(3):
        outer, inner = (width, middle) if index == 2 else (middle, width)
        inputs[f"weight{index}"] = integers(0, 256, outer, inner * bits // 8).as_dtype("u8")
        inputs[f"scale{index}"] = uniform(0.001, 0.01, outer, inner // group).as_dtype(dtype)
        if zeros:
            inputs[f"zp{index}"] = integers(0, 2**bits, outer, inner // group).as_dtype("u8")
        call += [f"weight{index}", f"zp{index}" if zeros else "None", f"scale{index}"]
    return Case(
        inputs,
        compute,
        f"LLamaA16Mlp(input, {', '.join(call)}, {group}, {bits}, output)",
        reduction(2 * width + middle + 14, terms),
        name=f"{bits}bit_groups{group}_{dtype}",
        torch=False,
        dtypes=(dtype,),
        optional=("zp0", "zp1", "zp2"),
        reduced={"input": len(rows)},
        variants=("special",),
    )


# Special values in a scale would leave nothing but NaN: it has a dtype of its own.
SIZES = (((9,), 16, 8, 8, 8), ((3, 5), 8, 24, 4, 4), ((16,), 32, 16, 16, 8, False))
CASES = [case(dtype, *sizes) for dtype in ("f16", "bf16") for sizes in SIZES]
