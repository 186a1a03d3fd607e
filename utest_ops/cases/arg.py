"""arg: the largest or smallest element along one dimension, and where it is."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers

MODES = ((2, torch.max), (3, torch.min))


def case(mode, function, shape, axis):
    # Few different values: of equal ones the first counts, as in numpy and torch on the CPU.
    def compute(input):
        values, _ = function(input, axis)
        extreme = values.unsqueeze(axis)
        first = ((input == extreme) | (input.isnan() & extreme.isnan())).to(torch.int32).argmax(axis)
        return values, first

    return Case(
        {"input": integers(-20, 20, *shape)},
        compute,
        f"Arg(input, {axis}, {mode}, values, indices)",
        name=f"{function.__name__}{axis}",
        torch=lambda input: tuple(function(input, axis)),
        outputs={"values": "same", "indices": "i32"},
        variants=("special",),  # an output without elements has no address, which the C API reads as not wanted
    )


CASES = [case(*mode, shape, axis) for mode in MODES for shape, axis in (((9, 33), 1), ((17, 10), 0), ((3, 20, 5), 1))]
