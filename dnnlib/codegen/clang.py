"""libclang with the compiler's own builtin headers, which the wheel lacks."""

import functools
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from clang import cindex

from dnnlib.codegen.errors import SourceError


@functools.cache
def builtin_include() -> str:
    """Folder of stddef.h and its like, asked of the C++ compiler (CXX, else g++, else clang++)."""
    for compiler in filter(None, (os.environ.get("CXX"), "g++", "clang++", "c++")):
        try:
            found = subprocess.run(
                [*compiler.split(), "-print-file-name=include"], capture_output=True, text=True, timeout=30, check=True
            ).stdout.strip()
        except (OSError, subprocess.SubprocessError):
            continue
        if (Path(found) / "stddef.h").exists():
            return found
    raise SourceError("codegen", 0, 0, "no C++ compiler found to take builtin headers from; install g++ or set CXX")


def parse(path: Path, arguments: Sequence[str]) -> cindex.TranslationUnit:
    """Parse one header; the first error of the compiler is a SourceError."""
    unit = cindex.Index.create().parse(
        str(path),
        args=[*arguments, "-isystem", builtin_include()],
        options=cindex.TranslationUnit.PARSE_SKIP_FUNCTION_BODIES,
    )
    for diagnostic in unit.diagnostics:
        if diagnostic.severity >= cindex.Diagnostic.Error:
            place = diagnostic.location
            file = place.file.name if place.file else str(path)
            raise SourceError(file, place.line, place.column, diagnostic.spelling)
    return unit


def declarations(unit: cindex.TranslationUnit, files: Sequence[Path]) -> Iterator[cindex.Cursor]:
    """Top-level declarations of the given files, through ``extern "C"`` blocks, in source order."""
    wanted = {str(file.resolve()) for file in files}

    def walk(cursor: cindex.Cursor) -> Iterator[cindex.Cursor]:
        for child in cursor.get_children():
            if child.kind in (cindex.CursorKind.LINKAGE_SPEC, cindex.CursorKind.UNEXPOSED_DECL):
                yield from walk(child)
            elif child.location.file and str(Path(child.location.file.name).resolve()) in wanted:
                yield child

    return walk(unit.cursor)
