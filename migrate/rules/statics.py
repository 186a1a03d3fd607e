"""Variables of a function that live on: one library serves all chips now, and the value that the first chip's call left is there for the others."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.frontend.lex import Kind
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import block_around
from migrate.rules.context import Context
from migrate.rules.local_types import local_types
from migrate.rules.registry import Rule

_LIVES_ON = (b"static", b"thread_local")
_ENDS = (b";", b"{", b"}")


def _statics(ctx: Context) -> Iterator[int]:
    source = ctx.source
    for word in _LIVES_ON:
        for index in source.where(word, *ctx.function.body):
            chips = _seeing(source, index)
            if len(chips) > 1 and (
                any(_depends(ctx, *part, chips) for part in _parts(ctx, index)) or _is_given_away(ctx, index)
            ):
                yield index
    yield from _of_types(ctx)


def _is_given_away(ctx: Context, index: int) -> bool:
    """Whether a helper gives its callers the variable itself: what they put there is not followed."""
    source, function = ctx.source, ctx.function
    head = {source.text(i) for i in range(function.first, function.name_index)}
    declared = {source.text(i) for i in range(index, index + 3)}
    if not {b"&", b"*", b"auto"} & head or b"const" in head | declared or b"constexpr" in declared:
        return False
    names = [i for i in range(index, _end(source, index, function.close_brace)) if _declares(source, i)]
    returned = source.where(b"return", *function.body)
    return any(
        source.where(source.text(name), at, _end(source, at, function.close_brace)) for name in names for at in returned
    )


def _declares(source: Source, index: int) -> bool:
    start = source.code[index].start
    return source.code[index].kind == Kind.IDENT and any(decl.offset == start for decl in source.decls(index))


def _of_types(ctx: Context) -> Iterator[int]:
    """Of types of the source that the function names: variables of their functions that live on."""
    source = ctx.source
    for one in local_types(source).values():
        uses = [i for name in one.names for i in source.where(name, ctx.function.first, ctx.function.close_brace)]
        if uses and any(_lives_in_method(source, one.first, i) for i in _written(source, one.first, one.last)):
            yield uses[0]


def _written(source: Source, first: int, last: int) -> list[int]:
    return [index for word in _LIVES_ON for index in source.where(word, first, last)]


def _lives_in_method(source: Source, first: int, index: int) -> bool:
    """Whether a word stands in the body of a function of a type, and what it declares is no constant."""
    block = block_around(source, index)
    in_body = block > first and source.text(block - 1) in (b")", b"const", b"noexcept", b"override", b"else", b"do")
    return in_body and not {b"const", b"constexpr"} & {source.text(i) for i in range(index - 1, index + 3)}


def _refuse(ctx: Context, index: int) -> None:
    what = "of the function " if ctx.function.open_brace < index < ctx.function.close_brace else ""
    message = f"a variable {what}that lives on may get a value that depends on the chip; the library serves all chips in one process"
    ctx.refuse_at("L160", index, message)


def _parts(ctx: Context, index: int) -> Iterator[tuple[int, int]]:
    """The declaration, and the statements and conditions that decide what its variables are, and what those are made of."""
    source = ctx.source
    first, last = ctx.function.body
    end = _end(source, index, last)
    yield index, end
    known: set[int] = set()
    pending = [(index, end)]
    while pending:
        for name in range(*pending.pop()):
            decl = source.fact(name) if source.code[name].kind == Kind.IDENT else None
            if decl is None or decl.kind != "variable" or decl.offset in known:
                continue
            known.add(decl.offset)
            if decl.type.startswith("const ") and "*" not in decl.type and "&" not in decl.type:
                continue  # nothing gives it another value
            if not source.code[first].start <= decl.offset < source.code[last].start:
                continue
            for use in source.where(source.text(name), first, last):
                found = source.fact(use)
                if (found is None or found.offset == decl.offset) and not _only_read(source, use):
                    parts = list(_around(source, use, first, last))
                    yield from parts
                    pending += parts


_BEFORE = frozenset(
    (b"=", b"+", b"-", b"/", b"%", b"<", b">", b"<=", b">=", b"==", b"!=", b"&&", b"||", b"!", b"return", b"?")
)
_BEHIND = frozenset(
    (b";", b")", b",", b"+", b"-", b"*", b"/", b"%", b"<", b">", b"<=", b">=", b"==", b"!=", b"&&", b"||", b"?")
)


def _only_read(source: Source, index: int) -> bool:
    """Whether a variable gives nothing but its value here: an operand, or what is assigned to another one that is no reference."""
    before, last = source.text(index - 1), index
    while source.text(last + 1) in (b"[", b"."):
        last = source.pairs.get(last + 1, last + 1) if source.text(last + 1) == b"[" else last + 2
    behind = source.text(last + 1)
    bound = before == b"=" and b"&" in (source.text(index - 3), source.text(index - 2))
    return (before in _BEFORE and behind in _BEHIND and not bound) or (
        before == b"(" and behind in _BEHIND - {b")", b","}
    )


def _around(source: Source, index: int, first: int, last: int) -> Iterator[tuple[int, int]]:
    """The statement of a token, and the heads of those that it stands in."""
    start = index
    end = _end(source, index, last)
    while True:
        while start > first and source.text(start - 1) not in _ENDS:
            closes = source.text(start - 1) in (b")", b"]")
            start = source.pairs.get(start - 1, start - 1) if closes else start - 1
        yield _between_commas(source, index, start, end) if start <= index < end else (start, end)
        if source.text(start) == b"else":
            before = start - 1  # what the branch before it depends on decides here too
            start = source.pairs.get(before, before)
            end = start
        else:
            start = next((i for i in range(start - 1, first - 1, -1) if source.pairs.get(i, -1) > index), first - 1)
            end = start
        if start <= first:
            return


def _between_commas(source: Source, index: int, first: int, last: int) -> tuple[int, int]:
    """The declarator, or operand of a comma, that a token of a statement stands in."""
    start, end = first, first
    while end < last:
        if source.text(end) == b",":
            if end >= index:
                break
            start = end + 1
        end = source.pairs.get(end, end) + 1 if source.text(end) in (b"(", b"[", b"{") else end + 1
    return start, end


def _end(source: Source, index: int, last: int) -> int:
    while index < last and source.text(index) not in _ENDS:
        index = source.pairs.get(index, index) + 1 if source.text(index) in (b"(", b"[", b"{") else index + 1
    return index


def _seeing(source: Source, index: int) -> frozenset[str]:
    return frozenset(chip.name for chip in source.chips if source.sees(chip, source.code[index].start))


def _depends(ctx: Context, first: int, last: int, chips: frozenset[str]) -> bool:
    """Whether tokens [first, last) are not the same on all of these chips, or ask the handle."""
    source = ctx.source
    if any(source.text(i).decode("utf-8", "replace") in _handles(ctx) for i in range(first, last)):
        return True
    if ctx.helper and any(decl.kind == "param" for i in range(first, last) for decl in source.every_fact(i)):
        return True  # what the calls give, on which chip, is not followed
    return _differs(source, first, last, chips, frozenset())


def _handles(ctx: Context) -> frozenset[str]:
    parameters = ctx.source.parameters(ctx.function)
    return frozenset(
        ctx.source.text(p.name_index).decode("utf-8", "replace")
        for p in parameters
        if p.type.rstrip("*& ") in ctx.rules.handle_types
    )


def _differs(source: Source, first: int, last: int, chips: frozenset[str], known: frozenset[str]) -> bool:
    for index in range(first, last):
        token = source.code[index]
        if chips & _seeing(source, index) not in (chips, frozenset()):
            return True
        if token.kind == Kind.IDENT and token.text in source.table.names:
            inside = source.table.closure((token.text,))
            if any(source.table.differs(name) for name in inside):
                return True
        if token.kind == Kind.IDENT and source.text(index + 1) == b"(":
            name = token.text.decode("utf-8", "replace")
            if name not in known and _function_differs(source, name, chips, known | {name}):
                return True
    return False


def _function_differs(source: Source, name: str, chips: frozenset[str], known: frozenset[str]) -> bool:
    """Whether a function of the file is not the same on all of these chips, itself or by what it calls."""
    found: list[Function] = [one for one in source.functions if one.name == name]
    return len(found) > 1 or any(_differs(source, one.first, one.close_brace, chips, known) for one in found)


STATICS = Rule(
    "statics",
    "A variable of a function that lives on is refused where its value depends on the chip.",
    _statics,
    _refuse,
    after=("lifetimes", "macros"),
    diagnostics=("L160",),
    cases=("limits",),
)
