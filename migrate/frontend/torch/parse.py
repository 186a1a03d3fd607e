"""Parses a torch-side file with all its headers; the large ones of PyTorch are read once, into a precompiled header."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from clang import cindex

from migrate.frontend.compiler.clang import Decl, argument_meanings, file_location, meanings
from migrate.frontend.compiler.libclang import binding_text

_KEEP_GOING = 0x200  # past headers that are not there
_FOR_SERIALIZATION = 0x10
_MISSING = re.compile(r"'(.*)' file not found")
_UNKNOWN = re.compile(
    r"(?:use of undeclared identifier|unknown type name|unknown class name|no (?:member|type|template) named|"
    r"no template named) '([^']+)'"
)


@dataclass(frozen=True)
class Fault:
    """One error of the compiler."""

    message: str
    offset: int  # in the text; -1 where it stands in a header and nothing in the text leads there
    header: str = ""
    name: str = ""  # what nothing declares

    @property
    def missing(self) -> str:
        """The header that was not found."""
        found = _MISSING.fullmatch(self.message)
        return found[1] if found else ""


@dataclass(frozen=True)
class ParseText:
    path: str  # where the text would lie
    text: bytes
    arguments: tuple[str, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)  # headers in place of those on disk, or beside them
    precompiled: str = ""
    asked: Mapping[int, str] = field(default_factory=dict)  # identifiers, by offset: what do they stand for?


@dataclass(frozen=True)
class Parsed:
    faults: tuple[Fault, ...]
    headers: tuple[str, ...]  # that were read, but for the precompiled ones
    declared: Mapping[int, Decl] = field(default_factory=dict)  # what was asked


def parse_text(request: ParseText) -> Parsed:
    """Errors of a text, all of them. A precompiled header that cannot be read is left out."""
    unit = None
    if request.precompiled:
        try:
            unit = _parse(request, ["-include-pch", request.precompiled])
        except cindex.TranslationUnitLoadError:
            unit = None
        if unit is not None and any(d.severity == cindex.Diagnostic.Fatal and _stale(d) for d in unit.diagnostics):
            unit = None
    if unit is None:
        unit = _parse(request, [])
    faults = tuple(_fault(d, request.path) for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error)
    headers = dict.fromkeys(i.include.name for i in unit.get_includes())
    return Parsed(faults, tuple(headers), _declared(unit, request))


def _declared(unit: cindex.TranslationUnit, request: ParseText) -> dict[int, Decl]:
    known = meanings(unit, request.path, len(request.text)) if request.asked else {}
    left = {
        o: name for o, name in request.asked.items() if o not in known or known[o].name != name
    }  # of macros' arguments
    known |= argument_meanings(unit, request.path, left) if left else {}
    found = {offset: known[offset] for offset, name in request.asked.items() if offset in known}
    return {offset: decl for offset, decl in found.items() if decl.name == request.asked[offset]}


def _stale(diagnostic: cindex.Diagnostic) -> bool:
    return "precompiled" in diagnostic.spelling or "PCH" in diagnostic.spelling or "AST file" in diagnostic.spelling


def _parse(request: ParseText, more: Sequence[str]) -> cindex.TranslationUnit:
    files = [(path, binding_text(data)) for path, data in request.files.items()]
    arguments = ["-x", "c++", *request.arguments, *more]
    files.append((request.path, binding_text(request.text)))
    return cindex.Index.create().parse(request.path, args=arguments, unsaved_files=files, options=_KEEP_GOING)


def _fault(diagnostic: cindex.Diagnostic, path: str) -> Fault:
    unknown = _UNKNOWN.search(diagnostic.spelling)
    name = unknown[1] if unknown else ""
    notes = (one for one in diagnostic.children if not one.spelling.startswith("in file included from"))
    places = [file_location(one.location) for one in (diagnostic, *notes)]
    offset = next((offset for file, offset in places if file == path), -1)
    return Fault(diagnostic.spelling, offset, places[0][0] if places[0][0] != path else "", name)


# ---- precompiled headers


def build(headers: Sequence[str], arguments: Sequence[str], path: Path) -> str:
    """Precompiles headers, included one after the other, to `path`. Returns what went wrong, or ""."""
    source = path.with_suffix(".h")
    source.write_text("".join(f"#include <{name}>\n" for name in headers), encoding="utf-8")
    try:
        # All of a unit, instantiations too: with what is left for later each use would pay for it.
        unit = cindex.Index.create().parse(
            str(source), args=["-x", "c++-header", *arguments], options=_FOR_SERIALIZATION
        )
        error = next((d for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error), None)
        if error is not None:
            return str(error.spelling)
        made = path.with_suffix(f".{os.getpid()}")
        unit.save(str(made))
    except (cindex.TranslationUnitLoadError, cindex.TranslationUnitSaveError) as problem:
        return str(problem)
    states = dict(_states(i.include.name for i in unit.get_includes()))
    path.with_suffix(".json").write_text(json.dumps(states), encoding="utf-8")
    os.replace(made, path)
    return ""


def usable(path: Path) -> bool:
    """Whether a precompiled header is there and no header that it was made of has changed."""
    try:
        states = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        return path.is_file() and path.with_suffix(".h").is_file() and states == dict(_states(states))
    except (OSError, ValueError):
        return False


def _states(paths: Iterator[str] | Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for path in paths:
        state = os.stat(path)
        yield path, f"{state.st_size} {state.st_mtime_ns}"
