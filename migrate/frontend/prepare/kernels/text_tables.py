"""A table of texts that nothing writes is a constant one, also where its declaration does not say so."""

from __future__ import annotations

import re
from collections.abc import Iterator

from migrate.frontend.lex import Kind
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.step import Change
from migrate.frontend.source import Source
from migrate.model import Span

_WRITES = frozenset(b"= += -= ++ --".split())


def constant_tables(source: Source) -> Iterator[Change]:
    """`static const char * names [ ] = { ... }` as `static const char * const names [ ] = { ... }`."""
    for index in source.where(b"char", 0, len(source.code)) if source.facts else ():
        words = {source.text(index - 1), source.text(index - 2), source.text(index - 3)}
        name = index + 2
        opens = (
            source.text(index + 1) == b"*" and source.text(name + 1) == b"[" and source.code[name].kind == Kind.IDENT
        )
        if not opens or not {b"static", b"const"} <= words or source.text(source.pairs[name + 1] + 1) != b"=":
            continue
        uses = _reads(source, name)
        user = next((f for f in source.functions if any(f.open_brace < i < f.close_brace for i in uses or ())), None)
        if uses is None or user is None:
            continue
        text, start = source.text(name), source.code[name].start
        replacement = Replacement(Span(source.code[index + 1].start, source.code[name].end), (b"* const " + text,))
        yield Change(user, (replacement,), retyped=frozenset((start,)))


def _reads(source: Source, name: int) -> list[int] | None:
    """Where elements of a table are read; None where it is used in any other way."""
    text, start = source.text(name), source.code[name].start
    if re.search(rb"^[ \t]*#[ \t]*define\b.*\b%b\b" % re.escape(text), source.data, re.MULTILINE):
        return None
    found: list[int] = []
    for index in source.where(text, 0, len(source.code)):
        decls = list(source.decls(index))
        if index == name or (decls and all(decl.offset != start for decl in decls)):
            continue
        element = source.text(index + 1) == b"[" and index + 1 in source.pairs
        behind = source.text(source.pairs[index + 1] + 1) if element else b""
        if not element or behind in _WRITES or source.text(index - 1) in (b"&", b"++", b"--"):
            return None
        found.append(index)
    return found
