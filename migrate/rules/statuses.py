"""A status that is used as a truth value is compared with success by name: other runtimes' failures have other numbers. A handle is with null."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.frontend.lex import Kind
from migrate.model import EditKind
from migrate.rules.context import Context
from migrate.rules.plain_statuses import PLAIN
from migrate.rules.registry import Rule

_AROUND = (b"&&", b"||")
_ALONE = (*_AROUND, b"(", b")")  # beside these a comparison needs no parentheses
_BEFORE_CHOICE = (b"return", b"=", b",", b"?", b":", b";", b"{", b"}")


def _uses(ctx: Context) -> Iterator[int]:
    """Status variables of the function, and calls of helpers of the file that give a status, where they are a truth value."""
    source = ctx.source
    first, last = ctx.function.body
    names = {
        source.text(index + 1)
        for index in source.named("status", (ctx.rules.status_types - PLAIN).__contains__, ctx.function.first, last)
        if source.code[index + 1].kind == Kind.IDENT
    }
    found = {index for name in names for index in source.where(name, first, last) if _is_status(ctx, index)}
    found = {index for index in found if index not in ctx.claimed}
    found |= {index for index in source.calls(first, last) if _gives_status(ctx, index)}
    return (index for index in sorted(found) if _is_truth(ctx, index))


def _gives_status(ctx: Context, index: int) -> bool:
    decls = list(ctx.source.every_fact(index))
    kinds = {decl.type.partition("(")[0].strip() for decl in decls if decl.kind == "function" and not decl.file}
    return len(kinds) == len({d.kind for d in decls}) == 1 and kinds <= ctx.rules.status_types - PLAIN


def _end(ctx: Context, index: int) -> int:
    """The last token of a name, or of the call that it begins."""
    return ctx.source.pairs.get(index + 1, index) if ctx.source.text(index + 1) == b"(" else index


def _is_status(ctx: Context, index: int) -> bool:
    decl = ctx.source.fact(index)
    return decl is not None and decl.kind in ("variable", "param") and decl.offset != ctx.source.code[index].start


def _is_truth(ctx: Context, index: int) -> bool:
    source = ctx.source
    before, after = source.text(index - 1), source.text(_end(ctx, index) + 1)
    if before == b"return" and after == b";":
        return _returns_bool(ctx)
    if before == b"(" and after == b")":
        return source.text(index - 2) in (b"if", b"while", b"!")
    if after == b"?" and before in _BEFORE_CHOICE:
        return True
    sides = (*_AROUND, b"(", b")", b"!")
    return (
        before in sides
        and after in (*_AROUND, b")", b"?")
        and (before in (*_AROUND, b"!") or after in (*_AROUND, b"?"))
    )


def _returns_bool(ctx: Context) -> bool:
    function = ctx.function
    return ctx.source.spell(function.first, function.name_index).split()[-1:] == ["bool"]


def _compare(ctx: Context, index: int) -> None:
    named = (ctx.rules.name(name) or name for name in sorted(ctx.rules.success))
    success = ctx.rules.unified.success or next(named, "")
    if success:
        _compare_with(ctx, index, success, EditKind.HELPER, "status")


def _compare_with(ctx: Context, index: int, value: str, kind: EditKind, rule: str) -> None:
    """`x` becomes `x != value`, `!x` and `!(x)` become `(x == value)`."""
    source = ctx.source
    first = index - 1 if source.text(index - 1) == b"(" and source.text(index - 2) == b"!" else index
    negated = source.text(first - 1) == b"!"
    last = _end(ctx, index)
    alone = rule == "handle-truth" and source.text(first - 2) in _ALONE and source.text(last + 1) in _ALONE
    bare = first < index or alone
    if negated:
        ctx.drop(first - 1, first, "" if bare else "(", kind, rule)
    closing = ")" if negated and not bare else ""
    operator = "==" if negated else "!="
    ctx.insert(source.code[last].end, f" {operator} {value}{closing}", kind, rule)


def _handles(ctx: Context) -> Iterator[int]:
    """The handle where it is a truth value, also as all that a check looks at."""
    source, handle = ctx.source, ctx.handle
    if handle is None:
        return
    declared = source.code[handle.name_index].start
    for index in source.where(source.text(handle.name_index), *ctx.function.body):
        decl = source.fact(index)
        if index in ctx.claimed or decl is None or decl.offset != declared:
            continue
        checked = source.text(index - 2).decode("utf-8", "replace") in ctx.rules.checks
        alone = (source.text(index - 1), source.text(index + 1)) == (b"(", b")")
        if _is_truth(ctx, index) or (checked and alone):
            yield index


def _compare_handle(ctx: Context, index: int) -> None:
    _compare_with(ctx, index, "nullptr", EditKind.HANDLE, "handle-truth")


STATUSES = Rule(
    "statuses",
    "Edit 7: a status that is a truth value is compared with success.",
    _uses,
    _compare,
    after=("calls",),
    cases=("statuses",),
)
HANDLE_TRUTH = Rule(
    "handle-truth",
    "Edit 4: a handle that is a truth value is compared with null.",
    _handles,
    _compare_handle,
    after=("calls",),
    cases=("handle_truth",),
)
