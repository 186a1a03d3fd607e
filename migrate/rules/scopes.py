"""Namespaces of the legacy file: what moves out of one loses it, so names are written without; names of std get it where a directive of the file brought them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.lex import Kind
from migrate.frontend.source import Source
from migrate.model import EditKind
from migrate.rules.context import Context
from migrate.rules.registry import Rule

_VALUES = ("type", "enumerator", "variable")
TAGS = (b"struct", b"union", b"enum", b"class")


def is_tagged(source: Source, index: int) -> bool:
    """Whether `struct` or such a word stands in front of the name of a type, `struct Tensor t`."""
    return source.text(index - 1) in TAGS and source.text(index + 1) not in (b"{", b":", b";")


def replaced_from(source: Source, index: int, unified: str) -> int:
    """First token of what another name stands for: with such a word in front, as that may be a typedef's name, or no name alone, and with the global
    scope, `::Tensor t`, where it begins with a word of the language, which has none."""
    first = index - (_is_global(source, index) and (is_tagged(source, index - 1) or not _has_scope(unified)))
    return first - is_tagged(source, first)


def _is_global(source: Source, index: int) -> bool:
    scopes = ("namespace", "type", "template")
    named = source.text(index - 2) == b">" or any(decl.kind in scopes for decl in source.decls(index - 2))
    return source.text(index - 1) == b"::" and not named


def _has_scope(unified: str) -> bool:
    return unified.split()[0].encode() not in _OF_LANGUAGE


_OF_LANGUAGE = frozenset(
    b"const volatile void bool char short int long unsigned signed float double struct enum union class".split()
)


def drop_before(ctx: Context, index: int, unified: str, kind: EditKind, rule: str) -> None:
    """Takes away what cannot stand in front of the unified form of a type's name."""
    first = replaced_from(ctx.source, index, unified)
    if first < index:
        ctx.drop(first, index, "", kind, rule)


@dataclass(frozen=True)
class Qualified:
    """A name behind namespaces of the file: `first` is the first token of these."""

    first: int
    name: int


def scope_start(source: Source, index: int) -> int | None:
    """First token of the namespaces, all of this file, that stand before a name; None where there are none, or others."""
    first = index
    while source.text(first - 1) == b"::":
        if source.code[first - 2].kind != Kind.IDENT or source.code[first - 2].text in _WORDS:
            return first - 1 if first < index else None  # ::a::b::name
        if not _is_own(source, first - 2):
            return None
        first -= 2
    return first if first < index else None


_WORDS = frozenset((b"return", b"case", b"throw", b"else", b"new", b"delete", b"const"))


def _is_own(source: Source, index: int) -> bool:
    """Whether a name is a namespace of this file for every chip that sees it."""
    offset = source.code[index].start
    found = [decl for facts in source.facts if (decl := facts.entities.get(offset))]
    return bool(found) and all(decl.kind == "namespace" and not decl.file for decl in found)


def _names(ctx: Context) -> Iterator[Qualified]:
    source, function = ctx.source, ctx.function
    for colons in source.where(b"::", function.first, function.close_brace):
        name = colons + 1
        if source.code[name].kind == Kind.IDENT and (source.text(name + 1) != b"::" or _is_own_type(source, name)):
            first = scope_start(source, name)
            if first is not None and name != function.name_index and name not in ctx.claimed:
                yield Qualified(first, name)


def _is_own_type(source: Source, index: int) -> bool:
    """Whether a name that is a scope itself is a type of the file: `shapes::Kind::one`."""
    decls = list(_decls(source, index))
    return bool(decls) and all(decl.kind == "type" and not decl.file for decl in decls)


def _unqualify(ctx: Context, found: Qualified) -> None:
    source = ctx.source
    decls = list(_decls(source, found.name))
    if not decls or any(decl.file for decl in decls):
        return  # what it is in the output nobody knows: entities.py refuses the namespace
    if source.text(found.first - 1) == b"using":
        return
    if all(decl.kind in ("function", "template") for decl in decls) and source.text(found.name + 1) in (b"(", b"<"):
        if source.text(found.name).decode("utf-8", "replace") in ctx.prototypes and _takes_handle(ctx, found.name):
            return  # rules/calls.py
        ctx.drop(found.first, found.name, "::", EditKind.HELPER, "scope")  # nothing that is found otherwise
    elif all(decl.kind in _VALUES for decl in decls) and not _shadowed(ctx, found.name):
        ctx.drop(found.first, found.name, "", EditKind.HELPER, "scope")


def _takes_handle(ctx: Context, index: int) -> bool:
    prototype = ctx.prototypes[ctx.source.text(index).decode("utf-8", "replace")]
    return ctx.rules.handle_position([parameter.type for parameter in prototype.parameters]) >= 0


def _shadowed(ctx: Context, index: int) -> bool:
    """Whether the function has another thing of a name, which its name alone would stand for."""
    source = ctx.source
    wanted = {(decl.kind, decl.offset) for decl in _decls(source, index)}
    for other in source.where(source.text(index), ctx.function.first, ctx.function.close_brace):
        if source.text(other - 1) not in (b".", b"->") and {(d.kind, d.offset) for d in _decls(source, other)} - wanted:
            return True
    return False


def _decls(source: Source, index: int) -> Iterator[Decl]:
    start = source.code[index].start
    for facts in source.facts:
        decl = facts.references.get(start) or facts.entities.get(start)
        if decl:
            yield decl


def _statements(ctx: Context) -> Iterator[tuple[int, int]]:
    """`using` and namespace aliases in the body that are about namespaces of the file."""
    source = ctx.source
    for keyword in (b"using", b"namespace"):
        for index in source.where(keyword, *ctx.function.body):
            if source.text(index - 1) not in (b";", b"{", b"}") or index in ctx.claimed:
                continue
            end = index
            while source.text(end) != b";":
                end += 1
            own = (i for i in range(index + 1, end) if source.code[i].kind == Kind.IDENT and _is_own(source, i))
            alias = keyword == b"using" and source.text(index + 2) == b"="
            if next(own, None) is not None and not alias:
                yield index, end + 1


def _drop_statement(ctx: Context, found: tuple[int, int]) -> None:
    ctx.drop(*found, "", EditKind.HELPER, "scope")


def _of_std(ctx: Context) -> Iterator[int]:
    """Names of std that stand alone: because of a directive or declaration of the file, or, functions, of a header: <math.h> brings overloads
    of std that <cmath> does not, and which of them the output includes is another question."""
    source = ctx.source
    kinds = _OF_STD if _brings_std(source) else _CALLED
    known = _names_of_std(source)
    first, last = ctx.function.first, ctx.function.close_brace
    for index in known[bisect_left(known, first) : bisect_left(known, last)]:
        if source.text(index - 1) in (b"::", b".", b"->") or index in ctx.claimed:
            continue
        decls = list(_decls(source, index))
        if decls and all(d.file and d.scope.split("::")[0] == "std" and d.kind in kinds for d in decls):
            yield index


def _names_of_std(source: Source) -> list[int]:
    """Code indices of the identifiers that are something of std for a chip, in order."""
    known: list[int] | None = source.memo.get(_names_of_std)
    if known is None:
        tables = [table for facts in source.facts for table in (facts.references, facts.entities)]
        offsets = {at for table in tables for at, decl in table.items() if decl.scope.startswith("std")}
        found = ((source.index_at(at), at) for at in sorted(offsets))
        known = [i for i, at in found if i < len(source.code) and source.starts[i] == at]
        source.memo[_names_of_std] = known = [i for i in known if source.code[i].kind == Kind.IDENT]
    return known


_CALLED = ("function", "template")
_OF_STD = (*_CALLED, "type", "variable", "enumerator")


def _brings_std(source: Source) -> bool:
    for index in source.where(b"using", 0, len(source.code)):
        named = source.text(index + 1) == b"std" or (source.text(index + 1), source.text(index + 2)) == (
            b"namespace",
            b"std",
        )
        if named and not source.in_function(source.code[index].start):
            return True
    return False


def _qualify(ctx: Context, index: int) -> None:
    ctx.insert(ctx.source.code[index].start, "std::", EditKind.HELPER, "scope")


def _of_arguments(ctx: Context) -> Iterator[Qualified]:
    """Names of namespaces of the headers of argument structs, which come along as they are: what `using` and enclosing namespaces of the file left out."""
    source = ctx.source
    known = _names_of_kept(source)
    first, last = ctx.function.first, ctx.function.close_brace
    for name in known[bisect_left(known, first) : bisect_left(known, last)]:
        begin = _namespaces_start(source, name)
        decls = list(_decls(source, name))
        scopes = {decl.scope for decl in decls}
        plain = len(scopes) == 1 and all(decl.file in source.kept and decl.kind in _OF_STD for decl in decls)
        if begin is None or name in ctx.claimed or not plain:
            continue
        if source.spell(begin, name).replace(" ", "") != f"{min(scopes)}::":
            yield Qualified(begin, name)


def _names_of_kept(source: Source) -> list[int]:
    """Code indices of the identifiers that stand for what headers of argument structs declare in namespaces, in order."""
    known: list[int] | None = source.memo.get(_names_of_kept)
    if known is None:
        tables = [table for facts in source.facts for table in (facts.references, facts.entities) if source.kept]
        offsets = {at for table in tables for at, decl in table.items() if decl.scope and decl.file in source.kept}
        found = ((source.index_at(at), at) for at in sorted(offsets))
        known = source.memo[_names_of_kept] = [i for i, at in found if i < len(source.code) and source.starts[i] == at]
    return known


def _namespaces_start(source: Source, index: int) -> int | None:
    """The first token of the namespaces before a name, itself where there are none; None where it is a member."""
    first = index
    while source.text(first - 1) == b"::" and source.code[first - 2].kind == Kind.IDENT:
        decls = list(_decls(source, first - 2))
        if source.text(first - 2) in _WORDS or not decls:
            break
        if any(decl.kind != "namespace" for decl in decls):
            return None
        first -= 2
    first -= source.text(first - 1) == b"::"
    return None if source.text(first - 1) in (b".", b"->") else first


def _qualify_argument(ctx: Context, found: Qualified) -> None:
    scope = next(decl.scope for decl in _decls(ctx.source, found.name))
    if found.first < found.name:
        ctx.drop(found.first, found.name, f"{scope}::", EditKind.HELPER, "scope")
    else:
        ctx.insert(ctx.source.code[found.name].start, f"{scope}::", EditKind.HELPER, "scope")


SCOPES = Rule(
    "scopes",
    "Edit 7: names of namespaces of the legacy file are written without these.",
    _names,
    _unqualify,
    after=("names", "prints"),
    cases=("namespaces",),
)
SCOPE_STATEMENTS = Rule(
    "scope-statements",
    "Edit 7: using and aliases of namespaces of the legacy file go.",
    _statements,
    _drop_statement,
    after=("scopes",),
    cases=("namespaces",),
)
STANDARD_SCOPES = Rule(
    "standard-scopes",
    "Edit 7: names of std that a directive of the file brings are written with it.",
    _of_std,
    _qualify,
    after=("names", "prints"),
    cases=("namespaces",),
)
ARGUMENT_SCOPES = Rule(
    "argument-scopes",
    "Edit 7: names of namespaces that come along with the argument structs are written with these.",
    _of_arguments,
    _qualify_argument,
    after=("names", "scopes"),
    cases=("argument_namespaces",),
)
