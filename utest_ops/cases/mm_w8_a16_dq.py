"""mm_w8_a16_dq: input @ weight', FP8 weights with a scale for each square of them."""

from utest_ops.case import Case
from utest_ops.draw import randn, uniform
from utest_ops.tolerance import reduction


def dequantised(weight, scale, block):
    spread = scale.repeat_interleave(block, 0).repeat_interleave(block, 1)
    return weight * spread[: weight.shape[0], : weight.shape[1]]


def blocks(rows, columns, block):
    return -(-rows // block), -(-columns // block)


def case(m, k, n, block, kind="f8e4m3"):
    def compute(input, weight, scale):
        return input @ dequantised(weight.to(input.dtype), scale, block).t()

    def terms(**inputs):
        return compute(**{name: value.abs() for name, value in inputs.items()})

    return Case(
        {
            "input": randn(m, k),
            "weight": randn(n, k).as_dtype(kind),
            "scale": uniform(0.5, 2, *blocks(n, k, block)),
        },
        compute,
        f"MmW8A16Dq(input, weight, scale, output, {block})",
        reduction(k + 2, terms),
        name=f"{kind}_blocks{block}",
        torch=False,
        dtypes=("f16", "bf16"),
        reduced={"input": 1},
        variants=("special",),
    )


CASES = [case(9, 32, 17, 8), case(8, 33, 24, 16, "f8e5m2"), case(3, 9, 40, 128)]
