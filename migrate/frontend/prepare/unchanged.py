"""Whether a tensor, or a kernel's arguments, of a function keep what they hold from a place on: a copy that is made there is the variable itself."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.lambdas import is_lambda
from migrate.frontend.lex import Kind
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import CHANGES, bracket_around, parenthesis_around
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
    first, behind = _grouped(source, index)
    before, array = source.text(first - 1), _is_array(source, behind)
    if before == b"&" and source.text(first - 2) in (b"(", b","):
        return source.text(behind) not in (b",", b")") or not _is_constant(source, index, behind, "const ")
    if before in _BINDS or before == b"&":
        return True
    argument = before in (b"(", b",") and source.text(behind) in (b")", b",")
    if argument and source.text(bracket_around(source, first) or 0) == b"(":
        return not all(_taken(source, first, behind))
    if array or (before == b"," and source.text(behind) in (b",", b"}")):
        return True  # a pointer to its elements, a part of a list
    if before == b")" and source.text(source.pairs.get(first - 1, 0)) == b"(":  # a cast
        return bool({b"&", b"*"} & {source.text(i) for i in range(source.pairs[first - 1], first)})
    if before == b"=" and _is_named_anew(source, first - 2):
        return True
    set_here = source.text(behind) in CHANGES or before in (b"++", b"--") or source.text(behind) == b"->"
    return not (set_here or source.reads(_last_name(source, behind)))


def _last_name(source: Source, behind: int) -> int:
    """The name that a chain of members and elements ends with."""
    last = behind - 1
    while source.text(last) in (b"]", b")"):
        last = source.pairs[last] - 1 if source.text(last) == b"]" else last - 1
    return last


def _is_named_anew(source: Source, target: int) -> bool:
    """Whether what is given a value may be another name for it: a pointer, a reference; an element or a member has a copy."""
    if source.text(target) == b"]":
        head = source.pairs[target] - 1
        return source.code[head].kind != Kind.IDENT or source.text(head) == b"auto"
    kinds = [decl.type for decl in source.decls(target)]
    return not kinds or any("&" in one or "*" in one or "auto" in one for one in kinds)


def _grouped(source: Source, index: int) -> tuple[int, int]:
    """A variable with its members, elements and the parentheses that are its own: the first token, and what stands behind."""
    first, behind = index, _behind_chain(source, index)
    while source.text(first - 1) == b"(" and source.pairs.get(first - 1) == behind:
        head = source.code[first - 2]
        if head.text != b"return" and (head.kind == Kind.IDENT or head.text in (b")", b"]", b">")):
            break
        first, behind = first - 1, behind + 1
    return first, behind


def _is_array(source: Source, behind: int) -> bool:
    """Whether what ends in front of a token is an array, or a row of one."""
    last, subscripts = behind - 1, 0
    while source.text(last) in (b"]", b")"):
        subscripts += source.text(last) == b"]"
        last = source.pairs[last] - 1 if source.text(last) == b"]" else last - 1
    return any((decl.canonical or decl.type).count("[") > subscripts for decl in source.decls(last))


def _is_changed(source: Source, index: int) -> bool:
    first, behind = _grouped(source, index)
    before = source.text(first - 1)
    if source.text(behind) in CHANGES or before in (b"++", b"--") or source.text(behind) == b"->":
        return True
    return before == b"," and not _is_argument_read(source, first, behind)


def _is_argument_read(source: Source, index: int, behind: int) -> bool:
    """Whether a variable, its member or an element that is an argument of its own is taken by value, or as a constant."""
    if source.text(behind) not in (b",", b")"):
        return True
    return all(_taken(source, index, behind))


def _taken(source: Source, index: int, behind: int) -> Iterator[bool]:
    array = _is_array(source, behind)
    opener = parenthesis_around(source, index)
    decls = list(source.decls(opener - 1)) if source.text(opener) == b"(" else []
    if not decls:
        yield source.text(opener - 1) in (b"if", b"while", b"switch", b"sizeof", b"&&", b"||")
    for decl in decls:
        if decl.kind == "macro":
            yield not array and source.reads(_last_name(source, behind))
        elif decl.kind == "type":
            yield False
        else:
            kind = _parameter(source, decl, opener, index)
            constant = kind.startswith("const ")
            yield constant if array else bool(kind) and source.reads(_last_name(source, behind))


def _parameter(source: Source, decl: Decl, opener: int, index: int) -> str:
    """The type that a function takes for an argument; empty where that is not plain to see."""
    position = next((i for i, (a, b) in enumerate(source.arguments(opener)) if a <= index < b), -1)
    return decl.takes[position] if decl.kind == "function" and 0 <= position < len(decl.takes) else ""


def _is_constant(source: Source, index: int, behind: int, wanted: str) -> bool:
    opener = parenthesis_around(source, index)
    decls = list(source.decls(opener - 1)) if source.text(opener) == b"(" else []
    return bool(decls) and all(
        decl.kind == "function" and _parameter(source, decl, opener, index).startswith(wanted) for decl in decls
    )
