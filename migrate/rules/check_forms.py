"""A check that takes its condition apart, to say the values of its operands, is given a plain truth value where taking it apart may mean something else."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.frontend.lex import Kind
from migrate.model import EditKind
from migrate.rules.context import Context
from migrate.rules.effects import effect, operated
from migrate.rules.quiet import FUNDAMENTAL
from migrate.rules.registry import Rule

_COMPARED = frozenset((b"==", b"!=", b"<", b">", b"<=", b">=", b"not_eq"))
_BITS = frozenset((b"&", b"|", b"^", b"bitand", b"bitor", b"xor"))
_ASSIGNED = frozenset((b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"<<=", b">>=", b"?"))
_LOGICAL = frozenset((b"&&", b"||", b"and", b"or"))


def _checks(ctx: Context) -> Iterator[int]:
    """The opening parentheses of checks whose condition is more than comparisons of numbers."""
    source = ctx.source
    for name in sorted(ctx.rules.checks):
        for index in source.where(name.encode(), *ctx.function.body):
            opener = index + 1
            if (
                source.text(opener) == b"("
                and opener in source.pairs
                and _is_odd(ctx, opener + 1, source.pairs[opener])
            ):
                yield opener


def _is_odd(ctx: Context, first: int, last: int) -> bool:
    source, compared, calls, called, bits = ctx.source, 0, 0, 0, False
    index = start = first
    while index < last:
        text = source.text(index)
        if text in _ASSIGNED:
            return True
        if text in _LOGICAL:
            compared = calls = called = 0
            start = index
        compared += text in _COMPARED and not _opens_template(ctx, index)
        bits = bits or (
            text in _BITS
            and index > first
            and (source.code[index - 1].kind != Kind.PUNCT or source.text(index - 1) in (b")", b"]"))
        )
        called += source.text(index + 1) == b"(" and source.code[index].kind == Kind.IDENT
        if called > 1:
            calls = sum(_acts(ctx, i) for i in range(start, index + 1))
        if compared > 1 or calls > 1 or (bits and compared):
            return True
        index = source.pairs.get(index, index) + 1 if text in (b"(", b"[", b"{") else index + 1
    return operated(ctx, first, last, indexed=True) is not None or any(_is_made(ctx, i) for i in range(first, last))


def _opens_template(ctx: Context, index: int) -> bool:
    """Whether a < or > is that of template arguments."""
    source = ctx.source
    casts = (b"static_cast", b"const_cast", b"reinterpret_cast", b"dynamic_cast")
    before = source.text(index - 1)
    if source.text(index) == b"<":
        return before in casts or any(decl.kind in ("type", "template") for decl in source.decls(index - 1))
    return (
        source.text(index) == b">"
        and source.text(index + 1) in (b"(", b"::", b"{")
        and b"<" in [source.text(i) for i in range(max(index - 8, 0), index)]
    )


def _acts(ctx: Context, index: int) -> bool:
    """Whether a call may do something, so that its place among others matters."""
    source = ctx.source
    called = source.code[index].kind == Kind.IDENT and source.text(index + 1) == b"(" and index + 1 in source.pairs
    return called and effect(ctx, index, source.pairs[index + 1] + 1, gone=True) is not None


def _is_made(ctx: Context, index: int) -> bool:
    """Whether an object of a class is made, or a pointer to a member asked."""
    source = ctx.source
    if source.code[index].kind != Kind.IDENT:
        return False
    decls = list(source.decls(index))
    if any("::*" in (decl.canonical or decl.type) for decl in decls):
        return True
    kinds = {decl.kind for decl in decls}
    made = source.text(index + 1) == b"(" and "type" in kinds and source.text(index) not in FUNDAMENTAL
    return made and source.text(index).decode("utf-8", "replace") not in ctx.rules.address_types


def _plain(ctx: Context, opener: int) -> None:
    source = ctx.source
    negated = any(source.text(i + 1) in (b"!", b"not") for i in source.places.get(b"operator", ()))
    if negated and (index := operated(ctx, opener + 1, source.pairs[opener], indexed=True)) is not None:
        message = "an object is checked, and the file has an operator ! of its own, which the legacy check may ask"
        ctx.refuse_at("L178", index, f"{message}; compare the object with something")
        return
    ctx.insert(source.code[opener].end, " static_cast<bool>(", EditKind.HELPER, "check-form")
    ctx.insert(source.code[source.pairs[opener]].start, ") ", EditKind.HELPER, "check-form")


CHECK_FORMS = Rule(
    "check-forms",
    "A check's condition becomes a truth value where its operands are objects, or it is more than comparisons.",
    _checks,
    _plain,
    after=("names",),
    diagnostics=("L178",),
    cases=("check_forms",),
)
