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
    comments: list[bytes] = []
    end = 0
    for index, token in enumerate(tokens[:-1]):
        if token.kind == Kind.COMMENT:
            if comments and (header[end : token.start].strip() or header[end : token.start].count(b"\n") > 1):
                comments = []
            comments.append(header[token.start : token.end])
            end = token.end
        elif token.kind == Kind.DIRECTIVE or token.text in (b";", b"}"):
            comments = []
        elif token.kind == Kind.IDENT and tokens[index + 1].text == b"(" and comments:
            begin = lines.line_start(token.start)
            if header[end:begin].count(b"\n") <= 2:
                found.setdefault(token.text.decode("utf-8", "replace"), _plain(comments))
            comments = []
    return found


def _plain(comments: Sequence[bytes]) -> tuple[str, ...]:
    """Lines of comments that follow each other, each without the marks of its own kind."""
    lines: list[str] = []
    for comment in comments:
        text = comment.decode("utf-8", "replace")
        if text.startswith("/*"):
            text = re.sub(r"^/\*+|\*+/$", "", text)
            made = [re.sub(r"^\s*\*? ?", "", line).rstrip() for line in text.splitlines()]
            lines += _trimmed(made)
        else:
            lines += [re.sub(r"^\s*//+ ?", "", line).rstrip() for line in text.splitlines()]
    return tuple(_trimmed(lines))


def _trimmed(lines: list[str]) -> list[str]:
    """Without the blank lines at both ends."""
    said = [index for index, line in enumerate(lines) if line.strip()]
    return lines[said[0] : said[-1] + 1] if said else []


def optional_in(comment: Sequence[str], parameters: Sequence[str]) -> list[str]:
    """Parameters that a sentence of the comment calls optional: `BIAS is optional`, `A, B and C are optional`."""
    named = {p.upper(): p for p in parameters}
    found: list[str] = []
    for line in comment:
        match = re.search(r"(.*?)\b(?:is|are) optional", line) if " optional" in line else None
        if match:
            found += [named[w] for w in re.findall(r"\w+", match.group(1)) if w in named]
    return found
