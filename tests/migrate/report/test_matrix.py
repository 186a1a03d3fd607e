"""The matrix function by chip and the seeded mutants in the text report and on the page."""

from __future__ import annotations

from dataclasses import replace

from migrate.report.build import build_report
from migrate.report.html import print_html
from migrate.report.matrix import matrix
from migrate.report.model import ProofEntry
from migrate.report.text import print_text

PROOFS = (
    ProofEntry("trace", "tpudnnOneAsync", "bm_a", "equal", "8 sets"),
    ProofEntry("trace", "tpudnnOneAsync", "sg_b", "not-run", "no implementation"),
    ProofEntry("trace", "tpudnnTwoAsync", "bm_a", "different", "plain: <step> 1"),
    ProofEntry("trace", "tpudnnTwoAsync", "sg_b", "different", "plain: <step> 1"),
    ProofEntry("mutate", "mutants in rules", "", "equal", "9 of 10 caught"),
    ProofEntry("mutate", "launch-index", "", "survived", "no case tells"),
)


def report():
    return replace(build_report([], "tree", ["bm_a", "sg_b"], command="verify"), proofs=PROOFS)


def test_one_row_per_function_with_the_reason_said_once():
    one, two = matrix(report(), "trace")
    assert (one.function, one.results) == ("tpudnnOneAsync", ("equal", "not run"))
    assert one.remarks == ("sg_b: no implementation",)
    assert two.results == ("DIFFERENT", "DIFFERENT") and two.remarks == ("bm_a, sg_b: plain: <step> 1",)


def test_text_and_page_show_the_matrix():
    text, page = print_text(report()), print_html(report())
    line = next(line for line in text.splitlines() if line.startswith("tpudnnOneAsync"))
    assert line.split() == ["tpudnnOneAsync", "equal", "not", "run", "sg_b:", "no", "implementation"]
    assert "mutants in rules: 9 of 10 caught" in text and "survived: launch-index: no case tells" in text
    assert '<td class="different" title="plain: &lt;step&gt; 1">DIFFERENT</td>' in page
    assert '<td class="not-run" title="no implementation">not run</td>' in page
    assert (
        '<td class="survived">survived</td>' in page and '<p class="equal">mutants in rules: 9 of 10 caught</p>' in page
    )


def test_a_conversion_without_trace_has_no_matrix():
    plain = replace(report(), proofs=PROOFS[4:])
    assert matrix(plain, "trace") == [] and "trace " not in print_text(plain)


def test_a_proof_that_could_not_be_made_is_said_once():
    reason = "the project file has no trace section"
    made = tuple(ProofEntry(n, "tree", "", "not-made", reason) for n in ("trace", "mutate"))
    text, page = print_text(replace(report(), proofs=made)), print_html(replace(report(), proofs=made))
    assert text.count(reason) == 2 and "mutate of tree could not be made: the project" in text
    assert 'id="mutants"' not in page and "could not be made: the project" in page
