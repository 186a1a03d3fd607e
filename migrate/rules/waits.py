"""Edit 5: a wait stands where the legacy call waited: where its flag for not waiting is false, written out or left to that default."""

from __future__ import annotations

import re

from migrate.frontend.flag_defaults import (
    FALSE,
    TRUE,
    declared,
    declared_within,
    given_by_default,
    left_unknown,
    overloaded,
    written_by_macro,
)
from migrate.frontend.lex import Kind
from migrate.frontend.receivers import receiver_start
from migrate.frontend.statements import behind_value, without_parentheses
from migrate.frontend.temporaries import made_within
from migrate.model import Chip, EditKind, Site
from migrate.rules.address_forms import is_cast
from migrate.rules.context import Context
from migrate.rules.literals import truth


def flag_given(ctx: Context, index: int, first: int, last: int, waits: bool = False) -> None:
    """An explicit flag: true and the function's own parameter go, false becomes a wait behind the call. `waits`: true says that the call waits, and
    false and the own parameter that says so go."""
    source = ctx.source
    value = source.spell(first, last)
    site = ctx.site(EditKind.NON_BLOCKING, first, f"argument {value}")
    ctx.claimed.update(range(first, last))
    first, last = without_parentheses(source, first, last)
    value = truth(source, first, last) or source.spell(first, last)
    going, waiting = (FALSE, TRUE) if waits else (TRUE, FALSE)
    turned = source.text(first) in (b"!", b"not")
    if value in going or _own_flag(ctx, first + turned, last, waits is not turned):
        return
    if value not in waiting:
        ctx.refuse_at("L102", first, f"whether this call waits is computed: {value}", site)
    elif _waiting(ctx, index):
        _insert_wait(ctx, index, first, site)


def flag_left(
    ctx: Context, index: int, name: str, position: int, default: str | None = None, waits: bool = False
) -> None:
    """A flag that the call leaves to its default, which each chip's compiler may know another of. `default`: where no declaration is seen; `waits`: true
    says that the call waits."""
    going, waiting = (FALSE, TRUE) if waits else (TRUE, FALSE)
    known = declared(ctx.source.whole, name)
    if declared_within(ctx.source, ctx.function, index, name, position):
        message = f"{name} is declared again in this function with a default of its own, so whether this call waits is not known; write the flag"
        ctx.refuse_at("L102", index, message, ctx.site(EditKind.NON_BLOCKING, index, "default"))
        return
    if default is None and any(not known[chip.name] for chip in _waiting(ctx, index) if chip.name in known):
        message = (
            f"no declaration of {name} is found in a header of the project, so it is unknown whether this call waits"
        )
        ctx.refuse_at("L102", index, message, ctx.site(EditKind.NON_BLOCKING, index, "default"))
        return
    if any(overloaded(known.get(chip.name, ()), position) for chip in _waiting(ctx, index)):
        message = f"{name} has several declarations, and which one's default says whether this call waits is not known; write the flag"
        ctx.refuse_at("L102", index, message, ctx.site(EditKind.NON_BLOCKING, index, "default"))
        return
    if written_by_macro(ctx.source, index, name) or any(
        left_unknown(known.get(chip.name, ()), position) for chip in _waiting(ctx, index)
    ):
        message = f"which default {name} has for its flag is not told by the declarations that are seen (a macro may write one), so whether this call waits is not known; write the flag"
        ctx.refuse_at("L102", index, message, ctx.site(EditKind.NON_BLOCKING, index, "default"))
        return
    values = {}
    for chip in _waiting(ctx, index):
        flag = given_by_default(known.get(chip.name, ()), position)
        values[chip.name] = default if flag is None else flag.default
    wanted = {value for value in values.values() if value is not None}
    if not wanted - going:
        return
    site = ctx.site(EditKind.NON_BLOCKING, index, f"default {', '.join(sorted(wanted))}")
    if wanted <= waiting and len(values) == sum(value in waiting for value in values.values()):
        _insert_wait(ctx, index, index, site)
        return
    told = ", ".join(f"{value or 'no flag'} on {chip}" for chip, value in values.items())
    text = (
        f"computed: {values.popitem()[1]}"
        if len(wanted) == 1 and not wanted & waiting
        else f"not the same on all chips: {told}"
    )
    ctx.refuse_at("L102", index, f"whether this call waits is {text}", site)


def _own_flag(ctx: Context, index: int, last: int, waits: bool) -> bool:
    """Whether tokens [index, last) are the function's own parameter that says that it does not wait, or, where `waits`, that it does."""
    flag, decls = ctx.flag, list(ctx.source.every_fact(index))
    known = ctx.rules.blocking if waits else ctx.rules.non_blocking
    if flag is None or last - index != 1 or ctx.source.text(index).decode("utf-8", "replace") not in known:
        return False
    own = ctx.source.code[flag.name_index].start
    return all(decl.kind == "param" and decl.offset == own for decl in decls)


def _waiting(ctx: Context, index: int) -> list[Chip]:
    """The chips that see a call and whose launches need a wait to end, also where one chip's text is looked at alone: what the wait is for decides about
    the form of the statement."""
    source, offset = ctx.source.whole, ctx.source.code[index].start
    return [c for c in source.chips if c.name not in ctx.rules.synchronous and source.sees(c, offset)]


def _insert_wait(ctx: Context, index: int, at: int, site: Site) -> None:
    """A wait behind the statement of a call."""
    if (made := made_within(ctx.source, index)) is not None:
        name = ctx.source.text(made).decode("utf-8", "replace")
        ctx.refuse_at(
            "L112", made, f"the call waits before the end of {name}, which is made here; give it a variable", site
        )
        return
    if (first := _returned(ctx, index)) is not None:
        _return_behind_wait(ctx, first, index)
        return
    if (asked := _asked(ctx, index)) is not None:
        _ask_behind_wait(ctx, *asked, index)
        return
    end = _statement_end(ctx, index)
    governor = _governor(ctx, index) if end is None else None
    end = _end(ctx, index, governor + 1) if governor is not None else end
    if end is None:
        ctx.refuse_at("L112", at, "the call waits but is not a statement of its own", site)
        return
    text = "\n" + ctx.emit(ctx.rules.unified.wait)
    if governor is not None:
        code = ctx.source.code
        apart = b"\n" in ctx.source.data[code[governor].end : code[governor + 1].start]
        ctx.insert(code[governor].end, "\n{" if apart else "\n{\n", EditKind.NON_BLOCKING, "non-blocking")
        text += "\n}"
    ctx.insert(ctx.source.code[end].end, text, EditKind.NON_BLOCKING, "non-blocking")


def _begin(ctx: Context, index: int) -> int:
    """Where a call begins: with the object that it is a method of."""
    start = receiver_start(ctx.source, index)
    return start if start >= 0 else index


def _returned(ctx: Context, index: int) -> int | None:
    """The `return` that gives back nothing but what a call answers, in a function that gives a status."""
    source = ctx.source
    first, last = _begin(ctx, index) - 1, source.pairs[index + 1] + 1
    while source.text(first) == b"(" and source.pairs[first] == last:
        first, last = first - 1, last + 1
    alone = source.text(first) == b"return" and source.text(last) == b";"
    known = ctx.returns_status and ctx.rules.unified.success and ctx.rules.unified.status_check
    governed = source.text(first - 1) not in (b";", b"{", b"}")
    start = source.code[first - 1].end if governed else source.code[first].start
    text = source.data[start : source.code[last].end] if alone else b""
    return first if alone and known and not _DIRECTIVE.search(text) else None


def _return_behind_wait(ctx: Context, first: int, index: int) -> None:
    """The call, the wait, and success given back behind it; what is no success goes to who called as it did."""
    source, success = ctx.source, ctx.rules.unified.success
    closer = source.pairs[index + 1]
    last = next(i for i in range(closer, len(source.code)) if source.text(i) == b";")
    governed = source.text(first - 1) not in (b";", b"{", b"}")
    if ctx.helper:  # its callers may look at the status
        name = ctx._free_name("launched")
        before, behind = f"const auto {name} = ", ""
        after = f";\nif ({name} != {success})\n{{\nreturn {name};\n}}"
    else:
        before, behind = ctx.around(ctx.rules.unified.status_check, "status")
        after = ";"
    opened, closed = ("{\n", "\n}") if governed or ctx.helper else ("", "")
    ending = f"{behind}{after}\n{ctx.emit(ctx.rules.unified.wait)}\nreturn {success};{closed}"
    start, begin = source.code[first].start, _begin(ctx, index)
    ctx.add([ctx.edit(start, source.code[begin].start, opened + before, EditKind.NON_BLOCKING, "non-blocking")])
    end = source.code[closer].end
    ctx.add([ctx.edit(end, source.code[last].end, ending, EditKind.NON_BLOCKING, "non-blocking")])
    ctx.claimed.update((*range(first, begin), *range(closer + 1, last + 1)))


def _asked(ctx: Context, index: int) -> tuple[int, int] | None:
    """The `if` whose condition is that a call's answer, or the variable that it is given to, compares with a name, and the end of its branches."""
    source = ctx.source
    first, last = _begin(ctx, index) - 1, source.pairs[index + 1] + 1
    given = source.text(first) == b"=" and source.code[first - 1].kind == Kind.IDENT
    first, inner = first - 2 if given else first, 0
    while source.text(first) == b"(" and source.pairs[first] == last:
        first, last, inner = first - 1, last + 1, inner + 1
    compared = source.text(last) in (b"==", b"!=") and source.code[last + 1].kind == Kind.IDENT
    whole = compared and source.text(first) == b"(" and source.pairs[first] == last + 2 and (inner or not given)
    if not whole or source.text(first - 1) != b"if" or (given and _acts_behind(ctx, _begin(ctx, index) - 2, index)):
        return None
    end = _behind_branches(ctx, last + 3)
    if end is None or _DIRECTIVE.search(source.data[source.code[first - 2].end : source.code[last + 2].end]):
        return None
    return first - 1, end


def _behind_branches(ctx: Context, index: int) -> int | None:
    """The last token of the branches of an `if`, of which the first begins at a token; None where that is not plain to see."""
    source = ctx.source
    handle = source.text(ctx.handle.name_index) if ctx.handle is not None else b""
    while True:
        if source.text(index) in _GOVERNS:
            return None
        end = source.pairs.get(index) if source.text(index) == b"{" else behind_value(source, index)
        if end is None or source.text(end) not in (b"}", b";"):
            return None
        if source.text(end) == b";" and handle in {source.text(i) for i in range(index, end)}:
            return None  # a call, which may need braces of its own
        if source.text(end + 1) != b"else":
            return end
        if _DIRECTIVE.search(source.data[source.code[end].end : source.code[end + 2].start]):
            return None
        if source.text(end + 2) == b"if" and source.text(end + 3) != b"(":
            return None
        index = source.pairs[end + 3] + 1 if source.text(end + 2) == b"if" else end + 2


def _ask_behind_wait(ctx: Context, first: int, last: int, index: int) -> None:
    """A block with the call as a statement, the wait, and the `if` that looks at what it answered."""
    source, closer = ctx.source, ctx.source.pairs[index + 1]
    call = _begin(ctx, index)
    begin = call - 2 if source.text(call - 1) == b"=" else call
    name = ctx._free_name("launched") if begin == call else source.text(begin).decode("utf-8", "replace")
    compares = next(i for i in range(closer, len(source.code)) if source.text(i) in (b"==", b"!="))
    before = f"{{\nconst auto {name} = " if begin == call else "{\n"
    behind = f";\n{ctx.emit(ctx.rules.unified.wait)}\nif ({name} "
    for start, end, text in (
        (source.code[first].start, source.code[begin].start, before),
        (source.code[closer].end, source.code[compares].start, behind),
    ):
        ctx.add([ctx.edit(start, end, text, EditKind.NON_BLOCKING, "non-blocking")])
    ctx.insert(source.code[last].end, "\n}", EditKind.NON_BLOCKING, "non-blocking")
    ctx.claimed.update((*range(first, begin), *range(closer + 1, compares)))


_GOVERNS = frozenset((b"return", b"if", b"while", b"for", b"else", b"do", b"switch", b"co_return"))
_PARTS = _GOVERNS | {b"?", b"&&", b"||", b"and", b"or", b",", b"throw"}


def _statement_end(ctx: Context, index: int) -> int | None:
    """Index of the semicolon that ends the statement of a token; None where a wait behind it would not be right behind the call.

    A condition, a return, a statement that another one governs, and one of which the call is only a part: that is executed after, or in
    place of, something else.
    """
    source = ctx.source
    start = index
    while source.text(start - 1) not in (b";", b"{", b"}"):
        start = source.pairs[start - 1] if source.text(start - 1) in (b")", b"]") else start - 1
        if source.text(start) in _PARTS or _unknown_wrapper(ctx, start):
            return None
    if source.text(start) in _GOVERNS or _macro_governs(ctx, index, start) or _acts_behind(ctx, start, index):
        return None
    return _end(ctx, index, start)


def _acts_behind(ctx: Context, start: int, index: int) -> bool:
    """Whether what a call's answer is given to is only found behind the call, by something that has an effect, or is of a class of the source."""
    source = ctx.source
    given = next((i for i in range(start, index) if source.text(i) == b"="), start)
    decls = list(source.every_fact(given - 1)) if given > start and source.code[given - 1].kind == Kind.IDENT else []
    kinds = {(decl.canonical or decl.type).removeprefix("const ").rstrip("& ") for decl in decls}
    return bool(kinds & source.own_types) or any(
        source.text(i) in (b"++", b"--") or (source.text(i) == b"(" and source.code[i - 1].kind == Kind.IDENT)
        for i in range(start, given)
    )


def _unknown_wrapper(ctx: Context, index: int) -> bool:
    """Whether an opening bracket gives the call to something that acts on its answer before the wait: a function, or a macro of which it is not known
    that it evaluates its argument once and hands it to nobody."""
    source, rules = ctx.source, ctx.rules
    if source.text(index) != b"(":
        return False
    name, known = source.text(index - 1), {one.encode() for one in rules.checks | rules.safe_calls}
    if name in known:
        return False
    if name not in source.table.names:
        return _is_handed_on(ctx, index)
    for one in source.table.definitions(name):
        parameters = one.text.partition(b"(")[2].partition(b")")[0].split(b",")
        counts = {one.body.count(parameter.strip()) for parameter in parameters}
        inner = source.table.names & (set(one.names) - known)
        calls = not _CONVERTS.issuperset(one.called)
        odd = any(word in _PARTS or word[:1] == b"#" for word in one.body)
        if not one.parameters or counts != {1} or inner or calls or odd:
            return True
    return False


def _is_handed_on(ctx: Context, opener: int) -> bool:
    """Whether a parenthesis gives what stands in it to a function or to an object that is made, and does not only group it, or convert it to a number."""
    source = ctx.source
    before, text = source.code[opener - 1], source.text(opener - 1)
    if text == b")":
        return not is_cast(ctx, opener - 1) and source.text(source.pairs[opener - 1] - 1) not in _GOVERNS
    if text == b">":
        angle = opener - 1
        while source.text(angle) not in (b"<", b";", b"{", b"}"):
            angle -= 1
        return source.text(angle - 1) not in _CASTS
    if text == b"]":
        return True
    if before.kind != Kind.IDENT or text in _GOVERNS or text in _CONVERTS:
        return False
    declares = [
        decl for decl in source.every_fact(opener - 1) if decl.offset == before.start and decl.kind == "variable"
    ]
    kinds = {(decl.canonical or decl.type).removeprefix("const ") for decl in declares}
    return not kinds or bool(kinds & source.own_types)


_CASTS = (b"static_cast", b"const_cast", b"reinterpret_cast")
_CONVERTS = frozenset(b"void bool char short int long unsigned sizeof".split())


def _macro_governs(ctx: Context, index: int, start: int) -> bool:
    """Whether a macro between the start of a statement and a call in it brings an `if`, a loop or another statement that the call is a part of."""
    source = ctx.source
    while start < index:
        text = source.text(start)
        behind = source.pairs.get(start + 1, start) if source.text(start + 1) == b"(" else start
        if text in source.table.names and behind < index:
            meant = (
                word
                for name in source.table.closure((text,))
                for one in source.table.definitions(name)
                for word in one.body
            )
            if any(word in _PARTS for word in meant):
                return True
        start += 1
    return False


def _end(ctx: Context, index: int, start: int) -> int | None:
    """Index of the semicolon of a statement from `start` on of which nothing happens behind the call but that its status is looked at."""
    source = ctx.source
    end = source.pairs[index + 1] + 1
    while source.text(end) != b";":
        closed = source.pairs.get(end, start) if source.text(end) in (b")", b"]", b"}") else start
        if closed < start or source.text(end) in _PARTS:
            return None
        called = source.code[end].kind == Kind.IDENT and source.text(end + 1) == b"("
        if called or source.text(end) == b"{" or (source.text(end) == b"(" and _is_handed_on(ctx, end)):
            return None
        end += 1
    return end


def _governor(ctx: Context, index: int) -> int | None:
    """The last token in front of a statement that an `if`, a loop or an `else` governs without braces: its bracket, or the word."""
    source = ctx.source
    start = index
    while source.text(start - 1) not in (b";", b"{", b"}"):
        before = source.text(start - 1)
        if before in (b"else", b"do"):
            break
        if before == b")":
            opener = source.pairs[start - 1]
            if source.text(opener - 1) in (b"if", b"while", b"for", b"constexpr"):
                break
            start = opener
        elif before == b"]":
            start = source.pairs[start - 1]
        else:
            start -= 1
        if source.text(start) in _PARTS or source.text(start) == b":" or _unknown_wrapper(ctx, start):
            return None
    else:
        return None
    end = _end(ctx, index, start)
    if end is None or source.text(start) in _GOVERNS or _macro_governs(ctx, index, start):
        return None
    between = source.data[source.code[start - 1].end : source.code[end].end]
    return None if _DIRECTIVE.search(between) else start - 1


_DIRECTIVE = re.compile(rb"^[ \t]*(#|%:)", re.MULTILINE)
