"""gelu, the exact form: x / 2 * (1 + erf(x / sqrt(2)))."""

from torch.nn import functional

from utest_ops.case import Case
from utest_ops.draw import SHAPES, randn
from utest_ops.tolerance import elementwise

# The tail 1 + erf cancels: its error is that of the terms, not of the small result.
ERROR = elementwise(8, lambda input: input.abs())
CASES = [Case({"input": randn(*shape)}, functional.gelu, "GELU(input, output)", ERROR) for shape in SHAPES]
