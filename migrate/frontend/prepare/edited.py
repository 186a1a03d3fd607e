"""A source's text with parts replaced, and where each part of it stands in the files."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from migrate.frontend.compiler.clang import ChipFacts
from migrate.frontend.lex import LineMap
from migrate.frontend.source import Source
from migrate.model import Location, Span


@dataclass(frozen=True)
class Prepared:
    data: bytes
    lines: LineMap


@dataclass(frozen=True)
class Replacement:
    """`made`: new text, and parts of the source that are copied."""

    span: Span
    made: tuple[bytes | Span, ...]


@dataclass(frozen=True)
class _Piece:
    start: int  # offset in the text
    there: int  # offset in the source
    copied: bool  # else new text, all of which belongs to one place

    def place(self, offset: int) -> int:
        return self.there + (offset - self.start if self.copied else 0)


class _Pieces:
    """What a text is made of, in order."""

    def __init__(self) -> None:
        self._pieces: list[_Piece] = []
        self._starts: list[int] = []

    def add(self, piece: _Piece) -> None:
        self._pieces.append(piece)
        self._starts.append(piece.start)

    def at(self, offset: int) -> _Piece:
        return self._pieces[max(bisect_right(self._starts, offset) - 1, 0)]


class Edited:
    """The text that replacements make of a source; `origin` leads back."""

    def __init__(self, source: Source, replacements: Sequence[Replacement]) -> None:
        """The replacements do not overlap; of several at one place the first stands first."""
        self.source = source
        self._pieces = _Pieces()
        made, position = bytearray(), 0
        for one in sorted(replacements, key=lambda r: r.span.start):
            self._add(made, Span(position, one.span.start), 0)
            for part in one.made:
                self._add(made, part, one.span.start)
            position = one.span.end
        self._add(made, Span(position, len(source.data)), 0)
        self.data = bytes(made)

    def _add(self, made: bytearray, part: bytes | Span, at: int) -> None:
        if isinstance(part, Span):
            self._pieces.add(_Piece(len(made), part.start, True))
            made += self.source.data[part.start : part.end]
        elif part:
            self._pieces.add(_Piece(len(made), at, False))
            made += part

    def origin(self, offset: int) -> int:
        """Where in the source what stands at an offset of the text comes from; -1 where it is new."""
        piece = self._pieces.at(offset)
        return piece.there + offset - piece.start if piece.copied else -1

    def place(self, offset: int) -> int:
        """An offset in the source for a report: of new text the place that it was made for."""
        return self._pieces.at(offset).place(offset)

    @property
    def prepared(self) -> Prepared:
        return Prepared(self.data, _Lines(self.data, self._pieces, self.source.lines))

    def as_source(self, facts: Sequence[ChipFacts]) -> Source:
        """The text as a source of its own, with what the chips' compilers say of it."""
        old = self.source
        made = Source(
            old.path,
            self.data,
            old.chips,
            facts,
            texts=old.texts,
            kept=old.kept,
            twins=old.twins,
            other_standard=old.other_standard,
        )
        made.lines = self.prepared.lines
        return made


class _Lines(LineMap):
    def __init__(self, data: bytes, pieces: _Pieces, own: LineMap) -> None:
        super().__init__(data)
        self._pieces, self._own, self.definitions = pieces, own, dict(own.definitions)

    def location(self, path: str, offset: int) -> Location:
        return self._own.location(path, self._pieces.at(offset).place(offset))
