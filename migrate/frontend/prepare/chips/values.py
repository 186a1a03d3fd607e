"""A number that is another one on each chip, as a macro or a constant of the source, is asked of a function that says it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from migrate.frontend.compiler.compilers import Compilers
from migrate.frontend.kept_references import refers
from migrate.frontend.lex import Kind, lex
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.prepare.chip_branches import Text, conditional
from migrate.frontend.prepare.chips.chip_macros import ChipMacros
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.files.macros import Macro, expand, is_named
from migrate.frontend.prepare.names import free_name, is_free
from migrate.frontend.prepare.scalars import is_scalar, type_of
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.receivers import KEYWORDS
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import is_asked_for_type, qualified_start
from migrate.model import Chip, Span
from migrate.project.library_rules import LibraryRules

_TAKEN = FUNDAMENTAL | KEYWORDS
_STORAGE = frozenset((b"static", b"const", b"constexpr", b"inline", b"extern", b"thread_local", b"volatile"))


@dataclass(frozen=True)
class _Value:
    """What one name stands for on the chips."""

    function: str  # that says it
    type: bytes
    texts: Mapping[Chip, Text]
    global_: bool = False  # nothing of a namespace is in the texts, so that the function stands outside of them

    def definition(self, source: Source) -> Text | None:
        returns: dict[Chip, Text] = {chip: (b"  return ", *text, b";") for chip, text in self.texts.items()}
        body = conditional(source, returns)
        return (b"static " + self.type + b" " + self.function.encode() + b" ()\n{", *body, b"}\n\n") if body else None


def values_by_chip(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    values = _Values(source, rules)
    for function in source.functions:
        uses = list(values.uses(function))
        if uses:
            place = _before(source, function)
            shared = [
                values.definition(name, place) for name in dict.fromkeys(name for _, named in uses for name in named)
            ]
            if None not in shared:
                replacements = tuple(replacement for replacement, _ in uses)
                yield Change(function, replacements, tuple(one for one in shared if one is not None))


class _Values:
    def __init__(self, source: Source, rules: LibraryRules) -> None:
        self.source, self.rules = source, rules
        self.macros = ChipMacros.of(source, rules)
        self.constants = {} if _takes_temporaries(source) else _constants(source)
        self.written: dict[bytes, Replacement | None] = {}
        self.known: dict[bytes, _Value | None] = {}

    def uses(self, function: Function) -> Iterator[tuple[Replacement, frozenset[bytes]]]:
        """In a function's body, with the names whose values are asked for."""
        source, done = self.source, function.open_brace
        names = source.places.keys() & (self.macros.depends.keys() | self.constants.keys())
        for index in sorted(i for name in names for i in source.where(name, done + 1, function.close_brace)):
            found = None
            if index <= done or is_asked_for_type(source, index):
                pass
            elif self.macros.used(index):
                found = self._macro(index)
            elif source.text(index) in self.constants:
                found = self._constant(index)
            if found is not None:
                done, replacement, asked = found
                yield replacement, asked

    def _macro(self, index: int) -> tuple[int, Replacement, frozenset[bytes]] | None:
        source, name = self.source, self.source.text(index)
        depends, last = self.macros.depends[name], self.macros.last(index)
        if self._is_launched(index):
            return None  # the flag of a launch is no number: the launch is written once per chip
        if last is None or not self.macros.everywhere(index) or any(self.value(one) is None for one in depends):
            return None
        table: dict[bytes, Macro] = {}
        for one in source.table.closure([name]):
            value = self.value(one) if one in depends else None
            if value is not None:
                table[one] = Macro(one, None, value.function.encode() + b" ()")
            elif source.table.definitions(one):
                definition = source.table.single(one)
                if definition is None:
                    return None
                table[one] = Macro.of(definition.text)
        span = Span(source.code[index].start, source.code[last].end)
        text = expand(source.data[span.start : span.end], table)
        return (last, Replacement(span, (text,)), depends) if text is not None else None

    def _is_launched(self, index: int) -> bool:
        """Whether a token is an argument of a launch."""
        source = self.source
        if source.text(index - 1) not in (b"(", b",") or source.text(index + 1) not in (b",", b")"):
            return False
        opener = index - 1
        while opener > 0 and source.text(opener) not in (b"(", b";", b"{", b"}"):
            opener = source.pairs.get(opener, opener) - 1 if source.text(opener) in (b")", b"]") else opener - 1
        return source.text(opener) == b"(" and source.text(opener - 1).decode("utf-8", "replace") in self.rules.launch

    def _constant(self, index: int) -> tuple[int, Replacement, frozenset[bytes]] | None:
        name = self.source.text(index)
        value = self.value(name)
        if refers(self.source, index):
            return None
        declared = self.constants[name].places
        if value is None or not all(
            decl.kind == "variable" and not decl.file and decl.offset in declared for decl in self.source.decls(index)
        ):
            return None
        first = qualified_start(self.source, index) if value.global_ else index
        span = Span(self.source.code[first].start, self.source.code[index].end)
        return index, Replacement(span, (value.function.encode() + b" ()",)), frozenset((name,))

    def value(self, name: bytes) -> _Value | None:
        if name not in self.known:
            self.known[name] = self._of_constant(name) if name in self.constants else self._of_macro(name)
        return self.known[name]

    def _of_macro(self, name: bytes) -> _Value | None:
        table = self.source.table
        if name in table.undefined or is_named(self.rules, name):
            return None
        texts: dict[Chip, Text] = {}
        types: set[bytes | None] = set()
        for chip in self.source.chips:
            own = table.chips[chip.name]
            found = own.get(name, ())
            if len(found) > 1 or any(one.parameters for one in found):
                return None
            if not found:
                continue
            inner = {one: Macro.of(own[one][0].text) for one in table.closure([name]) if len(own.get(one, ())) == 1}
            text = expand(name, inner)
            tokens = [t for t in lex(b" " + text) if t.kind != Kind.COMMENT] if text is not None else []
            types.add(type_of(tokens))
            texts[chip] = (text.strip() if text is not None else b"",)
        type_ = next(iter(types)) if len(types) == 1 else None
        return _Value(self._function_name(name), type_, texts) if type_ is not None else None

    def _of_constant(self, name: bytes) -> _Value | None:
        found = self.constants[name]
        return _Value(self._function_name(name), found.type, found.texts, _names_nothing(self.source, found.texts))

    def definition(self, name: bytes, place: Callable[[bool], int]) -> Replacement | None:
        """The function that says a value, before the first function that asks; None where the chips cannot be told apart."""
        if name not in self.written:
            value = self.value(name)
            made = value.definition(self.source) if value is not None else None
            at = place(value is not None and value.global_)
            self.written[name] = Replacement(Span(at, at), made) if made is not None else None
        return self.written[name]

    def _function_name(self, name: bytes) -> str:
        """`coresPerChip` of CORES_PER_CHIP, kCoresPerChip and cores_per_chip, without words that make it a legacy name; another one where that is taken."""
        words = name.decode("utf-8", "replace")
        words = words[1:] if re.match(r"k[A-Z]", words) else words
        parts = [part for part in words.split("_") if part]
        parts = [part.lower() if part.isupper() or part.islower() else part for part in parts] or ["value"]
        while len(parts) > 1 and self.rules.is_legacy(_camel(parts)):
            parts = parts[1:]
        camel = _camel(parts)
        return camel if is_free(self.source, camel) and camel.encode() not in _TAKEN else free_name(self.source, camel)


def _camel(parts: Sequence[str]) -> str:
    return parts[0][:1].lower() + parts[0][1:] + "".join(part[:1].upper() + part[1:] for part in parts[1:])


def _before(source: Source, function: Function) -> Callable[[bool], int]:
    """Where something stands before a function, and before the conditionals around it, or outside of its namespaces as well."""
    start = min(function.lead.start, function.span.start) if function.lead.end else function.span.start
    around = [c.span.start for c in source.conditionals_around(function.span)]

    def place(outside: bool) -> int:
        opener = next((i for i in range(function.first) if _encloses(source, i, function)), None) if outside else None
        if opener is None:
            return min([start, *around])
        while opener > 0 and source.text(opener - 1) not in (b";", b"}"):
            opener -= 1
        block = Span(source.code[opener].start, function.span.end)
        return min([block.start, *(c.span.start for c in source.conditionals_around(block))])

    return place


def _encloses(source: Source, index: int, function: Function) -> bool:
    return source.text(index) == b"{" and source.pairs.get(index, index) > function.first


def _names_nothing(source: Source, texts: Mapping[Chip, Text]) -> bool:
    """Whether values are written by numbers and fundamental types alone."""
    parts = (
        source.data[one.start : one.end] if isinstance(one, Span) else one for text in texts.values() for one in text
    )
    tokens = (token for part in parts for token in lex(b" " + part))
    return all(token.kind != Kind.IDENT or token.text in FUNDAMENTAL or token.text in _TRUTH for token in tokens)


_TRUTH = (b"true", b"false")


_TEMPORARY = re.compile(
    rb"\b(?:bool|char|short|int|long|unsigned|float|double|\w+_t|[A-Z]\w{0,2})\s*(?:&&|%:%:|\band\b)\s*(?:\w+\s*)?[,)=]"
)


def _takes_temporaries(source: Source) -> bool:
    """Whether a function may tell a constant from a value, by a parameter that is a reference to a temporary one."""
    texts = (source.data, *map(source.table.text, source.header_paths))
    return any(map(_TEMPORARY.search, texts))


@dataclass(frozen=True)
class _Constant:
    type: bytes
    texts: Mapping[Chip, Text]
    places: frozenset[int]


def _constants(source: Source) -> dict[bytes, _Constant]:
    """Constants outside of functions of which each chip sees its own definition, in a conditional on the chips."""
    found: dict[bytes, list[tuple[Chip, bytes, Span, int]]] = {}
    outer = [c for c in source.conditionals if source.resolves(c) and not source.in_function(c.span.start)]
    compilers = [c.span for c in outer if Compilers.of(source).decides(c)]  # what builds chooses
    spans = [c.span for c in outer]
    spoilt: set[bytes] = set()
    for facts, chip in zip(source.facts, source.chips, strict=True) if spans else ():
        for offset, decl in facts.references.items():
            if decl.kind != "variable" or decl.offset != offset or decl.file or source.in_function(offset):
                continue
            if any(span.start <= offset < span.end for span in spans):
                name = decl.name.encode()
                asked = any(span.start <= offset < span.end for span in compilers)
                if asked or ("", offset) in facts.at_load:  # code gives it its value, once
                    spoilt.add(name)
                made = _definition(source, source.index_at(offset)) if is_scalar(decl.canonical or decl.type) else None
                if made is None:
                    spoilt.add(name)
                else:
                    found.setdefault(name, []).append((chip, *made, offset))
    constants: dict[bytes, _Constant] = {}
    for name, own in found.items():
        chips, types = [chip for chip, *_ in own], {type_ for _, type_, _, _ in own}
        if name not in spoilt and len(set(chips)) == len(chips) > 1 and len(types) == 1:
            texts: dict[Chip, Text] = {chip: (span,) for chip, _, span, _ in own}
            constants[name] = _Constant(next(iter(types)), texts, frozenset(at for *_, at in own))
    return constants


def _definition(source: Source, index: int) -> tuple[bytes, Span] | None:
    """Type and initialiser of a constant that is defined alone and keeps its value."""
    first = last = index
    while source.text(first - 1) not in (b";", b"{", b"}", b""):
        first -= 1
    words = [source.text(i) for i in range(first, index)]
    while source.text(last) not in (b";", b""):
        if source.text(last) == b",":
            return None
        last = source.pairs.get(last, last) + 1 if source.text(last) in (b"(", b"[", b"{") else last + 1
    constant = b"constexpr" in words or (words[-1:] == [b"const"] if b"*" in words else b"const" in words)
    if not constant or source.text(index + 1) != b"=" or source.text(index + 2) == b"{":
        return None
    if {b"extern", b"thread_local", b"volatile"}.intersection(words) or b"&" in words:
        return None
    pointer = max((i for i, word in enumerate(words) if word == b"*"), default=-1)
    kept = [w for i, w in enumerate(words) if w not in _STORAGE or (i < pointer and w == b"const")]
    return b" ".join(kept), Span(source.code[index + 2].start, source.code[last].start)
