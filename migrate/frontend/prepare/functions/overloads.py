"""Helpers of one name and different parameters get a name each: the output tells functions apart by their names.

Every use is given the name of the function that the compilers chose for it; where one of them says nothing of a use, or the chips chose differently,
the overloads keep their name and are refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import count, islice

from migrate.frontend.lex import Kind, lex
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, Source
from migrate.project.library_rules import LibraryRules

_MEMBER = (b".", b"->", b"::")


def names_for_overloads(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    groups: dict[str, list[Function]] = {}
    for function in source.functions:
        groups.setdefault(function.name, []).append(function)
    for name, functions in groups.items():
        if len(functions) < 2 or rules.concerns(name) or any(name in known for known in _named(rules)):
            continue
        if rules.operator(name) and any(_takes_handle(rules, source, function) for function in functions):
            continue  # operators: their callers know them by that name
        numbers = _numbers(source, name)
        if numbers is None or len(set(numbers.values())) < 2:
            continue
        free = (f"{name}{number}" for number in count(2))
        names = [name, *islice((made for made in free if is_free(source, made)), max(numbers.values()))]
        replacements = tuple(
            Replacement(source.code[index].span, (names[number].encode(),))
            for index, number in numbers.items()
            if number
        )
        yield Change(functions[0], replacements)


def _takes_handle(rules: LibraryRules, source: Source, function: Function) -> bool:
    return any(parameter.type in rules.handle_types for parameter in source.parameters(function))


def _named(rules: LibraryRules) -> tuple[Mapping[str, object], ...]:
    return rules.launch, rules.calls, rules.provided, rules.infrastructure, rules.signatures, rules.prints


def _numbers(source: Source, name: str) -> dict[int, int] | None:
    """Code index of each place of the name -> which of the overloads, in the order of their places, stands there."""
    places = source.places.get(name.encode(), [])
    types: dict[str, int] = {}
    found: dict[int, int] = {}
    for index in places:
        decls = list(source.decls(index))
        plain = all(decl.kind == "function" and not decl.file and not decl.scope for decl in decls)
        chosen = {decl.type for decl in decls}
        if not plain or len(chosen) != 1 or source.text(index - 1) in _MEMBER:
            return None
        found[index] = types.setdefault(chosen.pop(), len(types))
    defined = [f for f in source.functions if f.name == name]
    several = len({found[f.name_index] for f in defined}) == len(defined)  # not two of one type, each for a chip
    in_macros = any(
        t.kind == Kind.DIRECTIVE and {name.encode(), b"##", b"%:%:"} & _words(t.text) for t in source.tokens
    )
    return found if several and not in_macros else None


def _words(text: bytes) -> set[bytes]:
    return {t.text for t in lex(b" " + text.lstrip(b"#%: "))}
