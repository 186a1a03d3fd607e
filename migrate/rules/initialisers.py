"""A tensor whose initialiser leaves its data type out has the one that is 0, which has another number in the unified library: it is named."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.frontend.lex import Kind
from migrate.model import EditKind
from migrate.rules.context import Context
from migrate.rules.registry import Rule


def _short_lists(ctx: Context) -> Iterator[int]:
    """Opening braces of tensors' initialisers that are empty, have a 0 alone, or designators and none for the data type."""
    source, rules = ctx.source, ctx.rules
    first, last = ctx.function.body
    for index in source.named("tensor", rules.tensor_types.__contains__, first, last) if rules.zero_dtype else ():
        brace = index + 1 if source.code[index + 1].kind != Kind.IDENT else index + 2
        brace += source.text(brace) == b"="
        if source.text(brace) != b"{" or source.text(index - 1) == b"static":
            continue
        inside = [source.text(i) for i in range(brace + 1, source.pairs[brace])]
        if not inside or inside == [b"0"] or (inside[0] == b"." and rules.dtype_field.encode() not in inside):
            yield brace


def _name(ctx: Context, brace: int) -> None:
    closer = ctx.source.pairs[brace]
    empty = closer == brace + 1
    ctx.site(EditKind.DTYPE, brace, "data type left out")
    if ctx.source.text(brace + 1) == b"0":
        named = f".{ctx.rules.dtype_field} = {ctx.rules.zero_dtype}"
        ctx.replace_token(brace + 1, named, EditKind.DTYPE, "initialiser")
        return
    end = ctx.source.code[closer - 1].end
    comma = "" if empty or ctx.source.text(closer - 1) == b"," else ","
    ctx.insert(end, f"{comma} .{ctx.rules.dtype_field} = {ctx.rules.zero_dtype}", EditKind.DTYPE, "initialiser")


INITIALISERS = Rule(
    "initialisers",
    "Edit 12: a tensor's initialiser that leaves the data type out names the one that is 0 in the legacy numbers.",
    _short_lists,
    _name,
    after=("tensor-addresses",),
    cases=("initialisers",),
)
