"""A status that is used as a truth value is compared with success by name: other runtimes' failures have other numbers. A handle is with null."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import PLAIN
from migrate.frontend.success import zero_succeeds
from migrate.model import EditKind
from migrate.rules.address_forms import begins_statement
from migrate.rules.context import Context
from migrate.rules.registry import Rule

_AROUND = (b"&&", b"||")
_ALONE = (*_AROUND, b"(", b")")  # beside these a comparison needs no parentheses
_POSTFIX = (b"(", b"[", b".", b"->", b"=", b"++", b"--")
_BEFORE_CHOICE = (b"return", b"=", b",", b"?", b":", b";", b"{", b"}")


def _uses(ctx: Context) -> Iterator[_Span]:
    """Status variables of the function, and calls that give a status, where they are a truth value or compared with 0."""
    source = ctx.source
    first, last = ctx.function.body
    if not _compares(ctx):
        return iter(())
    names = {
        source.text(index + 1)
        for index in source.named("status", (ctx.rules.status_types - PLAIN).__contains__, ctx.function.first, last)
        if source.code[index + 1].kind == Kind.IDENT
    }
    names |= {source.text(index + 1) for index in source.where(b"auto", first, last) if _is_given_one(ctx, index + 1)}
    found = {index for name in names for index in source.where(name, first, last) if _is_status(ctx, index)}
    found |= {index for number in _in_numbers(ctx) for index in (number.name, *number.uses)}
    found = {index for index in found if index not in ctx.claimed}
    found |= {index for index in source.calls(first, last) if _gives_status(ctx, index)}
    spans = (_span(ctx, index) for index in sorted(found))
    return (span for span in spans if _is_truth(ctx, span) or _zero(ctx, span) >= 0)


_Span = tuple[int, int]  # the first code token of what gives a status, and its last


def _span(ctx: Context, index: int) -> _Span:
    """A name, the call that it begins, or what a variable is given within parentheses, which are a part of it where they are no statement's."""
    source = ctx.source
    if source.text(index + 1) == b"(":
        return index, source.pairs.get(index + 1, index)
    end = _assigned(ctx, index)
    if end < 0:
        return index, index
    return (index, end) if source.text(index - 2) in _HEADS else (index - 1, end + 1)


_HEADS = (b"if", b"while")


def _assigned(ctx: Context, index: int) -> int:
    """The last token of the call whose status a variable is given where that is all that stands in parentheses; -1 where it is not. They are no call's
    or macro's: what these do with it is not known."""
    source = ctx.source
    if source.text(index + 1) != b"=" or source.text(index - 1) != b"(" or not _gives_status(ctx, index + 2):
        return -1
    end = source.pairs.get(index + 3, -1)
    outer, head = source.code[index - 2], source.text(index - 2)
    grouped = head in (*_HEADS, b"return") or (outer.kind != Kind.IDENT and head not in (b")", b"]", b">"))
    return end if grouped and source.pairs.get(index - 1) == end + 1 else -1


def _compares(ctx: Context) -> bool:
    """Whether what is asked of a status is known to be whether it is success."""
    return zero_succeeds(ctx.rules.success, ctx.source) and not _has_operators(ctx)


def _has_operators(ctx: Context) -> bool:
    """Whether the source, or a header of the project, has operators for a status, or templates of some: what is asked of one may be these."""
    memo, source = ctx.source.memo, ctx.source
    known: bool | None = memo.get(_has_operators)
    if known is None:
        texts = [text for path in source.header_paths if b"operator" in (text := source.table.text(path))]
        texts += [source.data] if b"operator" in source.places else []
        known = any(_OPERATOR.search(text) and _takes_status(ctx, text) for text in texts)
        memo[_has_operators] = known
    return known


_OPERATOR = re.compile(rb"\boperator\s*(?:!|==|!=|&&|\|\||bool\b)=?\s*\(")


def _takes_status(ctx: Context, text: bytes) -> bool:
    """Whether an operator of a text has a status among its parameters, or is a template."""
    names = {name.encode() for name in ctx.rules.status_types} | {
        (decl.canonical or decl.type).encode() for decl in _statuses(ctx)
    }
    for found in _OPERATOR.finditer(text):
        given = text[found.end() :].partition(b")")[0]
        before = text[max(found.start() - 200, 0) : found.start()]
        generic = b"template" in before[max(before.rfind(b";"), before.rfind(b"}"), 0) :]
        if generic or any(re.search(rb"\b" + re.escape(name.split()[-1]) + rb"\b", given) for name in names if name):
            return True
    return False


def _statuses(ctx: Context) -> Iterator[Decl]:
    source = ctx.source
    for index in source.named("status", (ctx.rules.status_types - PLAIN).__contains__, 0, len(source.code)):
        yield from (decl for decl in source.every_fact(index + 1) if decl.kind in ("param", "variable"))


def _is_given_one(ctx: Context, index: int) -> bool:
    """Whether a variable begins with the status that a call gives, and nothing else."""
    if ctx.source.text(index + 1) != b"=" or not _gives_status(ctx, index + 2):
        return False
    return ctx.source.text(_end(ctx, index + 2) + 1) in (b";", b",")


def _gives_status(ctx: Context, index: int) -> bool:
    decls = list(ctx.source.every_fact(index))
    kinds = {decl.type.partition("(")[0].strip() for decl in decls if decl.kind == "function"}
    return bool(decls) and all(d.kind == "function" for d in decls) and kinds <= ctx.rules.status_types - PLAIN


def status_numbers(ctx: Context) -> frozenset[int]:
    """Offsets of the names of ints that become statuses."""
    numbers = _in_numbers(ctx) if _compares(ctx) else []
    return frozenset(ctx.source.code[number.name].start for number in numbers)


@dataclass(frozen=True)
class _Number:
    """What is declared as an int, or with one: code indices of the type, of its name and its uses; the comma before it where it is not the first."""

    type: int
    name: int
    uses: tuple[int, ...]
    comma: int = -1


def _in_numbers(ctx: Context) -> list[_Number]:
    """Variables of type int that are given nothing but statuses, looked for once in a function."""
    key = (_in_numbers, ctx.function.first)
    if key not in ctx.source.memo:
        ctx.source.memo[key] = [number for number in _declared_numbers(ctx) if _holds_status(ctx, number)]
    found: list[_Number] = ctx.source.memo[key]
    return found


def _declared_numbers(ctx: Context) -> Iterator[_Number]:
    source = ctx.source
    first, last = ctx.function.body
    for index in source.where(b"int", first, last):
        if source.text(index - 1) not in (b";", b"{", b"}", b"const"):
            continue
        comma = -1
        name = index + 1
        while True:
            yield _Number(index, name, _used(ctx, name), comma)
            while source.text(name) not in (b",", b";", b")", b"}", b"]") and name < last:
                name = source.behind(name)
            if source.text(name) != b"," or source.text(index - 1) == b"const":
                break
            comma, name = name, name + 1


_DECLARED = (b"=", b",", b";")


def _used(ctx: Context, name: int) -> tuple[int, ...]:
    """Where a variable is used whose declarator is a name and nothing else."""
    source, last = ctx.source, ctx.function.body[1]
    decl = source.fact(name)
    if source.code[name].kind != Kind.IDENT or source.text(name + 1) not in _DECLARED or decl is None:
        return ()
    return tuple(i for i in source.where(source.text(name), name + 1, last) if _stands_for(ctx, i, decl.offset))


def _holds_status(ctx: Context, number: _Number) -> bool:
    given = [i for i in (number.name, *number.uses) if ctx.source.text(i + 1) == b"="]
    calls = [_is_given_one(ctx, i) or _assigned(ctx, i) >= 0 for i in given]
    joined = [i for i in number.uses if _joins(ctx, i)]
    if joined:  # of which failure the bits are, nobody can say: that there was one is all that may be asked
        asked = (i for i in number.uses if i not in joined and i not in given)
        if not all(_is_truth(ctx, (i, i)) or _zero(ctx, (i, i)) >= 0 for i in asked):
            return False
    return any((*calls, *joined)) and all(call or _plain(ctx, i + 2) for i, call in zip(given, calls, strict=True))


def _joins(ctx: Context, index: int) -> bool:
    """`ret |= call ( ... );`"""
    source = ctx.source
    joins = source.text(index + 1) == b"|=" and _gives_status(ctx, index + 2) and begins_statement(ctx, index)
    return joins and source.text(_end(ctx, index + 2) + 1) == b";"


def _joined(ctx: Context) -> Iterator[int]:
    numbers = _in_numbers(ctx) if _compares(ctx) and ctx.source.where(b"|=", *ctx.function.body) else []
    return (index for number in numbers for index in number.uses if _joins(ctx, index))


def _keep_failure(ctx: Context, index: int) -> None:
    """The variable keeps a failure that was answered."""
    source, success = ctx.source, ctx.rules.unified.success
    name, kept = ctx._free_name("answered"), source.text(index).decode("utf-8", "replace")
    ctx.drop(index, index + 2, f"{{\nconst auto {name} = ", EditKind.HELPER, "status-joined")
    end = source.code[_end(ctx, index + 2) + 1].end
    ctx.insert(end, f"\nif ({name} != {success})\n{{\n{kept} = {name};\n}}\n}}", EditKind.HELPER, "status-joined")


def _stands_for(ctx: Context, index: int, offset: int) -> bool:
    return any(decl.offset == offset and not decl.file for decl in ctx.source.every_fact(index))


def _plain(ctx: Context, index: int) -> bool:
    """Whether success, or 0 for it, is all that a variable is given."""
    text, behind = ctx.source.text(index), ctx.source.text(index + 1)
    return behind in (b";", b",") and (text == b"0" or text.decode("utf-8", "replace") in ctx.rules.success)


def _numbers(ctx: Context) -> Iterator[tuple[int, str]]:
    """Tokens of declarations and what they become: a status among other numbers is declared by itself."""
    if not _compares(ctx):
        return
    held = {(number.type, number.comma) for number in _in_numbers(ctx)}
    statements = {number.type for number in _in_numbers(ctx)}
    before = False
    for number in _declared_numbers(ctx) if statements else ():
        if number.type not in statements:
            continue
        holds = (number.type, number.comma) in held
        kind = ctx.rules.unified.status if holds else "int"
        if number.comma < 0 and holds:
            yield number.type, kind
        elif number.comma >= 0 and holds != before:
            yield number.comma, f"; {kind}"
        before = holds


def _become_status(ctx: Context, edit: tuple[int, str]) -> None:
    ctx.replace_token(*edit, EditKind.HELPER, "status-number")


def _zero(ctx: Context, span: _Span) -> int:
    """The 0 that a status is compared with, or that a variable is given; -1 where there is none."""
    source = ctx.source
    after, before = span[1] + 1, span[0] - 1
    if source.text(after) in (b"==", b"!=") and source.text(after + 1) == b"0":
        sides = source.text(before), source.text(after + 2)
        return after + 1 if sides[0] in _BEGINS and sides[1] in _ENDS else -1
    if source.text(before) in (b"==", b"!=") and source.text(before - 1) == b"0":
        sides = source.text(before - 2), source.text(after)
        return before - 1 if sides[0] in _BEGINS and sides[1] in _ENDS else -1
    given = source.text(after) == b"=" and source.text(after + 1) == b"0" and source.text(after + 2) in (b";", b",")
    return after + 1 if given else -1


_BEGINS = (b"(", *_AROUND, b"return", b"=", b",", b"?", b":", b";", b"{", b"}", b"else")
_ENDS = (b")", *_AROUND, b",", b"?", b":", b";", b"}")


def _end(ctx: Context, index: int) -> int:
    """The last token of a name, or of the call that it begins."""
    return ctx.source.pairs.get(index + 1, index) if ctx.source.text(index + 1) == b"(" else index


def _is_status(ctx: Context, index: int) -> bool:
    decl = ctx.source.fact(index)
    if decl is None or re.search(r"[<*\[]", decl.type):  # what only holds one
        return False
    return decl.kind in ("variable", "param") and decl.offset != ctx.source.code[index].start


def _is_truth(ctx: Context, span: _Span) -> bool:
    source = ctx.source
    first, last = span
    before, after = source.text(first - 1), source.text(last + 1)
    if before == b"return" and after == b";":
        return _returns_bool(ctx) and _is_own(ctx, first)
    if before == b"=" and after == b";" and source.text(first - 3) == b"bool":
        return True
    if before == b"!" and source.text(first - 2) == b"=" and after == b";" and source.text(first - 4) == b"bool":
        return True
    if before == b"(" and after == b")":
        return source.text(first - 2) in (*_HEADS, b"!")
    if before == b"!":
        return after not in _POSTFIX
    begins = before in (*_BEFORE_CHOICE, *_AROUND, b"(", b")", b"[", b"else")
    ends = after in (*_ENDS, *_AROUND, b"]")
    return begins and ends and (before in _AROUND or after in (*_AROUND, b"?"))


def _is_own(ctx: Context, index: int) -> bool:
    """Whether a statement is one of the function, not of a lambda or of a class within it."""
    source = ctx.source
    while index > ctx.function.open_brace:
        index -= 1
        if source.text(index) in (b")", b"]", b"}"):
            index = source.pairs[index]
        elif source.text(index) == b"{" and index > ctx.function.open_brace:
            before = source.text(index - 1)
            head = source.text(source.pairs[index - 1] - 1) if before == b")" else before
            if head not in (b"if", b"for", b"while", b"switch", b"else", b"do", b";", b"{", b"}", b":"):
                return False
    return True


def _returns_bool(ctx: Context) -> bool:
    function = ctx.function
    return ctx.source.spell(function.first, function.name_index).split()[-1:] == ["bool"]


def _compare(ctx: Context, span: _Span) -> None:
    named = (ctx.rules.name(name) or name for name in sorted(ctx.rules.success))
    success = ctx.rules.unified.success or next(named, "")
    zero = _zero(ctx, span)
    if success and zero >= 0:
        ctx.replace_token(zero, success, EditKind.HELPER, "status")
    elif success:
        _compare_with(ctx, span, success, EditKind.HELPER, "status")


def _compare_with(ctx: Context, span: _Span, value: str, kind: EditKind, rule: str) -> None:
    """`x` becomes `x != value`, `!x` and `!(x)` become `(x == value)`."""
    source = ctx.source
    first, last = span
    if source.text(first + 1) == b"=":  # all that a statement asks
        ctx.insert(source.code[first].start, "(", kind, rule)
        ctx.insert(source.code[last].end, f") != {value}", kind, rule)
        return
    around = (source.text(first - 2), source.text(first - 1), source.text(last + 1)) == (b"!", b"(", b")")
    if around:
        first -= 1
    negated = source.text(first - 1) == b"!"
    alone = rule == "handle-truth" and source.text(first - 2) in _ALONE and source.text(last + 1) in _ALONE
    bare = around or alone
    if negated:
        ctx.drop(first - 1, first, "" if bare else "(", kind, rule)
    closing = ")" if negated and not bare else ""
    operator = "==" if negated else "!="
    ctx.insert(source.code[last].end, f" {operator} {value}{closing}", kind, rule)


def _handles(ctx: Context) -> Iterator[int]:
    """The handle where it is a truth value, also as all that a check looks at."""
    source, handle = ctx.source, ctx.handle
    if handle is None:
        return
    declared = source.code[handle.name_index].start
    for index in source.where(source.text(handle.name_index), *ctx.function.body):
        decl = source.fact(index)
        if index in ctx.claimed or decl is None or decl.offset != declared:
            continue
        checked = source.text(index - 2).decode("utf-8", "replace") in ctx.rules.checks
        alone = (source.text(index - 1), source.text(index + 1)) == (b"(", b")")
        if _is_truth(ctx, (index, index)) or (checked and alone):
            yield index


def _compare_handle(ctx: Context, index: int) -> None:
    _compare_with(ctx, (index, index), "nullptr", EditKind.HANDLE, "handle-truth")


STATUSES = Rule(
    "statuses",
    "Edit 7: a status that is a truth value, or compared with 0, is compared with success.",
    _uses,
    _compare,
    after=("calls",),
    cases=("statuses",),
)
STATUS_NUMBERS = Rule(
    "status-numbers",
    "Edit 7: an int that is given nothing but statuses becomes one.",
    _numbers,
    _become_status,
    after=("calls",),
    cases=("status_numbers",),
)
STATUS_JOINS = Rule(
    "status-joins",
    "Edit 7: `ret |= call` keeps a failure that the call answers with.",
    _joined,
    _keep_failure,
    after=("calls",),
    cases=("status_numbers",),
)
HANDLE_TRUTH = Rule(
    "handle-truth",
    "Edit 4: a handle that is a truth value is compared with null.",
    _handles,
    _compare_handle,
    after=("calls",),
    cases=("handle_truth",),
)
