"""sign: -1, 0 or 1."""

import torch

from utest_ops.case import Case
from utest_ops.draw import sparse

CASES = [Case({"input": sparse(0.7, *s)}, torch.sign, "Sign(input, output)") for s in ((64,), (7, 33), (3, 5, 64))]
