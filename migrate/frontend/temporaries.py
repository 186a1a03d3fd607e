"""Objects that a call is given and that end with its statement: made by a constructor, a conversion, braces or a default argument."""

from __future__ import annotations

from migrate.frontend.lex import Kind
from migrate.frontend.source import Source


def made_within(source: Source, index: int) -> int | None:
    """Where in a call an object of a class of the file may be made, and whose end may do something."""
    ends = classes_with_an_end(source)
    for place in range(index, source.pairs[index + 1]):
        if source.code[place].kind != Kind.IDENT:
            continue
        called = source.text(place + 1) in (b"(", b"{", b"<")
        for decl in source.decls(place):
            given = decl.type.partition("(")[0].strip() if decl.kind in ("function", "method") else decl.name
            if (
                place > index + 1
                and called
                and decl.kind in ("type", "function", "method")
                and given in source.own_types
            ):
                return place
            taken = decl.type.partition("(")[2] if decl.kind in ("function", "method") else ""
            if called and ends and any(name in taken for name in ends):
                return place  # an argument may become one, and a default argument be one
    return None


def classes_with_an_end(source: Source) -> list[str]:
    """Classes of the file of which objects do something when they end; read once."""
    known: list[str] | None = source.memo.get(classes_with_an_end)
    if known is None:
        ends = {source.text(i + 1).decode("utf-8", "replace") for i in source.where(b"~", 0, len(source.code))}
        known = source.memo[classes_with_an_end] = sorted(ends & source.own_types)
    return known
