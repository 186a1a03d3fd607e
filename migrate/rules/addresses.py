"""Edit 9: virtual addresses become physical where they enter a kernel's argument struct, once, and nowhere else.

A virtual value is a tensor's address field or the address of a device buffer. It is followed outwards to where it is used: an
integer takes the physical address, a pointer keeps the virtual one, a comparison with 0 becomes one with nullptr.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from migrate.frontend.clang import Decl, is_system
from migrate.frontend.kept_references import refers
from migrate.frontend.lex import Kind, shown
from migrate.frontend.source import Source
from migrate.frontend.statements import conditional_operator, statement_start, without_parentheses
from migrate.model import EditKind, Site
from migrate.project.library_rules import CallRule
from migrate.rules.context import Context
from migrate.rules.receivers import method_key, receiver_start
from migrate.rules.registry import Rule

_LEFT_STOPS = frozenset((b"=", b",", b";", b"(", b"{", b"}", b"[", b"return", b"?", b":", b"+=", b"-="))
_RIGHT_STOPS = frozenset((b",", b";", b")", b"}", b"]"))
_SUFFIXES = ("", "u", "U", *(u + x for u in ("", "u", "U") for x in ("l", "L", "ll", "LL")), "lu", "LU", "llu", "LLU")
ZERO = frozenset(f"{zero}{suffix}".encode() for zero in ("0", "0x0", "0X0", "00") for suffix in _SUFFIXES)
_WIDE = re.compile(r"^((unsigned )?long( long)?( int)?|(std :: )?(u?int64_t|u?intptr_t|size_t)|u64|addr_t)$")
_INTEGER = re.compile(
    r"^(const )?(unsigned|signed|long|int|short|u?int(8|16|32|64|ptr)_t|size_t|char|bool|u64|addr_t)\b"
)


@dataclass(frozen=True)
class Value:
    """A virtual expression: code tokens [first, last)."""

    first: int
    last: int
    site: Site
    cast: str = ""  # to the integer that goes, as it is written


def _virtual(ctx: Context) -> Iterator[Value]:
    """All virtual values, found before one is wrapped: a branch of a ternary asks what the other one is."""
    values = list(_values(ctx))
    ctx.virtual = {(v.first, v.last) for v in values}
    return iter(values)


def _values(ctx: Context) -> Iterator[Value]:
    source, rules = ctx.source, ctx.rules
    field = rules.address_field.encode()
    buffers = _buffers(ctx)
    for index in _candidates(ctx, field, buffers):
        token = source.code[index]
        if token.text == field and source.text(index - 1) in (b".", b"->") and _is_tensor_field(ctx, index):
            site = ctx.site(EditKind.ADDRESS, index, "tensor address")
            yield _without_cast(ctx, Value(_postfix_start(ctx, index), index + 1, site))
        elif source.text(index + 1) == b"(" and (rule := _call_rule(ctx, index)):
            if rule.kind == "address":
                site = ctx.site(EditKind.ADDRESS, index, "buffer address")
                start = receiver_start(source, index)
                start = start if start >= 0 else index  # such a call is refused
                yield _without_cast(ctx, Value(start, source.pairs[index + 1] + 1, site))
        elif token.text in buffers and _integer_cast(ctx, *(bounds := _with_parentheses(ctx, index, index + 1))):
            site = ctx.site(EditKind.ADDRESS, index, "buffer address")
            yield _without_cast(ctx, Value(*bounds, site))
        elif token.text in buffers and source.text(index - 1) == b"=" and _is_memory(ctx, index):
            yield Value(index, index + 1, ctx.site(EditKind.ADDRESS, index, "buffer address"))
        else:
            yield from _member_chain(ctx, index)


def _is_memory(ctx: Context, index: int) -> bool:
    """A buffer whose type is its address: an integer of the tree."""
    decl = ctx.source.fact(index)
    both = ctx.rules.memory_types & ctx.rules.address_types
    return decl is not None and decl.kind == "variable" and decl.type in both


def _call_rule(ctx: Context, index: int) -> CallRule | None:
    calls = ctx.rules.calls
    member = ctx.source.text(index - 1) in (b".", b"->")
    name = method_key(ctx.source, index) if member else ctx.source.text(index).decode("utf-8", "replace")
    return calls.get(name)


def _candidates(ctx: Context, field: bytes, buffers: frozenset[bytes]) -> list[int]:
    """Identifiers that may be, or begin, a virtual value, in order."""
    source = ctx.source
    first, last = ctx.function.body
    found = {*source.where(field, first, last), *source.named("calls", ctx.rules.calls.__contains__, first, last)}
    for method in ctx.rules.methods:
        found.update(source.where(method, first, last))
    for name in buffers:
        found.update(source.where(name, first, last))
    for step in {chain[0].encode() for chain in ctx.rules.address_members}:
        members = (index - 2 for index in source.where(step, first + 2, last))
        found.update(index for index in members if source.code[index].kind == Kind.IDENT)
    return sorted(found)


def _buffers(ctx: Context) -> frozenset[bytes]:
    """Pointers that an allocation of device memory sets: a cast of one to an integer is its address."""
    source, found = ctx.source, set()
    for index in source.calls(*ctx.function.body):
        rule = ctx.rules.calls.get(source.text(index).decode("utf-8", "replace"))
        if rule and rule.allocates:
            for first, last in source.arguments(index + 1):
                while source.text(last - 1) == b")" and source.pairs[last - 1] >= first:
                    last -= 1
                if source.text(last - 2) == b"&" and (last - 2 == first or source.text(last - 3) in (b"(", b")")):
                    found.add(source.text(last - 1))  # also behind a cast: (void **)(&buffer)
    return frozenset(found)


def _with_parentheses(ctx: Context, first: int, last: int) -> tuple[int, int]:
    """An expression with the parentheses around it that are no call's and no cast's own."""
    source = ctx.source
    while source.text(first - 1) == b"(" and source.pairs.get(first - 1) == last and source.text(first - 2) != b">":
        if _is_call(ctx, first - 1):
            break
        first, last = first - 1, last + 1
    return first, last


def _without_cast(ctx: Context, value: Value) -> Value:
    """The value together with a cast to an integer around it, which goes: the physical address is an integer already."""
    bounds = _integer_cast(ctx, value.first, value.last) or _integer_cast(
        ctx, *_with_parentheses(ctx, value.first, value.last)
    )
    if bounds is None:
        return value
    first, last = bounds
    ctx.drop(first, value.first, "", EditKind.ADDRESS, "address")
    if last > value.last:
        ctx.drop(value.last, last, "", EditKind.ADDRESS, "address")
    opener = first if ctx.source.text(first) == b"(" else first + 1
    close = ctx.source.pairs[first] if opener == first else ctx.source.behind_angles(opener) - 1
    return _without_cast(ctx, Value(first, last, value.site, ctx.source.spell(opener + 1, close)))


def _integer_cast(ctx: Context, first: int, last: int) -> tuple[int, int] | None:
    """Bounds of `(unsigned long long)x`, `reinterpret_cast<uint64_t>(x)` around [first, last), of an integer that holds an address."""
    source = ctx.source
    before = source.text(first - 1)
    if before == b")" and _is_cast(ctx, first - 1):
        opener = source.pairs[first - 1]
        return (opener, last) if _holds_address(ctx, source.spell(opener + 1, first - 1)) else None
    if before == b"(" and source.text(last) == b")" and source.text(first - 2) == b">":
        opener = first - 3
        while source.code[opener].kind == Kind.IDENT:
            opener -= 1
        named = source.text(opener) == b"<" and source.text(opener - 1) in (b"reinterpret_cast", b"static_cast")
        if named and _holds_address(ctx, source.spell(opener + 1, first - 2)):
            return opener - 1, last + 1
    return None


def _holds_address(ctx: Context, kind: str) -> bool:
    return _WIDE.match(kind) is not None or kind in ctx.rules.address_types


def _is_tensor_field(ctx: Context, index: int) -> bool:
    decl = ctx.source.fact(index)
    if decl is None:
        return True  # no chip sees it; the name decides
    owner = decl.owner.replace("const ", "").strip()
    return owner in ctx.rules.tensor_types


def _member_chain(ctx: Context, index: int) -> Iterator[Value]:
    """mem.u.device.device_addr: the address read out of a memory object."""
    source = ctx.source
    for chain in ctx.rules.address_members:
        steps = [b for name in chain for b in (b".", name.encode())]
        if [t.text for t in source.code[index + 1 : index + 1 + len(steps)]] != steps:
            continue
        decl = source.fact(index)
        if decl is not None and decl.type not in ctx.rules.memory_types:
            continue
        site = ctx.site(EditKind.ADDRESS, index, "buffer address")
        ctx.drop(index + 1, index + 1 + len(steps), "", EditKind.MEMORY, "memory")
        yield Value(_postfix_start(ctx, index), index + 1 + len(steps), site)


def _postfix_start(ctx: Context, index: int) -> int:
    """First token of the postfix expression whose last member is at `index`."""
    source = ctx.source
    first = index
    while source.text(first - 1) in (b".", b"->", b"::"):
        first -= 2
        while source.text(first) in (b"]", b")"):
            if source.text(first) == b")" and not _is_call(ctx, source.pairs[first]):
                first = source.pairs[first]  # (*p).addr
                break
            first = source.pairs[first] - 1
    return first


def _follow(ctx: Context, value: Value) -> None:
    """Follow a value outwards to its use."""
    source = ctx.source
    first, last = value.first, value.last
    if name := _refers_to(ctx, value):
        message = f"{name} refers to an address that may get another value; make it a copy"
        return ctx.refuse_at("L122", value.first, message, value.site)
    while True:
        before, after = source.text(first - 1), source.text(last)
        if _in_numbers(ctx, first, last):
            return _number(ctx, value, first, last)
        if before == b"(" and after == b")" and source.pairs.get(first - 1) == last and not _is_call(ctx, first - 1):
            if source.text(first - 2) in (b"if", b"while"):
                return _truth(ctx, value, first, last)
            first, last = first - 1, last + 1
        elif before == b"(" and source.pairs.get(first - 1) == last and _is_check(ctx, first - 2):
            return _truth(ctx, value, first, last)
        elif before in (b"+", b"-") or after in (b"+", b"-"):
            return _arithmetic(ctx, value, first, last)
        elif after in (b"==", b"!="):
            if _is_number(ctx, *_operand_behind(ctx, last)):
                return _number(ctx, value, first, last)
            ctx.tested.add(value.first)
            return _compare(ctx, last + 1)
        elif before in (b"==", b"!="):
            if _is_number(ctx, *_operand_before(ctx, first - 1)):
                return _number(ctx, value, first, last)
            ctx.tested.add(value.first)
            return _compare(ctx, first - 2)
        elif before in (b"!", b"&&", b"||") or after in (b"&&", b"||", b"?"):
            return _truth(ctx, value, first, last)
        elif before == b"?" or (before == b":" and _question(ctx, first - 1) is not None):
            bounds = _ternary(ctx, first, last, before == b"?")
            if _gives_number(ctx, bounds):
                return _number(ctx, value, first, last, kept=True)
            if not _ternary_branches(ctx, value, bounds):
                return None
            first, last = bounds[0], bounds[3]
        elif before == b")" and _is_cast(ctx, first - 1):
            if b"*" in [t.text for t in source.code[source.pairs[first - 1] : first]]:
                return None  # a pointer stays virtual
            message = "an address is cast to an integer that need not hold it; which value is meant is not known"
            return ctx.refuse_at("L122", value.first, message, value.site)
        elif after in (b"+=", b"-="):
            return _advanced(ctx, value)
        else:
            break
    if after == b"=":
        return None  # the left side of an assignment
    if before == b"=":
        _assignment(ctx, value, first, last)
    elif before == b"return":
        if _returns_integer(ctx):
            _return(ctx, value, first, last)
        elif ctx.helper and _result(ctx) == b"bool":
            _truth(ctx, value, first, last)
        else:
            ctx.refuse_at(
                "L121", value.first, "returns an address; whether it is virtual or physical is not known", value.site
            )
    elif before in (b",", b"("):
        _argument(ctx, value, first, last)
    elif before == b"{":
        _element(ctx, first, last)
    else:
        ctx.refuse_at(
            "L122",
            value.first,
            f"an address is used in a way that is not known here, behind `{shown(before)}`",
            value.site,
        )
    return None


# Operators that an address is a number for; a `*` or `&` in front of one may be of another kind.
_OF_NUMBERS = frozenset((b"%", b"/", b"<", b">", b"<=", b">=", b"<<", b">>", b"|", b"^", b"bitor", b"xor", b"bitand"))


def _in_numbers(ctx: Context, first: int, last: int) -> bool:
    """Whether [first, last) is an operand of an operator on numbers alone."""
    source = ctx.source
    before, after = source.text(first - 1), source.text(last)
    if (before in (b"<<", b">>") and not _is_integer(ctx, first - 2)) or (
        after in _OF_NUMBERS and _is_object(ctx, last + 1)
    ):
        return False
    if before in _OF_NUMBERS and _is_object(ctx, first - 2):
        return False
    if before in (b"*", b"&"):
        return source.code[first - 2].kind in (Kind.IDENT, Kind.NUMBER) and source.text(first - 2) != b"return"
    return before in _OF_NUMBERS or after in _OF_NUMBERS or after in (b"*", b"&")


def _is_integer(ctx: Context, index: int) -> bool:
    token = ctx.source.code[index]
    decl = ctx.source.fact(index) if token.kind == Kind.IDENT else None
    return token.kind == Kind.NUMBER or (decl is not None and bool(_INTEGER.match(decl.canonical or decl.type)))


def _is_object(ctx: Context, index: int) -> bool:
    """Whether a token names an object of a class, whose operators are its own."""
    decl = ctx.source.fact(index) if ctx.source.code[index].kind == Kind.IDENT else None
    if decl is None or decl.kind not in ("variable", "param", "field"):
        return False
    kind = (decl.canonical or decl.type).removeprefix("const ").rstrip("& ")
    return _is_standard(decl) or kind in ctx.source.own_types


def _number(ctx: Context, value: Value, first: int, last: int, kept: bool = False) -> None:
    """The address as the number that it is in the legacy code: that of the chip's memory. `kept`: what takes the result has an address."""
    if _is_signed(value.cast):
        return _refuse_signed(ctx, value)
    _wrap(ctx, first, last)
    ctx.tested.add(value.first)
    equals = _assignment_of(ctx, value.first) if kept else None
    if equals is not None:
        _note_target(ctx, equals, value)
    elif kept and _returns_integer(ctx):
        ctx.notes.physical.add(ctx.function.name_offset(ctx.source))


def _operand_behind(ctx: Context, operator: int) -> tuple[int, int]:
    source, last = ctx.source, operator + 1
    while source.text(last) not in _ENDS:
        last = source.behind(last)
    return operator + 1, last


def _operand_before(ctx: Context, operator: int) -> tuple[int, int]:
    source, first = ctx.source, operator
    while source.text(first - 1) not in _BEGINS:
        first = source.pairs[first - 1] if source.text(first - 1) in (b")", b"]") else first - 1
    return first, operator


_ENDS = frozenset((b"&&", b"||", b"?", b":", b",", b";", b")", b"]", b"}", b"==", b"!=", b""))
_BEGINS = frozenset((b"&&", b"||", b"?", b":", b",", b";", b"(", b"[", b"{", b"}", b"return", b"=", b"!", b"==", b"!="))


def _is_number(ctx: Context, first: int, last: int) -> bool:
    """Whether an operand is computed, or an integer: compared with an address, both are numbers."""
    source = ctx.source
    first, last = without_parentheses(source, first, last)
    if (first, last) in ctx.virtual:
        return False
    if any(source.text(i) in (b"+", b"-", b"%", b"/") for i in range(first, last)):
        return any(first <= begin < last for begin, _ in ctx.virtual)
    if last - first != 1:
        return False
    decl = source.fact(first)
    kind = (decl.canonical or decl.type) if decl is not None and decl.kind in ("variable", "param") else ""
    return bool(_INTEGER.match(kind)) and "*" not in kind and not _is_zero(ctx, first)


def _gives_number(ctx: Context, bounds: tuple[int, int, int, int]) -> bool:
    """Whether a conditional operator has an address as one value and a computed one as another, and an integer takes it."""
    start, question, colon, end = bounds
    mixed = any(_is_computed(ctx, *part) for part in ((question + 1, colon), (colon + 1, end)))
    if not mixed:
        return False
    equals = _assignment_of(ctx, start)
    return (
        not _is_virtual_target(ctx, equals) if equals is not None else _returned(ctx, start) and _returns_integer(ctx)
    )


def _is_computed(ctx: Context, first: int, last: int) -> bool:
    """Whether an expression is a sum or so, and no address itself."""
    source = ctx.source
    first, last = without_parentheses(source, first, last)
    texts = {source.text(i) for i in range(first, last)}
    return (first, last) not in ctx.virtual and bool(texts & {b"+", b"-", b"/", b"%"})


def _is_sum(ctx: Context, first: int, last: int) -> bool:
    """Whether an expression is an address and an offset."""
    source = ctx.source
    return any(begin == first and end < last and source.text(end) in (b"+", b"-") for begin, end in ctx.virtual)


def _returns_integer(ctx: Context) -> bool:
    """Whether a helper gives an integer that holds an address: what its callers use it for is checked with that type."""
    return ctx.helper and _holds_address(ctx, _result(ctx).decode("utf-8", "replace"))


def _result(ctx: Context) -> bytes:
    """The type that the function gives, as it is written."""
    words = (ctx.source.text(index) for index in range(ctx.function.first, ctx.function.name_index))
    return b" ".join(word for word in words if word not in _SPECIFIERS)


_SPECIFIERS = (b"static", b"inline", b"constexpr", b"const", b"extern")


def _return(ctx: Context, value: Value, first: int, last: int) -> None:
    _wrap(ctx, first, last)
    ctx.notes.physical.add(ctx.function.name_offset(ctx.source))
    ctx.tested.add(value.first)  # by the callers, as far as is known here


_PLAIN_BEHIND = frozenset((b")", b"&&", b"||", b"?", b";", b",", b":"))
_PLAIN_BEFORE = frozenset((b"(", b"&&", b"||", b"return", b"=", b",", b";"))


def _truth(ctx: Context, value: Value, first: int, last: int) -> None:
    """An address as a truth value is compared with null by name."""
    source = ctx.source
    if (first, last) in ctx.wrapped:
        return
    negated = source.text(first - 1) == b"!"
    before = source.text(first - (2 if negated else 1))
    if before not in (*_PLAIN_BEFORE, b"!", b"?", b":", b"+", b"*") or source.text(last) not in _PLAIN_BEHIND:
        message = f"an address is used in a way that is not known here, between `{shown(before)}` and `{shown(source.text(last))}`"
        return ctx.refuse_at("L122", value.first, message, value.site)
    ctx.tested.add(value.first)
    ctx.wrapped.add((first, last))
    if source.text(last) == b"?" and source.text(last + 1) == b":":
        message = "an address is both the condition and a value of ?:; write the value twice"
        return ctx.refuse_at("L123", value.first, message, value.site)
    opening, closing = ("", "") if before in _PLAIN_BEFORE else ("(", ")")
    operator = "==" if negated else "!="
    if negated:
        ctx.drop(first - 1, first, opening, EditKind.ADDRESS, "address")
    elif opening:
        ctx.insert(source.code[first].start, opening, EditKind.ADDRESS, "address")
    ctx.insert(source.code[last - 1].end, f" {operator} nullptr{closing}", EditKind.ADDRESS, "address")


def _is_check(ctx: Context, index: int) -> bool:
    return ctx.source.text(index).decode("utf-8", "replace") in ctx.rules.checks


def _is_call(ctx: Context, open_paren: int) -> bool:
    token = ctx.source.code[open_paren - 1]
    return token.kind == Kind.IDENT and token.text not in (
        b"return",
        b"case",
        b"if",
        b"while",
        b"switch",
        b"for",
        b"else",
    )


def _is_cast(ctx: Context, close_paren: int) -> bool:
    source = ctx.source
    opener = source.pairs.get(close_paren)
    if opener is None or _is_call(ctx, opener):
        return False
    inside = source.code[opener + 1 : close_paren]
    words = [t.text for t in inside if t.kind == Kind.IDENT]
    return (
        bool(words)
        and all(t.kind == Kind.IDENT or t.text in (b"*", b"::", b"&") for t in inside)
        and (
            len(words) > 1
            or words[0].endswith(b"_t")
            or words[0].decode("utf-8", "replace") in ctx.rules.address_types
            or words[0] in (b"int", b"long", b"unsigned", b"size_t", b"void", b"char")
        )
    )


def _compare(ctx: Context, other: int) -> None:
    if _is_zero(ctx, other) and other not in ctx.claimed:
        ctx.replace_token(other, "nullptr", EditKind.ADDRESS, "address")


def _is_zero(ctx: Context, index: int) -> bool:
    """Whether an operand is 0, NULL, or a name for it that is the same on all chips."""
    source, text = ctx.source, ctx.source.text(index)
    if text in ZERO or text == b"NULL":
        return True
    if {source.text(index - 1), source.text(index + 1)} & {b".", b"->", b"::", b"(", b"[", b"+", b"-"} - {b"("}:
        return False
    one = source.table.single(text)
    if one is not None:
        return not one.parameters and [w for w in one.body if w not in (b"(", b")")] in [
            [zero] for zero in (*ZERO, b"NULL")
        ]
    decls = list(source.every_fact(index))
    return bool(decls) and all(decl.kind == "enumerator" and decl.value == "0" for decl in decls)


def _question(ctx: Context, colon: int) -> int | None:
    """Index of the ? that belongs to a colon; None for a label or case."""
    source, depth, index = ctx.source, 0, colon - 1
    while index > ctx.function.open_brace:
        text = source.text(index)
        if text in (b")", b"]", b"}"):
            index = source.pairs[index]
        elif text in (b"(", b"[", b"{", b";"):
            return None
        elif text == b":":
            depth += 1
        elif text == b"?":
            if depth == 0:
                return index
            depth -= 1
        index -= 1
    return None


def _ternary(ctx: Context, first: int, last: int, middle: bool) -> tuple[int, int, int, int]:
    """(start, question, colon, end) of the ternary of which [first, last) is a branch."""
    source = ctx.source
    question = first - 1 if middle else _question(ctx, first - 1)
    assert question is not None
    if middle:
        colon = last
        while source.text(colon) != b":":
            colon = source.pairs.get(colon, colon) + 1 if source.text(colon) in (b"(", b"[", b"{") else colon + 1
    else:
        colon = first - 1
    start = question
    while source.text(start - 1) not in _LEFT_STOPS:
        start = source.pairs[start - 1] if source.text(start - 1) in (b")", b"]") else start - 1
    end = colon + 1
    while source.text(end) not in _RIGHT_STOPS:
        end = source.pairs[end] + 1 if source.text(end) in (b"(", b"[", b"{") else end + 1
    return start, question, colon, end


def _ternary_branches(ctx: Context, value: Value, bounds: tuple[int, int, int, int]) -> bool:
    """Both branches must be virtual or null, else one of them would be translated wrongly."""
    _, question, colon, end = bounds
    for first, last in ((question + 1, colon), (colon + 1, end)):
        if (first, last) in ctx.virtual:
            continue
        if (inner := conditional_operator(ctx.source, first, last)) is not None:
            if not _ternary_branches(ctx, value, (first, *inner, last)):
                return False
            continue
        if last - first == 1 and ctx.source.text(first) in (*ZERO, b"NULL", b"nullptr"):
            if first not in ctx.claimed and ctx.source.text(first) in ZERO:
                ctx.replace_token(first, "nullptr", EditKind.ADDRESS, "address")
            continue
        equals = _assignment_of(ctx, bounds[0])
        if equals is not None and _sets_tensor(ctx, equals) and _is_sum(ctx, first, last):
            continue  # its address gets the offset
        other = ctx.source.spell(first, last)
        ctx.refuse_at("L123", value.first, f"one branch is an address, the other is {other}", value.site)
        return False
    return True


def _arithmetic(ctx: Context, value: Value, first: int, last: int) -> None:
    """An offset is added to the physical address: inside one allocation both are affine."""
    end = _assignment_of(ctx, value.first)
    if end is None and _returned(ctx, value.first, b"(", b"[", b",") and _returns_integer(ctx):
        return _return(ctx, value, first, last)
    if end is not None and _sets_tensor(ctx, end):
        if (first, last) != (value.first, value.last):
            message = "an offset is added to a choice of addresses; add it to each of them"
            return ctx.refuse_at("L124", value.first, message, value.site)
        _null_beside(ctx, value)
        return _offset(ctx, value)
    if end is None and not _returned(ctx, value.first):
        return _number(ctx, value, first, last)
    if end is None or _is_virtual_target(ctx, end):
        ctx.refuse_at("L124", value.first, "arithmetic on a virtual address; write it on a char pointer", value.site)
        return
    if not is_sum_alone(ctx, end):
        if _is_signed(value.cast):
            return _refuse_signed(ctx, value)
        ctx.tested.add(value.first)
    _wrap(ctx, first, last)
    _note_target(ctx, end, value)


def is_sum_alone(ctx: Context, equals: int) -> bool:
    """Whether what is assigned only adds, subtracts and multiplies: then nothing asks what the address is."""
    source, index = ctx.source, equals + 1
    while source.text(index) not in (b";", b""):
        token = source.code[index]
        if token.kind == Kind.PUNCT and token.text not in _SUMS:
            return False
        if token.kind == Kind.IDENT and (
            token.text in _WORDS or (token.text in source.table.names and source.table.definitions(token.text))
        ):
            return False
        index += 1
    return True


_SUMS = frozenset((b"+", b"-", b"*", b"(", b")", b"[", b"]", b".", b"->", b"::", b","))
_WORDS = frozenset(b"not and or xor bitand bitor compl not_eq".split())


def _is_signed(cast: str) -> bool:
    """Whether a cast that goes made a signed number of the address."""
    return bool(cast) and cast.replace("std :: ", "") in _SIGNED


_SIGNED = frozenset(
    (
        "long",
        "long long",
        "long int",
        "long long int",
        "signed long",
        "int64_t",
        "intptr_t",
        "ptrdiff_t",
        "signed long long",
    )
)


def _refuse_signed(ctx: Context, value: Value) -> None:
    message = f"an address as a {value.cast} is compared or divided, and the unified one is unsigned; cast to unsigned long long"
    ctx.refuse_at("L122", value.first, message, value.site)


def _null_beside(ctx: Context, value: Value) -> None:
    """Beside a sum that stays virtual, the 0 of a conditional operator is null."""
    source = ctx.source
    middle = source.text(value.first - 1) == b"?"
    if not middle and _question(ctx, value.first - 1) is None:
        return
    last = value.last
    while middle and source.text(last) != b":":
        last = source.behind(last)
    _, question, colon, end = _ternary(ctx, value.first, last, middle)
    first, last = (colon + 1, end) if middle else (question + 1, colon)
    if last - first == 1 and source.text(first) in ZERO and first not in ctx.claimed:
        ctx.replace_token(first, "nullptr", EditKind.ADDRESS, "address")


def _sets_tensor(ctx: Context, equals: int) -> bool:
    """Whether an assignment, or an initialiser by name, sets a tensor's address."""
    index = equals - 1
    field = ctx.source.text(index) == ctx.rules.address_field.encode() and ctx.source.text(index - 1) in (b".", b"->")
    return field and _is_tensor_field(ctx, index)


def _offset(ctx: Context, value: Value) -> None:
    """An offset whose sum stays virtual: nothing where the tensor is not there, whose address plus the offset would be none."""
    if not ctx.rules.unified.offset:
        message = "an offset is added to a virtual address, and the rules have no `unified.offset` that says how"
        return ctx.refuse_at("L124", value.first, message, value.site)
    _wrap(ctx, value.first, value.last, ctx.rules.unified.offset)
    if value.site.what != "buffer address" and not _is_there(ctx, value):
        ctx.notes.offsets.append((value.first, value.last))


def _advanced(ctx: Context, value: Value) -> None:
    """`t.addr += n`, a statement of its own: the address with the offset is assigned."""
    source, rules = ctx.source, ctx.rules
    end = value.last
    while source.text(end) not in (b";", b")", b"}", b","):
        end = source.pairs[end] + 1 if source.text(end) in (b"(", b"[", b"{") else end + 1
    target = source.text(value.last - 1) == rules.address_field.encode() and _is_tensor_field(ctx, value.last - 1)
    alone = _begins_statement(ctx, value.first) and source.text(end) == b";"
    plain = all(t.text in _PLAIN_TARGET or t.kind != Kind.PUNCT for t in source.code[value.first : value.last])
    if not target or not alone or not plain or not rules.unified.offset:
        message = (
            "an offset is added to a virtual address within an expression; write `t.addr = t.addr + n;` as a statement"
        )
        return ctx.refuse_at("L124", value.first, message, value.site)
    before, behind = ctx.around(rules.unified.offset, "address")
    name = source.spell(value.first, value.last)
    sign = source.text(value.last)[:1].decode()
    ctx.drop(value.last, value.last + 1, f"= {before}{name}{behind} {sign} (", EditKind.ADDRESS, "address")
    ctx.insert(source.code[end - 1].end, ")", EditKind.ADDRESS, "address")
    if not _is_there(ctx, value):
        ctx.notes.offsets.append((value.first, value.last))


def _begins_statement(ctx: Context, index: int) -> bool:
    source = ctx.source
    head = source.text(index - 1) == b")" and source.text(source.pairs[index - 1] - 1) in (b"if", b"for", b"while")
    return head or source.text(index - 1) in (b";", b"{", b"}", b"else")


_PLAIN_TARGET = frozenset((b".", b"->", b"[", b"]", b"(", b")", b"*"))


def _is_there(ctx: Context, value: Value) -> bool:
    """Whether a check or an `if` before it shows that the address of a parameter, which nothing sets, is not null."""
    source = ctx.source
    texts = [t.text for t in source.code[value.first : value.last]]
    kinds = {source.text(p.name_index): p.type.removeprefix("const ").rstrip("& ") for p in ctx.parameters}
    if len(texts) != 3 or texts[1] != b"." or kinds.get(texts[0]) not in ctx.rules.tensor_types:
        return False
    first, last = ctx.function.body
    if any(source.where(word, first, last) for word in (b"goto", b"case", b"default")):
        return False
    if _asked_just_before(source, value.first, texts):
        return True
    uses = source.where(texts[0], first, last)
    asked = [index for index in uses if [t.text for t in source.code[index : index + 3]] == texts]
    changes = (source.text(i + (3 if i in asked else 1)) in _CHANGES or source.text(i - 1) in _CHANGED for i in uses)
    if any(changes):
        return False
    return any(_shows(ctx, index, value.first) for index in asked if index < value.first)


def _asked_just_before(source: Source, first: int, texts: list[bytes]) -> bool:
    """Whether the value is that of `x.addr ? x.addr + n : ...`."""
    end = first - 1
    if source.text(end) != b"?":
        return False
    if source.text(end - 2) == b"!=" and source.text(end - 1) in (*ZERO, b"NULL", b"nullptr"):
        end -= 2
    condition = [source.text(i) for i in range(end - 3, end)]
    return condition == texts and source.text(end - 4) in (b"=", b"(", b"return", b",", b"&&")


_CHANGES = frozenset((b"=", b"+=", b"-=", b"++", b"--", b"&", b"|=", b"&=", b"^=", b"*=", b"<<=", b">>="))
_CHANGED = frozenset((b"&", b"++", b"--"))


def _shows(ctx: Context, index: int, target: int) -> bool:
    """Whether `x.addr` at `index` is a term of a check before `target`, or of an `if` around it, and all of its terms have to hold."""
    source = ctx.source
    end = index + 3
    if source.text(end) == b"!=" and source.text(end + 1) in (*ZERO, b"NULL", b"nullptr"):
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
    between = source.tokens_from(source.code[index].start, source.code[target].start)
    if any(token.kind == Kind.DIRECTIVE for token in between):
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
    around = opener
    while source.text(around) != b"{":
        around = source.pairs[around] - 1 if source.text(around) in (b")", b"]", b"}") else around - 1
    return target < source.pairs[around]


def _returned(ctx: Context, index: int, *stops: bytes) -> bool:
    """Whether a token stands in the sum that a return statement gives, in no call or subscript of it, and in no branch of it but where `stops` says so."""
    source = ctx.source
    while source.text(index) not in (b";", b"{", b"}", *(stops or (b"(", b"[", b"?", b":", b","))):
        if source.text(index) == b"return":
            return True
        index = source.pairs[index] - 1 if source.text(index) in (b")", b"]") else index - 1
    return False


def _assignment_of(ctx: Context, index: int) -> int | None:
    """Index of the = of the statement of a token."""
    source = ctx.source
    while source.text(index) not in (b";", b"{", b"}"):
        if source.text(index) == b"=":
            return index
        index = source.pairs[index] - 1 if source.text(index) in (b")", b"]") else index - 1
    return None


def target_of(ctx: Context, equals: int) -> int:
    """Index of the identifier that an assignment writes to, subscripts skipped."""
    index = equals - 1
    while ctx.source.text(index) == b"]":
        index = ctx.source.pairs[index] - 1
    return index


def _is_virtual_target(ctx: Context, equals: int) -> bool:
    target = target_of(ctx, equals)
    decl = ctx.source.fact(target)
    if decl is not None:
        kind = re.sub(r"\[\d*\]", "", decl.type)
        if decl.kind == "field" and decl.owner.replace("const ", "") in ctx.rules.tensor_types:
            return True
        plain = kind.removeprefix("const ").strip()
        if "*" not in kind and (plain in ctx.source.own_types or plain.startswith("std::")):
            return False  # a class: what it does with the integer is its own
        return not (_INTEGER.match(kind) or plain in ctx.rules.address_types) or "*" in kind
    return ctx.source.text(target) == ctx.rules.address_field.encode()


def _note_target(ctx: Context, equals: int, value: Value | None = None) -> None:
    """The variable or field that a translated address is given to; a variable whose type the compiler deduces gets that of a cast that went."""
    source = ctx.source
    decl = source.fact(target_of(ctx, equals))
    if decl is None or decl.owner in ctx.rules.tensor_types:
        return
    if value is not None and value.cast and value.cast != "unsigned long long":
        first = index = target_of(ctx, equals)
        while source.text(first - 1) not in (b";", b"{", b"}", b"(", b")"):
            first -= 1
        for deduced in source.where(b"auto", first, index):
            if index == equals - 1 and source.text(value.last) == b";":
                if deduced not in ctx.claimed:
                    ctx.replace_token(deduced, value.cast.replace(" :: ", "::"), EditKind.ADDRESS, "address")
            else:
                message = f"the compiler deduces a type from an address that is cast to {value.cast}; write the type"
                ctx.refuse_at("L122", value.first, message, value.site)
    if decl.kind == "field":
        _note_field(ctx, decl.name, equals)
    own = decl.offset >= 0 and ctx.function.span.start <= decl.offset < ctx.function.span.end
    if own and decl.kind in ("variable", "field", "param"):
        ctx.notes.physical.add(decl.offset)
        if _is_standard(decl):
            ctx.tested.update(value for value, _ in ctx.virtual if value > equals)  # what asks it is not followed


def _assignment(ctx: Context, value: Value, first: int, last: int) -> None:
    decl = ctx.source.fact(target_of(ctx, first - 1))
    if decl is not None and (decl.canonical or decl.type).removeprefix("const ") == "bool":
        return _truth(ctx, value, first, last)
    if not _is_virtual_target(ctx, first - 1):
        _wrap(ctx, first, last)
        _note_target(ctx, first - 1, value)
        if ctx.source.text(last) not in (b";", b",", b")", b"}", b":"):
            ctx.tested.add(value.first)  # what stands behind it, a macro perhaps, may ask


def _refers_to(ctx: Context, value: Value) -> str:
    """The name of a reference that the statement declares, which would be one to a number of its own; empty where nothing tells that."""
    source, first = ctx.source, statement_start(ctx.source, value.first)
    for index in range(first, value.first):
        for decl in source.every_fact(index):
            declared = decl.kind == "variable" and decl.offset == source.code[index].start
            if not declared or "&" not in (decl.canonical or decl.type):
                continue
            if b":" in (source.text(i) for i in range(index, value.first)) and source.text(index + 1) == b":":
                continue  # an element of a list
            constant = (decl.canonical or decl.type).startswith("const ") and "&&" not in decl.type
            direct = source.text(index + 1) == b"=" and source.text(value.last) == b";"
            if not (constant and direct and _stays(ctx, value)):
                return decl.name
    return ""


def _stays(ctx: Context, value: Value) -> bool:
    """Whether nothing in the function sets the tensor that an address is of."""
    source = ctx.source
    texts = [t.text for t in source.code[value.first : value.last]]
    if len(texts) != 3 or texts[1] != b".":
        return False
    decls = list(source.every_fact(value.first))
    if not all(decl.kind in ("variable", "param") and not re.search(r"[&*]", decl.type) for decl in decls):
        return False
    uses = source.where(texts[0], *ctx.function.body)
    return all(
        source.text(i + 1) == b"." and source.text(i + 3) not in _CHANGES and source.text(i - 1) not in _CHANGED
        for i in uses
        if source.code[i - 1].kind not in (Kind.IDENT,) or source.text(i - 1) == b"return"
    )


def _argument(ctx: Context, value: Value, first: int, last: int) -> None:
    source = ctx.source
    opener = first - 1
    while source.text(opener) not in (b"(", b"{"):
        opener = source.pairs[opener] - 1 if source.text(opener) in (b")", b"]", b"}") else opener - 1
    if source.text(opener) == b"{":
        return _element(ctx, first, last)
    name = source.text(opener - 1).decode("utf-8", "replace")
    if name in ctx.rules.calls or name in ctx.rules.checks or name in ctx.rules.safe_calls:
        return
    if name in ctx.rules.prints:
        _wrap(ctx, first, last)
        return
    taken = _taken_by(ctx, opener, first, last)
    if taken is not None:
        _wrap(ctx, first, last)
        ctx.notes.physical.add(taken)
        ctx.tested.add(value.first)  # by the helper, as far as is known here
        return
    if _takes_number(ctx, opener, value.first):
        if value.cast not in ("", "unsigned long long"):
            message = f"a template of the standard library gets an address that is cast to {value.cast}; cast to unsigned long long"
            return ctx.refuse_at("L122", value.first, message, value.site)
        _number(ctx, value, first, last, kept=name in _CHOOSING)
        _note_container(ctx, opener)
        return
    ctx.refuse_at(
        "L125", value.first, f"an address is passed to {name or 'a parenthesis'}, which no rule knows", value.site
    )


def _taken_by_lambda(ctx: Context, decl: Decl, opener: int, first: int, last: int) -> int | None:
    """The same of a lambda that the function has in a variable."""
    source, name = ctx.source, ctx.source.index_at(decl.offset)
    bracket = name + 2
    if source.text(name + 1) != b"=" or source.text(bracket) != b"[":
        return None
    paren = source.pairs[bracket] + 1
    arguments = source.arguments(opener)
    if source.text(paren) != b"(" or (first, last) not in arguments:
        return None
    parameters, position = source.arguments(paren), arguments.index((first, last))
    if position >= len(parameters):
        return None
    begin, end = parameters[position]
    words = " ".join(source.text(i).decode("utf-8", "replace") for i in range(begin, end - 1))
    if source.code[end - 1].kind != Kind.IDENT or not _WIDE.match(words.removeprefix("const ")):
        return None
    return source.code[end - 1].start


def _takes_number(ctx: Context, opener: int, index: int) -> bool:
    """Whether a function or class of the standard library, or a macro of the source, is given a copy of the number."""
    source, name = ctx.source, ctx.source.text(opener - 1)
    macro = source.table.single(name)
    if macro is not None and macro.parameters:
        return _only_computes(source, name, frozenset())
    if refers(source, index):
        return False
    decls = list(source.decls(opener - 1))
    return bool(decls) and all(
        (decl.kind in ("function", "method", "template", "type") and is_system(decl.file))
        or (decl.kind == "variable" and _is_standard(decl))
        for decl in decls
    )


def _only_computes(source: Source, name: bytes, above: frozenset[bytes]) -> bool:
    """Whether a macro with parameters is an expression of operators alone: it calls, declares, assigns, spells and asks nothing."""
    macro = source.table.single(name)
    if macro is None or name in above:
        return False
    body = macro.body
    if {b";", b"{", b"#", b"##", b"sizeof", b"decltype", b"auto", b"return", b"&=", b"+=", b"-="}.intersection(body):
        return False
    if b"=" in body and not {b".", b"->"}.intersection(body[: body.index(b"=")]):
        return False  # a declaration, perhaps
    return all(_only_computes(source, word, above | {name}) for word in macro.called)


def _is_standard(decl: Decl) -> bool:
    return (decl.canonical or decl.type).removeprefix("const ").startswith("std::")


def _note_container(ctx: Context, opener: int) -> None:
    """The variable of the standard library that a call on it, or its own construction, gives an address."""
    source, at = ctx.source, opener - 1
    if source.text(at - 1) in (b".", b"->"):
        at = _postfix_start(ctx, at)
    decl = source.fact(at)
    if decl is not None and decl.kind == "variable" and ctx.function.span.start <= decl.offset < ctx.function.span.end:
        ctx.notes.physical.add(decl.offset)


_CHOOSING = ("max", "min", "clamp")  # of the standard library: what they give is one of what they are given


def _taken_by(ctx: Context, opener: int, first: int, last: int) -> int | None:
    """Offset of the parameter, an integer by value, by which a helper of the file takes the argument [first, last)."""
    source = ctx.source
    decl = source.fact(opener - 1)
    if decl is not None and decl.kind == "variable" and "(lambda" in decl.type:
        return _taken_by_lambda(ctx, decl, opener, first, last)
    own = (f for f in source.functions if decl and decl.kind == "function" and f.name_offset(source) == decl.offset)
    function = next(own, None)
    if function is None or source.text(function.first) == b"template":
        return None
    parameters, arguments = source.parameters(function), source.arguments(opener)
    if (first, last) not in arguments or not parameters or parameters[0].type in ctx.rules.handle_types:
        return None
    position = arguments.index((first, last))
    if position >= len(parameters) or not _WIDE.match(parameters[position].type.removeprefix("const ")):
        return None
    return source.code[parameters[position].name_index].start


def _element(ctx: Context, first: int, last: int) -> None:
    """Of a braced list: the address of a tensor stays virtual, an element of anything else is physical."""
    if _in_tensor_initialiser(ctx, first):
        return
    _wrap(ctx, first, last)
    source, opener = ctx.source, first - 1
    while source.text(opener) != b"{":
        opener = source.pairs[opener] - 1 if source.text(opener) in (b")", b"]", b"}") else opener - 1
    target = opener
    while source.text(target - 1) == b"{":
        target -= 1
    _note_target(ctx, target - 1 if source.text(target - 1) == b"=" else target)
    decl = source.fact(target - 2 if source.text(target - 1) == b"=" else target - 1)
    plain = source.text(target - 1) == b"=" or (decl is not None and decl.kind in ("variable", "field"))
    if not plain or (decl is not None and _is_standard(decl)):
        ctx.tested.add(first)
    field = _field_of_list(ctx, opener, first)
    if field:
        _note_field(ctx, field, first)


def _note_field(ctx: Context, name: str, at: int) -> None:
    """A field that a translated address is given to; whoever gets a struct of the file from a helper may ask whether it is there."""
    ctx.notes.address_fields.add(name)
    if ctx.handle is None and not ctx.rules.address_fields.search(name):
        ctx.tested.add(at)


def _field_of_list(ctx: Context, opener: int, first: int) -> str:
    """The field of a struct of the file that an element of a braced list initialises; empty where it is none, or not known."""
    source, function = ctx.source, ctx.function
    before = opener - 2 if source.text(opener - 1) == b"=" else opener - 1
    decl = source.fact(before)
    if source.text(before) == b"return":
        kind = source.text(function.name_index - 1)
    elif decl is not None and decl.kind == "variable":
        kind = decl.type.removeprefix("const ").encode()
    else:
        kind = source.text(before)
    fields = next((fields for fields in _fields(source, kind) if fields), [])
    position = next(
        (n for n, (begin, last) in enumerate(source.arguments(opener)) if begin <= first < last), len(fields)
    )
    return fields[position] if position < len(fields) else ""


def _fields(source: Source, kind: bytes) -> Iterator[list[str]]:
    """Of each record of the file with a name: its fields in order, none where a function is a member of it."""
    for index in source.where(kind, 0, len(source.code)):
        brace = index + 1
        if source.text(index - 1) == b"}" and source.text(brace) == b";":  # typedef struct { ... } kind;
            brace = source.pairs[index - 1]
        if source.text(brace) != b"{" or b"struct" not in (source.text(brace - 1), source.text(brace - 2)):
            continue
        inside = range(brace + 1, source.pairs[brace])
        if any(source.text(i) in (b"(", b"{", b":") for i in inside):
            continue
        ends = (b";", b",", b"[", b"=")
        yield [
            source.text(i).decode("utf-8", "replace")
            for i in inside
            if _is_field(source, i) and source.text(i + 1) in ends
        ]


def _is_field(source: Source, index: int) -> bool:
    return source.code[index].kind == Kind.IDENT and source.text(index - 1) not in (b"[", b"=", b"+", b"*", b"-")


def _in_tensor_initialiser(ctx: Context, first: int) -> bool:
    """Whether a braced list initialises a tensor (its address stays virtual)."""
    source, index = ctx.source, first - 1
    while source.text(index) not in (b";", b"{", b"}") or source.text(index - 1) == b"=":
        index -= 1
    return source.text(index + 1).decode("utf-8", "replace") in ctx.rules.tensor_types


def _wrap(ctx: Context, first: int, last: int, snippet: str = "") -> None:
    if (first, last) in ctx.wrapped:
        return
    ctx.wrapped.add((first, last))
    code = ctx.source.code
    places = (code[first].start, code[last - 1].end)
    texts = ctx.around(snippet or ctx.rules.unified.address, "address")
    made = [ctx.edit(at, at, text, EditKind.ADDRESS, "address") for at, text in zip(places, texts, strict=True) if text]
    if made:
        ctx.add(made)


def _tensor_assignments(ctx: Context) -> Iterator[int]:
    """Indices of the = of assignments to a tensor's address."""
    source = ctx.source
    first, last = ctx.function.body
    for field in source.where(ctx.rules.address_field.encode(), first, last):
        index = field + 1
        member = source.text(index - 2) in (b".", b"->")
        designator = source.text(index - 2) == b"." and source.text(index - 3) in (b"{", b",")
        if source.text(index) == b"=" and member and not designator and _is_tensor_field(ctx, index - 1):
            yield index


def _check_tensor_assignment(ctx: Context, index: int) -> None:
    """A tensor's address may be set from another address, a buffer or null; an integer is refused."""
    source, last = ctx.source, ctx.function.close_brace
    end = index + 1
    while source.text(end) != b";" and end < last:
        end += 1
    right = range(index + 1, end)
    if len(right) == 1 and source.text(index + 1) in (*ZERO, b"NULL", b"nullptr"):
        if source.text(index + 1) in ZERO:
            ctx.replace_token(index + 1, "nullptr", EditKind.ADDRESS, "address")
    elif not any(a >= index + 1 and b <= end for a, b in ctx.virtual):
        message = f"a tensor's address is set from {source.spell(index + 1, end)}, which is not known to be virtual"
        ctx.refuse_at("L126", index + 1, message)


ADDRESSES = Rule(
    "addresses",
    "Edit 9: a virtual value is followed to where it is used; one that reaches an integer of an argument struct is translated.",
    _virtual,
    _follow,
    after=("performance-blocks",),
    diagnostics=("L121", "L122", "L123", "L124", "L125"),
    cases=("address", "address_refused", "casts"),
)
TENSOR_ADDRESSES = Rule(
    "tensor-addresses",
    "Edit 9: a tensor's address is set from another address, a buffer or null.",
    _tensor_assignments,
    _check_tensor_assignment,
    after=("addresses",),
    diagnostics=("L126",),
    cases=("address", "address_refused"),
)
