"""Finds in the tokens of a converted text what a snippet of the rules was filled in to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from migrate.frontend.lex import Kind, lex
from migrate.project.snippets import PLACE

_HOLE = re.compile(rb"migrateHole_(\w+?)_end")
_WIDE = frozenset((b"arguments", b"size", b"cores", b"address", b"status"))  # places that may take more than one token
_OPEN, _CLOSE = frozenset((b"(", b"[", b"{")), frozenset((b")", b"]", b"}"))


@dataclass(frozen=True)
class Found:
    """A match: the index behind it, and what stands in each place, with its first index."""

    end: int
    places: dict[str, tuple[int, bytes]]


class SnippetMatch:
    """A snippet as a pattern of tokens. A place is one token, or, for an expression, as many as fit."""

    def __init__(self, text: str) -> None:
        marked = PLACE.sub(lambda match: f"migrateHole_{match[1]}_end", text)
        self.tokens = [token.text for token in lex(marked.encode()) if token.kind != Kind.COMMENT]
        words = [
            t
            for t in self.tokens
            if t.replace(b"_", b"a").isalnum() and not _HOLE.search(t) and t not in (b"return", b"if")
        ]
        self.anchor = max(words, key=len, default=b"")
        self.before = self.tokens.index(self.anchor) if self.anchor else 0
        self._parts = [_part(token) for token in self.tokens]
        self.head = next(
            (token for token, place, _ in self._parts[:1] if not place), b""
        )  # of every match, where that is known

    def at(self, texts: Sequence[bytes], index: int) -> Found | None:
        places: dict[str, tuple[int, bytes]] = {}
        for number, (token, place, pattern) in enumerate(self._parts):
            if index >= len(texts):
                return None
            if not place:
                if texts[index] != token:
                    return None
                index += 1
            elif pattern is None:
                following = self.tokens[number + 1] if number + 1 < len(self.tokens) else b""
                end = _expression(texts, index, following)
                places[place] = (index, b" ".join(texts[index:end]))
                index = end
            else:
                found = pattern.fullmatch(texts[index])
                if found is None:
                    return None
                places[place] = (index, found[1])
                index += 1
        return Found(index, places)

    def anywhere(self, texts: Sequence[bytes]) -> list[tuple[int, Found]]:
        """Where the snippet stands, in order."""
        if not self.anchor or self.anchor not in texts:
            return []
        starts = [i - self.before for i, text in enumerate(texts) if text == self.anchor]
        return [(start, found) for start in starts if start >= 0 and (found := self.at(texts, start))]


def _part(token: bytes) -> tuple[bytes, str, re.Pattern[bytes] | None]:
    """A token of a snippet, the name of the place in it, and what may stand there; no pattern for one of several tokens."""
    hole = _HOLE.search(token)
    if hole is None:
        return token, "", None
    if hole[1] in _WIDE and hole[0] == token:
        return token, hole[1].decode(), None
    pattern = re.escape(token[: hole.start()]) + rb"([\w.]+|@\d+)" + re.escape(token[hole.end() :])
    return token, hole[1].decode(), re.compile(pattern)


def _expression(texts: Sequence[bytes], index: int, following: bytes) -> int:
    depth = 0
    while index < len(texts):
        text = texts[index]
        if depth == 0 and (text == following or text in _CLOSE):
            break
        depth += (text in _OPEN) - (text in _CLOSE)
        index += 1
    return index


def without(match: SnippetMatch, texts: Sequence[bytes]) -> tuple[bytes, ...]:
    """The tokens but for those of a snippet."""
    result, position = list[bytes](), 0
    for start, found in match.anywhere(texts):
        result += texts[position:start]
        position = found.end
    return (*result, *texts[position:])


@lru_cache(maxsize=64)
def snippet_match(text: str) -> SnippetMatch:
    return SnippetMatch(text)
