"""A call that waits and is an argument of a function, a part of a list with commas, or one of the values of a constant, comes to stand in a form that the
other steps know: a statement of its own before, several statements, or a variable behind which the constant stands.

An argument's place is taken by what the call answered, where nothing else of the statement that has an effect may be computed before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count

from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.prepare.waits.calls import waits
from migrate.frontend.receivers import receiver_start
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import CHANGES, begins_statement, bracket_around, governs, selection_end, statement
from migrate.frontend.temporaries import classes_with_an_end, made_within
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

Range = tuple[int, int]
_EFFECTS = CHANGES | frozenset(b"&& || and or ? , { } ; [ new delete throw co_await".split())
_WORD = re.compile(r"[A-Za-z_]\w*")


def waiting_values(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    free = (name for number in count(1) if is_free(source, name := f"answered{number if number > 1 else ''}"))
    for function in source.functions if source.facts else ():
        done, replacements, aliases = -1, list[Replacement](), set[int]()
        for index in source.calls(*function.body):
            if index <= done or not waits(rules, source, index):
                continue
            made = _Value(rules, source, function, index).apart(free)
            if made is not None:
                done, own, declared = made
                replacements += own
                aliases |= declared
        if replacements:
            yield Change(function, tuple(replacements), declared=frozenset(aliases))


_Made = tuple[int, list[Replacement], set[int]]


@dataclass(frozen=True)
class _Value:
    rules: LibraryRules
    source: Source
    function: Function
    index: int  # of the call

    def apart(self, free: Iterator[str]) -> _Made | None:
        source = self.source
        if made_within(source, self.index) is not None or classes_with_an_end(source):
            return None
        bounds = statement(source, self.index)
        if bounds is not None and self._begins(bounds[0]) and not source.has_directive(bounds[0], bounds[1] + 1):
            for made in (self._list(*bounds), self._constant(*bounds)):
                if made is not None:
                    return made
        return self._argument(bounds, free)

    def _begins(self, first: int) -> bool:
        return begins_statement(self.source, first) and first > self.function.open_brace

    def _declares(self, first: int, last: int) -> bool:
        """Whether a statement declares variables."""
        source = self.source
        return any(
            decl.kind in ("variable", "type") and (decl.kind == "type" or decl.offset == source.code[i].start)
            for i in source.outer(first, last)
            if source.code[i].kind == Kind.IDENT
            for decl in source.decls(i)
        ) or bool(FUNDAMENTAL & {source.text(i) for i in source.outer(first, last)} | {b"auto"} & {source.text(first)})

    # lists with commas

    def _list(self, first: int, last: int) -> _Made | None:
        source = self.source
        commas = [i for i in source.outer(first, last) if source.text(i) == b","]
        words = {source.text(i) for i in (first, first + 1)}
        plain = not words & {b"return", b"using", b"typedef", b"case", b"default", b"throw", b"delete", b"goto"}
        if not commas or not plain or self._declares(first, last) or source.where(b"operator", 0, len(source.code)):
            return None
        if any(source.text(i) == b"?" for i in source.outer(first, last)):
            return None
        semicolons = [Replacement(source.span_of(i, i + 1), (b";\n",)) for i in commas]
        begin, end = source.code[first].start, source.code[last].end
        block = [Replacement(Span(begin, begin), (b"{\n",)), Replacement(Span(end, end), (b"\n}",))]
        return last, [*block, *semicolons], set()

    # constants

    def _constant(self, first: int, last: int) -> _Made | None:
        """`const T x = c ? a : b;` behind a variable that has the value."""
        source = self.source
        equals = [i for i in source.outer(first, last) if source.text(i) == b"="]
        if len(equals) != 1 or governs(source, first - 1) or source.text(first - 1) == b":":
            return None
        name = equals[0] - 1
        head = [source.text(i) for i in range(first, name)]
        chosen = {b"?", b"&&", b"||"} & {source.text(i) for i in range(equals[0], last)}
        commas = any(source.text(i) == b"," for i in source.outer(first, last))
        if head.count(b"const") != 1 or len(head) != 2 or not chosen or commas:
            return None
        kinds = {decl.type for decl in source.every_fact(name) if decl.offset == source.code[name].start}
        kind = next((word for word in head if word != b"const"), b"")
        if kind == b"auto":
            kind = self._answered(equals[0] + 1, last)
        plain = kind in (b"bool", b"int") or kind.decode("utf-8", "replace") in self.rules.status_types
        if not kinds or not plain or any(not one.startswith("const ") for one in kinds):
            return None
        stem = f"{source.text(name).decode('utf-8', 'replace')}Asked"
        made = next(n for k in count(1) if is_free(source, n := f"{stem}{k if k > 1 else ''}")).encode()
        value = source.span_of(equals[0] + 1, last)
        declared = source.span_of(first, name + 1)
        text = (kind, b" ", made, b" = ", value, b";\n", declared, b" = ", made, b";")
        return last, [Replacement(source.span_of(first, last + 1), text)], set()

    def _answered(self, first: int, last: int) -> bytes:
        """The type that all calls of a value give; empty where they do not give one."""
        source = self.source
        kinds = {
            decl.type.partition(" (")[0]
            for i in source.calls(first, last)
            if waits(self.rules, source, i)
            for decl in source.decls(i)
            if decl.kind == "function"
        }
        joined = {b"&&", b"||", b"==", b"!="} & {source.text(i) for i in range(first, last)}
        return kinds.pop().encode() if len(kinds) == 1 and not joined else b""

    # arguments

    def _argument(self, bounds: Range | None, free: Iterator[str]) -> _Made | None:
        source = self.source
        begin, behind = receiver_start(source, self.index), source.pairs[self.index + 1] + 1
        if begin < 0:
            return None
        given, first, last = False, begin, behind
        while (opener := bracket_around(source, first)) is not None and source.text(opener) == b"(":
            closer = source.pairs[opener]
            if source.text(opener - 1) in (b"if", b"switch"):
                return self._ahead_of_branches(opener - 1, first, begin, behind, free) if given else None
            called = source.code[opener - 1].kind == Kind.IDENT and self._is_called(opener)
            if called:
                if not self._is_quiet_beside(opener, first, last):
                    return None
                given, first = True, opener - 1
            elif self._is_check(opener):
                if not self._is_quiet_before(opener + 1, first):
                    return None
                first = opener - 1
            elif source.code[opener - 1].kind == Kind.IDENT or not self._is_quiet_before(opener + 1, first):
                return None
            else:
                if not self._is_quiet_behind(last, closer):
                    return None
                first = opener
            last = closer + 1
        if not given or bounds is None or not self._begins(bounds[0]):
            return None
        return self._ahead(bounds, first, last, (begin, behind), free)

    def _is_check(self, opener: int) -> bool:
        name = self.source.text(opener - 1).decode("utf-8", "replace")
        return name in self.rules.checks | self.rules.safe_calls

    def _is_called(self, opener: int) -> bool:
        """Whether a parenthesis is that of the call of a function, which takes nothing that is made for it, and nothing by default."""
        source = self.source
        decls = list(source.decls(opener - 1))
        if not decls or source.text(opener - 1) in source.table.names or source.text(opener - 2) in (b".", b"->"):
            return False
        given = len(source.arguments(opener))
        return all(decl.kind == "function" and self._takes(decl.type, given) for decl in decls)

    def _takes(self, type_: str, given: int) -> bool:
        taken = type_.partition(" (")[2].rpartition(")")[0]
        if "<" in taken or "(" in taken or set(_WORD.findall(taken)) & self.source.own_types - self.rules.status_types:
            return False
        parts = taken.split(", ") if taken else []
        return len(parts) == given or (parts[-1:] == ["..."] and given >= len(parts) - 1)

    def _is_quiet_beside(self, opener: int, first: int, last: int) -> bool:
        """Whether the other arguments have no effect and share no variable with the call, so that it may be made before them."""
        source = self.source
        used = {
            source.text(i) for i in range(self.index + 2, source.pairs[self.index + 1])
            if source.code[i].kind == Kind.IDENT
        }  # fmt: skip
        for begin, end in source.arguments(opener):
            if begin <= first < end:
                if not self._is_quiet_before(begin, first) or not self._is_quiet_behind(last, end):
                    return False
            elif not self._is_quiet(begin, end) or used & {source.text(i) for i in range(begin, end)}:
                return False
        return True

    def _is_quiet(self, first: int, last: int) -> bool:
        source = self.source
        words = {source.text(i) for i in range(first, last)}
        return not words & _EFFECTS and not source.calls(first, last) and not words & source.table.names

    def _is_quiet_before(self, first: int, last: int) -> bool:
        return self._is_quiet(first, last)

    def _is_quiet_behind(self, first: int, last: int) -> bool:
        """Whether nothing has an effect behind the call until its value is complete, or something is asked that comes after it anyway."""
        source = self.source
        end = next((i for i in source.outer(first, last) if source.text(i) in (b"&&", b"||", b"?")), last)
        return self._is_quiet(first, end)

    def _ahead(self, bounds: Range, first: int, last: int, call: Range, free: Iterator[str]) -> _Made | None:
        """The call before the statement that uses what it answers."""
        source, (start, end) = self.source, bounds
        equals = [i for i in source.outer(start, first) if source.text(i)[-1:] == b"=" and source.text(i) != b"=="]
        begin = equals[-1] + 1 if equals else start + (source.text(start) == b"return")
        local = not equals or (len(equals) == 1 and self._is_local(start, equals[0]))
        plain = self._is_quiet(begin, first) and local and self._is_quiet_behind(last, end)
        if (
            not plain
            or any(source.text(i) == b"," for i in source.outer(start, end))
            or source.has_directive(start, end)
        ):
            return None
        block = equals == [] or not self._declares(start, equals[0])
        if not block and (governs(source, start - 1) or source.text(start - 1) == b":"):
            return None
        name = next(free).encode()
        at, behind = source.code[start].start, source.code[end].end
        text = (b"{\n" if block else b"", b"const auto " + name + b" = ", source.span_of(*call), b";\n")
        found = [Replacement(Span(at, at), text), Replacement(source.span_of(*call), (name,))]
        return end, [*found, Replacement(Span(behind, behind), (b"\n}" if block else b"",))], set()

    def _is_local(self, start: int, equals: int) -> bool:
        """Whether what is given a value is a variable of the function."""
        source, (begin, end) = self.source, (self.source.code[i].start for i in self.function.body)
        alone = equals - 1 == start or self._declares(start, equals)
        decls = list(source.every_fact(equals - 1))
        own = all(one.kind == "variable" and begin < one.offset < end and "&" not in one.type for one in decls)
        return alone and bool(decls) and own and not source.where(b"static", *self.function.body)

    def _ahead_of_branches(self, head: int, first: int, begin: int, behind: int, free: Iterator[str]) -> _Made | None:
        source, closer = self.source, self.source.pairs[head + 1]
        last = selection_end(source, head)
        whole = last is not None and self._begins(head) and not source.has_directive(head, closer + 2)
        if last is None or not whole or not self._is_quiet(head + 2, first):
            return None
        if any(source.text(i) in (b";", b"=") for i in source.outer(head + 2, closer)):
            return None
        name = next(free).encode()
        at, end, call = source.code[head].start, source.code[last].end, source.span_of(begin, behind)
        text = (b"{\nconst auto " + name + b" = ", call, b";\n")
        made = [Replacement(Span(at, at), text), Replacement(call, (name,)), Replacement(Span(end, end), (b"\n}",))]
        return last, made, set()
