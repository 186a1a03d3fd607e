"""Classes of a private header: those that mean the same in each source that has them itself, and keep nothing that sources share."""

from __future__ import annotations

import re
from collections.abc import Iterator

from migrate.frontend.lex import Kind
from migrate.frontend.source import Source

_DELETED = re.compile(rb"\boperator\s*=\s*\([^(){};]*\)\s*=\s*delete\s*;")
_ODD = frozenset(b"virtual friend template using typedef union volatile thread_local alignas override final".split())


def without_deleted(text: bytes) -> bytes:
    """A header's text without the assignments that its classes do not have."""
    return _DELETED.sub(b";", text)


def is_plain_class(header: Source, index: int) -> bool:
    """Whether a struct or class is outside of others and of templates, inherits from none, and has fields, constants and functions without state."""
    name, brace = index + 1, index + 2
    if header.code[name].kind != Kind.IDENT or header.text(brace) != b"{" or brace not in header.pairs:
        return False
    end = header.pairs[brace]
    if header.text(index - 1) not in (b";", b"}", b"{", b"") or header.text(end + 1) != b";":
        return False
    if not is_outside(header, index):
        return False
    words = {header.text(i) for i in range(brace, end)}
    return not words & _ODD and all(_keeps_nothing(header, i) for i in header.where(b"static", brace, end))


def is_outside(header: Source, index: int) -> bool:
    """Whether a token stands in no braces but those of namespaces."""
    around = (first for first, last in header.pairs.items() if first < index < last and header.text(first) == b"{")
    return all(_is_scope(header, first) for first in around)


def outside(header: Source) -> Iterator[int]:
    """The tokens that stand in no braces but those of namespaces, in order."""
    index = 0
    while index < len(header.code):
        yield index
        inner = header.text(index) == b"{" and index in header.pairs and not _is_scope(header, index)
        index = header.pairs[index] if inner else index + 1


def _is_scope(header: Source, opener: int) -> bool:
    """Whether a brace is that of a namespace."""
    first = opener
    while header.text(first - 1) not in (b";", b"{", b"}", b""):
        first -= 1
    first += header.text(first) == b"inline"
    linkage = header.text(first) == b"extern" and first + 2 == opener
    return header.text(opener) == b"{" and (header.text(first) == b"namespace" or linkage)


def _keeps_nothing(header: Source, index: int) -> bool:
    """Whether what is static is a constant, or a member function."""
    last = index + 1
    while header.text(last) not in (b"(", b"=", b"{", b";", b""):
        last += 1
    words = {header.text(i) for i in range(index, last)}
    if header.text(last) == b"(":
        return not _is_local(header, index)
    return header.text(last) in (b"=", b"{") and (
        b"constexpr" in words or (b"const" in words and b"inline" not in words)
    )


def _is_local(header: Source, index: int) -> bool:
    """Whether a token stands in a function."""
    around = [first for first, last in header.pairs.items() if first < index < last and header.text(first) == b"{"]
    return header.text(max(around, default=0) - 2) not in (b"class", b"struct")
