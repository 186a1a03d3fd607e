"""A check that takes its condition apart, to say the values of its operands, is given a plain truth value where taking it apart may mean something else."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.lex import Kind
from migrate.frontend.macros import Definition
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.source import Source
from migrate.model import EditKind
from migrate.rules.context import Context
from migrate.rules.effects import effect, operated
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
    names = [i for i in range(first, last) if source.code[i].kind == Kind.IDENT]
    for i in names:
        if _is_unlike(ctx, i):
            return True
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
        grouped = text == b"(" and source.code[index - 1].kind != Kind.IDENT
        called += _is_call(source, index) or (grouped and any(_is_call(source, i) for i in _group(source, index)))
        if called > 1:
            calls = sum(_acts(ctx, i) for i in range(start, source.behind(index) if grouped else index + 1))
        if compared > 1 or calls > 1 or (bits and compared):
            return True
        index = source.pairs.get(index, index) + 1 if text in (b"(", b"[", b"{") else index + 1
    if operated(ctx, first, last, indexed=True) is not None or (bits and any(_acts(ctx, i) for i in names)):
        return True
    return any(_is_made(ctx, i) for i in names)


def _is_call(source: Source, index: int) -> bool:
    return source.text(index + 1) == b"(" and source.code[index].kind == Kind.IDENT


def _group(source: Source, opener: int) -> range:
    return range(opener + 1, source.pairs[opener])


def _is_unlike(ctx: Context, index: int) -> bool:
    """Whether a name is something that a reference to it is not: a bit field, a constant of a class, a macro that is more than a number; or an
    object's element, or something else than a number or pointer that is compared with 0."""
    source = ctx.source
    for one in source.table.definitions(source.text(index)):
        if not _is_plain(one):
            return True
    for decl in _meant(ctx, index):
        kind = (decl.canonical or decl.type).removeprefix("const ").rstrip("& ")
        of_class = kind in source.own_types and not any(d.kind == "enumerator" for d in source.decls(index))
        if decl.kind == "field" and _is_bit_field(source, decl):
            return True
        if decl.kind == "variable" and source.text(index - 1) == b"::":
            return True
        if decl.kind in ("variable", "param", "field") and of_class and source.text(index + 1) == b"[":
            return True
        unlike = decl.kind == "function" or "[" in kind or "<" in kind or of_class
        if decl.kind in ("function", "variable", "param", "field") and unlike and _is_compared_with_zero(source, index):
            return True
    return False


def _meant(ctx: Context, index: int) -> list[Decl]:
    """What a name is, here or wherever else the function has it: the compiler does not tell of every argument of a macro."""
    source = ctx.source
    decls = list(source.decls(index))
    if decls or source.text(index - 1) in (b".", b"->", b"::"):
        return decls
    places = source.where(source.text(index), ctx.function.first, ctx.function.close_brace)
    return [decl for at in places if source.text(at - 1) not in (b".", b"->", b"::") for decl in source.decls(at)]


def _is_plain(one: Definition) -> bool:
    """Whether a macro stands for a number, a name or a sum of them, and calls nothing."""
    if any(word != b"sizeof" for word in one.called):
        return False
    return all(word[:1].isalnum() or word[:1] in (b"_", b'"', b"'") or word in _PLAIN for word in one.body)


_PLAIN = frozenset((b"(", b")", b"+", b"-", b"*", b"/", b"<<", b".", b"->", b"::", b"~"))


def _is_bit_field(source: Source, decl: Decl) -> bool:
    if decl.offset < 0:
        return False
    text = source.table.text(decl.file) if decl.file else source.data
    return text[decl.offset + len(decl.name) :][:16].lstrip()[:1] == b":"


def _is_compared_with_zero(source: Source, index: int) -> bool:
    zeros = (b"0", b"NULL")
    behind = source.text(index + 1) in (b"==", b"!=", b"not_eq") and source.text(index + 2) in zeros
    return behind or (source.text(index - 1) in (b"==", b"!=", b"not_eq") and source.text(index - 2) in zeros)


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
    source, text = ctx.source, ctx.source.text(index)
    made = (
        source.text(index + 1) == b"("
        and text not in FUNDAMENTAL
        and text.decode("utf-8", "replace") not in ctx.rules.address_types
    )
    return any("::*" in (decl.canonical or decl.type) or (made and decl.kind == "type") for decl in source.decls(index))


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
