"""Whether a tensor, or a kernel's arguments, of a function keep what they hold from a place on: a copy that is made there is the variable itself."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.lambdas import is_lambda
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import CHANGES, parenthesis_around
from migrate.project.library_rules import LibraryRules

_BINDS = frozenset((b":", b"*", b"?", b"return", b"{"))


def keeps_value(rules: LibraryRules, source: Source, function: Function, decl: Decl, first: int) -> bool:
    """Whether a variable of the function, by its declaration, has the same value from token `first` on as long as the function runs."""
    kind = (decl.canonical or decl.type).removeprefix("const ").rstrip()
    spelled = decl.type.removeprefix("const ").rstrip()
    if not {kind, spelled} & (rules.tensor_types | rules.argument_types) or decl.kind not in ("param", "variable"):
        return False
    name = decl.name.encode()
    lambdas = [(i, _end(source, i)) for i in source.where(b"[", *function.body) if is_lambda(source, i)]
    for index in source.where(name, *function.body):
        if not any(one.offset == decl.offset for one in source.decls(index)):
            continue
        if source.code[index].start == decl.offset or _is_captured(source, index):
            continue
        if _is_bound(source, index):
            return False
        late = index > first or any(begin < index < end for begin, end in lambdas)
        if late and _is_changed(source, index):
            return False
    return True


def _end(source: Source, index: int) -> int:
    behind = source.pairs[index] + 1
    while source.text(behind) not in (b"{", b";", b""):
        behind = source.behind(behind)
    return source.pairs.get(behind, behind)


def _is_captured(source: Source, index: int) -> bool:
    """Whether a name stands among what a lambda captures."""
    before = index - 1 - (source.text(index - 1) == b"&")
    while source.text(before) not in (b"[", b";", b"{", b"}", b"(", b""):
        before -= 1
    return source.text(before) == b"[" and is_lambda(source, before) and source.text(index + 1) in (b"]", b",")


def _behind_chain(source: Source, index: int) -> int:
    """What stands behind a variable with its members and elements."""
    behind = index + 1
    while source.text(behind) in (b".", b"["):
        behind = source.pairs[behind] + 1 if source.text(behind) == b"[" else behind + 2
    return behind


def _is_bound(source: Source, index: int) -> bool:
    """Whether something may reach a variable by another name than its own: a pointer, a reference."""
    before, behind = source.text(index - 1), _behind_chain(source, index)
    if before == b"&" and source.text(index - 2) in (b"(", b","):
        return source.text(behind) not in (b",", b")") or not _is_constant(source, index, behind, "const ")
    if before in _BINDS or before == b"&":
        return True
    if before == b"=":
        kinds = [decl.type for decl in source.decls(index - 2)]
        members = [decl.type for decl in source.decls(behind - 1)] if source.text(behind - 1) != b"]" else []
        return not kinds or any(
            "&" in one or "*" in one or "auto" in one for one in [*kinds, *(m for m in members if "[" in m)]
        )
    return before == b"(" and source.text(index - 2) != b"" and not _is_value(source, index, behind)


def _is_value(source: Source, index: int, behind: int) -> bool:
    """Whether an argument, or what parentheses group, is only read."""
    return _is_argument_read(source, index, behind)


def _is_changed(source: Source, index: int) -> bool:
    behind = _behind_chain(source, index)
    before = source.text(index - 1)
    if source.text(behind) in CHANGES or before in (b"++", b"--") or source.text(behind) == b"->":
        return True
    return before == b"," and not _is_argument_read(source, index, behind)


def _is_argument_read(source: Source, index: int, behind: int) -> bool:
    """Whether a variable, its member or an element that is an argument of its own is taken by value, or as a constant."""
    if source.text(behind) not in (b",", b")"):
        return True
    return all(_taken(source, index, behind))


def _taken(source: Source, index: int, behind: int) -> Iterator[bool]:
    array = source.text(behind - 1) != b"]" and any("[" in decl.type for decl in source.decls(behind - 1))
    opener = parenthesis_around(source, index)
    decls = list(source.decls(opener - 1)) if source.text(opener) == b"(" else []
    if not decls:
        yield source.text(opener - 1) in (
            b"if",
            b"while",
            b"switch",
            b"(",
            b"=",
            b"return",
            b"&&",
            b"||",
            b"sizeof",
            b",",
        )
    for decl in decls:
        if decl.kind == "macro":
            yield not array
        elif decl.kind == "type":
            yield False
        else:
            kind = _parameter(source, decl, opener, index)
            yield kind.startswith("const ") if array or "&" in kind or "*" in kind else bool(kind)


def _parameter(source: Source, decl: Decl, opener: int, index: int) -> str:
    """The type that a function takes for an argument; empty where that is not plain to see."""
    kinds = decl.type.partition(" (")[2].rpartition(")")[0].split(", ")
    position = next((i for i, (a, b) in enumerate(source.arguments(opener)) if a <= index < b), -1)
    plain = decl.kind == "function" and "(" not in "".join(kinds) and 0 <= position < len(kinds)
    return kinds[position] if plain else ""


def _is_constant(source: Source, index: int, behind: int, wanted: str) -> bool:
    opener = parenthesis_around(source, index)
    decls = list(source.decls(opener - 1)) if source.text(opener) == b"(" else []
    return bool(decls) and all(
        decl.kind == "function" and _parameter(source, decl, opener, index).startswith(wanted) for decl in decls
    )
