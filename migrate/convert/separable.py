"""Whether the branches of a chip conditional can become blocks or be preceded by a check, without a change of meaning.

What the preprocessor cuts anywhere, a block cuts between statements only. Each check refuses with a reason where it is not so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from migrate.frontend.directives import Conditional
from migrate.frontend.lex import Kind
from migrate.model import Chip, Site, Span
from migrate.rules.context import Context, Variant

_MACRO_DIRECTIVES = (b"define", b"undef", b"include", b"pragma", b"line")


def separable(ctx: Context, conditional: Conditional, present: Sequence[Variant], blocks: bool, site: Site) -> bool:
    """Refuses and answers False where a check before the branches, or `blocks` made of them, would mean something else."""
    reason = _around(ctx, conditional, blocks) or _inside_lambda(ctx, conditional)
    for variant in present:
        if variant.branch and not reason:
            reason = _within(ctx, variant.branch.body, blocks)
    if reason:
        ctx.refuse("L154", conditional.span, f"the chips differ here, and {reason}", site)
    return not reason


_LABELS = frozenset((b"case", b"default"))


def _around(ctx: Context, conditional: Conditional, blocks: bool) -> str:
    source = ctx.source
    if source.text(source.index_at(conditional.span.start) - 1) == b")":
        return "the conditional is the statement that an if or a loop governs; put braces around it"
    if blocks and source.text(source.index_at(conditional.span.end)) == b"else":
        return "an else stands behind the conditional; put the whole if into each branch"
    return ""


def _within(ctx: Context, body: Span, blocks: bool) -> str:
    source = ctx.source
    first, last = source.index_at(body.start), source.index_at(body.end)
    if source.text(first) == b"else":
        return "a branch begins with else; put the whole if into each branch"
    for directive in source.tree.others if blocks else ():
        if body.start <= directive.token.start < body.end and directive.keyword in _MACRO_DIRECTIVES:
            return f"a branch contains #{directive.keyword.decode()}, which no block keeps apart; move it out"
    index = first
    while index < last:
        text, before = source.text(index), source.text(index - 1)
        if text in (b"{", b"(", b"["):
            index = source.pairs[index] + 1
            continue
        starts = index == first or before in (b";", b"{", b"}", b":")
        label = starts and source.code[index].kind == Kind.IDENT and source.text(index + 1) == b":"
        if text == b"case" or label:
            return "a branch contains a label, which would be jumped to past the check; move it out"
        index += 1
    for index in source.macro_names(first, last):
        if not source.table.words(source.text(index)).isdisjoint(_LABELS):
            return "a macro in a branch has a label, which would be jumped to past the check; move it out"
    return ""


def _inside_lambda(ctx: Context, conditional: Conditional) -> str:
    """A status that is returned there would be the lambda's."""
    source = ctx.source
    index = source.index_at(conditional.span.start) - 1
    while index > ctx.function.open_brace:
        partner = source.pairs.get(index)
        if source.text(index) in (b"}", b")", b"]") and partner is not None:
            index = partner
        elif source.text(index) == b"{" and _is_lambda(ctx, index):
            return "it stands in a lambda, which cannot answer for the operator; write the lambda's code in place"
        index -= 1
    return ""


def _is_lambda(ctx: Context, brace: int) -> bool:
    source = ctx.source
    index = brace - 1
    while source.code[index].kind == Kind.IDENT or source.text(index) in (b"->", b"::", b"*", b"&"):
        index -= 1
    if source.text(index) == b")":
        index = source.pairs.get(index, index) - 1
    return source.text(index) == b"]"


def needed_elsewhere(
    ctx: Context, conditional: Conditional, chip: Chip, others: Mapping[int, Sequence[Variant]]
) -> bool:
    """Whether a chip that refuses here launches, or has code of its own, in calls that do not come to this place."""
    source, inside = ctx.source, conditional.span
    works = [x.offset for x in ctx.launches if source.sees(chip, x.offset)]
    works += [at for at, variants in others.items() if any(chip in f.chips and f.tokens for f in variants)]
    works = [at for at in works if not inside.start <= at < inside.end]
    return bool(works) and not (min(works) > inside.start and _always_reached(ctx, conditional, chip))


def _always_reached(ctx: Context, conditional: Conditional, chip: Chip) -> bool:
    """Whether every call gets to the conditional: it stands in no inner block, and nothing returns before it."""
    source, function = ctx.source, ctx.function
    depth = 0
    for index in range(function.open_brace + 1, source.index_at(conditional.span.start)):
        text = source.text(index)
        depth += (text == b"{") - (text == b"}")
        if text in (b"return", b"goto") and source.sees(chip, source.code[index].start):
            return False
    return depth == 0
