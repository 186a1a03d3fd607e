"""What stands between functions of several files is taken apart at namespaces, where that leaves every chip's own part whole."""

from __future__ import annotations

from migrate.frontend.gap_pieces import in_all, in_pieces
from migrate.frontend.source import Source
from migrate.model import Span


def common(*texts: str) -> list[str]:
    sources = [Source("a.cpp", text.encode(), ()) for text in texts]
    pieces = in_pieces([(source, Span(0, len(source.data))) for source in sources])
    return [b" ".join(words).decode() for words in in_all([[words for words, _ in own] for own in pieces])]


def test_a_constant_within_namespaces_is_all_that_differs() -> None:
    text = "namespace kz {{\nnamespace arch {{\nconst int k = {};\n}}\n}}\nnamespace detail {{\n"
    whole = ["namespace kz {", "namespace arch {", "}", "}", "namespace detail {"]
    assert common(text.format(1), text.format(2)) == whole


def test_brackets_of_different_namespaces_are_not_one() -> None:
    assert common("namespace a {\nint x;\n}\n", "int y;\nnamespace b {\n}\n") == []
    assert common("namespace a {\nint x;\n}\nint z;\n", "int z;\nnamespace b {\n") == []
