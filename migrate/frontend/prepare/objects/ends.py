"""Where an object of an inner block ends while its function goes on: at the end of the block, and where a loop is left or goes on.

What is allocated ends with the function at the latest, so a return has nothing to do.
"""

from __future__ import annotations

from migrate.frontend.prepare.objects.members import Object
from migrate.frontend.source import Source
from migrate.frontend.statements import block_around, is_label, statement_start

_HEADS = (b"if", b"for", b"while", b"switch")
_JUMPS = (b"break", b"continue")
_UNREAD = frozenset((b"break", b"continue", b"goto", b"##"))


def ends(source: Source, one: Object) -> list[int] | None:
    """The jumps and the brace ahead of which an object ends; None where that is not plain to see."""
    brace = block_around(source, one.name)
    closer = source.pairs[brace]
    if _governor(source, brace) == b"switch" or not _are_blocks(source, brace, one.function.open_brace):
        return None
    if any(source.where(word, one.end, closer) for word in (b"try", b"catch")):
        return None
    macros = (source.text(index) for index in source.macro_names(one.end, closer))
    if any(_UNREAD & source.table.words(name) for name in macros):
        return None
    found = [] if _is_left(source, brace, closer) else [closer]
    for word in _JUMPS:
        for index in source.where(word, one.end, closer):
            leaves = _leaves(source, index, brace)
            if leaves is None:
                return None
            if leaves:
                found.append(index)
    return sorted(found)


def _governor(source: Source, first: int) -> bytes:
    """The word that governs the statement that begins at a token; empty where it is one of a block."""
    before = source.text(first - 1)
    if before in (b"else", b"do"):
        return before
    if before == b")":
        head = source.pairs[first - 1] - 1
        return source.text(head - (source.text(head) == b"constexpr"))
    return b""


def _are_blocks(source: Source, brace: int, outermost: int) -> bool:
    """Whether all braces around are those of statements: of no lambda, list or handler."""
    while brace != outermost:
        before, governor = source.text(brace - 1), _governor(source, brace)
        plain = before in (b";", b"{", b"}") or (before == b":" and is_label(source, brace - 1))
        if not plain and governor not in (*_HEADS, b"else", b"do"):
            return False
        brace = block_around(source, brace)
    return True


def _is_left(source: Source, brace: int, closer: int) -> bool:
    """Whether the last statement of a block leaves it."""
    first = statement_start(source, closer - 1)
    whole = source.text(closer - 1) == b";" and block_around(source, first) == brace
    return whole and source.text(first) in (b"return", *_JUMPS) and not source.has_directive(first - 1, closer + 1)


def _leaves(source: Source, index: int, brace: int) -> bool | None:
    """Whether a jump leaves a block around it; None where that is not plain to see."""
    jump, first = source.text(index), index
    while True:
        governor, before = _governor(source, first), source.text(first - 1)
        if governor in (b"for", b"while", b"do") or (governor == b"switch" and jump == b"break"):
            return False
        if governor in (b"if", b"switch"):
            head = source.pairs[first - 1] - 1
            first = head - (source.text(head) == b"constexpr")
        elif governor == b"else":
            above = _if_of(source, first - 1)
            if above is None:
                return None
            first = above
        elif before == b":" and is_label(source, first - 1):
            first = _label(source, first - 1)
        elif before in (b";", b"{", b"}"):
            around = block_around(source, first)
            if around == brace:
                return True
            first = around
        else:
            return None


def _label(source: Source, colon: int) -> int:
    index = colon
    while source.text(index) not in (b"case", b"default"):
        index = source.pairs[index] - 1 if source.text(index) in (b")", b"]") else index - 1
    return index


def _if_of(source: Source, other: int) -> int | None:
    """The `if` whose branch ends ahead of an `else`, where that branch is a block or a plain statement."""
    last = other - 1
    if source.text(last) == b"}":
        first = source.pairs[last]
    else:
        first = last
        while source.text(first - 1) not in (b";", b"{", b"}", b")", b"else"):
            first -= 1
        while source.text(first - 1) == b")" and source.text(source.pairs[first - 1] - 1) not in (
            *_HEADS,
            b"constexpr",
        ):
            first = source.pairs[first - 1]
            while source.text(first - 1) not in (b";", b"{", b"}", b")", b"else"):
                first -= 1
    governor = _governor(source, first)
    if governor != b"if":
        return None
    head = source.pairs[first - 1] - 1
    return head - (source.text(head) == b"constexpr")
