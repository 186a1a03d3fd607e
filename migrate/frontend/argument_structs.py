"""Which types are kernels' argument structs: those of the tree's headers of them, and whatever a source launches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from migrate.frontend.lex import Kind, Token, lex_whole
from migrate.frontend.source import Source
from migrate.project.library_rules import LaunchRule

_BUILTIN = frozenset(("void", "char", "bool", "short", "int", "long", "float", "double", "unsigned", "signed", "auto"))


def argument_types(source: Source, launch: Mapping[str, LaunchRule], headers: Iterable[bytes]) -> frozenset[str]:
    """The structs of the headers of kernel arguments, and those that this source launches."""
    found = {name for text in headers for name in structs_of(text)}
    for index in source.named("launch", launch.__contains__, 0, len(source.code)):
        rule = launch[source.text(index).decode("utf-8", "replace")]
        arguments = source.arguments(index + 1) if index + 1 in source.pairs else []
        if rule.arguments < len(arguments):
            found |= _record(source, *arguments[rule.arguments])
    return frozenset(found)


def _record(source: Source, first: int, last: int) -> set[str]:
    """The record type of the first variable in an expression."""
    for index in range(first, last):
        decl = source.fact(index)
        if decl and decl.kind in ("variable", "param"):
            words = [w for w in decl.type.split("[")[0].replace("*", " ").replace("&", " ").split() if w != "const"]
            words = words[1:] if words[:1] in (["struct"], ["class"], ["union"]) else words
            return {words[0]} if len(words) == 1 and words[0] not in _BUILTIN else set()
    return set()


@lru_cache(maxsize=64)
def structs_of(header: bytes) -> frozenset[str]:
    """Structs that a header defines, by tag and by typedef."""
    code = [t for t in lex_whole(header) if t.kind not in (Kind.COMMENT, Kind.DIRECTIVE)]
    names: set[bytes] = set()
    opened: list[tuple[bool, bytes]] = []
    for position, token in enumerate(code):
        if token.text == b"{":
            head = code[position - 1] if position else token
            keyword = code[position - 2].text if head.kind == Kind.IDENT and head.text != b"struct" else head.text
            opened.append((keyword == b"struct", head.text))
        elif token.text == b"}" and opened:
            struct, tag = opened.pop()
            names |= {tag} if struct and tag != b"struct" else set()
            names |= _behind(code, position + 1) if struct and not opened else set()
    return frozenset(name.decode("utf-8", "replace") for name in names)


def _behind(code: Sequence[Token], position: int) -> set[bytes]:
    """Names between a struct's closing brace and the semicolon: no attributes, of a macro its argument."""
    found: set[bytes] = set()
    while position < len(code) and code[position].text != b";":
        called = position + 1 < len(code) and code[position + 1].text == b"("
        if code[position].kind == Kind.IDENT and not called and code[position].text not in (b"packed", b"__packed__"):
            found.add(code[position].text)
        position += 1
    return found
