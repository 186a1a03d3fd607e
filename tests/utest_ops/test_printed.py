"""What the harness reads from the text of a legacy tree's unit test."""

import math

import pytest

from utest_ops.printed import comparisons
from utest_ops.suite import FAILED, PASSED, judge

TESTER = """Dtype and allowed error: {'f32': 1e-06, 'f16': 0.01}
[Result] /place/of the/test f32  output-0 is success {'max_diff': 5e-07, 'MAE': 1e-08}
[Result] /place/of the/test f16  output-0 is success {'max_diff': 0.25, 'MAE': 0.0005}
[Result] /place/of the/test f16  output-1 is failed {'max_diff': nan, 'MAE': inf}
"""


def test_the_testers_form() -> None:
    first, second, third = comparisons(TESTER)
    assert (first.passed, first.dtype, first.epsilon) == (True, "f32", 1e-06)
    assert first.metrics == {"max_diff": 5e-07, "MAE": 1e-08} and not first.beyond
    assert second.passed and second.beyond, "the tester accepts an output for one metric below the tolerance"
    assert (third.passed, third.output) == (False, 1) and math.isnan(third.metrics["max_diff"]) and third.beyond
    outcome = judge("t", "sg_b", 0, TESTER)
    assert outcome.worst.startswith("f32 max_diff 5e-07, MAE 1e-08 (epsilon 1e-06); f16 max_diff ")
    assert outcome.worst.endswith("; 1 accepted with one metric beyond it")


@pytest.mark.parametrize(
    ("cosine", "euclidean", "kind"),
    [
        ("tensor(0.9999)", "tensor(0.9512)", PASSED),
        ("tensor(0.8999)", "tensor(0.9512)", FAILED),
        ("0.99", "0.0", FAILED),
        ("tensor(nan)", "tensor(nan)", FAILED),
    ],
)
def test_the_comparators_form_is_held_to_its_own_limits_whatever_the_test_says(
    cosine: str, euclidean: str, kind: str
) -> None:
    text = f"Result : cosine similarity: {cosine}\nResult : euclidean similarity: {euclidean}\n[Success] x compare succeed!\n"
    assert judge("t", "sg_b", 0, text).kind == kind


def test_a_failure_that_is_only_said_counts() -> None:
    text = "Result : cosine similarity: 1.0\nResult : euclidean similarity: 1.0\n[Failed] x compare failed!\n"
    assert judge("t", "sg_b", 0, text).wrong == 1


def test_the_sample_trees_form() -> None:
    text = "[abs] sg2260 f16 sample 2 {'max_diff': 0.0, 'MAE': 0.0} passed\n[abs] sg2260 f32 sample 0 {'max_diff': 2.0, 'MAE': 1.0} FAILED\n"
    assert [(one.passed, one.dtype) for one in comparisons(text)] == [(True, "f16"), (False, "f32")]
