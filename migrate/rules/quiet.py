"""Whether an expression certainly does nothing but give a value, so that it may go, stand twice or be left out of a branch.

What is certain is listed; everything else may have an effect: a call, a macro whose text is not certain itself, a constructor or conversion of a
class, an operator on anything but built in types, a lambda, `throw`, `new`, a statement within an expression.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from migrate.frontend.lex import Kind, Token, lex
from migrate.frontend.plain_types import FUNDAMENTAL

_NUMBER = re.compile(rb"0[xXbB][0-9a-fA-F'.pP+-]+[uUlLfF]*|[0-9.][0-9.']*(?:[eE][+-]?[0-9]+)?[uUlLzZfF]*")
_WORDS = frozenset(
    (b"true", b"false", b"nullptr", b"and", b"or", b"not", b"bitand", b"bitor", b"xor", b"compl", b"not_eq")
)
_OPERATORS = frozenset(b"+ - * / % & | ^ ~ ! < > <= >= == != && || << >> ? : , ( ) [ ] . -> ::".split())
_CASTS = (b"static_cast", b"const_cast", b"reinterpret_cast")
_UNEVALUATED = (b"sizeof", b"alignof", b"_Alignof", b"__alignof__")

# What a name may be: a value of a built in type; a pointer to, or array of, such; a pointer to an object; an object whose copy does nothing; any other
# object, of which only a member can be asked; a type that a cast may name; an enumerator or another constant.
VALUE, INDEXED, POINTER, RECORD, OBJECT, TYPE = "value", "indexed", "pointer", "record", "object", "type"


class Names(Protocol):
    def kind(self, index: int) -> str:
        """One of the above for the name at an index, which may be a member's; empty where it is none of them, or not known."""

    def called(self, index: int, first: int, last: int) -> bool:
        """Whether a call of the name at an index, with its arguments in [first, last), is known to have no effect."""

    def asks(self, index: int, first: int, last: int) -> bool:
        """Whether a member call, of the name at an index with its arguments in [first, last), only asks its object for a value."""

    def macro(self, name: bytes) -> Sequence[tuple[bytes, ...]] | None:
        """What a macro without parameters stands for, in every definition; nothing known where it is empty, None where it is no macro."""


@dataclass(frozen=True)
class Quiet:
    code: Sequence[Token]
    pairs: Mapping[int, int]
    names: Names

    def effect(self, first: int, last: int) -> int | None:
        """The first token in [first, last) that may have an effect; None where it is certain that nothing has."""
        index = first
        while index < last:
            following = self._step(index, first, last)
            if following is None:
                return index
            index = following
        return None

    def _text(self, index: int) -> bytes:
        return self.code[index].text if 0 <= index < len(self.code) else b""

    def _step(self, index: int, first: int, last: int) -> int | None:
        """The index behind what is certain from `index` on."""
        token = self.code[index]
        if token.kind == Kind.NUMBER:
            return index + 1 if _NUMBER.fullmatch(token.text) else None
        if token.kind in (Kind.STRING, Kind.CHAR):
            return index + 1 if token.text[-1:] in (b'"', b"'") else None
        if token.kind == Kind.IDENT:
            return self._name(index, first, last)
        if token.text == b"(" and self._text(index - 1) in (b")", b"]", b"}") and index > first:
            return index + 1 if self._cast(index - 1) else None  # else it calls what stands before
        if token.text == b"[" or token.text not in _OPERATORS:
            return None  # elements are part of the name before them
        return index + 1

    def _cast(self, closer: int) -> bool:
        opener = self.pairs.get(closer, closer)
        return self._text(closer) == b")" and opener + 1 < closer and self._is_type(opener + 1, closer)

    def _is_type(self, first: int, last: int) -> bool:
        return all(
            self._text(i) in FUNDAMENTAL or self._text(i) == b"*" or self.names.kind(i) == TYPE
            for i in range(first, last)
        )

    def _name(self, index: int, first: int, last: int) -> int | None:
        text, after = self._text(index), self._text(index + 1)
        if text in _UNEVALUATED:
            return self.pairs[index + 1] + 1 if after == b"(" and index + 1 in self.pairs else None
        if text in _CASTS and after == b"<":
            close = index + 2
            while close < last and self._text(close) not in (b">", b"("):
                close += 1
            fine = self._text(close) == b">" and self._is_type(index + 2, close) and self._text(close + 1) == b"("
            return close + 2 if fine else None
        if text in FUNDAMENTAL or text in _WORDS:
            return index + 1
        if self._text(index - 1) == b"->" and index > first:
            return None
        bodies = self.names.macro(text)
        if bodies is not None:
            return index + 1 if after != b"(" and self._bodies(bodies, frozenset((text,))) else None
        if after == b"(" and index + 1 < last:
            closer = self.pairs.get(index + 1, -1)
            if closer < 0 or not self.names.called(index, index + 2, closer):
                return None
            return closer + 1 if self._text(closer + 1) not in (b".", b"->", b"[", b"(") else None
        if after == b"::":
            return index + 2
        return self._chain(index, first, last)

    def _bodies(self, bodies: Sequence[tuple[bytes, ...]], known: frozenset[bytes]) -> bool:
        """Whether all that a macro stands for is made of literals, built in types, names of constants and further such macros."""
        return bool(bodies) and all(self._body(body, known) for body in bodies)

    def _body(self, body: tuple[bytes, ...], known: frozenset[bytes]) -> bool:
        for position, text in enumerate(body):
            if text[:1].isalpha() or text[:1] == b"_":
                inner = self.names.macro(text)
                plain = text in FUNDAMENTAL or text in _WORDS
                if not plain and (inner is None or text in known or not self._bodies(inner, known | {text})):
                    return False
            elif text == b"(" and position and body[position - 1] == b")":
                continue  # (int)(3): what stands in the parentheses before is one of the above
            elif not (
                _NUMBER.fullmatch(text) or text[:1] in b"\"'" or (text in _OPERATORS and text not in (b"[", b"->"))
            ):
                return False
        return True

    def _chain(self, index: int, first: int, last: int) -> int | None:
        """A name with the members and elements behind it."""
        kind, start = self.names.kind(index), index
        index += 1
        while index < last and self._text(index) in (b".", b"->", b"["):
            text = self._text(index)
            if text == b"[":
                closer = self.pairs.get(index, -1)
                if kind not in (INDEXED, POINTER) or closer < 0 or self.effect(index + 1, closer) is not None:
                    return None
                kind, index = INDEXED if kind == INDEXED else OBJECT, closer + 1
                continue
            if self._text(index + 2) == b"(":
                closer = self.pairs.get(index + 2, -1)
                if closer < 0 or not self.names.asks(index + 1, index + 3, closer):
                    return None
                kind, index = VALUE, closer + 1
                continue
            if kind not in ((POINTER,) if text == b"->" else (OBJECT, RECORD)):
                return None
            kind = self.names.kind(index + 1)
            index += 2
        before = self._text(start - 1) if start > first else b""
        if kind in (VALUE, INDEXED, TYPE):
            return index
        if kind == POINTER:
            return index if before != b"*" else None
        alone = index >= last or self._text(index) in (b")", b",")
        if (
            kind == RECORD
            and alone
            and (before in (b"", b"(", b",") or (before == b"&" and self._unary(start - 1, first)))
        ):
            return index
        return None

    def _unary(self, index: int, first: int) -> bool:
        return index == first or self._text(index - 1) in (b"(", b",")


_PRIMARY = (b".", b"->", b"::")
_OPENS, _CLOSES = (b"(", b",", b"{", b"[", b";", b"=", b"return"), (b")", b",", b"}", b"]", b";")


def compound(texts: Sequence[bytes]) -> bool:
    """Whether an expression, as tokens, is more than a name, a literal, a call, a member or something in brackets: an operator beside it could take a
    part of it only."""
    depth = 0
    for position, text in enumerate(texts):
        depth -= text in (b")", b"]", b"}")
        if not depth and position and text == b"(" and texts[position - 1] == b")":
            pass  # f(a)(b) or (T)(b): taken as the latter
        word = text[:1].isalnum() or text[:1] in (b"_", b'"', b"'", b"(", b"[", b"{", b")", b"]", b"}")
        if not depth and (not (word or text in _PRIMARY) or (position and _cast_ends(texts, position))):
            return True
        depth += text in (b"(", b"[", b"{")
    return False


def _cast_ends(texts: Sequence[bytes], position: int) -> bool:
    """`(T) x`, `sizeof x`: two operands beside each other."""
    word = texts[position][:1].isalnum() or texts[position][:1] in (b"_", b'"', b"'")
    before = texts[position - 1]
    return (word and before not in _PRIMARY and before not in (b"(", b",", b"[", b"{")) or (
        texts[position] == b"(" and before == b")"
    )


def stands_whole(before: bytes, after: bytes) -> bool:
    """Whether what stands between two tokens cannot be an operand of anything: a whole argument, value or statement."""
    return before in _OPENS and after in _CLOSES


_BINARY = frozenset(b"+ - * / % & | ^ < > <= >= == != && || << >> and or bitand bitor xor not_eq".split())


def operand(before: bytes, after: bytes) -> bool:
    """Whether what stands between two tokens is an operand of one of them."""
    unary = (b"!", b"~", b"not", b"compl", b"sizeof")
    return before in _BINARY or before in unary or after in _BINARY or after in (b".", b"->", b"[", b"(", b"?")


_MAYBE = frozenset(b"? && || and or sizeof decltype noexcept alignof [ if while".split())


def conditional(form: str) -> bool:
    """Whether the text of a form may evaluate what stands in it on a condition only, or not at all."""
    tokens = lex(form.encode())
    return any(token.text in _MAYBE and not _subscript(tokens, i) for i, token in enumerate(tokens))


def only_reads(form: str) -> bool:
    """Whether the text of a form, with a name at each of its places, does nothing but read members and elements and compute with them."""
    tokens = lex(form.encode())
    for position, token in enumerate(tokens):
        after = tokens[position + 1].text if position + 1 < len(tokens) else b""
        if token.kind == Kind.IDENT and (after == b"(" or token.text in _WRITES):
            return False
        plain = token.kind in (Kind.IDENT, Kind.NUMBER) or token.text in _OPERATORS
        if not plain or (token.text == b"[" and not _subscript(tokens, position)):
            return False
        if token.text == b"(" and position and tokens[position - 1].text in (b")", b"]"):
            return False  # it calls what stands before, or casts to what nothing is known of
    return True


_WRITES = frozenset((b"new", b"delete", b"throw", b"co_await", b"co_yield"))


def _subscript(tokens: Sequence[Token], position: int) -> bool:
    """Whether a token is the bracket of an element, not that of a lambda."""
    before = tokens[position - 1] if position else None
    if tokens[position].text != b"[" or before is None:
        return False
    return before.text in (b")", b"]") or (before.kind == Kind.IDENT and before.text != b"return")
