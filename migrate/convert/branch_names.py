"""What a branch declares and code behind its conditional may still mean: the branch becomes a block, and the names end with it."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.frontend.clang import Decl
from migrate.frontend.directives import Branch, Conditional
from migrate.frontend.lex import Kind
from migrate.rules.context import Context
from migrate.rules.macros import has_unified_form

_JOINS = frozenset((b"##", b"%:%:"))


def expanded_behind(ctx: Context, conditional: Conditional, branch: Branch) -> str | None:
    """A name that the branch declares and that a macro behind the conditional has in what it expands to."""
    source = ctx.source
    declared = {decl.name.encode() for decl in _declared(ctx, branch)} | _bindings(ctx, branch)
    if not declared or not source.facts:
        return None
    first, last = source.index_at(conditional.span.end), ctx.function.close_brace
    for index in source.macro_names(first, last):
        name = source.text(index)
        if not any(decl.kind == "macro" for decl in source.decls(index)) or has_unified_form(ctx, name.decode()):
            continue
        bodies = source.table.bodies([name])
        found = declared & {word for body in bodies for word in body}
        if found or any(word in _JOINS for body in bodies for word in body):
            return min(found or declared).decode("utf-8", "replace")
    return None


def kept_beyond(ctx: Context, conditional: Conditional, branch: Branch | None) -> str | None:
    """A variable of the branch whose address something that lives on behind the conditional may have."""
    if branch is None:
        return None
    source = ctx.source
    first, last = source.index_at(branch.body.start), source.index_at(branch.body.end)
    lent = [
        decl.name for decl in _declared(ctx, branch) if decl.kind == "variable" and _is_lent(ctx, decl, first, last)
    ]
    if not lent:
        return None
    behind = range(source.index_at(conditional.span.end), ctx.function.close_brace)
    used = {decl for index in behind for decl in source.every_fact(index) if decl.kind in ("variable", "param")}
    for index in range(first, last):
        for decl in source.every_fact(index):
            if decl in used and not branch.body.start <= decl.offset < branch.body.end and _may_point(ctx, decl):
                return lent[0]
    return None


def _declared(ctx: Context, branch: Branch) -> Iterator[Decl]:
    source = ctx.source
    for index in range(source.index_at(branch.body.start), source.index_at(branch.body.end)):
        if source.code[index].kind == Kind.IDENT:
            yield from (
                decl for decl in source.decls(index) if decl.offset == source.code[index].start and not decl.file
            )


def _bindings(ctx: Context, branch: Branch) -> set[bytes]:
    """Names of structured bindings, which the compiler's interface does not give."""
    source = ctx.source
    openers = source.where(b"[", source.index_at(branch.body.start), source.index_at(branch.body.end))
    bound = [i for i in openers if i in source.pairs and b"auto" in (source.text(i - 1), source.text(i - 2))]
    inner = (index for opener in bound for index in range(opener + 1, source.pairs[opener]))
    return {source.text(index) for index in inner if source.code[index].kind == Kind.IDENT}


def _is_lent(ctx: Context, decl: Decl, first: int, last: int) -> bool:
    """Whether an array is named, or the address of a variable taken, other than for a launch's struct."""
    source = ctx.source
    array = "[" in (decl.canonical or decl.type)
    for index in source.where(decl.name.encode(), first, last):
        if source.code[index].start == decl.offset or index in ctx.claimed:
            continue
        if (array and source.text(index + 1) != b"[") or source.text(index - 1) in (b"&", b"("):
            return True
    return False


def _may_point(ctx: Context, decl: Decl) -> bool:
    """Whether a variable can hold an address: a pointer, a reference, or an object of a type that is neither a number nor a kernel's struct."""
    type_ = decl.canonical or decl.type
    if "*" in type_ or "&" in type_:
        return True
    bare = type_.replace("const ", "").partition("[")[0].strip()
    return bare in {name for name in ctx.source.own_types} or bare.startswith("std::")
