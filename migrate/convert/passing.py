"""Helpers that need what only an operator has, the handle or the owner of its buffers, are given it by those who call them.

Which helpers these are follows from trying: a function that is refused for want of it is converted again with it, and its callers with it,
until no function wants more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from migrate.convert.function import Converted
from migrate.convert.translation_unit import TranslationUnit
from migrate.frontend.source import Function
from migrate.rules.context import Passing
from migrate.rules.signature import passing_calls

_OWN = (b"static", b"inline", b"constexpr", b"template")
Convert = Callable[[Function, Passing], Converted]


def with_passing(
    unit: TranslationUnit, functions: Mapping[int, Function], tried: Mapping[int, Converted], convert: Convert
) -> tuple[dict[int, Converted], dict[str, frozenset[str]]]:
    """The functions by the offset of their name, each in the form in which it has what it needs, and what each helper is given."""
    done = dict(tried)
    passing: dict[str, frozenset[str]] = {}
    while True:
        wanted = _wanted(unit, functions, done, passing)
        if wanted == passing:
            return done, passing
        changed = {name for name in wanted if wanted[name] != passing.get(name)}
        passing = wanted
        for offset, function in functions.items():
            if function.name in changed or changed & _called(unit, function, passing):
                done[offset] = convert(function, passing)


def _wanted(
    unit: TranslationUnit, functions: Mapping[int, Function], done: Mapping[int, Converted], passing: Passing
) -> dict[str, frozenset[str]]:
    found = dict(passing)
    for offset, function in functions.items():
        needs = set(done[offset].needs)
        called = _called(unit, function, passing)
        if called and not done[offset].operator:
            needs.add("handle")
        needs |= {name for callee in called for name in passing[callee] if name != "handle"}
        has = found.get(function.name, frozenset())
        if needs - has and needs <= unit.rules.unified.passed.keys() and helper_of_file(unit, function):
            found[function.name] = has | needs
    return found


def _called(unit: TranslationUnit, function: Function, passing: Passing) -> set[str]:
    """Functions that are given something and that a function calls."""
    return {
        unit.source.text(index).decode("utf-8", "replace") for index in passing_calls(passing, unit.source, function)
    }


def helper_of_file(unit: TranslationUnit, function: Function) -> bool:
    """Whether only this file calls a function, so that its parameters are the file's own affair."""
    source = unit.source
    words = [source.text(index) for index in range(function.first, function.name_index)]
    own = any(word in words for word in _OWN)
    return function.name not in unit.public and (own or bool(unit.public))
