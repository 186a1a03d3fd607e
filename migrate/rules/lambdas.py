"""Lambdas: one that only computes with numbers and shapes, in a statement about numbers, stays as it is; any other that is left is refused."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.frontend.lambdas import computes, is_lambda
from migrate.rules.context import Context
from migrate.rules.registry import Rule


def _lambdas(ctx: Context) -> Iterator[int]:
    for index in ctx.source.where(b"[", *ctx.function.body):
        if is_lambda(ctx.source, index) and not computes(ctx.rules, ctx.source, index):
            yield index


def _refuse(ctx: Context, index: int) -> None:
    message = "a lambda: what it captures and when it runs is not followed; write a function or a loop"
    ctx.refuse_at("L170", index, message)


LAMBDAS = Rule(
    "lambdas",
    "A lambda is refused, but for one that computes with numbers and shapes alone: what it captures and when it runs is not followed.",
    _lambdas,
    _refuse,
    after=("macros",),
    diagnostics=("L170",),
    cases=("limits",),
)
