"""fused_add_norm_mm: add_ln_mm under the name of the public header."""

from utest_ops.cases.add_ln_mm import case

CASES = [case((9,), 16, 33, "b", operator="FusedAddNormMM"), case((3, 5), 24, 8, operator="FusedAddNormMM")]
