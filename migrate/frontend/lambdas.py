"""Lambdas: where one begins, what belongs to it, and whether it only computes with numbers and shapes in a statement about numbers."""

from __future__ import annotations

import re

from migrate.frontend.compiler.clang import Decl, is_system
from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import FUNDAMENTAL, PLAIN
from migrate.frontend.source import Source
from migrate.frontend.statements import CHANGES
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_ENDS = (b";", b"{", b"}")
_STRANGE = frozenset(
    b"static thread_local goto throw try asm __asm__ new delete mutable this volatile template typename "
    b"co_return co_await co_yield".split()
)
_NUMBERS = FUNDAMENTAL | frozenset((b"std", b"vector", b"string", b"array", b"pair", b"auto"))


def is_lambda(source: Source, index: int) -> bool:
    """`[...]` that begins an expression, followed by parameters or a body; not an attribute and not a subscript."""
    before = source.code[index - 1]
    subscript = before.text in (b"]", b")") or (before.kind == Kind.IDENT and before.text != b"return")
    if subscript or before.text == b"[" or source.text(index + 1) == b"[" or index not in source.pairs:
        return False
    return source.text(source.pairs[index] + 1) in (b"(", b"{")


def computes(rules: LibraryRules, source: Source, index: int) -> bool:
    """Whether a lambda is a part of a statement that deals with nothing but numbers, and changes none of those outside of itself."""
    body = body_of(source, index)
    if body is None or rules.status_types & PLAIN or not source.facts:
        return False  # what it returns might be a status
    start, end = index, source.pairs[body] + 1
    while source.text(start - 1) not in _ENDS:
        start = source.pairs[start - 1] if source.text(start - 1) in (b")", b"]") else start - 1
    while source.text(end) not in _ENDS:
        end = source.pairs.get(end, end) + 1 if source.text(end) in (b"(", b"[") else end + 1
    if source.text(end) != b";" or source.text(start) in _GOVERNS:
        return False
    span = Span(source.code[start].start, source.code[end].end)
    directives = (d for d in source.tree.others if span.start < d.token.start < span.end)
    if source.conditionals_from(span.start, span.end) or any(directives):
        return False
    return all(_number(rules, source, i, index, source.pairs[body]) for i in range(start, end))


_GOVERNS = frozenset(b"if else for while do switch return case default goto using".split())


def body_of(source: Source, index: int) -> int | None:
    """The brace of a lambda whose parameters have types."""
    behind = source.pairs[index] + 1
    if source.text(behind) == b"(":
        close = source.pairs[behind]
        behind = close + 1
    while source.text(behind) in (b"noexcept", b"constexpr", b"->") or source.text(behind) in _NUMBERS:
        behind += 1
    return behind if source.text(behind) == b"{" else None


def _number(rules: LibraryRules, source: Source, index: int, first: int, last: int) -> bool:
    """Whether a token of a statement is known to be about numbers; the lambda is from `first` to `last`."""
    token = source.code[index]
    if token.text in _STRANGE or (token.text == b"[" and index != first and is_lambda(source, index)):
        return False
    if token.kind != Kind.IDENT or token.text in _NUMBERS:
        return True
    name = token.text.decode("utf-8", "replace")
    decls = list(source.decls(index))
    if not decls:
        return token.text in _KEYWORDS
    if name in rules.tensor_types:
        return source.text(index - 1) in (b"(", b",", b"const") and source.text(index + 1) != b"("  # of a parameter
    if (name == rules.dtype_field or name in rules.dtypes) and _compared(rules, source, index):
        return True
    if name in rules.provided and source.text(index + 1) == b"(":
        return True  # of numbers and tensors, or its arguments say so
    if rules.concerns(name) or rules.is_legacy(name):
        return False
    return all(_plain(rules, source, index, decl, first, last) for decl in decls)


def _compared(rules: LibraryRules, source: Source, index: int) -> bool:
    """Whether a value, which may be a member, is compared for equality, or given to a helper that the unified library has, and nothing else."""
    start = index
    while source.text(start - 1) in (b".", b"->"):
        start -= 2
    before, behind = source.text(start - 1), source.text(index + 1)
    equal = (b"==", b"!=")
    if before == b"(" and behind == b")" and source.text(start - 2).decode("utf-8", "replace") in rules.provided:
        return True
    ends = (b"return", b"(", b"&&", b"||", b"?", b"!")
    return (behind in equal and before in ends) or (
        before in equal and behind in (b")", b";", b"&&", b"||", b"?", b"}")
    )


_KEYWORDS = frozenset(
    b"return if else for while do switch case default break continue true false nullptr sizeof static_cast and or not constexpr noexcept".split()
)


def _plain(rules: LibraryRules, source: Source, index: int, decl: Decl, first: int, last: int) -> bool:
    """Whether a name is that of a number, of something of the system, or of a function of numbers, and stays what it is."""
    if decl.kind == "macro":
        known = source.table.definitions(source.text(index))
        return not known or all(not one.parameters and len(one.body) <= 3 for one in known)
    if _extent(rules, source, index, decl, first) or _argument(rules, source, index, decl, first):
        return True
    if decl.kind in ("param", "variable", "field"):
        own = not decl.file and source.code[first].start <= decl.offset < source.code[last].start
        outside = not first <= index <= last or _captured(source, index, first)
        closure = "(lambda at" in decl.type
        spelled = decl.type if _GENERIC.match(decl.canonical or "") else decl.canonical or decl.type
        return (closure or _of_numbers(spelled)) and (own or outside or not _changes(source, index))
    if decl.kind == "function":
        return is_system(decl.file) or (not decl.file and _of_numbers(decl.type))
    if decl.kind == "enumerator":
        return True
    return is_system(decl.file) or decl.kind in ("namespace", "method")


def _extent(rules: LibraryRules, source: Source, index: int, decl: Decl, first: int) -> bool:
    """Whether a tensor is named to read a member of it that is a number, which the member's own name says, or as a parameter or what the lambda that
    begins at `first` captures."""
    kind = (decl.canonical or decl.type).removeprefix("const ").rstrip("&* ")
    of_tensor = decl.kind in ("param", "variable") and kind in rules.tensor_types
    member = source.text(index + 1) in (b".", b"->") and source.text(index + 2) != rules.address_field.encode()
    captures = source.pairs[first]
    if first < index < captures or decl.offset == source.code[index].start:
        named = (
            source.text(index - 1) in (b"[", b",", b"&", b"*") or source.text(index - 1).decode() in rules.tensor_types
        )
        return of_tensor and named and source.text(index + 1) in (b"]", b",", b")")
    helper = source.text(index - 3).decode("utf-8", "replace") in rules.provided
    if helper and [source.text(index - 2), source.text(index - 1), source.text(index + 1)] == [b"(", b"&", b")"]:
        return of_tensor
    return of_tensor and member and source.text(index - 1) not in (b"&", b"*")


def _argument(rules: LibraryRules, source: Source, index: int, decl: Decl, first: int) -> bool:
    """Whether a kernel's arguments are named, outside of the lambda that begins at `first`, for a member of them that is a number and no address."""
    kind = (decl.canonical or decl.type).removeprefix("const ").rstrip("&* ")
    named = decl.kind in ("param", "variable") and kind in rules.argument_types and index < first
    member = source.text(index + 2).decode("utf-8", "replace")
    return (
        named
        and source.text(index + 1) in (b".", b"->")
        and source.text(index - 1) not in (b"&", b"*")
        and not rules.address_fields.search(member)
    )


def _captured(source: Source, index: int, first: int) -> bool:
    """Whether a name stands for itself among what the lambda that begins at `first` captures."""
    before = index - 2 if source.text(index - 1) == b"&" else index - 1
    alone = source.text(before) in (b"[", b",") and source.text(index + 1) in (b"]", b",")
    return first < index < source.pairs[first] and alone


def _changes(source: Source, index: int) -> bool:
    behind = index + 1
    while source.text(behind) == b"[":
        behind = source.pairs[behind] + 1
    before = source.text(index - 1)
    return source.text(behind) in CHANGES or source.text(behind) == b"." or before in (b"++", b"--", b"&")


_GENERIC = re.compile(r"(?:const )?(?:auto|type-parameter-\d)")
_WORD = re.compile(r"[A-Za-z_]\w*")


def _of_numbers(type_: str) -> bool:
    words = {word.encode() for word in _WORD.findall(type_)}
    return words <= _NUMBERS | {b"noexcept", b"allocator", b"basic_string", b"char_traits", b"__cxx11"}
