"""Which numbers an expression may be: a literal, a macro or constant that is one, or a local variable that nothing but literals is given to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.lex import Kind
from migrate.frontend.source import Source
from migrate.frontend.statements import conditional_operator, parenthesis_around, without_parentheses

_LITERAL = re.compile(rb"0|[1-9][0-9]{0,8}")
_KINDS = ("int", "unsigned int", "long", "unsigned long", "size_t")
_ASKS = frozenset(b"== != < > <= >= ? + - * / % && ||".split())


@dataclass(frozen=True)
class Numbers:
    """All that an expression may be; `name`: the variable that says which, where there are several."""

    values: tuple[int, ...]
    kind: str
    name: bytes = b""


def numbers_of(source: Source, first: int, last: int) -> Numbers | None:
    """What an expression may be; None where that is not known, or a variable is asked for it that is not alone."""
    first, last = without_parentheses(source, first, last)
    if last - first != 1:
        return None
    if (value := _literal(source, first)) is not None:
        return Numbers((value,), "int")
    decls = list(source.every_fact(first))
    if not decls or len(decls) != len(source.facts) or len({one.offset for one in decls}) != 1:
        return None
    kinds = {one.type.removeprefix("const ") for one in decls}
    if any(one.kind != "variable" or one.file for one in decls) or len(kinds) != 1 or not kinds <= {*_KINDS}:
        return None
    values = _given(source, decls[0].offset, all(one.type.startswith("const ") for one in decls))
    name = source.text(first) if values and len(values) > 1 else b""
    return Numbers(tuple(sorted(values)), kinds.pop(), name) if values else None


def _literal(source: Source, index: int) -> int | None:
    """A decimal number, itself or by a macro."""
    text = source.text(index)
    macro = source.table.single(text) if source.code[index].kind == Kind.IDENT else None
    if macro is not None and not macro.parameters and len(macro.body) == 1:
        text = macro.body[0]
    return int(text) if _LITERAL.fullmatch(text) else None


def _given(source: Source, offset: int, constant: bool) -> set[int] | None:
    """All that a variable is given anywhere; None where something else may give it something, or read it as an object."""
    at = source.index_at(offset)
    function = source.function_at(offset)
    if function is None:
        return _values(source, at + 2) if constant and source.text(at + 1) == b"=" else None
    text, found, declared = source.text(at), set[int](), source.code[at].span
    if any(text in body for one in source.table.names for body in source.table.bodies([one])):
        return None
    for index in source.where(text, *function.body):
        decls = list(source.every_fact(index))
        if source.text(index - 1) in (b".", b"->") or (decls and all(one.offset != offset for one in decls)):
            continue
        if not decls or any(one.offset != offset for one in decls):
            return None
        if index == at and source.text(index + 1) == b";" and not constant:
            continue
        if source.text(index + 1) == b"=" and (index == at or source.text(index - 1) in _BEFORE):
            if any(not one.span.covers(declared) for one in source.conditionals_around(source.code[index].span)):
                return None  # a number of some chips
            values = _values(source, index + 2)
            if values is None:
                return None
            found |= values
        elif index == at or not _is_read(source, index):
            return None
    return found


_BEFORE = (b";", b"{", b"}", b")", b"else", b":")


def _values(source: Source, first: int) -> set[int] | None:
    """The literal that stands behind `=`, or both of a conditional operator."""
    last = first
    while source.text(last) not in (b";", b",", b""):
        last = source.behind(last)
    return _of_value(source, first, last)


def _of_value(source: Source, first: int, last: int) -> set[int] | None:
    first, last = without_parentheses(source, first, last)
    if last - first == 1:
        value = _literal(source, first)
        return {value} if value is not None else None
    parts = conditional_operator(source, first, last)
    if parts is None:
        return None
    two = [_of_value(source, parts[0] + 1, parts[1]), _of_value(source, parts[1] + 1, last)]
    return two[0] | two[1] if two[0] is not None and two[1] is not None else None


def _is_read(source: Source, index: int) -> bool:
    """Whether a use cannot change the variable: it is compared, computed with, printed, or assigned to something that is no reference to it."""
    before, behind = source.text(index - 1), source.text(index + 1)
    if not source.reads(index) or before in (b"++", b"--", b"&") or behind in (b"++", b"--", b"["):
        return False
    if before == b"=" and behind in (b";", b"}", b","):
        return not _binds(source, index - 2)
    if before in _ASKS - {b"?"} or behind in _ASKS:  # one of two values may be bound to a reference
        return not _has_own_operator(source)
    opener = parenthesis_around(source, index)
    if source.text(opener) != b"(":
        return False
    if source.text(opener - 1) in (b"if", b"switch", b"while"):
        return True
    return (before in (b"(", b",") and behind in (b")", b",")) and _takes_value(source, opener, index)


def _takes_value(source: Source, opener: int, index: int) -> bool:
    """Whether a call has the number alone of an argument, which is no more than read: a function of the system, or one that takes a number there."""
    if source.is_of_system(opener - 1):
        return not any(facts.frees_constants for facts in source.facts)
    place = next((i for i, (first, last) in enumerate(source.arguments(opener)) if first <= index < last), -1)
    decls = list(source.every_fact(opener - 1))
    given = [decl.takes[place] if decl.kind == "function" and place < len(decl.takes) else "" for decl in decls]
    return place >= 0 and bool(given) and all(kind in _KINDS for kind in given)


def _has_own_operator(source: Source) -> bool:
    """Whether the file or a header of the project has an operator that may be given a number by reference, and change it."""
    if _has_own_operator not in source.memo:
        texts = [source.data, *(source.table.text(path) for path in source.header_paths)]
        taken = (one for text in texts for found in _OPERATOR.finditer(text) for one in found[2].split(b","))
        source.memo[_has_own_operator] = any(b"&" in one and b"const" not in one for one in taken)
    found: bool = source.memo[_has_own_operator]
    return found


_OPERATOR = re.compile(
    rb"\boperator(?![\s\\]*=[\s\\]*\()[\s\\]*([-=!<>+*/%&|]{1,2}|[A-Za-z_]\w*|##[\w\s]*)[\s\\]*\(([^()]*)"
)


def _binds(source: Source, name: int) -> bool:
    return any("&" in one.type for one in _declared(source, name)) or source.text(name - 1) in (b"&", b"&&", b"]")


def _declared(source: Source, name: int) -> Iterator[Decl]:
    return (one for one in source.every_fact(name) if one.offset == source.code[name].start)
