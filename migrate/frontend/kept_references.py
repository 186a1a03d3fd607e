"""Whether a reference to a value may outlive the statement that the value stands in: then no temporary may take its place."""

from __future__ import annotations

from migrate.frontend.compiler.clang import is_system
from migrate.frontend.lex import Kind
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import statement_start


def refers(source: Source, index: int) -> bool:
    """Whether a reference may outlive the statement that a constant stands in: one that a function gives, or that is declared there."""
    function, first = source.function_at(source.code[index].start), statement_start(source, index)
    if source.text(first) == b"return" and function is not None:
        returned = any(_keeps(decl.type.rpartition("(")[0]) for decl in source.decls(function.name_index))
        return returned or bool(source.where(b"&", function.first, function.name_index)) or _aliases(source, function)
    declared = any(_declares(source, i) for mark in (b"&", b"&&") for i in source.where(mark, first, index))
    declared = declared or any(
        source.text(i + 1) == b"[" or source.text(i - 1) == b"(" for i in source.where(b"auto", first, index)
    )
    return declared or _in_keeper(source, first, index) or _is_given(source, index)


def _declares(source: Source, index: int) -> bool:
    """Whether a `&` declares a reference, is of a type that keeps one, or takes the address of what a function gives."""
    if source.text(index + 2) == b"=" or source.text(index + 1) in (b",", b">"):
        return True
    return source.code[index - 1].kind != Kind.IDENT and source.text(index - 1) not in (b")", b"]", b">")


def _in_keeper(source: Source, first: int, index: int) -> bool:
    """Whether a statement names a variable of a type that keeps references, as `std::pair<const int &, int>`, or a call in it a pointer."""
    called = bool(source.where(b"(", first, index))
    kept = (
        (decl.canonical or decl.type).rstrip("& ")
        for i in range(first, index)
        for decl in source.decls(i)
        if decl.kind in ("variable", "field", "param")
    )
    return any(_keeps(type_) or (called and "*" in type_) for type_ in kept)


def _keeps(type_: str) -> bool:
    return any(word in type_ for word in _KEEPING)


_KEEPING = ("&", "reference_wrapper<", "initializer_list<", "string_view", "span<", "_view<")


def _aliases(source: Source, function: Function) -> bool:
    """Whether the type that a function gives is a name of the source's own which stands for a reference or for what keeps one."""
    for index in range(function.first, function.name_index):
        for decl in source.decls(index):
            if decl.kind == "type" and not decl.file and _keeps(_declaration(source, source.index_at(decl.offset))):
                return True
    return False


def _declaration(source: Source, index: int) -> str:
    """The text that declares the type at a token."""
    first = last = index
    while source.text(first - 1) not in (b";", b"{", b"}", b""):
        first -= 1
    while source.text(last) not in (b";", b""):
        last = source.behind(last)
    return source.data[source.code[first].start : source.code[last - 1].end].decode("utf-8", "replace")


def _is_given(source: Source, index: int) -> bool:
    """Whether a function or class of the source is given it, which may keep a reference."""
    opener = index - 1
    while source.text(opener) not in (b"(", b"{", b";", b"}", b""):
        opener = source.pairs.get(opener, opener) - 1 if source.text(opener) in (b")", b"]", b"}") else opener - 1
    if source.text(opener) not in (b"(", b"{"):
        return False
    at = opener - 2 if source.text(opener - 1) == b"=" else opener - 1
    for decl in source.decls(at):
        kind = (decl.canonical or decl.type).removeprefix("const ")
        own = kind in source.own_types or decl.name in source.own_types
        if decl.kind in ("function", "method", "template") and not is_system(decl.file):
            return "&" in decl.type or decl.kind == "template"
        if decl.kind in ("variable", "type") and own:
            return True
    return False
