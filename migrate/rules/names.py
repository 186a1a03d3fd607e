"""Edits 3, 7, 10 and 12: types, constants, helpers and declarations of device memory take their unified form."""

from __future__ import annotations

from migrate.frontend.lex import Kind
from migrate.model import EditKind
from migrate.rules.context import Context

_TYPE_KINDS = ("tensor", "dtype", "memory")


def rewrite_memory_declarations(ctx: Context) -> None:
    """tpu_device_mem_t a, b; becomes void *a = nullptr, *b = nullptr;"""
    source, function = ctx.source, ctx.function
    for index in source.named("memory", ctx.rules.memory_types.__contains__, function.first, function.close_brace):
        if index in ctx.handled:
            continue
        name = source.text(index).decode("utf-8", "replace")
        site = ctx.site(EditKind.MEMORY, index, name)
        ctx.replace_token(index, "void *", EditKind.MEMORY, "memory")
        if index > function.open_brace and source.code[index + 1].kind == Kind.IDENT:
            _declarators(ctx, index, site)


def _declarators(ctx: Context, index: int, site) -> None:
    source = ctx.source
    member = _inside_struct(ctx, index)
    position, initialised = index + 1, False
    while position < ctx.function.close_brace:
        text = source.text(position)
        if text in (b"(", b"{", b"["):
            position = source.pairs[position] + 1
            continue
        if text == b"=":
            initialised = True
        elif text in (b",", b";", b")"):
            if not member and not initialised and text != b")" and source.text(position - 1) != b"]":
                ctx.insert(source.code[position - 1].end, " = nullptr", EditKind.MEMORY, "memory")
            if text != b",":
                return
            if source.code[position + 1].kind != Kind.IDENT:
                ctx.refuse_at("L130", position + 1, "a declaration of device memory that is not a list of names", site)
                return
            ctx.insert(source.code[position + 1].start, "*", EditKind.MEMORY, "memory")
            initialised = False
        position += 1


def _inside_struct(ctx: Context, index: int) -> bool:
    source = ctx.source
    while index > ctx.function.open_brace:
        index -= 1
        if source.text(index) == b"}":
            index = source.pairs[index]
        elif source.text(index) == b"{":
            return b"struct" in (source.text(index - 1), source.text(index - 2))
    return False


def rewrite_names(ctx: Context) -> None:
    """What no other rule has taken: every identifier with a legacy name. Runs last."""
    source, rules, function = ctx.source, ctx.rules, ctx.function
    for index in source.named("legacy", rules.concerns, function.first, function.close_brace):
        if index in ctx.handled:
            continue
        name = source.text(index).decode("utf-8", "replace")
        unified = rules.name(name)
        if unified is None or unified == name:
            if rules.is_legacy(name):
                ctx.refuse_at("L114", index, f"no rule names the unified form of {name}")
            continue
        if _is_member(ctx, index):
            continue
        if _unknown_call(ctx, index, name):
            ctx.refuse_at("L116", index, f"{name} is called, but no rule says what the unified library has for it")
            continue
        ctx.site(_kind(ctx, name), index, name)
        ctx.replace_token(index, unified, _kind(ctx, name), "name")


def _is_member(ctx: Context, index: int) -> bool:
    """A field that merely is called like a legacy thing, or a parameter or variable of that name."""
    if ctx.source.text(index - 1) in (b".", b"->"):
        return True
    decl = ctx.source.fact(index)
    return decl is not None and decl.kind in ("field", "param", "variable") and decl.offset >= 0


def _unknown_call(ctx: Context, index: int, name: str) -> bool:
    """A function that is neither in this file nor in the API header: a pattern would only guess its unified name."""
    if ctx.source.text(index + 1) != b"(" or name in ctx.rules.names or name in ctx.rules.provided:
        return False
    decl = ctx.source.fact(index)
    return name not in ctx.prototypes and (decl is None or decl.kind == "function")


def _kind(ctx: Context, name: str) -> EditKind:
    rules = ctx.rules
    if name in rules.tensor_types:
        return EditKind.TENSOR_TYPE
    if name in rules.dtypes or "DataType" in name:
        return EditKind.DTYPE
    if name in rules.memory_types:
        return EditKind.MEMORY
    return EditKind.HELPER


def rewrite_conversions(ctx: Context) -> None:
    """A field of a kernel's struct keeps its own enumeration: what is assigned to it passes a named conversion."""
    source = ctx.source
    first, last = ctx.function.body
    for index in source.where(b"=", first, last) if ctx.rules.conversions else ():
        if source.code[index - 1].kind != Kind.IDENT:
            continue
        decl = source.fact(index - 1)
        if decl is None or decl.kind != "field" or decl.owner in ctx.rules.names:
            continue
        convert = ctx.rules.conversions.get(decl.type)
        if not convert:
            continue
        end = index + 1
        while source.text(end) != b";" and end < last:
            end += 1
        ctx.site(EditKind.HELPER, index - 1, decl.type)
        ctx.conversions.add(convert.function)
        ctx.insert(source.code[index + 1].start, f"{convert.function}(", EditKind.HELPER, "conversion")
        ctx.insert(source.code[end - 1].end, ")", EditKind.HELPER, "conversion")
