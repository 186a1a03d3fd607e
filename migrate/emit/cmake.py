"""A library's source list in CMake gets the families that it does not name yet."""

from __future__ import annotations

import re
from collections.abc import Iterable

from migrate.project.snippets import fill


def add_sources(text: bytes, folder: str, names: Iterable[str], source_list: str) -> bytes:
    """Insert `folder/name` for each name that neither a list nor a GLOB of the folder covers, beside its neighbours.

    `source_list`: the statement that names one where there is no list, with the place `{source}`."""
    content = text.decode("utf-8", "surrogateescape")
    tail = folder.rsplit("/", 1)[-1]
    if re.search(rf"GLOB[^)]*{re.escape(tail)}/\*\.cpp", content):
        return text
    for name in sorted(set(names)):
        if re.search(rf"\b{re.escape(tail)}/{re.escape(name)}\b", content):
            continue
        content = _insert(content, tail, name, source_list)
    return content.encode("utf-8", "surrogateescape")


def _insert(content: str, tail: str, name: str, source_list: str) -> str:
    entries = list(re.finditer(rf"^([ \t]*)(\S*\b{re.escape(tail)}/)(\w+\.cpp)", content, re.MULTILINE))
    if entries:
        after = [e for e in entries if e.group(3) < name]
        entry = after[-1] if after else entries[0]
        line = f"{entry.group(1)}{entry.group(2)}{name}"
        if after:
            return content[: entry.end()] + "\n" + line + content[entry.end() :]
        return content[: entry.start()] + line + "\n" + content[entry.start() :]
    call = re.search(r"add_library\s*\(\s*\w+\s*(?:SHARED|STATIC|OBJECT)?", content)
    if call:
        return content[: call.end()] + f"\n    src/{tail}/{name}" + content[call.end() :]
    return content.rstrip("\n") + f"\n{fill(source_list, {'source': f'src/{tail}/{name}'})}\n"
