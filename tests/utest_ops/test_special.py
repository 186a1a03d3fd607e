"""Special values of every case: they are there, most elements are judged, and a wrong class of number fails."""

import pytest
import torch

from utest_ops.chips import all_chips
from utest_ops.discover import load_cases, operators
from utest_ops.dtypes import DTYPES
from utest_ops.overflow import with_overflow_as_nan
from utest_ops.perturb import as_stored
from utest_ops.sample import draw_inputs, make_sample
from utest_ops.special import EMPTY, SCALAR, SPECIAL, scatter, values_of

# Without an input that follows the dtype under test there is nothing to make special.
WITHOUT = {"arange", "matmul_async_f32io_16_cal"}


def samples(operator):
    for case in load_cases(operator):
        if case.variant == SPECIAL:
            for chip in all_chips().values():
                for dtype in case.dtypes:
                    if chip.has(operator, case, dtype):
                        yield make_sample(case, dtype, chip, draw_inputs(case, dtype, operator, seed=0))


@pytest.mark.parametrize("operator", [name for name in operators() if name not in WITHOUT])
def test_every_case_has_special_values(operator):
    cases = load_cases(operator)
    ordinary = [case for case in cases if not case.variant]
    assert len([case for case in cases if case.variant == SPECIAL]) == len(ordinary)


def test_operators_without_special_values_have_no_input_for_them():
    for operator in WITHOUT:
        assert all(draw.dtype for case in load_cases(operator) for draw in case.inputs.values())


def test_shapes_without_elements_and_dimensions():
    by_operator = {operator: {case.variant for case in load_cases(operator)} for operator in operators()}
    for operator in ("active", "binary", "minimum", "clamp", "log", "neg"):
        assert {EMPTY, SCALAR} <= by_operator[operator], operator
    assert SCALAR not in by_operator["softmax"]
    assert EMPTY in by_operator["softmax"]


@pytest.mark.parametrize("dtype", ["f32", "f16", "bf16", "i32", "u8"])
def test_every_special_value_is_drawn(dtype):
    special = values_of(DTYPES[dtype].torch)
    ordinary = torch.full((20, 30), 3).to(DTYPES[dtype].torch)
    seen = set()
    for seed in range(20):
        drawn = scatter(ordinary, torch.Generator().manual_seed(seed))
        seen |= {str(value) for value in drawn.flatten().tolist()}
        assert (drawn == 3).float().mean() > 0.7
    assert {str(value) for value in special.tolist()} <= seen


def wrong_classes(sample):
    """Outputs with another class of number in one judged place: NaN as 0, infinity of the other sign, a number as NaN, 0 as a denormal."""
    right = as_stored(sample, sample.reference)
    for name, output in right.items():
        if not output.is_floating_point():
            continue
        judged = sample.tolerance[name].isfinite().flatten()
        flat = output.flatten()
        for chosen, wrong in (
            (flat.isnan(), 0.0),
            (flat == float("inf"), float("-inf")),
            (flat.isfinite(), float("nan")),
            ((flat == 0) & (sample.tolerance[name].flatten() == 0), torch.finfo(output.dtype).smallest_normal),
        ):
            places = (chosen & judged).nonzero().flatten()
            if len(places):
                changed = flat.clone()
                changed[places[0]] = wrong
                yield right | {name: changed.reshape(output.shape)}


@pytest.mark.parametrize("operator", [name for name in operators() if name not in WITHOUT])
def test_wrong_classes_fail(operator):
    tried = 0
    free = judged = 0
    for sample in samples(operator):
        where = f"{operator} {sample.case.id} {sample.dtype} on {sample.chip.name}"
        right = sample.compare(as_stored(sample, sample.reference))
        assert all(c.passed for c in right.values()), f"{where}: the rounded reference itself fails: {right}"
        for tolerance in sample.tolerance.values():
            free += int(tolerance.isinf().sum())
            judged += int(tolerance.isfinite().sum())
        for outputs in wrong_classes(sample):
            tried += 1
            assert not all(c.passed for c in sample.compare(outputs).values()), (
                f"{where}: a wrong class of number passes"
            )
    floats = any(DTYPES[s.case.output_dtype(name, s.dtype)].is_float for s in samples(operator) for name in s.reference)
    assert tried or not floats
    assert judged > 2 * free, f"{free} of {free + judged} elements are free"


@pytest.mark.parametrize(
    "function",
    [
        lambda input: input.sum(-1),
        lambda input: input.mean(-1),
        lambda input: input.var(-1, correction=0),
        lambda input: input @ torch.ones(3, 1, dtype=torch.float64),
        lambda input: torch.linalg.vector_norm(input, dim=-1),
        lambda input: torch.nn.functional.conv1d(input[:, None], torch.ones(1, 1, 3, dtype=torch.float64)),
        lambda input: (input * 2).sum(-1, keepdim=True) / 3 - input[:, :1],
    ],
)
def test_sums_that_overflow_in_some_order_are_not_judged(function):
    """-inf beside terms that overflow is -inf or NaN by the order, and 3e38 + 1e38 - 2e38 is 2e38 or infinite."""
    inputs = {"input": torch.tensor([[3e38, 1e38, -2e38], [float("-inf"), 3e38, 3e38], [1.0, 2.0, 3.0]]).double()}
    result = with_overflow_as_nan(function, inputs).flatten()
    assert result.isnan().tolist() == [True, True, False]
    torch.testing.assert_close(result[2], function(**inputs).flatten()[2])
