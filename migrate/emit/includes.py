"""Headers that the code of a family needs: added behind the last include, and gone when what needed them is gone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from migrate.frontend.directives import macros_asked
from migrate.frontend.lex import all_texts

_INTEGERS = [
    sign + kind + width + b"_t"
    for sign in (b"int", b"uint")
    for kind, width in (
        *((kind, width) for kind in (b"", b"_least", b"_fast") for width in (b"8", b"16", b"32", b"64")),
        (b"max", b""),
        (b"ptr", b""),
    )
]
_HEADERS = (
    (b"std::map", "map"),
    (b"std::vector", "vector"),
    (b"std::min", "algorithm"),
    (b"std::max", "algorithm"),
    (b"std::sort", "algorithm"),
    (b"std::string", "string"),
    (b"std::ostringstream", "sstream"),
    (b"std::stringstream", "sstream"),
    (b"std::array", "array"),
    (b"std::tuple", "tuple"),
    (b"std::set", "set"),
    (b"std::deque", "deque"),
    (b"std::unordered_map", "unordered_map"),
    (b"std::unordered_set", "unordered_set"),
    (b"std::function", "functional"),
    (b"std::unique_ptr", "memory"),
    (b"std::shared_ptr", "memory"),
    (b"std::accumulate", "numeric"),
    (b"std::numeric_limits", "limits"),
    (b"memcpy", "cstring"),
    (b"memset", "cstring"),
    (b"abs", "cstdlib"),
    (b"sqrt", "cmath"),
    (b"INFINITY", "cmath"),
    *((name, "cstdint") for name in (b"std::" + word for word in _INTEGERS)),
    *((b"std::" + word, "cstddef") for word in (b"size_t", b"ptrdiff_t", b"nullptr_t")),
)


@dataclass(frozen=True)
class Shared:
    """The header of shared helpers: its #include line and the names it defines."""

    include: bytes
    names: frozenset[bytes]


def standard_headers(text: bytes) -> set[str]:
    """Standard headers that a definition brings along."""
    words = {*all_texts(text)}
    return {header for name, header in _HEADERS if name.removeprefix(b"std::") in words and name in text}


def with_headers(
    text: bytes, shared: Shared | None, headers: Iterable[str], last: Sequence[str]
) -> tuple[bytes, tuple[str, ...]]:
    """The text with the headers that it needs, and the lines that were added. `last`: lines that the last run added and that may go."""
    bare = _without(text, last)
    wanted = _wanted(bare, shared, headers)
    added = tuple(line.decode() for line in wanted)
    if set(added) == set(last) or not wanted:
        return (text if set(added) == set(last) else bare), added
    lines = bare.split(b"\n")
    behind = max((i for i, line in enumerate(lines) if line.startswith(b"#include")), default=-1)
    own = [w for w in wanted if b'"' in w]
    standard = sorted(w for w in wanted if b"<" in w)
    if shared and standard and (own or shared.include in lines):  # its macros would be in force in the system's headers
        behind = lines.index(shared.include) - 1 if shared.include in lines else behind
        new = [*lines[: behind + 1], b"", *standard, *own, *lines[behind + 1 :]]
    else:
        new = [*lines[: behind + 1], *own, *([b""] if standard else []), *standard, *lines[behind + 1 :]]
    return b"\n".join(new), added


def _wanted(text: bytes, shared: Shared | None, headers: Iterable[str]) -> list[bytes]:
    words = {*all_texts(text)} | macros_asked(text)
    wanted = []
    if shared and shared.include not in text and words & shared.names:
        wanted.append(shared.include)
    for name, header in _HEADERS:
        plain = name.removeprefix(b"std::")
        line = f"#include <{header}>".encode()
        if plain in words and name in text and line not in text and line not in wanted:
            wanted.append(line)
    own = [line for name in sorted(headers) if name[:1] == '"' and (line := f"#include {name}".encode()) not in text]
    for needed in sorted(name for name in headers if name[:1] != '"'):
        line = f"#include <{needed}>".encode()
        twin = f"#include <c{needed.removesuffix('.h')}>".encode() if needed.endswith(".h") else line
        if not {line, twin} & set(wanted) and line not in text and twin not in text:
            wanted.append(line)
    return [*own, *wanted]  # what these declare is known to the others


def _without(text: bytes, last: Sequence[str]) -> bytes:
    """Without lines that were added, and the blank line that was put before those of the system."""
    gone = {line.encode() for line in last}
    lines = text.split(b"\n")
    kept: list[bytes] = []
    cut = False
    for line in lines:
        if line in gone:
            if b"<" in line and not cut and kept and kept[-1] == b"":
                kept.pop()
            cut = cut or b"<" in line
            gone.discard(line)
        else:
            kept.append(line)
    return b"\n".join(kept)
