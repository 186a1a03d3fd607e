"""Every seed draws other inputs, the same ones each time."""

import argparse
import hashlib

import pytest
import torch

from utest_ops.discover import load_cases, operators
from utest_ops.options import seeds
from utest_ops.result import SEEDS
from utest_ops.sample import draw_inputs

SOME = (*range(20), 2**31, SEEDS - 1)


def digest(inputs):
    """Of all bytes of all inputs."""
    parts = [tensor.contiguous().reshape(-1).view(torch.uint8).numpy().tobytes() for tensor in inputs.values()]
    return hashlib.sha256(b"|".join(parts)).hexdigest()


def constant(draw):
    """Whether a draw asks the generator for nothing."""
    generator = torch.Generator().manual_seed(1)
    before = generator.get_state()
    draw.make("f32", generator)
    return torch.equal(before, generator.get_state())


def bits(inputs):
    """Number of input bits, at least: a few truth values are equal by chance."""
    return sum(tensor.numel() for tensor in inputs.values())


@pytest.mark.parametrize("operator", operators())
def test_the_draws_of_every_seed_differ(operator):
    drawn = 0
    for case in load_cases(operator):
        dtype = case.dtypes[0]
        found = {seed: digest(draw_inputs(case, dtype, operator, seed)) for seed in SOME}
        again = draw_inputs(case, dtype, operator, SOME[1])
        assert digest(again) == found[SOME[1]]
        if all(map(constant, case.inputs.values())):
            assert len(set(found.values())) == 1
        elif bits(again) >= 64:
            assert len(set(found.values())) == len(SOME), f"{case.id}: {found}"
            drawn += 1
    assert drawn or all(constant(draw) for case in load_cases(operator) for draw in case.inputs.values())


def test_seeds_are_a_number_a_range_or_several():
    assert seeds("7") == (7,) and seeds("0-3") == (0, 1, 2, 3) and seeds("5,0-2,1") == (5, 0, 1, 2)


@pytest.mark.parametrize("text", ["", "-1", "x", "1-", "-", "3-1", "1,,2", "1.5", str(SEEDS), "0-99999", "9" * 5000])
def test_what_is_no_seed_is_refused(text):
    with pytest.raises((argparse.ArgumentTypeError, ValueError)):
        seeds(text)
