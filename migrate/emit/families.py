"""Functions go to the source file of their family; what a person changed there since the last run stays.

The manifest beside the sources says which functions are what migrate made of the legacy ones, by a digest of their
tokens. A function whose digest differs, or that is not listed, belongs to a person.
"""

from __future__ import annotations

import fnmatch
import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from migrate.emit.merge3 import keep_changes
from migrate.emit.records import damaged, read_record, read_texts
from migrate.frontend.directives import build_tree, inactive_spans, macros_asked
from migrate.frontend.lex import lex_whole
from migrate.frontend.source import Function, Source

DEFAULT_FAMILY = "Misc"
_HEADERS = (
    (b"std::map", "map"),
    (b"std::vector", "vector"),
    (b"std::min", "algorithm"),
    (b"std::max", "algorithm"),
    (b"std::sort", "algorithm"),
    (b"std::string", "string"),
    (b"memcpy", "cstring"),
    (b"memset", "cstring"),
    (b"abs", "cstdlib"),
    (b"sqrt", "cmath"),
    (b"INFINITY", "cmath"),
)


def family_of(legacy: str, unified: str, families: Mapping[str, Sequence[str]]) -> str:
    """Family whose patterns match the name without prefix and suffix; an exact name wins, then the first pattern."""
    stem = unified.removeprefix("_").removeprefix("tpudnn").removesuffix("Async")
    for family, patterns in families.items():
        if stem in patterns or legacy in patterns:
            return family
    for family, patterns in families.items():
        if any(fnmatch.fnmatchcase(stem, p) for p in patterns):
            return family
    return DEFAULT_FAMILY


def digest(text: bytes) -> str:
    """Digest of a definition's tokens, comments included: white space does not count."""
    return hashlib.sha256(b"\0".join(t.text for t in lex_whole(text))).hexdigest()


@dataclass(frozen=True)
class Manifest:
    """Unified name -> file and digest of what migrate wrote."""

    functions: Mapping[str, tuple[str, str]]

    @staticmethod
    def read(text: bytes | None, name: str = "the manifest") -> Manifest:
        """Raises UsageError where the text is no manifest."""
        functions = read_record(text, name).get("functions", {})
        try:
            return Manifest({n: (str(e["file"]), str(e["sha256"])) for n, e in functions.items()})
        except (AttributeError, KeyError, TypeError):
            raise damaged(name, "its functions are not a mapping of names to file and sha256") from None

    def write(self) -> bytes:
        entries = {n: {"file": f, "sha256": d} for n, (f, d) in sorted(self.functions.items())}
        return json.dumps({"version": 1, "functions": entries}, indent=1).encode() + b"\n"


@dataclass(frozen=True)
class Generated:
    """Texts of the last run, kept beside the manifest: the base of a merge with what a person changed since."""

    texts: Mapping[str, bytes]

    @staticmethod
    def path(manifest: str) -> str:
        return manifest.removesuffix(".json") + ".generated.json"

    @staticmethod
    def read(text: bytes | None, name: str = "the record") -> Generated:
        """Raises UsageError where the text is no record of the last run."""
        return Generated(read_texts(text, name, "utf-8"))

    def write(self) -> bytes:
        texts = {n: t.decode("utf-8", "surrogateescape") for n, t in sorted(self.texts.items())}
        return json.dumps(texts, indent=1).encode() + b"\n"


@dataclass(frozen=True)
class UserEdit:
    """A function that a person changed: `state` is kept, merged or conflict."""

    name: str
    state: str


@dataclass(frozen=True)
class FamilyEntry:
    """A definition for a family file; `order` its place in the input, so that callees stand before their callers."""

    name: str
    text: bytes
    order: int
    definition: bool = True  # False for macros, types and refused functions
    further: tuple[str, ...] = ()  # names that it defines as well
    includes: tuple[str, ...] = ()  # headers of the system that it needs


@dataclass(frozen=True)
class Shared:
    """The header of shared helpers: its #include line and the names it defines."""

    include: bytes
    names: frozenset[bytes]


def definitions(text: bytes) -> dict[str, Function]:
    blanked = bytearray(text)
    for span in inactive_spans(build_tree(text, lex_whole(text)), {}):  # refused functions stand behind #if 0
        blanked[span.start : span.end] = bytes(0x0A if b == 0x0A else 0x20 for b in text[span.start : span.end])
    source = Source("", bytes(blanked), ())
    return {f.name: f for f in source.functions}


def without_refused(text: bytes, name: str) -> bytes:
    """The file without what an earlier run left of a refused function: its markers and its legacy text."""
    if b"#if 0 // " + name.encode() not in text:
        return text
    block = rb"(?:/\* MIGRATE [^\n]*\*/\n)+#if 0 // %b\n.*?\n#endif // %b\n+" % (
        re.escape(name.encode()),
        re.escape(name.encode()),
    )
    return re.sub(block, b"", text, flags=re.DOTALL)


def merge_family(
    existing: bytes | None,
    entries: Iterable[FamilyEntry],
    manifest: Manifest,
    preamble: bytes,
    shared: Shared | None = None,
    last: Mapping[str, bytes] | None = None,
) -> tuple[bytes, list[UserEdit]]:
    """The family's file with the definitions put in, and those that a person has taken over. `last`: texts of the last run."""
    entries = list(entries)
    text = existing if existing is not None else preamble
    for item in entries:
        if not _has_block(text, item):
            text = without_refused(text, item.name)
    known = definitions(text)
    kept: list[UserEdit] = []
    changes: list[tuple[int, int, bytes]] = []
    added: list[bytes] = []
    for item in sorted(entries, key=lambda p: p.order):
        found = known.get(item.name)
        if found is None:
            if not _has_block(text, item):
                added.append(item.text)
            continue
        current = text[found.lead.start : found.span.end]
        listed = manifest.functions.get(item.name)
        if digest(current) == digest(item.text):
            continue
        if listed is None or listed[1] != digest(current):
            merged, state = _merge((last or {}).get(item.name), current, item.text)
            kept.append(UserEdit(item.name, state))
            if merged != current:
                changes.append((found.lead.start, found.span.end, merged.rstrip(b"\n")))
            continue
        changes.append((found.lead.start, found.span.end, item.text.rstrip(b"\n")))
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    headers = {name for item in entries for name in item.includes}
    return _with_headers(_append(text, added), shared, [text, *added], headers), kept


def _merge(last: bytes | None, current: bytes, new: bytes) -> tuple[bytes, str]:
    """What a person wrote, with what changed since the last run merged in."""
    base, ours, theirs = (text.rstrip(b"\n") + b"\n" for text in (last or b"", current, new))
    return keep_changes(base, ours, theirs, last is None or digest(last) == digest(new))


def _has_block(text: bytes, item: FamilyEntry) -> bool:
    """Macros and refused functions are no definitions: they are there when their whole text is."""
    return not item.definition and item.text.strip() in text


def _append(text: bytes, added: list[bytes]) -> bytes:
    """Behind the last function, before a closing #endif of an include guard."""
    if not added:
        return text
    lines = text.rstrip().split(b"\n")
    guarded = any(line.startswith(b"#ifndef") for line in lines[:5]) and lines[-1].startswith(b"#endif")
    head, tail = (b"\n".join(lines[:-1]).rstrip(), b"\n\n" + lines[-1]) if guarded else (text.rstrip(), b"")
    return b"\n\n".join([head, *(piece.rstrip(b"\n") for piece in added)]) + tail + b"\n"


def _with_headers(text: bytes, shared: Shared | None, pieces: Sequence[bytes], headers: Iterable[str]) -> bytes:
    """Headers that the code needs, added behind the last include; `pieces` is the text in parts that are known from before."""
    words = {t.text for piece in pieces for t in lex_whole(piece)}.union(*(macros_asked(piece) for piece in pieces))
    wanted = []
    if shared and shared.include not in text and words & shared.names:
        wanted.append(shared.include)
    for name, header in _HEADERS:
        plain = name.removeprefix(b"std::")
        line = f"#include <{header}>".encode()
        if plain in words and name in text and line not in text and line not in wanted:
            wanted.append(line)
    for needed in sorted(headers):
        line = f"#include <{needed}>".encode()
        twin = f"#include <c{needed.removesuffix('.h')}>".encode() if needed.endswith(".h") else line
        if not {line, twin} & set(wanted) and line not in text and twin not in text:
            wanted.append(line)
    if not wanted:
        return text
    lines = text.split(b"\n")
    last = max((i for i, line in enumerate(lines) if line.startswith(b"#include")), default=-1)
    own = [w for w in wanted if b'"' in w]
    standard = sorted(w for w in wanted if b"<" in w)
    return b"\n".join([*lines[: last + 1], *own, *([b""] if standard else []), *standard, *lines[last + 1 :]])


def standard_headers(text: bytes) -> set[str]:
    """Standard headers that a definition brings along."""
    words = {t.text for t in lex_whole(text)}
    return {header for name, header in _HEADERS if name.removeprefix(b"std::") in words and name in text}


def preamble(implementation: str) -> bytes:
    return f'#include "{implementation}"\n'.encode()
