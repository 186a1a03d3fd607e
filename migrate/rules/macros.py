"""What stands in a macro's body is not rewritten: a function that uses a macro of its file with legacy code is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from migrate.frontend.lex import lex
from migrate.rules.context import Context
from migrate.rules.registry import Rule


def _uses(ctx: Context) -> Iterator[tuple[int, str]]:
    found = legacy_macro(ctx, ctx.source.defines)
    if found:
        yield found


def _refuse(ctx: Context, use: tuple[int, str]) -> None:
    index, what = use
    name = ctx.source.text(index).decode("utf-8", "replace")
    ctx.refuse_at("L117", index, f"the macro {name} of this file contains {what}; write its text in place")


def legacy_macro(ctx: Context, uses: Mapping[bytes, bytes]) -> tuple[int, str] | None:
    """The first use of a macro of this file whose body would have to be rewritten; `uses`: name -> text of its body."""
    field = ctx.rules.address_field.encode()
    first, last = ctx.function.first, ctx.function.close_brace
    for index in ctx.source.named("defined", lambda n: n.encode() in uses, first, last) if uses else ():
        name = ctx.source.text(index)
        pending, known = [name], {name}
        while pending:
            tokens = [t.text for t in lex(b" " + uses[pending.pop()])]
            for before, text in zip([b"", *tokens], tokens, strict=False):
                word = text.decode("utf-8", "replace")
                if ctx.rules.is_legacy(word) or word in ctx.rules.calls or word in ctx.rules.launch:
                    return index, word
                if text == field and before in (b".", b"->"):
                    return index, f"{before.decode()}{word}"
                if text in uses and text not in known:
                    known.add(text)
                    pending.append(text)
    return None


MACROS = Rule("macros", __doc__, _uses, _refuse, after=("cuts",), diagnostics=("L117",), cases=("limits",))
