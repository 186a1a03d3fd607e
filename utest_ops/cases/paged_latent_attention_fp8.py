"""paged_latent_attention_fp8: latent_attention with FP8 weights over caches of pages, and over chosen tokens of them."""

from utest_ops.cases.latent_attention import case

CASES = [
    one
    for dtype in ("f16", "bf16")
    for one in (
        case((9, 3), (5, 0), 2, paged=True, kind="f8e4m3", dtype=dtype),
        case((2, 2, 2), (5, 12, 3), 3, paged=True, kind="f8e5m2", dtype=dtype, on_device=True),
        case((1, 1), (15, 9), 3, paged=True, kind="f8e4m3", dtype=dtype, topk=6),
    )
]
