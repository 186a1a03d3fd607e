"""A source in C that is no C++ outside of its functions: it is refused as a whole, at its place, and the other sources of the run are not."""

from __future__ import annotations

from pathlib import Path

from migrate.emit.plan import OutputPlan
from migrate.frontend.compiler.clang import ParseFailed
from migrate.frontend.lex import LineMap
from migrate.frontend.prepare.edited import Prepared
from migrate.frontend.source import Source
from migrate.frontend.variants import merged_input
from migrate.model import FileResult, FunctionResult, Refusal, Span, Status
from migrate.project.config import Project
from migrate.project.library_rules import compile_library_rules

_ID = "L180"


def refused_source(project: Project, path: Path, error: ParseFailed) -> tuple[FileResult, OutputPlan] | None:
    """What becomes of it, and nothing to place; None of a source in C++, of one that is made of several files, and where the error is in another file."""
    merged = merged_input(project, path)
    if path.suffix != ".c" or error.place.path != str(path) or (merged is not None and merged.of_several_files):
        return None
    name, data, rules = project.relative(path), path.read_bytes(), compile_library_rules(project.library_rules)
    lines = LineMap(data)
    why = f"the compiler does not take this source as C++: {error.message}; write what C and C++ both take"
    start = min(lines.start_of(error.place.line) + error.place.column - 1, len(data))
    functions = tuple(
        FunctionResult(one.name, rules.operator(one.name) or "", Status.REFUSED, f"{_ID}: {why}", span=one.span)
        for one in Source(name, data, project.chips).functions
        if rules.operator(one.name)
    )
    result = FileResult(name, refusals=(Refusal(_ID, Span(start, start), why),), functions=functions)
    chips, text = tuple(chip.name for chip in project.chips), Prepared(data, lines)
    plan = OutputPlan(project.target, chips, {}, (), (), (), {}, project.unified, text=text)
    return result, plan
