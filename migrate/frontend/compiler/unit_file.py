"""One file of a parsed unit, and walks over its syntax tree."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from ctypes import byref, c_uint, c_void_p, cast
from functools import cache
from pathlib import Path
from typing import Any

from clang import cindex

from migrate.frontend.compiler.libclang import INCLUSION_VISITOR, VISITOR, Cursor, SourceLocation, String, library

UNIT = 300  # the whole unit; 350 in later versions, and behind all kinds of declarations and statements
SCOPES = frozenset((2, 4, 22, 23, 31, 32))  # struct, class, namespace, extern "C", class templates
_INCLUDED = re.compile(rb"[^\n<\"]*<([^>\n]+)>")
BUILT_IN = "<built in>"  # the file of what the compiler or its command line defines
SYSTEM = "<system>"  # of what a header of the system declares; "<cmath>" where it is known which one the project includes for it


def is_system(file: str) -> bool:
    return file.startswith("<") and file != BUILT_IN


class UnitFile:
    """One file of a parsed unit, by libclang's own handles."""

    def __init__(self, unit: cindex.TranslationUnit, path: str, text: bytes | None = None) -> None:
        """`text`: of the file, where it is not the one on the disk."""
        self.lib = library()
        self.keep = unit, unit.get_file(path)  # they own what the handles point to
        self.unit, self.file = (cast(owner.obj, c_void_p) for owner in self.keep)
        self.includes = _system_includes(self, {path: text} if text is not None else {})
        self.names: dict[int, str] = {}  # of files, by libclang's handle; empty for the file itself
        self.same: dict[int | None, bool] = {None: False}  # whether a handle is that of the file

    def visit(self, call: Callable[[Cursor, Cursor], int]) -> None:
        """Calls with each cursor of the unit and its parent, as clang_visitChildren does. What the call raises is raised here: ctypes would print it
        and go on as if all had been seen."""
        failed: list[BaseException] = []  # an interruption too

        def guarded(cursor: Cursor, parent: Cursor, _data: c_void_p) -> int:
            try:
                return call(cursor, parent)
            except BaseException as error:
                failed.append(error)
                return 0

        top = self.lib.clang_getTranslationUnitCursor(self.unit)
        self.lib.clang_visitChildren(top, cast(VISITOR(guarded), c_void_p), None)
        if failed:
            raise failed[0]

    def at(self, offset: int) -> SourceLocation:
        found: SourceLocation = self.lib.clang_getLocationForOffset(self.unit, self.file, offset)
        return found

    def offset(self, location: SourceLocation) -> int:
        """Where the text stands, also inside the arguments of a macro."""
        offset = c_uint()
        self.lib.clang_getFileLocation(location, None, None, None, byref(offset))
        return offset.value

    def has(self, location: SourceLocation) -> bool:
        file = c_void_p()
        self.lib.clang_getExpansionLocation(location, byref(file), None, None, None)
        handle = file.value
        if handle not in self.same:
            self.same[handle] = bool(self.lib.clang_File_isEqual(file, self.file))
        return self.same[handle]

    def expanded_at(self, location: SourceLocation) -> tuple[int, str, int]:
        """Offset of a declaration and empty for this file; -1, the file and the offset there where it is in another one."""
        file, offset = c_void_p(), c_uint()
        self.lib.clang_getExpansionLocation(location, byref(file), None, None, byref(offset))
        if not file.value:
            return -1, BUILT_IN, -1
        if file.value not in self.names:
            self.names[file.value] = self._name(file, location)
        name = self.names[file.value]
        return (-1, name, offset.value) if name else (offset.value, "", -1)

    def spelled_at(self, location: SourceLocation) -> tuple[int, str] | None:
        """Offset and file of what a file of the project defines; None for the system, the compiler and its command line."""
        file, offset = c_void_p(), c_uint()
        self.lib.clang_getExpansionLocation(location, byref(file), None, None, byref(offset))
        if not file.value:
            return None
        if file.value not in self.names:
            self.names[file.value] = self._name(file, location)
        name = self.names[file.value]
        return None if is_system(name) else (offset.value, name)

    def _name(self, file: c_void_p, location: SourceLocation) -> str:
        if self.lib.clang_File_isEqual(file, self.file):
            return ""
        if self.lib.clang_Location_isInSystemHeader(location):
            return self.includes.get(file.value or 0, SYSTEM)
        return os.path.realpath(self.text(self.lib.clang_getFileName(file)))

    def text(self, string: String) -> str:
        value = self.lib.clang_getCString(string)
        self.lib.clang_disposeString(string)
        return value.decode("utf-8", "replace") if value else ""


def _system_includes(file: UnitFile, texts: Mapping[str, bytes]) -> dict[int, str]:
    """For each file of the system the directive of the project that brought it first, as `<cmath>`. `texts` are those of files that are not on the disk."""
    lib, found = file.lib, dict[int, str]()

    def visit(included: int, stack: Any, depth: int, _data: c_void_p) -> None:
        if not depth or not lib.clang_Location_isInSystemHeader(lib.clang_getLocation(file.unit, included, 1, 1)):
            return
        for position in range(depth):
            if not lib.clang_Location_isInSystemHeader(stack[position]):
                handle, offset = c_void_p(), c_uint()
                lib.clang_getExpansionLocation(stack[position], byref(handle), None, None, byref(offset))
                name = file.text(lib.clang_getFileName(handle))
                text = texts[name] if name in texts else _contents(name)
                directive = _INCLUDED.match(text, offset.value)
                if directive:
                    found[included] = f"<{directive[1].decode('utf-8', 'replace')}>"
                return

    lib.clang_getInclusions(file.unit, cast(INCLUSION_VISITOR(visit), c_void_p), None)
    return found


@cache
def _contents(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""  # a stand-in that is on no disk
