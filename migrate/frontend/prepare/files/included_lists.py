"""Files that are nothing but a list of macros' uses or of values, as an X-macro's, are taken as if they stood where a source includes them.

Such a file has no directive, so its text is what the preprocessor reads in the place of the `#include`, however often and within whatever brackets.
"""

from __future__ import annotations

from pathlib import Path

from migrate.frontend.directives import included_name
from migrate.frontend.lex import Kind
from migrate.frontend.source import Source
from migrate.project.config import Project

_BETWEEN = frozenset((b",", b";", b"-", b"+"))

Piece = tuple[int, int, Source]
"""Offset in a text, offset in the file, the file."""


def with_lists(project: Project, path: Path, source: Source) -> tuple[bytes, list[Piece]] | None:
    """The text of a source with the lists that it includes by their places beside it; None where it has none."""
    made, pieces, position = bytearray(), list[Piece](), 0
    for directive in source.tree.others:
        name = included_name(directive)
        found = _list(project, path.parent / name) if name and name not in project.library.stubs else None
        if found is None:
            continue
        pieces.append((len(made), position, source))
        made += source.data[position : directive.line.start]
        pieces.append((len(made), 0, found))
        made += found.data + (b"" if found.data.endswith(b"\n") else b"\n")
        position = directive.line.end
    if not position:
        return None
    pieces.append((len(made), position, source))
    return bytes(made + source.data[position:]), pieces


def _list(project: Project, file: Path) -> Source | None:
    if not file.is_file() or project.root not in file.resolve().parents:
        return None
    data = file.read_bytes()
    if (
        b"#" in data
        or b"\\\n" in data
        or b"\\\r\n" in data
        or b"%:" in data
        or b"??" in data
        or data[:3] == b"\xef\xbb\xbf"
    ):
        return None
    source = Source(project.relative(file), data, project.chips)
    return source if source.code and _is_list(source) else None


def _is_list(source: Source) -> bool:
    """Whether a text is uses of macros with arguments, or numbers and texts, and no definition or declaration."""
    index = 0
    while index < len(source.code):
        token = source.code[index]
        if token.kind == Kind.IDENT:
            if source.text(index + 1) != b"(" or source.pairs.get(index + 1, -1) < index:
                return False
            index = source.pairs[index + 1]
        elif token.kind not in (Kind.NUMBER, Kind.STRING) and token.text not in _BETWEEN:
            return False
        index += 1
    return True
