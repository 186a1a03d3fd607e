"""Tokens of C++ source with byte offsets.

`lex` takes bytes and never raises: what it does not understand becomes an OTHER token, so that tokens and the blanks between
them always add up to the input. A directive with its continuation lines is one token; so is a comment.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, chain, repeat
from operator import itemgetter
from types import MappingProxyType
from typing import Final, NamedTuple

from migrate.frontend.text_cache import TextCache
from migrate.model import Location, Span


class Kind:
    """What a token is. Plain numbers: millions are compared, and an Enum's attribute costs four times as much."""

    IDENT: Final = 1
    NUMBER: Final = 2
    STRING: Final = 3  # prefixes and raw strings included; an unterminated one ends at its line
    CHAR: Final = 4
    COMMENT: Final = 5
    DIRECTIVE: Final = 6
    PUNCT: Final = 7
    OTHER: Final = 8


class Token(NamedTuple):
    kind: int  # one of Kind
    start: int
    end: int
    text: bytes

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


_COMMENT = rb"//[^\\\r\n]*(?:(?:\\\r?\n|\\|\r(?!\n))[^\\\r\n]*)*|/\*[^*]*(?:\*(?!/)[^*]*)*(?:\*/)?"
_TEXT = rb'"[^"\\\r\n]*(?:\\(?:\r?\n|[^\r\n])[^"\\\r\n]*)*'  # without the closing quote
_TOKEN = re.compile(
    rb"""[ \t\r\n\f\v]*(?:
    (?P<word>[A-KM-QS-TV-Za-tv-z_$\x80-\xff][A-Za-z0-9_$\x80-\xff]*)
  | (?P<bracket>[()\[\]{};,~?])
  | (?P<comment>%(comment)s)
  | (?P<number>\.?[0-9](?:[eEpP][+-]|'[A-Za-z0-9_]|[A-Za-z0-9_.])*)
  | (?P<string>(?:u8|[uUL])?R"(?P<delim>[^()\\\s"]{0,16})\((?s:.*?)\)(?P=delim)"
              |(?:u8|[uUL])?%(text)s"?)
  | (?P<char>(?:u8|[uUL])?'(?:[^'\\\r\n]|\\\r?\n|\\[^\r\n])*'?)
  | (?P<ident>[LRUu][A-Za-z0-9_$\x80-\xff]*)  # behind strings and characters, which may begin like it
  | (?P<directive>(?:\#|%%:)(?:[^"/\\\r\n]+|%(text)s"|%(comment)s|\\[ \t]*\r?\n|[^\r\n]|\r(?!\n))*)
  | (?P<punct><<=|>>=|\.\.\.|->\*|<=>|::|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%%&|^]=|\.\*|[!$-/:-@^|])
  | (?P<joined>\\[ \t]*\r?\n)
  | (?P<end>\Z)
  | (?P<other>(?s:.)))
    """
    % {b"comment": _COMMENT, b"text": _TEXT},
    re.VERBOSE,
)
_KIND_OF_GROUP = {
    "word": Kind.IDENT,
    "bracket": Kind.PUNCT,
    "comment": Kind.COMMENT,
    "number": Kind.NUMBER,
    "string": Kind.STRING,
    "delim": Kind.STRING,
    "char": Kind.CHAR,
    "ident": Kind.IDENT,
    "punct": Kind.PUNCT,
    "directive": Kind.DIRECTIVE,
    "joined": 0,
    "end": 0,
    "other": Kind.OTHER,
}
_KINDS = (0, *(_KIND_OF_GROUP[name] for name in sorted(_TOKEN.groupindex, key=_TOKEN.groupindex.__getitem__)))
BOM = b"\xef\xbb\xbf"
_IDENTIFIER = re.compile(rb"[A-Za-z_$\x80-\xff][A-Za-z0-9_$\x80-\xff]*")

# The same without groups, for texts without raw strings and literals with a prefix: a list of all tokens at once is made of it.
_PLAIN = rb"""
    [A-Za-z_$\x80-\xff][A-Za-z0-9_$\x80-\xff]*
  | [()\[\]{};,~?]
  | %(comment)s
  | \.?[0-9](?:[eEpP][+-]|'[A-Za-z0-9_]|[A-Za-z0-9_.])*
  | %(text)s"?
  | '(?:[^'\\\r\n]|\\\r?\n|\\[^\r\n])*'?
  | (?:\#|%%:)(?:[^"/\\\r\n]+|%(text)s"|%(comment)s|\\[ \t]*\r?\n|[^\r\n]|\r(?!\n))*
  | <<=|>>=|\.\.\.|->\*|<=>|::|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%%&|^]=|\.\*|[!$-/:-@^|]
  | \\[ \t]*\r?\n
  | \Z
  | (?s:.)
""" % {b"comment": _COMMENT, b"text": _TEXT}
_PLAIN_TEXT = re.compile(rb"[ \t\r\n\f\v]*(%b)" % _PLAIN, re.VERBOSE)
_PLAIN_WITH_BLANKS = re.compile(rb"([ \t\r\n\f\v]*)(%b)" % _PLAIN, re.VERBOSE)
_NOT_PLAIN = re.compile(rb"""(?<![A-Za-z0-9_$\x80-\xff])(?:(?:u8|[LUu])["']|(?:u8|[LUu])?R")""")
_QUOTE_BEHIND_LETTER = re.compile(rb"""["'](?<=[LUuR8]["'])""")
_JOINED = re.compile(rb"\\[ \t]*\r?\n")


def _is_plain(data: bytes) -> bool:
    """Whether no literal has a prefix. Looked for at the quotes: at every byte it takes as long as to find the tokens."""
    quotes = (found.start() for found in _QUOTE_BEHIND_LETTER.finditer(data))
    return not any(_NOT_PLAIN.match(data, max(quote - back, 0)) for quote in quotes for back in (1, 2, 3))


def _has_other_tokens(data: bytes) -> bool:
    """Whether there is something of which the tokens before it decide what it is, a # behind others on its line, or that is dropped."""
    if data.count(b"#") > data.count(b"\n#") + data.startswith(b"#") or b"%:" in data:
        return True
    return b"\\" in data and _JOINED.search(data) is not None


def lex(data: bytes, start: int = 0, end: int | None = None) -> list[Token]:
    """All tokens of data[start:end], comments and directives included; `start` begins a line or a token."""
    stop = len(data) if end is None else min(end, len(data))
    if start == 0 and data.startswith(BOM, 0, stop):
        start = len(BOM)
    if start == 0 and _is_plain(data if stop == len(data) else data[:stop]):
        tokens = _plain_tokens(data, stop)
    else:
        kinds, new = _KINDS, tuple.__new__
        tokens = [
            new(Token, (kinds[group := found.lastindex or 0], found.start(group), found.end(), found[group]))
            for found in _TOKEN.finditer(data, start, stop)
        ]
    while tokens and not tokens[-1].kind:
        tokens.pop()
    if data.find(b"#", start, stop) >= 0 or data.find(b"%:", start, stop) >= 0:
        for index in [index for index, token in enumerate(tokens) if token.kind == Kind.DIRECTIVE]:
            if not _begins_line(data, tokens, index):
                tokens[index:] = _behind_hash(data, tokens[index].start, stop)
                break
    return [t for t in tokens if t.kind] if data.find(b"\\", start, stop) >= 0 else tokens


def _kind_of(first: bytes) -> int:
    """Kind of a plain token by its first character; 0 where the second one decides."""
    if _IDENTIFIER.match(first):
        return Kind.IDENT
    if first in b"./%\\#":
        return 0
    kinds = {b'"': Kind.STRING, b"'": Kind.CHAR}
    punctuation = re.match(rb"[()\[\]{};,~?!$-/:-@^|]", first)
    return Kind.NUMBER if first.isdigit() else kinds.get(first, Kind.PUNCT if punctuation else Kind.OTHER)


_PLAIN_KINDS = tuple(_kind_of(bytes([number])) for number in range(256))


def _plain_tokens(data: bytes, stop: int) -> list[Token]:
    """All matches of the pattern, in a third of the time, in a text without what _NOT_PLAIN finds: columns, not one token after the other."""
    found = _PLAIN_WITH_BLANKS.findall(data, 0, stop)
    while found and not found[-1][1]:
        found.pop()
    places = list(accumulate(map(len, chain.from_iterable(found))))
    texts = [text for _, text in found]
    kinds = list(map(_PLAIN_KINDS.__getitem__, map(itemgetter(0), texts)))
    for index in [index for index, kind in enumerate(kinds) if not kind]:
        kinds[index] = _kind_by_second(texts[index])
    return list(map(tuple.__new__, repeat(Token), zip(kinds, places[::2], places[1::2], texts, strict=True)))


def _kind_by_second(text: bytes) -> int:
    if text[0] == 0x5C:  # a backslash
        return 0 if len(text) > 1 else Kind.OTHER
    if text[0] == 0x23 or text.startswith(b"%:"):
        return Kind.DIRECTIVE
    return Kind.COMMENT if is_comment(text) else Kind.NUMBER if text[1:2].isdigit() else Kind.PUNCT


def _begins_line(data: bytes, tokens: Sequence[Token], index: int) -> bool:
    """Whether only blanks and comments stand before this token on its line; a continued line is not a new one."""
    begin = tokens[index].start
    while index:
        index -= 1
        before = tokens[index]
        if data.find(b"\n", before.end, begin) >= 0:
            return True
        if before.kind and before.kind != Kind.COMMENT:
            return False
        begin = before.start
    return True


def _behind_hash(data: bytes, start: int, stop: int) -> list[Token]:
    """Tokens from a # on that is no directive: token by token, because only what is known of a line decides the next #."""
    tokens: list[Token] = []
    line_start, position = False, start
    while position < stop:
        found = _TOKEN.match(data, position, stop)
        assert found is not None and found.lastindex is not None  # the last alternative takes any byte
        kind, begin, end = _KINDS[found.lastindex], found.start(found.lastindex), found.end()
        line_start = line_start or data.find(b"\n", position, begin) >= 0
        if kind == Kind.DIRECTIVE and not line_start:
            kind, end = Kind.PUNCT, begin + (2 if data.startswith(b"##", begin, stop) else 1)
        if kind:
            tokens.append(Token(kind, begin, end, data[begin:end]))
            if kind != Kind.COMMENT:
                line_start = False
        position = max(end, position + 1)
    return tokens


@TextCache
def lex_whole(data: bytes) -> tuple[Token, ...]:
    """As lex, remembered: the same converted text is looked at by several checks."""
    return tuple(lex(data))


# Operators that are spelled as words, and as signs.
SIGNS = {
    b"and": b"&&",
    b"or": b"||",
    b"not": b"!",
    b"bitand": b"&",
    b"bitor": b"|",
    b"xor": b"^",
    b"compl": b"~",
    b"and_eq": b"&=",
    b"or_eq": b"|=",
    b"xor_eq": b"^=",
    b"not_eq": b"!=",
}


@TextCache
def all_texts(data: bytes) -> tuple[bytes, ...]:
    """Texts of the tokens that `lex` gives, comments and directives included, at a fifth of its time where nothing needs their places."""
    if data.startswith(BOM) or not _is_plain(data) or _has_other_tokens(data):
        return tuple(token.text for token in lex_whole(data))
    found = _PLAIN_TEXT.findall(data)
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def forget() -> None:
    """Lets go of what is remembered of the file before this one."""
    lex_whole.cache_clear()
    all_texts.cache_clear()
    identifiers.cache_clear()


@TextCache
def identifiers(data: bytes) -> tuple[bytes, ...]:
    """Identifiers outside of comments and directives, each once, in order."""
    return tuple(text for text in dict.fromkeys(all_texts(data)) if _IDENTIFIER.fullmatch(text))


def shown(text: bytes) -> str:
    """A token or a piece of text for people."""
    return " ".join(text.decode("utf-8", "replace").split())


def is_comment(text: bytes) -> bool:
    """Whether the text of a token is a comment's."""
    return text[:2] in COMMENT


def significant(tokens: Iterable[Token]) -> list[Token]:
    """Tokens that the compiler's parser sees: without comments and directives."""
    return [t for t in tokens if t.kind != Kind.COMMENT and t.kind != Kind.DIRECTIVE]


def texts(data: bytes) -> list[bytes]:
    """Token texts of a piece of code, without comments and directives: equal lists are equal code up to white space."""
    return [t.text for t in lex_whole(data) if t.kind != Kind.COMMENT and t.kind != Kind.DIRECTIVE]


COMMENT: Final = frozenset((b"//", b"/*"))  # how the text of a comment begins
_OPEN = {b"(": b")", b"[": b"]", b"{": b"}"}
_CLOSE = frozenset(_OPEN.values())
_BRACKETS = _CLOSE.union(_OPEN)


def match_brackets(tokens: Sequence[Token]) -> dict[int, int]:
    """Index of each bracket's partner, both ways. Brackets without partner are absent."""
    return match_texts([token.text for token in tokens])


def match_texts(texts: Sequence[bytes]) -> dict[int, int]:
    """As match_brackets, of the texts of tokens."""
    pairs: dict[int, int] = {}
    stack: list[tuple[int, bytes]] = []
    brackets = [(index, text) for index, text in enumerate(texts) if text in _BRACKETS]
    for index, text in brackets:
        if text in _OPEN:
            stack.append((index, _OPEN[text]))
        elif stack and stack[-1][1] == text:
            opener = stack.pop()[0]
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


def split_parameters(tokens: Sequence[Token], opener: int, closer: int) -> list[tuple[int, int]]:
    """As split_arguments, of a function's parameters: before a default value `<` opens template arguments, whose commas separate none."""
    ranges: list[tuple[int, int]] = []
    depth, type_began, joined = 0, True, False
    for first, last in split_arguments(tokens, opener, closer):
        for index in range(first, last):
            text = tokens[index].text
            type_began = type_began and text != b"="
            if type_began and text in (b"<", b">", b">>"):
                depth += 1 if text == b"<" else -len(text)
        if joined:
            ranges[-1] = (ranges[-1][0], last)
        else:
            ranges.append((first, last))
        joined = depth > 0
        if not joined:
            depth, type_began = 0, True
    return ranges


class LineMap:
    """Line and column (from 1, in characters) of byte offsets, and the other way. `definitions`: all places of functions that one text has of several."""

    definitions: Mapping[str, tuple[Location, ...]] = MappingProxyType({})

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._size = len(data)
        self._starts = [0]
        position = data.find(b"\n")
        while position >= 0:
            self._starts.append(position + 1)
            position = data.find(b"\n", position + 1)

    def location(self, path: str, offset: int) -> Location:
        line = bisect_right(self._starts, offset)
        before = self._data[self._starts[line - 1] : offset]
        if not before.isascii():  # a byte that is no UTF-8 counts as one character, a byte order mark as none
            return Location(path, line, len(before.decode("utf-8", "replace").lstrip("\ufeff")) + 1)
        return Location(path, line, len(before) + 1)

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
