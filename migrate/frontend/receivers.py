"""Where a call begins: with the object that a member function is called on, or with the scopes of its name."""

from __future__ import annotations

from migrate.frontend.lex import Kind
from migrate.frontend.source import Source

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
        if (
            source.text(first) == b")"
            and not is_name(source, opener - 1)
            and source.text(opener - 1) not in (b")", b"]")
        ):
            return (
                -1 if source.text(opener - 1) in (b">", b">>", b"}") else opener
            )  # (*p).member; of a<b>(c).member too little is known
        if source.text(first) == b")" and source.text(opener - 1) == b")" and _heads(source, opener - 1):
            return opener  # if (a) (*p).member
        first = opener - 1
    return first if is_name(source, first) or source.text(first) == b"this" else -1


def _heads(source: Source, closer: int) -> bool:
    """Whether a parenthesis closes the condition of a statement, so that what follows is another one."""
    opener = source.pairs.get(closer, 0)
    return source.text(opener - 1) in (b"if", b"while", b"for", b"switch", b"constexpr")


def _qualified(source: Source, first: int) -> int:
    while source.text(first - 1) == b"::":
        first -= 2 if is_name(source, first - 2) else 1
        if source.text(first) == b"::":
            break
    return first


def is_name(source: Source, index: int) -> bool:
    """Whether a token is an identifier and no keyword that stands before an operand."""
    return index >= 0 and source.code[index].kind == Kind.IDENT and source.text(index) not in KEYWORDS
