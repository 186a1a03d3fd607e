"""Comments above the prototypes of a header."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from migrate.frontend.lex import Kind, LineMap, lex_whole


def doc_comments(header: bytes) -> Mapping[str, tuple[str, ...]]:
    """Legacy function -> lines of the comment right above its prototype."""
    lines = LineMap(header)
    tokens = lex_whole(header)
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
                found.setdefault(token.text.decode("utf-8", "replace"), _plain(header[comment[0] : comment[1]]))
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
        match = re.search(r"(.*?)\b(?:is|are) optional", line) if " optional" in line else None
        if match:
            found += [named[w] for w in re.findall(r"\w+", match.group(1)) if w in named]
    return found
