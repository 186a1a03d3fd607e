"""fused_norm_mm: ln_mm under the name of the public header."""

from utest_ops.cases.ln_mm import case

CASES = [case((9,), 16, 33, "b", operator="FusedNormMM"), case((3, 5), 24, 8, operator="FusedNormMM")]
