"""a16_matmul: left @ dequantised right, unsigned weights of 8 or 4 bits in groups."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers, randn, uniform
from utest_ops.tolerance import reduction


def weights(right, scale, zp, bits):
    """[N, K] numbers; of two 4-bit values in a byte the low half comes first."""
    value = (right if bits == 8 else torch.stack((right & 15, right >> 4), -1).flatten(1)).to(scale.dtype)
    group = value.shape[1] // scale.shape[1]
    spread = scale.repeat_interleave(group, 1)
    return (value - (0 if zp is None else zp.to(scale.dtype).repeat_interleave(group, 1))) * spread


def case(m, k, n, group, bits, parameters=(), operator="A16Matmul"):
    def compute(left, right, scale, zp=None, bias=None):
        return left @ weights(right, scale, zp, bits).t() + (0 if bias is None else bias)

    def terms(left, right, scale, zp=None, bias=None):
        return left.abs() @ weights(right, scale, zp, bits).abs().t() + (0 if bias is None else bias.abs())

    inputs = {"left": randn(m, k), "right": integers(0, 256, n, k * bits // 8).as_dtype("u8")}
    inputs["scale"] = uniform(0.01, 0.1, n, k // group)
    if "zp" in parameters:
        inputs["zp"] = integers(0, 2**bits, n, k // group).as_dtype("u8")
    if "bias" in parameters:
        inputs["bias"] = randn(n)
    zp = "zp" if "zp" in parameters else None
    bias = ("bias, " if "bias" in parameters else "None, ") if operator == "A16Linear" else ""
    return Case(
        inputs,
        compute,
        f"{operator}(left, right, {bias}scale, {zp}, {group}, {bits}, output)",
        reduction(k + 2, terms),
        name=f"{bits}bit_groups{group}",
        torch=False,
        dtypes=("f16", "bf16"),
        optional=("zp", "bias"),
        reduced={"left": 1},
    )


CASES = [case(9, 32, 17, 16, 8, ("zp",)), case(8, 64, 24, 32, 4, ("zp",)), case(9, 32, 16, 32, 8)]
