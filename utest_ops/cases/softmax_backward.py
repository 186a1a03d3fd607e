"""softmax_backward: output * (grad_output - sum over dim of grad_output * output)."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn, uniform
from utest_ops.tolerance import reduction


def case(shape, dim):
    def compute(grad_output, output):
        return output * (grad_output - (grad_output * output).sum(dim, keepdim=True))

    def terms(grad_output, output):
        return output * (grad_output.abs() + (grad_output * output).abs().sum(dim, keepdim=True))

    def native(grad_output, output):
        return torch._softmax_backward_data(grad_output, output, dim, output.dtype)

    return Case(
        {"grad_output": randn(*shape), "output": uniform(0.01, 0.3, *shape)},
        compute,
        f"SoftmaxBackward(grad_output, output, {dim}, grad_input)",
        reduction(shape[dim] + 3, terms),
        name=f"dim{dim}",
        torch=native,
        outputs={"grad_input": "same"},
        last_step_left_out=lambda grad_output, output: (
            output * (grad_output - (grad_output * output).narrow(dim, 0, shape[dim] - 1).sum(dim, keepdim=True))
        ),
    )


CASES = [case((16, 32), 1), case((9, 33), 0), case((3, 5, 40), 2)]
