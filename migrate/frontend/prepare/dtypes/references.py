"""Whether what an expression refers to may be kept by who is given it: of a value that a function answers, which takes its place, nothing would be left."""

from __future__ import annotations

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.source import Source
from migrate.frontend.statements import bracket_around

_HEADS = frozenset((b"if", b"while", b"switch", b"for", b"return", b"sizeof", b"void", *FUNDAMENTAL))


def is_referred(source: Source, index: int) -> bool:
    """Whether an element or a member, by its first token, is an argument that a function of the project takes by reference, or that makes an object."""
    opener, before, behind = bracket_around(source, index), index - 1, _behind(source, index)
    while opener is not None and _is_group(source, opener):
        before, behind = min(before, opener - 1), max(behind, source.pairs[opener] + 1)
        opener = bracket_around(source, opener)
    whole = source.text(before) in (b"(", b",", b"?", b":") and source.text(behind) in (b")", b",", b":")
    name = opener - 1 if opener is not None and source.text(opener) == b"(" else -1
    if not whole or name < 0 or opener is None or source.text(name) in _HEADS:
        return False
    place = next((n for n, (a, b) in enumerate(source.arguments(opener)) if a <= index < b), 0)
    return any(_keeps(source, name, decl, place) for decl in source.every_fact(name))


def _is_group(source: Source, opener: int) -> bool:
    head = source.code[opener - 1]
    return source.text(opener) == b"(" and head.kind != Kind.IDENT and head.text not in (b")", b"]", b">")


def _behind(source: Source, index: int) -> int:
    """What stands behind a name with its members, elements and calls."""
    behind = index + 1
    while source.text(behind) in (b"[", b"(", b".", b"->"):
        behind = source.pairs[behind] + 1 if source.text(behind) in (b"[", b"(") else behind + 2
    return behind


def _keeps(source: Source, name: int, decl: Decl, place: int) -> bool:
    if decl.kind == "macro" or source.is_of_system(name):
        return False
    if decl.kind in ("variable", "param", "field", "type"):  # `Holder h ( x )`, `Holder ( x )`
        kind = (decl.canonical or decl.type).removeprefix("const ")
        return not {word.encode() for word in kind.split()} <= FUNDAMENTAL and not kind.startswith("std::")
    return "&" in (decl.takes[place] if place < len(decl.takes) else decl.type)
