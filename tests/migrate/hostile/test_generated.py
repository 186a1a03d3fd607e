"""Generated operators by the same judge: each that is converted does the same on both chips, and what is written always compiles.

100 operators, or 2,000 where HOSTILE_CASES says so (make hostile).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from corpus import Case
from generator import source
from generator_prepared import mixed
from judge import EQUAL, REFUSED, judge
from native import COMPILER, Drivers
from test_hostile import drivers  # noqa: F401

BATCH = 10
COUNT = int(os.environ.get("HOSTILE_CASES", "100"))

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")


@pytest.mark.parametrize("first", range(0, COUNT, BATCH))
def test_generated(first: int, drivers: Drivers, tmp_path: Path) -> None:  # noqa: F811
    text = mixed(first, BATCH)
    case = Case(f"generated_{first}", 1, "generated", "either", 2, "-std=c++17", {"src/case.cpp": text})
    verdict = judge(case, drivers, tmp_path)
    assert verdict.kind in (EQUAL, REFUSED) and not verdict.detail, (
        f"seeds from {first}: {verdict.kind} {verdict.detail}"
    )


def test_a_seed_writes_the_same_again() -> None:
    assert source(3, 2) == source(3, 2) != source(4, 2)
    assert mixed(3, 2) == mixed(3, 2) != mixed(4, 2)
