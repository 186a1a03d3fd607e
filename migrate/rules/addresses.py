"""Edit 9: virtual addresses become physical where they enter a kernel's argument struct, once, and nowhere else.

A virtual value is a tensor's address field or the address of a device buffer. It is followed outwards to where it is used: an
integer takes the physical address, a pointer keeps the virtual one, a comparison with 0 becomes one with nullptr.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from migrate.frontend.lex import Kind, shown
from migrate.frontend.plain_types import TYPE_OF
from migrate.frontend.receivers import receiver_start
from migrate.frontend.source import Source
from migrate.frontend.statements import conditional_operator, parenthesis_around, statement_start, without_parentheses
from migrate.model import EditKind, Site
from migrate.project.library_rules import CallRule
from migrate.rules.address_forms import (
    ZERO,
    assignment_of,
    begins_statement,
    field_of_list,
    gives_number,
    holds_address,
    in_numbers,
    in_tensor_initialiser,
    is_call,
    is_cast,
    is_check,
    is_number,
    is_returned,
    is_signed,
    is_standard,
    is_sum,
    is_sum_alone,
    is_tensor_field,
    is_virtual_target,
    is_zero,
    operand_before,
    operand_behind,
    postfix_start,
    question_of,
    result_type,
    returns_integer,
    sets_tensor,
    taken_by,
    takes_number,
    target_of,
    ternary_of,
)
from migrate.rules.context import Context
from migrate.rules.limits import is_streamed
from migrate.rules.presence import is_allocated, is_there
from migrate.rules.registry import Rule


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
        if token.text == field and source.text(index - 1) in (b".", b"->") and is_tensor_field(ctx, index):
            site = ctx.site(EditKind.ADDRESS, index, "tensor address")
            yield _without_cast(ctx, Value(postfix_start(ctx, index), index + 1, site))
        elif source.text(index + 1) == b"(" and (rule := _call_rule(ctx, index)):
            if rule.kind == "address":
                site = ctx.site(EditKind.ADDRESS, index, "buffer address")
                start = receiver_start(source, index)
                start = start if start >= 0 else index  # such a call is refused
                yield _without_cast(ctx, Value(start, source.pairs[index + 1] + 1, site))
        elif token.text in buffers and _integer_cast(ctx, *(bounds := _with_parentheses(ctx, index, index + 1))):
            site = ctx.site(EditKind.ADDRESS, index, "buffer address")
            yield _without_cast(ctx, Value(*bounds, site))
        elif token.text in buffers and _is_read(ctx, index) and _is_memory(ctx, index):
            yield Value(index, index + 1, ctx.site(EditKind.ADDRESS, index, "buffer address"))
        else:
            yield from _member_chain(ctx, index)


def _is_read(ctx: Context, index: int) -> bool:
    """Whether a buffer stands where a number is given, compared, added or asked, and is not handed on as what it is."""
    source = ctx.source
    before, behind = source.text(index - 1), source.text(index + 1)
    if before == b"=" and _is_memory(ctx, index - 2) and behind in (b";", b","):
        return False
    asked = before == b"(" and source.text(index - 2) in (b"if", b"while") and behind == b")"
    return before in _READ_BEHIND or behind in _READ_BEFORE or asked


_READ_BEHIND = (b"=", b"==", b"!=", b"!", b"+", b"&&", b"||")
_READ_BEFORE = (b"==", b"!=", b"+", b"&&", b"||", b"?")


def _is_memory(ctx: Context, index: int) -> bool:
    """A buffer whose type is its address: an integer of the tree."""
    decl = ctx.source.fact(index)
    both = ctx.rules.memory_types & ctx.rules.address_types
    return decl is not None and decl.kind == "variable" and decl.type in both


def _call_rule(ctx: Context, index: int) -> CallRule | None:
    return ctx.rules.calls.get(ctx.source.call_key(index))


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
    """Pointers that an allocation of device memory sets, and integers that are buffers: a cast of one to an integer is its address."""
    source = ctx.source
    both = ctx.rules.memory_types & ctx.rules.address_types
    kinds = (
        index
        for kind in both
        for index in source.where(kind.encode(), ctx.function.open_brace, ctx.function.close_brace)
    )
    found = {source.text(index + 1) for index in kinds if source.code[index + 1].kind == Kind.IDENT}
    for index in source.calls(*ctx.function.body):
        rule = _call_rule(ctx, index)
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
        if is_call(ctx, first - 1):
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
    if before == b")" and is_cast(ctx, first - 1):
        opener = source.pairs[first - 1]
        return (opener, last) if holds_address(ctx, source.spell(opener + 1, first - 1)) else None
    if before == b"(" and source.text(last) == b")" and source.text(first - 2) == b">":
        opener = first - 3
        while source.code[opener].kind == Kind.IDENT:
            opener -= 1
        named = source.text(opener) == b"<" and source.text(opener - 1) in (b"reinterpret_cast", b"static_cast")
        if named and holds_address(ctx, source.spell(opener + 1, first - 2)):
            return opener - 1, last + 1
    return None


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
        yield Value(postfix_start(ctx, index), index + 1 + len(steps), site)


def _follow(ctx: Context, value: Value) -> None:
    """Follow a value outwards to its use."""
    source = ctx.source
    first, last = value.first, value.last
    if name := _refers_to(ctx, value):
        message = f"{name} refers to an address that may get another value; make it a copy"
        return ctx.refuse_at("L122", value.first, message, value.site)
    while True:
        before, after = source.text(first - 1), source.text(last)
        if _in_bool_cast(source, first, last) and not value.cast:
            return _is_null(ctx, value, first, last)
        if in_numbers(ctx, first, last):
            return _number(ctx, value, first, last)
        if before == b"(" and after == b")" and source.pairs.get(first - 1) == last and not is_call(ctx, first - 1):
            if source.text(first - 2) == b">" and source.text(first - 3) == b"*":
                return None  # of a named cast: a pointer stays virtual
            if source.text(first - 2) in (b"if", b"while"):
                return _truth(ctx, value, first, last)
            first, last = first - 1, last + 1
        elif before == b"(" and source.pairs.get(first - 1) == last and is_check(ctx, first - 2):
            return _truth(ctx, value, first, last)
        elif before == b")" and is_cast(ctx, first - 1):
            words = [t.text for t in source.code[source.pairs[first - 1] + 1 : first - 1]]
            if b"*" in words:
                return None  # a pointer stays virtual
            if words == [b"bool"] and not value.cast:
                return _is_null(ctx, value, first, last)
            message = "an address is cast to an integer that need not hold it; which value is meant is not known"
            return ctx.refuse_at("L122", value.first, message, value.site)
        elif before in (b"+", b"-") or after in (b"+", b"-"):
            return _arithmetic(ctx, value, first, last)
        elif after in (b"==", b"!="):
            if is_number(ctx, *operand_behind(ctx, last)):
                return _number(ctx, value, first, last)
            ctx.tested.add(value.first)
            return _compare(ctx, last + 1)
        elif before in (b"==", b"!="):
            if is_number(ctx, *operand_before(ctx, first - 1)):
                return _number(ctx, value, first, last)
            ctx.tested.add(value.first)
            return _compare(ctx, first - 2)
        elif before in (b"!", b"&&", b"||") or after in (b"&&", b"||", b"?"):
            return _truth(ctx, value, first, last)
        elif before == b"?" or (before == b":" and question_of(ctx, first - 1) is not None):
            bounds = ternary_of(ctx, first, last, before == b"?")
            if gives_number(ctx, bounds):
                return _number(ctx, value, first, last, kept=True)
            if not _ternary_branches(ctx, value, bounds):
                return None
            first, last = bounds[0], bounds[3]
        elif after in (b"+=", b"-="):
            return _advanced(ctx, value)
        else:
            break
    if after == b"=":
        return None  # the left side of an assignment
    if before == b"=":
        _assignment(ctx, value, first, last)
    elif before == b"return":
        if returns_integer(ctx):
            _return(ctx, value, first, last)
        elif ctx.helper and result_type(ctx) == b"bool":
            _truth(ctx, value, first, last)
        else:
            ctx.refuse_at(
                "L121", value.first, "returns an address; whether it is virtual or physical is not known", value.site
            )
    elif before in (b",", b"("):
        _argument(ctx, value, first, last)
    elif before == b"{":
        _element(ctx, first, last)
    elif before == b"<<" and after in (b"<<", b";") and is_streamed(ctx.rules, source.text, first - 1):
        _wrap(ctx, first, last)
    else:
        ctx.refuse_at(
            "L122",
            value.first,
            f"an address is used in a way that is not known here, behind `{shown(before)}`",
            value.site,
        )
    return None


def _in_bool_cast(source: Source, first: int, last: int) -> bool:
    """Whether a value is all that `static_cast<bool> ( )` or `bool ( )` is given."""
    opener = first - 1
    if source.text(opener) != b"(" or source.pairs.get(opener) != last:
        return False
    words = [source.text(i) for i in range(opener - 4, opener)]
    return words == [b"static_cast", b"<", b"bool", b">"] or words[-1] == b"bool"


def _is_null(ctx: Context, value: Value, first: int, last: int) -> None:
    """An address that is cast to a truth value."""
    ctx.tested.add(value.first)
    ctx.wrapped.add((first, last))
    ctx.insert(ctx.source.code[first].start, "(", EditKind.ADDRESS, "address")
    ctx.insert(ctx.source.code[last - 1].end, " != nullptr)", EditKind.ADDRESS, "address")


def _number(ctx: Context, value: Value, first: int, last: int, kept: bool = False) -> None:
    """The address as the number that it is in the legacy code: that of the chip's memory. `kept`: what takes the result has an address."""
    if is_signed(value.cast):
        return _refuse_signed(ctx, value)
    _wrap(ctx, first, last)
    ctx.tested.add(value.first)
    equals = assignment_of(ctx, value.first) if kept else None
    if equals is not None:
        _note_target(ctx, equals, value)
    elif kept and returns_integer(ctx):
        ctx.notes.physical.add(ctx.function.name_offset(ctx.source))


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


def _compare(ctx: Context, other: int) -> None:
    if is_zero(ctx, other) and other not in ctx.claimed:
        ctx.replace_token(other, "nullptr", EditKind.ADDRESS, "address")


def _ternary_branches(ctx: Context, value: Value, bounds: tuple[int, int, int, int]) -> bool:
    """Both branches must be virtual or null, else one of them would be translated wrongly."""
    _, question, colon, end = bounds
    for branch in ((question + 1, colon), (colon + 1, end)):
        first, last = without_parentheses(ctx.source, *branch)
        if (first, last) in ctx.virtual or branch in ctx.virtual:
            continue
        if (inner := conditional_operator(ctx.source, first, last)) is not None:
            if not _ternary_branches(ctx, value, (first, *inner, last)):
                return False
            continue
        if last - first == 1 and ctx.source.text(first) in (*ZERO, b"NULL", b"nullptr"):
            if first not in ctx.claimed and ctx.source.text(first) in ZERO:
                ctx.replace_token(first, "nullptr", EditKind.ADDRESS, "address")
            continue
        equals = assignment_of(ctx, bounds[0])
        if equals is not None and sets_tensor(ctx, equals) and is_sum(ctx, first, last):
            continue  # its address gets the offset
        other = ctx.source.spell(first, last)
        ctx.refuse_at("L123", value.first, f"one branch is an address, the other is {other}; write an if", value.site)
        return False
    return True


def _arithmetic(ctx: Context, value: Value, first: int, last: int) -> None:
    """An offset is added to the physical address: inside one allocation both are affine."""
    if _is_memory_of(ctx, value):
        return _offset(ctx, value)
    end = assignment_of(ctx, value.first)
    if end is None and is_returned(ctx, value.first, b"(", b"[", b",") and returns_integer(ctx):
        return _return(ctx, value, first, last)
    if end is not None and sets_tensor(ctx, end):
        if (first, last) != (value.first, value.last):
            message = "an offset is added to a choice of addresses; add it to each of them"
            return ctx.refuse_at("L124", value.first, message, value.site)
        _null_beside(ctx, value)
        return _offset(ctx, value)
    if end is None and not is_returned(ctx, value.first):
        taken = _sum_taken(ctx, value)
        if taken is not None:
            _wrap(ctx, first, last)
            ctx.notes.physical.add(taken)
            ctx.tested.add(value.first)  # by the helper, as far as is known here
            return
        return _number(ctx, value, first, last)
    if end is None or is_virtual_target(ctx, end):
        ctx.refuse_at("L124", value.first, "arithmetic on a virtual address; write it on a char pointer", value.site)
        return
    if not is_sum_alone(ctx.source, end):
        if is_signed(value.cast):
            return _refuse_signed(ctx, value)
        ctx.tested.add(value.first)
    _wrap(ctx, first, last)
    _note_target(ctx, end, value)


def _is_memory_of(ctx: Context, value: Value) -> bool:
    """Whether a sum that begins with an address is all that a call of the legacy library makes memory of, which stays a virtual address."""
    source, opener = ctx.source, value.first - 1
    if value.cast or source.text(opener) != b"(" or source.code[opener - 1].kind != Kind.IDENT:
        return False
    rule = _call_rule(ctx, opener - 1)
    return (
        rule is not None
        and rule.kind == EditKind.MEMORY
        and rule.template == (0,)
        and _sum(ctx, value, opener) is not None
    )


def _sum(ctx: Context, value: Value, opener: int) -> tuple[int, int] | None:
    """The argument that begins with an address, where it only adds, subtracts and multiplies."""
    source = ctx.source
    bounds = next((one for one in source.arguments(opener) if one[0] == value.first), None)
    sums = (b"+", b"-", b"*", b"(", b")", b"[", b"]", b".", b"->")
    if bounds is None or any(
        source.code[i].kind == Kind.PUNCT and source.text(i) not in sums for i in range(value.last, bounds[1])
    ):
        return None
    return bounds


def _sum_taken(ctx: Context, value: Value) -> int | None:
    """Offset of the parameter by which a helper of the file takes a sum that begins with an address."""
    source, opener = ctx.source, value.first - 1
    if value.cast or source.text(opener) not in (b"(", b","):
        return None
    while source.text(opener) != b"(":
        opener = source.pairs[opener] - 1 if source.text(opener) in (b")", b"]", b"}") else opener - 1
        if source.text(opener) in (b";", b"{", b""):
            return None
    if opener not in source.pairs or source.code[opener - 1].kind != Kind.IDENT:
        return None
    bounds = _sum(ctx, value, opener)
    return taken_by(ctx, opener, *bounds) if bounds is not None else None


def _refuse_signed(ctx: Context, value: Value) -> None:
    message = f"an address as a {value.cast} is compared or divided, and the unified one is unsigned; cast to unsigned long long"
    ctx.refuse_at("L122", value.first, message, value.site)


def _null_beside(ctx: Context, value: Value) -> None:
    """Beside a sum that stays virtual, the 0 of a conditional operator is null."""
    source = ctx.source
    middle = source.text(value.first - 1) == b"?"
    if not middle and question_of(ctx, value.first - 1) is None:
        return
    last = value.last
    while middle and source.text(last) != b":":
        last = source.behind(last)
    _, question, colon, end = ternary_of(ctx, value.first, last, middle)
    first, last = (colon + 1, end) if middle else (question + 1, colon)
    if last - first == 1 and source.text(first) in ZERO and first not in ctx.claimed:
        ctx.replace_token(first, "nullptr", EditKind.ADDRESS, "address")


def _offset(ctx: Context, value: Value) -> None:
    """An offset whose sum stays virtual: nothing where the tensor is not there, whose address plus the offset would be none."""
    if not ctx.rules.unified.offset:
        message = "an offset is added to a virtual address, and the rules have no `unified.offset` that says how"
        return ctx.refuse_at("L124", value.first, message, value.site)
    _wrap(ctx, value.first, value.last, ctx.rules.unified.offset)
    if value.site.what != "buffer address":
        if not is_there(ctx, value.first, value.last):
            ctx.notes.offsets.append((value.first, value.last))
        return
    if not is_allocated(ctx, value.first, value.last):
        message = "an offset is added to the address of memory that may be none; add it to memory of its own variable, declared without a value, that one checked call allocates before"
        ctx.refuse_at("L124", value.first, message, value.site)


def _advanced(ctx: Context, value: Value) -> None:
    """`t.addr += n`, a statement of its own: the address with the offset is assigned."""
    source, rules = ctx.source, ctx.rules
    end = value.last
    while source.text(end) not in (b";", b")", b"}", b","):
        end = source.pairs[end] + 1 if source.text(end) in (b"(", b"[", b"{") else end + 1
    target = source.text(value.last - 1) == rules.address_field.encode() and is_tensor_field(ctx, value.last - 1)
    alone = begins_statement(ctx, value.first) and source.text(end) == b";"
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
    if not is_there(ctx, value.first, value.last):
        ctx.notes.offsets.append((value.first, value.last))


_PLAIN_TARGET = frozenset((b".", b"->", b"[", b"]", b"(", b")", b"*"))


_CHANGES = frozenset((b"=", b"+=", b"-=", b"++", b"--", b"&", b"|=", b"&=", b"^=", b"*=", b"<<=", b">>="))
_CHANGED = frozenset((b"&", b"++", b"--"))


def _note_target(ctx: Context, equals: int, value: Value | None = None) -> None:
    """The variable or field that a translated address is given to; a variable whose type the compiler deduces gets that of a cast that went."""
    source = ctx.source
    decl = source.fact(target_of(source, equals))
    if decl is None or decl.owner in ctx.rules.tensor_types:
        return
    if value is not None and value.cast and value.cast != "unsigned long long":
        first = index = target_of(source, equals)
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
        if is_standard(decl):
            ctx.tested.update(value for value, _ in ctx.virtual if value > equals)  # what asks it is not followed


def _assignment(ctx: Context, value: Value, first: int, last: int) -> None:
    decl = ctx.source.fact(target_of(ctx.source, first - 1))
    if decl is not None and (decl.canonical or decl.type).removeprefix("const ") == "bool":
        return _truth(ctx, value, first, last)
    if not is_virtual_target(ctx, first - 1):
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
        if all(decl.offset != source.code[i].start for decl in source.every_fact(i))  # where it is declared
    )


def _argument(ctx: Context, value: Value, first: int, last: int) -> None:
    source = ctx.source
    opener = first - 1
    while source.text(opener) not in (b"(", b"{"):
        opener = source.pairs[opener] - 1 if source.text(opener) in (b")", b"]", b"}") else opener - 1
    if source.text(opener) == b"{":
        return _element(ctx, first, last)
    name = source.text(opener - 1).decode("utf-8", "replace")
    if _call_rule(ctx, opener - 1) or name in ctx.rules.checks or name in ctx.rules.safe_calls:
        return
    if name in ctx.rules.prints:
        _wrap(ctx, first, last)
        return
    taken = taken_by(ctx, opener, first, last)
    if taken is not None:
        _wrap(ctx, first, last)
        ctx.notes.physical.add(taken)
        ctx.tested.add(value.first)  # by the helper, as far as is known here
        return
    if takes_number(ctx, opener, value.first):
        if value.cast not in ("", "unsigned long long"):
            message = f"a template of the standard library gets an address that is cast to {value.cast}; cast to unsigned long long"
            return ctx.refuse_at("L122", value.first, message, value.site)
        _number(ctx, value, first, last, kept=name in _CHOOSING)
        _note_container(ctx, opener)
        return
    ctx.refuse_at(
        "L125", value.first, f"an address is passed to {name or 'a parenthesis'}, which no rule knows", value.site
    )


def _note_container(ctx: Context, opener: int) -> None:
    """The variable of the standard library that a call on it, or its own construction, gives an address."""
    source, at = ctx.source, opener - 1
    if source.text(at - 1) in (b".", b"->"):
        at = postfix_start(ctx, at)
    decl = source.fact(at)
    if decl is not None and decl.kind == "variable" and ctx.function.span.start <= decl.offset < ctx.function.span.end:
        ctx.notes.physical.add(decl.offset)


_CHOOSING = ("max", "min", "clamp")  # of the standard library: what they give is one of what they are given


def _element(ctx: Context, first: int, last: int) -> None:
    """Of a braced list: the address of a tensor stays virtual, an element of anything else is physical."""
    if in_tensor_initialiser(ctx, first):
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
    if not plain or (decl is not None and is_standard(decl)):
        ctx.tested.add(first)
    field = field_of_list(ctx, opener, first)
    if field:
        _note_field(ctx, field, first)


def _note_field(ctx: Context, name: str, at: int) -> None:
    """A field that a translated address is given to; whoever gets a struct of the file from a helper may ask whether it is there."""
    ctx.notes.address_fields.add(name)
    if ctx.handle is None and not ctx.rules.address_fields.search(name):
        ctx.tested.add(at)


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
        if source.text(index) == b"=" and member and not designator and is_tensor_field(ctx, index - 1):
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


def _asked_types(ctx: Context) -> Iterator[int]:
    """The name of a tensor's address where only its type is asked for: `decltype ( Tensor::addr )`."""
    source = ctx.source
    for field in source.where(ctx.rules.address_field.encode(), *ctx.function.body):
        opener = parenthesis_around(source, field)
        if source.text(field - 1) == b"::" and source.text(opener - 1) in TYPE_OF and is_tensor_field(ctx, field):
            yield field


def _refuse_type(ctx: Context, field: int) -> None:
    ctx.refuse_at("L125", field, "asks for the type of a tensor's address, which is another one in the unified library")


ASKED_TYPES = Rule(
    "asked-types",
    "The type of a tensor's address, asked for where nothing is evaluated, is another one: refused.",
    _asked_types,
    _refuse_type,
    after=("addresses",),
    diagnostics=("L125",),
    cases=("address_refused",),
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
