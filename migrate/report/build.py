"""The report as plain data: built once from the results, printed in several formats. docs/report.md describes each key."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from migrate import __version__
from migrate.frontend.lex import LineMap
from migrate.frontend.variants import MergedLines
from migrate.model import NOT_MADE, EditKind, FileResult, FunctionResult, Location, Site, Span, Status

VERSION = 3
Report = dict[str, Any]
"""JSON-compatible; see VERSION."""

DIFFERENCE = "D"  # ids of intended differences begin with it, see migrate.report.diagnostics


@dataclass(frozen=True)
class Input:
    """One result with the bytes it was made from."""

    result: FileResult
    data: bytes
    origin: LineMap | None = None  # places in the files that `data` was merged from

    @cached_property
    def lines(self) -> LineMap:
        return self.origin or LineMap(self.data)


def build_report(inputs: Sequence[Input], project: str, chips: Sequence[str], command: str = "convert") -> Report:
    files = [_file(item) for item in inputs]
    functions = [_function(item, f) for item in inputs for f in item.result.functions]
    findings = [_finding(f) for item in inputs for f in item.result.findings]
    report: Report = {
        "version": VERSION,
        "tool": {"name": "migrate", "version": __version__},
        "command": command,
        "project": project,
        "chips": list(chips),
        "totals": _totals(f["totals"] for f in files),
        "files": files,
        "functions": functions,
        "guards_left": [
            {**_place(place), "reason": reason} for item in inputs for place, reason in item.result.guards_left
        ],
        "refusals": [_refusal(item, r) for item in inputs for r in item.result.refusals],
        "findings": [f for f in findings if not f["id"].startswith(DIFFERENCE)],
        "differences": [f for f in findings if f["id"].startswith(DIFFERENCE)],
        "proofs": [
            {"name": p.name, "subject": p.subject, "chip": p.chip, "status": p.status, "detail": p.detail}
            for item in inputs
            for p in item.result.proofs
        ],
    }
    report["effort"] = _effort(report)
    return report


def exit_code(report: Report) -> int:
    """0 clean, 1 something is left to do by hand, 4 a proof failed or could not be made."""
    if any(p["status"] in ("different", NOT_MADE) for p in report["proofs"]):
        return 4
    left = report["refusals"] or report["guards_left"] or any(t["refused"] for t in report["totals"].values())
    return 1 if left else 0


def outcome(result: FileResult, site: Site, refused: frozenset[Site], spans: Sequence[tuple[Span, Status]]) -> str:
    """What became of a site: converted, refused or done. `spans`: of the functions that were not converted, in order."""
    if refused and site in refused:
        return "refused"
    if site.done:
        return "done"
    position = bisect_right(spans, site.span.start, key=lambda s: s[0].start) - 1
    if position >= 0 and spans[position][0].covers(site.span):
        return "refused" if spans[position][1] == Status.REFUSED else "done"
    return "converted"


def count(result: FileResult) -> dict[str, dict[str, int]]:
    """Per kind of edit: found, converted, refused, done. Every kind has a row."""
    refused = frozenset(r.site for r in result.refusals if r.site)
    left = (Status.REFUSED, Status.SKIPPED)
    spans = sorted(((f.span, f.status) for f in result.functions if f.span and f.status in left), key=lambda s: s[0])
    totals = {kind.value: {"found": 0, "converted": 0, "refused": 0, "done": 0} for kind in EditKind}
    for site in result.sites:
        row = totals[site.kind.value]
        row["found"] += 1
        row[outcome(result, site, refused, spans)] += 1
    return totals


def _totals(rows: Iterable[Mapping[str, Mapping[str, int]]]) -> dict[str, dict[str, int]]:
    totals = {kind.value: {"found": 0, "converted": 0, "refused": 0, "done": 0} for kind in EditKind}
    for row in rows:
        for kind, counts in row.items():
            for key, value in counts.items():
                totals[kind][key] += value
    return totals


def _file(item: Input) -> dict[str, Any]:
    result = item.result
    return {
        "path": result.path,
        "outputs": sorted(result.outputs),
        "edits": result.edited,
        "totals": count(result),
        "inactive": [_lines(item.lines, span) for span in result.inactive if span.start < span.end],
    }


def _lines(lines: LineMap, span: Span) -> dict[str, int]:
    return {"first": lines.line(span.start), "last": lines.line(max(span.end - 1, span.start))}


def _function(item: Input, function: FunctionResult) -> dict[str, Any]:
    places = _places(item, function)
    legacy = ""
    if function.span:
        legacy = item.data[function.span.start : function.span.end].decode("utf-8", "replace")
    return {
        "file": places[0].path if places else item.result.path,
        **({"line": places[0].line} if places else {}),
        "input": item.result.path,
        "places": [{"path": place.path, "line": place.line} for place in places],
        "legacy": function.legacy,
        "unified": function.unified,
        "status": function.status.value,
        "reason": function.reason,
        "relation": function.relation,
        "family": function.family,
        "rows": [
            {"chip": r.chip, "key": r.key, "symbol": r.symbol, "cores": r.cores, "args": r.args, "follows": r.follows}
            for r in function.rows
        ],
        "legacy_text": legacy.replace("\r\n", "\n"),
        "unified_text": function.text.decode("utf-8", "replace").replace("\r\n", "\n"),
    }


def _places(item: Input, function: FunctionResult) -> tuple[Location, ...]:
    """Where a function stands; in all files that have it where one input was made of several."""
    if isinstance(item.lines, MergedLines) and function.legacy in item.lines.definitions:
        return item.lines.definitions[function.legacy]
    return (item.lines.location(item.result.path, function.span.start),) if function.span else ()


def _place(place: Any) -> dict[str, Any]:
    return {"path": place.path, "line": place.line, "column": place.column}


def _finding(finding: Any) -> dict[str, Any]:
    return {
        "id": finding.id,
        **_place(finding.place),
        "message": finding.message,
        "confidence": finding.confidence.value,
        "function": finding.function,
    }


def _refusal(item: Input, refusal: Any) -> dict[str, Any]:
    place = item.lines.location(item.result.path, refusal.span.start)
    return {"id": refusal.id, **_place(place), "message": refusal.message, "function": refusal.function}


def _effort(report: Report) -> dict[str, int]:
    """What is left for a person: places to decide, functions to write, and their legacy lines."""
    refused = [f for f in report["functions"] if f["status"] == Status.REFUSED.value]
    return {
        "places": len({(r["path"], r["line"], r["column"], r["id"]) for r in report["refusals"]}),
        "functions": len(refused),
        "lines": sum(f["legacy_text"].count("\n") + 1 for f in refused),
    }
