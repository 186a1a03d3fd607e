"""What the arguments of a call do: whether something else may be computed before them or behind."""

from __future__ import annotations

import re

from migrate.frontend.lambdas import is_lambda
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import CHANGES

_NAME = re.compile(rb"[A-Za-z_]\w*")


def changes_nothing(source: Source, function: Function, first: int, opener: int) -> bool:
    """Whether the arguments of a call, whose first token and parenthesis are given, change nothing that an expression without effects is made of: it
    may be computed before them or behind."""
    inside = range(opener + 1, source.pairs[opener])
    if any(source.text(i) in CHANGES for i in inside) or source.has_directive(first, source.pairs[opener]):
        return False
    called = [i for i in source.calls(inside.start, inside.stop) if source.text(i) != b"sizeof"]
    if any(_does_something(source, source.text(i)) for i in inside if source.text(i) in source.table.names):
        return False
    called = [i for i in called if source.text(i) not in source.table.names]
    return not called or (all(_takes_values(source, i) for i in called) and not _shares(source, function))


def _does_something(source: Source, macro: bytes) -> bool:
    """Whether what a macro stands for may be more than a value that is computed."""
    return any(
        word in CHANGES or word in (b"[", b"{", b"&", b"##") or (behind == b"(" and _NAME.fullmatch(word) is not None)
        for body in source.table.bodies([macro])
        for word, behind in zip(body, (*body[1:], b""), strict=True)
    )


def _takes_values(source: Source, index: int) -> bool:
    """Whether a function gets copies alone."""
    decls = list(source.every_fact(index))
    return bool(decls) and all(d.kind == "function" and not {"&", "*"} & {*d.type.partition("(")[2]} for d in decls)


def _shares(source: Source, function: Function) -> bool:
    """Whether something else in a function may lead to its variables."""
    begin, end = function.body
    if has_lambda(source, function):
        return True
    taken = (source.code[i - 1].text in (b"(", b",", b"=", b"return", b"{") for i in source.where(b"&", begin, end))
    return any(taken) or any(
        "&" in d.type and d.offset == source.code[i].start
        for i in range(function.open_paren, end)
        for d in source.every_fact(i)
        if d.kind in ("variable", "param")
    )


def has_lambda(source: Source, function: Function) -> bool:
    return any(is_lambda(source, i) for i in source.where(b"[", *function.body))
