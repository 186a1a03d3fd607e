"""The names of the standard library's macros, against the headers of the compiler that is here."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from migrate.frontend.compiler.standard_macros import standard_macros

COMPILER = shutil.which("g++") or shutil.which("clang++")
# Those whose macros do not depend on the processor.
HEADERS = [
    "cassert",
    "cerrno",
    "cfloat",
    "cinttypes",
    "climits",
    "clocale",
    "cmath",
    "cstddef",
    "cstdint",
    "cstdio",
    "cstdlib",
    "cstring",
    "ctime",
    "cwchar",
]


def _defined(text: str) -> set[bytes]:
    command = [str(COMPILER), "-std=c++17", "-dM", "-E", "-x", "c++", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return set(re.findall(rb"^#define ([A-Za-z]\w*)", done.stdout.encode(), re.MULTILINE))


@pytest.mark.parametrize("header", HEADERS)
def test_the_list_has_what_a_header_defines(header: str) -> None:
    defined = _defined(f"#include <{header}>\n") - _defined("")
    assert defined and defined <= standard_macros()
