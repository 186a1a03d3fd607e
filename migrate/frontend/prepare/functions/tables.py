"""A constant table of functions becomes a helper that calls the one of a number: `return kRun [ mode ] ( resource, input );` as `return kRun_call ( resource, mode, input );`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from migrate.frontend.lex import Kind
from migrate.frontend.prepare.arguments import changes_nothing
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.functions.called_by_number import (
    Caller,
    called_behind,
    callee,
    caller_of,
)
from migrate.frontend.prepare.kernels.names import is_quiet
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import statement_start, voided
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_TYPE = re.compile(r".*\(\*(?:const)?\s*\[(\d+)\]\)\s*\(.*")
_BEFORE_COUNT = frozenset(b"( , ; { } = < > <= >= == != && || ? : [ return += -= +".split())


@dataclass(frozen=True)
class Table:
    name: int  # where it is declared
    first: int  # the first token of its declaration, and the semicolon
    end: int
    callees: tuple[int, ...]

    def span(self, source: Source) -> Span:
        return source.span_of(self.first, self.end + 1)


def function_tables(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    taken: set[str] = set()
    for table in tables(source):
        function = source.function_at(source.code[table.name].start)
        caller = caller_of(rules, source, f"{source.text(table.name).decode()}_call", table.callees, True, taken)
        uses = _uses(rules, source, table, function, caller) if caller is not None else None
        if caller is None or uses is None:
            continue
        if not uses:
            yield from _unused(source, table, function)
        elif function is not None:
            place = Span(function.lead.start, function.lead.start)
            text = Replacement(place, (*caller.definition, b"\n"))
            yield Change(function, (text, Replacement(table.span(source), ()), *uses[function.first]))
        else:
            shared = Replacement(table.span(source), caller.definition)
            for user in source.functions:
                if user.first in uses:
                    yield Change(user, tuple(uses[user.first]), (shared,))


def _unused(source: Source, table: Table, function: Function | None) -> Iterator[Change]:
    """A table that an earlier step has made nobody's."""
    function = function or next((f for f in source.functions if f.first > table.end), None)
    if function is not None:
        yield Change(function, (Replacement(table.span(source), ()),))


def tables(source: Source) -> Iterator[Table]:
    for opener in source.where(b"{", 0, len(source.code)) if source.facts else ():
        name = opener - 1 if source.text(opener - 1) != b"=" else opener - 2
        if source.text(name) == b")":  # int ( * const names [ 2 ] ) ( int )
            name = source.pairs[name] - 1
            name = name - 1 if source.text(name) == b")" else name
        while source.text(name) == b"]":
            name = source.pairs[name] - 1
        found = _table(source, name, opener) if name > 0 and source.code[name].kind == Kind.IDENT else None
        if found is not None:
            yield found


def _table(source: Source, name: int, opener: int) -> Table | None:
    decls, start = list(source.every_fact(name)), source.code[name].start
    if not decls or len(decls) != len(source.facts):
        return None
    if any(d.kind != "variable" or d.offset != start or d.file for d in decls):
        return None
    extents = {found[1] for d in decls if (found := _TYPE.fullmatch(d.canonical or d.type)) is not None}
    first, end = statement_start(source, name), source.pairs[opener] + 1
    if len(extents) != 1 or source.text(end) != b";" or source.has_directive(first, end + 1):
        return None
    words = {source.text(i) for i in range(first, name)}
    inside = source.function_at(start) is not None
    if words & {b"{", b"template", b"extern", b"thread_local", b"volatile"} or not (
        inside or words & {b"static", b"const", b"constexpr"}
    ):
        return None
    if source.conditionals_around(source.code[name].span):
        return None
    entries = [(a, b) for a, b in source.arguments(opener) if a < b]
    callees = [b - 1 for a, b in entries if b - a == 1 or (b - a == 2 and source.text(a) == b"&")]
    if len(callees) != len(entries) or str(len(entries)) not in extents:
        return None
    if any(callee(source, index) is None for index in callees):
        return None
    return Table(name, first, end, tuple(callees))


def names_table(source: Source, table: Table, index: int) -> bool:
    start = source.code[table.name].start
    return any(d.offset == start and not d.file for d in source.decls(index))


def _uses(
    rules: LibraryRules, source: Source, table: Table, function: Function | None, caller: Caller
) -> dict[int, list[Replacement]] | None:
    """What is replaced in each function that uses a table; None where one does something else with it than calling."""
    text, found = source.text(table.name), dict[int, list[Replacement]]()
    if any(text in body for one in source.table.names for body in source.table.bodies([one])):
        return None
    for index in source.where(text, 0, len(source.code)):
        if index == table.name:
            continue
        decls = list(source.decls(index))
        if decls and not names_table(source, table, index):
            continue
        user = source.function_at(source.code[index].start)
        if user is None or any(d.offset != source.code[table.name].start or d.file for d in decls):
            return None
        if source.code[user.open_brace].end > source.code[index].start:
            return None
        made = _use(rules, source, table, user, index, caller) if decls else None
        if made is None:
            return None
        found.setdefault(user.first, []).extend(made)
    return found


def _use(
    rules: LibraryRules, source: Source, table: Table, user: Function, index: int, caller: Caller
) -> list[Replacement] | None:
    if (counted := _count(source, table, index)) is not None:
        return counted
    if (silenced := voided(source, index)) is not None:
        return [Replacement(source.span_of(*silenced), ())]
    if source.text(index + 1) != b"[" or source.text(index - 1) == b"&":
        return None
    close = source.pairs[index + 1]
    call = called_behind(source, index, close + 1)
    if call is None or not _is_number(rules, source, index + 2, close) or close == index + 2:
        return None
    if not changes_nothing(source, user, call.first, call.opener):
        return None
    return caller.calls(source, call, (source.span_of(index + 2, close),))


def _is_number(rules: LibraryRules, source: Source, first: int, last: int) -> bool:
    """Whether a subscript is nothing but a number or a data type."""
    if is_quiet(source, first, last):
        return True
    decls = list(source.every_fact(last - 1))
    types = {d.type.removeprefix("const ").rstrip("& ") for d in decls if d.kind in ("param", "variable", "field")}
    names = all(source.code[i].kind == Kind.IDENT or source.text(i) in (b".", b"->") for i in range(first, last))
    return bool(types) and len(decls) == len(source.facts) and types <= set(rules.dtype_types) and names


def _count(source: Source, table: Table, index: int) -> list[Replacement] | None:
    """`sizeof ( names ) / sizeof ( names [ 0 ] )`, or by their type: how many there are. The second half is dealt with by the first."""
    name, count = source.text(table.name), len(table.callees)
    number = b"( size_t ) %d" % count
    if source.text(index - 3) not in _BEFORE_COUNT:  # a cast, `n %`: it takes the first half alone
        number = b"sizeof ( void * [ %d ] ) / sizeof ( void * )" % count
    head, tail = [b"sizeof", b"(", name, b")", b"/", b"sizeof", b"("], [name, b"[", b"0", b"]", b")"]
    element = source.text(index + 5)
    kinds = {f"{const}{element.decode('utf-8', 'replace')}[{len(table.callees)}]" for const in ("", "const ")}
    by_type = [element, b")"] if {d.type for d in source.every_fact(table.name)} <= kinds else tail
    for wanted, first in ((head + tail, index - 2), (head + by_type, index - 2), (head + tail, index - 7)):
        if [source.text(i) for i in range(first, first + len(wanted))] == wanted:
            mine = first == index - 2
            return [Replacement(source.span_of(first, first + len(wanted)), (number,))] if mine else []
    return None
