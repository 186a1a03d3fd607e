"""l_lama_a16_matmul: a16_linear under the name of the public header."""

from dataclasses import replace

from utest_ops.cases.a16_linear import CASES as LINEAR

CASES = [replace(case, capi=case.capi.replace("A16Linear", "LLamaA16Matmul")) for case in LINEAR]
