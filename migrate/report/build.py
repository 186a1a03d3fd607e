"""The report of a run, built from the results of its files."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from migrate import __version__
from migrate.errors import INTERNAL_ERROR
from migrate.frontend.lex import LineMap
from migrate.model import (
    NOT_MADE,
    Compiled,
    EditKind,
    FileResult,
    Finding,
    FunctionResult,
    Location,
    Refusal,
    Site,
    Span,
    Status,
)
from migrate.report import diagnostics
from migrate.report.diagnostics import BROKEN, ELSEWHERE, INCOMPLETE, NO_HEADER, NOT_COMPILED
from migrate.report.model import (
    VERSION,
    CompilationEntry,
    Diagnostic,
    Effort,
    FileEntry,
    FunctionEntry,
    GuardEntry,
    Lines,
    ProofEntry,
    Report,
    RowEntry,
    Spot,
    Tally,
    Tool,
)

OUTCOMES = ("converted", "refused", "done")
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


def build_report(
    inputs: Sequence[Input],
    project: str,
    chips: Sequence[str],
    command: str = "convert",
    tree: Sequence[Finding] = (),
    whole: bool = False,
    compiles: bool = True,
) -> Report:
    """`tree`: what was found in the project file and in files that are no inputs; `whole`: the run is over the whole tree;
    `compiles`: whether what comes out has to compile."""
    files = tuple(_file(item) for item in inputs)
    functions = tuple(_function(item, f) for item in inputs for f in item.result.functions)
    found = [_finding(f) for item in inputs for f in item.result.findings]
    refusals = tuple(_refusal(item, r) for item in inputs for r in item.result.refusals if not r.trace)
    errors = tuple(_refusal(item, r) for item in inputs for r in item.result.refusals if r.trace)
    elsewhere = tuple(_finding(f) for f in tree if f.id == ELSEWHERE)
    written = compiles and any(item.result.edited for item in inputs)
    headers = tuple(replace(_finding(f), confidence="") for f in tree if f.id == NO_HEADER and written)
    said = {ELSEWHERE, *(entry.id for entry in headers)}
    guards = [(place, reason) for item in inputs for place, reason in item.result.guards_left]
    return Report(
        version=VERSION,
        tool=Tool("migrate", __version__),
        command=command,
        project=project,
        chips=tuple(chips),
        whole=whole,
        totals=_totals(f.totals for f in files),
        files=files,
        functions=functions,
        guards_left=tuple(GuardEntry(place.path, place.line, place.column, reason) for place, reason in guards),
        refusals=refusals,
        findings=tuple(f for f in found if not f.id.startswith(DIFFERENCE)),
        differences=tuple(f for f in found if f.id.startswith(DIFFERENCE)),
        proofs=tuple(
            ProofEntry(p.name, p.subject, p.chip, p.status, p.detail) for item in inputs for p in item.result.proofs
        ),
        elsewhere=elsewhere,
        incomplete=(*headers, *(entry for item in inputs for entry in _incomplete(item))),
        warnings=tuple(_finding(f) for f in tree if f.id not in said),
        errors=errors,
        effort=_effort(refusals, [f for f in functions if f.legacy not in {e.function for e in errors}]),
    )


def exit_code(report: Report) -> int:
    """0 clean, 1 something is left to do by hand, 4 a proof failed or could not be made, 5 an internal error."""
    if report.errors:
        return INTERNAL_ERROR
    if any(p.status in ("different", NOT_MADE) for p in report.proofs):
        return 4
    left = (
        report.refusals
        or (report.whole and report.elsewhere)
        or report.guards_left
        or report.incomplete
        or any(t.refused for t in report.totals.values())
    )
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


def count(result: FileResult) -> dict[str, Tally]:
    """Per kind of edit: found, converted, refused, done. Every kind has a row."""
    refused = frozenset(r.site for r in result.refusals if r.site)
    left = (Status.REFUSED, Status.SKIPPED)
    spans = sorted(((f.span, f.status) for f in result.functions if f.span and f.status in left), key=lambda s: s[0])
    counts = Counter((site.kind, outcome(result, site, refused, spans)) for site in result.sites)
    return {kind.value: Tally(sum(n), *n) for kind in EditKind for n in [[counts[kind, word] for word in OUTCOMES]]}


def _totals(rows: Iterable[Mapping[str, Tally]]) -> dict[str, Tally]:
    totals = {kind.value: Tally() for kind in EditKind}
    for row in rows:
        for kind, t in row.items():
            sum_ = totals[kind]
            totals[kind] = Tally(
                sum_.found + t.found, sum_.converted + t.converted, sum_.refused + t.refused, sum_.done + t.done
            )
    return totals


def _file(item: Input) -> FileEntry:
    result = item.result
    inactive = tuple(_lines(item.lines, span) for span in result.inactive if span.start < span.end)
    said = result.compilation
    compilation = CompilationEntry(said.status.value, said.detail, said.names, said.along) if said else None
    return FileEntry(result.path, tuple(sorted(result.outputs)), result.edited, count(result), inactive, compilation)


def _incomplete(item: Input) -> Iterator[Diagnostic]:
    said = item.result.compilation
    if said and said.status in _LEFT:
        at = said.place or Location(item.result.path, 1, 1)
        name, what = _LEFT[said.status]
        message = f"{what}: {said.detail}"
        yield Diagnostic(name, at.path, at.line, at.column, message, "", "", "", diagnostics.alias(name))


_LEFT = {
    Compiled.INCOMPLETE: (INCOMPLETE, "does not compile against the target's headers yet"),
    Compiled.NOT: (NOT_COMPILED, "could not be compiled"),
    Compiled.BROKEN: (BROKEN, "with what a person changed in it, it does not compile"),
}


def _lines(lines: LineMap, span: Span) -> Lines:
    return Lines(lines.line(span.start), lines.line(max(span.end - 1, span.start)))


def _function(item: Input, function: FunctionResult) -> FunctionEntry:
    places = _places(item, function)
    legacy = ""
    if function.span:
        legacy = item.data[function.span.start : function.span.end].decode("utf-8", "replace")
    return FunctionEntry(
        file=places[0].path if places else item.result.path,
        line=places[0].line if places else None,
        input=item.result.path,
        places=tuple(Spot(place.path, place.line) for place in places),
        legacy=function.legacy,
        unified=function.unified,
        status=function.status.value,
        reason=function.reason,
        relation=function.relation,
        family=function.family,
        rows=tuple(RowEntry(r.chip, r.key, r.symbol, r.cores, r.args, r.follows) for r in function.rows),
        legacy_text=legacy.replace("\r\n", "\n"),
        unified_text=function.text.decode("utf-8", "replace").replace("\r\n", "\n"),
    )


def _places(item: Input, function: FunctionResult) -> tuple[Location, ...]:
    """Where a function stands; in all files that have it where one input was made of several."""
    if function.legacy in item.lines.definitions:
        return item.lines.definitions[function.legacy]
    return (item.lines.location(item.result.path, function.span.start),) if function.span else ()


def _finding(finding: Finding) -> Diagnostic:
    at = finding.place
    message, confidence = finding.message, finding.confidence.value
    alias = diagnostics.alias(finding.id)
    return Diagnostic(finding.id, at.path, at.line, at.column, message, confidence, finding.function, "", alias)


def _refusal(item: Input, refusal: Refusal) -> Diagnostic:
    at = item.lines.location(item.result.path, refusal.span.start)
    alias, where = diagnostics.alias(refusal.id), (at.path, at.line, at.column)
    return Diagnostic(refusal.id, *where, refusal.message, "", refusal.function, refusal.trace, alias)


def _effort(refusals: Sequence[Diagnostic], functions: Sequence[FunctionEntry]) -> Effort:
    refused = [f for f in functions if f.status == Status.REFUSED.value]
    places = {(r.path, r.line, r.column, r.id) for r in refusals}
    return Effort(len(places), len(refused), sum(f.legacy_text.count("\n") + 1 for f in refused))
