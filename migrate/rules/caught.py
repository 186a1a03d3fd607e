"""A `try` block with checks or calls of the legacy library in it: who catches what these throw, and what keeps that so in the unified form.

Where a failed check ends the process, or throws what no handler is for, the unified library's exceptions go past the handlers. Where a handler is for it, they reach that one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.receivers import receiver_start
from migrate.frontend.source import Source
from migrate.frontend.statements import governs
from migrate.model import EditKind
from migrate.project.library_rules import LibraryRules
from migrate.rules.context import Context
from migrate.rules.tries import Throwing

_INTEGER = frozenset((b"int", b"signed", b"const", b"&"))


class Catching(Enum):
    PAST = "what fails goes past all handlers"
    ALL = "the first handler catches all"
    NUMBER = "a number is thrown, for which a later handler is"


@dataclass(frozen=True)
class Failing:
    """What a failed check, and a failed call, throws: a number as it is spelled; empty where it ends the process."""

    check: bytes
    call: bytes


@dataclass(frozen=True)
class _Handler:
    first: int  # of what it catches
    opener: int  # the brace of its body
    all: bool  # catch ( ... )
    number: bool  # an int
    named: bool


def catching(ctx: Context, index: int) -> Catching | str:
    """How a `try`, by the word, is to be kept; or why it is not understood."""
    source, rules = ctx.source, ctx.rules
    if len(rules.unified.failures) != 2 or source.text(index + 1) != b"{":
        return "what a failed check throws is another type in the unified library"
    failing, handlers = failing_checks(rules, source), list(_handlers(source, index))
    if failing is None:
        return "what a failed check throws is not known, or not the same on all chips"
    if not handlers or any(_is_unknown(source, one) for one in handlers):
        return "it has a handler for a type of which it is not known whether a failed check throws it"
    last = source.pairs[handlers[-1].opener]
    body = (index + 2, source.pairs[index + 1])
    if source.where(b"goto", index, last) or source.has_directive(body[1], last):
        return "it is left by goto, or a conditional stands among its handlers"
    walk = _Walk(rules, source)
    if why := walk.unfit(*body):
        return why
    passed_on = ctx.helper or _is_within(source, index, ctx.function.open_brace) or _throws_again(rules, source)
    if passed_on and any(walk.fails(one.opener, source.pairs[one.opener]) for one in handlers):
        return "something may fail in a handler, and others may be around, or `throw;` throws what is handled"
    kind = _kind(failing, handlers)
    if kind is Catching.PAST:
        return kind
    named = any(one.number and one.named for one in handlers)
    return why if (why := walk.unlike(*body, named)) else kind


def _kind(failing: Failing, handlers: list[_Handler]) -> Catching:
    caught = failing.check and any(one.all or one.number for one in handlers)
    if not caught:
        return Catching.PAST
    return Catching.ALL if handlers[0].all else Catching.NUMBER


def keep_catching(ctx: Context, index: int, kind: Catching) -> None:
    """Writes the handlers that keep a `try` as it was."""
    source, types = ctx.source, ctx.rules.unified.failures
    failing = failing_checks(ctx.rules, source)
    end = source.code[source.pairs[index + 1]]
    if kind is Catching.PAST:
        text = "".join(f"\ncatch (const {one} &)\n{{\nthrow;\n}}" for one in types)
        ctx.insert(end.end, text, EditKind.HELPER, "tries")
    elif kind is Catching.NUMBER and failing is not None:
        ctx.insert(source.code[index + 1].end, "\ntry\n{", EditKind.HELPER, "tries")
        thrown = (failing.check.decode(), failing.call.decode())
        text = "".join(f"\ncatch (const {one} &)\n{{\nthrow {n};\n}}" for one, n in zip(types, thrown, strict=True))
        ctx.insert(end.start, "}" + text + "\n", EditKind.HELPER, "tries")


def failing_checks(rules: LibraryRules, source: Source) -> Failing | None:
    """What the checks of the project do when they fail, the same on all chips; None where that is not known."""
    known = [_thrown(rules, source, names) for names in (rules.checks, rules.safe_calls)]
    check, call = known
    if check is None or call is None or bool(check) != bool(call):
        return None
    return Failing(check, call)


def _thrown(rules: LibraryRules, source: Source, names: frozenset[str]) -> bytes | None:
    found = {
        _throws(one.body, rules) for name in names for one in source.table.definitions(name.encode())
    }  # fmt: skip
    return found.pop() if len(found) == 1 else None


def _throws(body: tuple[bytes, ...], rules: LibraryRules) -> bytes | None:
    """What a macro throws: a number; empty where it ends the process; None where it does something else."""
    throws = [i for i, word in enumerate(body) if word == b"throw"]
    ends = {name.encode() for name in rules.aborts} & set(body)
    if {b"return", b"goto", b"try", b"catch"} & set(body) or len(throws) + len(ends) != 1:
        return None
    if ends or body[throws[0] + 1] == b";":
        return b""
    number = body[throws[0] + 1]
    return number if number.isdigit() and body[throws[0] + 2] == b";" else None


def _throws_again(rules: LibraryRules, source: Source) -> bool:
    """Whether a failed check, in a handler, throws what is handled once more."""
    names = (name.encode() for name in (*rules.checks, *rules.safe_calls))
    return any(
        pair == (b"throw", b";")
        for name in names
        for one in source.table.definitions(name)
        for pair in pairwise(one.body)
    )


def _handlers(source: Source, index: int) -> Iterator[_Handler]:
    behind = source.pairs[index + 1] + 1
    while source.text(behind) == b"catch" and source.text(behind + 1) == b"(":
        closer = source.pairs[behind + 1]
        words = [source.text(i) for i in range(behind + 2, closer)]
        ints = {word for word in words if word in FUNDAMENTAL} and set(words[:-1]) <= _INTEGER
        number = bool(ints) and (words[-1] in _INTEGER or source.code[closer - 1].kind == Kind.IDENT)
        named = bool(words) and words[-1] not in FUNDAMENTAL | {b"&", b"...", b"*"} and words[-2:-1] != [b"::"]
        yield _Handler(behind + 2, closer + 1, words == [b"..."], number, named)
        behind = source.pairs[closer + 1] + 1


def _is_unknown(source: Source, handler: _Handler) -> bool:
    """Whether a handler may be for more than a class of the standard library, or a fundamental type, says."""
    if handler.all or handler.number:
        return False
    words = [source.text(i) for i in range(handler.first, handler.opener - 1)]
    plain = [word for word in words if word not in (b"const", b"&", b"*")]
    if plain[:2] == [b"std", b"::"]:
        name = handler.first + words.index(b"std") + 2
        return source.text(name).endswith(b"_t") or not source.is_of_system(name)
    return not plain or plain[0] not in FUNDAMENTAL


def _is_within(source: Source, index: int, first: int) -> bool:
    """Whether a `try` stands in another one, or in a handler."""
    return any(
        one < index < source.pairs.get(opener, 0)
        for word in (b"try", b"catch")
        for one in source.where(word, first, index)
        for opener in (one + 1 if word == b"try" else source.pairs.get(one + 1, one) + 1,)
    )


class _Walk:
    """What is called in stretches of a source, in its functions too."""

    def __init__(self, rules: LibraryRules, source: Source) -> None:
        self._rules, self._source = rules, source
        self._own = {f.name_offset(source): f for f in source.functions}
        self._plain = Throwing(rules, source)

    def _stretches(self, first: int, last: int) -> list[tuple[int, int]]:
        """The tokens [first, last) and the bodies of the functions of the source that they call, directly or not."""
        source, found, pending = self._source, dict[tuple[int, int], None](), [(first, last)]
        while pending:
            one = pending.pop()
            if one in found:
                continue
            found[one] = None
            for index in range(*one):
                if source.code[index].kind == Kind.IDENT:
                    functions = (self._own.get(decl.offset) for decl in source.decls(index) if not decl.file)
                    pending += [(f.first, f.close_brace) for f in functions if f is not None]
        return list(found)

    def unfit(self, first: int, last: int) -> str:
        """Why what is thrown in tokens [first, last) is not known; empty where it is."""
        source, rules = self._source, self._rules
        classes = _with_functions(source)
        for number, (begin, end) in enumerate(self._stretches(first, last)):
            if any(source.where(name, begin, end) for name in classes):
                return "an object of a class of the source is used in it"
            for index in source.calls(begin, end):
                name = source.call_key(index)
                known = name in rules.launch or name in rules.calls or name in rules.provided
                known = known or source.text(index) in source.table.names
                if not known and rules.operator(name) is not None:
                    return f"{name}, another operator, is called in it, which gives a status for what it throws"
            if number and source.where(b"try", begin, end):
                return "a function that is called in it has a try block of its own"
        return ""

    def fails(self, first: int, last: int) -> bool:
        return not self._plain.is_plain(first + 1, last, frozenset())

    def unlike(self, first: int, last: int, named: bool) -> str:
        """Why a handler that is for what a failed check throws would be reached otherwise; empty where it would not."""
        source, rules = self._source, self._rules
        if named:
            return "a handler asks for the number that a failed check throws"
        for begin, end in self._stretches(first, last):
            if source.has_directive(begin, end) or source.where(b"noexcept", begin, end):
                return "a handler is for what a failed check throws, and in it stands a conditional or noexcept"
            if any(self._is_given(index) for index in source.where(rules.address_field.encode(), begin, end)):
                return "a handler is for what a failed check throws, and a tensor is given an address in it"
            for index in source.calls(begin, end):
                rule, name = rules.calls.get(source.call_key(index)), source.call_key(index)
                if rule is not None and rule.kind == "memory" and not rule.text.strip():
                    return f"a handler is for what a failed check throws, and {name} makes memory of an address in it"
                if name in rules.launch and self._is_unchecked(index):
                    return f"a handler is for what a failed check throws, and the status of {name} is not looked at"
        return ""

    def _is_given(self, index: int) -> bool:
        behind = self._source.text(index + 1)
        return behind[-1:] == b"=" and behind not in (b"==", b"!=", b"<=", b">=")

    def _is_unchecked(self, index: int) -> bool:
        source = self._source
        first = receiver_start(source, index)
        before = source.text(first - 1)
        return before in (b";", b"{", b"}", b":", b")", b",") or governs(source, first - 1)


def _with_functions(source: Source) -> list[bytes]:
    """Classes of the file that have functions; read once."""
    known: list[bytes] | None = source.memo.get(_with_functions)
    if known is None:
        known = source.memo[_with_functions] = []
        for word in (b"struct", b"class", b"union"):
            for index in source.where(word, 0, len(source.code)):
                opener = next(
                    (i for i in range(index, len(source.code)) if source.text(i) in (b"{", b";", b"(")), index
                )
                if source.text(opener) == b"{" and source.where(b"(", opener, source.pairs.get(opener, opener)):
                    known.append(source.text(index + 1))
    return known
