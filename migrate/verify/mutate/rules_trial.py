"""Conversion with wrong rules, and what the result does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from migrate.convert.parsing import input_requests
from migrate.emit.families import definitions
from migrate.emit.unified_tree import target_reader
from migrate.frontend import public_header
from migrate.frontend.compiler.clang import ChipFacts, ParseRequest, parse_all
from migrate.model import FunctionResult, Status
from migrate.project.config import Project
from migrate.project.discovery import library_sources
from migrate.verify.conversion import convert_library
from migrate.verify.mutate.bench import Bench, MutantSource, Verdict, only
from migrate.verify.mutate.rule_mutants import RuleMutant
from migrate.verify.mutate.why import Wrong, survivor
from migrate.verify.trace.builds import BuildFailed
from migrate.verify.trace.data import simulators

MOST = 3  # functions that the reason of a survivor names


@dataclass(frozen=True)
class Conversion:
    """What one rule set makes of the tree's library: files by path, functions by legacy name."""

    outputs: Mapping[str, bytes]
    functions: Mapping[str, FunctionResult]


@dataclass
class Converter:
    """Converts the tree's library with one rule set after the other; what compilers are asked again is not parsed again."""

    project: Project
    facts: dict[tuple[ParseRequest, ...], list[ChipFacts]] = field(default_factory=dict)

    def convert(self, rules: Mapping, swapped: bool = False) -> Conversion:
        project = replace(self.project, library_rules=rules, out="(none)")
        if swapped:
            pairs = zip(project.chips, reversed(project.chips), strict=True)
            legacy = ((c, {n: getattr(other, n) for n in ("legacy_macro", "include", "defines")}) for c, other in pairs)
            project = replace(project, chips=tuple(replace(c, **taken) for c, taken in legacy))
        outputs: dict[str, bytes] = {}
        functions: dict[str, FunctionResult] = {}
        tree = target_reader(project)

        def read(relative: str) -> bytes | None:
            return outputs[relative] if relative in outputs else tree(relative)

        for path in library_sources(project):
            result = convert_library(project, path, None, read, self._facts(project, path), prove=False)
            outputs.update(result.outputs)
            functions.update((f.legacy, f) for f in result.functions)
        return Conversion(outputs, functions)

    def _facts(self, project: Project, path: Path) -> list[ChipFacts]:
        requests = tuple(input_requests(project, path))
        if requests not in self.facts:
            self.facts[requests] = parse_all(requests)
        return self.facts[requests]


def changed_functions(base: Conversion, wrong: Conversion) -> list[FunctionResult]:
    """Converted functions that the wrong rules make something else of, as they should be."""
    helpers = _changed_helpers(base, wrong)
    found = []
    for name, right in base.functions.items():
        other = wrong.functions.get(name)
        same = other is not None and (other.text, other.rows, other.declaration) == (
            right.text,
            right.rows,
            right.declaration,
        )
        if right.status == Status.CONVERTED and (not same or any(h.encode() in right.text for h in helpers)):
            found.append(right)
    return found


def _changed_helpers(base: Conversion, wrong: Conversion) -> set[str]:
    names: set[str] = set()
    for path, text in base.outputs.items():
        if path.endswith(".h") and "/src/" in path:
            before, after = definitions(text), definitions(wrong.outputs.get(path, b""))
            other = wrong.outputs.get(path, b"")
            for name, function in before.items():
                twin = after.get(name)
                if (
                    twin is None
                    or text[function.span.start : function.span.end] != other[twin.span.start : twin.span.end]
                ):
                    names.add(name)
    return names


def try_rules(bench: Bench, number: int, mutant: RuleMutant, base: Conversion, wrong: Conversion) -> Verdict | None:
    """How a mutant in the rules was caught; None where it changes nothing that is proved."""
    changed = [f for f in changed_functions(base, wrong) if any((c, f.unified) in bench.cases for c in bench.sessions)]
    if not changed:
        return None
    try:
        tables = _tables(bench, base, wrong)
    except BuildFailed as error:
        return Verdict("compile", str(error)[:200])
    families: dict[Path, list[FunctionResult]] = {}
    for function in changed:
        family = bench.family(function.unified)
        if family is not None:
            families.setdefault(family, []).append(function)
    tried: dict[str, Wrong] = {}
    for path, functions in sorted(families.items(), key=lambda item: len(item[1])):
        bench.baseline(path)
        unit = _unit(bench, path, functions, wrong, number)
        library, problem = bench.compile(unit)
        if library is None:
            return Verdict("compile", problem)
        tried.update((f.unified, Wrong(f.unified, "", library, tables, unit.headers)) for f in functions)
        verdict = bench.calls([f.unified for f in functions], library, tables)
        if verdict.by:
            return verdict
    if _looser_rows(changed, wrong):
        why = f"{len(changed)} kernel rows restrict fewer dtypes; rows take them from the checks of the code, which still refuse"
        return Verdict("", why, equivalent=True)
    return Verdict("", _why(bench, changed, wrong, tried))


def _looser_rows(changed: Sequence[FunctionResult], wrong: Conversion) -> bool:
    """Only rows differ, in that they let more dtypes through to the code's own checks."""
    for right in changed:
        other = wrong.functions.get(right.legacy)
        if other is None or other.text != right.text or len(other.rows) != len(right.rows):
            return False
        for row, wrong_row in zip(right.rows, other.rows, strict=True):
            looser = not wrong_row.dtypes or set(wrong_row.dtypes) >= set(row.dtypes)
            if not looser or replace(wrong_row, dtypes=row.dtypes) != row:
                return False
    return True


def _why(bench: Bench, changed: Sequence[FunctionResult], wrong: Conversion, tried: Mapping[str, Wrong]) -> str:
    """What a surviving mutant changed, and why no case of it shows that."""
    sources = [text for path, text in wrong.outputs.items() if path.endswith(".cpp")]
    written = {name: data[f.span.start : f.span.end] for data in sources for name, f in definitions(data).items()}
    others = [(f, written.get(wrong.functions[f.legacy].unified)) for f in changed if f.legacy in wrong.functions]
    texts = [(f, text) for f, text in others if text is not None and wrong.functions[f.legacy].text != f.text]
    if texts:
        made = [replace(tried[f.unified], text=text.decode("utf-8", "surrogateescape")) for f, text in texts[:MOST]]
        reasons = [survivor(bench, mutant) for mutant in made]
        more = f"; {len(texts) - MOST} more functions" if len(texts) > MOST else ""
        return "; ".join(f"{f.unified}: {reason}" for (f, _), reason in zip(texts, reasons, strict=False)) + more
    fields: set[str] = set()
    for function in changed:
        for right, other in zip(function.rows, wrong.functions[function.legacy].rows, strict=False):
            fields |= {
                n for n in ("symbol", "cores", "args", "dtypes", "follows") if getattr(right, n) != getattr(other, n)
            }
    what = f"in {', '.join(sorted(fields))} of their kernel rows" if fields else "in a helper that they share"
    return f"{', '.join(f.unified for f in changed[:MOST])} differ {what} only, which no call of theirs depends on"


def _tables(bench: Bench, base: Conversion, wrong: Conversion) -> Path | None:
    found = None
    for chip in bench.project.chips:
        relative = bench.project.target.kernels.format(chip=chip.name)
        text = wrong.outputs.get(relative, b"")
        if text != base.outputs.get(relative, b""):
            found = bench.tables_with(chip.name, text.decode(), fresh=found is None)
    return found


def _unit(bench: Bench, path: Path, functions: list[FunctionResult], wrong: Conversion, number: int) -> MutantSource:
    """The changed functions of one family as the wrong rules write them; what they refuse answers NOT_SUPPORTED."""
    target = bench.project.target
    text = wrong.outputs.get(f"{target.sources}/{path.name}", b"")
    renamed = {f.legacy: wrong.functions[f.legacy].unified for f in functions if f.legacy in wrong.functions}
    public = {f.unified for f in wrong.functions.values() if f.declaration}
    text = only(text, renamed.values(), public)
    there = definitions(text)
    text += b'\n#pragma GCC diagnostic ignored "-Wunused-parameter"\n'  # what follows stands in for refused functions
    for function in functions:
        if function.unified not in there:
            head = function.declaration.decode().strip().rstrip(";")
            text += f"\n{head}\n{{\n    return {simulators()['unified']['not_supported']};\n}}\n".encode()
    if not text.startswith(b"#include"):
        text = f'#include "{target.implementation}"\n'.encode() + text
    headers = (
        {PurePosixPath(target.helpers).name: wrong.outputs[target.helpers]} if target.helpers in wrong.outputs else {}
    )
    folder, read = PurePosixPath(target.header).parent, target_reader(bench.project)
    public = public_header.files(target.header, lambda name: wrong.outputs.get(name) or read(name))
    for name in public.keys() & wrong.outputs.keys():
        headers[str(PurePosixPath(name).relative_to(folder))] = wrong.outputs[name]
    return MutantSource(f"{path.stem}/rules{number}", text, headers)
