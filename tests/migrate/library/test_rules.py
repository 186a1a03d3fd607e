"""The registered rules: their order follows from what they state, and each is shown by a case in which it has something to do."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from pathlib import Path

import pytest
from test_library_cases import convert, make_project

from migrate.convert import function
from migrate.report import diagnostics
from migrate.rules import registry
from migrate.rules.registry import OrderError, Rule, ordered, whole_function

CASES = Path(__file__).parent / "cases"
PACKAGE = Path(registry.__file__).parents[1]


def rule(name: str, *after: str) -> Rule:
    return Rule(name, "A rule.", whole_function, lambda ctx, match: None, after=after)


def test_order_follows_from_what_rules_name() -> None:
    assert [r.name for r in ordered([rule("c", "a"), rule("b", "c"), rule("a")])] == ["a", "c", "b"]
    assert ordered(function.RULES) == ordered(list(reversed(function.RULES))) == function.RULES


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ([rule("a", "b"), rule("b", "a")], "wait for each other: a, b"),
        ([rule("a", "x")], "no rule is called x"),
        ([rule("a"), rule("a")], "one name"),
    ],
)
def test_what_has_no_order_is_an_error(rules: list[Rule], message: str) -> None:
    with pytest.raises(OrderError, match=message):
        ordered(rules)


@pytest.mark.parametrize("name", [r.name for r in function.RULES])
def test_each_rule_finds_something_in_its_cases(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (wanted,) = (r for r in function.RULES if r.name == name)
    assert wanted.cases and wanted.doc
    found: Counter[str] = Counter()

    def counting(ctx):
        for match in wanted.match(ctx):
            found[case] += 1
            yield match

    counted = tuple(dataclasses.replace(r, match=counting) if r is wanted else r for r in function.RULES)
    monkeypatch.setattr(function, "RULES", counted)
    for case in wanted.cases:
        assert (CASES / case).is_dir(), f"rule {name} names a case {case}, which does not exist"
        (tmp_path / case).mkdir()
        convert(make_project(tmp_path / case, case), tmp_path / case / "out")
        assert found[case], f"rule {name} has nothing to do in case {case}"


def test_every_id_of_the_rules_is_a_rule_s_and_has_a_page() -> None:
    stated = {id for r in function.RULES for id in r.diagnostics}
    assert stated <= set(diagnostics.titles())
    files = [*(PACKAGE / "rules").glob("*.py"), PACKAGE / "convert/selection.py", PACKAGE / "convert/separable.py"]
    used = {id for file in files for id in re.findall(r'"([LD]\d{3})"', file.read_text())}
    assert used - stated == {"L100"}  # of every rule: two rules want the same place
