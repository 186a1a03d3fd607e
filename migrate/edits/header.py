"""Declarations in the unified header, with a comment made of the legacy header's."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from migrate.frontend.lex import Kind, LineMap, lex
from migrate.frontend.prototypes import read_prototypes

SECTION = b"/* operators */"
SECTION_CXX = b"/* operators, C++ only */"
_CXX = re.compile(rb"\bstd\s*::|&|\btemplate\b")


@dataclass(frozen=True)
class Declaration:
    name: str
    text: bytes  # ends with ; and newline
    comment: tuple[str, ...]  # lines of the legacy comment
    optional: tuple[str, ...]


def doc_comments(header: bytes) -> Mapping[str, tuple[str, ...]]:
    """Legacy function -> lines of the comment right above its prototype."""
    lines = LineMap(header)
    tokens = lex(header)
    found: dict[str, tuple[str, ...]] = {}
    comment: tuple[int, int] | None = None
    for index, token in enumerate(tokens[:-1]):
        if token.kind == Kind.COMMENT:
            if comment is None or header[comment[1] : token.start].strip():
                comment = (token.start, token.end)
            elif header[comment[1] : token.start].count(b"\n") <= 1:
                comment = (comment[0], token.end)
            else:
                comment = (token.start, token.end)
        elif token.kind == Kind.DIRECTIVE or token.text in (b";", b"}"):
            if comment and comment[0] < token.start:
                comment = None
        elif token.kind == Kind.IDENT and tokens[index + 1].text == b"(" and comment:
            begin = lines.line_start(token.start)
            if header[comment[1] : begin].count(b"\n") <= 2:
                found.setdefault(token.text.decode(), _plain(header[comment[0] : comment[1]]))
            comment = None
    return found


def _plain(comment: bytes) -> tuple[str, ...]:
    text = comment.decode("utf-8", "replace")
    text = re.sub(r"^\s*/\*+|\*+/\s*$", "", text)
    lines = [re.sub(r"^\s*(?:\*|//+)? ?", "", line).rstrip() for line in text.splitlines()]
    while lines and not lines[0].strip():
        lines.pop(0)
    while lines and not lines[-1].strip():
        lines.pop()
    return tuple(lines)


def optional_in(comment: Sequence[str], parameters: Sequence[str]) -> list[str]:
    """Parameters that a sentence of the comment calls optional: `BIAS is optional`, `A, B and C are optional`."""
    named = {p.upper(): p for p in parameters}
    found: list[str] = []
    for line in comment:
        match = re.search(r"(.*?)\b(?:is|are) optional", line)
        if match:
            found += [named[w] for w in re.findall(r"\w+", match.group(1)) if w in named]
    return found


def render(declaration: Declaration) -> bytes:
    lines = list(declaration.comment)
    lines += [f"@optional {name}" for name in declaration.optional]
    if not lines:
        return declaration.text
    safe = [line.replace("*/", "* /") for line in lines]
    return ("/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in safe) + " */\n").encode() + declaration.text


def add_declarations(header: bytes, declarations: Sequence[Declaration], ours: frozenset[str]) -> bytes:
    """The header with each declaration once. One that is there already is renewed where it is in `ours`."""
    text = header
    for declaration in declarations:
        place = _find(text, declaration.name)
        if place is None:
            text = _insert(text, declaration)
        elif declaration.name in ours:
            new = render(declaration).rstrip(b"\n")
            if [t.text for t in lex(text[place[0] : place[1]])] != [t.text for t in lex(new)]:
                text = text[: place[0]] + new + text[place[1] :]
    return text


def _find(text: bytes, name: str) -> tuple[int, int] | None:
    """Span of a declaration with its comment."""
    if name.encode() not in text or name not in read_prototypes(text):
        return None
    tokens = lex(text)
    for index, token in enumerate(tokens[:-1]):
        if token.text == name.encode() and tokens[index + 1].text == b"(" and token.kind == Kind.IDENT:
            first = index
            while first > 0 and tokens[first - 1].kind == Kind.IDENT and tokens[first - 1].text != b"TPUDNN_API_BEGIN":
                first -= 1
            last = index
            while tokens[last].text != b";":
                last += 1
            start = tokens[first].start
            if (
                first
                and tokens[first - 1].kind == Kind.COMMENT
                and text[tokens[first - 1].end : start].count(b"\n") == 1
            ):
                if tokens[first - 1].text.startswith(b"/**"):
                    start = tokens[first - 1].start
            return start, tokens[last].end
    return None


def _insert(text: bytes, declaration: Declaration) -> bytes:
    needs_cxx = _CXX.search(declaration.text) is not None and SECTION_CXX in text
    section = SECTION_CXX if needs_cxx else SECTION
    at = text.find(section)
    piece = render(declaration)
    if at < 0:
        end = text.rfind(b"#endif")
        return text[:end] + piece + b"\n" + text[end:] if end >= 0 else text + b"\n" + piece
    end = _section_end(text, at + len(section))
    return text[:end].rstrip() + b"\n\n" + piece + b"\n" + text[end:]


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
