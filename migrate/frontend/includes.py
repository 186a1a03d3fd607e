"""Headers that a text includes, directly or through others, as far as they lie in the folders named; without a compiler."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

_INCLUDE = re.compile(rb"^[ \t]*#[ \t]*(?:include|include_next|import)[ \t]*[<\"]([^>\"\n]+)[>\"]", re.MULTILINE)


def included(data: bytes, near: Iterable[Path], folders: Iterable[Path]) -> dict[Path, bytes]:
    """Every header of that name in any folder, whichever a compiler would take and whatever conditional it stands in.

    `near`: folders of the text itself.
    """
    found: dict[Path, bytes] = {}
    folders = list(folders)
    pending = [(data, tuple(near))]
    while pending:
        text, own = pending.pop()
        for name in _INCLUDE.findall(text):
            for folder in (*own, *folders):
                path = folder / name.decode("utf-8", "replace")
                if path in found or not path.is_file():
                    continue
                found[path] = path.read_bytes()
                pending.append((found[path], (path.parent,)))
    return found
