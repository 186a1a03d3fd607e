"""minimum: the smaller one of two."""

import torch

from utest_ops.case import Case
from utest_ops.draw import SHAPES, randn

CASES = [Case({"input": randn(*s), "other": randn(*s)}, torch.minimum, "Minimum(input, other, output)") for s in SHAPES]
