"""One file per chip with no conditional at all: the files of all chips together are the legacy input.

Functions are paired by name and their bodies become the branches of a conditional, so that everything behind works as on a file that
was written that way. Places are those of the files themselves; each file is proven to be what its chip sees of the merged text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from migrate.frontend.lex import Kind, LineMap, lex
from migrate.frontend.source import Function, Source
from migrate.model import Chip, Location, Span
from migrate.project.config import Project
from migrate.project.discovery import library_sources


@dataclass(frozen=True)
class Part:
    """One chip's file of a group."""

    chip: Chip
    path: Path
    source: Source


@dataclass(frozen=True)
class Merged:
    name: str  # the files' names, for reports
    data: bytes
    lines: LineMap
    parts: tuple[Part, ...]
    conflicts: Mapping[str, str]  # function -> why its two definitions cannot be one

    def text_of(self, chip: Chip) -> Path:
        """The file in whose place the merged text is parsed for a chip, so that its own includes are found."""
        return next((p.path for p in self.parts if p.chip == chip), self.parts[0].path)


class MergedLines(LineMap):
    """Places in the file that a byte of the merged text comes from. `definitions` has the places of each function in all files."""

    def __init__(
        self, data: bytes, pieces: Sequence[tuple[int, int, Source]], definitions: Mapping[str, tuple[Location, ...]]
    ) -> None:
        super().__init__(data)
        self.definitions = definitions
        self._pieces = pieces  # (offset in the merged text, offset in the file, file), sorted
        self._offsets = [p[0] for p in pieces]

    def location(self, path: str, offset: int) -> Location:
        index = max(bisect_right(self._offsets, offset) - 1, 0)
        start, own, source = self._pieces[index]
        at = min(own + max(offset - start, 0), len(source.data))
        return source.lines.location(source.path, at)


def members(project: Project) -> dict[Path, Chip]:
    """Files that belong to one chip alone."""
    found: dict[Path, Chip] = {}
    for name, patterns in project.library.per_chip.items():
        chip = project.chip(name)
        if chip is not None:
            found.update({path: chip for path in project.source_files(patterns)})
    return found


def groups(project: Project) -> list[tuple[Part, ...]]:
    """Files of different chips that define the same functions, the first chip's first. A file may be alone."""
    parts = [
        Part(chip, p, Source(project.relative(p), p.read_bytes(), (chip,))) for p, chip in members(project).items()
    ]
    order = {chip: number for number, chip in enumerate(project.chips)}
    parts.sort(key=lambda part: (order[part.chip], part.path))
    made: list[list[Part]] = []
    for part in parts:
        names = {f.name for f in part.source.functions}
        free = [group for group in made if all(other.chip != part.chip for other in group)]
        best = max(free, key=lambda group: _shared(group, names), default=None)
        if best is not None and (_shared(best, names) or len(free) == 1):
            best.append(part)
        else:
            made.append([part])
    return [tuple(group) for group in made]


def _shared(group: Sequence[Part], names: set[str]) -> int:
    return len(names & {f.name for part in group for f in part.source.functions})


def merged_input(project: Project, path: Path) -> Merged | None:
    """The merged text that a file is part of; None for a file that all chips share."""
    wanted = path.resolve()
    if all(member.resolve() != wanted for member in members(project)):
        return None
    parts = next(g for g in groups(project) if any(p.path.resolve() == wanted for p in g))
    return merge(parts, project.chips, next(iter(project.library_rules.get("checks", ())), ""), _handles(project))


def leader(project: Project, path: Path) -> Path:
    """The file that stands for its group; the file itself where it has none."""
    if project.library.per_chip:
        for group in groups(project):
            if any(part.path.resolve() == path.resolve() for part in group):
                return group[0].path
    return path


def library_inputs(project: Project) -> list[Path]:
    """What is converted as one: each source, and of files that belong together, one per chip, the first."""
    return list(dict.fromkeys(leader(project, path) for path in library_sources(project)))


def _handles(project: Project) -> frozenset[str]:
    return frozenset(project.library_rules.get("types", {}).get("handle", ()))


def merge(parts: Sequence[Part], chips: Sequence[Chip], check: str, handles: frozenset[str]) -> Merged:
    writer = _Writer(tuple(chips), check, handles)
    cursors = {part.path: 0 for part in parts}
    by_name = [{f.name: f for f in part.source.functions} for part in parts]
    for name in _order(parts):
        having = [(part, known[name]) for part, known in zip(parts, by_name, strict=True) if name in known]
        spans = []
        for part, function in having:
            start = min(function.lead.start, function.span.start)
            spans.append((part, Span(cursors[part.path], max(start, cursors[part.path]))))
            cursors[part.path] = function.span.end
        writer.between(spans, len(parts))
        writer.function(having, len(parts))
    writer.between([(part, Span(cursors[part.path], len(part.source.data))) for part in parts], len(parts))
    data = bytes(writer.text)
    lines = MergedLines(data, writer.pieces, _definitions(parts))
    return Merged(" + ".join(p.source.path for p in parts), data, lines, tuple(parts), writer.conflicts)


def _definitions(parts: Sequence[Part]) -> dict[str, tuple[Location, ...]]:
    found: dict[str, tuple[Location, ...]] = {}
    for source in (part.source for part in parts):
        for function in source.functions:
            place = source.lines.location(source.path, function.span.start)
            found[function.name] = (*found.get(function.name, ()), place)
    return found


def _order(parts: Sequence[Part]) -> list[str]:
    """Names of all functions: the first file's order, what only another has behind what stands before it there."""
    names = [f.name for f in parts[0].source.functions]
    for part in parts[1:]:
        at = 0
        for function in part.source.functions:
            if function.name in names:
                at = names.index(function.name) + 1
            else:
                names.insert(at, function.name)
                at += 1
    return names


class _Writer:
    def __init__(self, chips: tuple[Chip, ...], check: str, handles: frozenset[str]) -> None:
        self.chips = chips
        self.check = check
        self.handles = handles
        self.text = bytearray()
        self.pieces: list[tuple[int, int, Source]] = []
        self.conflicts: dict[str, str] = {}

    def copy(self, source: Source, span: Span) -> None:
        self.pieces.append((len(self.text), span.start, source))
        self.text += source.data[span.start : span.end]

    def line(self, text: str) -> None:
        if self.text and not self.text.endswith(b"\n"):
            self.text += b"\n"
        self.text += text.encode() + b"\n"

    def between(self, spans: Sequence[tuple[Part, Span]], everyone: int) -> None:
        """What stands before a function: once where all files have the same, else for its chip alone."""
        texts = [part.source.data[span.start : span.end] for part, span in spans]
        if len(spans) == everyone and len({_words(text) for text in texts}) == 1:
            self.copy(spans[0][0].source, spans[0][1])
            return
        for (part, span), text in zip(spans, texts, strict=True):
            if text.strip():
                self.line(f"#if defined {part.chip.legacy_macro}")
                self.copy(part.source, span)
                self.line("#endif")
            else:
                self.text += b"\n"

    def function(self, having: Sequence[tuple[Part, Function]], everyone: int) -> None:
        first, function = having[0]
        heads = {_signature(part.source, f) for part, f in having}
        if len(heads) > 1:
            others = " and ".join(f"`{head}`" for head in sorted(heads))
            self.conflicts[function.name] = f"its files declare it differently: {others}"
            return self.apart(having)
        bodies = {_words(part.source.data[f.span.start : f.span.end]) for part, f in having}
        if len(having) == everyone and len(bodies) == 1:
            return self.copy(first.source, Span(min(function.lead.start, function.span.start), function.span.end))
        parameters = first.source.parameters(function)
        if len(having) < everyone and not (parameters and parameters[0].type in self.handles and self.check):
            return self.apart(having)
        return self.branches(having, everyone)

    def apart(self, having: Sequence[tuple[Part, Function]]) -> None:
        """Each definition for its chip alone."""
        for part, function in having:
            self.line(f"#if defined {part.chip.legacy_macro}")
            self.copy(part.source, Span(min(function.lead.start, function.span.start), function.span.end))
            self.line("#endif")

    def branches(self, having: Sequence[tuple[Part, Function]], everyone: int) -> None:
        """One declaration; of the bodies what all begin and end with once, between them a branch for each chip."""
        part, function = having[0]
        code = part.source.code
        lists = [_statements(p.source, f) for p, f in having]
        sources = [p.source for p, _ in having]
        head, tail = _common(lists, sources) if len(having) == everyone else (0, 0)
        self.copy(part.source, Span(min(function.lead.start, function.span.start), code[function.open_brace].end))
        if head:
            self.copy(part.source, Span(code[function.open_brace].end, lists[0][head - 1].end))
        for number, ((own, own_function), statements) in enumerate(zip(having, lists, strict=True)):
            self.line(f"#{'elif' if number else 'if'} defined {own.chip.legacy_macro}")
            start = statements[head - 1].end if head else own.source.code[own_function.open_brace].end
            while start < len(own.source.data) and own.source.data[start : start + 1] in b"\r\n":
                start += 1
            end = statements[len(statements) - tail].start if tail else own.source.code[own_function.close_brace].start
            self.copy(own.source, Span(start, max(start, end)))
        if self.check:
            self.line("#else")
            self.line(f"  {self.check} ( false );")
        self.line("#endif")
        start = lists[0][len(lists[0]) - tail].start if tail else code[function.close_brace].start
        self.copy(part.source, Span(start, function.span.end))


def _words(text: bytes) -> tuple[bytes, ...]:
    return tuple(t.text for t in lex(text) if t.kind != Kind.COMMENT)


def _signature(source: Source, function: Function) -> str:
    return source.spell(function.first, function.close_paren + 1)


def _statements(source: Source, function: Function) -> list[Span]:
    """Top-level statements of a body. One span may hold several where their ends are not certain."""
    found: list[Span] = []
    index, last = function.body
    start = index
    compound = False
    while index < last:
        text = source.text(index)
        if index == start:
            compound = text in (b"if", b"for", b"while", b"switch", b"{")
        ends = text == b";"
        if text in (b"(", b"[", b"{"):
            index = source.pairs.get(index, last)
            ends = text == b"{" and compound
        following = source.text(index + 1)
        if ends and following not in (b"else", b"while", b";", b","):
            found.append(Span(source.code[start].start, source.code[index].end))
            start = index + 1
        index += 1
    if start < last:
        found.append(Span(source.code[start].start, source.code[last - 1].end))
    return [s for s in found if s.start < s.end]


def _common(lists: Sequence[Sequence[Span]], sources: Sequence[Source]) -> tuple[int, int]:
    """How many statements all bodies begin with, and how many they end with."""
    texts = [[_words(s.data[span.start : span.end]) for span in spans] for spans, s in zip(lists, sources, strict=True)]
    shortest = min(len(words) for words in texts)
    head = 0
    while head < shortest and len({words[head] for words in texts}) == 1:
        head += 1
    tail = 0
    while tail < shortest - head and len({words[-1 - tail] for words in texts}) == 1:
        tail += 1
    return head, tail
