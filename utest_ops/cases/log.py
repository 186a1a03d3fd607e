"""log: the natural logarithm, of 1 + x, to base 2 and to base 10."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, uniform
from utest_ops.tolerance import elementwise

TYPES = (("LOG_E", torch.log), ("LOG_1P", torch.log1p), ("LOG_2", torch.log2), ("LOG_10", torch.log10))
CASES = [
    Case({"input": uniform(0.1, 9, *shape)}, log, f"Log(input, output, TPUDNN_{name})", elementwise(8), name.lower())
    for name, log in TYPES
    for shape in SHAPES
]
