"""The headers that belong to a compiler itself, which libclang's package does not bring."""

from __future__ import annotations

import glob
import os
import re
import shutil
import subprocess
from functools import cache

from clang import cindex

from migrate.frontend.compiler.libclang import library


@cache
def builtin_headers() -> tuple[str, ...]:
    """Folder with stddef.h and its like: the libclang wheel brings none, so those of an installed clang of its version are used (the clang-tidy
    wheel brings some), else a compiler's. Those of a clang are full of names that its own version alone knows: of another version they come last."""
    beside = os.path.join(os.path.dirname(os.path.dirname(cindex.__file__)), _OF_TIDY)
    others = [folder for pattern in (*_CLANGS, beside) for folder in glob.glob(pattern) if _has_headers(folder)]
    own = [folder for folder in others if _version_of(folder)[:1] == _own_version()[:1]]
    found = own or _of_compiler() or others
    return (max(found, key=_version_of),) if found else ()


_OF_TIDY = "clang_tidy/data/lib/clang/*/include"
_CLANGS = ("/usr/lib/llvm-*/lib/clang/*/include", "/usr/lib/clang/*/include", "/usr/lib64/clang/*/include")


def _has_headers(folder: str) -> bool:
    return os.path.isabs(folder) and os.path.isfile(os.path.join(folder, "stddef.h"))


def _version_of(folder: str) -> tuple[int, ...]:
    """Of a clang's folder of headers, which is named after it."""
    return _numbers(os.path.basename(os.path.dirname(folder)))


def _own_version() -> tuple[int, ...]:
    known = library()
    text = known.clang_getClangVersion()
    said = known.clang_getCString(text).decode("utf-8", "replace")
    known.clang_disposeString(text)
    return _numbers(said.partition("version ")[2])


def _numbers(text: str) -> tuple[int, ...]:
    found = re.match(r"\d+(?:\.\d+)*", text)
    return tuple(map(int, found[0].split("."))) if found else ()


def _of_compiler() -> list[str]:
    """What the compiler that builds the project brings."""
    for compiler in (os.environ.get("CXX", ""), "g++", "c++", "clang++"):
        if not compiler or not shutil.which(compiler):
            continue
        try:
            answer = subprocess.run(
                [compiler, "-print-file-name=include"], capture_output=True, text=True, timeout=20, check=True
            )
        except (OSError, subprocess.SubprocessError):
            continue
        if _has_headers(folder := answer.stdout.strip()):
            return [folder]
    return []
