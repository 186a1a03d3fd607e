"""A device buffer becomes scoped only where it cannot outlive the function; one that may is refused."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.frontend.lex import Kind
from migrate.rules.context import Context
from migrate.rules.registry import Rule

_STORAGE = frozenset((b"static", b"thread_local", b"extern"))
Escape = tuple[int, str]  # code index, what happens to the buffer there


def _escapes(ctx: Context) -> Iterator[Escape]:
    source = ctx.source
    first, last = ctx.function.body
    names: set[bytes] = set()
    for index in source.named("memory", ctx.rules.memory_types.__contains__, ctx.function.first, last):
        if index > first and source.text(index - 1) in _STORAGE:
            yield index, "is declared static, so it is there in the next call too"
        if index < ctx.function.name_index:
            yield index, "is what the function returns"
        names |= {source.text(i) for i in range(index + 1, last) if _declared(ctx, index, i)}
    for name in sorted(names):
        for index in source.where(name, first, last):
            what = _use(ctx, index)
            if what:
                yield index, what
    yield from _stored(ctx, names)


def _declared(ctx: Context, kind: int, index: int) -> bool:
    """Whether a token is a name of the declaration that the memory type at `kind` begins."""
    source = ctx.source
    if index - kind > 24 or source.code[index].kind != Kind.IDENT:
        return False
    between = [source.text(i) for i in range(kind + 1, index)]
    return not {b";", b"(", b")", b"{", b"="} & set(between) and source.text(index - 1) != b"["


def _use(ctx: Context, index: int) -> str:
    """What a use of a memory object does that lets its buffer outlive the function; empty for any other."""
    source = ctx.source
    if source.text(index - 1) in (b".", b"->"):
        return ""
    before = index - 1 if source.text(index - 1) != b"&" else index - 2
    if source.text(before) == b"return":
        return "is returned"
    opener = before if source.text(before) == b"(" else _opener(ctx, before) if source.text(before) == b"," else -1
    if opener < 0 or source.code[opener - 1].kind != Kind.IDENT:
        return ""
    called = source.text(opener - 1).decode("utf-8", "replace")
    rules = ctx.rules
    if called in (*rules.calls, *rules.checks, *rules.safe_calls, *_CONTROL) or source.text(opener - 2) == b"::":
        return ""
    decl = source.fact(opener - 1)
    return f"is handed to {called}" if decl is not None and decl.kind == "function" else ""


_CONTROL = ("if", "while", "for", "switch", "return", "sizeof", "decltype")


def _opener(ctx: Context, index: int) -> int:
    source = ctx.source
    while index > ctx.function.open_brace and source.text(index) not in (b"(", b"{", b";"):
        index = source.pairs[index] - 1 if source.text(index) in (b")", b"]", b"}") else index - 1
    return index if source.text(index) == b"(" else -1


def _stored(ctx: Context, names: set[bytes]) -> Iterator[Escape]:
    """Assignments of a buffer's address to a tensor that belongs to the caller, or to a variable that stays."""
    source, rules = ctx.source, ctx.rules
    addresses = {name.encode() for name, rule in rules.calls.items() if rule.kind == "address"}
    for index in source.where(b"=", *ctx.function.body):
        end = index + 1
        while source.text(end) != b";" and end < ctx.function.close_brace:
            end += 1
        right = {source.text(i) for i in range(index + 1, end)}
        if not right & names or not (right & addresses or right <= names | {b"(", b")"}):
            continue
        start = index - 1
        while source.text(start - 1) not in (b";", b"{", b"}", b")", b"else"):
            start -= 1
        decl = source.fact(next((i for i in range(start, index) if source.code[i].kind == Kind.IDENT), start))
        if decl is None or decl.offset == source.code[start].start:
            continue
        outer = decl.kind == "param" and ("*" in decl.type or "&" in decl.type) and decl.type not in rules.memory_types
        stays = decl.kind == "variable" and not source.in_function(decl.offset) if decl.offset >= 0 else False
        if outer or stays:
            yield index, f"is stored in {decl.name}, which outlives the function"


def _refuse(ctx: Context, found: Escape) -> None:
    index, what = found
    ctx.refuse_at("L131", index, f"a device buffer {what}; buffers of the unified library end with the function")


LIFETIMES = Rule(
    "lifetimes",
    "A device buffer that may outlive the function is refused.",
    _escapes,
    _refuse,
    after=("memory-declarations",),
    diagnostics=("L131",),
    cases=("memory_escapes",),
)
