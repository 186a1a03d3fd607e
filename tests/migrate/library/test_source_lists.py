"""Lists of sources in CMake: each source once, in text that CMake reads, wherever the list is."""

from __future__ import annotations

import pytest

from migrate.emit.cmake import add_sources, move_source

FORM = "target_sources(x PRIVATE {source})"


def added(text: str, *names: str) -> str:
    sources = [f"src/ops/{name}.cpp" for name in names or ("Misc",)]
    once = add_sources(text.encode(), "CMakeLists.txt", sources, FORM)
    assert add_sources(once, "CMakeLists.txt", sources, FORM) == once
    return once.decode()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("add_library(x\n    src/x.cpp\n)\n", "add_library(x\n    src/ops/Misc.cpp\n    src/x.cpp\n)\n"),
        ("add_library(x src/x.cpp)\n", "add_library(x\n    src/ops/Misc.cpp src/x.cpp)\n"),
        ("add_library(x MODULE a.cpp)\n", "add_library(x MODULE\n    src/ops/Misc.cpp a.cpp)\n"),
        ("add_library(x SHARED ${s})\n", "add_library(x SHARED\n    src/ops/Misc.cpp ${s})\n"),
        ("set(s\n  src/ops/Abs.cpp\n  src/ops/Sum.cpp)\n", "set(s\n  src/ops/Abs.cpp\n  src/ops/Misc.cpp\n  src/ops/Sum.cpp)\n"),
        ('set(s "${D}/ops/Abs.cpp")\n', 'set(s "${D}/ops/Abs.cpp"\n    "${D}/ops/Misc.cpp")\n'),
        ("add_library(o SHARED IMPORTED)\n", f"add_library(o SHARED IMPORTED)\n{FORM.format(source='src/ops/Misc.cpp')}\n"),
        ("# src/ops/Misc.cpp\nset(s other/ops/Misc.cpp)\n", "# src/ops/Misc.cpp\nset(s other/ops/Misc.cpp)\ntarget_sources(x PRIVATE src/ops/Misc.cpp)\n"),
    ],
)  # fmt: skip
def test_a_source_is_named_once(text: str, expected: str) -> None:
    assert added(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "file(GLOB s src/ops/*.cpp)\n",
        "file(GLOB s ${CMAKE_CURRENT_SOURCE_DIR}/src/ops/*.cpp)\n",
        "file(GLOB_RECURSE s src/*.cpp)\n",
        "set(s ${D}/ops/Misc.cpp)\n",
    ],
)
def test_what_is_covered_is_not_named_again(text: str) -> None:
    assert added(text) == text


def test_several_sources_stand_in_the_order_of_their_names() -> None:
    text = added("add_library(x\n    src/x.cpp\n)\n", "Misc", "Abs", "Sum")
    places = "\n    ".join(f"src/ops/{name}.cpp" for name in ("Abs", "Misc", "Sum"))
    assert text == f"add_library(x\n    {places}\n    src/x.cpp\n)\n"


def test_the_list_is_elsewhere_in_the_tree() -> None:
    text = add_sources(b"add_library(x a.cpp)\n", "build/CMakeLists.txt", ["lib/Misc.cpp"], FORM)
    assert text == b"add_library(x\n    ../lib/Misc.cpp a.cpp)\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("add_library(x src/ops/Misc.cpp\n    a.cpp)\n", "add_library(x lib/Misc.cpp\n    a.cpp)\n"),
        ("add_library(x ${D}/ops/Misc.cpp\n    a.cpp)\n", "add_library(x\n    a.cpp)\n"),
        ("add_library(x src/ops/Misc.cpp lib/Misc.cpp)\n", "add_library(x lib/Misc.cpp)\n"),
    ],
)
def test_a_source_that_moves_has_one_entry(text: str, expected: str) -> None:
    assert move_source(text.encode(), "CMakeLists.txt", "src/ops/Misc.cpp", "lib/Misc.cpp").decode() == expected
