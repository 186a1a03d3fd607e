"""What the unified headers declare, as far as converted code may refer to it by name."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, pairwise
from pathlib import Path

from migrate.frontend.lex import Kind, Token, lex, lex_whole
from migrate.frontend.prototypes import read_prototypes
from migrate.frontend.public_header import FAMILIES
from migrate.project.config import Project

_OPERATORS = b"/* operators */"  # behind it a public header declares what migrate writes
_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)[">]', re.MULTILINE)
_MACRO = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
_DEFINE = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)(?!\()[ \t]+([^\n]*)", re.MULTILINE)


@dataclass(frozen=True)
class UnifiedNames:
    """`known` is False where the tree has no such headers: then nothing is known of them."""

    known: bool = False
    identifiers: frozenset[str] = frozenset()
    values: Mapping[str, str] = field(default_factory=dict)  # constants whose value is spelled as a number
    functions: frozenset[str] = frozenset()  # those that are no operators
    includes: frozenset[str] = frozenset()  # system headers that they include
    standard: frozenset[str] = frozenset()  # what they use of namespace std
    macros: frozenset[str] = frozenset()  # that they define
    called: frozenset[str] = frozenset()  # what they call, or declare as a function
    expanded: frozenset[str] = frozenset()  # names in what their macros stand for
    types: frozenset[str] = frozenset()  # that they declare
    captured: frozenset[str] = (
        frozenset()
    )  # names of variables in their macros, which hide those of what a macro is given

    def __contains__(self, name: object) -> bool:
        return name in self.identifiers


def unified_names(project: Project) -> UnifiedNames:
    """Of the implementation header of library sources and of the public header, with what they include of the unified tree."""
    files = unified_headers(project)
    if not files:
        return UnifiedNames()
    new, near = _new_header(project)
    return _read((new, *(path.read_bytes() for path in dict.fromkeys((*files, *_files(near, project))))))


def unified_headers(project: Project) -> list[Path]:
    """Headers of the unified tree that library sources come to; none where there is no such tree."""
    target = project.target
    folders = [project.target_root / folder for folder in (*target.include, target.sources)]
    starts = [folder / target.implementation for folder in folders if target.implementation]
    if starts and not any(path.is_file() for path in starts):
        return []  # a public header alone is what earlier runs wrote
    return _files([*starts, project.target_root / target.header], project)


def public_names(project: Project) -> UnifiedNames:
    """Of the public header alone, or of what a new one begins with, with what they include of the unified tree."""
    header = project.target_root / project.target.header
    new, near = _new_header(project)
    return _read((new, *(path.read_bytes() for path in _files([header, *near], project))))


def _new_header(project: Project) -> tuple[bytes, list[Path]]:
    """What a public header that is not there yet begins with, and where the headers may be that it includes."""
    target = project.target
    if (project.target_root / target.header).is_file():
        return b"", []
    new = project.unified.header.empty.encode()
    folders = [project.target_root / folder for folder in target.include]
    return new, [folder / name.decode("utf-8", "replace") for _, name in _INCLUDE.findall(new) for folder in folders]


def _files(starts: list[Path], project: Project) -> list[Path]:
    """These and what they include of the unified tree, as far as they are there."""
    target = project.target
    folders = [project.target_root / folder for folder in (*target.include, target.sources)]
    operators = (project.target_root / target.header).resolve() if target.fresh else None
    asked = (tuple(starts), tuple(folders), operators)
    known = _KNOWN.get(asked)
    if known is None or _state([*known[0], *folders]) != known[1]:
        found = sorted(_reached([path for path in starts if path.is_file()], folders, operators))
        known = found, _state([*found, *folders])
        if len(_KNOWN) >= _QUESTIONS:
            _KNOWN.clear()
        _KNOWN[asked] = known
    return list(known[0])


State = tuple[tuple[int, int, int], ...]
_KNOWN: dict[object, tuple[list[Path], State]] = {}
_QUESTIONS = 8  # of one tree: there are three


def _state(paths: list[Path]) -> State:
    """What tells that files, or what lies in folders, are as they were."""
    found: list[tuple[int, int, int]] = []
    for path in paths:
        with suppress(OSError):
            one = os.stat(path)
            found.append((one.st_mtime_ns, one.st_size, one.st_ino))
    return tuple(found)


def _reached(pending: list[Path], folders: list[Path], fresh: Path | None = None) -> set[Path]:
    """Headers that these come to. `fresh`: one whose operators the output does not have, nor the headers that declare more of them."""
    found: set[Path] = set()
    while pending:
        path = pending.pop().resolve()
        if path not in found:
            found.add(path)
            text = path.read_bytes()
            for _, name in _INCLUDE.findall(_before(text, FAMILIES, _OPERATORS) if path == fresh else text):
                near = (folder / name.decode("utf-8", "replace") for folder in (path.parent, *folders))
                pending += islice((file for file in near if file.is_file()), 1)
    return found


def _before(text: bytes, *marks: bytes) -> bytes:
    return text[: min((at for mark in marks if (at := text.find(mark)) >= 0), default=len(text))]


@lru_cache(maxsize=4)
def _read(texts: tuple[bytes, ...]) -> UnifiedNames:
    identifiers: set[str] = set()
    values: dict[str, str] = {}
    includes: set[str] = set()
    functions: set[str] = set()
    standard: set[str] = set()
    called: set[str] = set()
    macros: set[str] = set()
    expanded: set[str] = set()
    types: set[str] = set()
    captured: set[str] = set()
    for text in texts:
        functions |= read_prototypes(text.split(_OPERATORS)[0]).keys()
        tokens = [t for t in lex(text) if t.kind != Kind.COMMENT]
        for token in tokens:
            inner = lex(token.text[1:]) if token.kind == Kind.DIRECTIVE else [token]
            expanded |= _expanded(inner) if token.kind == Kind.DIRECTIVE else set()
            captured |= _captured(inner) if token.kind == Kind.DIRECTIVE else set()
            identifiers |= {t.text.decode("utf-8", "replace") for t in inner if t.kind == Kind.IDENT}
        code = [t.text for t in tokens if t.kind != Kind.DIRECTIVE]
        standard |= {
            _decoded(c) for a, b, c in zip(code, code[1:], code[2:], strict=False) if (a, b) == (b"std", b"::")
        }
        called |= {_decoded(name) for name, behind in pairwise(code) if behind == b"("}
        values |= enumerators_in(code) | _constants(code)
        types |= set(_types(code))
        macros |= {name.decode() for name in _MACRO.findall(text)}
        values |= {n.decode(): v.decode().strip() for n, v in _DEFINE.findall(text)}
        includes |= {name.decode() for mark, name in _INCLUDE.findall(text) if mark == b"<"}
    return UnifiedNames(
        True,
        frozenset(identifiers),
        values,
        frozenset(functions),
        frozenset(includes),
        frozenset(standard),
        frozenset(macros),
        frozenset(called),
        frozenset(expanded),
        frozenset(types),
        frozenset(captured),
    )


_RECORDS = (b"struct", b"class", b"union", b"enum")


def _types(code: list[bytes]) -> Iterator[str]:
    """Names behind the words that declare a type, and those that a typedef ends with."""
    depth, typedef, last = 0, -1, b""
    for before, name, behind in zip(code, code[1:], [*code[2:], b""], strict=False):
        record = before in _RECORDS and behind in (b"{", b";", b":", b"*", b"final") and name not in _RECORDS
        if record or (before == b"using" and behind == b"="):
            yield _decoded(name)
        depth += (name == b"{") - (name == b"}")
        typedef = depth if before == b"typedef" else typedef
        ends = behind in (b";", b"[") or (before == b"*" and behind == b")")  # an array, a pointer to functions
        if typedef == depth and ends and name[:1].isalpha():
            last = name
        if typedef == depth and name == b";":
            yield _decoded(last)
            typedef = -1


def _expanded(directive: list[Token]) -> set[str]:
    """Names in the body of a macro, its parameters left out."""
    words = [t for t in directive if t.kind != Kind.COMMENT]
    if len(words) < 3 or words[0].text != b"define":
        return set()
    first, parameters = 2, set[bytes]()
    if words[2].text == b"(" and words[2].start == words[1].end:
        close = next((i for i, t in enumerate(words) if t.text == b")"), len(words))
        parameters, first = {t.text for t in words[3:close]}, close + 1
    return {_decoded(t.text) for t in words[first:] if t.kind == Kind.IDENT and t.text not in parameters}


def _captured(directive: list[Token]) -> set[str]:
    words = [t for t in directive if t.kind != Kind.COMMENT]
    return {
        _decoded(name.text)
        for before, name, behind in zip(words, words[1:], words[2:], strict=False)
        if name.kind == Kind.IDENT and behind.text == b"=" and before.kind == Kind.IDENT
    }


def _decoded(word: bytes) -> str:
    return word.decode("utf-8", "replace")


@lru_cache(maxsize=64)
def enumerators_of(text: bytes) -> Mapping[str, str]:
    """Enumerators of a text whose numbers it spells, or that follow such."""
    return enumerators_in([t.text for t in lex_whole(text) if t.kind not in (Kind.COMMENT, Kind.DIRECTIVE)])


def enumerators_in(code: list[bytes]) -> dict[str, str]:
    found: dict[str, str] = {}
    code = [*code, b"}", b"}", b"}"]  # of an enumeration that has no end
    for start, text in enumerate(code):
        if text != b"enum":
            continue
        index = start
        while index < len(code) and code[index] not in (b"{", b";", b")"):
            index += 1
        if index >= len(code) or code[index] != b"{":
            continue
        value: int | None = 0
        index += 1
        while index < len(code) and code[index] != b"}":
            name = code[index].decode("utf-8", "replace")
            index += 1
            if code[index] == b"=":
                end = index + 1
                while code[end] not in (b",", b"}"):
                    end += 1
                value = _integer(code[index + 1 : end])
                index = end
            if value is not None:
                found[name] = str(value)
                value += 1
            index += code[index] == b","
    return found


def _integer(tokens: list[bytes]) -> int | None:
    try:
        return int(b"".join(tokens).rstrip(b"uUlL"), 0)
    except ValueError:
        return None


def _constants(code: list[bytes]) -> dict[str, str]:
    found = {}
    for index, text in enumerate(code[:-3]):
        if text == b"=" and code[index + 2] == b";" and _integer([code[index + 1]]) is not None:
            found[code[index - 1].decode("utf-8", "replace")] = str(_integer([code[index + 1]]))
    return found
