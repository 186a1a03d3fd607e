"""The comment that stays at a place that was refused."""

from __future__ import annotations

import re

_MARKER = re.compile(rb"/\* MIGRATE ([A-Z][0-9]+): ")


def marker(identifier: str, sentence: str) -> bytes:
    text = " ".join(sentence.split()).replace("*/", "* /").replace("/*", "/ *")
    return f"/* MIGRATE {identifier}: {text} */".encode()


def marker_id(comment: bytes) -> str | None:
    """The id that a comment is the marker of; None for any other comment."""
    found = _MARKER.match(comment)
    return found.group(1).decode() if found else None
