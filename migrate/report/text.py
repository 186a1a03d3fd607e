"""The report for a person at a terminal: what was done and why, what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from migrate.model import NOT_MADE, Compiled
from migrate.report import diagnostics
from migrate.report.diagnostics import BROKEN, INCOMPLETE, NO_HEADER, NOT_COMPILED, UNCHECKED
from migrate.report.matrix import print_matrices, print_mutants
from migrate.report.model import Diagnostic, FileEntry, GuardEntry, Lines, Report, Spot

MOST = 40  # lines of one section; the other formats have all

WITHOUT_HEADER = (
    "Left: the unified library; nobody can include or compile what was written before the headers above are there."
)


def print_text(report: Report) -> str:
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    touched = {f.input for f in report.functions} | {f.path for f in report.files if f.edits}
    for file in report.files:
        if file.path in touched:
            yield from _file(report, file)
    rest = len(report.files) - len(touched & {f.path for f in report.files})
    if rest:
        yield f"{rest} further file{'s have' if rest != 1 else ' has'} nothing to convert."
        yield ""
    yield from _totals(report)
    yield from _section("Internal errors, defects of migrate", (_error(e) for e in report.errors))
    yield from _section("Left for you", _messages(report.refusals))
    yield from _section(
        "Legacy names in files that no pattern of the project file matches", _messages(report.elsewhere)
    )
    yield from _section("Does not compile yet, or cannot be compiled", _messages(report.incomplete))
    yield from _section("Guards left", (f"{_at(g)}: {g.reason}" for g in report.guards_left))
    yield from _section("Matches nothing in the tree", _messages(report.warnings))
    for title, found in (
        ("Findings in the legacy code", report.findings),
        ("Intended differences", report.differences),
    ):
        counts = Counter(entry.id for entry in found)
        yield from _section(title, (_finding(f) for f in found), sorted(counts.items()))
    yield from print_matrices(report)
    yield from print_mutants(report)
    yield from _proofs(report)
    yield from _compilations(report)
    yield from _verdict(report)


def _file(report: Report, file: FileEntry) -> Iterator[str]:
    targets = file.outputs
    yield f"{file.path} -> {', '.join(targets[:3])}{' ...' if len(targets) > 3 else ''}" if targets else file.path
    functions = [f for f in report.functions if f.input == file.path]
    width = max((len(f.legacy) for f in functions), default=0)
    for function in functions[:MOST]:
        line = f":{function.line}" if function.line is not None else ""
        name = function.unified or "-"
        reason = f"  {function.reason}" if function.reason else ""
        if function.file != function.input:
            line, reason = "", reason + f"  ({', '.join(_spot(p) for p in function.places)})"
        yield f"  {function.legacy:<{width}} {line:>6}  {function.status:<9} {name}{reason}"
    if len(functions) > MOST:
        rest = Counter(f.status for f in functions[MOST:])
        yield f"  ... and {', '.join(f'{n} {status}' for status, n in sorted(rest.items()))}; the other formats list all"
    if file.compilation and file.compilation.status != Compiled.YES.value:
        yield f"  {_COMPILATION[file.compilation.status]}{file.compilation.detail}"
    if file.inactive:
        spans = ", ".join(_range(s) for s in file.inactive[:12])
        more = f" and {len(file.inactive) - 12} more" if len(file.inactive) > 12 else ""
        yield f"  no chip sees lines {spans}{more}"
    yield ""


_COMPILATION = {
    Compiled.NOT.value: "could not be compiled: ",
    Compiled.UNASKED.value: "not compiled: ",
    Compiled.BROKEN.value: "with what a person changed in it, it does not compile: ",
    Compiled.REFUSED.value: "compiled, ",
    Compiled.INCOMPLETE.value: "does not compile against the target's headers yet: ",
}


def _compilations(report: Report) -> Iterator[str]:
    """How many converted torch-side files compile, and why others were not asked about."""
    said = [file.compilation for file in report.files if file.compilation]
    if not said:
        return
    counts = Counter(one.status for one in said)
    yield "torch-side files: " + ", ".join(f"{n} {status}" for status, n in sorted(counts.items()))
    reasons = Counter(one.detail for one in said if one.status in (Compiled.NOT.value, Compiled.UNASKED.value))
    yield from (f"  {n} not compiled: {reason}" for reason, n in reasons.most_common(5))
    along = sorted({header for one in said for header in one.along})
    if along:
        files = sum(bool(one.along) for one in said)
        more = f" and {len(along) - 5} more" if len(along) > 5 else ""
        yield f"  {files} with headers of the legacy tree, which have to come along: {', '.join(along[:5])}{more}"
    yield ""


def _spot(place: Spot) -> str:
    return f"{place.path}:{place.line}"


def _range(span: Lines) -> str:
    return str(span.first) if span.first == span.last else f"{span.first}-{span.last}"


def _totals(report: Report) -> Iterator[str]:
    rows = [(kind, t) for kind, t in report.totals.items() if t.found]
    if not rows:
        return
    yield f"{'edit':<14}{'found':>7}{'converted':>11}{'refused':>9}{'done':>6}"
    for kind, t in rows:
        yield f"{kind:<14}{t.found:>7}{t.converted:>11}{t.refused:>9}{t.done:>6}"
    yield ""


def _section(title: str, entries: Iterable[str], counts: Sequence[tuple[str, int]] = ()) -> Iterator[str]:
    found = list(entries)
    if not found:
        return
    yield f"{title} ({len(found)})"
    yield from (f"  {number:>4}  {name} {diagnostics.title(name)}{_alias(name)}" for name, number in counts)
    yield from (f"  {entry}" for entry in found[:MOST])
    if len(found) > MOST:
        yield f"  ... and {len(found) - MOST} more; the other formats list all"
    yield ""


def _at(entry: Diagnostic | GuardEntry) -> str:
    return f"{entry.path}:{entry.line}:{entry.column}"


def _alias(name: str) -> str:
    """The readable name of an id, as compilers print it behind a message."""
    alias = diagnostics.alias(name)
    return f" [{alias}]" if alias else ""


def _messages(entries: Iterable[Diagnostic]) -> Iterator[str]:
    for entry in entries:
        yield f"{_at(entry)}: {entry.id} {entry.message}{_alias(entry.id)}"


def _error(entry: Diagnostic) -> str:
    return f"{_at(entry)}: {entry.id} {entry.function} {entry.message}"


def _finding(entry: Diagnostic) -> str:
    return f"{_at(entry)}: {entry.id} ({entry.confidence}) {entry.message}{_alias(entry.id)}"


def _proofs(report: Report) -> Iterator[str]:
    counts: dict[str, Counter[str]] = {}
    for proof in report.proofs:
        counts.setdefault(proof.name, Counter())[proof.status] += 1
    for name, statuses in counts.items():
        yield f"{name}: " + ", ".join(f"{n} {status}" for status, n in sorted(statuses.items()))
    for proof in report.proofs:
        if proof.status == "different":
            chip = f" on {proof.chip}" if proof.chip else ""
            yield f"  {proof.name} of {proof.subject}{chip} differs: {proof.detail}"
        if proof.status == NOT_MADE:
            yield f"  {proof.name} of {proof.subject} could not be made: {proof.detail}"
    if counts:
        yield ""


def _verdict(report: Report) -> Iterator[str]:
    effort = report.effort
    elsewhere, guards = len(report.elsewhere), len(report.guards_left)
    if effort.places:
        known = sorted({entry.id for entry in report.refusals})
        many = f"{effort.places} place{'s' if effort.places != 1 else ''}"
        where = f"{effort.functions} functions or calls, {effort.lines} legacy lines"
        where = where if effort.functions else "functions that are converted but for that"
        yield f"Left: {many} in {where}. `migrate explain {known[0]}` says more."
        yield from (f"  {name}  {diagnostics.title(name)}{_alias(name)}" for name in known)
    if elsewhere:
        yield f"Left: legacy names in {elsewhere} file{'s' if elsewhere != 1 else ''} that no pattern of the project file matches."
    counts = Counter(entry.id for entry in report.incomplete)
    incomplete, uncompiled = counts[INCOMPLETE], counts[NOT_COMPILED]
    if incomplete:
        names = len({name for file in report.files if file.compilation for name in file.compilation.names})
        files = (
            f"{incomplete} file{'s do' if incomplete != 1 else ' does'} not compile against the target's headers yet"
        )
        yield f"Left: {files}, {names} unknown names. `migrate explain {INCOMPLETE}` says more."
    if counts[BROKEN]:
        files = f"{counts[BROKEN]} file{'s' if counts[BROKEN] != 1 else ''}"
        yield f"Left: {files} that a person changed in the output and that do not compile so. `migrate explain {BROKEN}` says more."
    if uncompiled:
        files = f"{uncompiled} converted torch-side file{'s' if uncompiled != 1 else ''}"
        yield f"Left: {files} could not be compiled. `migrate explain {NOT_COMPILED}` says more."
    if guards and not effort.places:
        yield f"Left: {guards} conditional{'s' if guards != 1 else ''} on chip macros, one build per chip."
    missing = counts[NO_HEADER] > 0
    if missing:
        yield WITHOUT_HEADER
    if report.errors and not effort.places:
        yield "Not all was converted because of the internal errors above; run again with --debug and report what it says."
    elif not (effort.places or elsewhere or guards or missing or report.incomplete):
        unasked = sum(f.compilation.status == Compiled.UNASKED.value for f in report.files if f.compilation)
        but = (
            f"; {unasked} converted torch-side file{'s were' if unasked != 1 else ' was'} not compiled"
            if unasked
            else ""
        )
        if any(entry.id == NO_HEADER for entry in report.warnings):
            but += "; the unified library's headers are not there"
        if any(entry.id == UNCHECKED for entry in report.warnings):
            but += "; the converted library code was not type-checked"
        yield f"Nothing is left to do by hand{but}."
