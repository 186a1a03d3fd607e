"""The pieces of the error model: rounding units, rounding to a number of bits, metrics."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from utest_ops.chips import all_chips
from utest_ops.dtypes import DTYPES, round_to_bits, unit
from utest_ops.metrics import compare
from utest_ops.tolerance import elementwise, exact, reduction

BM_A, SG_B = all_chips()["bm_a"], all_chips()["sg_b"]
moderate = st.floats(-1e4, 1e4).filter(lambda x: x == 0 or abs(x) > 1e-3)


@given(moderate)
def test_rounding_to_bits_is_the_conversion_of_torch(x):
    value = (
        torch.tensor([x], dtype=torch.float64).float().double()
    )  # torch converts f64 to the small types by way of f32
    for name in ("f16", "bf16"):
        expected = value.to(DTYPES[name].torch).double()
        assert torch.equal(round_to_bits(value, DTYPES[name].bits), expected)


@given(moderate)
def test_one_rounding_errs_by_at_most_the_unit(x):
    value = torch.tensor([x], dtype=torch.float64)
    nearest = value.float().to(torch.bfloat16).double()
    truncated = (value.float().view(torch.int32) & -65536).view(torch.float32).double()
    slack = 1 + 2.0**-20  # the way through f32
    assert (nearest - value).abs() <= unit("bf16", SG_B) * abs(x) * slack
    assert (truncated - value).abs() <= unit("bf16", BM_A) * abs(x) * slack


def test_the_chip_that_truncates_has_twice_the_unit():
    assert unit("bf16", BM_A) == 2 * unit("bf16", SG_B) == 2.0**-7
    assert unit("f16", BM_A) == unit("f16", SG_B) == 2.0**-11
    assert unit("i32", BM_A) == 0


def test_a_reduction_is_held_to_the_terms_it_added_not_to_what_they_cancelled_to():
    inputs = {"x": torch.tensor([[1e6, -1e6, 1.0]], dtype=torch.float64)}
    model = reduction(3, lambda x: x.abs().sum(1))
    tolerance = model.tolerance(inputs, inputs["x"].sum(1), "f32", SG_B, "f32")
    assert float(tolerance) == pytest.approx(3 * 2.0**-24 * 2000001 + 2.0**-24, rel=1e-6)
    long = reduction(10000, lambda x: x.abs().sum(1)).tolerance(inputs, inputs["x"].sum(1), "f32", SG_B, "f32")
    assert float(long) < 10000 / 3 * float(tolerance)


def test_exact_outputs_and_integers_have_no_tolerance():
    reference = torch.tensor([3.0], dtype=torch.float64)
    assert float(exact().tolerance({}, reference, "f32", SG_B, "f32")) == 0
    assert float(elementwise(4).tolerance({}, reference, "i32", SG_B, "f32")) == 0


def test_metrics():
    reference = torch.tensor([1.0, 2.0, 3.0, 4.0], dtype=torch.float64)
    got = torch.tensor([1.0, 2.5, 3.0, 3.0])
    compared = compare(got, reference, torch.full((4,), 0.75, dtype=torch.float64))
    assert compared.max_diff == 1.0
    assert compared.mae == 0.375
    assert not compared.passed and compared.wrong == 1 and compared.worst.startswith("[3] is 3, expected 4")
    assert compare(got, reference, torch.full((4,), 1.0, dtype=torch.float64)).passed


@pytest.mark.parametrize(
    ("got", "expected", "passed"),
    [
        (math.nan, 1.0, False),
        (math.inf, 1.0, False),
        (-math.inf, math.inf, False),
        (math.inf, math.inf, True),
        (math.nan, math.nan, True),
        (1.0, math.nan, False),
    ],
)
def test_what_is_not_finite_agrees_with_itself_only(got, expected, passed):
    tolerance = elementwise().tolerance({}, torch.tensor([expected], dtype=torch.float64), "f32", SG_B, "f32")
    compared = compare(torch.tensor([got]), torch.tensor([expected], dtype=torch.float64), tolerance)
    assert compared.passed is passed


def test_another_shape_fails():
    compared = compare(torch.zeros(3), torch.zeros(4, dtype=torch.float64), torch.zeros(4))
    assert not compared.passed and "shape (3,) instead of (4,)" in compared.worst
