"""A rule sends a launch to another kernel: its symbol, its argument struct, and which field takes what a field of the old one took."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from migrate.frontend.lex import Kind
from migrate.model import EditKind
from migrate.project.library_rules import KernelRule
from migrate.rules.context import Context, Launch
from migrate.rules.effects import effect
from migrate.rules.registry import Rule

DROPPED = "-"


def redirect(ctx: Context, launch: Launch, variable: int) -> Launch:
    """The launch as its rule wants it; `variable` is the code index of the struct's name in the call."""
    if not ctx.rules.kernels:
        return launch
    declared = _declaration(ctx, ctx.source.text(variable), variable)
    before = next((args for place, args, _ in ctx.notes.structs if place == declared), None)
    rule = _rule(ctx, launch, variable)
    args = rule.args if rule and rule.args else launch.args
    if declared is not None:
        ctx.notes.structs.append((declared, args, variable))
    if rule is None:
        return launch
    if args != launch.args and declared is None:
        message = "the argument struct is no variable of this function, so its fields are unknown"
        ctx.refuse_at("L173", variable, message)
    elif args not in (launch.args, before) and declared is not None:
        _struct(ctx, declared, rule)
    return replace(launch, symbol=rule.symbol, args=args)


def _rule(ctx: Context, launch: Launch, variable: int) -> KernelRule | None:
    rule = ctx.rules.kernels.get(launch.symbol) or ctx.rules.kernels.get(ctx.function.name)
    if rule is None or not rule.chip:
        return rule
    seeing = [c.name for c in ctx.source.chips if ctx.source.sees(c, launch.offset)]
    if rule.chip in seeing and len(seeing) > 1:
        message = f"the rule of {launch.symbol} is for {rule.chip} only, but {' and '.join(seeing)} share this launch"
        ctx.refuse_at("L173", variable, message)
    return rule if seeing == [rule.chip] else None


def _contradictions(ctx: Context) -> Iterator[tuple[int, str, str]]:
    """Launches that want another type for a struct than one before: the struct's name in the call, and both types."""
    types: dict[int, str] = {}
    for declared, args, variable in ctx.notes.structs:
        if types.setdefault(declared, args) != args:
            yield variable, types[declared], args


def _refuse_struct(ctx: Context, found: tuple[int, str, str]) -> None:
    variable, one, another = found
    message = f"launches share this struct, but rules want {one} for one and {another} for another"
    ctx.refuse_at("L173", variable, message)


def _struct(ctx: Context, declared: int, rule: KernelRule) -> None:
    source = ctx.source
    name = source.text(declared)
    ctx.replace_token(declared - 1, rule.args, EditKind.LAUNCH, "kernel")
    for index in range(declared, _scope_end(ctx, name, declared)):
        if source.text(index) == name and source.text(index + 1) == b"." and index not in ctx.claimed:
            _field(ctx, index, rule)
    end = declared
    while source.text(end) != b";":
        end = source.pairs.get(end, end) + 1 if source.text(end) in (b"{", b"(") else end + 1
    text = "".join(f"\n{name.decode()}.{field} = {value};" for field, value in rule.values.items())
    if text:
        ctx.insert(source.code[end].end, text, EditKind.LAUNCH, "kernel")


def _declaration(ctx: Context, name: bytes, before: int) -> int | None:
    """Index of the variable in the nearest declaration above, `type name ;`, `type name =` or `type name {`."""
    source = ctx.source
    for index in range(before - 1, ctx.function.open_brace, -1):
        declares = source.text(index) == name and source.code[index - 1].kind == Kind.IDENT
        if declares and source.text(index - 1) != b"return" and source.text(index + 1) in (b";", b"=", b"{"):
            return index
    return None


def _scope_end(ctx: Context, name: bytes, declared: int) -> int:
    """Where the variable ends: at its block's end, or where a branch of another chip declares its own."""
    source, depth = ctx.source, 0
    for index in range(declared + 1, ctx.function.close_brace):
        text = source.text(index)
        depth += (text == b"{") - (text == b"}")
        again = text == name and source.code[index - 1].kind == Kind.IDENT and source.text(index + 1) in (b";", b"=")
        if depth < 0 or again:
            return index
    return ctx.function.close_brace


def _field(ctx: Context, index: int, rule: KernelRule) -> None:
    source = ctx.source
    field = source.text(index + 2).decode("utf-8", "replace")
    target = rule.fields.get(field, field)
    if target != DROPPED:
        ctx.replace_token(index + 2, target, EditKind.LAUNCH, "kernel")
        return
    end = index
    while source.text(end) != b";" and end < ctx.function.close_brace:
        end += 1
    if source.text(index - 1) not in (b";", b"{", b"}") or source.text(index + 3) != b"=":
        ctx.refuse_at(
            "L173", index, f"the rule drops the field {field}, which is not set by a statement of its own here"
        )
        return
    lost = effect(ctx, index + 4, end, gone=True)
    if lost is not None:
        message = (
            f"the rule drops the field {field}, and what it is set to may have an effect; store it in a variable first"
        )
        ctx.refuse_at("L113", lost, message)
        return
    before, start = source.code[index - 1].end, source.code[index].start
    start = start if source.data[before:start].strip() else before  # with its line, where no comment stands there
    edit = ctx.edit(start, source.code[end].end, "", EditKind.LAUNCH, "kernel")
    ctx.edits.remove_inside(edit.span)
    ctx.claimed.update(range(index, end + 1))
    ctx.add([edit])


STRUCTS = Rule(
    "structs",
    "A struct that several launches share is of one type for all of them.",
    _contradictions,
    _refuse_struct,
    after=("calls",),
    diagnostics=("L173",),
    cases=("kernels",),
)
