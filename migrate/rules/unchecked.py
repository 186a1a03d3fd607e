"""What the check of types cannot tell, or would only find where it is too late to say why: refused before anything else is tried."""

from __future__ import annotations

import re
from collections.abc import Iterator

from migrate.frontend.compiler.clang import is_system
from migrate.frontend.element_counts import element_counts
from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.statements import parenthesis_around
from migrate.rules.context import Context
from migrate.rules.registry import Rule


def _sizes(ctx: Context) -> Iterator[int]:
    """Operands of sizeof and alignof that are device memory, a handle or a tensor, whose unified types are others."""
    source, rules = ctx.source, ctx.rules
    other = rules.memory_types | rules.handle_types | rules.tensor_types
    first, last = ctx.function.body
    counts = element_counts(source.code, source.pairs, source.where(b"sizeof", first, last))
    counted = {index for quotient in counts for index in quotient}
    for keyword in (b"sizeof", b"alignof", b"_Alignof", b"__alignof__", b"offsetof"):
        for index in source.where(keyword, first, last):
            if index in counted:
                continue
            end = source.pairs[index + 1] if source.text(index + 1) == b"(" else index + 1
            for inner in range(index + 1, end + 1):
                decl = source.fact(inner) if source.code[inner].kind == Kind.IDENT else None
                kind = re.sub(r"\bconst\b|[&*]|\[.*", "", decl.type).strip() if decl else ""
                # the fields of a tensor have the same sizes
                member = kind in rules.tensor_types and source.text(inner + 1) in (b".", b"->")
                if source.text(inner).decode("utf-8", "replace") in other or (kind in other and not member):
                    yield inner


def _refuse_size(ctx: Context, index: int) -> None:
    name = ctx.source.text(index).decode("utf-8", "replace")
    ctx.refuse_at(
        "L181", index, f"the size of {name} is another one in the unified library; write the number that is meant"
    )


def _ranges(ctx: Context) -> Iterator[int]:
    """Ends of ranges (`case A ... B`, `[A ... B]`) that are of a type with other numbers, or may be."""
    source, rules = ctx.source, ctx.rules
    for dots in source.where(b"...", *ctx.function.body):
        first, last = dots, dots
        while source.text(first - 1) not in (b"case", b"[", b";", b"{", b"}", b"("):
            first -= 1
        while source.text(last + 1) not in (b":", b"]", b";", b"{", b"}", b")"):
            last += 1
        if source.text(first - 1) not in (b"case", b"["):
            continue
        for index in range(first, last + 1):
            kinds = {re.sub(r"\bconst\b", "", decl.type).strip() for decl in source.decls(index)}
            if any(rules.name(kind) or rules.is_legacy(kind) for kind in kinds if kind):
                yield index
                break


def _refuse_range(ctx: Context, index: int) -> None:
    name = ctx.source.text(index).decode("utf-8", "replace")
    message = f"{name} is an end of a range; what lies between is not the same in the unified library; name each value"
    ctx.refuse_at("L181", index, message)


def _overruns(ctx: Context) -> Iterator[int]:
    """Addresses of a tensor's single numbers from which more than that number is read or written: what lies behind it is not the same."""
    source, rules = ctx.source, ctx.rules
    for index in source.where(b"&", *ctx.function.body):
        last = index + 1
        while source.text(last) == b"(":
            last += 1
        member = last
        while source.text(last + 1) in (b".", b"->", b"[") or (
            source.text(last + 1) == b")" and source.pairs[last + 1] > index
        ):
            last = source.pairs.get(last + 1, last + 1)
            last = max(last, source.pairs.get(last, last))
            if source.text(last) in (b".", b"->"):
                last = member = last + 1
        if source.code[index - 1].kind == Kind.IDENT and source.text(index - 1) != b"return":
            continue  # a number and another one
        decl = source.fact(member) if source.code[member].kind == Kind.IDENT and source.text(last) != b"]" else None
        single = decl is not None and decl.kind == "field" and "[" not in (decl.canonical or decl.type)
        if single and decl and decl.owner in rules.tensor_types and _goes_on(ctx, index, last):
            yield member


def _goes_on(ctx: Context, first: int, last: int) -> bool:
    """Whether what uses the address of one number, code tokens [first, last], may go on behind it."""
    source = ctx.source
    while source.text(first - 1) == b"(" and source.text(last + 1) == b")" and not _called(ctx, first - 1):
        first, last = first - 1, last + 1
    before, after = source.text(first - 1), source.text(last + 1)
    if before == b")" and source.text(source.pairs[first - 1] + 1) in (b"int", b"char", b"void", b"unsigned", b"long"):
        return _goes_on(ctx, source.pairs[first - 1], last)
    if after in (b"[", b"+", b"-") or before == b"+":
        return True
    if before == b"=" and after in (b";", b","):
        uses = source.where(source.text(first - 2), last, ctx.function.body[1])
        return any(source.text(use - 1) != b"*" or source.text(use + 1) in (b"+", b"-", b"++", b"[") for use in uses)
    opener = parenthesis_around(source, first)
    if source.text(opener) != b"(" or not any(is_system(d.file) for d in source.decls(opener - 1)):
        return False
    size = source.pairs[opener] - 1  # of what is written, the last argument
    asked = source.pairs.get(size, size)
    words = {source.text(i) for i in range(asked + 1, size)}
    one = source.text(last if source.text(last) != b")" else last - 1) in words or words <= FUNDAMENTAL
    return not one or (source.text(asked - 2), source.text(asked - 1)) != (b",", b"sizeof")


def _called(ctx: Context, opener: int) -> bool:
    word = ctx.source.code[opener - 1]
    return word.kind == Kind.IDENT and word.text not in (b"return", b"sizeof")


def _refuse_overrun(ctx: Context, index: int) -> None:
    name = ctx.source.text(index).decode("utf-8", "replace")
    message = f"more than {name} is reached from its address, and what lies behind it is not the same in the unified library; name each field"
    ctx.refuse_at("L181", index, message)


def _unseen(ctx: Context) -> Iterator[tuple[int, str]]:
    """What the check of types cannot see: what stands before the condition of a switch, empty braces in a list, for which another constructor may be
    chosen than with the types of the unified library, and references that no & shows."""
    source = ctx.source
    for index in source.where(b"switch", *ctx.function.body):
        opener = index + 1
        if opener in source.pairs and b";" in (source.text(i) for i in range(opener, source.pairs[opener])):
            yield (
                index,
                "what stands before the condition of a switch cannot be checked; write it as a statement of its own",
            )
    for index in source.where(b"{", *ctx.function.body):
        inside = source.text(index - 1) in (b"{", b",", b"(")
        if inside and source.text(index + 1) == b"}" and _lists_tensors(ctx, index):
            yield (
                index,
                "empty braces in a list of tensors or data types: which constructor takes them is not known; write the value",
            )

    for index in _declared_references(ctx):
        if _hides_reference(ctx, index):
            name = source.text(index).decode("utf-8", "replace")
            yield index, f"the type of {name} is a reference, which its declaration does not show; write it with its &"


def _declared_references(ctx: Context) -> Iterator[int]:
    """Where the function's variables are declared whose types are references. What is given to a parameter is told by its type."""
    source, span = ctx.source, ctx.function.span
    offsets: list[int] | None = source.memo.get(_declared_references)
    if offsets is None:
        told = (pair for facts in source.facts for pair in facts.references.items())
        found = {at for at, d in told if d.kind == "variable" and d.offset == at and d.type.endswith("&")}
        offsets = source.memo[_declared_references] = sorted(found)
    return (source.index_at(offset) for offset in offsets if span.start <= offset < span.end)


def _hides_reference(ctx: Context, index: int) -> bool:
    """Whether the reference declared there is one by an alias, a trait or `decltype`."""
    source = ctx.source
    first = index
    while source.text(first - 1) not in (b";", b"{", b"}", b"(", b",", b"") and first > ctx.function.open_paren:
        first -= 1
    if source.text(first - 1) == b"(" and source.text(index + 1) in (b")", b"["):  # `( &name ) [ 3 ]`
        first -= 1
    words = {source.text(i) for i in range(first, index)}
    made = (source.table.words(word) for word in words & source.table.names)
    return {b"&", b"&&"}.isdisjoint(words.union(*made))


def _lists_tensors(ctx: Context, index: int) -> bool:
    source, rules = ctx.source, ctx.rules
    first = last = index
    while source.text(first - 1) not in (b";", b"}", b"") and first > ctx.function.open_brace + 1:
        first -= 1
    while source.text(last) not in (b";", b""):
        last = source.behind(last)
    words = {source.text(i).decode("utf-8", "replace") for i in range(first, last)}
    kinds = {decl.type for i in range(first, last) for decl in source.every_fact(i)}
    types = rules.tensor_types | rules.dtype_types
    return not words.isdisjoint(types) or any(kind in text for kind in types for text in kinds)


def _refuse_unseen(ctx: Context, found: tuple[int, str]) -> None:
    ctx.refuse_at("L181", *found)


SIZES = Rule(
    "sizes",
    "The size of device memory, of a handle or of a tensor is refused: the unified types are others.",
    _sizes,
    _refuse_size,
    after=("aborts",),
    diagnostics=("L181",),
    cases=("limits",),
)
OVERRUNS = Rule(
    "overruns",
    "What reaches further fields of a tensor from the address of one number is refused: behind it lies something else.",
    _overruns,
    _refuse_overrun,
    after=("aborts",),
    diagnostics=("L181",),
    cases=("limits",),
)
UNSEEN = Rule(
    "unseen",
    "What the check of types cannot see is refused: the initialiser of a switch, empty braces in lists of tensors, references that no & shows.",
    _unseen,
    _refuse_unseen,
    after=("aborts",),
    diagnostics=("L181",),
    cases=("limits",),
)
RANGES = Rule(
    "ranges",
    "A range of data types or other enumerators that take unified names is refused: they are numbered otherwise.",
    _ranges,
    _refuse_range,
    after=("aborts",),
    diagnostics=("L181",),
    cases=("limits",),
)
