"""Whether an address that an offset is added to is there: 0 and an offset would be taken for an address."""

from __future__ import annotations

from migrate.frontend.lex import Kind
from migrate.frontend.source import Source
from migrate.frontend.statements import block_around, parenthesis_around, statement_start
from migrate.rules.address_forms import ZERO
from migrate.rules.context import Context
from migrate.rules.tensor_uses import changes

_NULLS = frozenset((*ZERO, b"NULL", b"nullptr"))


def is_there(ctx: Context, first: int, last: int) -> bool:
    """Whether a check or an `if` before it shows that the address of a parameter, which nothing sets, is not null."""
    source = ctx.source
    texts = [t.text for t in source.code[first:last]]
    kinds = {source.text(p.name_index): p.type.removeprefix("const ").rstrip("& ") for p in ctx.parameters}
    if len(texts) != 3 or texts[1] != b".":
        return False
    if any(source.where(word, *ctx.function.body) for word in (b"goto", b"case", b"default")):
        return False
    own = {source.code[p.name_index].start for p in ctx.parameters}
    decls = source.every_fact(first)
    if kinds.get(texts[0]) in ctx.rules.tensor_types and any(decl.offset not in own for decl in decls):
        return False  # another thing of that name
    lent = [p for p in ctx.parameters if {"&", "*"} & set(p.type) and any(k in p.type for k in ctx.rules.tensor_types)]
    if len(lent) > 1 and any(not p.type.startswith("const ") for p in lent):
        return False  # two of them may be one
    if kinds.get(texts[0]) not in ctx.rules.tensor_types:
        copied = _copied_from(ctx, first, texts[0])
        known = copied >= 0 and kinds.get(source.text(copied)) in ctx.rules.tensor_types
        return known and _is_shown(ctx, source.text(copied), first)
    return _asked_just_before(source, first, texts) or _is_shown(ctx, source.text(first), first)


def _is_shown(ctx: Context, name: bytes, target: int) -> bool:
    """The same of a parameter, before a token."""
    source = ctx.source
    uses = source.where(name, *ctx.function.body)
    if any(changes(source, ctx.function, index, ctx.rules.address_field) for index in uses):
        return False
    texts = [name, b".", ctx.rules.address_field.encode()]
    asked = [index for index in uses if [t.text for t in source.code[index : index + 3]] == texts]
    before = [index for index in asked if index < target]
    return any(_shows_presence(ctx, index, target) or _leaves_without(ctx, index, target) for index in before)


def _copied_from(ctx: Context, target: int, name: bytes) -> int:
    """Where the tensor stands that a local one was made a copy of, in the block of a token and with nothing between that changes it; -1 if none."""
    source = ctx.source
    if any(_is_lent(ctx, index) for index in source.where(name, *ctx.function.body)):
        return -1
    for index in reversed(source.where(name, ctx.function.open_brace, target)):
        at = index + 2
        if source.text(index + 1) == b"=" and source.code[at].kind == Kind.IDENT and source.text(at + 1) == b";":
            plain = {decl.type.removeprefix("const ") for decl in source.every_fact(index)} <= ctx.rules.tensor_types
            between = {source.text(i) for i in range(at, target)}
            declared = any(decl.offset == source.code[index].start for decl in source.every_fact(index))
            starts = source.text(index - 1 - declared) in (b";", b"{", b"}")
            starts = starts and not source.has_directive(ctx.function.open_brace, target)  # on each chip another one
            return at if plain and starts and not between & {b"{", b"}", b"?"} else -1
        own = index == statement_start(source, target)  # what the sum is given to
        if not own and changes(source, ctx.function, index, ctx.rules.address_field):
            return -1
    return -1


def _is_lent(ctx: Context, index: int) -> bool:
    """Whether a use of a local tensor may change it later, by another name: all but a value that it gives or is given."""
    source = ctx.source
    declared = any(decl.offset == source.code[index].start for decl in source.every_fact(index))
    member = source.text(index + 1) == b"." and source.text(index - 1) != b"&"
    given = source.text(index + 1) == b"=" and source.text(index - 1) in (b";", b"{", b"}", b")", b"else")
    return not (declared or member or given) and changes(source, ctx.function, index, ctx.rules.address_field)


def _asked_just_before(source: Source, first: int, texts: list[bytes]) -> bool:
    """Whether the value is that of `x.addr ? x.addr + n : ...`."""
    end = first - 1
    if source.text(end) != b"?":
        return False
    if source.text(end - 2) == b"!=" and source.text(end - 1) in _NULLS:
        end -= 2
    condition = [source.text(i) for i in range(end - 3, end)]
    before = end - 4
    while source.text(before) == b"&&" or source.text(before) not in (b"=", b"(", b"return", b",", b";", b"{", b"}"):
        if before < end - 4 and source.text(before) in (b"||", b"?", b":"):
            return False
        before = source.pairs[before] - 1 if source.text(before) in (b")", b"]") else before - 1
    return condition == texts and source.text(end - 4) in (b"=", b"(", b"return", b",", b"&&")


def _shows_presence(ctx: Context, index: int, target: int) -> bool:
    """Whether `x.addr` at `index` is a term of a check before `target`, or of an `if` around it, and all of its terms have to hold."""
    source = ctx.source
    end = index + 3
    if source.text(end) == b"!=" and source.text(end + 1) in _NULLS:
        end += 2
    opener = index - 1
    while source.text(opener) == b"&&" or source.text(opener) not in (b"(", b"{", b";", b"}"):
        if source.text(opener) in (b"||", b"?", b":", b",", b"!"):
            return False
        opener = source.pairs[opener] - 1 if source.text(opener) in (b")", b"]") else opener - 1
    close = source.pairs.get(opener, opener)
    term = source.text(index - 1) in (b"(", b"&&") and source.text(end) in (b")", b"&&")
    inside = range(end, close)
    if source.text(opener) != b"(" or not term or any(source.text(i) in (b"||", b"?", b",") for i in inside):
        return False
    if source.has_directive(index, target + 1):
        return False
    name = source.text(opener - 1)
    if name == b"if":
        block = close + 1
        stop = block
        while source.text(stop) not in (b"{", b";"):
            stop = source.pairs[stop] + 1 if source.text(stop) in (b"(", b"[") else stop + 1
        return block <= target < source.pairs.get(stop, stop)
    if name.decode("utf-8", "replace") not in ctx.rules.checks or source.text(opener - 2) not in (b";", b"{", b"}"):
        return False
    return target < source.pairs[block_around(source, opener)]


def _leaves_without(ctx: Context, index: int, target: int) -> bool:
    """Whether `if ( ! x.addr )` or `if ( x.addr == 0 )`, with `x.addr` at `index`, returns before `target`, in a block around it."""
    source = ctx.source
    first, last = index, index + 3
    if source.text(first - 1) == b"!":
        first -= 1
    elif source.text(last) == b"==" and source.text(last + 1) in _NULLS:
        last += 2
    elif source.text(first - 1) == b"==" and source.text(first - 2) in _NULLS:
        first -= 2
    else:
        return False
    opener = first - 1
    if source.text(opener) != b"(" or source.pairs.get(opener) != last or source.text(opener - 1) != b"if":
        return False
    body = last + 1
    behind = source.pairs[body] + 1 if source.text(body) == b"{" else body
    while source.text(body) != b"{" and source.text(behind - 1) != b";":
        behind = source.behind(behind)
    if source.text(body + (source.text(body) == b"{")) not in (b"return", b"throw") or source.text(behind) == b"else":
        return False
    if source.text(opener - 2) not in (b";", b"{", b"}") or source.has_directive(index, target + 1):
        return False
    return behind <= target < source.pairs[block_around(source, opener)]


def is_allocated(ctx: Context, first: int, last: int) -> bool:
    """Whether the only memory in an address is a variable that one call allocates, checked, in a block around it and before it, and nothing else
    sets."""
    source, rules = ctx.source, ctx.rules
    found = [
        (index, decl)
        for index in range(first, last)
        for decl in list(source.every_fact(index))[:1]
        if decl.kind in ("variable", "param") and decl.type.removeprefix("const ") not in rules.handle_types
    ]
    if len(found) != 1 or found[0][1].kind != "variable" or found[0][1].type not in rules.memory_types:
        return False
    name = source.text(found[0][0])
    uses = [i for i in source.where(name, *ctx.function.body) if i != found[0][0]]
    lent = [i for i in uses if source.text(i - 1) == b"&"]
    if len(lent) != 1 or lent[0] > first:
        return False
    declared = [i for i in uses if any(decl.offset == source.code[i].start for decl in source.every_fact(i))]
    if any(source.text(i + 1) not in (b";", b",") for i in declared):
        return False
    if not all(_only_asks(ctx, i, first) for i in uses if i not in (*lent, *declared)):
        return False
    opener = parenthesis_around(source, lent[0])
    rule = rules.calls.get(source.call_key(opener - 1))
    start = opener - 3
    checked = source.text(opener - 2) == b"(" and source.text(start).decode("utf-8", "replace") in rules.safe_calls
    if rule is None or not rule.allocates or not checked or source.text(start - 1) not in (b";", b"{", b"}"):
        return False
    around = block_around(source, start)
    return around < first < source.pairs[around]


def _only_asks(ctx: Context, index: int, target: int) -> bool:
    """Whether a use of a memory object asks for its address, or frees it behind a token."""
    source, rules = ctx.source, ctx.rules
    opener = parenthesis_around(source, index)
    rule = rules.calls.get(source.call_key(opener - 1))
    if source.text(opener) != b"(" or rule is None:
        return False
    return rule.kind == "address" or (rules.unified.has_role("free", rule.text) and index > target)
