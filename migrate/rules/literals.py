"""What is a literal to the compiler: in brackets, in parts, behind a macro, or as a constant with such a value."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping

from migrate.frontend.kernel_constants import kernel_constant, kernel_numbers
from migrate.frontend.lex import Kind
from migrate.frontend.source import Source

_PLAIN_NAME = re.compile(rb'"[\w.:/+@-]*"')  # what a compiler and a kernel table read alike
_TRUTH = frozenset((b"true", b"false", b"1", b"0"))


def _inside(words: list[bytes]) -> list[bytes]:
    while len(words) > 2 and words[0] == b"(" and words[-1] == b")":
        words = words[1:-1]
    return words


def _meant(source: Source, first: int, last: int) -> list[bytes]:
    """The words of an expression, those of a macro that is all of it and means the same on every chip in its place."""
    words = _inside([source.text(i) for i in range(first, last)])
    for _ in range(8):
        macro = source.table.single(words[0]) if len(words) == 1 and words[0] in source.table.names else None
        if macro is None or macro.parameters:
            break
        words = _inside(list(macro.body))
    return words


def kernel_name(source: Source, first: int, last: int) -> str:
    """The name that a launch is given as one literal or several beside each other, or that of a constant; empty where it is none."""
    words: list[bytes] = []
    if source.has_directive(first, last):
        return ""
    first, last = _inner(source, first, last)
    if constant := kernel_constant(source, first, last):
        return constant
    for word in _meant(source, first, last):
        macro = source.table.single(word) if word in source.table.names else None
        words += [word] if macro is None or macro.parameters else macro.body
    if not words or not all(_PLAIN_NAME.fullmatch(word) for word in words):
        return ""
    return b"".join(word.strip(b'"') for word in words).decode("utf-8", "replace")


def numbers_of_kernel(source: Source, first: int, last: int) -> Mapping[str, str]:
    """By chip the number of the constant that a launch is given for a name; none of a name in quotes."""
    return {} if source.has_directive(first, last) else kernel_numbers(source, *_inner(source, first, last))


def _inner(source: Source, first: int, last: int) -> tuple[int, int]:
    """An expression without the parentheses around all of it."""
    while source.text(first) == b"(" and source.pairs.get(first) == last - 1:
        first, last = first + 1, last - 1
    return first, last


def whole_number(source: Source, first: int, last: int) -> str:
    """A number above 0 that an expression is, also by a macro that means the same on every chip; otherwise empty."""
    words = _meant(source, first, last)
    number = words[0].rstrip(b"uUlL").decode() if len(words) == 1 else ""
    return number if number.isdigit() and not number.startswith("0") else ""


def truth(source: Source, first: int, last: int) -> str:
    """`true`, `false`, `1` or `0` where an expression is that; otherwise empty."""
    words = _meant(source, first, last)
    if len(words) == 2 and words[0] in (b"!", b"not") and words[1] in _TRUTH:
        return "false" if words[1] in (b"true", b"1") else "true"
    if len(words) != 1:
        return ""
    if words[0] not in _TRUTH:
        index = next((i for i in range(first, last) if source.code[i].kind == Kind.IDENT), first)
        words = [_constant(source, index) if source.text(index) == words[0] else b""]
    return words[0].decode() if words[0] in _TRUTH else ""


def _constant(source: Source, index: int) -> bytes:
    """The value of a constant of the file, or of a function, that is initialised with a literal."""
    decls = list(source.every_fact(index))
    if (
        not decls
        or decls[0].offset < 0
        or any(d.kind != "variable" or d.type != "const bool" or d.offset != decls[0].offset for d in decls)
    ):
        return b""
    name = bisect_left(source.code, decls[0].offset, key=lambda token: token.start)
    if name >= len(source.code) or source.text(name) != source.text(index) or source.text(name + 1) not in (b"=", b"{"):
        return b""
    ends = source.text(name + 3) in (b";", b",", b"}")
    return source.text(name + 2) if ends else b""


_POINTER = frozenset((b"const", b"void", b"*"))
_CASTS = frozenset((b"static_cast", b"reinterpret_cast"))


def without_void(source: Source, first: int, last: int) -> tuple[int, int]:
    """The pointer within casts to `const void *`, which a call's parameter is anyway."""
    while True:
        if source.text(first) in _CASTS and source.text(first + 1) == b"<":
            opener = next((i for i in range(first, last) if source.text(i) == b"("), first)
            words = [source.text(i) for i in range(first + 2, opener - 1)]
            whole = source.pairs.get(opener) == last - 1
            inside = (opener + 1, last - 1)
        elif source.text(first) == b"(" and first in source.pairs:
            closer = source.pairs[first]
            words = [source.text(i) for i in range(first + 1, closer)]
            whole = (closer < last - 1 and source.text(closer + 1) in (b"&", b"(")) or closer == last - 2
            inside = (closer + 1, last)
        else:
            return first, last
        if not whole or words.count(b"void") != 1 or words.count(b"*") != 1 or set(words) - _POINTER:
            return first, last
        first, last = inside
