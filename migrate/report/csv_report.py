"""The report as CSV: one row per total, function, refusal, guard, finding, difference and proof, all with the same columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from migrate.report.model import Report

COLUMNS = (
    "record",
    "path",
    "line",
    "column",
    "id",
    "name",
    "status",
    "detail",
    "found",
    "converted",
    "refused",
    "done",
)


def print_csv(report: Report) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for row in _rows(report):
        writer.writerow(row)
    return out.getvalue()


def _rows(report: Report) -> Iterator[dict[str, Any]]:
    for kind, counts in report.totals.items():
        yield {"record": "total", "name": kind, **asdict(counts)}
    for file in report.files:
        for kind, counts in file.totals.items():
            if counts.found:
                yield {"record": "file", "path": file.path, "name": kind, **asdict(counts)}
        if file.compilation:
            said = file.compilation
            yield {"record": "compilation", "path": file.path, "status": said.status, "detail": said.detail}
        for span in file.inactive:
            yield {
                "record": "inactive",
                "path": file.path,
                "line": span.first,
                "detail": f"to line {span.last}",
            }
    for f in report.functions:
        yield {
            "record": "function",
            "path": f.file,
            "line": "" if f.line is None else f.line,
            "name": f.legacy,
            "status": f.status,
            "detail": f.reason or f.unified,
        }
    for kind, found in report.diagnostics().items():
        record = kind.removesuffix("s")
        for entry in found:
            yield {
                "record": record,
                **{k: getattr(entry, k) for k in ("path", "line", "column", "id")},
                "name": entry.function,
                "status": entry.confidence,
                "detail": entry.message,
            }
    for guard in report.guards_left:
        yield {
            "record": "guard",
            **{k: getattr(guard, k) for k in ("path", "line", "column")},
            "detail": guard.reason,
        }
    for proof in report.proofs:
        yield {
            "record": "proof",
            "path": proof.subject,
            "name": f"{proof.name} {proof.chip}".strip(),
            "status": proof.status,
            "detail": proof.detail,
        }
