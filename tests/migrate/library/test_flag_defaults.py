"""What a chip's declarations of a function give a parameter, as the file and its headers are seen by that chip."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest

from migrate.frontend import flag_defaults
from migrate.frontend.compiler.clang import ChipFacts, Header
from migrate.frontend.flag_defaults import declared
from migrate.frontend.prototypes import every_prototype
from migrate.frontend.source import Source
from migrate.model import Chip, Span

HEADER = b"""int send(int to, bool later = true);
#ifdef A
int launch(int kernel, bool later = false);
#else
int launch(int kernel, bool later);
#endif
"""
SOURCE = b"""#include "h.h"
#ifdef A
static int own(int a, bool later = true);
#endif
static int own(int a, bool later) { int b = a * own(a, later); return b * launch(1); }
struct Holder { int in_class(bool later = false) { return 2 * launch(3); } };
int behind(int a) { return a * send(a); }
"""
CHIPS = (Chip("a", "A", "A", ()), Chip("b", "B", "B", ()))


def hidden(text: bytes, first: bytes, last: bytes) -> tuple[Span, ...]:
    start = text.index(first)
    return (Span(start, text.index(last, start) + len(last)),)


@pytest.fixture
def source() -> Iterator[Source]:
    flag_defaults._by_name.cache_clear()
    facts = [
        ChipFacts("a", {}, (), (), headers=(Header("/h.h", hidden(HEADER, b"#else", b"#endif")),)),
        ChipFacts(
            "b",
            {},
            (),
            hidden(SOURCE, b"#ifdef", b"#endif"),
            headers=(Header("/h.h", hidden(HEADER, b"#ifdef", b"#else")),),
        ),
    ]
    yield Source("x.cpp", SOURCE, CHIPS, facts, texts={"/h.h": HEADER})
    flag_defaults._by_name.cache_clear()


def defaults(source: Source, name: str) -> dict[str, list[tuple[str | None, ...]]]:
    return {
        chip: [tuple(p.default for p in one.parameters) for one in found]
        for chip, found in declared(source, name).items()
    }


def test_each_chip_has_the_declarations_that_it_sees(source: Source) -> None:
    assert defaults(source, "launch") == {"a": [(None, "false")], "b": [(None, None)]}
    assert defaults(source, "own") == {"a": [(None, "true"), (None, None)], "b": [(None, None)]}
    assert defaults(source, "unknown") == {"a": [], "b": []}


def test_a_call_in_a_body_is_no_declaration(source: Source) -> None:
    assert defaults(source, "send") == {"a": [(None, "true")], "b": [(None, "true")]}
    assert defaults(source, "in_class") == {"a": [("false",)], "b": [("false",)]}


def test_a_header_is_read_once_for_all_questions(source: Source) -> None:
    with patch.object(flag_defaults, "every_prototype", side_effect=every_prototype) as read:
        for name in ("launch", "send", "runtime::launch", "launch"):
            declared(source, name)
    assert read.call_count == 2  # what each chip sees of it
