"""matmul_fp8: the scaled product of FP8 matrices, and its largest absolute value."""

from utest_ops.case import Case
from utest_ops.draw import randn, uniform
from utest_ops.tolerance import reduction

SCALES = ("scale_left", "scale_right", "scale_result")


def case(m, k, n, kinds, *given, largest=True, dtypes=("f32", "f16", "bf16")):
    def product(left, right, bias=None, scale_left=1, scale_right=1):
        value = left.double() @ right.double().t() * scale_left * scale_right
        return value if bias is None else value + bias

    def compute(scale_result=1, **inputs):
        value = product(**inputs)
        return (value * scale_result, value.abs().max()) if largest else value * scale_result

    def terms(scale_result=1, **inputs):
        return product(**{name: value.double().abs() for name, value in inputs.items()}) * scale_result

    draws = {"left": randn(m, k).as_dtype(kinds[0]), "right": randn(n, k).as_dtype(kinds[1])}
    draws |= {"bias": randn(n)} if "bias" in given else {}
    draws |= {name: uniform(0.5, 2, 1).as_dtype("f32") for name in SCALES if name in given}
    optional = [name if name in given else None for name in ("bias", *SCALES)]
    model = reduction(k + 4, terms)
    peak = reduction(k + 4, lambda scale_result=1, **inputs: terms(**inputs).max())
    return Case(
        draws,
        compute,
        f"MatmulFp8(left, right, {', '.join(map(str, optional))}, output, {'output_max' if largest else None})",
        {"output": model} | ({"output_max": peak} if largest else {}),
        name="_".join(kinds),
        torch=False,
        dtypes=dtypes,
        outputs={"output": "same"} | ({"output_max": "f32"} if largest else {}),
        optional=given,
        reduced={"left": 1},
        variants=("special",),
    )


E4M3, E5M2 = "f8e4m3", "f8e5m2"
CASES = [
    case(9, 32, 17, (E4M3, E4M3), "bias", *SCALES),
    case(8, 33, 24, (E5M2, E4M3), "bias", "scale_left", "scale_right"),
    case(3, 9, 40, (E4M3, E5M2), "bias", largest=False, dtypes=("f32", E4M3, E5M2)),
]
