"""What an object has as a whole, which its fields as variables of their own have not: temporaries and parameters that end when it is made, and members that lie side by side."""

from __future__ import annotations

import re
from collections.abc import Iterable

from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.source import Source
from migrate.project.library_rules import LibraryRules

_WORDS = frozenset(word.decode() for word in FUNDAMENTAL)
_HOLD = frozenset(
    ["std", "__cxx11", "basic_string", "char_traits", "allocator", "vector", "array", "pair", "initializer_list"]
)
_VIEWS = frozenset(["initializer_list", "basic_string_view", "span", "reference_wrapper", "function"])
_BYTES = frozenset((b"memset", b"memcpy", b"memmove", b"memcmp", b"bzero"))


def ends_late(rules: LibraryRules, source: Source, name: int, given: tuple[int, int]) -> bool:
    """Whether somebody may see that a parameter, the name at a code index, lives on as a variable, or that what it is given has temporaries which do not."""
    types = [decl.canonical or decl.type for decl in source.every_fact(name)]
    return not types or any(_sees_end(rules, source, kind, given) for kind in types)


def _sees_end(rules: LibraryRules, source: Source, kind: str, given: tuple[int, int]) -> bool:
    words = {*re.findall(r"\w+", kind)} - {"const"}
    if kind.rstrip().endswith("&"):
        return _has_calls(source, *given) and not _is_extended(source, *given)
    if kind.rstrip().endswith(("*", "* const")):
        return _nests(source, *given)
    known = rules.tensor_types | rules.memory_types | rules.dtype_types | rules.status_types | rules.argument_types
    if words <= _WORDS or words <= known | {"struct", "enum"}:
        return False
    if "std" in words:
        return not words <= _HOLD | _WORDS | known or (bool(words & _VIEWS) and _has_calls(source, *given))
    return _nests(source, *given)


def _has_calls(source: Source, first: int, last: int) -> bool:
    return any(source.text(i) == b"(" for i in range(first, last))


def _is_extended(source: Source, first: int, last: int) -> bool:
    """Whether a call that a reference is bound to answers with a value, which lives as long as the reference, or with what is there anyway."""
    if _nests(source, first, last):
        return False
    for opener in source.where(b"(", first, last):
        types = [decl.type for decl in source.every_fact(opener - 1)]
        bare = source.pairs[opener] == opener + 1
        if not bare and (not types or any("&" in kind.partition("(")[0] for kind in types)):
            return False
    return True


def _nests(source: Source, first: int, last: int) -> bool:
    """Whether an expression asks something of what a call or a constructor in it makes."""
    for opener in range(first, last):
        if source.text(opener) not in (b"(", b"{"):
            continue
        closer = source.pairs[opener]
        inside = any(source.text(i) in (b"(", b"{") for i in range(opener + 1, closer))
        if inside or source.text(closer + 1) in (b".", b"->", b"["):
            return True
    return False


def lie_apart(rules: LibraryRules, source: Source, places: Iterable[int]) -> bool:
    """Whether nobody goes from one of these fields to what lies beside it in its object: each is its name in the class, or where an object is used."""
    return all(_stays_inside(rules, source, index) for index in places)


def _stays_inside(rules: LibraryRules, source: Source, index: int) -> bool:
    first = index
    while source.text(first - 1) in (b".", b"->"):
        first -= 2
    behind = source.text(index + 1)
    if source.text(first - 1) != b"&" or _is_operand(source, first - 2) or behind in (b".", b"->", b"["):
        return True
    if source.text(first - 2) not in (b"(", b",", b"=", b"return", b")") or behind not in (b")", b",", b";"):
        return False
    call = _call_around(source, first - 1, index)
    types = [decl.canonical or decl.type for decl in source.every_fact(index)]
    if call in _BYTES:
        return _says_size(source, first, index)
    name = call.decode("utf-8", "replace")
    numbers = all({*re.findall(r"\w+", kind)} <= _WORDS for kind in types)
    return not numbers or name in rules.calls or name in rules.launch or _is_pointed_to(source, call, first - 1)


def _is_operand(source: Source, index: int) -> bool:
    """Whether a token ends an operand, behind which `&` is the operator for bits."""
    text = source.text(index)
    cast = text == b")" and source.text(index - 1) == b"*"
    return not cast and text != b"return" and (source.code[index].kind in (Kind.IDENT, Kind.NUMBER) or text in b")]")


def _call_around(source: Source, first: int, index: int) -> bytes:
    """The function that gets an expression as an argument, also with a cast in front; empty where there is none."""
    opener = first - 1
    while source.text(opener) == b")" and opener in source.pairs:
        opener = source.pairs[opener] - 1
    while source.text(opener) not in (b"(", b";", b"{", b"}", b""):
        opener = source.pairs[opener] - 1 if source.text(opener) in (b")", b"]") else opener - 1
    called = source.text(opener) == b"(" and source.pairs.get(opener, -1) > index
    return source.text(opener - 1) if called and source.code[opener - 1].kind == Kind.IDENT else b""


def _says_size(source: Source, first: int, index: int) -> bool:
    """Whether the call around a field is given the size of the field, or of its type."""
    end = index
    while source.text(end) not in (b";", b""):
        end += 1
    types = {kind.replace(" ", "") for decl in source.every_fact(index) for kind in (decl.type, decl.canonical)}
    said = {"".join(source.text(i).decode("latin-1") for i in range(first, index + 1)), *types}
    return any(
        source.text(i - 1) == b","
        and source.text(i + 1) == b"("
        and source.text(source.pairs[i + 1] + 1) == b")"
        and source.spell(i + 2, source.pairs[i + 1]).replace(" ", "") in said
        for i in source.where(b"sizeof", index, end)
    )


def _is_pointed_to(source: Source, call: bytes, place: int) -> bool:
    """Whether a function of the source uses the parameter at the place of an argument for nothing but what it points to."""
    opener = place
    while source.text(opener - 1) != call:
        opener -= 1
        if source.text(opener) in (b";", b"{", b"}", b""):
            return False
    number = next((n for n, (a, b) in enumerate(source.arguments(opener)) if a <= place < b), -1)
    found = [f for f in source.functions if f.name.encode() == call]
    if number < 0 or len(found) != 1 or source.text(found[0].open_brace) != b"{":
        return False
    parameters = source.arguments(found[0].open_paren)
    if number >= len(parameters):
        return False
    name = source.text(parameters[number][1] - 1)
    uses = source.where(name, *found[0].body)
    return all(source.text(i - 1) == b"*" and source.text(i + 1) != b"[" and _begins(source, i - 2) for i in uses)


def _begins(source: Source, index: int) -> bool:
    """Whether a star behind this token is one that reads what is pointed to, with nothing that moves the pointer."""
    return source.code[index].kind != Kind.IDENT and source.text(index) not in (b")", b"]")
