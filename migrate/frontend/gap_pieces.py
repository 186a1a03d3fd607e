"""What stands between the functions of several files, in pieces: those that all files have are found, and the others are a chip's alone."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from migrate.frontend.lex import Kind, lex
from migrate.frontend.source import Source
from migrate.model import Span

Words = tuple[bytes, ...]
Piece = tuple[Words, Span]


def words_of(text: bytes) -> Words:
    return tuple(t.text for t in lex(text) if t.kind != Kind.COMMENT)


def in_pieces(spans: Sequence[tuple[Source, Span]]) -> list[list[Piece]]:
    """The pieces of one such text in each file. A namespace is taken apart where what no other file has closes all that it opens."""
    apart = [_pieces(source, span, apart=True) for source, span in spans]
    common = in_all([[words for words, _ in own] for own in apart])
    if all(_closes(own, common) for own in apart):
        return apart
    return [_pieces(source, span, apart=False) for source, span in spans]


def in_all(texts: Sequence[Sequence[Words]]) -> list[Words]:
    """What all have, in one order."""
    common = list(texts[0])
    for other in texts[1:]:
        matcher = SequenceMatcher(None, common, other, autojunk=False)
        common = [words for at, _, size in matcher.get_matching_blocks() for words in common[at : at + size]]
    return [words for words in common if words]


def _closes(own: Sequence[Piece], common: Sequence[Words]) -> bool:
    """Whether each run of pieces that are not common has as many brackets that open as that close, and none that closes another run's."""
    following, depth = iter((*common, None)), 0
    wanted = next(following)
    for words, _ in own:
        if words == wanted:
            if depth:
                return False
            wanted = next(following)
            continue
        for word in words:
            depth += (word == b"{") - (word == b"}")
            if depth < 0:
                return False
    return not depth


def _pieces(source: Source, span: Span, apart: bool) -> list[Piece]:
    """Directives, conditionals and declarations of what stands before a function, each with what stands before it; one piece where a bracket is open.
    `apart`: the beginning and the end of a namespace are pieces as well."""
    tokens = lex(source.data[span.start : span.end])
    depth = nested = 0
    start, words, found = span.start, list[bytes](), list[Piece]()
    for token in tokens:
        if token.kind == Kind.COMMENT:
            continue
        words.append(token.text)
        scope = False
        if token.kind == Kind.DIRECTIVE:
            keyword = token.text.lstrip(b"#%: \t")
            nested += keyword.startswith(b"if") - keyword.startswith(b"endif")
            ends = len(words) == 1 or keyword.startswith(b"endif")
        else:
            scope = apart and not depth and not nested and _bounds_namespace(words)
            if not scope:
                depth += (token.text in (b"{", b"(", b"[")) - (token.text in (b"}", b")", b"]"))
            ends = token.text == b";" or scope
        if depth < 0 or nested < 0:
            break
        if ends and not depth and not nested:
            found.append((tuple(words), Span(start, span.start + token.end)))
            start, words = span.start + token.end, []
    if depth or nested:
        return [(words_of(source.data[span.start : span.end]), span)]
    rest = Span(start, span.end)
    comments = (token.text for token in tokens if span.start + token.start >= start)
    return [*found, (tuple(words or comments), rest)] if rest.start < rest.end else found


def _bounds_namespace(words: Sequence[bytes]) -> bool:
    """Whether words are the beginning of a namespace or a bracket that closes one."""
    opens = words[-1] == b"{" and (words[0] == b"namespace" or words[:2] == [b"inline", b"namespace"])
    return opens or words == [b"}"]
