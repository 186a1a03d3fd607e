"""Hostile shapes: legacy builds of each chip against what migrate makes of them; see corpus.py for what a case is.

A case that fails today stands in known-failures.yaml, and has to fail in that very way: one that begins to pass is taken off the list.
`python tests/migrate/hostile/run.py [NAME ...]` prints a table and keeps what it built. HOSTILE_FRACTION=0.3 tries that share of the cases, chosen by
HOSTILE_SEED, as .ci/run does.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus import all_cases, known_failures
from judge import FAILURES, judge
from native import COMPILER, Drivers
from shares import selected

CASES = all_cases()
KNOWN = known_failures()

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")


@pytest.fixture(scope="session")
def drivers(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Drivers:
    """Built once for all processes of a run."""
    base = tmp_path_factory.getbasetemp()
    return Drivers((base if worker_id == "master" else base.parent) / "hostile-drivers")


@pytest.mark.parametrize("name", selected(CASES))
def test_case(name: str, drivers: Drivers, tmp_path: Path) -> None:
    case = CASES[name]
    verdict = judge(case, drivers, tmp_path)
    wanted = verdict.lacks(case)
    told = f"{name} ({case.what}): {verdict.kind} {verdict.detail} {' '.join(verdict.refused)}"
    if name in KNOWN:
        assert verdict.kind == KNOWN[name], f"{told}; take it off known-failures.yaml if it is right now"
        assert verdict.kind in FAILURES or wanted, f"{told}: this is no failure, take it off known-failures.yaml"
    else:
        assert verdict.kind not in FAILURES, told
        assert not wanted, f"{told}: this shape occurs in practice and has to be converted"


def test_known_failures_are_cases() -> None:
    assert set(KNOWN) <= set(CASES)


def test_the_corpus_covers_all_walls() -> None:
    walls = [case.wall for case in CASES.values()]
    assert len(walls) >= 150 and all(walls.count(wall) >= 30 for wall in (1, 2, 3, 4))
