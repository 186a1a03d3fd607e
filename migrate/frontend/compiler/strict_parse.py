"""Parses a text against a checking header, and answers with its errors, with what reads a checked type as another one, and with what its names mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from clang import cindex

from migrate.frontend.compiler.builtin_headers import builtin_headers
from migrate.frontend.compiler.clang import Decl, meanings
from migrate.frontend.compiler.libclang import binding_text
from migrate.frontend.compiler.strict_walk import NAME, Problem, misreads


@dataclass(frozen=True)
class StrictRequest:
    text: bytes
    arguments: tuple[str, ...]
    checked: frozenset[str]  # types that are another type in the legacy library; empty where the text has none
    files: Mapping[str, bytes] = field(default_factory=dict)  # headers in place of those on disk, by path
    probed: tuple[int, int] = (0, 0)  # lines of the text of which each has to be an error
    read: tuple[int, int] = (0, 0)  # the part of the text whose identifiers are asked about
    complete: bool = True  # all that the text may use is declared in it; else a name that nothing declares is no error
    templates: bool = False  # whether the converted functions have templates


@dataclass(frozen=True)
class StrictParse:
    """`meanings`: what the identifiers of the functions stand for, by offset, where there is no error."""

    problems: list[Problem]
    meanings: Mapping[int, Decl] = field(default_factory=dict)


def parse_text(
    text: bytes, arguments: Sequence[str], files: Mapping[str, bytes], detailed: bool = False
) -> tuple[cindex.TranslationUnit, list[cindex.Diagnostic]]:
    """A text as the compiler sees it, and its errors. `files`: headers in place of those on disk; `detailed`: with the preprocessor's records."""
    plain = (one for one in arguments if not one.startswith("-W"))  # what a build makes an error of is its own business
    arguments = ["-x", "c++", *plain, "-ferror-limit=0", *_WARNINGS]
    for folder in builtin_headers():
        arguments += ["-isystem", folder]
    unsaved = [(NAME, binding_text(text)), *((path, binding_text(data)) for path, data in files.items())]
    unit = cindex.Index.create().parse(NAME, args=arguments, unsaved_files=unsaved, options=int(detailed))
    errors = [d for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
    return unit, [d for d in errors if d.option not in _OF_C or any(_offsets(d))]  # headers are as they are


# What C has and this compiler takes in C++ as well, while others do not: designators that are nested, of an array's elements, out of order or mixed with
# others, `_Generic`, `_Static_assert`.
_OF_C = ("-Wc99-designator", "-Wreorder-init-list", "-Wc11-extensions")
_WARNINGS = (
    *(option.replace("-W", "-Werror=") for option in _OF_C),
    "-Wno-c++20-designator",  # in order: all take them
)


def strict_parse(request: StrictRequest) -> StrictParse:
    delayed = () if request.templates else ("-fdelayed-template-parsing",)  # of headers: a tenth less time
    unit, errors = parse_text(request.text, (*request.arguments, *delayed), request.files, detailed=True)
    errors, known = _without_probes(errors, request)
    if known:
        return StrictParse(known)
    problems = [Problem(tuple(_offsets(d)), d.spelling) for d in errors if request.complete or not _unknown(d.spelling)]
    first, last = request.read
    problems = problems or (misreads(unit, request.checked, first) if request.checked else [])
    sound = not problems and not errors and first < last
    return StrictParse(problems, meanings(unit, NAME, last, first) if sound else {})


def _without_probes(
    errors: list[cindex.Diagnostic], request: StrictRequest
) -> tuple[list[cindex.Diagnostic], list[Problem]]:
    """The errors that do not belong to the probed lines, and a problem for each of these that is none."""
    first, last = request.probed
    inside = {offset for d in errors for offset in _offsets(d) if first <= offset < last}
    rest = [d for d in errors if not any(first <= offset < last for offset in _offsets(d))]
    known, start = [], first
    for line in request.text[first:last].splitlines(keepends=True):
        name = line.partition(b"::")[2].partition(b";")[0].decode("utf-8", "replace")
        if line.strip() and not any(start <= offset < start + len(line) for offset in inside):
            message = (
                f"{name} is also a function that the unified build's headers declare; give the helper another name"
            )
            known.append(Problem((start,), message))
        start += len(line)
    return rest, known


def _unknown(message: str) -> bool:
    return message.startswith(("use of undeclared identifier", "unknown type name"))


def _offsets(diagnostic: cindex.Diagnostic) -> Iterator[int]:
    for one in (diagnostic, *diagnostic.children):
        if one.location.file is not None and one.location.file.name == NAME:
            yield one.location.offset
