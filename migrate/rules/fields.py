"""Edit 7: members of a legacy type that the unified type calls differently."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.frontend.lex import Kind
from migrate.model import EditKind
from migrate.rules.context import Context
from migrate.rules.registry import Rule


def _members(ctx: Context) -> Iterator[tuple[int, str]]:
    """Members by code index, designators of initialisers among them, and what they are called from now on."""
    source, fields = ctx.source, ctx.rules.fields
    names = {name for members in fields.values() for name in members}
    for name in sorted(names):
        for index in source.where(name.encode(), *ctx.function.body):
            if (
                source.code[index].kind != Kind.IDENT
                or source.text(index - 1) not in (b".", b"->")
                or index in ctx.claimed
            ):
                continue
            owners = {
                d.owner.removeprefix("const ").removeprefix("struct ")
                for d in source.every_fact(index)
                if d.kind == "field"
            }
            found = {fields[owner][name] for owner in owners if name in fields.get(owner, {})}
            if len(found) == 1 and len(owners) == 1:
                yield index, found.pop()


def _rename(ctx: Context, member: tuple[int, str]) -> None:
    index, unified = member
    ctx.site(EditKind.HELPER, index, ctx.source.text(index).decode("utf-8", "replace"))
    ctx.replace_token(index, unified, EditKind.HELPER, "field")


FIELDS = Rule(
    "fields",
    "Edit 7: members of a legacy type take the names that they have in the unified type.",
    _members,
    _rename,
    after=("conversions", "handle-uses", "memory-declarations", "prints"),
    cases=("fields",),
)
