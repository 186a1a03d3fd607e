"""Operators that the legacy headers declare and another source of the tree defines: how a source that calls one knows its unified form."""

from __future__ import annotations

from collections.abc import Mapping

from migrate.convert.translation_unit import TranslationUnit
from migrate.frontend.lex import Kind, lex
from migrate.frontend.prototypes import Parameter, Prototype
from migrate.project.library_rules import LibraryRules


def operators_elsewhere(unit: TranslationUnit) -> Mapping[str, str]:
    """Unified name -> declaration. None of an operator whose parameters a rule arranges anew, or that gives no status."""
    own = {function.name for function in unit.source.functions}
    rules, found = unit.rules, {}
    for name in (unit.public | unit.declared_by_callers) - own:
        prototype, unified = unit.prototypes[name], rules.operator(name)
        plain = name not in rules.signatures and prototype.result in rules.status_types
        position = rules.handle_position([p.type for p in prototype.parameters])
        if unified and plain and position >= 0:
            found[unified] = _declaration(prototype, position, unified, rules)
    return found


def _declaration(prototype: Prototype, position: int, unified: str, rules: LibraryRules) -> str:
    """`position`: of the handle, which comes first."""
    given = list(prototype.parameters)
    given = [p for p in (given.pop(position), *given) if p.name not in rules.flags]
    return f"{_type(prototype.result, rules)} {unified}({', '.join(_parameter(p, rules) for p in given)});"


def _parameter(parameter: Parameter, rules: LibraryRules) -> str:
    return f"{_type(parameter.type, rules)} {parameter.name}".rstrip()


def _type(text: str, rules: LibraryRules) -> str:
    if text in rules.names:
        return rules.names[text]  # a rule may name more than a word, as a handle's pointer
    tokens = [(token.kind, token.text.decode("utf-8", "replace")) for token in lex(text.encode())]
    return " ".join((rules.name(word) or word) if kind == Kind.IDENT else word for kind, word in tokens)
