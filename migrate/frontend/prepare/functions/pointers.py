"""A function that is chosen into a local pointer becomes a number, and its calls those of a helper that calls the one of the number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from migrate.frontend.lex import Kind
from migrate.frontend.prepare.arguments import changes_nothing, has_lambda
from migrate.frontend.prepare.chip_branches import Text
from migrate.frontend.prepare.chosen_numbers import asked_for_none, number_of
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.functions.called_by_number import (
    Call,
    called_behind,
    callee,
    caller_of,
)
from migrate.frontend.prepare.functions.tables import Table, names_table, tables
from migrate.frontend.prepare.kernels.names import is_quiet
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import (
    conditional_operator,
    parenthesis_around,
    statement_start,
    voided,
)
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_POINTER = re.compile(r"[^()]*\(\*(?:const)?\)\s*\(.*\)(?: noexcept)?")


def function_pointers(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    taken: set[str] = set()
    known = list(tables(source))
    for function in source.functions if source.facts else ():
        if source.text(function.first) == b"template" or has_lambda(source, function):
            continue
        change = _direct(rules, source, function, known, taken)
        for variable in _pointers(source, function) if change is None else ():
            change = change or _of_variable(rules, source, function, variable, known, taken)
        if change is not None:
            yield change


def _pointers(source: Source, function: Function) -> list[int]:
    """Code indices of the local pointers to functions that a function declares."""
    found = []
    for index in range(*function.body):
        start = source.code[index].start
        decls = list(source.every_fact(index))
        if decls and all(
            d.kind == "variable" and d.offset == start and not d.file and _POINTER.fullmatch(d.canonical or d.type)
            for d in decls
        ):
            found.append(index)
    return found


@dataclass
class _Choice:
    """The functions that are chosen among, by number."""

    source: Source
    tables: list[Table]
    callees: list[int] = field(default_factory=list)
    names: list[bytes] = field(default_factory=list)
    none: bool = False

    def text(self, first: int, last: int) -> Text | None:
        """An expression for a function as one for its number; None where it is not understood."""
        return number_of(self.source, first, last, self._may_be_none, self._one)

    def _may_be_none(self, _: int) -> None:
        self.none = True

    def _one(self, first: int, last: int) -> Text | None:
        source = self.source
        if source.text(first) == b"&":
            first += 1
        if last - first == 1 and callee(source, first) is not None:
            return (b"%d" % self._number(first),)
        return self._element(first, last)

    def _number(self, index: int) -> int:
        name = self.source.text(index)
        if name not in self.names:
            self.names.append(name)
            self.callees.append(index)
        return self.names.index(name)

    def _element(self, first: int, last: int) -> Text | None:
        source = self.source
        if source.text(first + 1) != b"[" or source.pairs.get(first + 1) != last - 1 or last - first < 4:
            return None
        table = next((t for t in self.tables if names_table(source, t, first)), None)
        if table is None or source.text(first - 1) == b"&" or any(source.text(i) == b"," for i in range(first, last)):
            return None
        self.none = True  # no element may be meant
        start = len(self.callees)
        self.callees += table.callees
        self.names += [source.text(i) for i in table.callees]
        row = source.span_of(first + 2, last - 1)
        return (b"%d + ( int ) ( " % start if start else b"( int ) ( ", row, b" )")


def _of_variable(
    rules: LibraryRules, source: Source, function: Function, at: int, known: list[Table], taken: set[str]
) -> Change | None:
    """A pointer as the number of its function: its declaration, what it is given, tests whether there is one, and calls."""
    choice, made, calls = _Choice(source, known), list[Replacement](), list[Call]()
    name, start = source.text(at), source.code[at].start
    if any(name in body for one in source.table.names for body in source.table.bodies([one])):
        return None
    for use in source.where(name, *function.body):
        decls = list(source.decls(use))
        if not decls:
            return None
        if all(d.offset != start for d in decls):
            continue
        if any(d.offset != start or d.file for d in decls):
            return None
        if (silenced := voided(source, use)) is not None:
            made.append(Replacement(source.span_of(*silenced), ()))
            continue
        if use != at and (asked := asked_for_none(source, rules, use)) is not None:
            made.append(asked)
            continue
        if use != at and (call := called_behind(source, use, use + 1)) is not None:
            calls.append(call)
            continue
        given = _given(source, choice, use, at)
        if given is None:
            return None
        made += given
    caller = caller_of(rules, source, f"call_{name.decode()}", choice.callees, choice.none, taken) if calls else None
    if caller is None:
        return None
    for call in calls:
        made += caller.calls(source, call, (name,))
    place = Span(function.lead.start, function.lead.start)
    ordered = sorted(made, key=lambda one: one.span)
    text = Replacement(place, (*caller.definition, b"\n"))
    return Change(function, (text, *ordered), retyped=frozenset((start,)))


def _given(source: Source, choice: _Choice, use: int, at: int) -> list[Replacement] | None:
    """A declaration, or an assignment that is a statement of its own."""
    made: list[Replacement] = []
    value = use + 1
    if use == at:
        first, value = _declared(source, at)
        if first < 0:
            return None
        words = {source.text(i) for i in range(first, at)}
        constant = words & {b"constexpr"} or source.text(at - 1) == b"const" or _is_constant(source, at)
        made.append(
            Replacement(source.span_of(first, value), (b"const int " if constant else b"int ", source.text(at)))
        )
        if source.text(value) == b";":
            choice.none = True
            none = source.code[value].start
            return [*made, Replacement(Span(none, none), (b" = -1",))] if not constant else None
    elif source.text(use - 1) not in (b";", b"{", b"}", b")", b"else", b":"):
        return None
    end = value + 1
    while source.text(end) not in (b";", b",", b""):
        end = source.behind(end)
    number = choice.text(value + 1, end) if source.text(value) == b"=" and source.text(end) == b";" else None
    if number is None:
        return None
    return [*made, Replacement(source.span_of(value + 1, end), number)]


def _is_constant(source: Source, at: int) -> bool:
    return any("(*const)" in (d.canonical or d.type).replace(" ", "") for d in source.every_fact(at))


def _declared(source: Source, at: int) -> tuple[int, int]:
    """The first token of the declaration of a pointer, and what is behind its declarator; -1 where it is of another form."""
    first, behind = statement_start(source, at), at + 1
    before = at - 1
    if source.text(behind) == b")":  # int ( * name ) ( int )
        while source.text(before) in (b"*", b"const"):
            before -= 1
        if source.text(before) != b"(" or source.text(behind + 1) != b"(":
            return -1, -1
        behind, before = source.pairs[behind + 1] + 1, before - 1
    words = [source.text(i) for i in range(first, before + 1)]
    plain = all(w in (b"*", b"::", b"&") or source.code[first + n].kind == Kind.IDENT for n, w in enumerate(words))
    if not words or not plain or {b"static", b"thread_local", b"extern", b"volatile", b"return", b"&"} & set(words):
        return -1, -1
    return first, behind


def _direct(
    rules: LibraryRules, source: Source, function: Function, known: list[Table], taken: set[str]
) -> Change | None:
    """`( mode ? a : b ) ( x )`."""
    for question in source.where(b"?", *function.body):
        opener = parenthesis_around(source, question)
        close = source.pairs.get(opener, -1) if source.text(opener) == b"(" else -1
        call = called_behind(source, opener, close + 1) if close >= 0 else None
        parts = conditional_operator(source, opener + 1, close) if call is not None else None
        if call is None or parts is None or not is_quiet(source, opener + 1, parts[0]):
            continue
        choice = _Choice(source, known)
        number = choice.text(opener + 1, close)
        if number is None or not changes_nothing(source, function, call.first, call.opener):
            continue
        wanted = f"call_{source.text(choice.callees[0]).decode()}" if choice.callees else ""
        caller = caller_of(rules, source, wanted, choice.callees, choice.none, taken)
        if caller is not None:
            place = Span(function.lead.start, function.lead.start)
            text = Replacement(place, (*caller.definition, b"\n"))
            return Change(function, (text, *caller.calls(source, call, number)))
    return None
