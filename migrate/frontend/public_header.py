"""Which files the public header of the unified tree consists of: itself, and where it says so the headers of its families of operators."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePosixPath

FAMILIES = b"/* families of operators */"  # before a conditional that includes further headers with operators
_CONDITION = re.compile(rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|endif)\b[^\n]*(?:\n|\Z)", re.MULTILINE)
_FAMILY = re.compile(rb"^[ \t]*#[ \t]*include[ \t]*[\"<]([^\">\n]+/)([^\">/\n]+)[\">][^\n]*\n", re.MULTILINE)


def region(text: bytes) -> tuple[int, int] | None:
    """Where the public header includes its families: from the mark to the end of the conditional behind it, or of the one around the mark."""
    start, depth = text.find(FAMILIES), 0
    for line in _CONDITION.finditer(text, start) if start >= 0 else ():
        depth += -1 if line[1] == b"endif" else 1
        if depth <= 0:
            return start, line.end() if depth == 0 else line.start()
    return None


def families(header: str, text: bytes) -> tuple[str, ...]:
    """Paths in the unified tree of the headers that the public header at the path `header` has its operators in; none where it is one file."""
    place = region(text)
    found = _FAMILY.findall(text[slice(*place)]) if place else []
    return tuple(
        str(PurePosixPath(header).parent / (folder + name).decode("utf-8", "replace")) for folder, name in found
    )


def family_of(header: str, text: bytes, stem: str) -> str | None:
    """Path of the family's header with that name, there or not; None where the public header is one file."""
    known = families(header, text)
    return str(PurePosixPath(known[0]).with_name(f"{stem}.h")) if known else None


def with_family(header: str, text: bytes, family: str) -> bytes:
    """The public header with an #include of that family, in the order of their names."""
    place, name = region(text), PurePosixPath(family).name.encode()
    if place is None or family in families(header, text):
        return text
    lines = list(_FAMILY.finditer(text, *place))
    behind = next((line for line in lines if line[2] > name), None)
    like = behind or lines[-1]
    new = like[0].replace(like[1] + like[2], like[1] + name)
    at = behind.start() if behind else like.end()
    return text[:at] + new + text[at:]


def files(header: str, read: Callable[[str], bytes | None]) -> dict[str, bytes]:
    """Texts of the files that the public header consists of, by their paths in the unified tree; itself first, none where it is not there."""
    text = read(header)
    if text is None:
        return {}
    further = ((name, read(name)) for name in families(header, text))
    return {header: text} | {name: own for name, own in further if own is not None}
