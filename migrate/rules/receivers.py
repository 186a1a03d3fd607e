"""The object that a member function is called on: where it begins, and whether it is the function's own handle."""

from __future__ import annotations

import re

from migrate.frontend.lex import Kind
from migrate.frontend.source import Source
from migrate.rules.context import Context

_MEMBER = (b".", b"->")
KEYWORDS = frozenset(
    b"return else do case throw goto new delete sizeof alignof typeid co_return co_await co_yield and or not bitand bitor xor compl not_eq "
    b"if while for switch noexcept decltype catch constexpr default".split()
)
"""Words that are no name of what is called, though a parenthesis may follow."""


def receiver_start(source: Source, index: int) -> int:
    """First token of the postfix expression whose last member is at `index`; the index itself where it is no member; -1 where what begins it
    is of another form."""
    if source.text(index - 1) not in (*_MEMBER, b"::"):
        return index
    first = index
    while source.text(first - 1) in _MEMBER:
        first = _operand(source, first - 2)
        if first < 0:
            return -1
    return _qualified(source, first)


def _operand(source: Source, last: int) -> int:
    """First token of a name, a call, an element or an expression in parentheses that ends at `last`."""
    first = last
    while source.text(first) in (b"]", b")"):
        opener = source.pairs.get(first, -1)
        if opener < 0:
            return -1
        if source.text(first) == b")" and not _name(source, opener - 1) and source.text(opener - 1) not in (b")", b"]"):
            return (
                -1 if source.text(opener - 1) in (b">", b">>", b"}") else opener
            )  # (*p).member; of a<b>(c).member too little is known
        if source.text(first) == b")" and source.text(opener - 1) == b")" and _heads(source, opener - 1):
            return opener  # if (a) (*p).member
        first = opener - 1
    return first if _name(source, first) or source.text(first) == b"this" else -1


def _heads(source: Source, closer: int) -> bool:
    """Whether a parenthesis closes the condition of a statement, so that what follows is another one."""
    opener = source.pairs.get(closer, 0)
    return source.text(opener - 1) in (b"if", b"while", b"for", b"switch", b"constexpr")


def _qualified(source: Source, first: int) -> int:
    while source.text(first - 1) == b"::":
        first -= 2 if _name(source, first - 2) else 1
        if source.text(first) == b"::":
            break
    return first


def _name(source: Source, index: int) -> bool:
    return index >= 0 and source.code[index].kind == Kind.IDENT and source.text(index) not in KEYWORDS


def is_own_handle(ctx: Context, first: int, last: int, access: bytes) -> bool:
    """Whether code tokens [first, last) are the function's own handle, by its declaration: its name, in parentheses, behind `*` or `&`, so that
    `access` (`.` or `->`) is that of the handle itself."""
    source, handle, depth = ctx.source, ctx.handle, 0
    while last - first > 1:
        if source.text(first) == b"(" and source.pairs.get(first) == last - 1:
            first, last = first + 1, last - 1
        elif source.text(first) in (b"*", b"&"):
            depth += 1 if source.text(first) == b"&" else -1
            first += 1
        else:
            return False
    if handle is None or last - first != 1 or source.text(first) != source.text(handle.name_index):
        return False
    own, decls = source.code[handle.name_index].start, list(source.every_fact(first))
    if not all(decl.kind == "param" and decl.offset == own for decl in decls):
        return False
    spelled = {(decl.canonical or decl.type) for decl in decls} or {handle.type}
    pointers = {len(kind) - len(kind.rstrip("*")) for kind in (re.sub(r"[\s&]|const\b", "", one) for one in spelled)}
    return pointers == {(1 if access == b"->" else 0) - depth}
