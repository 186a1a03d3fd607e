"""Results of a run for the eye, for machines and for the documentation."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from utest_ops.databases.expectations import DATABASES, Restriction, expectations
from utest_ops.databases.worker import ChipResult, Failure

PASSED, RESTRICTED, FAILED = "passed", "restricted", "failed"
SHOWN = 3  # failures of one entry on one chip that are printed


@dataclass(frozen=True)
class Judged:
    """One entry on one chip, with what was expected of it."""

    result: ChipResult
    status: str
    unexpected: tuple[Failure, ...]
    restrictions: tuple[Restriction, ...]

    @property
    def trials(self) -> int:
        """Calls made."""
        return self.result.trials


@dataclass(frozen=True)
class Summary:
    """A run."""

    results: list[Judged]
    stale: list[tuple[Restriction, str]]
    seconds: float
    chips: list[str]
    seed: int

    @property
    def passed(self) -> bool:
        """Nothing failed, and every restriction is still needed."""
        return not self.stale and all(each.status != FAILED for each in self.results)

    def counts(self, database: str, chip: str) -> Counter[str]:
        """Entries by status."""
        return Counter(
            each.status for each in self.results if (each.result.database, each.result.chip) == (database, chip)
        )


def judge(result: ChipResult) -> Judged:
    """Tells failures that expectations.yaml names from others."""
    unexpected, used = [], []
    for failure in result.failures:
        covering = [
            each
            for each in expectations().restrictions
            if each.covers(result.database, result.entry, result.chip, failure.check, failure.dtype, failure.message)
        ]
        if covering:
            used += covering
        else:
            unexpected.append(failure)
    status = FAILED if unexpected else RESTRICTED if used else PASSED
    return Judged(result, status, tuple(unexpected), tuple(dict.fromkeys(used)))


def stale_restrictions(results: list[Judged], chips: list[str]) -> list[tuple[Restriction, str]]:
    """Restrictions that nothing needed, with the chip. After a whole run only."""
    needed = {(restriction, each.result.chip) for each in results for restriction in each.restrictions}
    return [
        (restriction, chip)
        for restriction in expectations().restrictions
        for chip in chips
        if (not restriction.chips or chip in restriction.chips) and (restriction, chip) not in needed
    ]


def repeat(result: ChipResult, failure: Failure, seed: int) -> str:
    """The command that runs one failure again."""
    chosen = f" --seed {seed}" if seed else ""
    one = (
        "" if failure.check == "all" else f" --check {failure.check} --dtype {failure.dtype} --sample {failure.sample}"
    )
    return f"python -m utest_ops.databases {result.database} --chip {result.chip} --entry '{result.entry}'{one}{chosen}"


def lines(judged: Judged, seed: int) -> Iterator[str]:
    """What is printed of one result: nothing unless it failed."""
    if judged.status != FAILED:
        return
    result = judged.result
    yield f"FAILED {result.database} {result.entry} on {result.chip}: {len(judged.unexpected)} differences in {result.trials} calls"
    for failure in judged.unexpected[:SHOWN]:
        yield f"  {failure.check} {failure.dtype} sample {failure.sample}: {failure.message}"
        yield f"    {repeat(result, failure, seed)}"


def text(summary: Summary) -> str:
    """The table at the end of a run."""
    rows = [f"{'database':<14} {'chip':<5} {'entries':>7} {'passed':>7} {'restricted':>10} {'failed':>7} {'calls':>8}"]
    for database, chip, counts, calls in totals(summary):
        rows.append(
            f"{database:<14} {chip:<5} {sum(counts.values()):>7} {counts[PASSED]:>7} {counts[RESTRICTED]:>10} "
            f"{counts[FAILED]:>7} {calls:>8}"
        )
    for restriction, chip in summary.stale:
        rows.append(f"STALE {restriction.database} {restriction.entry} passes on {chip}: remove its restriction")
    rows.append(f"{'passed' if summary.passed else 'FAILED'} in {summary.seconds:.0f} s")
    return "\n".join(rows)


def totals(summary: Summary) -> Iterator[tuple[str, str, Counter[str], int]]:
    """Database, chip, entries by status, calls."""
    for database in DATABASES:
        for chip in summary.chips:
            counts = summary.counts(database, chip)
            calls = sum(
                each.trials for each in summary.results if (each.result.database, each.result.chip) == (database, chip)
            )
            if counts:
                yield database, chip, counts, calls


def write_json(path: Path, summary: Summary) -> None:
    """Everything, for machines."""
    import torch

    data = {
        "version": 1,
        "torch": torch.__version__.split("+")[0],
        "seed": summary.seed,
        "seconds": round(summary.seconds, 1),
        "passed": summary.passed,
        "totals": [
            {
                "database": database,
                "chip": chip,
                "calls": calls,
                **{key: counts[key] for key in (PASSED, RESTRICTED, FAILED)},
            }
            for database, chip, counts, calls in totals(summary)
        ],
        "stale": [{"entry": restriction.entry, "chip": chip} for restriction, chip in summary.stale],
        "entries": [_entry(each, summary.seed) for each in summary.results],
    }
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def _entry(judged: Judged, seed: int) -> dict:
    result = judged.result
    return {
        "database": result.database,
        "entry": result.entry,
        "chip": result.chip,
        "status": judged.status,
        "calls": result.trials,
        "seconds": round(result.seconds, 3),
        "reasons": [each.reason for each in judged.restrictions],
        "failures": [asdict(each) | {"repeat": repeat(result, each, seed)} for each in judged.unexpected],
    }


def write_docs(path: Path, summary: Summary) -> None:
    """docs/opinfo.md."""
    from utest_ops.databases.page import page

    path.write_text(page(summary), encoding="utf-8")
