"""The proofs that call both builds, each as a matrix function by chip, and what the seeded mutants came to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from migrate.model import NOT_MADE
from migrate.report.model import ProofEntry, Report

WORDS = {"equal": "equal", "different": "DIFFERENT", "not-run": "not run"}


@dataclass(frozen=True)
class Row:
    """One function: its result per chip, in the report's order of chips, and what is to be said of those that are not equal."""

    function: str
    results: tuple[str, ...]
    remarks: tuple[str, ...]
    details: tuple[str, ...]  # what was tried, per chip


MATRICES = {"trace": "what both builds launch", "results": "what both builds compute"}
"""The proofs with a matrix, and what each compares."""


def matrix(report: Report, name: str) -> list[Row]:
    """One row per function that the proof of this name looked at, in the order of the proofs."""
    found: dict[str, dict[str, ProofEntry]] = {}
    for proof in report.proofs:
        if proof.name == name and proof.chip:
            found.setdefault(proof.subject, {})[proof.chip] = proof
    return [_row(name, results, report.chips) for name, results in found.items()]


def _row(name: str, results: Mapping[str, ProofEntry], chips: Sequence[str]) -> Row:
    remarks: dict[str, list[str]] = {}
    for chip in chips:
        if chip in results and results[chip].status != "equal":
            remarks.setdefault(results[chip].detail, []).append(chip)
    words = tuple(WORDS.get(results[c].status, results[c].status) if c in results else "-" for c in chips)
    details = tuple(results[c].detail if c in results else "" for c in chips)
    return Row(name, words, tuple(f"{', '.join(where)}: {text}" for text, where in remarks.items()), details)


def print_matrices(report: Report) -> Iterator[str]:
    for name in MATRICES:
        yield from _print_matrix(report, name)


def _print_matrix(report: Report, name: str) -> Iterator[str]:
    rows = matrix(report, name)
    if not rows:
        return
    width = max(len(row.function) for row in rows)
    yield f"{name:<{width}}  " + "  ".join(f"{chip:<9}" for chip in report.chips)
    for row in rows:
        cells = "  ".join(f"{word:<9}" for word in row.results)
        yield f"{row.function:<{width}}  {cells}  {'; '.join(row.remarks)}".rstrip()
    yield ""


def mutants(report: Report) -> list[ProofEntry]:
    """What the seeded mutants came to, where they were tried."""
    return [p for p in report.proofs if p.name == "mutate" and p.status not in ("not-run", NOT_MADE)]


def print_mutants(report: Report) -> Iterator[str]:
    """Totals of the seeded mutants and the survivors."""
    proofs = mutants(report)
    for proof in proofs:
        if proof.status not in ("survived", "equivalent"):
            yield f"{proof.subject}: {proof.detail}"
    survivors = [p for p in proofs if p.status in ("survived", "equivalent")]
    yield from (f"  {p.status}: {p.subject}: {p.detail}" for p in survivors)
    if proofs:
        yield ""
