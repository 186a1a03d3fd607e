"""Edit 13: performance blocks go."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.frontend.directives import Conditional, asks_about, branch_states
from migrate.model import EditKind, Span
from migrate.rules.context import Context
from migrate.rules.registry import Rule


def _blocks(ctx: Context) -> Iterator[Conditional]:
    names = [n.encode() for n in ctx.rules.drop_macros]
    span = ctx.function.span
    for conditional in ctx.source.conditionals_from(span.start, span.end):
        if _inside(ctx, conditional) and asks_about(conditional, names):
            yield conditional


def _drop(ctx: Context, conditional: Conditional) -> None:
    """Remove what only a dropped macro sees; what stands in its #else stays."""
    index = ctx.source.index_at(conditional.span.start)
    defined = [
        n for n in sorted(ctx.rules.drop_macros) if ctx.source.facts and ctx.source.table.definitions(n.encode())
    ]
    if defined:
        ctx.refuse_at("L140", index, f"{defined[0]} is defined, so the legacy build has this performance block")
        return
    states = branch_states(conditional, {n.encode(): None for n in ctx.rules.drop_macros})
    if None in states:
        ctx.refuse_at("L140", index, "a performance macro is combined with another condition")
        return
    ctx.site(EditKind.PRINT, index, "performance block")
    start = conditional.span.start
    for branch, state in zip(conditional.branches, states, strict=True):
        if state:
            _delete(ctx, Span(start, branch.body.start))
            start = branch.body.end
    _delete(ctx, Span(start, conditional.span.end))


def _inside(ctx: Context, conditional: Conditional) -> bool:
    code = ctx.source.code
    begin, end = code[ctx.function.open_brace].end, code[ctx.function.close_brace].start
    return begin <= conditional.span.start and conditional.span.end <= end


def _delete(ctx: Context, span: Span) -> None:
    source = ctx.source
    ctx.edits.remove_inside(span)
    ctx.add([ctx.edit(span.start, span.end, "", EditKind.PRINT, "performance-block")])
    ctx.claimed.update(range(source.index_at(span.start), source.index_at(span.end)))
    ctx.dropped.append(span)


def _dropped(ctx: Context) -> Iterator[Span]:
    return iter(ctx.dropped)


def _discard(ctx: Context, span: Span) -> None:
    """Other rules do not know of performance blocks: what they did inside goes with the block."""
    inside = ctx.edits.remove_inside(span)
    ctx.edits.add_edits([e for e in inside if e.span == span])
    ctx.launches = [launch for launch in ctx.launches if not span.start <= launch.offset < span.end]
    ctx.refusals = [r for r in ctx.refusals if not (span.start <= r.span.start and r.span.end <= span.end)]


PERFORMANCE_BLOCKS = Rule(
    "performance-blocks",
    "Edit 13: a block that only a dropped macro sees goes; what stands in its #else stays.",
    _blocks,
    _drop,
    after=("parameters",),
    diagnostics=("L140",),
    cases=("performance",),
)
DISCARDED = Rule(
    "discarded",
    "What other rules did inside a performance block goes with it.",
    _dropped,
    _discard,
    after=("arguments", "launch-keys", "non-blocking-uses"),
    cases=("performance",),
)
