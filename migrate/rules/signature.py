"""Edits 1, 2, 4, 5 and 6: the function's name, its handle, the parameter that goes, and the implementation behind the handle."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from migrate.frontend.lex import Kind
from migrate.frontend.source import Function, ParameterTokens, Source
from migrate.frontend.statements import voided
from migrate.model import EditKind
from migrate.project.library_rules import LibraryRules
from migrate.project.snippets import places
from migrate.rules.context import Context, Passing
from migrate.rules.registry import Rule, whole_function
from migrate.rules.scopes import drop_before

_INLINE = frozenset((b"inline", b"__inline", b"__inline__"))
_SHARED = _INLINE | {b"constexpr", b"consteval", b"template"}


def _rewrite_signature(ctx: Context, _: None) -> None:
    _linkage(ctx)
    _name(ctx)
    _return_type(ctx)
    _handle(ctx)
    _non_blocking(ctx)
    _passed(ctx)
    _attributes(ctx)
    _defaults(ctx)
    _exceptions(ctx)
    _constant(ctx)


def _attributes(ctx: Context) -> None:
    """What says that a parameter may stay unused concerns the warnings of one build, and is no part of a declaration."""
    source = ctx.source
    for parameter in ctx.parameters:
        for first, last in source.attributes(parameter.first, parameter.last):
            words = {source.text(i) for i in range(first, last) if source.code[i].kind == Kind.IDENT}
            if words <= _UNUSED and first not in ctx.claimed:
                ctx.drop(first, last, "", EditKind.HELPER, "attribute")


_UNUSED = frozenset((b"maybe_unused", b"gnu", b"unused", b"__unused__", b"__attribute__"))
_LITERAL = re.compile(r"-?[0-9][\w.]*|true|false|nullptr")


def _defaults(ctx: Context) -> None:
    """Defaults that another declaration of a helper has: the output has the definition alone."""
    prototype = ctx.prototypes.get(ctx.function.name)
    if not ctx.helper or prototype is None or len(prototype.parameters) != len(ctx.parameters):
        return
    for known, own in zip(prototype.parameters, ctx.parameters, strict=True):
        words = [ctx.source.text(i) for i in range(own.first, own.last)]
        if known.default is not None and b"=" not in words and _LITERAL.fullmatch(known.default):
            ctx.insert(ctx.source.code[own.last - 1].end, f" = {known.default}", EditKind.HELPER, "default")


def _constant(ctx: Context) -> None:
    """A constexpr function in which the unified form calls something that is none: clang takes it, other compilers do not."""
    source, function = ctx.source, ctx.function
    if not source.where(b"constexpr", function.first, function.name_index):
        return
    checks = [name.encode() for name in (*ctx.rules.checks, *ctx.rules.safe_calls)]
    calls = [index for name in checks for index in source.where(name, *function.body)]
    for index in calls or ([function.name_index] if ctx.passed else []):
        message = (
            "in the unified form the function calls what is no constant, so it cannot be constexpr; make it inline"
        )
        ctx.refuse_at("L180", index, message)


def _exceptions(ctx: Context) -> None:
    """`noexcept` goes: a failed check or call throws in the unified library, and its entry makes a status of that."""
    source, function = ctx.source, ctx.function
    for index in source.where(b"noexcept", function.close_paren, function.open_brace):
        last = source.pairs[index + 1] if source.text(index + 1) == b"(" else index
        ctx.drop(index, last + 1, "", EditKind.HELPER, "noexcept")
    for index in source.where(b"noexcept", *function.body):
        message = "noexcept asks what may throw, which is not the same in the unified library; write the value"
        ctx.refuse_at("L176", index, message)


def _linkage(ctx: Context) -> None:
    """A function that no header declares belongs to its file, and so does a helper: the header that has it is included by several. The language
    of an operator's name is what the public header says: that one is read by C compilers too."""
    source, function = ctx.source, ctx.function
    words = [source.text(i) for i in range(function.first, function.name_index)]
    for index in range(function.first, function.name_index):
        if _exports(source, source.text(index)):
            ctx.drop(index, index + 1, "", EditKind.HELPER, "linkage")
    if ctx.handle is not None and not ctx.internal:
        if words[:1] == [b"extern"]:
            language = source.code[function.first + 1].kind == Kind.STRING
            ctx.drop(function.first, function.first + 1 + language, "", EditKind.HELPER, "linkage")
        for index in range(function.first, function.name_index):  # its definition is in one source, for all others
            if source.text(index) in _INLINE:
                ctx.drop(index, index + 1, "", EditKind.HELPER, "linkage")
        return
    helper = ctx.handle is None and not _SHARED.intersection(words)
    expanded = any(b"static" in body for body in source.table.bodies(words))
    if b"static" in words or expanded or not (ctx.internal or helper):
        return
    if words[:1] == [b"extern"]:
        language = source.code[function.first + 1].kind == Kind.STRING
        ctx.drop(function.first, function.first + 1 + language, "static", EditKind.HELPER, "internal")
    else:
        first = function.first
        while source.text(first) == b"template":
            first = source.behind_angles(first + 1)
        ctx.insert(source.code[first].start, "static ", EditKind.HELPER, "internal")


_EXPORT = frozenset(
    (
        b"extern",
        b'"C"',
        b"__attribute__",
        b"(",
        b")",
        b"visibility",
        b"__visibility__",
        b'"default"',
        b"used",
        b"__used__",
    )
)


def _exports(source: Source, name: bytes) -> bool:
    """Whether a macro says only that other libraries may call the function: the public header says so in its own way."""
    found = source.table.definitions(name) if name in source.table.names else ()
    return bool(found) and all(not one.parameters and _EXPORT.issuperset(one.body) for one in found)


def _name(ctx: Context) -> None:
    function = ctx.function
    rules = ctx.rules
    unified = rules.function(function.name, ctx.internal) if ctx.handle else rules.name(function.name)
    ctx.claimed.add(function.name_index)
    if unified and unified != function.name:
        ctx.site(EditKind.NAME, function.name_index, function.name)
        ctx.replace_token(function.name_index, unified, EditKind.NAME, "name")


def _return_type(ctx: Context) -> None:
    function = ctx.function
    for index in range(function.first, function.name_index):
        name = ctx.source.text(index).decode("utf-8", "replace")
        if name in ctx.rules.status_types and (name in ctx.rules.names or ctx.handle):
            ctx.site(EditKind.RETURN_TYPE, index, name)
            unified = ctx.rules.names.get(name) or ctx.rules.unified.status
            drop_before(ctx, index, unified, EditKind.RETURN_TYPE, "return-type")
            ctx.replace_token(index, unified, EditKind.RETURN_TYPE, "return-type")


def _handle(ctx: Context) -> None:
    handle, source = ctx.handle, ctx.source
    if not handle:
        if ctx.rules.operator(ctx.function.name) and any(_is_unnamed_handle(ctx, p) for p in ctx.parameters):
            ctx.refuse_at("L103", ctx.function.name_index, "its handle has no name; give the parameter one")
        return
    ctx.site(EditKind.HANDLE, handle.name_index, source.text(handle.name_index).decode("utf-8", "replace"))
    if ctx.handle_position:
        _handle_first(ctx, handle)
        return
    if ctx.rules.names.get(handle.type, ""):
        ctx.drop(handle.first, handle.name_index, ctx.rules.names[handle.type] + " ", EditKind.HANDLE, "handle")
    ctx.replace_token(handle.name_index, ctx.handle_name, EditKind.HANDLE, "handle")


def _is_unnamed_handle(ctx: Context, parameter: ParameterTokens) -> bool:
    return ctx.source.spell(parameter.first, parameter.last) in ctx.rules.handle_types


def _handle_first(ctx: Context, handle: ParameterTokens) -> None:
    """A handle behind other parameters becomes the first one."""
    code = ctx.source.code
    ctx.drop(handle.first - 1, handle.last, "", EditKind.HANDLE, "handle")
    text = declared_handle(ctx) + (", " if ctx.own_parameters else "")
    ctx.insert(code[ctx.parameters[0].first].start, text, EditKind.HANDLE, "handle")


def declared_handle(ctx: Context) -> str:
    assert ctx.handle is not None
    return f"{ctx.rules.names.get(ctx.handle.type, ctx.handle.type)} {ctx.handle_name}"


def _passed(ctx: Context) -> None:
    """What a helper is given by its callers stands before its own parameters, behind its handle."""
    if not ctx.passed:
        return
    source, function, form = ctx.source, ctx.function, ctx.rules.unified
    declared = [ctx.emit(form.passed[one]) for one in passed_in_order(ctx.rules, ctx.passed)]
    text = ", ".join(declared)
    if ctx.handle is not None:
        ctx.insert(source.code[ctx.handle.last - 1].end, f", {text}", EditKind.HANDLE, "passed")
        return
    arguments = source.arguments(function.open_paren)
    if len(arguments) == 1 and source.spell(*arguments[0]) == "void":
        ctx.drop(*arguments[0], text, EditKind.HANDLE, "passed")
        return
    behind = ", " if arguments else ""
    ctx.insert(source.code[function.open_paren].end, text + behind, EditKind.HANDLE, "passed")


def passed_in_order(rules: LibraryRules, passed: Collection[str]) -> list[str]:
    return [name for name in rules.unified.passed if name in passed]


def _passing_calls(ctx: Context) -> Iterator[int]:
    """Calls of helpers that are given something."""
    return passing_calls(ctx.passing, ctx.source, ctx.function)


def passing_calls(passing: Passing, source: Source, function: Function) -> Iterator[int]:
    """Where a function calls helpers that are given something, with template arguments or without."""
    for name in passing:
        for index in source.where(name.encode(), *function.body):
            if source.opener(index) >= 0 and is_passing(passing, source, index):
                yield index


def is_passing(passing: Passing, source: Source, index: int) -> bool:
    """Whether an identifier is one of the functions that are given something, by what the compiler says of it."""
    if source.text(index).decode("utf-8", "replace") not in passing or source.text(index - 1) in (b".", b"->"):
        return False
    decls = list(source.every_fact(index))
    return not decls or any(decl.kind in ("function", "template") and not decl.file for decl in decls)


def _pass(ctx: Context, index: int) -> None:
    source, name = ctx.source, ctx.source.text(index).decode("utf-8", "replace")
    given = passed_in_order(ctx.rules, ctx.passing[name])
    values = [ctx.handle_name if one == "handle" else ctx.emit("{" + one + "}") for one in given]
    opener = source.opener(index)
    arguments = source.arguments(opener)
    if "handle" in given or not arguments:
        behind = ", " if arguments else ""
        ctx.insert(source.code[opener].end, ", ".join(values) + behind, EditKind.HANDLE, "passed")
    else:
        ctx.insert(source.code[arguments[0][1] - 1].end, ", " + ", ".join(values), EditKind.HANDLE, "passed")


def _handle_uses(ctx: Context) -> Iterator[int]:
    """Uses of the handle that no other rule took away, and of another thing that is called like its new name."""
    source, function, handle = ctx.source, ctx.function, ctx.handle
    new = ctx.handle_name.encode()
    if not handle or source.text(handle.name_index) == new:
        return
    old = source.text(handle.name_index)
    first, last = function.body
    for index in source.where(old, first, last):
        if index not in ctx.claimed and source.text(index - 1) not in (b".", b"->", b"::"):
            yield index
    for index in source.where(new, first, last):
        if source.text(index - 1) not in (b".", b"->", b"::"):
            yield index


def _rename_handle(ctx: Context, index: int) -> None:
    name = ctx.handle_name
    if ctx.source.text(index) == name.encode():
        ctx.refuse_at("L101", index, f"the name {name} is already used in this function; rename it there")
    else:
        ctx.replace_token(index, name, EditKind.HANDLE, "handle")


def _non_blocking(ctx: Context) -> None:
    """The last parameter goes. What it was used for besides being passed on is another rule's or refused."""
    last, source = ctx.flag, ctx.source
    if last is None:
        return
    ctx.site(EditKind.NON_BLOCKING, last.name_index, "parameter")
    before = source.code[last.first - 1]
    start = before.start if before.text == b"," else source.code[last.first].start
    end = source.code[last.last - 1].end
    ctx.add([ctx.edit(start, end, "", EditKind.NON_BLOCKING, "non-blocking")])
    ctx.claimed.update(range(last.first - 1, last.last))


def _non_blocking_uses(ctx: Context) -> Iterator[int]:
    """Uses of the parameter that no rule took away."""
    flag = ctx.flag or (ctx.parameters[-1] if ctx.parameters and not ctx.handle else None)
    name = ctx.source.text(flag.name_index) if flag else b""
    if name.decode("utf-8", "replace") not in ctx.rules.flags:
        return
    yield from (index for index in ctx.source.where(name, *ctx.function.body) if index not in ctx.claimed)


def _refuse_non_blocking(ctx: Context, index: int) -> None:
    source = ctx.source
    if (silenced := voided(source, index)) is not None:
        ctx.drop(*silenced, "", EditKind.NON_BLOCKING, "non-blocking")
        return
    name = source.text(index).decode("utf-8", "replace")
    ctx.refuse_at("L102", index, f"{name} decides something here; the unified operator never waits")


def _spelled_otherwise(ctx: Context) -> str:
    """What to do where a parameter is a pointer or reference to a handle of the rules, or the rules name one and it is none."""
    known = {_BESIDE_NAME.sub("", kind): kind for kind in ctx.rules.handle_types}
    found = (parameter.type for parameter in ctx.parameters if _BESIDE_NAME.sub("", parameter.type) in known)
    kind = next(found, "")
    own = known.get(_BESIDE_NAME.sub("", kind), "")
    return f"; the rules' types.handle has '{own}', and it takes '{kind}': name that one" if kind else ""


_BESIDE_NAME = re.compile(r"\bconst\b|\bstruct\b|[*&\s]")


def _insert_prologue(ctx: Context, _: None) -> None:
    """The variables of the unified form that the function needs, each behind those that its declaration names."""
    brace = ctx.source.code[ctx.function.open_brace]
    opening = (ctx.notes.opening,) if ctx.notes.opening else ()
    values = "".join(f"\n    {text}" for text in (*opening, *ctx.notes.locals))
    declared = _declared(ctx)
    if not declared:
        if values:
            ctx.insert(brace.end, values, EditKind.NAME, "parameters")
        return
    if not ctx.handle and "handle" not in ctx.passed:
        ctx.needs.add("handle")
        message = "needs the implementation but has no handle parameter to get it from" + _spelled_otherwise(ctx)
        ctx.refuse_at("L103", ctx.function.name_index, message)
        return
    text = "".join(f"\n    {ctx.emit(declaration)}" for declaration in declared)
    ctx.site(EditKind.IMPLEMENTATION, ctx.function.open_brace, "implementation behind the handle")
    ctx.insert(brace.end, text + values, EditKind.IMPLEMENTATION, "prologue")


def _declared(ctx: Context) -> list[str]:
    """Declarations of the variables that are named, and of those that these name."""
    variables = ctx.rules.unified.variables
    needed, pending = set[str](), sorted(ctx.notes.variables)
    while pending:
        name = pending.pop()
        if name not in needed and name not in ctx.passed:
            needed.add(name)
            pending += [other for other in places(variables[name]) if other in variables]
    return [text for name, text in variables.items() if name in needed and name not in ctx.passed]


SIGNATURE = Rule(
    "signature",
    "Edits 1, 2, 4 and 5: name, return type, handle, and the parameter for not waiting, which goes.",
    whole_function,
    _rewrite_signature,
    after=("cuts", "macros", "lambdas", "aborts", "places"),
    diagnostics=("L103", "L176", "L180"),
    cases=("halve", "non_blocking"),
)
PASSED = Rule(
    "passed",
    "Edit 4: helpers that need what only an operator has are given it by their callers.",
    _passing_calls,
    _pass,
    after=("calls", "signature"),
    diagnostics=("L101",),
    cases=("helper_given_the_handle",),
)
HANDLE_USES = Rule(
    "handle-uses",
    "Edit 4: uses of the handle that no other rule took away.",
    _handle_uses,
    _rename_handle,
    after=("signature", "calls", "structs"),
    diagnostics=("L101",),
    cases=("names",),
)
NON_BLOCKING_USES = Rule(
    "non-blocking-uses",
    "Edit 5: a use of the parameter for not waiting that no rule took away cannot be kept; `(void) non_blocking;` goes.",
    _non_blocking_uses,
    _refuse_non_blocking,
    after=("arranged-calls",),
    diagnostics=("L102",),
    cases=("non_blocking",),
)
PROLOGUE = Rule(
    "prologue",
    "Edit 6: the variables of the unified form, such as the implementation behind the handle, where the function needs them.",
    whole_function,
    _insert_prologue,
    after=("conditionals", "passed"),
    diagnostics=("L103",),
    cases=("halve", "memory"),
)
