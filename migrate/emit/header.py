"""Declarations in the unified header, with a comment made of the legacy header's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from migrate.frontend.lex import Kind, lex, texts
from migrate.frontend.prototypes import read_prototypes

SECTION = b"/* operators */"
SECTION_CXX = b"/* operators, C++ only */"
_REGION = (b"TPUDNN_API_BEGIN", b"TPUDNN_API_END")
_CXX = re.compile(rb"\bstd\s*::|&|\btemplate\b")


@dataclass(frozen=True)
class Declaration:
    name: str
    text: bytes  # ends with ; and newline
    comment: tuple[str, ...]  # lines of the legacy comment
    optional: tuple[str, ...]


def render(declaration: Declaration) -> bytes:
    lines = list(declaration.comment)
    lines += [f"@optional {name}" for name in declaration.optional]
    if not lines:
        return declaration.text
    safe = [line.replace("*/", "* /") for line in lines]
    return ("/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in safe) + " */\n").encode() + declaration.text


def add_declarations(header: bytes, declarations: Sequence[Declaration]) -> bytes:
    """The header with each declaration once. One that is there stays, with its comment, while its signature is right."""
    known = _declared(header)
    changes: list[tuple[int, int, bytes]] = []
    added: dict[int, list[bytes]] = {}
    sections: dict[bytes, int] = {}
    for declaration in declarations:
        place = known.get(declaration.name)
        if place is None:
            name = _section(header, declaration)
            if name not in sections:
                sections[name] = _end_of(header, name)
            added.setdefault(sections[name], []).append(render(declaration))
        elif texts(header[slice(*place)]) != texts(declaration.text):
            changes.append((*place, render(declaration).rstrip(b"\n")))
    for at, pieces in added.items():
        start = len(header[:at].rstrip())
        changes.append((start, at, b"\n\n" + b"\n".join(pieces) + b"\n"))
    text = header
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _declared(text: bytes) -> dict[str, tuple[int, int]]:
    """Span of each declared function, with the documentation comment above it."""
    tokens = lex(text)
    names = read_prototypes(text)
    found: dict[str, tuple[int, int]] = {}
    for index, token in enumerate(tokens[:-1]):
        name = token.text.decode("utf-8", "replace")
        if token.kind != Kind.IDENT or tokens[index + 1].text != b"(" or name not in names or name in found:
            continue
        first = index
        while first > 0 and tokens[first - 1].kind == Kind.IDENT and tokens[first - 1].text not in _REGION:
            first -= 1
        last = index
        while last < len(tokens) - 1 and tokens[last].text not in (b";", b"{"):
            last += 1
        start = tokens[first].start
        above = tokens[first - 1] if first else None
        if above and above.text.startswith(b"/**") and text[above.end : start].count(b"\n") == 1:
            start = above.start
        found[name] = (start, tokens[last].end)
    return found


def _section(text: bytes, declaration: Declaration) -> bytes:
    return SECTION_CXX if _CXX.search(declaration.text) is not None and SECTION_CXX in text else SECTION


def _end_of(text: bytes, section: bytes) -> int:
    """Where a new declaration goes."""
    at = text.find(section)
    if at < 0:
        end = text.rfind(b"#endif")
        return end if end >= 0 else len(text)
    return _section_end(text, at + len(section))


def without_operators(text: bytes) -> bytes:
    """The header with its types and helpers and no operator declared."""
    for section in (SECTION, SECTION_CXX):
        at = text.find(section)
        if at >= 0:
            start = at + len(section)
            text = text[:start] + b"\n\n" + text[_section_end(text, start) :]
    return text


def _section_end(text: bytes, start: int) -> int:
    """Before what closes the section: the end of the API region, of extern "C" or of a conditional."""
    for token in lex(text, start):
        if token.kind == Kind.DIRECTIVE or token.text in (b"}", b"TPUDNN_API_END"):
            return token.start
    return len(text)


def empty_header() -> bytes:
    return (
        b'#pragma once\n\n#include "tpuDNN.h"\n\n#ifdef __cplusplus\nextern "C" {\n#endif\n\n/* operators */\n\n'
        b"#ifdef __cplusplus\n}\n#endif\n"
    )
