"""One chip's file in the words of another's: vendors' types and parameters that are called differently in the declarations of the same functions.

Where one file's function has a last parameter for not waiting that another's lacks, it is read without: the unified operator has none. Where two files declare a function alike but for types that become the same unified type, and for names of parameters, the second one is read as if it
said what the first says: the types by a typedef of that chip, the parameters by their names in the first. Anything else is left for the merge to refuse.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from migrate.frontend.lex import Kind, LineMap
from migrate.frontend.source import CONTROL, Function, Source
from migrate.model import Location, Span
from migrate.project.library_rules import LibraryRules


@dataclass(frozen=True)
class Alignment:
    """`edits` of a file, sorted: what is written in place of a token; `aliases`: type of the first file -> the file's own."""

    edits: tuple[tuple[Span, bytes], ...] = ()
    aliases: Mapping[bytes, bytes] = field(default_factory=dict)


class _Lines(LineMap):
    def __init__(self, data: bytes, own: LineMap, pieces: Sequence[tuple[int, int]]) -> None:
        super().__init__(data)
        self._own, self._pieces = own, pieces  # offset in the text, offset in the file
        self._offsets = [piece[0] for piece in pieces]

    def location(self, path: str, offset: int) -> Location:
        start, there = self._pieces[max(bisect_right(self._offsets, offset) - 1, 0)]
        return self._own.location(path, there + offset - start)


def aligned(first: Source, second: Source, rules: LibraryRules) -> tuple[Source, frozenset[bytes]]:
    """The second file in the words of the first, and the types that it has for that; itself where nothing is to be done."""
    alignment = _alignment(first, second, rules)
    if not alignment.edits:
        return second, frozenset()
    functions = [f.lead.start if f.lead.start < f.span.start else f.span.start for f in second.functions]
    head = b"".join(b"typedef %b %b;\n" % (own, other) for other, own in sorted(alignment.aliases.items()))
    return _edited(second, [*alignment.edits, (Span(min(functions), min(functions)), head)]), frozenset(
        alignment.aliases
    )


def _edited(source: Source, edits: Sequence[tuple[Span, bytes]]) -> Source:
    """The file with other text in some places, which keep their lines."""
    made, pieces, position = bytearray(), [(0, 0)], 0
    for span, text in sorted(edits):
        made += source.data[position : span.start] + text
        position = span.end
        pieces.append((len(made), position))
    made += source.data[position:]
    edited = Source(source.path, bytes(made), source.chips)
    edited.lines = _Lines(bytes(made), source.lines, pieces)
    return edited


def without_flags(
    sources: Sequence[Source], headers: Mapping[str, bytes], rules: LibraryRules
) -> tuple[list[Source], dict[str, bytes]]:
    """Files whose functions differ by the parameter for not waiting, read without it, and those of the headers that declare it."""
    names = _with_and_without(sources, rules)
    edits = [_flags(source, names, rules) for source in sources]
    names -= frozenset().union(*(refused for _, refused in edits))
    if not names:
        return list(sources), {}
    found = [_edited(s, made) if (made := _flags(s, names, rules)[0]) else s for s in sources]
    declared = {}
    for path, text in headers.items():
        header = Source(path, text, ())
        if made := _flags(header, names, rules)[0]:
            declared[path] = _edited(header, made).data
    return found, declared


def _with_and_without(sources: Sequence[Source], rules: LibraryRules) -> frozenset[str]:
    """Functions that are defined with the flag in one file and without it in another."""
    having: dict[str, set[bool]] = {}
    for source in sources:
        for function in source.functions:
            parameters = source.parameters(function)
            last = source.text(parameters[-1].name_index).decode("utf-8", "replace") if parameters else ""
            having.setdefault(function.name, set()).add(last in rules.non_blocking)
    return frozenset(name for name, flags in having.items() if len(flags) > 1)


def _flags(
    source: Source, names: frozenset[str], rules: LibraryRules
) -> tuple[list[tuple[Span, bytes]], frozenset[str]]:
    """Edits that take the flag from definitions, declarations and calls of these functions; those of which one use is not understood."""
    flags = {name.encode() for name in rules.non_blocking}
    most = {f.name: len(source.parameters(f)) for f in source.functions if f.name in names}
    edits: list[tuple[Span, bytes]] = []
    refused: set[str] = set()
    dropped: set[int] = set()
    for name in names:
        for index in source.where(name.encode(), 0, len(source.code)):
            given = source.arguments(index + 1) if source.text(index + 1) == b"(" else []
            if not given:
                refused.add(name)  # used as a value
                continue
            first, last = given[-1]
            words = {source.text(i) for i in range(first, last)}
            if words & flags or (len(given) == most.get(name) and words <= {b"true", b"1"}):
                edits.append((Span(source.code[first - 1].start, source.code[last - 1].end), b""))
                dropped.update(range(first, last))
            elif words & {b"false", b"0"} and len(given) == most.get(name) and _has_flag(source, name, flags):
                refused.add(name)
    for function in source.functions:
        if function.name not in names or not _has_flag(source, function.name, flags):
            continue
        for flag in flags:
            for index in source.where(flag, *function.body):
                if index in dropped:
                    continue
                if _is_argument(source, index):
                    edits.append(
                        (source.code[index].span, b"true")
                    )  # an argument: the caller waits where it is to be waited
                else:
                    refused.add(function.name)
    return edits, frozenset(refused)


def _is_argument(source: Source, index: int) -> bool:
    """Whether a token is a whole argument of a call."""
    if source.text(index - 1) not in (b",", b"(") or source.text(index + 1) not in (b",", b")"):
        return False
    while source.text(index) != b")":
        index = source.pairs.get(index, index) + 1
    callee = source.code[source.pairs[index] - 1]
    return callee.kind == Kind.IDENT and callee.text.decode("utf-8", "replace") not in CONTROL


def _has_flag(source: Source, name: str, flags: set[bytes]) -> bool:
    last = next((ps[-1] for f in source.functions if f.name == name and (ps := source.parameters(f))), None)
    return last is not None and source.text(last.name_index) in flags


def _alignment(first: Source, second: Source, rules: LibraryRules) -> Alignment:
    known = {f.name: f for f in first.functions}
    edits: list[tuple[Span, bytes]] = []
    aliases: dict[bytes, bytes] = {}
    alone = []
    for function in second.functions:
        other = known.get(function.name)
        if other is None:
            alone.append(function)
            continue
        types, names = _differences(first, other, second, function, rules) or ({}, {})
        if any(aliases.get(theirs, own) != own for theirs, own in types.values()):
            continue
        aliases |= {theirs: own for theirs, own in types.values()}
        edits += [(second.code[index].span, theirs) for index, (theirs, _) in types.items()]
        for old, new in names.items():
            places = second.where(old, function.open_paren, function.close_brace)
            edits += [(second.code[i].span, new) for i in places if second.text(i - 1) not in (b".", b"->", b"::")]
    # A function that only the second file has is declared for all chips in the merged text: in the first file's types as well.
    for function in alone:
        for theirs, own in aliases.items():
            places = second.where(own, function.first, function.close_paren)
            edits += [(second.code[i].span, theirs) for i in places if second.text(i - 1) != b"::"]
    return Alignment(tuple(edits), aliases)


Types = dict[int, tuple[bytes, bytes]]  # code index in the second file -> type of the first, its own


def _differences(
    first: Source, other: Function, second: Source, function: Function, rules: LibraryRules
) -> tuple[Types, dict[bytes, bytes]] | None:
    """Types and parameters that the declarations spell differently; None where they differ in anything else."""
    mine = range(function.first, function.close_paren + 1)
    theirs = range(other.first, other.close_paren + 1)
    if len(mine) != len(theirs):
        return None
    parameters = {p.name_index for p in second.parameters(function)}
    types: Types = {}
    names: dict[bytes, bytes] = {}
    for own, their in zip(mine, theirs, strict=True):
        old, new = second.text(own), first.text(their)
        if old == new:
            continue
        if second.code[own].kind != Kind.IDENT or first.code[their].kind != Kind.IDENT:
            return None
        if own in parameters:
            if second.where(new, function.open_paren, function.close_brace):
                return None  # the name is taken there
            names[old] = new
        elif _one_type(rules, old, new):
            types[own] = (new, old)
        else:
            return None
    return types, names


def _one_type(rules: LibraryRules, one: bytes, another: bytes) -> bool:
    unified = rules.name(one.decode("utf-8", "replace"))
    return unified is not None and unified == rules.name(another.decode("utf-8", "replace"))
