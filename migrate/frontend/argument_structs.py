"""Which types are kernels' argument structs: those of the tree's headers of them, and whatever a source launches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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
            found |= _record(source, *arguments[rule.arguments], frozenset(found) | source.own_types)
    return frozenset(found)


def _record(source: Source, first: int, last: int, known: frozenset[str]) -> set[str]:
    """The record type of the first variable in an expression; of an alias, a container's, the struct itself where that is known."""
    for index in range(first, last):
        decl = source.fact(index)
        if decl and decl.kind in ("variable", "param"):
            names, meant = _named(decl.type), _named(decl.canonical)
            return meant if meant and meant <= known and not names <= known else names
    return set()


def _named(kind: str) -> set[str]:
    """The one word that a type, or what it points to, is called."""
    words = [w for w in kind.split("[")[0].replace("*", " ").replace("&", " ").split() if w != "const"]
    words = words[1:] if words[:1] in (["struct"], ["class"], ["union"]) else words
    return {words[0]} if len(words) == 1 and words[0] not in _BUILTIN else set()


def structs_of(header: bytes) -> frozenset[str]:
    """Structs that a header defines, by tag and by typedef."""
    return frozenset(name for names in struct_names(header) for name in names)


@lru_cache(maxsize=64)
def struct_names(header: bytes) -> tuple[frozenset[str], ...]:
    """The names of each struct that a header defines: its tag and what a typedef calls it."""
    code = [t for t in lex_whole(header) if t.kind not in (Kind.COMMENT, Kind.DIRECTIVE)]
    found: list[frozenset[str]] = []
    opened: list[tuple[bool, bytes] | None] = []  # None: what stands in it stands outside of all structs
    for position, token in enumerate(code):
        if token.text == b"{":
            head = code[position - 1] if position else token
            if _transparent(code, position):
                opened.append(None)
                continue
            keyword = code[position - 2].text if head.kind == Kind.IDENT and head.text != b"struct" else head.text
            opened.append((keyword == b"struct", head.text))
        elif token.text == b"}" and opened:
            struct, tag = opened.pop() or (False, b"")
            names = {tag} if struct and tag != b"struct" else set()
            names |= _behind(code, position + 1) if struct and not any(opened) else set()
            found.append(frozenset(name.decode("utf-8", "replace") for name in names))
    return tuple(found)


def _transparent(code: Sequence[Token], brace: int) -> bool:
    """Whether a brace opens extern "C" or a namespace."""
    before = [t.text for t in code[max(brace - 2, 0) : brace]]
    return before == [b"extern", b'"C"'] or _namespace(code, brace) is not None


def _namespace(code: Sequence[Token], brace: int) -> str | None:
    """The namespaces that a brace opens, `a::b`, empty of one without a name; None where it opens none."""
    first = brace
    while first > 0 and (code[first - 1].text == b"::" or code[first - 1].kind == Kind.IDENT):
        first -= 1
        if code[first].text == b"namespace":
            return b"".join(t.text for t in code[first + 1 : brace]).decode("utf-8", "replace")
    return None


@lru_cache(maxsize=64)
def struct_scopes(header: bytes) -> Mapping[str, str]:
    """The namespaces of the structs that a header defines in one, `a::b` by tag."""
    if b"namespace" not in header:
        return {}
    code = [t for t in lex_whole(header) if t.kind not in (Kind.COMMENT, Kind.DIRECTIVE)]
    found: dict[str, str] = {}
    opened: list[str] = []
    for position, token in enumerate(code):
        if token.text == b"{":
            tag = code[position - 1]
            if tag.kind == Kind.IDENT and code[position - 2].text == b"struct" and any(opened):
                found[tag.text.decode("utf-8", "replace")] = "::".join(filter(None, opened))
            opened.append(_namespace(code, position) or "")
        elif token.text == b"}" and opened:
            opened.pop()
    return found


def _behind(code: Sequence[Token], position: int) -> set[bytes]:
    """Names between a struct's closing brace and the semicolon: no attributes, of a macro its argument."""
    found: set[bytes] = set()
    while position < len(code) and code[position].text != b";":
        called = position + 1 < len(code) and code[position + 1].text == b"("
        if code[position].kind == Kind.IDENT and not called and code[position].text not in (b"packed", b"__packed__"):
            found.add(code[position].text)
        position += 1
    return found


_NUMBERS = frozenset(
    b"unsigned signed long int uint64_t int64_t uintptr_t intptr_t size_t u64 s64 addr_t const volatile".split()
)


def integer_type(texts: Sequence[bytes]) -> bool:
    """Whether the words are an integer type that holds an address."""
    plain = [text for text in texts if text not in (b"std", b"::")]
    wide = b"long" in plain or any(text[-2:] in (b"_t", b"64") for text in plain)
    return bool(plain) and wide and all(text in _NUMBERS for text in plain)


def typed_fields(text: bytes, named: Callable[[str], object], type_: bytes) -> bytes:
    """The text with another type for the integer fields of its structs whose names are `named`; no line moves."""
    for start, end, new in reversed(address_types(text, named, type_)):
        text = text[:start] + new + text[end:]
    return text


Retyped = tuple[int, int, bytes]  # start, end, what stands there from now on


def address_types(text: bytes, named: Callable[[str], object], type_: bytes) -> list[Retyped]:
    """Where the types of those fields stand, and the other type; fields of both kinds in one declaration become one declaration each."""
    code = [t for t in lex_whole(text) if t.kind not in (Kind.COMMENT, Kind.DIRECTIVE)]
    found: list[Retyped] = []
    structs: list[bool] = []
    first = 0
    for position, token in enumerate(code):
        if token.text == b";" and structs and structs[-1]:
            found += _retyped(text, code[first:position], named, type_)
        elif token.text == b"{":
            words = [t.text for t in code[first:position]]
            structs.append(not {b"(", b"="} & set(words) and bool({b"struct", b"class", b"union"} & set(words)))
        elif token.text == b"}" and structs:  # a conditional may close a struct twice
            structs.pop()
        if token.text in (b"{", b"}", b";", b":"):
            first = position + 1
    return found


def _retyped(text: bytes, declaration: Sequence[Token], named: Callable[[str], object], type_: bytes) -> list[Retyped]:
    kind = [t for t in declaration if t.text in _NUMBERS]
    members = _members(declaration)
    holding = [bool(named(name)) for name, _ in members]
    if not any(holding):
        return []
    start, end = kind[0].start, kind[-1].end
    if all(holding):
        return [(start, end, type_)]
    found = [(start, end, type_)] if holding[0] else []
    for (_, comma), holds in zip(members[1:], holding[1:], strict=True):
        if comma is not None:
            found.append((*comma.span, b"; " + (type_ if holds else text[start:end]) + b" "))
    return found


def _members(declaration: Sequence[Token]) -> list[tuple[str, Token | None]]:
    """The names that a member's declaration of integers declares, each with the comma before it; none where it is another one."""
    count = next((i for i, t in enumerate(declaration) if t.text not in _NUMBERS), len(declaration))
    if not integer_type([t.text for t in declaration[:count]]):
        return []
    names: list[tuple[str, Token | None]] = []
    depth, initialiser, comma = 0, False, None
    for token in declaration[count:]:
        depth += (token.text == b"[") - (token.text == b"]")
        if depth == 0 and token.text in (b",", b"="):
            initialiser = token.text == b"="
            comma = token if token.text == b"," else comma
        elif depth == 0 and token.kind == Kind.IDENT and not initialiser:
            names.append((token.text.decode("utf-8", "replace"), comma))
        elif depth == 0 and token.text != b"]" and not initialiser:
            return []  # a pointer, a function, a width in bits
    return names
