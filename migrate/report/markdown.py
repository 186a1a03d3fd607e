"""The figures of a report as Markdown tables, to be put into a document: counts only, no code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple

from migrate.report import diagnostics
from migrate.report.model import Report


def print_markdown(report: Report) -> str:
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    effort = report.effort
    yield f"{len(report.files)} files, chips {', '.join(report.chips)}; migrate {report.tool.version}."
    yield ""
    yield from _table(
        ("edit", "found", "converted", "refused", "done"),
        ((kind, *astuple(row)) for kind, row in report.totals.items() if row.found),
    )
    library = [f for f in report.functions if f.relation or f.status == "skipped"]
    yield from _table(("library functions", "number"), Counter(f.status for f in library).items())
    yield from _table(
        ("relation of the chips' branches", "functions"),
        Counter(f.relation for f in library if f.relation).most_common(),
    )
    calls = Counter(f.status for f in report.functions if f not in library)
    yield from _table(("torch-side calls", "number"), calls.items())
    compiled = Counter(f.compilation.status for f in report.files if f.compilation)
    yield from _table(("torch-side files", "number"), compiled.items())
    proofs = Counter((p.name, p.status) for p in report.proofs)
    yield from _table(("proof", "result", "number"), ((*key, number) for key, number in sorted(proofs.items())))
    titles = (
        "refused",
        "legacy names elsewhere",
        "does not compile yet",
        "matches nothing",
        "finding",
        "intended difference",
    )
    for title, found in zip(titles, report.diagnostics().values(), strict=True):
        counts = Counter(entry.id for entry in found)
        yield from _table(
            ("id", title, "number"),
            ((i, diagnostics.title(i), n) for i, n in sorted(counts.items())),
        )
    yield f"Left for a person: {effort.places} places, {effort.functions} functions, {effort.lines} legacy lines."


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    found = list(rows)
    if not found:
        return
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for row in found:
        yield "| " + " | ".join(str(cell) for cell in row) + " |"
    yield ""
