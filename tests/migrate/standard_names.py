"""Writes migrate/rules/data/standard-names.txt: python tests/migrate/standard_names.py > migrate/rules/data/standard-names.txt

Macros are those that g++ and clang++ define behind the headers below and without them do not; other names what libclang finds there in the global namespace."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from clang import cindex

from migrate.frontend.compiler.builtin_headers import builtin_headers

HEADERS = [
    "algorithm",
    "any",
    "array",
    "atomic",
    "bitset",
    "cassert",
    "ccomplex",
    "cctype",
    "cerrno",
    "cfenv",
    "cfloat",
    "charconv",
    "chrono",
    "cinttypes",
    "climits",
    "clocale",
    "cmath",
    "codecvt",
    "complex",
    "condition_variable",
    "csetjmp",
    "csignal",
    "cstdarg",
    "cstddef",
    "cstdint",
    "cstdio",
    "cstdlib",
    "cstring",
    "ctime",
    "cuchar",
    "cwchar",
    "cwctype",
    "deque",
    "exception",
    "forward_list",
    "fstream",
    "functional",
    "future",
    "initializer_list",
    "iomanip",
    "ios",
    "iosfwd",
    "iostream",
    "istream",
    "iterator",
    "limits",
    "list",
    "locale",
    "map",
    "memory",
    "mutex",
    "new",
    "numeric",
    "optional",
    "ostream",
    "queue",
    "random",
    "ratio",
    "regex",
    "scoped_allocator",
    "set",
    "shared_mutex",
    "sstream",
    "stack",
    "stdexcept",
    "streambuf",
    "string",
    "string_view",
    "system_error",
    "thread",
    "tuple",
    "type_traits",
    "typeindex",
    "typeinfo",
    "unordered_map",
    "unordered_set",
    "utility",
    "valarray",
    "variant",
    "vector",
    "pthread.h",
    "limits.h",
    "stdlib.h",
    "stdio.h",
    "math.h",
    "string.h",
]
# Other names of plain integers, which a source may give them too.
ALIASES = re.compile(
    r"u_.*|u(int|long|short)|s?size_t|ptrdiff_t|u?int\d*_t|quad_t|caddr_t|max_align_t|.*(fast|least).*|u?intptr_t|u?intmax_t"
)
KINDS = ("STRUCT_DECL", "UNION_DECL", "CLASS_DECL", "TYPEDEF_DECL", "VAR_DECL", "ENUM_DECL", "TYPE_ALIAS_DECL")


def macros(source: Path) -> set[str]:
    found: set[str] = set()
    for compiler in filter(shutil.which, ("g++", "clang++")):
        sets = []
        for path in (source, Path("/dev/null")):
            command = [compiler, "-std=c++17", "-dM", "-E", "-x", "c++", str(path)]
            text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            sets.append(set(re.findall(r"^#define (\w+)", text, re.MULTILINE)))
        found |= sets[0] - sets[1]
    return {name for name in found if not name.startswith("_")}


def names(cursor: cindex.Cursor) -> Iterator[str]:
    for one in cursor.get_children():
        if one.kind in (cindex.CursorKind.LINKAGE_SPEC, cindex.CursorKind.UNEXPOSED_DECL):
            yield from names(one)
        elif one.spelling and not one.spelling.startswith("_") and "(" not in one.spelling:
            if one.kind == cindex.CursorKind.FUNCTION_DECL:
                types = [a.type.get_canonical().spelling for a in one.get_arguments()]
                yield f"{one.spelling}({', '.join(types + ['...'] * one.type.is_function_variadic())})"
            elif one.kind.name in KINDS:
                yield one.spelling
            if one.kind == cindex.CursorKind.ENUM_DECL:
                yield from (e.spelling for e in one.get_children() if not e.spelling.startswith("_"))


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "all.cpp"
        source.write_text("".join(f"#include <{header}>\n" for header in HEADERS))
        arguments = ["-x", "c++", "-std=c++17", *(word for f in builtin_headers() for word in ("-isystem", f))]
        unit = cindex.Index.create().parse(str(source), args=arguments)
        declared = {name for name in names(unit.cursor) if not ALIASES.fullmatch(name)}
        print(
            "// What the headers of C++17 bring into the global namespace with GNU's C library, and macros of theirs (#): tests/migrate/standard_names.py writes it."
        )
        print("\n".join([*(f"#{name}" for name in sorted(macros(source))), *sorted(declared)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
