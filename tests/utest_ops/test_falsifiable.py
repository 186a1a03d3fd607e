"""Every tolerance lets the correctly rounded result pass and every wrong result that applies fail."""

from collections import Counter

import pytest

from utest_ops.chips import all_chips
from utest_ops.discover import load_cases, operators
from utest_ops.perturb import PERTURBATIONS, as_stored
from utest_ops.sample import draw_inputs, make_sample


def ordinary_cases(operator):
    """What the case file says; test_special.py has what is made of it."""
    return [case for case in load_cases(operator) if not case.variant]


def samples(operator):
    """Every case of an operator on every chip it is for, in every dtype."""
    for case in ordinary_cases(operator):
        for chip in all_chips().values():
            for dtype in case.dtypes:
                if chip.has(operator, case, dtype):
                    yield make_sample(case, dtype, chip, draw_inputs(case, dtype, operator, seed=0))


@pytest.mark.parametrize("operator", operators())
def test_tolerances_are_falsifiable(operator):
    applied = Counter()
    for sample in samples(operator):
        where = f"{operator} {sample.case.id} {sample.dtype} on {sample.chip.name}"
        right = sample.compare(as_stored(sample, sample.reference))
        assert all(c.passed for c in right.values()), f"{where}: the rounded reference itself fails: {right}"
        seen = 0
        for perturbation in PERTURBATIONS:
            outputs = perturbation.apply(sample)
            if outputs is None:
                continue
            seen += 1
            applied[perturbation.name] += 1
            compared = sample.compare(outputs)
            assert not all(c.passed for c in compared.values()), (
                f"{where}: a result that {perturbation.cause} passes: {compared}"
            )
        assert seen, f"{where}: no perturbation applies; make the case larger"
    assert applied


@pytest.mark.parametrize("operator", operators())
def test_a_case_says_what_it_reduces_and_what_it_may_omit(operator):
    for case in ordinary_cases(operator):
        assert set(case.reduced) <= set(case.inputs), case.id
        for output in case.outputs:
            assert case.error_of(output) is not None
