"""A device buffer becomes scoped only where it cannot outlive the function; one that may is refused.

A helper whose buffer outlives it is given its caller's scope instead, so that the buffer ends with the operator.
"""

from __future__ import annotations

from collections.abc import Iterator

from migrate.frontend.lex import Kind
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import parenthesis_around
from migrate.project.library_rules import CallRule, LibraryRules
from migrate.rules.context import Context
from migrate.rules.flows import Flows
from migrate.rules.given import frees_given
from migrate.rules.registry import Rule
from migrate.rules.signature import is_passing

_STORAGE = frozenset((b"static", b"thread_local", b"extern"))
_FILLS = frozenset((b"push_back", b"emplace_back", b"push", b"insert", b"assign"))
_KEEPS_NOTHING = frozenset((b"void", b"bool", b"int", b"unsigned", b"float", b"double", b"static", b"inline"))
Escape = tuple[int, str]  # code index, what happens to the buffer there


def owners(rules: LibraryRules) -> frozenset[str]:
    """Variables that own the buffers which they allocate and that a helper can be given."""
    return frozenset(name for name in rules.unified.passed if name in rules.unified.variables)


def _escapes(ctx: Context) -> Iterator[Escape]:
    """What outlives the operator; what outlives only a helper is the caller's, once the helper is given its scope."""
    for index in _static(ctx):
        yield index, "is declared static, so it is there in the next call too"
    scope = owners(ctx.rules)
    if ctx.passed & scope:
        return
    made = {ctx.source.text(index) for index in _calls(ctx) if _is_owned_call(ctx, index)}
    used = bool(scope & ctx.notes.variables or (scope and made))
    for index, name in _frees_parameter(ctx) if not ctx.helper else ():
        yield index, f"is made of {name} and freed, which is the caller's memory"
    found = _leaving(ctx, _names(ctx), made, used or not ctx.helper)
    if ctx.helper and scope and used:
        if found or _in_signature(ctx) or _gives_more(ctx) or _frees_another(ctx):
            ctx.needs |= scope | (set() if ctx.handle else {"handle"})
            yield from found or [(ctx.function.name_index, "is what a helper is given or gives back")]
        return
    yield from found


def _static(ctx: Context) -> Iterator[int]:
    source = ctx.source
    for index in source.named("memory", ctx.rules.memory_types.__contains__, *ctx.function.body):
        if source.text(index - 1) in _STORAGE:
            yield index


def _names(ctx: Context) -> set[bytes]:
    """Variables and parameters that are device buffers."""
    source, last = ctx.source, ctx.function.close_brace
    kinds = source.named("memory", ctx.rules.memory_types.__contains__, ctx.function.first, last)
    return {source.text(i) for kind in kinds for i in range(kind + 1, min(last, kind + 25)) if _declared(ctx, kind, i)}


def _in_signature(ctx: Context) -> bool:
    function = ctx.function
    return bool(ctx.source.named("memory", ctx.rules.memory_types.__contains__, function.first, function.close_paren))


def _freed(ctx: Context) -> Iterator[tuple[int, set[bytes]]]:
    """Calls that free, and the names of the variables in what they are given."""
    source, form = ctx.source, ctx.rules.unified
    for index in _calls(ctx):
        rule = ctx.rules.calls.get(source.call_key(index))
        if rule is not None and form.has_role("free", rule.text):
            inside = range(index + 2, source.pairs[index + 1])
            decls = ((i, decl) for i in inside for decl in source.every_fact(i))
            yield index, {source.text(i) for i, decl in decls if decl.kind in ("param", "variable")}


def _frees_another(ctx: Context) -> bool:
    """Whether a helper frees what it has not allocated itself."""
    source, kinds = ctx.source, ctx.rules.memory_types
    own = {source.text(k + 1) for k in source.named("memory", kinds.__contains__, *ctx.function.body)}
    for name, _ in _allocating(ctx):
        for index in source.where(name.encode(), *ctx.function.body):
            inside = range(index + 2, source.pairs.get(index + 1, index))
            own |= {source.text(i) for i in inside if source.text(i - 1) == b"&"}
    given = {source.text(parameter.name_index) for parameter in ctx.parameters}
    return any(names & given - own - _of_handles(ctx) or not names & own for _, names in _freed(ctx))


def _of_handles(ctx: Context) -> set[bytes]:
    kinds = ctx.rules.handle_types
    return {ctx.source.text(p.name_index) for p in ctx.parameters if p.type.removeprefix("const ") in kinds}


def _frees_parameter(ctx: Context) -> Iterator[tuple[int, str]]:
    """Calls that free memory which is made of a tensor that the operator is given, and that nothing gives another address."""
    source, field = ctx.source, ctx.rules.address_field.encode()
    tensors = {
        source.text(p.name_index)
        for p in ctx.parameters
        if p.type.rstrip("& ").removeprefix("const ") in ctx.rules.tensor_types
    }
    found = dict(frees_given(ctx))
    yield from found.items()
    for index, names in _freed(ctx):
        seen = _made_of(source, ctx.function, names, tensors)
        owned = {name for name in seen if _is_allocated(ctx, name) or _gets_another(ctx, name, field)}
        if index not in found and not owned - _of_handles(ctx):
            yield index, b" and ".join(sorted(names - _of_handles(ctx))).decode("utf-8", "replace")


def _made_of(source: Source, function: Function, names: set[bytes], tensors: set[bytes]) -> set[bytes]:
    """The names and what the variables among them that are no tensors were given, as copies of copies, or in a container."""
    pending, seen = [*names], set[bytes]()
    while pending:
        name = pending.pop()
        if name in seen:
            continue
        seen.add(name)
        for at in source.where(name, *function.body) if name not in tensors else ():
            if source.text(at + 1) == b"." and source.text(at + 2) in _FILLS and source.text(at + 3) == b"(":
                pending += [source.text(i) for i in range(at + 4, source.pairs[at + 3]) if _is_name(source, i)]
            walked = source.text(at + 1) == b":" and source.text(parenthesis_around(source, at) - 1) == b"for"
            end = at + 2 if source.text(at + 1) in (b"=", b"{") or walked else len(source.code)
            while end < function.close_brace and source.text(end) not in (b";", b",", b"}", b")" if walked else b";"):
                pending += [source.text(end)] if source.code[end].kind == Kind.IDENT else []
                end += 1
    return seen


def _is_name(source: Source, index: int) -> bool:
    return source.code[index].kind == Kind.IDENT and source.text(index - 1) not in (b".", b"->")


def _gets_another(ctx: Context, name: bytes, field: bytes) -> bool:
    """Whether something in the function may give a tensor another address than it came with."""
    source = ctx.source
    for index in source.where(name, *ctx.function.body):
        member = source.text(index + 1) in (b".", b"->") and source.text(index + 2) == field
        if source.text(index + 3 if member else index + 1) == b"=":
            decls = [decl for decl in source.every_fact(index) if decl.offset == source.code[index].start]
            if member or not decls:
                return True
    return False


def _is_allocated(ctx: Context, name: bytes) -> bool:
    """Whether a call of the function allocates a buffer in a variable, or gives it one."""
    source = ctx.source
    for index in source.where(name, *ctx.function.body):
        opener = parenthesis_around(source, index)
        rule = ctx.rules.calls.get(source.call_key(opener - 1))
        if source.text(opener) == b"(" and rule is not None and rule.allocates:
            return True
        if source.text(opener) == b"(" and _is_owned_call(ctx, opener - 1):
            return True
        if source.text(index + 1) == b"=" and any(
            _is_owned_call(ctx, i) for i in source.calls(index, _end(ctx, index))
        ):
            return True
    return False


def _end(ctx: Context, index: int) -> int:
    """The end of a statement."""
    while ctx.source.text(index) not in (b";", b""):
        index = ctx.source.behind(index)
    return index


def _gives_more(ctx: Context) -> bool:
    """Whether what a function returns may hold a buffer's address."""
    function, source = ctx.function, ctx.source
    words = {source.text(index) for index in range(function.first, function.name_index)}
    return not ctx.returns_status and not words <= _KEEPS_NOTHING


def _leaving(ctx: Context, names: set[bytes], made: set[bytes], own: bool) -> list[Escape]:
    source, function = ctx.source, ctx.function
    found: dict[int, str] = {}
    for index in source.named("memory", ctx.rules.memory_types.__contains__, function.first, function.name_index):
        found[index] = "is what the function returns"
    for name in sorted(names):
        for index in source.where(name, *function.body):
            what = _use(ctx, index)
            if what:
                found.setdefault(index, what)
    allocates = any(rule.allocates and source.where(name.encode(), *function.body) for name, rule in _allocating(ctx))
    if names or made or allocates:
        for index, what in Flows(ctx, names, made, own).escapes():
            found.setdefault(index, what)
    return list(found.items())


def _allocating(ctx: Context) -> Iterator[tuple[str, CallRule]]:
    """The rules of calls that allocate, by the last part of their name."""
    return ((name.rpartition("::")[2], rule) for name, rule in ctx.rules.calls.items() if rule.allocates)


def _declared(ctx: Context, kind: int, index: int) -> bool:
    """Whether a token is a name of the declaration that the memory type at `kind` begins."""
    source = ctx.source
    if index - kind > 24 or source.code[index].kind != Kind.IDENT:
        return False
    between = [source.text(i) for i in range(kind + 1, index)]
    ends = {b";", b"(", b")", b"{", b"="} | ({b","} if kind < ctx.function.open_brace else set())  # a parameter's
    return not ends & set(between) and source.text(index - 1) != b"["


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
    if decl is None or decl.kind != "function" or (not decl.file and _is_helper(ctx, called)):
        return ""
    return f"is handed to {called}"


def _is_helper(ctx: Context, name: str) -> bool:
    """Whether a function is one of this file whose own body is asked what it does with a buffer."""
    source = ctx.source
    own = next((f for f in source.functions if f.name == name), None)
    if own is None:
        return False
    handle = ctx.rules.handle_position([parameter.type for parameter in source.parameters(own)]) >= 0
    return name in ctx.internals or not handle


_CONTROL = ("if", "while", "for", "switch", "return", "sizeof", "decltype")


def _opener(ctx: Context, index: int) -> int:
    source = ctx.source
    while index > ctx.function.open_brace and source.text(index) not in (b"(", b"{", b";"):
        index = source.pairs[index] - 1 if source.text(index) in (b")", b"]", b"}") else index - 1
    return index if source.text(index) == b"(" else -1


def _calls(ctx: Context) -> list[int]:
    return ctx.source.calls(*ctx.function.body)


def _is_owned_call(ctx: Context, index: int) -> bool:
    """Whether a call is one of a helper that allocates in the scope which it is given."""
    if not ctx.passing:
        return False
    name = ctx.source.text(index).decode("utf-8", "replace")
    given = ctx.passing.get(name, frozenset()) & owners(ctx.rules)
    return bool(given) and is_passing(ctx.passing, ctx.source, index)


def _refuse(ctx: Context, found: Escape) -> None:
    index, what = found
    ctx.refuse_at("L131", index, f"a device buffer {what}; buffers of the unified library end with the function")


LIFETIMES = Rule(
    "lifetimes",
    "A device buffer that may outlive the function is refused; one that outlives a helper is its caller's.",
    _escapes,
    _refuse,
    after=("memory-declarations", "signature"),
    diagnostics=("L131",),
    cases=("memory_escapes",),
)
