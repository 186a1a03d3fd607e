"""Lexer, directives and edit set on generated garbage: nothing raises, no byte is lost."""

from __future__ import annotations

import itertools
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from migrate.convert.format import reindent
from migrate.emit.certificate import certify, certify_moved, rederive
from migrate.frontend import lex as lexer
from migrate.frontend.directives import build_tree, evaluate, inactive_everywhere, inactive_spans
from migrate.frontend.lex import BOM, Kind, all_texts, identifiers, is_comment, lex, texts
from migrate.frontend.outcomes import _Cover
from migrate.frontend.source import Source
from migrate.model import Edit, EditKind, Span
from migrate.rules.editset import EditError, EditSet, apply

PIECES = st.sampled_from(
    [
        b"#if A\n",
        b"#else\n",
        b"#endif\n",
        b"#elif B",
        b"{",
        b"}",
        b"(",
        b")",
        b";",
        b'"',
        b"'",
        b"/*",
        b"*/",
        b"//",
        b"\\\n",
        b"\\\r\n",
        b"\r\n",
        b"\n",
        b" ",
        b"\t",
        b'R"x(',
        b')x"',
        b"u8",
        b"L",
        b"a",
        b"f(x)",
        b"1'000",
        b"0x1p-3",
        b"\xff",
        b"\x00",
        b"\xe2\x80\x94",
        b"<<=",
        b"->",
        b"##",
        b"#define X \\\n y\n",
        b"int f() { return 1; }\n",
    ]
)
TEXT = st.lists(PIECES, max_size=60).map(b"".join)


@settings(max_examples=2000, deadline=None)
@given(TEXT)
def test_no_byte_is_lost(data: bytes) -> None:
    position = 0
    for token in lex(data):
        assert token.start >= position and token.end > token.start
        assert data[token.start : token.end] == token.text
        gap = data[position : token.start].replace(BOM, b"")
        assert not gap.replace(b"\\", b"").strip(b" \t\r\n\f\v")
        position = token.end
    assert not data[position:].replace(BOM, b"").replace(b"\\", b"").strip(b" \t\r\n\f\v")


@settings(max_examples=1000, deadline=None)
@given(TEXT)
def test_plain_texts_have_the_tokens_of_the_whole_pattern(data: bytes) -> None:
    with patch.object(lexer, "_is_plain", return_value=False):
        whole = lex(data)
    assert lex(data) == whole
    assert all_texts.__wrapped__(data) == tuple(t.text for t in whole)
    assert identifiers.__wrapped__(data) == tuple(dict.fromkeys(t.text for t in whole if t.kind == Kind.IDENT))
    assert all(is_comment(t.text) == (t.kind == Kind.COMMENT) for t in whole)


@settings(max_examples=300, deadline=None)
@given(TEXT)
def test_trees_and_sources_of_anything(data: bytes) -> None:
    tree = build_tree(data, lex(data))
    for span in inactive_spans(tree, {b"A": 1, b"B": None}):
        assert 0 <= span.start <= span.end <= len(data)
    for function in Source("x.cpp", data, ()).functions:
        assert data[function.span.start : function.span.end].endswith(b"}")


@settings(max_examples=500, deadline=None)
@given(TEXT)
def test_reindent_keeps_tokens(data: bytes) -> None:
    tokens = lex(data)
    if any(b"\\" in data[a.end : b.start] for a, b in itertools.pairwise(tokens)):
        return  # a continued line inside a statement; the certificate looks at these
    if any(t.kind in (Kind.DIRECTIVE, Kind.OTHER, Kind.STRING, Kind.CHAR, Kind.COMMENT) for t in tokens):
        return
    assert texts(reindent(data)) == texts(data)


@given(
    st.binary(max_size=60),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60), st.binary(max_size=5)), max_size=8),
)
def test_edits_agree_with_their_second_derivation(data: bytes, wanted: list[tuple[int, int, bytes]]) -> None:
    edits = EditSet(data)
    for a, b, text in wanted:
        before = edits.sorted()
        problem = edits.try_add([Edit(Span(min(a, b), max(a, b)), text, EditKind.NAME, "test")])
        if problem:
            assert edits.sorted() == before
    done = apply(data, edits.sorted())
    assert rederive(data, edits.sorted()) == done
    assert certify(data, edits.sorted(), done) is None
    if done:
        changed = bytes([done[0] ^ 1]) + done[1:]
        assert certify(data, edits.sorted(), changed) is not None


def test_a_group_is_accepted_as_a_whole() -> None:
    edits = EditSet(b"abc def")
    good = Edit(Span(0, 3), b"x", EditKind.NAME, "one")
    with pytest.raises(EditError, match="outside the file"):
        edits.add_edits([good, Edit(Span(6, 9), b"y", EditKind.NAME, "two")])
    assert edits.sorted() == ()
    edits.add_edits([good])
    with pytest.raises(EditError, match="overlaps edit of rule one"):
        edits.add_edits([Edit(Span(2, 5), b"y", EditKind.NAME, "two")])


def test_certificate_of_a_moved_piece_allows_white_space_only() -> None:
    data, edit = b"int  f ( ){return 1;}", Edit(Span(5, 6), b"g", EditKind.NAME, "name")
    span = Span(0, len(data))
    assert certify_moved(data, [edit], span, b"int g()\n{\n    return 1;\n}\n") is None
    assert "token 1" in (certify_moved(data, [edit], span, b"int f()\n{\n    return 1;\n}\n") or "")
    assert certify_moved(data, [edit], span, b"int g()\n{\n    return 1;;\n}\n") is not None


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (b"defined A", True),
        (b"defined(B)", False),
        (b"defined C", None),
        (b"defined A || defined C", True),
        (b"defined B && defined C", False),
        (b"!defined(C)", None),
        (b"A > 1", False),
        (b"A == 1 && !B", True),
        (b"0", False),
        (b"(1", None),
        (b"__has_include(<x>)", None),
    ],
)
def test_conditions_have_three_values(condition: bytes, expected: bool | None) -> None:
    assert evaluate(condition, {b"A": 1, b"B": None}) is expected


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 20), st.integers(1, 8)), max_size=6))
def test_a_cover_answers_as_its_spans_do(spans: list[tuple[int, int]]) -> None:
    found = [Span(start, start + length) for start, length in spans]
    cover = _Cover(found)
    for at in range(32):
        assert cover.has(at) == any(s.start <= at < s.end for s in found)
        assert cover.has_inside(at) == any(s.start < at < s.end for s in found)


SPANS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 12)), max_size=8)


@settings(max_examples=500, deadline=None)
@given(st.lists(SPANS, min_size=1, max_size=3))
def test_what_no_chip_sees_is_in_every_chips_spans(chips: list[list[tuple[int, int]]]) -> None:
    per_chip = [[Span(start, start + length) for start, length in spans] for spans in chips]
    common = inactive_everywhere(per_chip)
    for at in range(60):
        everywhere = all(any(s.start <= at < s.end for s in spans) for spans in per_chip)
        assert any(s.start <= at < s.end for s in common) == everywhere
