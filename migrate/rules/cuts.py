"""Conditionals that cut through a function's declaration or its end are refused before anything else is tried."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.model import Span
from migrate.rules.context import Context
from migrate.rules.registry import Rule


def _cuts(ctx: Context) -> Iterator[tuple[Span, str]]:
    code, function = ctx.source.code, ctx.function
    for conditional in ctx.source.conditionals_from(function.span.start, function.span.end):
        if code[function.first].start < conditional.span.start < code[function.open_brace].start:
            yield conditional.span, "a conditional stands inside the function's declaration"
        starts = function.span.start < conditional.span.start < function.span.end
        if starts and conditional.span.end > function.span.end:
            yield conditional.span, "a conditional begins in this function and ends behind it"


def _refuse(ctx: Context, cut: tuple[Span, str]) -> None:
    ctx.refuse("L153", *cut)


CUTS = Rule("cuts", __doc__, _cuts, _refuse, diagnostics=("L153",), cases=("limits",))
