"""latent_attention_fp8: latent_attention with FP8 weights."""

from utest_ops.cases.latent_attention import case

CASES = [
    one
    for dtype in ("f16", "bf16")
    for one in (
        case((9, 5), (0, 0), 0, kind="f8e4m3", dtype=dtype),
        case((2, 2), (5, 11), 1, kind="f8e5m2", dtype=dtype),
    )
]
