"""The comment that stays at a place that was refused."""

from __future__ import annotations

import re

_BLANK = (b" ", b"\t", b"\r", b"\n", b"\\")  # the last one continues the lines of a macro
_MARKER = re.compile(rb"/\* MIGRATE ([A-Z][0-9]+): ")


def marker(identifier: str, message: str) -> bytes:
    text = " ".join(message.split()).replace("*/", "* /").replace("/*", "/ *")
    return f"/* MIGRATE {identifier}: {text} */".encode()


def markers_before(data: bytes, offset: int) -> list[str]:
    """Ids of the markers that stand right before an offset, nearest first."""
    found: list[str] = []
    end = offset
    while True:
        while end > 0 and data[end - 1 : end] in _BLANK:
            end -= 1
        begin = data.rfind(b"/*", 0, end) if data.endswith(b"*/", 0, end) else -1
        identifier = marker_id(data[begin:end]) if begin >= 0 else None
        if identifier is None:
            return found
        found.append(identifier)
        end = begin


def code_behind(data: bytes, offset: int) -> int:
    """Where what stands behind an offset begins, blanks and markers aside."""
    while offset < len(data):
        if data[offset : offset + 1] in _BLANK:
            offset += 1
        elif (found := _MARKER.match(data, offset)) and (end := data.find(b"*/", found.end())) >= 0:
            offset = end + 2
        else:
            break
    return offset


def marker_id(comment: bytes) -> str | None:
    """The id that a comment is the marker of; None for any other comment."""
    found = _MARKER.match(comment)
    return found.group(1).decode() if found else None
