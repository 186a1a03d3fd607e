"""Tokens of C++ source with byte offsets.

`lex` takes bytes and never raises: what it does not understand becomes an OTHER token, so that tokens and the blanks between
them always add up to the input. A directive with its continuation lines is one token; so is a comment.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from migrate.model import Place, Span


class Kind(IntEnum):
    IDENT = 1
    NUMBER = 2
    STRING = 3  # prefixes and raw strings included; an unterminated one ends at its line
    CHAR = 4
    COMMENT = 5
    DIRECTIVE = 6
    PUNCT = 7
    OTHER = 8


class Token(NamedTuple):
    kind: Kind
    start: int
    end: int
    text: bytes

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


_TOKEN = re.compile(
    rb"""
    (?P<ws>[ \t\r\n\f\v]+|\\[ \t]*\r?\n)
  | (?P<comment>//(?:\\\r?\n|[^\r\n]|\r(?!\n))*|/\*(?:[^*]|\*(?!/))*(?:\*/)?)
  | (?P<string>(?:u8|[uUL])?R"(?P<delim>[^()\\\s"]{0,16})\((?s:.*?)\)(?P=delim)"
              |(?:u8|[uUL])?"(?:[^"\\\r\n]|\\\r?\n|\\[^\r\n])*"?)
  | (?P<char>(?:u8|[uUL])?'(?:[^'\\\r\n]|\\\r?\n|\\[^\r\n])*'?)
  | (?P<ident>[A-Za-z_$\x80-\xff][A-Za-z0-9_$\x80-\xff]*)
  | (?P<number>\.?[0-9](?:[eEpP][+-]|'[A-Za-z0-9_]|[A-Za-z0-9_.])*)
  | (?P<punct><<=|>>=|\.\.\.|->\*|<=>|::|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\#\#|\.\*|[!-/:-@\[\]^{|}~])
  | (?P<other>(?s:.))
    """,
    re.VERBOSE,
)
_DIRECTIVE = re.compile(
    rb"""\#(?:"(?:[^"\\\r\n]|\\\r?\n|\\[^\r\n])*"|//(?:\\\r?\n|[^\r\n]|\r(?!\n))*|/\*(?:[^*]|\*(?!/))*(?:\*/)?
        |\\[ \t]*\r?\n|[^\r\n]|\r(?!\n))*""",
    re.VERBOSE,
)
_GROUPS = {name: index for name, index in _TOKEN.groupindex.items()}
_WS = _GROUPS["ws"]
_COMMENT = _GROUPS["comment"]
_KINDS = {
    _GROUPS["comment"]: Kind.COMMENT,
    _GROUPS["string"]: Kind.STRING,
    _GROUPS["delim"]: Kind.STRING,
    _GROUPS["char"]: Kind.CHAR,
    _GROUPS["ident"]: Kind.IDENT,
    _GROUPS["number"]: Kind.NUMBER,
    _GROUPS["punct"]: Kind.PUNCT,
    _GROUPS["other"]: Kind.OTHER,
}
BOM = b"\xef\xbb\xbf"


def lex(data: bytes, start: int = 0, end: int | None = None) -> list[Token]:
    """All tokens of data[start:end], comments and directives included; `start` begins a line or a token."""
    if end is not None and end != len(data):
        data = data[:end]
    match = _TOKEN.match
    tokens: list[Token] = []
    append = tokens.append
    new = tuple.__new__
    pos = start
    if pos == 0 and data.startswith(BOM):
        pos = len(BOM)
    size = len(data)
    line_start = True
    while pos < size:
        if line_start and data[pos] == 0x23:  # '#'
            found = _DIRECTIVE.match(data, pos)
            assert found is not None
            append(new(Token, (Kind.DIRECTIVE, pos, found.end(), found.group())))
            pos = found.end()
            continue
        found = match(data, pos)
        assert found is not None  # the last alternative takes any byte
        group = found.lastindex
        stop = found.end()
        if group == _WS:
            if data[pos] != 0x5C and b"\n" in found.group():  # a continued line is not a new one
                line_start = True
        else:
            append(new(Token, (_KINDS[group], pos, stop, found.group())))  # type: ignore[index]
            if group != _COMMENT:
                line_start = False
        pos = stop
    return tokens


@lru_cache(maxsize=4096)
def lex_whole(data: bytes) -> tuple[Token, ...]:
    """As lex, remembered: the same converted text is looked at by several checks."""
    return tuple(lex(data))


def significant(tokens: Iterable[Token]) -> list[Token]:
    """Tokens that the compiler's parser sees: without comments and directives."""
    return [t for t in tokens if t.kind != Kind.COMMENT and t.kind != Kind.DIRECTIVE]


def texts(data: bytes) -> list[bytes]:
    """Token texts of a piece of code, without comments and directives: equal lists are equal code up to white space."""
    return [t.text for t in lex_whole(data) if t.kind != Kind.COMMENT and t.kind != Kind.DIRECTIVE]


_OPEN = {b"(": b")", b"[": b"]", b"{": b"}"}
_CLOSE = frozenset(_OPEN.values())


def match_brackets(tokens: Sequence[Token]) -> dict[int, int]:
    """Index of each bracket's partner, both ways. Brackets without partner are absent."""
    pairs: dict[int, int] = {}
    stack: list[int] = []
    for index, token in enumerate(tokens):
        if token.kind != Kind.PUNCT:
            continue
        if token.text in _OPEN:
            stack.append(index)
        elif token.text in _CLOSE and stack and _OPEN[tokens[stack[-1]].text] == token.text:
            opener = stack.pop()
            pairs[opener] = index
            pairs[index] = opener
    return pairs


def split_arguments(tokens: Sequence[Token], opener: int, closer: int) -> list[tuple[int, int]]:
    """Index ranges [first, last) of the comma-separated arguments between two brackets; none for an empty list."""
    ranges: list[tuple[int, int]] = []
    depth = 0
    first = opener + 1
    for index in range(opener + 1, closer):
        text = tokens[index].text
        if tokens[index].kind != Kind.PUNCT:
            continue
        if text in _OPEN:
            depth += 1
        elif text in _CLOSE:
            depth -= 1
        elif text == b"," and depth == 0:
            ranges.append((first, index))
            first = index + 1
    if closer > opener + 1:
        ranges.append((first, closer))
    return ranges


class LineMap:
    """Line and column (from 1, in bytes) of byte offsets, and the other way."""

    def __init__(self, data: bytes) -> None:
        self._size = len(data)
        self._starts = [0]
        position = data.find(b"\n")
        while position >= 0:
            self._starts.append(position + 1)
            position = data.find(b"\n", position + 1)

    def place(self, path: str, offset: int) -> Place:
        line = bisect_right(self._starts, offset)
        return Place(path, line, offset - self._starts[line - 1] + 1)

    def line(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def line_start(self, offset: int) -> int:
        return self._starts[bisect_right(self._starts, offset) - 1]

    def line_end(self, offset: int) -> int:
        """Offset behind the newline of the line of `offset` (the file's size on the last line)."""
        line = bisect_right(self._starts, offset)
        return self._starts[line] if line < len(self._starts) else self._size

    def start_of(self, line: int) -> int:
        return self._starts[line - 1]
