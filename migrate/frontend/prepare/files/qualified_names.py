"""A function that is defined under a name with namespaces, `Status ops::relu ( ... ) { ... }`, is defined in these namespaces."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.frontend.lex import Kind
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.step import Change
from migrate.frontend.source import Function, Source
from migrate.model import Span


def in_namespaces(source: Source) -> Iterator[Change]:
    for function in source.functions if source.facts else ():
        first = _scopes_start(source, function)
        if first is not None:
            code = source.code
            scopes = b"".join(source.text(i) for i in range(first, function.name_index - 1)).removeprefix(b"::")
            start, end = code[function.first].start, code[function.close_brace].end
            qualifier = Span(code[first].start, code[function.name_index].start)
            yield Change(
                function,
                (
                    Replacement(Span(start, start), (b"namespace " + scopes + b" { ",)),
                    Replacement(qualifier, ()),
                    Replacement(Span(end, end), (b" }",)),
                ),
                again=(qualifier,),
            )


def _scopes_start(source: Source, function: Function) -> int | None:
    """The first token of the namespaces before the name of a function; None where there are none, or a class is among them."""
    first = function.name_index
    while source.text(first - 1) == b"::" and source.code[first - 2].kind == Kind.IDENT and first - 2 > function.first:
        offset = source.code[first - 2].start
        decls = [decl for facts in source.facts if (decl := facts.entities.get(offset))]
        if not decls or any(decl.kind != "namespace" for decl in decls):
            return None
        first -= 2
    return first if first < function.name_index and source.text(first - 1) != b"::" else None
