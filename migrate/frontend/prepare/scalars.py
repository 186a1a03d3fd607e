"""Plain types, and the types of literals."""

from __future__ import annotations

import re
from collections.abc import Sequence

from migrate.frontend.lex import Kind, Token

_NUMBER = r"(?:(?:un)?signed )?(?:char|short|int|long|long long)|bool|float|double|long double"
_SCALAR = re.compile(rf"(?:const )?(?:{_NUMBER}|void(?= \*)|void(?= const))(?: const)?(?: ?\*(?: ?const)?)*")
_INTEGER = re.compile(rb"(0[xX][0-9a-fA-F']+|0[bB][01']+|[0-9][0-9']*)([uUlL]*)")
_FLOATING = re.compile(rb"(?:[0-9][0-9']*\.[0-9']*|\.[0-9][0-9']*|[0-9][0-9']*(?=[eE]))(?:[eE][+-]?[0-9]+)?([fF]?)")
_OPERATORS = frozenset(b"( ) + - * / % << >> & | ^ ~".split())
_LARGEST = 2**31


def is_scalar(type_: str) -> bool:
    """A number, a truth value, or a pointer to one; as the compiler spells the type without aliases."""
    return _SCALAR.fullmatch(type_) is not None


def type_of(tokens: Sequence[Token]) -> bytes | None:
    """The type of an expression of literals and arithmetic operators; None where it is another one, or not certain."""
    if not _is_one_operand(tokens):
        return None
    types = {_of_literal(token) for token in tokens if token.kind not in (Kind.PUNCT, Kind.COMMENT)}
    plain = all(token.text in _OPERATORS for token in tokens if token.kind == Kind.PUNCT)
    if not types or None in types or not plain:
        return None
    if len(types) == 1:
        found = next(iter(types))
        single = sum(token.kind != Kind.PUNCT for token in tokens) == 1
        return found if single or found != b"bool" else None
    return next((wider for wider in (b"double", b"float") if wider in types and types <= {wider, *_NARROWER}), None)


def _is_one_operand(tokens: Sequence[Token]) -> bool:
    """Whether nothing around a macro can take it apart: a literal, with a sign or without, or parentheses around all of it."""
    texts = [token.text for token in tokens]
    if len(texts) == 1 or (len(texts) == 2 and texts[0] in (b"-", b"+", b"~")):
        return True
    if texts[:1] != [b"("]:
        return False
    depth = 0
    for position, text in enumerate(texts):
        depth += (text == b"(") - (text == b")")
        if depth == 0:
            return position == len(texts) - 1
    return False


_NARROWER = (b"int", b"float")


def _of_literal(token: Token) -> bytes | None:
    if token.text in (b"true", b"false"):
        return b"bool"
    whole = _INTEGER.fullmatch(token.text)
    if whole is not None:
        digits, suffix = whole[1].replace(b"'", b""), whole[2].lower()
        value = int(digits, 0) if digits == b"0" or digits[:1] != b"0" or digits[1:2] in b"xXbB" else int(digits, 8)
        if not suffix:
            return b"int" if value < _LARGEST else None
        return _SUFFIXED.get(bytes(sorted(suffix))) if value < _LARGEST else None
    broken = _FLOATING.fullmatch(token.text)
    if broken is not None:
        return b"float" if broken[1] else b"double"
    return None


_SUFFIXED = {
    b"u": b"unsigned int",
    b"l": b"long",
    b"lu": b"unsigned long",
    b"ll": b"long long",
    b"llu": b"unsigned long long",
}
