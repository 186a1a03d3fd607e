"""Facts about one file as one chip's compiler sees it, keyed by byte offset in the file.

libclang's Python `extent` gives the place where a macro is expanded, which is wrong for code inside SAFE_CALL(...). Here every
token of the file is annotated at once (clang_annotateTokens) and token locations are file offsets, so they are right everywhere.
"""

from __future__ import annotations

import glob
import os
import shutil
import struct
import subprocess
from collections.abc import Sequence
from ctypes import POINTER, Structure, byref, c_int, c_uint, c_void_p, cast, string_at
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import ClassVar

from clang import cindex

from migrate.model import Place, Span

_PARM, _VAR, _FIELD, _FUNCTION, _ENUMERATOR = 10, 9, 6, 8, 7
_REFERENCES = frozenset((101, 102))  # DeclRefExpr, MemberRefExpr
_DECLARATIONS = frozenset((_PARM, _VAR, _FIELD, _FUNCTION))
_IDENTIFIER, _KEYWORD = 2, 1


class ParseFailed(RuntimeError):
    """The file does not parse for a chip; `place` is the first error."""

    def __init__(self, chip: str, place: Place, message: str) -> None:
        super().__init__(f"{place}: {message} (parsed for {chip})")
        self.chip, self.place, self.message = chip, place, message


@dataclass(frozen=True)
class Decl:
    """What an identifier stands for: `kind` param, variable, field, function or other; `owner` the record of a field."""

    kind: str
    name: str
    type: str
    owner: str
    offset: int  # of its name in the file; -1 where it is declared elsewhere


@dataclass(frozen=True)
class ChipFacts:
    chip: str
    references: dict[int, Decl]  # offset of an identifier -> what it stands for
    definitions: dict[int, Decl]  # offset of the name of a function defined in the file
    skipped: tuple[Span, ...]
    problems: tuple[str, ...] = ()
    elapsed: float = 0.0


@dataclass(frozen=True)
class ParseRequest:
    path: str
    chip: str
    arguments: tuple[str, ...]
    stubs: tuple[tuple[str, bytes], ...] = ()
    text: bytes | None = field(default=None, repr=False)


class _Token(Structure):
    _fields_ = (("data", c_uint * 4), ("pointer", c_void_p))


class _Cursor(Structure):
    _fields_ = (("kind", c_int), ("xdata", c_int), ("data", c_void_p * 3))


class _Ranges(Structure):
    _fields_ = (("count", c_uint), ("ranges", POINTER(cindex.SourceRange)))


@cache
def _library() -> cindex.CDLL:
    lib = cindex.conf.lib
    unit = c_void_p
    lib.clang_annotateTokens.argtypes = [unit, c_void_p, c_uint, c_void_p]
    lib.clang_annotateTokens.restype = None
    lib.clang_getSkippedRanges.argtypes = [unit, c_void_p]
    lib.clang_getSkippedRanges.restype = POINTER(_Ranges)
    lib.clang_disposeSourceRangeList.argtypes = [POINTER(_Ranges)]
    lib.clang_disposeSourceRangeList.restype = None
    lib.clang_getFileLocation.argtypes = [
        cindex.SourceLocation,
        POINTER(c_void_p),
        POINTER(c_uint),
        POINTER(c_uint),
        POINTER(c_uint),
    ]
    lib.clang_getFileLocation.restype = None
    return lib


@cache
def builtin_headers() -> tuple[str, ...]:
    """Folder with stddef.h and its like: the libclang wheel brings none, so an installed compiler's are used."""
    for pattern in ("/usr/lib/llvm-*/lib/clang/*/include", "/usr/lib/clang/*/include", "/usr/lib64/clang/*/include"):
        found = sorted(p for p in glob.glob(pattern) if os.path.isfile(os.path.join(p, "stddef.h")))
        if found:
            return (found[-1],)
    for compiler in (os.environ.get("CXX", ""), "g++", "c++", "clang++"):
        if not compiler or not shutil.which(compiler):
            continue
        try:
            answer = subprocess.run(
                [compiler, "-print-file-name=include"], capture_output=True, text=True, timeout=20, check=True
            )
        except (OSError, subprocess.SubprocessError):
            continue
        folder = answer.stdout.strip()
        if os.path.isabs(folder) and os.path.isfile(os.path.join(folder, "stddef.h")):
            return (folder,)
    return ()


def parse(request: ParseRequest) -> ChipFacts:
    """Facts of one file for one chip. Raises ParseFailed where the compiler reports an error."""
    lib = _library()
    arguments = [*request.arguments]
    for folder in builtin_headers():
        arguments += ["-isystem", folder]
    unsaved = [(name, text.decode("utf-8", "surrogateescape")) for name, text in request.stubs]
    data = request.text if request.text is not None else Path(request.path).read_bytes()
    if request.text is not None:
        unsaved.append((request.path, request.text.decode("latin-1")))
    index = cindex.Index.create()
    try:
        unit = index.parse(request.path, args=arguments, unsaved_files=unsaved, options=1)
    except cindex.TranslationUnitLoadError as error:
        raise ParseFailed(request.chip, Place(request.path, 1, 1), f"libclang cannot read the file: {error}") from None
    for problem in unit.diagnostics:
        if problem.severity >= cindex.Diagnostic.Error:
            where = problem.location
            name = where.file.name if where.file else request.path
            raise ParseFailed(request.chip, Place(name, where.line, where.column), problem.spelling)
    handle = unit.get_file(request.path)
    references, definitions = _annotate(lib, unit, handle, data)
    return ChipFacts(request.chip, references, definitions, _skipped(lib, unit, handle))


def _annotate(lib, unit, handle, data: bytes) -> tuple[dict[int, Decl], dict[int, Decl]]:
    start = cindex.SourceLocation.from_offset(unit, handle, 0)
    end = cindex.SourceLocation.from_offset(unit, handle, len(data))
    extent = cindex.SourceRange.from_locations(start, end)
    tokens = POINTER(cindex.Token)()
    count = c_uint()
    lib.clang_tokenize(unit, extent, byref(tokens), byref(count))
    cursors = (_Cursor * count.value)()
    lib.clang_annotateTokens(unit, cast(tokens, c_void_p), count, cursors)
    raw = string_at(tokens, count.value * 24)
    rows = list(struct.iter_unpack("IIIIP", raw))
    base = _base(lib, unit, tokens, rows)
    reader = _DeclReader(lib, unit, handle)
    references: dict[int, Decl] = {}
    definitions: dict[int, Decl] = {}
    for position, (kind, location, *_rest) in enumerate(rows):
        if kind != _IDENTIFIER:
            continue
        cursor = cursors[position]
        if cursor.kind in _REFERENCES:
            decl = reader.referenced(cursor)
        elif cursor.kind in _DECLARATIONS:
            decl = reader.declared(cursor)
            if decl and cursor.kind == _FUNCTION and decl.offset == location - base:
                definitions[decl.offset] = decl
        else:
            continue
        if decl:
            references[location - base] = decl
    lib.clang_disposeTokens(unit, tokens, count)
    return references, definitions


def _base(lib, unit, tokens, rows) -> int:
    """Encoded location of offset 0: token locations inside one file are this plus their offset. Checked on three tokens."""
    bases: set[int] = set()
    for position in {0, len(rows) // 2, len(rows) - 1} if rows else ():
        location = lib.clang_getTokenLocation(unit, tokens[position])
        offset = c_uint()
        lib.clang_getFileLocation(location, None, None, None, byref(offset))
        bases.add(rows[position][1] - offset.value)
    if len(bases) > 1:
        raise RuntimeError(
            "libclang encodes token locations in a way that is not known here; install libclang 16 to 18"
        )
    return bases.pop() if bases else 0


class _DeclReader:
    """Reads declarations once each, by the address that libclang gives them."""

    KINDS: ClassVar[dict[int, str]] = {
        _PARM: "param",
        _VAR: "variable",
        _FIELD: "field",
        _FUNCTION: "function",
        _ENUMERATOR: "enumerator",
    }

    def __init__(self, lib, unit: cindex.TranslationUnit, handle: cindex.File) -> None:
        self.lib = lib
        self.unit = unit
        self.file = handle
        self.known: dict[int, Decl | None] = {}

    def referenced(self, cursor: _Cursor) -> Decl | None:
        return self.read(self.lib.clang_getCursorReferenced(self.public(cursor)))

    def declared(self, cursor: _Cursor) -> Decl | None:
        return self.read(self.public(cursor))

    def public(self, cursor: _Cursor) -> cindex.Cursor:
        found = cast(byref(cursor), POINTER(cindex.Cursor)).contents
        found._tu = self.unit
        return found

    def read(self, cursor: cindex.Cursor | None) -> Decl | None:
        if cursor is None:
            return None
        key = cursor.data[0]
        if key not in self.known:
            self.known[key] = self._read(cursor)
        return self.known[key]

    def _read(self, cursor: cindex.Cursor) -> Decl | None:
        kind = self.KINDS.get(cursor._kind_id)
        if kind is None:
            return None
        parent = cursor.semantic_parent
        owner = parent.type.spelling if kind == "field" and parent is not None else ""
        where = cursor.location
        file = where.file
        offset = where.offset if file is not None and file.name == self.file.name else -1
        return Decl(kind, cursor.spelling, cursor.type.spelling, owner, offset)


def _skipped(lib, unit, handle) -> tuple[Span, ...]:
    ranges = lib.clang_getSkippedRanges(unit, handle)
    try:
        found = []
        for position in range(ranges.contents.count):
            item = ranges.contents.ranges[position]
            found.append(Span(_offset(lib, item, "start"), _offset(lib, item, "end")))
        return tuple(found)
    finally:
        lib.clang_disposeSourceRangeList(ranges)


def _offset(lib, item: cindex.SourceRange, side: str) -> int:
    location = lib.clang_getRangeStart(item) if side == "start" else lib.clang_getRangeEnd(item)
    offset = c_uint()
    lib.clang_getFileLocation(location, None, None, None, byref(offset))
    return offset.value


def parse_all(requests: Sequence[ParseRequest]) -> list[ChipFacts]:
    """One process per chip where there are several; the results in order."""
    if len(requests) < 2 or (os.cpu_count() or 1) < 2:
        return [parse(r) for r in requests]
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    _library()
    builtin_headers()
    with ProcessPoolExecutor(len(requests) - 1, mp_context=get_context("fork")) as pool:
        others = [pool.submit(parse, request) for request in requests[1:]]
        return [parse(requests[0]), *(other.result() for other in others)]
