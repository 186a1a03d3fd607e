"""Operators are the files of utest_ops/cases: no list to keep."""

import difflib
import importlib
from pathlib import Path

from utest_ops.case import Case
from utest_ops.errors import CaseError, UsageError
from utest_ops.special import with_variants

CASES_DIR = Path(__file__).parent / "cases"


def operators() -> list[str]:
    """The operators that have a case file."""
    return sorted(path.stem for path in CASES_DIR.glob("*.py") if not path.stem.startswith("_"))


def find_operators(names: list[str]) -> list[str]:
    """The operators named (`all` or nothing: every one)."""
    there_are = operators()
    if not names or "all" in names:
        return there_are
    for name in names:
        if name not in there_are:
            close = difflib.get_close_matches(name, there_are, n=1)
            hint = f", did you mean '{close[0]}'?" if close else "."
            raise UsageError(f"unknown operator '{name}'{hint} There are: {', '.join(there_are)}")
    return list(dict.fromkeys(names))


def load_cases(operator: str) -> list[Case]:
    """The cases of an operator, and behind them what utest_ops/special.py makes of them. Their ids are unique."""
    module = importlib.import_module(f"utest_ops.cases.{operator}")
    cases = with_variants(list(module.CASES))
    ids = [case.id for case in cases]
    for name in ids:
        if ids.count(name) > 1:
            raise CaseError(f"cases/{operator}.py: two cases are called {name}; give one a name=")
    return cases
