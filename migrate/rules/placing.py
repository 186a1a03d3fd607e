"""A call in its unified form: what the rule gives around its arguments, which stay where their order allows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from migrate.frontend.lex import lex
from migrate.model import EditKind, Span
from migrate.rules.context import Context, encoded
from migrate.rules.quiet import compound, stands_whole


@dataclass(frozen=True)
class Given:
    """Arguments as code tokens [first, last), or one token that becomes another text."""

    first: int
    last: int
    text: str | None = None


Part = str | Given


@dataclass(frozen=True)
class PlacedCall:
    """Code tokens [first, last) that become the parts, in whatever order."""

    first: int
    last: int
    parts: tuple[Part, ...]
    kind: EditKind
    rule: str


def in_order(call: PlacedCall) -> bool:
    """Whether every argument can stay where it is."""
    position = call.first
    for part in call.parts:
        if isinstance(part, Given):
            if part.first < position:
                return False
            position = part.last
    return True


def place(ctx: Context, call: PlacedCall) -> None:
    """Edits around arguments that stay; of others the whole call is written anew, so what is in them must have its unified form."""
    if in_order(call):
        _around(ctx, call)
    else:
        _anew(ctx, call)


def claim(ctx: Context, call: PlacedCall) -> None:
    """No other rule has anything to do with what does not stay."""
    kept = {
        i for part in call.parts if isinstance(part, Given) and part.text is None for i in range(part.first, part.last)
    }
    ctx.claimed.update(index for index in range(call.first, call.last) if index not in kept)


def _around(ctx: Context, call: PlacedCall) -> None:
    position, literal = call.first, ""
    for part in call.parts:
        if isinstance(part, str):
            literal += part
            continue
        if position < part.first:
            ctx.drop(position, part.first, literal, call.kind, call.rule)
        elif literal:
            ctx.insert(ctx.source.code[part.first].start, literal, call.kind, call.rule)
        if part.text is not None:
            ctx.replace_token(part.first, part.text, call.kind, call.rule)
        position, literal = part.last, ""
    _end(ctx, call, position, literal)


def _end(ctx: Context, call: PlacedCall, position: int, literal: str) -> None:
    """What stands behind the last argument; where it only goes on, its edit is the last token's, so that it comes before what wraps the call."""
    code = ctx.source.code
    old, new = [t.text for t in code[position : call.last]], [t.text for t in lex(encoded(literal))]
    if not old or new[: len(old)] != old or len(new) == len(old):
        ctx.drop(position, call.last, literal, call.kind, call.rule)
        return
    last = code[call.last - 1]
    text = literal
    for before in old[:-1]:
        text = text[text.index(before.decode()) + len(before) :]
    ctx.claimed.update(range(position, call.last))
    ctx.add([ctx.edit(last.start, last.end, text.lstrip(), call.kind, call.rule)])


def _anew(ctx: Context, call: PlacedCall) -> None:
    text = "".join(part if isinstance(part, str) else _text(ctx, part) for part in call.parts)
    code = ctx.source.code
    span = Span(code[call.first].start, code[call.last - 1].end)
    around = [
        e
        for e in ctx.edits.remove_inside(span)
        if e.span.start == e.span.end and e.span.start in (span.start, span.end)
    ]
    ctx.drop(call.first, call.last, text, call.kind, call.rule)
    for edit in around:
        ctx.add([edit])


def _text(ctx: Context, part: Given) -> str:
    code = ctx.source.code
    if part.text is not None:
        return part.text
    return ctx.rewritten(Span(code[part.first].start, code[part.last - 1].end)).decode("utf-8", "surrogateescape")


WHOLE = (b",", b",")  # around a whole argument


def beside(
    literal_before: str, literal_behind: str, around: tuple[bytes, bytes], texts: Sequence[bytes]
) -> tuple[str, str]:
    """Parentheses for an argument that an operator of its form's literal text, or of what stands around the whole call, could take a part of."""
    before = [t.text for t in lex(encoded(literal_before))]
    behind = [t.text for t in lex(encoded(literal_behind))]
    whole = stands_whole(before[-1] if before else around[0], behind[0] if behind else around[1])
    return ("", "") if whole or not compound(texts) else ("(", ")")
