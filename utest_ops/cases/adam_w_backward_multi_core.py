"""adam_w_backward_multi_core: a step of Adam with decay apart from the gradient."""

from utest_ops.cases.adam_backward_multi_core import cases

CASES = cases(True)
