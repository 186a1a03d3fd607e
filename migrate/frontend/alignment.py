"""One chip's file in the words of another's: vendors' types and parameters that are called differently in the declarations of the same functions.

Where two files declare a function alike but for types that become the same unified type, and for names of parameters, the second one is read as if it
said what the first says: the types by a typedef of that chip, the parameters by their names in the first. Anything else is left for the merge to refuse.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from migrate.frontend.lex import Kind, LineMap
from migrate.frontend.source import Function, Source
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
    edits = sorted([*alignment.edits, (Span(min(functions), min(functions)), head)])
    made, pieces, position = bytearray(), [(0, 0)], 0
    for span, text in edits:
        made += second.data[position : span.start] + text
        position = span.end
        pieces.append((len(made), position))
    made += second.data[position:]
    source = Source(second.path, bytes(made), second.chips)
    source.lines = _Lines(bytes(made), second.lines, pieces)
    return source, frozenset(alignment.aliases)


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
