"""Ten thousand generated files: no traceback, no hang, no byte lost, counts that add up, nothing changed by a second conversion.

With HOSTILE_FRACTION four times that share of them is tried, see shares.py.
"""

from __future__ import annotations

import traceback
from collections import Counter

import pytest
from generate import MUTATIONS, case, extremes
from invariants import Hang, Unsettled, check_lexer, check_torch, limited
from shares import selected

CASES = 10_000
PARTS = 20  # so that several processes share them
EXTREMES = extremes()


UNSETTLED = 5  # of the 500 cases of one part: a marker more in a text whose brackets or directives are cut


def run(name: str, data: bytes) -> tuple[str | None, int, int]:
    """What went wrong with one case, and how many of its calls were converted and refused."""
    try:
        with limited():
            check_lexer(data)
            result = check_torch(data)
    except Unsettled:
        return "unsettled", 0, 0
    except (Exception, Hang):
        return f"case {name}\n{traceback.format_exc(limit=-3)}\n{data[:2000]!r}", 0, 0
    converted = sum(f.status.value == "converted" for f in result.functions)
    return None, converted, len(result.refusals)


@pytest.mark.parametrize("part", selected(map(str, range(PARTS)), times=4))
def test_generated_files(part: str) -> None:
    done: Counter[str] = Counter()
    failures = []
    for seed in range(int(part), CASES, PARTS):
        failure, converted, refused = run(*case(seed))
        failures += [failure] if failure and failure != "unsettled" else []
        done.update(cases=1, converted=converted, refused=refused, unsettled=failure == "unsettled")
    assert not failures, f"{len(failures)} of {done['cases']} failed\n" + "\n".join(failures[:3])
    assert done["cases"] == CASES // PARTS
    assert done["unsettled"] <= UNSETTLED
    assert done["converted"] > 50 and done["refused"] > 50, "cases that convert nothing or refuse nothing prove little"


def test_every_mutation_is_used_and_changes_something() -> None:
    names = {part for seed in range(100) for part in case(seed)[0].split(": ")[1].split(", ")}
    assert names == set(MUTATIONS)
    assert case(17) == case(17)
    assert len({case(seed)[1] for seed in range(500)}) > 480


@pytest.mark.parametrize("name", EXTREMES)
def test_extremes(name: str) -> None:
    failure, _, _ = run(name, EXTREMES[name])
    assert failure is None, failure[:3000]
