"""Hostile shapes of torch-side files: legacy builds of each chip against what migrate makes of them; see torch_corpus.py.

migrate reads them without any header of the unified tree. `python tests/migrate/torch_side/hostile/run_torch.py [NAME ...]` prints a table.
With HOSTILE_FRACTION three times that share of them is tried, see shares.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from shares import selected
from torch_corpus import all_cases, known_failures
from torch_judge import COMPILER, EQUAL, FAILURES, Drivers, judge

CASES = all_cases()
KNOWN = known_failures()

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")


@pytest.fixture(scope="session")
def torch_drivers(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Drivers:
    """Built once for all processes of a run."""
    base = tmp_path_factory.getbasetemp()
    return Drivers((base if worker_id == "master" else base.parent) / "hostile-torch-drivers")


@pytest.mark.parametrize("name", selected(CASES, times=3))
def test_a_torch_side_file_is_converted_rightly_or_refused(name: str, torch_drivers: Drivers, tmp_path: Path) -> None:
    case = CASES[name]
    verdict = judge(case, torch_drivers, tmp_path)
    wanted = verdict.kind == EQUAL if case.expect == "convert" else verdict.kind not in FAILURES
    if name in KNOWN:
        assert verdict.kind == KNOWN[name], f"it is {verdict.kind} now: take it off the list or see why"
        pytest.xfail(f"{verdict.kind}: {verdict.detail}")
    assert wanted, f"{verdict.kind}: {verdict.detail} {verdict.refused}"


def test_the_known_failures_are_cases() -> None:
    assert set(KNOWN) <= set(CASES)
