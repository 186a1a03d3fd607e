"""Forms that the rules know, step by step: each step is proven before it is taken.

A step changes the text of functions. It is taken where every chip's compiler reads the new text and says of each name that is copied what it
said before; a function for which that is not so stays as it is, and a rule says what is not understood there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from migrate.frontend.compiler.clang import ChipFacts, Decl, ParseFailed
from migrate.frontend.lex import Kind
from migrate.frontend.prepare.edited import Edited, Replacement
from migrate.frontend.source import Function, Source
from migrate.model import Span

_ROUNDS = 4  # of all steps: one makes what another one takes
_TRIES = 8  # of one step, each with a function less

Parse = Callable[[bytes], Sequence[ChipFacts]]


@dataclass(frozen=True)
class Change:
    """One thing that a step does to a function. `shared` stands outside of it and is written once for all that need it; `declared`: places
    of variables whose declaration another one replaces, with the same type or a reference to it; `retyped`: of those that get another type;
    `aliases`: names of types that are written as others, which they stand for; `again`: what a replacement takes away and writes in another form."""

    function: Function
    replacements: tuple[Replacement, ...]
    shared: tuple[Replacement, ...] = ()
    declared: frozenset[int] = frozenset()
    retyped: frozenset[int] = frozenset()
    aliases: tuple[tuple[str, str], ...] = ()
    again: tuple[Span, ...] = ()


Step = Callable[[Source], Iterator[Change]]


def prepared(source: Source, steps: Sequence[Step], parse: Parse) -> Source | None:
    """The source after the steps, with what the compilers say of it; None where there was nothing to do. `parse` raises ParseFailed."""
    made: Source | None = None
    for _ in range(_ROUNDS):
        before = made
        for step in steps:
            made = _taken(made or source, step, parse) or made
        if made is before:
            break
    return made


def _taken(source: Source, step: Step, parse: Parse) -> Source | None:
    changes = [change for change in step(source) if not _in_macro(source, change)]
    for _ in range(_TRIES):
        if not changes:
            return None
        edited = _edited(source, changes)
        try:
            facts = parse(edited.data)
        except ParseFailed as error:
            at = _offset(edited, error)
        else:
            declared = frozenset(at for c in changes for at in c.declared)
            retyped = frozenset(at for c in changes for at in c.retyped)
            aliases = dict(one for c in changes for one in c.aliases)
            wrong = other_meaning(edited, facts, declared, aliases=aliases, retyped=retyped)
            if wrong is None:
                return edited.as_source(facts)
            at = wrong
        place = edited.place(at) if at >= 0 else -1
        function = source.function_at(place)
        left = [c for c in changes if c.function is not function and not _changes_at(c, place)]
        if len(left) == len(changes):
            return None
        changes = left
    return None


def _changes_at(change: Change, place: int) -> bool:
    """Whether a change replaces what stands at an offset, in whatever function."""
    return any(one.span.start <= place < one.span.end for one in change.replacements)


def _in_macro(source: Source, change: Change) -> bool:
    """Whether a macro that the function uses names what a change takes away, or may do so by joining tokens. What a step brings has names of its own."""
    function, table = change.function, source.table
    used = {source.text(index) for index in source.macro_names(function.first, function.close_brace)}
    inside = {word for name in table.closure(used) for one in table.definitions(name) for word in one.free}
    if not inside:
        return False
    if inside & {b"##", b"%:%:"}:
        return True
    touched = {source.text(source.index_at(offset)) for offset in change.declared | change.retyped}
    everything = (*change.replacements, *change.shared)
    copied = [*change.again, *(part for one in everything for part in one.made if isinstance(part, Span))]
    for one in change.replacements:
        for index in range(source.index_at(one.span.start), source.index_at(one.span.end)):
            token = source.code[index]
            kept = any(part.start <= token.start and token.end <= part.end for part in copied)
            if token.kind == Kind.IDENT and not kept:
                touched.add(token.text)
    return any(name not in _WORDS and name not in table.names for name in touched & inside)


_WORDS = frozenset(
    b"if else for while do return const int bool char void static auto true false nullptr NULL sizeof unsigned signed long short float double "
    b"struct enum union switch case default break continue goto volatile inline constexpr class typename template using namespace new delete".split()
)


def _edited(source: Source, changes: Sequence[Change]) -> Edited:
    shared = dict.fromkeys(one for change in changes for one in change.shared)
    return Edited(source, [*shared, *(one for change in changes for one in change.replacements)])


def _offset(edited: Edited, error: ParseFailed) -> int:
    """Of an error in the text; -1 where it is in another file."""
    lines = edited.data.split(b"\n")
    if error.place.line > len(lines):
        return -1
    return sum(len(line) + 1 for line in lines[: error.place.line - 1]) + error.place.column - 1


def other_meaning(
    edited: Edited,
    facts: Sequence[ChipFacts],
    declared: frozenset[int],
    defined: Collection[bytes] = (),
    aliases: Mapping[str, str] | None = None,
    retyped: frozenset[int] = frozenset(),
) -> int | None:
    """The first copied name that means something else than before, on any chip: its offset in the text. `defined`: functions that only the new
    text defines; `aliases`: types' names, and what they stand for."""
    plain = _Types(aliases or {})
    for before, after in zip(edited.source.facts, facts, strict=True):
        for old, new in ((before.references, after.references), (before.entities, after.entities)):
            for offset, decl in new.items():
                at = edited.origin(offset)
                known = old.get(at)
                now = known is not None and decl.kind == "function" and decl.name.encode() in defined
                if now and known is not None and (known.name, known.type) == (decl.name, decl.type):
                    continue
                if at >= 0 and not _alike(edited, known, decl, declared, retyped, plain):
                    return offset
    return None


def _alike(
    edited: Edited, old: Decl | None, new: Decl, declared: frozenset[int], retyped: frozenset[int], plain: _Types
) -> bool:
    if old is None or (old.name, old.file, old.elsewhere) != (new.name, new.file, new.elsewhere):
        return False
    at = edited.origin(new.offset) if new.offset >= 0 and not new.file else old.offset
    if at < 0 and old.offset in declared | retyped:  # what a function gets may stand for what it saw
        kinds = old.kind == new.kind or {old.kind, new.kind} == {"variable", "param"}
        same = old.offset in retyped or plain.bare(old) == plain.bare(new)
        return kinds and same
    if at != old.offset or old.kind != new.kind:
        return False
    return plain.same(old, new)


class _Types:
    """Spellings of types without the place of one that has no name, and with what aliases stand for."""

    def __init__(self, aliases: Mapping[str, str]) -> None:
        self._aliases = aliases
        self._names = re.compile(rf"\b(?:{'|'.join(map(re.escape, aliases))})\b") if aliases else None

    def of(self, type_: str) -> str:
        spelled = _PLACE.sub(")", type_) if " at " in type_ else type_
        return self._names.sub(lambda match: self._aliases[match[0]], spelled) if self._names else spelled

    def same(self, old: Decl, new: Decl) -> bool:
        """As it is spelled and without aliases. What `auto` stands for may be a container's name for the type, which nothing else has."""
        whole = self.of(old.canonical or old.type) == self.of(new.canonical or new.type)
        return whole and (self.of(old.type) == self.of(new.type) or _OF_CONTAINER.fullmatch(old.type) is not None)

    def bare(self, decl: Decl) -> str:
        """The type of an object, or of what a reference refers to, without a const of its own."""
        known = self.of(decl.canonical or decl.type).removesuffix("&").rstrip()
        return known.removesuffix("const").rstrip() if known.endswith("*const") else known.removeprefix("const ")


_OF_CONTAINER = re.compile(r"(?:const )?(?:std::[^&*()]*::)?(?:mapped|value|key|first|second|size|difference)_type")
_PLACE = re.compile(r" at [^()]*:\d+:\d+\)")
