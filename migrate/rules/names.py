"""Edits 3, 7, 10 and 12: types, constants, helpers and declarations of device memory take their unified form."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.lex import Kind
from migrate.model import EditKind, Site
from migrate.rules.context import Context
from migrate.rules.registry import Rule
from migrate.rules.scopes import drop_before, replaced_from

_MEMORY = "void *"
_TYPE_KINDS = ("tensor", "dtype", "memory")


def _memory_types(ctx: Context) -> Iterator[int]:
    source, function = ctx.source, ctx.function
    for index in source.named("memory", ctx.rules.memory_types.__contains__, function.first, function.close_brace):
        if index not in ctx.claimed:
            yield index


def _rewrite_memory(ctx: Context, index: int) -> None:
    """tpu_device_mem_t a, b; becomes void *a = nullptr, *b = nullptr;"""
    source = ctx.source
    site = ctx.site(EditKind.MEMORY, index, source.text(index).decode("utf-8", "replace"))
    drop_before(ctx, index, _MEMORY, EditKind.MEMORY, "memory")
    qualifiers = _qualifiers(ctx, index, _MEMORY, EditKind.MEMORY, "memory")
    ctx.replace_token(index, _MEMORY + qualifiers, EditKind.MEMORY, "memory")
    if index > ctx.function.open_brace and source.code[index + 1].kind == Kind.IDENT:
        _declarators(ctx, index, site, qualifiers)


_SPECIFIERS = (b"const", b"volatile", b"static", b"inline", b"constexpr", b"register", b"thread_local", b"mutable")


def _qualifiers(ctx: Context, index: int, unified: str, kind: EditKind, rule: str) -> str:
    """What stands before the name of a type that becomes a pointer and is of the pointer itself, `const T` is `X *const`: taken away there."""
    source = ctx.source
    found: list[str] = []
    index = replaced_from(source, index, unified)
    while source.text(index - 1) in _SPECIFIERS:
        index -= 1
        if source.text(index) in (b"const", b"volatile"):
            found.insert(0, source.text(index).decode())
            ctx.drop(index, index + 1, "", kind, rule)
    return " ".join(found)


def _declarators(ctx: Context, index: int, site: Site, qualifiers: str) -> None:
    source = ctx.source
    member = _inside_struct(ctx, index)
    position, initialised = index + 1, False
    while position < ctx.function.close_brace:
        text = source.text(position)
        if text in (b"(", b"{", b"["):
            initialised = initialised or text == b"{"
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
            star = f"*{qualifiers} " if qualifiers else "*"
            ctx.insert(source.code[position + 1].start, star, EditKind.MEMORY, "memory")
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


def _legacy_names(ctx: Context) -> Iterator[int]:
    """What no other rule has taken: every identifier with a legacy name."""
    function = ctx.function
    for index in ctx.source.named("legacy", ctx.rules.concerns, function.first, function.close_brace):
        if index not in ctx.claimed:
            yield index


def _rewrite_name(ctx: Context, index: int) -> None:
    rules = ctx.rules
    name = ctx.source.text(index).decode("utf-8", "replace")
    if _qualified(ctx, index):
        return
    unified = rules.name(name)
    if unified is None or unified == name:
        if rules.is_legacy(name):
            ctx.refuse_at("L114", index, f"no rule names the unified form of {name}")
        return
    if _is_member(ctx, index):
        return
    if _unknown_call(ctx, index, name):
        ctx.refuse_at("L116", index, f"{name} is called, but no rule says what the unified library has for it")
        return
    kind = _kind(ctx, name)
    ctx.site(kind, index, name)
    drop_before(ctx, index, unified, kind, "name")
    behind = _qualifiers(ctx, index, unified, kind, "name") if unified.endswith("*") else ""
    ctx.replace_token(index, unified + behind, kind, "name")


def _qualified(ctx: Context, index: int) -> bool:
    """A name with its scopes, `Status::Ok`, that a rule names as a whole."""
    source, last = ctx.source, index + 1
    while source.text(last) == b"::" and source.code[last + 1].kind == Kind.IDENT:
        last += 2
    while last > index + 1:
        unified = ctx.rules.names.get(source.spell(index, last))
        if unified:
            ctx.site(EditKind.HELPER, index, source.spell(index, last))
            ctx.drop(index, last, unified, EditKind.HELPER, "name")
            return True
        last -= 2
    return False


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


def _converted_fields(ctx: Context) -> Iterator[tuple[int, Decl]]:
    """Assignments to a field of a kernel's struct that keeps its own enumeration: index of the =, and the field."""
    source = ctx.source
    for index in source.where(b"=", *ctx.function.body) if ctx.rules.conversions else ():
        decl = source.fact(index - 1) if source.code[index - 1].kind == Kind.IDENT else None
        if decl and decl.kind == "field" and decl.owner not in ctx.rules.names and decl.type in ctx.rules.conversions:
            yield index, decl


def _convert(ctx: Context, found: tuple[int, Decl]) -> None:
    """What is assigned passes a named conversion."""
    index, decl = found
    source, convert = ctx.source, ctx.rules.conversions[decl.type]
    end = index + 1
    while source.text(end) != b";" and end < ctx.function.close_brace:
        end += 1
    ctx.site(EditKind.HELPER, index - 1, decl.type)
    ctx.conversions.add(convert.function)
    ctx.insert(source.code[index + 1].start, f"{convert.function}(", EditKind.HELPER, "conversion")
    ctx.insert(source.code[end - 1].end, ")", EditKind.HELPER, "conversion")


MEMORY_DECLARATIONS = Rule(
    "memory-declarations",
    "Edit 10: a declaration of device memory becomes one of pointers.",
    _memory_types,
    _rewrite_memory,
    after=("calls", "prints"),
    diagnostics=("L130",),
    cases=("memory",),
)
CONVERSIONS = Rule(
    "conversions",
    "A field of a kernel's struct keeps its own enumeration: what is assigned to it passes a named conversion.",
    _converted_fields,
    _convert,
    after=("memory-declarations",),
    cases=("conversions",),
)
NAMES = Rule(
    "names",
    "Edits 3, 7 and 12: what no other rule has taken, every identifier with a legacy name.",
    _legacy_names,
    _rewrite_name,
    after=("conversions", "handle-uses", "memory-declarations", "prints"),
    diagnostics=("L114", "L116"),
    cases=("names",),
)
