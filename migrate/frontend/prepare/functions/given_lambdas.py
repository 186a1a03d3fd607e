"""A lambda that is given to a helper of the source which only calls it: the helper becomes a lambda with a name where it is called, which calls that one.

So both have names and are only called, as the other steps know them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count

from migrate.frontend.lambdas import is_lambda
from migrate.frontend.lex import Kind
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.functions.called_lambdas import (
    lambda_body,
    makes_first,
    result_of,
    signature,
    start_of,
    takes_alike,
)
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, ParameterTokens, Source
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_STRANGE = frozenset(
    b"static thread_local this goto __func__ __FUNCTION__ __PRETTY_FUNCTION__ __LINE__ decltype".split()
)
_SPECIFIERS = frozenset((b"static", b"inline", b"constexpr", b"extern"))


def given_lambdas(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    if not source.facts:
        return
    helpers = [one for one in (_Helper.of(source, function) for function in source.functions) if one is not None]
    for helper in helpers:
        for function in source.functions:
            if function is helper.function:
                continue
            change = next(
                (made for i in _calls(source, function, helper) if (made := _given(source, function, helper, i))), None
            )
            if change is not None:
                yield change


def _calls(source: Source, function: Function, helper: _Helper) -> list[int]:
    name = source.text(helper.function.name_index)
    return [i for i in source.where(name, *function.body) if source.text(i + 1) == b"(" and i + 1 in source.pairs]


@dataclass(frozen=True)
class _Helper:
    """A function of the source of which one parameter is only called."""

    function: Function
    first: int  # of its result's type
    parameters: tuple[ParameterTokens, ...]
    position: int  # of that parameter
    uses: tuple[int, ...]
    held: tuple[bytes, list[list[bytes]]] | None  # what a std::function gives and takes; None of a template's type

    @classmethod
    def of(cls, source: Source, function: Function) -> _Helper | None:
        first, generic = function.first, b""
        if source.text(first) == b"template":
            behind = source.behind_angles(first + 1)
            head = [source.text(i) for i in range(first + 2, behind - 1)]
            if len(head) != 2 or head[0] not in (b"typename", b"class"):
                return None
            first, generic = behind, head[1]
        specifiers = first
        while source.text(first) in _SPECIFIERS:
            first += 1
        alone = sum(one.name == function.name for one in source.functions) == 1
        whole = range(function.open_paren, function.close_brace)
        if not alone or first == specifiers or any(source.text(i) in _STRANGE for i in whole):
            return None
        if generic and source.where(generic, *function.body):
            return None
        parameters = tuple(source.parameters(function))
        found = [(i, one) for i, one in enumerate(parameters) if _is_callable(source, one, generic)]
        if len(found) != 1 or source.where(b"=", function.open_paren, function.open_brace) or len(parameters) < 1:
            return None
        position, one = found[0]
        name = source.text(one.name_index)
        uses = tuple(source.where(name, *function.body))
        recursive = source.where(source.text(function.name_index), *function.body)
        called = all(source.text(i + 1) == b"(" and source.text(i - 1) not in (b".", b"->", b"::", b"&") for i in uses)
        if not uses or not called or recursive:
            return None
        held = None if generic else _signature(source, one)
        return cls(function, first, parameters, position, uses, held) if generic or held else None


def _is_callable(source: Source, one: ParameterTokens, generic: bytes) -> bool:
    words = [source.text(i) for i in range(one.first, one.name_index)]
    if generic:
        return generic in words and set(words) <= {generic, b"&", b"&&", b"const"}
    return b"function" in words and b"std" in words


def _signature(source: Source, one: ParameterTokens) -> tuple[bytes, list[list[bytes]]] | None:
    index = next(i for i in range(one.first, one.name_index) if source.text(i) == b"function")
    plain = source.text(index - 2) == b"std" and source.text(index + 1) == b"<" and source.is_of_system(index)
    behind = source.behind_angles(index + 1) if plain else -1
    rest = {source.text(i) for i in range(behind, one.name_index)} | {
        source.text(i) for i in range(one.first, index - 2)
    }
    return signature(source, index + 2, behind - 1) if plain and rest <= {b"&", b"&&", b"const"} else None


def _given(source: Source, function: Function, helper: _Helper, index: int) -> Change | None:
    """What a call of the helper with a lambda is made into."""
    arguments = source.arguments(index + 1)
    offset = source.code[helper.function.name_index].start
    mine = all(decl.offset == offset and not decl.file for decl in source.decls(index))
    if len(arguments) != len(helper.parameters) or not mine or source.text(index - 1) in (b".", b"->", b"::", b"&"):
        return None
    first, last = arguments[helper.position]
    start = start_of(source, first)
    if start <= function.open_brace or source.has_directive(start, source.pairs[index + 1]):
        return None
    at = Span(source.code[start].start, source.code[start].start)
    names = (
        f"{source.text(helper.function.name_index).decode('utf-8', 'replace')}Here{n if n > 1 else ''}"
        for n in count(1)
    )
    made = next(n for n in names if is_free(source, n)).encode()
    before: list[bytes | Span] = []
    if source.text(first) == b"[" and is_lambda(source, first):
        body = lambda_body(source, first)
        if body < 0 or source.pairs[body] + 1 != last or not makes_first(source, start, first):
            return None
        given = next(n for k in count(1) if is_free(source, n := f"given{k if k > 1 else ''}")).encode()
        before += [b"auto " + given + b" = ", *_written(source, first, body, last, helper), b";\n"]
        if not before[1:-1]:
            return None
    elif last - first == 1 and source.code[first].kind == Kind.IDENT and helper.held is None:
        given = source.text(first)
        if not all("(lambda at" in decl.type and not decl.file for decl in source.every_fact(first)):
            return None
    else:
        return None
    before += [b"auto " + made + b" = ", *_lambda(source, helper, given), b";\n"]
    position, total = helper.position, len(arguments)
    begin = source.code[arguments[position - 1][1] - 1].end if position else source.code[index + 1].end
    end = source.code[last - 1].end if position or total == 1 else source.code[arguments[1][0]].start
    gone = Replacement(Span(begin, end), (b" ",))
    return Change(function, (Replacement(at, tuple(before)), Replacement(source.code[index].span, (made,)), gone))


def _written(source: Source, first: int, body: int, last: int, helper: _Helper) -> list[bytes | Span]:
    """The lambda, which says what it gives where a `std::function` does."""
    if helper.held is None:
        return [source.span_of(first, last)]
    if not takes_alike(source, first, helper.held):
        return []
    said = [text for one in result_of(source, first, body, helper.held[0]) for text in one.made]
    return [source.span_of(first, body), *said, b" ", source.span_of(body, last)]


def _lambda(source: Source, helper: _Helper, given: bytes) -> Iterator[bytes | Span]:
    """The helper as a lambda that calls another one by its name."""
    function = helper.function
    yield b"[&] ( "
    own = [source.span_of(one.first, one.last) for i, one in enumerate(helper.parameters) if i != helper.position]
    for number, one in enumerate(own):
        yield from ((b", ", one) if number else (one,))
    yield b" )"
    if source.text(helper.first) != b"auto":
        yield b" -> "
        yield source.span_of(helper.first, function.name_index)
    yield b"\n"
    position = source.code[function.open_brace].start
    for use in helper.uses:
        yield Span(position, source.code[use].start)
        yield given
        position = source.code[use].end
    yield Span(position, source.code[function.close_brace].end)
