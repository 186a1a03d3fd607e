"""The declarations of a header, by their tokens: where each stands, what it declares, and which words it is made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from migrate.frontend.lex import Kind, Token, lex_whole
from migrate.model import Span

_TAGGED = frozenset((b"struct", b"class", b"union", b"enum"))
_BEHIND_NAME = frozenset((b";", b"=", b"[", b"(", b",", b"{", b")"))


@dataclass(frozen=True)
class HeaderDeclaration:
    span: Span
    names: frozenset[bytes]  # that it declares outside of structs, enumerators included; rather one too many
    words: frozenset[bytes]


@lru_cache(maxsize=64)
def declarations_of(header: bytes) -> tuple[HeaderDeclaration, ...]:
    """All branches of all conditionals included; a declaration that a conditional cuts is one."""
    code = [t for t in lex_whole(header) if t.kind not in (Kind.COMMENT, Kind.DIRECTIVE)]
    return tuple(
        HeaderDeclaration(
            Span(part[0].start, part[-1].end),
            frozenset(_names(part)),
            frozenset(t.text for t in part if t.kind == Kind.IDENT),
        )
        for part in _parts(code)
    )


def _parts(code: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Runs of tokens up to a semicolon, or a function's closing brace, outside of all braces but those of namespaces and extern "C"."""
    start = depth = 0
    for position, token in enumerate(code):
        head = [t.text for t in code[start:position]] if token.text == b"{" and not depth else []
        if head[:1] in ([b"extern"], [b"namespace"], [b"inline"]) and b"(" not in head and b"=" not in head:
            start = position + 1  # it is no part of what stands in it
        elif token.text == b"{":
            depth += 1
        elif token.text == b"}":
            closed, depth = depth == 1, max(depth - 1, 0)  # a conditional may close a struct twice
            function = closed and b")" in [t.text for t in code[start:position]] and not _is_type(code[start:position])
            if function or start == position:
                yield from [code[start : position + 1]] if function else []
                start = position + 1
        elif token.text == b";" and not depth:
            if position > start:
                yield code[start : position + 1]
            start = position + 1
    if start < len(code):
        yield code[start:]


def _is_type(part: Sequence[Token]) -> bool:
    head = [t.text for t in part]
    until = head.index(b"{") if b"{" in head else len(head)
    return bool(_TAGGED & set(head[:until])) and b"(" not in head[:until]


def _names(part: Sequence[Token]) -> Iterator[bytes]:
    depth = 0
    last = max((i for i, t in enumerate(part) if t.text == b"}"), default=-1)
    enumerations: list[bool] = []
    for position, token in enumerate(part):
        before = part[position - 1].text if position else b""
        if token.text == b"{":
            head = {t.text for t in part[:position]}
            enumerations.append(b"enum" in head and b"(" not in head)
            depth += 1
        elif token.text == b"}":
            depth = max(depth - 1, 0)
            enumerations[-1:] = []
        elif token.kind == Kind.IDENT and token.text not in _TAGGED:
            behind = part[position + 1].text if position + 1 < len(part) else b";"
            enumerator = depth == 1 and enumerations[-1:] == [True] and before in (b"{", b",")
            if before in _TAGGED or enumerator or (depth == 0 and (behind in _BEHIND_NAME or position > last >= 0)):
                yield token.text
