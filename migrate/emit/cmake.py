"""A library's source list in CMake gets the families that it does not name yet."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from migrate.project.snippets import fill

_COMMENT = re.compile(r"#\[\[.*?\]\]|#[^\n]*", re.DOTALL)
_ENTRY = re.compile(r'("?)((?:\$\{\w+\}/)?)([\w.+/-]*[\w+*-]\.cpp)\1(?=[\s)])')
_GLOB = re.compile(r"\bGLOB(_RECURSE)?\b[^)]*")
_LIBRARY = re.compile(
    r"\badd_library\s*\(\s*[^\s()]+((?:\s+(?:SHARED|STATIC|OBJECT|MODULE|EXCLUDE_FROM_ALL)(?=[\s)]))*)"
)
_NO_SOURCES = frozenset(("IMPORTED", "ALIAS", "INTERFACE", "UNKNOWN"))


@dataclass(frozen=True)
class _Entry:
    """A source in a list, as it is written: `"${dir}/ops/Abs.cpp"`."""

    start: int
    end: int
    quote: str
    variable: str  # in front of the path, with its slash
    path: PurePosixPath

    def text(self, path: PurePosixPath) -> str:
        return f"{self.quote}{self.variable}{path}{self.quote}"


def add_sources(text: bytes, lists: str, sources: Iterable[str], source_list: str) -> bytes:
    """Names each source that neither an entry nor a GLOB covers, beside its neighbours. All are paths in the unified tree, also of the text: `lists`.

    `source_list`: the statement that names one where there is no list, with the place `{source}`."""
    content = text.decode("utf-8", "surrogateescape")
    for source in sorted(set(sources)):
        path = _relative(source, lists)
        if not (_is_covered(content, path) or _is_covered(content, PurePosixPath(source))):
            content = _insert(content, path, source_list)
    return content.encode("utf-8", "surrogateescape")


def move_source(text: bytes, lists: str, old: str, new: str) -> bytes:
    """A list with a source at its new place; without it where its entry cannot name that, or the list has it already."""
    content = text.decode("utf-8", "surrogateescape")
    before, after = _relative(old, lists), _relative(new, lists)
    for entry in _entries(content):
        if not _names(entry.path, before):
            continue
        left = len(before.parts) - len(entry.path.parts)  # what a variable stands for
        if before.parts[:left] == after.parts[:left] and not (
            _is_covered(content, after) or _is_covered(content, PurePosixPath(new))
        ):
            written = entry.text(PurePosixPath(*after.parts[left:]))
            content = content[: entry.start] + written + content[entry.end :]
        else:
            content = content[: len(content[: entry.start].rstrip())] + content[entry.end :]
        break
    return content.encode("utf-8", "surrogateescape")


def _relative(path: str, lists: str) -> PurePosixPath:
    return PurePosixPath(os.path.relpath(path, PurePosixPath(lists).parent))


def _without_comments(content: str) -> str:
    return _COMMENT.sub(lambda found: " " * len(found[0]), content)


def _entries(content: str) -> Iterator[_Entry]:
    for found in _ENTRY.finditer(_without_comments(content)):
        if "*" not in found[3]:
            yield _Entry(found.start(), found.end(), found[1], found[2], PurePosixPath(found[3].lstrip("/")))


def _names(entry: PurePosixPath, path: PurePosixPath) -> bool:
    """Whether an entry is a path, or its end behind something that a variable stands for."""
    return path.parts[-len(entry.parts) :] == entry.parts


def _is_covered(content: str, path: PurePosixPath) -> bool:
    if any(_names(entry.path, path) for entry in _entries(content) if len(entry.path.parts) > 1 or entry.path == path):
        return True
    for call in _GLOB.finditer(_without_comments(content)):
        folders = [
            PurePosixPath(e[3].lstrip("/")).parent for e in _ENTRY.finditer(call[0] + ")") if e[3].endswith("*.cpp")
        ]
        above = [path.parent, *path.parent.parents] if call[1] else [path.parent]
        if any(folder == one or (folder.name and _names(folder, one)) for folder in folders for one in above):
            return True
    return False


def _insert(content: str, path: PurePosixPath, source_list: str) -> str:
    beside = [e for e in _entries(content) if len(e.path.parts) > 1 and _names(e.path.parent, path.parent)]
    if beside:
        before = [entry for entry in beside if entry.path.name < path.name]
        entry = before[-1] if before else beside[0]
        line = content[content.rfind("\n", 0, entry.start) + 1 : entry.start]
        indent = line if not line.strip() else "    "
        new = entry.text(entry.path.with_name(path.name))
        if before:
            return f"{content[: entry.end]}\n{indent}{new}{content[entry.end :]}"
        return f"{content[: entry.start]}{new}\n{indent}{content[entry.start :]}"
    for call in _LIBRARY.finditer(_without_comments(content)):
        if not _NO_SOURCES & {*content[call.start() : content.find(")", call.end())].split()}:
            return f"{content[: call.end()]}\n    {path}{content[call.end() :]}"
    if not source_list:
        return content
    return content.rstrip("\n") + f"\n{fill(source_list, {'source': str(path)})}\n"
