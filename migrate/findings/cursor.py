"""A place among the tokens of a function, and which brackets close which."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from migrate.frontend.lex import Kind, Token

_Reader = TypeVar("_Reader", bound="Cursor")
IsType = Callable[[Token], bool]
CLOSES = {b"(": b")", b"[": b"]", b"{": b"}"}
_CLOSING = frozenset(CLOSES.values())


def partners(tokens: Sequence[Token]) -> dict[int, int]:
    """Where each opening bracket closes, of whatever kind the brackets between are; those that nothing closes are absent."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for position, token in enumerate(tokens):
        if token.kind == Kind.PUNCT:
            if token.text in CLOSES:
                opened.append(position)
            elif token.text in _CLOSING and opened:
                found[opened.pop()] = position
    return found


class Cursor:
    """Reads tokens from `at` on, up to `end`."""

    __slots__ = ("at", "end", "is_type", "partners", "tokens", "unused")

    def __init__(
        self, tokens: Sequence[Token], is_type: IsType, partners: Mapping[int, int], at: int, end: int
    ) -> None:
        self.tokens, self.is_type, self.partners = tokens, is_type, partners
        self.at, self.end = at, end
        self.unused = False  # [[maybe_unused]] stands in front of what comes

    def peek(self, ahead: int = 0) -> bytes:
        position = self.at + ahead
        return self.tokens[position].text if position < self.end else b""

    def kind(self, ahead: int = 0) -> int:
        position = self.at + ahead
        return self.tokens[position].kind if position < self.end else 0

    def take(self) -> Token:
        token = self.tokens[min(self.at, len(self.tokens) - 1)]
        self.at += 1
        return token

    def accept(self, text: bytes) -> bool:
        if self.at >= self.end:
            return False
        token = self.tokens[self.at]
        if token.text != text or token.kind == Kind.STRING:
            return False
        self.at += 1
        return True

    def close(self, position: int) -> int:
        """Where the bracket at `position` closes."""
        if position >= self.end:
            return self.end
        token = self.tokens[position]
        if token.kind == Kind.PUNCT and token.text in CLOSES:
            return min(self.partners.get(position, self.end), self.end)
        depth = 0
        for i in range(position, self.end):  # none does: the end of what stands there in its place
            token = self.tokens[i]
            if token.kind == Kind.PUNCT:
                depth += (token.text in CLOSES) - (token.text in _CLOSING)
                if depth == 0:
                    return i
        return self.end

    def within(self: _Reader, last: int) -> _Reader:
        """A parser of what stands before `last`."""
        return type(self)(self.tokens, self.is_type, self.partners, self.at, last)

    def _angle(self) -> int | None:
        """Where template arguments that begin here end; None where < compares."""
        depth = 0
        for i in range(self.at, min(self.end, self.at + 60)):
            token = self.tokens[i]
            if token.text == b"<":
                depth += 1
            elif token.text in (b">", b">>"):
                depth -= len(token.text)
                if depth <= 0:
                    return i
            elif not (
                token.kind in (Kind.IDENT, Kind.NUMBER)
                or token.text in (b"::", b",", b"*", b"&", b"(", b")", b"...", b"]")
                or (token.text == b"[" and i + 1 < self.end and self.tokens[i + 1].text == b"]")
            ):
                return None
        return None
