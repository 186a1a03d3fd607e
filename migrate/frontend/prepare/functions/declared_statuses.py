"""A condition that declares a status says what it asks: `if ( status_t rc = call ( ) )` becomes `if ( status_t rc = call ( ); rc != SUCCESS )`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import PLAIN
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Source
from migrate.frontend.success import zero_succeeds
from migrate.model import Span
from migrate.project.library_rules import LibraryRules


def declared_statuses(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    if not source.facts or not zero_succeeds(rules.success, source):
        return
    known = (name for name in sorted(rules.success) if not name.isdigit())
    success = next((n for n in known if n.encode() in source.table.names or n.encode() in source.places), "")
    for function in source.functions if success else ():
        places = (_declared(rules, source, index) for index in source.where(b"if", *function.body))
        made = [
            Replacement(Span(end, end), (b"; " + name + b" != " + success.encode(),))
            for name, end in (place for place in places if place is not None)
        ]
        if made:
            yield Change(function, tuple(made))


def _declared(rules: LibraryRules, source: Source, index: int) -> tuple[bytes, int] | None:
    """The name of a status that is all of an `if`'s condition, and the offset behind its value."""
    opener = index + 1
    closer = source.pairs.get(opener, -1)
    name = next((i - 1 for i in range(opener, closer) if source.text(i) == b"="), -1)
    if name < opener + 2 or source.code[name].kind != Kind.IDENT or source.where(b";", opener, closer):
        return None
    start = source.code[name].start
    decls = list(source.every_fact(name))
    types = {decl.type.removeprefix("const ") for decl in decls if decl.kind == "variable" and decl.offset == start}
    own = len(types) == 1 and len(decls) == len([decl for decl in decls if decl.offset == start])
    if not own or not types <= rules.status_types - PLAIN or source.has_directive(opener, closer):
        return None
    return source.text(name), source.code[closer - 1].end
