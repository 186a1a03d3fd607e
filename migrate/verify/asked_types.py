"""Where a text asks a template about a type, `X<T>::value`: the checked text asks by names which do not compile for a type that changes."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from migrate.frontend.element_counts import element_counts
from migrate.frontend.lex import Kind, Token, lex_whole, match_brackets, split_arguments

_MAY_ASK = re.compile(rb">\s*(?:\\\s*)?::|_v\s*<|\b(?:is|has)_\w+\s*<|\b__(?:is|has)_\w+\s*\(")
_ASKING = (b"::", b"_v", b"is_", b"has_")  # each match has one of them
_MAY_COUNT = re.compile(rb"\bsizeof\s*\([^()]*\)\s*/\s*sizeof\b")
_GENERIC = re.compile(rb"\btemplate\b|[(,]\s*(?:const\s+)?auto\b")
COUNTED = b" checking_counted "  # between sizeof and what follows, so that it is the language's own
ASK = b"checking::Ask<"
PLAINLY = b"checking::Plainly<"

# Behind all headers, whose templates are not asked.
MACROS = b"""#define checking_counted
#define sizeof(...) (sizeof(__VA_ARGS__) + checking::SizeOf<__typeof__(__VA_ARGS__)>::more)
#define alignof(...) (alignof(__VA_ARGS__) + checking::SizeOf<__typeof__(__VA_ARGS__)>::more)
#define _Alignof(...) alignof(__VA_ARGS__)
#define __alignof__(...) alignof(__VA_ARGS__)
#define __alignof(...) alignof(__VA_ARGS__)
#undef offsetof
#define offsetof(of, ...) (__builtin_offsetof(of, __VA_ARGS__))
#define __builtin_offsetof(of, ...) (checking::SizeOf<of>::more + __builtin_offsetof(of, __VA_ARGS__))
#define typeid(...) (checking::asked<__typeof__(__VA_ARGS__)>(), typeid(__VA_ARGS__))
#define _Generic(of, ...) (checking::asked<__typeof__(of)>(), _Generic(of, __VA_ARGS__))"""

# Templates that hold values of a type and say nothing about it, and those that give it back.
_HOLDING = frozenset(
    b"vector array deque list forward_list set multiset map multimap unordered_map unordered_set unordered_multimap unordered_multiset "
    b"pair tuple stack queue priority_queue initializer_list unique_ptr shared_ptr weak_ptr function optional variant allocator "
    b"basic_string reference_wrapper decay remove_reference remove_const remove_volatile remove_cv remove_cvref add_const".split()
)
_WORDS = (Kind.IDENT, Kind.NUMBER, Kind.CHAR)
_BEFORE = (
    b"return",
    b"case",
    b"else",
    b"do",
    b"throw",
    b"typename",
    b"typedef",
    b"and",
    b"or",
    b"not",
    b"sizeof",
    b"const",
)
_WITHIN = (*_BEFORE[:-1], b"using", b"define")
_BETWEEN = frozenset((b"::", b",", b"*", b"&", b"&&", b".", b"->", b"...", b"<", b">"))


def marked(data: bytes, function: bool = False) -> tuple[bytes, list[int]]:
    """The text, of a function or of several declarations, with its questions marked, and where in `data` each byte was inserted."""
    asks = any(part in data for part in _ASKING) and _MAY_ASK.search(data)
    # Of which type a template asks, or a lambda that takes `auto`, only its use says.
    counts = b"sizeof" in data and _MAY_COUNT.search(data) and not _GENERIC.search(data)
    if not asks and not counts:
        return data, []
    tokens = _tokens(data)
    found = [*(_insertions(tokens, function) if asks else ()), *(_counted(tokens) if counts else ())]
    inserted = sorted(found, key=lambda one: one[0])
    parts: list[bytes] = []
    moved: list[int] = []
    position = 0
    for offset, new in inserted:
        parts += [data[position:offset], new]
        moved += [offset] * len(new)
        position = offset
    return b"".join((*parts, data[position:])), moved


def moved_by(steps: Sequence[tuple[int, int]], moved: Sequence[int]) -> list[tuple[int, int]]:
    """Steps of a text (offset in it, offset in the legacy source) after `marked`; what was inserted stands where it begins."""
    found = [(here + bisect_left(moved, here), there) for here, there in steps]
    for offset in dict.fromkeys(moved):
        here, there = max((step for step in steps if step[0] <= offset), default=(offset, 0))
        shift = bisect_left(moved, offset + 1)
        found.append((offset + shift, there + offset - here))
    return sorted(found)


def _tokens(data: bytes) -> list[Token]:
    """Without comments; what a directive says is tokens of its own, and `>>` may close two lists."""
    found: list[Token] = []
    for token in lex_whole(data):
        if token.kind == Kind.DIRECTIVE:
            inner = lex_whole(b" " + token.text[1:])
            found += [Token(t.kind, t.start + token.start, t.end + token.start, t.text) for t in inner]
        else:
            found.append(token)
    split: list[Token] = []
    for token in found:
        if token.text == b">>":
            middle = token.start + 1
            split += [Token(token.kind, token.start, middle, b">"), Token(token.kind, middle, token.end, b">")]
        elif token.kind != Kind.COMMENT and token.text.strip(b"\\ \t\r\n"):
            split.append(token)
    return split


def _insertions(tokens: Sequence[Token], function: bool) -> Iterator[tuple[int, bytes]]:
    pairs = match_brackets(tokens)
    for index, token in enumerate(tokens):
        if index == 0 or tokens[index - 1].kind != Kind.IDENT:
            continue
        name = tokens[index - 1].text
        if token.text == b"(" and name.startswith((b"__is_", b"__has_")) and index in pairs:
            yield from _each(tokens, split_arguments(tokens, index, pairs[index]))
        if token.text != b"<" or name in _HOLDING or (close := _closing(tokens, index, pairs)) is None:
            continue
        behind = [t.text for t in tokens[close + 1 : close + 3]]
        made = behind in ([b"(", b")"], [b"{", b"}"]) and name.startswith((b"is_", b"has_"))
        first = _qualified(tokens, index - 1)
        if name.endswith(b"_v"):
            yield from _each(tokens, _arguments(tokens, index, close, pairs))
        elif made or (behind[:1] == [b"::"] and (function or not _defines(tokens, first, close))):
            yield tokens[first].start, ASK
            yield tokens[close].end, b">"


def _counted(tokens: Sequence[Token]) -> Iterator[tuple[int, bytes]]:
    places = (index for index, token in enumerate(tokens) if token.text == b"sizeof")
    for quotient in element_counts(tokens, match_brackets(tokens), places):
        for index in quotient:
            yield tokens[index].end, COUNTED


def _each(tokens: Sequence[Token], arguments: Sequence[tuple[int, int]]) -> Iterator[tuple[int, bytes]]:
    for first, end in arguments:
        if first < end and tokens[first].kind == Kind.IDENT and tokens[first].text not in (b"true", b"false"):
            yield tokens[first].start, PLAINLY
            yield tokens[end - 1].end, b">"


def _closing(tokens: Sequence[Token], opener: int, pairs: dict[int, int]) -> int | None:
    """The `>` of a list of template arguments; None where `<` compares."""
    depth, index = 0, opener
    while index < len(tokens):
        token = tokens[index]
        if token.text in (b"(", b"["):
            index = pairs.get(index, len(tokens))
        elif token.text == b"<":
            depth += 1
        elif token.text == b">":
            depth -= 1
            if depth == 0:
                return index
        elif (token.kind not in _WORDS and token.text not in _BETWEEN) or (
            token.text == b"&&" and tokens[index + 1 : index + 2] and tokens[index + 1].text not in (b">", b",", b"...")
        ):
            return None
        index += 1
    return None


def _arguments(tokens: Sequence[Token], opener: int, close: int, pairs: dict[int, int]) -> list[tuple[int, int]]:
    found, depth, first = [], 0, opener + 1
    index = first
    while index < close:
        text = tokens[index].text
        index = pairs.get(index, index) if text in (b"(", b"[") else index
        depth += (text == b"<") - (text == b">")
        if text == b"," and depth == 0:
            found.append((first, index))
            first = index + 1
        index += 1
    return [*found, (first, close)]


def _qualified(tokens: Sequence[Token], name: int) -> int:
    """Where a name begins with what qualifies it."""
    while name >= 2 and tokens[name - 1].text == b"::" and _qualifies(tokens[name - 2]):
        name -= 2
    return name - 1 if name and tokens[name - 1].text == b"::" and tokens[name - 2].text != b">" else name


def _qualifies(token: Token) -> bool:
    return token.kind == Kind.IDENT and token.text not in _BEFORE


def _defines(tokens: Sequence[Token], first: int, close: int) -> bool:
    """Whether a member of a class template is defined here, outside of the class."""
    behind = tokens[close + 3].text if close + 3 < len(tokens) else b""
    if behind not in (b"=", b";", b"(", b"{", b"["):
        return False
    depth = 0
    for token in reversed(tokens[:first]):
        depth += (token.text == b">") - (token.text == b"<")
        if depth == 0 and token.text in (b";", b"}"):
            return True
        if depth == 0 and (token.text in _WITHIN or (token.kind == Kind.PUNCT and token.text not in _BETWEEN)):
            return False
    return True
