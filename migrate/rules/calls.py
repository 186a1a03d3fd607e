"""Edits 5, 10 and 11: launches, memory functions and calls of other operators."""

from __future__ import annotations

import re
from collections.abc import Iterator

from migrate.frontend.lex import Kind
from migrate.frontend.prototypes import Prototype
from migrate.model import EditKind, Site
from migrate.project.library_rules import CallRule, LaunchRule
from migrate.rules.context import Context, Launch
from migrate.rules.kernels import redirect
from migrate.rules.registry import Rule


def _calls(ctx: Context) -> Iterator[int]:
    for index in ctx.source.calls(*ctx.function.body):
        if index not in ctx.claimed and ctx.source.text(index - 1) not in (b".", b"->"):
            yield index


def _rewrite(ctx: Context, index: int) -> None:
    name = ctx.source.text(index).decode("utf-8", "replace")
    known = name in ctx.rules.launch or name in ctx.rules.calls or _is_operator(ctx, name)
    if known and ctx.source.text(index - 1) == b"::":
        ctx.refuse_at("L110", index, f"{name} is called through a scope, which its unified form does not have")
    elif name in ctx.rules.launch:
        _launch(ctx, index, ctx.rules.launch[name])
    elif name in ctx.rules.calls:
        _template(ctx, index, ctx.rules.calls[name])
    elif _is_operator(ctx, name):
        _operator(ctx, index, name)


def _is_operator(ctx: Context, name: str) -> bool:
    prototype = ctx.prototypes.get(name)
    return bool(prototype and prototype.parameters and prototype.parameters[0].type in ctx.rules.handle_types)


_PLAIN_NAME = re.compile(rb'"\w+"')


def _launch(ctx: Context, index: int, rule: LaunchRule) -> None:
    source = ctx.source
    name = source.text(index).decode("utf-8", "replace")
    site = ctx.site(EditKind.LAUNCH, index, name)
    arguments = source.arguments(index + 1)
    if len(arguments) <= max(rule.kernel, rule.arguments, rule.size):
        ctx.refuse_at("L110", index, f"{name} is called with {len(arguments)} arguments; the rule needs more", site)
        return
    first, last = arguments[rule.kernel]
    if last - first != 1 or source.code[first].kind != Kind.STRING or not _PLAIN_NAME.fullmatch(source.text(first)):
        ctx.refuse_at(
            "L111", first, "the kernel's name is not a string literal, so it has no row in a kernel table", site
        )
        return
    if 0 <= rule.size < rule.arguments:
        ctx.refuse_at(
            "L110", index, f"{name} takes the size before the arguments, which no rule can put in order", site
        )
        return
    moved = rule.kernel > rule.arguments
    ctx.launches.append(
        redirect(
            ctx,
            Launch(
                source.code[index].start,
                source.code[first].text.strip(b'"').decode("utf-8", "replace"),
                rule.cores,
                _argument_type(ctx, *arguments[rule.arguments]),
                index + 1 if moved else first,
                moved=moved,
            ),
            arguments[rule.arguments][1] - 1,
        )
    )
    ctx.notes.pimpl = True
    data_first, data_last = arguments[rule.arguments]
    # The key is filled in when all launches of the operator are known.
    if moved:
        ctx.drop(index, index + 1, f"{ctx.pimpl}->launchKernel", EditKind.LAUNCH, "launch")
        ctx.drop(index + 2, data_first, "", EditKind.LAUNCH, "launch")
    else:
        ctx.drop(index, first, f"{ctx.pimpl}->launchKernel(", EditKind.LAUNCH, "launch")
        ctx.claimed.add(first)
        ctx.drop(last, data_first, ", ", EditKind.LAUNCH, "launch")
    closer = source.pairs[index + 1]
    size_last = data_last
    if rule.size < 0:
        pointer = source.spell(data_first, data_last)
        ctx.insert(source.code[data_last - 1].end, f", sizeof(*({pointer}))", EditKind.LAUNCH, "launch")
    else:
        size_first, size_last = arguments[rule.size]
        ctx.drop(data_last, size_first, ", ", EditKind.LAUNCH, "launch")
    if closer != size_last:
        ctx.drop(size_last, closer, "", EditKind.LAUNCH, "launch")
    wait = arguments[rule.wait] if 0 <= rule.wait < len(arguments) else None
    if wait:
        _wait(ctx, index, *wait)
    _check_bare(ctx, index, closer)


def _argument_type(ctx: Context, first: int, last: int) -> str:
    """Type of the struct that is passed as &api."""
    for index in range(first, last):
        decl = ctx.source.fact(index)
        if decl and decl.kind in ("variable", "param"):
            return decl.type.replace("*", "").split("[")[0].removeprefix("const ").strip()
    return _declared_type(ctx, ctx.source.text(last - 1), first)


def _declared_type(ctx: Context, name: bytes, before: int) -> str:
    """Without facts: the type in the nearest declaration above, `type name ;` or `type name =`."""
    for index in range(before - 1, ctx.function.open_brace, -1):
        if ctx.source.text(index) == name and ctx.source.text(index + 1) in (b";", b"="):
            return ctx.source.text(index - 1).decode("utf-8", "replace")
    return ""


def _check_bare(ctx: Context, index: int, closer: int) -> None:
    """A launch whose status nobody looks at is checked from now on."""
    source = ctx.source
    if source.text(index - 1) in (b";", b"{", b"}") and source.text(closer + 1) == b";":
        ctx.insert(source.code[index].start, "TPUDNN_SAFE_CALL(", EditKind.LAUNCH, "launch")
        ctx.insert(source.code[closer].end, ")", EditKind.LAUNCH, "launch")
        ctx.notes.differences.append(
            ("D202", source.code[index].start, "the status of this launch was ignored and is checked from now on")
        )


def _wait(ctx: Context, index: int, first: int, last: int) -> None:
    """An explicit flag for not waiting: true and the parameter itself go, false becomes a wait behind the call."""
    source = ctx.source
    value = source.spell(first, last)
    site = ctx.site(EditKind.NON_BLOCKING, first, f"argument {value}")
    ctx.claimed.update(range(first, last))
    if value in ctx.rules.non_blocking or value in ("true", "1"):
        return
    if value not in ("false", "0"):
        ctx.refuse_at("L102", first, f"whether this call waits is computed: {value}", site)
        return
    _insert_wait(ctx, index, first, site)


def _insert_wait(ctx: Context, index: int, at: int, site: Site) -> None:
    """A wait behind the statement of a call."""
    end = _statement_end(ctx, index)
    if end is None:
        ctx.refuse_at("L112", at, "the call waits but is not a statement of its own", site)
        return
    ctx.notes.pimpl = True
    ctx.insert(
        ctx.source.code[end].end,
        f"\nTPUDNN_SAFE_CALL({ctx.pimpl}->synchronize());",
        EditKind.NON_BLOCKING,
        "non-blocking",
    )


_GOVERNS = frozenset((b"return", b"if", b"while", b"for", b"else", b"do", b"switch", b"co_return"))
_PARTS = frozenset((b"?", b"&&", b"||", b",", b"return", b"if", b"while", b"for", b"else", b"do", b"switch"))


def _statement_end(ctx: Context, index: int) -> int | None:
    """Index of the semicolon that ends the statement of a token; None where a wait behind it would not be right behind the call.

    A condition, a return, a statement that another one governs, and one of which the call is only a part: that is executed after, or in
    place of, something else.
    """
    source = ctx.source
    start = index
    while source.text(start - 1) not in (b";", b"{", b"}"):
        start = source.pairs[start - 1] if source.text(start - 1) in (b")", b"]") else start - 1
        if source.text(start) in _PARTS:
            return None
    if source.text(start) in _GOVERNS:
        return None
    end = source.pairs[index + 1] + 1
    while source.text(end) != b";":
        if source.text(end) in _PARTS or (source.code[end].kind == Kind.IDENT and source.text(end + 1) == b"("):
            return None
        end = source.pairs.get(end, end) + 1 if source.text(end) in (b"(", b"[", b"{") else end + 1
    return end


def _template(ctx: Context, index: int, rule: CallRule) -> None:
    source = ctx.source
    name = source.text(index).decode("utf-8", "replace")
    kind = EditKind.MEMORY if rule.kind in ("memory", "address") else EditKind.HELPER
    site = ctx.site(kind, index, name)
    arguments = source.arguments(index + 1)
    closer = source.pairs[index + 1]
    wanted = [part for part in rule.template if isinstance(part, int)]
    if wanted and max(wanted) >= len(arguments):
        ctx.refuse_at("L110", index, f"{name} is called with {len(arguments)} arguments; the rule needs more", site)
        return
    if wanted != sorted(set(wanted)):
        ctx.refuse_at("L113", index, f"the rule of {name} moves arguments; write it in their order", site)
        return
    ctx.notes.pimpl = ctx.notes.pimpl or "{pimpl}" in rule.text or "{memory}" in rule.text
    ctx.notes.memory = ctx.notes.memory or "{memory}" in rule.text
    position, literal = index, ""
    for part in rule.template:
        if isinstance(part, str):
            literal = part.replace("{pimpl}", ctx.pimpl).replace("{memory}", ctx.memory)
            continue
        first, last = arguments[part]
        ctx.drop(position, first, literal, kind, "memory")
        position, literal = last, ""
    ctx.drop(position, closer + 1, literal, kind, "memory")


def _left_out(ctx: Context, index: int, prototype: Prototype, given: int) -> None:
    """Arguments that a call leaves to their defaults: the flag for not waiting may be, others have no unified default."""
    parameters = prototype.parameters
    flag = parameters[-1] if parameters[-1].name in ctx.rules.non_blocking else None
    if given < len(parameters) - (flag is not None):
        ctx.refuse_at("L167", index, f"this call of {prototype.name} leaves {parameters[given].name} to its default")
    elif flag is not None and flag.default not in (None, "true", "1"):
        site = ctx.site(EditKind.NON_BLOCKING, index, f"default {flag.default}")
        if flag.default in ("false", "0"):
            _insert_wait(ctx, index, index, site)
        else:
            ctx.refuse_at("L102", index, f"whether this call waits is computed: {flag.default}", site)


def _operator(ctx: Context, index: int, name: str) -> None:
    source = ctx.source
    unified = ctx.rules.operator(name)
    site = ctx.site(EditKind.HELPER, index, name)
    if not unified:
        ctx.refuse_at("L114", index, f"{name} takes a handle but no rule names its unified form", site)
        return
    ctx.replace_token(index, unified, EditKind.HELPER, "operator-call")
    prototype = ctx.prototypes[name]
    arguments = source.arguments(index + 1)
    last_name = prototype.parameters[-1].name
    if last_name in ctx.rules.non_blocking and len(arguments) == len(prototype.parameters):
        first, last = arguments[-1]
        _wait(ctx, index, first, last)
        ctx.drop(first - 1, last, "", EditKind.NON_BLOCKING, "non-blocking")
        arguments = arguments[:-1]
    else:
        _left_out(ctx, index, prototype, len(arguments))
    if name in ctx.rules.signatures:
        ctx.notes.arranged.append((name, arguments[1:]))


CALLS = Rule(
    "calls",
    "Edits 5, 10 and 11: launches, memory functions and calls of other operators.",
    _calls,
    _rewrite,
    after=("addresses", "tensor-addresses"),
    diagnostics=("L102", "L110", "L111", "L112", "L113", "L114", "L167", "D202"),
    cases=("launches", "memory", "non_blocking"),
)
