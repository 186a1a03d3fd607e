"""What the compiler makes of constant expressions: values of enumerators in a text that is parsed, never run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clang import cindex

from migrate.frontend.compiler.builtin_headers import builtin_headers

NAME = "evaluated.cpp"
STEPS = 4_000_000  # of the evaluation of one constant: more means a loop without an end


@dataclass(frozen=True)
class Evaluated:
    """`values` by the enumerator's name; `errors`: offset in the text, message."""

    values: Mapping[str, int]
    errors: tuple[tuple[int, str], ...]


def evaluate(text: str, arguments: tuple[str, ...], prefix: str, stubs: Mapping[str, str]) -> Evaluated:
    """Values of all enumerators whose names begin with `prefix`. `stubs`: standard headers that need not be read."""
    flags = ["-x", "c++", "-std=c++20", f"-fconstexpr-steps={STEPS}", "-ferror-limit=0", "-w", "-Wno-invalid-constexpr"]
    files = [(f"/migrate-stubs/{name}", body) for name, body in stubs.items()]
    flags += ["-isystem", "/migrate-stubs", *arguments]
    for folder in builtin_headers():
        flags += ["-isystem", folder]
    plain = text if text.isascii() else text.encode("ascii", "replace").decode()
    unit = cindex.Index.create().parse(NAME, args=flags, unsaved_files=[(NAME, plain), *files], options=0)
    errors = []
    for diagnostic in unit.diagnostics:
        if diagnostic.severity >= cindex.Diagnostic.Error:
            here = diagnostic.location.file is not None and diagnostic.location.file.name == NAME
            why = next((note.spelling for note in diagnostic.children), "")
            errors.append(
                (diagnostic.location.offset if here else -1, f"{diagnostic.spelling}{f' ({why})' if why else ''}")
            )
    values = {
        cursor.spelling: cursor.enum_value
        for group in unit.cursor.get_children()
        if group.kind == cindex.CursorKind.ENUM_DECL
        for cursor in group.get_children()
        if cursor.spelling.startswith(prefix)
    }
    return Evaluated(values, tuple(errors))
