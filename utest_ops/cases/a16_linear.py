"""a16_linear: a16_matmul with a bias."""

from utest_ops.cases.a16_matmul import case

CASES = [
    case(9, 32, 17, 16, 8, ("zp", "bias"), "A16Linear"),
    case(8, 64, 24, 32, 4, ("bias",), "A16Linear"),
    case(9, 32, 16, 32, 8, (), "A16Linear"),
]
