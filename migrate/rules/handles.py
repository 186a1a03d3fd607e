"""Edit 4: what a rule writes anew goes to the function's own handle, so a call on another one is refused, and so is a handle that may become another one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from migrate.frontend.flag_defaults import declared, given_by_default, overloaded
from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import listed_types
from migrate.model import Site
from migrate.rules.context import Context
from migrate.rules.registry import Rule

Use = tuple[int, str]  # code index, what is wrong there

_CHANGES = frozenset((b"=", b"++", b"--", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"<<=", b">>="))
_ASKS_BEFORE = frozenset((b"==", b"!=", b"!", b"&&", b"||", b"return", b";", b"{", b"}", b"<<"))
_ASKS_BEHIND = frozenset((b"==", b"!=", b"&&", b"||", b"?"))
_CONTROL = frozenset((b"if", b"while", b"switch", b"for", b"return", b"sizeof", b"decltype", b"catch"))


def is_own(ctx: Context, first: int, last: int) -> bool:
    """Whether tokens [first, last) are the function's own handle, as the compiler of every chip that sees them says."""
    source, handle = ctx.source, ctx.handle
    while source.text(first) in (b"(", b"*") and last - first > 1:
        closed = source.text(first) == b"("
        if closed and source.pairs.get(first) != last - 1:
            return False
        first, last = first + 1, last - closed
    if handle is None or last - first != 1 or source.text(first) != source.text(handle.name_index):
        return False
    own = source.code[handle.name_index].start
    return all(decl.kind == "param" and decl.offset == own for decl in source.every_fact(first))


def is_handle(ctx: Context, callee: int, position: int, first: int, last: int) -> bool:
    """Whether an argument is a handle: by the parameter that takes it, or by what it names."""
    taken = [types[position] for types in parameters_of(ctx, callee) if position < len(types)]
    return any(_is_kind(ctx, kind) for kind in taken) or _names_handle(ctx, first, last)


def _names_handle(ctx: Context, first: int, last: int) -> bool:
    source = ctx.source
    named = (decl for index in range(first, last) for decl in source.every_fact(index))
    return any(_is_kind(ctx, decl.type) or _is_kind(ctx, decl.type.partition("(")[0]) for decl in named)


def _is_kind(ctx: Context, kind: str) -> bool:
    """Whether a type, as the compiler spells it, is a handle's, or a reference to one."""
    return _plain(kind) in {_plain(known) for known in ctx.rules.handle_types}


def _plain(kind: str) -> str:
    words = re.findall(r"\w+|::|[^\w\s]", kind.rpartition("::")[2])
    return " ".join(word for word in words if word not in ("const", "&", "struct", "class"))


def parameters_of(ctx: Context, callee: int) -> Iterator[list[str]]:
    """Types of the parameters of what is called, as the compiler of each chip says; of a template of the file as they are written."""
    source = ctx.source
    for decl in source.every_fact(callee):
        if decl.kind == "function" and "(" in decl.type:
            yield listed_types(decl.type.partition("(")[2].rpartition(")")[0])
    for decl in source.decls(callee):
        own = (f for f in source.functions if decl.kind == "template" and f.name_offset(source) == decl.offset)
        for function in own:
            yield [parameter.type for parameter in source.parameters(function)]


def other_handle(ctx: Context, callee: int, name: str, first: int, last: int, site: Site) -> bool:
    """Refuses a call whose handle, tokens [first, last), is not the function's own."""
    if is_own(ctx, first, last):
        return False
    value = ctx.source.spell(first, last)
    message = (
        f"{name} is called on {value}, which is not the function's own handle; its unified form would go to that one"
    )
    ctx.refuse_at("L119", first, message, site)
    return True


def other_object(ctx: Context, start: int, index: int, name: str, site: Site) -> bool:
    """Refuses a member function, at `index`, of an object that is a handle, or comes from one, and not the function's own."""
    source = ctx.source
    if start == index or not _names_handle(ctx, start, index - 1):
        return False
    base = start
    while source.text(base) in (b"(", b"*"):
        base += 1
    if is_own(ctx, base, base + 1) and not any(source.text(i) in (b"?", b",") for i in range(start, index)):
        return False
    return other_handle(ctx, index, name, start, index - 1, site)


def surplus(
    ctx: Context, index: int, name: str, position: int, first: int, last: int, site: Site, strict: bool
) -> bool:
    """Refuses an argument that no rule gives a meaning to, unless it is what the call would have without it. What every call has to
    give is left out on purpose: of a launch, where the rule is `strict`, a literal."""
    source = ctx.source
    known, value = declared(source, name), source.spell(first, last)
    seen = [chip for chip in source.chips if source.sees(chip, source.code[index].start)]
    found = [given_by_default(known.get(chip.name, ()), position) for chip in seen]
    lone = not any(overloaded(known.get(chip.name, ()), position) for chip in seen)
    if found and lone and all(flag is not None and flag.default == value for flag in found):
        return False
    declarations = [one for chip in seen for one in known.get(chip.name, ())]
    needed = all(position < len(one.parameters) and one.parameters[position].default is None for one in declarations)
    literal = last - first == 1 and source.code[first].kind not in (Kind.IDENT, Kind.PUNCT)
    if needed and (not strict or (literal and declarations)):
        return False
    message = f"{name} is given {value}, which its rule does not name and its unified form would leave out"
    ctx.refuse_at("L118", first, message, site)
    return True


def _uses(ctx: Context) -> Iterator[Use]:
    """Where the handle may become another one, or its name stands for something else."""
    source, handle = ctx.source, ctx.handle
    if handle is None:
        return
    name, own = source.text(handle.name_index), source.code[handle.name_index].start
    for index in source.where(name, *ctx.function.body):
        if source.text(index - 1) in (b".", b"->", b"::"):
            continue
        decls = list(source.every_fact(index))
        if decls and not any(decl.kind == "param" and decl.offset == own for decl in decls):
            declares = any(
                decl.kind in ("variable", "param") and decl.offset == source.code[index].start for decl in decls
            )
            if declares:
                yield index, "is declared again here, so what is called on it may be called on another one"
        elif not _only_read(ctx, index, index + 1):
            yield index, "may become another one here"


def _only_read(ctx: Context, first: int, last: int) -> bool:
    """Whether an expression that is the handle only gives its value here."""
    source = ctx.source
    before, behind = source.text(first - 1), source.text(last)
    if behind in _CHANGES or before in (b"++", b"--", b"?", b":") or behind == b":":
        return False
    if before == b"*":
        return _only_read(ctx, first - 1, last)
    if before == b"&":
        if source.text(first - 2) == b"(" and behind == b")" and source.text(last + 1) == b"->":
            return True  # (&handle)->member
        return source.code[first - 2].kind == Kind.IDENT and source.text(first - 2) != b"return"
    if behind in (b".", b"->"):
        while source.text(last) in (b".", b"->", b"[", b"("):
            last = last + 2 if source.text(last) in (b".", b"->") else source.pairs[last] + 1
        return source.text(last) not in _CHANGES
    if before in _ASKS_BEFORE or behind in _ASKS_BEHIND:
        return True
    if before == b"=":
        target = source.fact(first - 2)
        declares = target is not None and target.offset == source.code[first - 2].start
        return not (declares and target is not None and "&" in target.type) and source.text(first - 3) != b"&"
    if before == b")":
        opener = source.pairs[first - 1]
        cast = range(opener + 1, first - 1)
        return not any(source.text(i) in (b"&", b"&&") for i in cast) and _only_read(ctx, opener, last)
    return before in (b"(", b",") and _given(ctx, first, last)


def _given(ctx: Context, first: int, last: int) -> bool:
    """Whether what takes an argument takes its value."""
    source, opener, position = ctx.source, first - 1, 0
    while source.text(opener) not in (b"(", b"{", b"[", b";"):
        position += source.text(opener) == b","
        opener = source.pairs[opener] - 1 if source.text(opener) in (b")", b"]", b"}") else opener - 1
    if source.text(opener) in (b"{", b"["):  # an element of a list; a capture by value
        return True
    if source.text(opener) != b"(":
        return False
    head = opener - 1
    if source.text(head) in (b">", b">>"):
        angle = next((i for i in range(head, max(0, head - 40), -1) if source.text(i) == b"<"), head)
        if source.text(angle - 1).endswith(b"_cast"):
            return not any(source.text(i) in (b"&", b"&&") for i in range(angle, head))
        head = angle - 1
    if source.text(head) in _CONTROL:
        return True
    if source.code[head].kind != Kind.IDENT:
        alone = source.text(last) == b")" and source.pairs[opener] == last
        return alone and source.text(head) != b")" and _only_read(ctx, opener, last + 1)
    return _takes_value(ctx, head, position)


def _takes_value(ctx: Context, head: int, position: int) -> bool:
    source, rules = ctx.source, ctx.rules
    name = source.text(head).decode("utf-8", "replace")
    if any(name in known for known in (rules.launch, rules.calls, rules.checks, rules.safe_calls, rules.prints)):
        return True
    if name.encode() in rules.methods:
        return True
    declared_here = source.fact(head)
    if declared_here is not None and declared_here.kind == "variable":
        return declared_here.offset == source.code[head].start and "&" not in declared_here.type
    taken = list(parameters_of(ctx, head))
    refers = any("&" in kind for kind in rules.handle_types)  # a handle that is an object, which stays the same one

    def by_value(kind: str) -> bool:
        return "&" not in kind or kind.startswith("const ") or (refers and _is_kind(ctx, kind))

    return bool(taken) and all(position < len(types) and by_value(types[position]) for types in taken)


def _refuse(ctx: Context, use: Use) -> None:
    index, what = use
    name = ctx.source.text(index).decode("utf-8", "replace")
    ctx.refuse_at(
        "L119", index, f"the handle {name} {what}; the unified form works on the one that the function is given"
    )


HANDLES = Rule(
    "handles",
    "Edit 4: a function works on the handle that it is given, which stays the same.",
    _uses,
    _refuse,
    after=("signature",),
    diagnostics=("L119",),
    cases=("other_handles",),
)
