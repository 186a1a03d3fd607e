"""log_softmax: the logarithm of softmax along one dimension."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import reduction


def case(shape, dim):
    def compute(input, seen=shape[dim]):
        return input - torch.logsumexp(input.narrow(dim, 0, seen), dim, keepdim=True)

    def terms(input):
        largest = input.amax(dim, keepdim=True)
        return 1 + (input - largest).abs() + torch.logsumexp(input - largest, dim, keepdim=True).abs()

    return Case(
        {"input": randn(*shape)},
        lambda input: torch.log_softmax(input, dim),
        f"LogSoftmax(input, {dim}, output)",
        reduction(shape[dim] + 4, terms),
        name=f"dim{dim}",
        variants=("special", "empty") if dim > 0 else ("special",),  # dimension 0 is the one that is left out
        torch=False,
        last_step_left_out=lambda input: compute(input, shape[dim] - 1),
    )


CASES = [case((16, 32), 1), case((9, 33), 0), case((3, 40, 5), 1), case((2, 3, 24), 2)]
