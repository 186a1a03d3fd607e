"""Helpers, types, constants and macros that another source of the library has under the same name and otherwise: they get names with the source's own behind,
since all sources' helpers stand in one header of the output."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.lex import Kind, identifiers, lex
from migrate.frontend.option_macros import asked_by
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import block_around
from migrate.model import Span
from migrate.project.library_rules import LibraryRules


def names_of_its_own(rules: LibraryRules, path: Path, others: Collection[bytes]) -> Step:
    """`others`: the texts of the library's other sources."""
    return partial(_changes, rules, path, tuple(others))


@dataclass(frozen=True)
class _Entity:
    name: bytes
    kind: str
    places: tuple[int, ...]  # code indices
    text: bytes  # of its definition, in tokens
    directives: tuple[Span, ...] = ()  # where directives name it

    def names(self) -> frozenset[bytes]:
        """What its definition names."""
        return words_of(self.text) if self.kind == "macro" else frozenset(identifiers(self.text))


def _changes(rules: LibraryRules, path: Path, others: Sequence[bytes], source: Source) -> Iterator[Change]:
    if not source.facts or not source.functions:
        return
    mine = [one for one in _entities(rules, source, path) if any(one.name in words_of(other) for other in others)]
    renamed = {one.name for one in mine if _differs(one, others)}
    while more := {one.name for one in mine if renamed & one.names()} - renamed:
        renamed |= more
    stem = re.sub(r"\W", "_", path.stem)
    made: list[Replacement] = []
    names: list[tuple[str, str]] = []
    for one in mine:
        wanted = f"{one.name.decode()}_{stem}"
        if one.name in renamed and is_free(source, wanted):
            spans = [*(source.code[index].span for index in one.places), *one.directives]
            made += [Replacement(span, (wanted.encode(),)) for span in spans]
            names.append((one.name.decode(), wanted))
    if made:
        yield Change(source.functions[0], tuple(made), aliases=tuple(names))


def _differs(one: _Entity, others: Sequence[bytes]) -> bool:
    return any(one.name in words_of(other) and one.text not in _tokens(other) for other in others)


@lru_cache(maxsize=64)
def words_of(text: bytes) -> frozenset[bytes]:
    return frozenset(re.findall(rb"[A-Za-z_]\w*", text))


@lru_cache(maxsize=64)
def _tokens(text: bytes) -> bytes:
    return b" ".join(token.text for token in lex(text) if token.kind != Kind.COMMENT)


def _entities(rules: LibraryRules, source: Source, path: Path) -> Iterator[_Entity]:
    """Functions with internal linkage, types and constants that the source itself declares outside of functions."""
    in_directives = {word for t in source.tokens if t.kind == Kind.DIRECTIVE for word in words_of(t.text)}
    static = {
        f.name.encode(): f
        for f in source.functions
        if _is_internal(source, f) and not rules.operator(f.name) and not _is_named(rules, f.name)
    }
    for name, function in static.items():
        places = _places(source, name, "function", None)
        if places and name not in in_directives and _is_own(source, function.span.start, path):
            span = source.code[function.first].start, source.code[function.close_brace].end
            yield _Entity(name, "function", places, _tokens(source.data[slice(*span)]))
    yield from _macros(rules, source, path)
    declared: dict[int, Decl] = {}
    for decl in (
        decl for facts in source.facts for known in (facts.references, facts.entities) for decl in known.values()
    ):
        constant = decl.kind != "variable" or "const" in (decl.canonical or decl.type).split()
        if decl.kind in ("type", "variable", "enumerator") and constant and not decl.file and not decl.scope:
            declared[decl.offset] = decl
    for offset, decl in sorted(declared.items()):
        name = decl.name.encode()
        if (
            offset < 0
            or source.in_function(offset)
            or name in in_directives
            or name in static
            or _is_named(rules, decl.name)
        ):
            continue
        places = _places(source, name, decl.kind, offset)
        if places and _is_own(source, offset, path):
            first, last = _segment(source, source.index_at(offset))
            if decl.kind == "type" and source.where(b"(", first, last):
                continue  # a class has its functions once in a program, whichever source's they are
            text = source.data[source.code[first].start : source.code[last].end]
            yield _Entity(name, decl.kind, places, _tokens(text))


def _macros(rules: LibraryRules, source: Source, path: Path) -> Iterator[_Entity]:
    """Macros that the source itself defines once, for all builds, and that nothing asks about or joins."""
    defines = [one for one in source.tree.others if one.keyword == b"define"]
    if any(b"##" in one.argument for one in defines):
        return
    asked = frozenset[bytes]().union(*map(asked_by, source.conditionals))
    counted = Counter(
        word for one in source.tree.others if one.keyword in _SETS for word in _WORD.findall(one.argument)[:1]
    )
    headers = [*map(source.table.text, source.header_paths)]
    for one in defines:
        name = next(iter(_WORD.findall(one.argument)), b"")
        around = source.conditionals_around(one.token.span)
        if (
            counted[name] != 1
            or name in asked
            or around
            or _is_named(rules, name.decode())
            or _STRINGIZES.search(one.argument)
        ):
            continue
        places = source.places.get(name, [])
        early = bool(places) and source.code[places[0]].start < one.token.start
        if early or not _is_own(source, one.token.start, path) or any(name in words_of(text) for text in headers):
            continue
        spans = tuple(
            Span(other.token.start + match.start(), other.token.start + match.end())
            for other in defines
            for match in _WORD.finditer(other.token.text)
            if match[0] == name
        )
        if not places and len(spans) < 2:
            continue
        yield _Entity(name, "macro", tuple(places), one.token.text, spans)


_SETS = (b"define", b"undef")
_STRINGIZES = re.compile(rb"#[ \t]*\w")
_WORD = re.compile(rb"[A-Za-z_]\w*")


@lru_cache(maxsize=64)
def file_level_names(text: bytes) -> frozenset[bytes]:
    """Names outside of functions' parameters and bodies and of types' members: those of an entity that another source may have are among them."""
    found: set[bytes] = set()
    closers: list[bytes] = []  # of brackets whose names do not count
    opened: list[bool] = []
    words: list[bytes] = []
    for token in lex(text):
        if token.kind in (Kind.COMMENT, Kind.DIRECTIVE):
            continue
        one = token.text
        if one in (b"(", b"[", b"{"):
            through = one == b"{" and not closers and {*words} & {b"namespace", b"extern", b"enum"}
            opened.append(bool(through))
            if not through:
                closers.append(one)
        elif one in (b")", b"]", b"}") and opened:
            if not opened.pop():
                closers.pop()
            words = []
        elif not closers:
            words = [] if one == b";" else [*words[-30:], one]
            if token.kind == Kind.IDENT:
                found.add(one)
    return frozenset(found)


def _is_internal(source: Source, function: Function) -> bool:
    opener = block_around(source, function.first)
    unnamed = source.text(opener) == b"{" and source.text(opener - 1) == b"namespace"
    return bool(source.where(b"static", function.first, function.name_index)) or unnamed


def _is_named(rules: LibraryRules, name: str) -> bool:
    known: tuple[Mapping[str, object], ...] = (
        rules.launch,
        rules.calls,
        rules.provided,
        rules.infrastructure,
        rules.signatures,
        rules.prints,
        rules.names,
    )
    return rules.concerns(name) or any(name in one for one in known)


def _is_own(source: Source, offset: int, path: Path) -> bool:
    """Whether it stands in the file, and in no header that was read into it."""
    return Path(source.lines.location(source.path, offset).path).name == path.name


def _places(source: Source, name: bytes, kind: str, offset: int | None) -> tuple[int, ...]:
    """Where an entity is named; nothing where one place is not understood, or it has members that are called like it."""
    found = []
    for index in source.places.get(name, ()):
        decls = list(source.decls(index))
        if not decls:
            return ()
        mine = [
            d for d in decls if d.kind == kind and not d.file and not d.scope and (offset is None or d.offset == offset)
        ]
        if mine and len(mine) == len(decls) and source.text(index - 1) != b"::":
            found.append(index)
        elif mine or any(d.kind in ("method", "template") or (d.kind == kind == "function") for d in decls):
            return ()
    return tuple(found)


def _segment(source: Source, index: int) -> tuple[int, int]:
    """The declaration that a name outside of functions stands in."""
    ends = {function.close_brace for function in source.functions}
    first = index
    while first > 0 and source.text(first - 1) not in (b";", b"{"):
        if source.text(first - 1) in (b"}", b")", b"]"):
            if first - 1 in ends:
                break
            first = source.pairs.get(first - 1, first - 1)
            continue
        first -= 1
    last = index
    while source.text(last) not in (b";", b"}", b""):
        last = source.pairs.get(last, last) + 1 if source.text(last) in (b"{", b"(", b"[") else last + 1
    return first, min(last, len(source.code) - 1)
