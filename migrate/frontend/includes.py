"""Headers that a text includes, directly or through others, as far as they lie in the folders named; without a compiler."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

_SPLICE = re.compile(rb"\\[ \t]*\r?\n")
_GAP = rb"(?:[ \t\v\f]|/\*[^*]*(?:\*(?!/)[^*]*)*\*/)*"
_INCLUDE = re.compile(
    rb"(?:#|%%:)%b(?:include|include_next|import)%b[<\"]([^>\"\n]+)[>\"]" % (_GAP, _GAP)
)  # wherever it stands in a line: what comes before may be a comment
_OTHERWISE = re.compile(rb"\b(?:include|include_next|import|__has_include)\b(?![ \t]*[<\"])")
_QUOTED = re.compile(rb"<([^<>\n\"]+)>|\"([^\"\n]+)\"")
_FOLDERS = ("-I", "-isystem", "-iquote", "-idirafter", "--include-directory=")
_FILES = ("-include", "-imacros")
_VARIABLES = ("CPATH", "CPLUS_INCLUDE_PATH")


def included(
    data: bytes, near: Iterable[Path], folders: Iterable[Path], options: Sequence[str] = ()
) -> dict[Path, bytes]:
    """Every header of that name in any folder, whichever a compiler would take and whatever conditional it stands in. Where a text includes
    by a macro's name, each name in quotes that it, or one of the options, has may be meant.

    `near`: folders of the text itself.
    """
    found: dict[Path, bytes] = {}
    folders = list(folders)
    named = _quoted("\n".join(options).encode("utf-8", "replace"))
    tried: set[tuple[str, Path]] = set()
    seen: set[str] = set()
    own_folders: dict[Path, None] = {}
    by_name = False
    pending = [(data, tuple(near))]

    def look(names: Iterable[str], places: Iterable[Path]) -> None:
        for name in names:
            for folder in places:
                if (name, folder) in tried:
                    continue
                tried.add((name, folder))
                path = folder / name
                if not _is_file(path) or (place := _place(path)) in seen:
                    continue
                seen.add(place)
                found[path] = path.read_bytes()
                pending.append((found[path], (path.parent,)))

    while pending:
        text, own = pending.pop()
        text = _SPLICE.sub(b"", text) if b"\\" in text else text
        look((name.decode("utf-8", "surrogateescape") for name in _INCLUDE.findall(text)), [*own, *folders])
        own_folders |= dict.fromkeys(own)
        named |= _quoted(text)
        by_name = by_name or _OTHERWISE.search(text) is not None
        if by_name and not pending:
            look(named, [*own_folders, *folders])
    return found


def _place(path: Path) -> str:
    """Where a path leads without its `..`, by which a header may include itself under ever longer names; not across a symbolic link."""
    plain = os.path.normpath(path)
    return plain if os.path.realpath(plain) == os.path.realpath(path) else str(path)


def _quoted(text: bytes) -> dict[str, None]:
    parts = (angled or quoted for angled, quoted in _QUOTED.findall(text))
    return dict.fromkeys(part.decode("utf-8", "surrogateescape") for part in parts)


def searched(flags: Sequence[str]) -> tuple[list[Path], list[Path]]:
    """Folders that a compiler's options, and its environment, add to those that are searched for headers; and files that options include."""
    folders = [Path(f) for name in _VARIABLES for f in os.environ.get(name, "").split(os.pathsep) if f]
    folders += [Path(value) for value in _values(flags, _FOLDERS)]
    return folders, [Path(value) for value in _values(flags, _FILES)]


def _values(flags: Sequence[str], options: Sequence[str]) -> Iterator[str]:
    for flag, following in zip(flags, (*flags[1:], ""), strict=False):
        for option in options:
            if flag == option:
                yield following
            elif flag.startswith(option):
                yield flag.removeprefix(option)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False
