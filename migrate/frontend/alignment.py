"""One chip's file in the words of another's: vendors' types and parameters that are called differently in the declarations of the same functions.

Where one file's function has a last parameter for not waiting that another's lacks, it is read without: the unified operator has none. Where two
files declare a function alike but for types that become the same unified type, and for names of parameters, the second one is read as if it said
what the first says: the types by a typedef of that chip, the parameters by their names in the first. Helpers that only share a name get a name of
their own. Anything else is left for the merge to refuse.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from migrate.frontend.lex import Kind, LineMap, lex
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import bracket_around
from migrate.model import Chip, Location, Span
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
    edited = _edited(second, [*alignment.edits, (Span(min(functions), min(functions)), head)])
    return edited, frozenset(alignment.aliases)


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


def with_names(sources: Sequence[Source]) -> list[Source]:
    """Files whose functions have names for the parameters that another file's have names for: one that is not used needs none."""
    edits: dict[Source, list[tuple[Span, bytes]]] = {source: [] for source in sources}
    for source in sources:
        for function in source.functions:
            own = source.parameters(function)
            for other in sources:
                same = [f for f in other.functions if f.name == function.name]
                theirs = other.parameters(same[0]) if len(same) == 1 else ()
                if other is source or len(theirs) != len(own):
                    continue
                for mine, their in zip(own, theirs, strict=True):
                    texts = [other.text(i) for i in range(their.first, their.last) if i != their.name_index]
                    name = other.text(their.name_index)
                    taken = bool(source.where(name, function.open_paren, function.close_brace))
                    taken |= name in _WORDS or not {b"=", b"[", b"("}.isdisjoint(texts)  # no name, or not the last word
                    at = source.code[mine.last - 1].end
                    known = any(span.start == at for span, _ in edits[source])
                    if texts == [source.text(i) for i in range(mine.first, mine.last)] and not taken and not known:
                        edits[source].append((Span(at, at), b" " + name))
    return [_edited(source, edits[source]) if edits[source] else source for source in sources]


_WORDS = frozenset(
    b"int char short long double float unsigned signed bool void auto const volatile wchar_t char8_t char16_t char32_t".split()
)


class _NotUnderstood(Exception):
    """What a file does with the parameter for not waiting is more than to hand it on."""


def without_flags(
    sources: Sequence[Source], headers: Mapping[str, bytes], rules: LibraryRules
) -> tuple[list[Source], dict[str, bytes]]:
    """Files whose functions differ by the parameter for not waiting, read without it, and those of the headers that declare it."""
    declaring = {path: Source(path, text, ()) for path, text in headers.items()}
    edits: dict[Source, list[tuple[Span, bytes]]] = {source: [] for source in (*sources, *declaring.values())}
    for name in _with_and_without(sources, rules):
        try:
            found = [(source, _flag_of_definition(source, name, rules)) for source in sources]
            found += [(header, _flag_of_uses(header, name, None, rules)) for header in declaring.values()]
        except _NotUnderstood:
            continue
        for source, own in found:
            edits[source] += own
    texts = {path: _edited(header, edits[header]).data for path, header in declaring.items() if edits[header]}
    return [_edited(source, _outermost(edits[source])) if edits[source] else source for source in sources], texts


def _outermost(edits: Sequence[tuple[Span, bytes]]) -> list[tuple[Span, bytes]]:
    """An argument that goes may be the flag of another function, whose body is edited too."""
    gone = [span for span, text in edits if not text]
    return [(span, text) for span, text in edits if not text or not any(one.covers(span) for one in gone)]


def _with_and_without(sources: Sequence[Source], rules: LibraryRules) -> list[str]:
    """Functions that every file defines once, one with the flag and another without it."""
    having: dict[str, list[bool]] = {}
    for source in sources:
        for function in source.functions:
            having.setdefault(function.name, []).append(_has_flag(source, function, rules))
    return [name for name, flags in having.items() if len(flags) == len(sources) and len(set(flags)) > 1]


def _has_flag(source: Source, function: Function, rules: LibraryRules) -> bool:
    parameters = source.parameters(function)
    return bool(parameters) and source.text(parameters[-1].name_index).decode("utf-8", "replace") in rules.non_blocking


def _flag_of_definition(source: Source, name: str, rules: LibraryRules) -> list[tuple[Span, bytes]]:
    """Edits that take the flag from a function of a file: from its declarations, calls and body."""
    function = next((f for f in source.functions if f.name == name), None)
    if function is None:
        raise _NotUnderstood
    if not _has_flag(source, function, rules):
        return []
    edits = _flag_of_uses(source, name, len(source.parameters(function)), rules)
    for flag in rules.non_blocking:
        for index in source.where(flag.encode(), *function.body):
            span = source.code[index].span
            if any(dropped.start <= span.start < dropped.end for dropped, _ in edits):
                continue
            if not _is_handed_on(source, index, rules):
                raise _NotUnderstood
            edits.append((span, b"true"))  # who calls the unified operator waits where it is to be waited
    return edits


def _flag_of_uses(source: Source, name: str, count: int | None, rules: LibraryRules) -> list[tuple[Span, bytes]]:
    """Edits of a function's declarations and calls; `count`: of its parameters, None in a header, where it is only declared."""
    flags = {flag.encode() for flag in rules.non_blocking}
    edits: list[tuple[Span, bytes]] = []
    for index in source.where(name.encode(), 0, len(source.code)):
        given = source.arguments(index + 1) if source.text(index + 1) == b"(" else []
        if not given:
            raise _NotUnderstood  # used as a value
        first, last = given[-1]
        texts = [source.text(i) for i in range(first, last)]
        if _declares(source, index):
            at = next((i for i, text in enumerate(texts) if text in flags), None)
            if at is None:
                continue  # another chip's header
            if texts[at + 1 :] not in ([], [b"=", b"true"], [b"=", b"1"]):
                raise _NotUnderstood
        elif count is None or len(given) > count:
            raise _NotUnderstood
        elif len(given) < count:
            continue
        elif len(texts) > 1 or texts[0] not in flags | {b"true", b"1"}:
            raise _NotUnderstood
        edits.append((Span(source.code[first - 1].start, source.code[last - 1].end), b""))
    return edits


def told_apart(
    first: Source, second: Source, chip: Chip, read_others: Callable[[], Sequence[bytes]], rules: LibraryRules
) -> Source:
    """The second file, with the chip's name added to helpers that only share their name with one of the first.

    `read_others`: the library's headers and further sources, asked for where there is such a helper; what they mention is none of these files."""
    known = {f.name: f for f in first.functions}
    unlike = [
        function
        for function in second.functions
        if function.name in known
        and not any(function.name in of for of in _named(rules))
        and _differences(first, known[function.name], second, function, rules) is None
    ]
    others = read_others() if unlike else ()
    edits: list[tuple[Span, bytes]] = []
    for function in unlike:
        name, own = function.name, f"{function.name}_{chip.name}"
        if any(_mentions(text, name) for text in others):
            continue
        if not others and b"static" not in (second.text(i) for i in range(function.first, function.open_paren)):
            continue  # nothing says that it is no operator
        if not any(_mentions(source.data, own) for source in (first, second)):
            edits += _renamed(second, name, own)
    return _edited(second, edits) if edits else second


def _named(rules: LibraryRules) -> tuple[Mapping[str, object], ...]:
    return rules.launch, rules.calls, rules.provided, rules.infrastructure, rules.signatures, rules.names


def _mentions(text: bytes, name: str) -> bool:
    return re.search(rb"\b%b\b" % re.escape(name.encode()), text) is not None


def _renamed(source: Source, name: str, new: str) -> list[tuple[Span, bytes]]:
    """Edits that give a function of a file another name; none where an overload, a macro or a member may be meant."""
    places = source.where(name.encode(), 0, len(source.code))
    overloaded = sum(f.name == name for f in source.functions) > 1
    in_macros = any(t.kind == Kind.DIRECTIVE and _mentions(t.text, name) for t in lex(source.data))
    if overloaded or in_macros or any(source.text(i - 1) in (b".", b"->", b"::") for i in places):
        return []
    return [(source.code[i].span, new.encode()) for i in places]


_BEFORE_CALLS = frozenset((b"return", b"else", b"do", b"throw", b"case", b"not", b"and", b"or", b"xor", b"co_return"))


def _declares(source: Source, index: int) -> bool:
    """Whether a name with parentheses is declared: the word of a type stands before it."""
    return source.code[index - 1].kind == Kind.IDENT and source.text(index - 1) not in _BEFORE_CALLS


def _is_handed_on(source: Source, index: int, rules: LibraryRules) -> bool:
    """Whether a token is the flag of a launch, or of a function of the file."""
    if source.text(index - 1) not in (b",", b"(") or source.text(index + 1) not in (b",", b")"):
        return False
    opener = bracket_around(source, index)
    if opener is None or source.text(opener) != b"(":
        return False
    callee = source.text(opener - 1).decode("utf-8", "replace")
    position = [first for first, _ in source.arguments(opener)].index(index)
    if callee in rules.launch:
        return position == rules.launch[callee].wait and not rules.launch[callee].waits
    having = (f for f in source.functions if f.name == callee and _has_flag(source, f, rules))
    return any(position == len(source.parameters(f)) - 1 for f in having)


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
