"""matmul_async_f32io_16_cal: a product of f32 matrices whose operands are rounded to 16 bits.

The operands lie a little beyond eighths, which every rounding to bf16 makes of them. They are f32 whatever is tested: what it makes of special
values depends on the chip."""

import torch

from utest_ops.case import Case
from utest_ops.draw import Draw, randn
from utest_ops.tolerance import reduction


def beyond_eighths(*shape):
    """Both signs, magnitude from 1/8 to 2."""

    def fill(size, generator):
        value = torch.randint(1, 17, size, generator=generator).double() / 8 + 2.0**-12
        return torch.where(torch.rand(size, generator=generator) < 0.5, -value, value)

    return Draw(shape, fill).as_dtype("f32")


def case(m, k, n, bias=False, turned=False):
    def compute(left, right, bias=None):
        left, right = ((value * 8).round() / 8 for value in (left, right))
        return left @ right + (0 if bias is None else bias)

    def terms(**inputs):
        return compute(**{name: value.abs() for name, value in inputs.items()})

    right = beyond_eighths(k, n).transposed() if turned else beyond_eighths(k, n)
    draws = {"left": beyond_eighths(m, k), "right": right} | ({"bias": randn(n).as_dtype("f32")} if bias else {})
    return Case(
        draws,
        compute,
        f"MatmulAsync_f32io_16_cal(left, right, {'bias' if bias else None}, TPUDNN_DTYPE_BF16, output)",
        reduction(k + 1, terms),
        torch=False,
        dtypes=("f32",),
        optional=("bias",),
        reduced={"left": 1},
        variants=(),
    )


CASES = [case(9, 17, 33, bias=True), case(8, 32, 5, turned=True), case(33, 65, 9)]
