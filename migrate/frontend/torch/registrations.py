"""Operators that a torch-side file registers, and the names that the function behind each of them reaches inside the file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from migrate.frontend.lex import Kind
from migrate.frontend.torch.source import CodeUnit, find_span, read_source
from migrate.model import Chip


def operator_name(registered: str) -> str:
    """Overloads, forms in place and forms with an output are one operator: `_softmax.out` and `softmax` are."""
    return registered.split("::")[-1].split(".")[0].strip("_").lower()


@dataclass(frozen=True)
class Registered:
    """One operator: identifiers in its function and in what that calls in the same file, and those called as methods or as `at::` functions."""

    names: frozenset[str]
    methods: frozenset[str]


@dataclass(frozen=True)
class _Body:
    names: frozenset[str]
    methods: frozenset[str]


def registered_operators(path: str, data: bytes, chips: Sequence[Chip]) -> dict[str, Registered]:
    """By operator_name; several functions of one operator count together."""
    source = read_source(path, data, chips)
    starts = [span.start for span in source.inactive]
    bodies: dict[str, list[_Body]] = defaultdict(list)
    functions: dict[str, set[str]] = defaultdict(set)
    for unit in source.units:
        seen = CodeUnit(
            tuple(t for t in unit.tokens if not find_span(source.inactive, starts, t.start)),
            unit.macro,
            unit.parameters,
        )
        for name, body in _bodies(seen):
            bodies[name].append(body)
        for operator, function in _registrations(seen):
            functions[operator].add(function)
    return {operator: _closure(names, bodies) for operator, names in functions.items()}


def _closure(functions: set[str], bodies: dict[str, list[_Body]]) -> Registered:
    names, methods, open_names = set[str](), set[str](), list(functions)
    seen = set(functions)
    while open_names:
        for body in bodies.get(open_names.pop(), ()):
            names |= body.names
            methods |= body.methods
            open_names += (body.names & bodies.keys()) - seen
            seen |= body.names
    return Registered(frozenset(names), frozenset(methods))


def _bodies(unit: CodeUnit) -> Iterator[tuple[str, _Body]]:
    if unit.macro:
        yield unit.macro.decode(), _body(unit, 0, len(unit.tokens))
        return
    for index in range(len(unit.tokens)):
        if unit.text(index) != b"{" or unit.function_body(index + 1) != index:
            continue
        body = _body(unit, index, unit.pairs.get(index, len(unit.tokens)))
        for name in {*_names_before(unit, index), *_scopes(unit, index)}:
            yield name, body


def _names_before(unit: CodeUnit, opener: int) -> list[str]:
    """`f` and `C` of `R C::f(..) {`."""
    head = unit.head(opener)
    parenthesis = next((i for i in range(head, opener) if unit.text(i) == b"(" and unit.is_word(i - 1)), head)
    found, index = [], parenthesis - 1
    while index >= head and (unit.is_word(index) or unit.text(index) == b"::"):
        if unit.is_word(index) and (index == parenthesis - 1 or unit.text(index + 1) == b"::"):
            found.append(unit.text(index).decode())
        elif unit.is_word(index):
            break
        index -= 1
    return found


def _scopes(unit: CodeUnit, index: int) -> Iterator[str]:
    """Classes around a function."""
    parent = unit.parents[index]
    while parent >= 0:
        head = unit.head(parent)
        for word in range(head, parent):
            if unit.text(word) in (b"class", b"struct") and unit.is_word(word + 1):
                yield unit.text(word + 1).decode()
        parent = unit.parents[parent]


def _body(unit: CodeUnit, start: int, end: int) -> _Body:
    words = [i for i in range(start, end) if unit.is_word(i)]
    called = [
        i
        for i in words
        if unit.text(i + 1) == b"("
        and (unit.text(i - 1) in (b".", b"->") or (unit.text(i - 1) == b"::" and unit.text(i - 2) == b"at"))
    ]
    return _Body(*(frozenset(unit.text(i).decode(errors="replace") for i in places) for places in (words, called)))


def _registrations(unit: CodeUnit) -> Iterator[tuple[str, str]]:
    """`m.impl("add.out", add_out_tpu)`: the operator and the function; a wrapper macro around it is looked through."""
    for index in range(len(unit.tokens) - 3):
        if unit.text(index) != b"impl" or unit.text(index + 1) != b"(" or unit.tokens[index + 2].kind != Kind.STRING:
            continue
        words = [i for i in range(index + 3, unit.pairs.get(index + 1, index + 3)) if unit.is_word(i)]
        if words:
            yield operator_name(unit.text(index + 2).decode().strip('"')), unit.text(words[-1]).decode()
