"""Forms of a body that no rule understands: they are refused before anything else is tried."""

from __future__ import annotations

from migrate.frontend.lex import Kind
from migrate.rules.context import Context


def check_limits(ctx: Context) -> None:
    source = ctx.source
    for index in source.where(b"[", *ctx.function.body):
        if _is_lambda(ctx, index):
            ctx.refuse_at(
                "L170", index, "a lambda: what it captures and when it runs is not followed; write a function or a loop"
            )
    for index in source.named("aborts", ctx.rules.aborts.__contains__, *ctx.function.body):
        if source.text(index + 1) == b"(" and source.text(index - 1) not in (b".", b"->"):
            name = source.text(index).decode("utf-8", "replace")
            ctx.refuse_at(
                "L171",
                index,
                f"{name} ends the process, which no operator of the unified library may; test with a check that gives a status",
            )


def _is_lambda(ctx: Context, index: int) -> bool:
    """`[...]` that begins an expression, followed by parameters or a body; not an attribute and not a subscript."""
    source = ctx.source
    before = source.code[index - 1]
    subscript = before.text in (b"]", b")") or (before.kind == Kind.IDENT and before.text != b"return")
    if subscript or before.text == b"[" or source.text(index + 1) == b"[" or index not in source.pairs:
        return False
    return source.text(source.pairs[index] + 1) in (b"(", b"{")
