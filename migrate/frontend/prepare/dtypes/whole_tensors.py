"""A tensor that is cleared or copied by its bytes gets the value of one that is empty, or of the other one: its type has another size there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from migrate.frontend.lex import Kind
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import governs, without_parentheses
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_NAMES = (b"memset", b"memcpy")


def whole_tensors(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    for function in source.functions if source.facts else ():
        for name in _NAMES:
            for index in source.where(name, *function.body):
                if replacement := _value(rules, source, function, index):
                    yield Change(function, (replacement,))


def _value(rules: LibraryRules, source: Source, function: Function, index: int) -> Replacement | None:
    """`memset ( &t, 0, sizeof ( t ) );`, `memcpy ( &t, &u, sizeof ( t ) );` as assignments."""
    first = index - 2 if [source.text(index - 2), source.text(index - 1)] == [b"std", b"::"] else index
    closer = source.pairs.get(index + 1, -1) if source.text(index + 1) == b"(" else -1
    own = any(decl.kind != "function" or not decl.file.startswith("<") for decl in source.decls(index))
    begins = source.text(first - 1) in (b";", b"{", b"}") or governs(source, first - 1)
    alone = begins and source.text(closer + 1) == b";"
    if closer < 0 or own or not alone or source.has_directive(first, closer):
        return None
    arguments = [without_parentheses(source, *one) for one in source.arguments(index + 1)]
    if len(arguments) != 3:
        return None
    target = _tensor(rules, source, *arguments[0])
    if target is None or not _is_size(source, *arguments[2], *target):
        return None
    left, kind = target
    if source.text(index) == b"memset":
        zero = arguments[1][1] - arguments[1][0] == 1 and source.text(arguments[1][0]) == b"0"
        made: tuple[bytes | Span, ...] = (*left, b" = ", kind.encode(), b" { }") if zero else ()
    else:
        other = _tensor(rules, source, *arguments[1])
        made = (*left, b" = ", *other[0]) if other is not None and other[1] == kind else ()
    span = Span(source.code[first].start, source.code[closer].end)
    return Replacement(span, made) if made else None


def _tensor(rules: LibraryRules, source: Source, first: int, last: int) -> tuple[tuple[bytes | Span, ...], str] | None:
    """The tensor whose address an expression is, as an lvalue, and its type: `&t`, `&w.t`, `p`."""
    address = source.text(first) == b"&"
    inner = first + 1 if address else first
    named = last - 3 if source.text(last - 1) == b"]" and source.text(last - 3) == b"[" else last  # an element
    plain = all(source.code[i].kind == Kind.IDENT or source.text(i) in (b".", b"->") for i in range(inner, named))
    decls = set(source.decls(named - 1)) if inner < named and plain else set()
    kinds = {(decl.canonical or decl.type) for decl in decls if decl.kind in ("variable", "param", "field")}
    if len(kinds) != 1 or len(decls) != 1:
        return None
    kind = kinds.pop()
    if named < last:
        address, kind = address and kind.endswith(("]", "*")), re.sub(r" ?(\[\d+\]|\*)$", "", kind)
    bare = kind.removesuffix("&").rstrip() if address else kind.removesuffix("*").rstrip()
    if bare not in rules.tensor_types or (not address and not kind.endswith("*")):
        return None
    span = Span(source.code[inner].start, source.code[last - 1].end)
    return ((span,) if address else (b"*", span)), bare


def _is_size(source: Source, first: int, last: int, left: tuple[bytes | Span, ...], kind: str) -> bool:
    """`sizeof ( T )` of the tensor's type, or `sizeof` of the tensor itself."""
    if source.text(first) != b"sizeof":
        return False
    first, last = without_parentheses(source, first + 1, last)
    asked = [source.text(i) for i in range(first, last)]
    begin = next(part for part in left if isinstance(part, Span))
    words = [source.text(i) for i in range(source.index_at(begin.start), source.index_at(begin.end))]
    words = words if left[0] != b"*" else [b"*", *words]
    return asked in ([kind.encode()], words)
