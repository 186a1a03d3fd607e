"""What a branch declares and code behind its conditional may still mean: the branch becomes a block, and the names end with it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from migrate.frontend.compiler.clang import Decl, is_system
from migrate.frontend.directives import Branch, Conditional
from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.source import Source
from migrate.frontend.statements import bracket_around, statement_start
from migrate.model import Span
from migrate.rules.context import Context
from migrate.rules.handles import parameters_of
from migrate.rules.macros import has_unified_form

_ASKING = (b"if", b"while", b"switch")
_CONTROL = ("if", "while", "for", "switch", "return", "sizeof", "decltype", "alignof")
_LIST = re.compile(r"std::(?:__\w+::)?(?:vector|array|deque|list)<([\w ]+)(?:, [\w ()]+)?>")
_JOINS = frozenset((b"##", b"%:%:"))


def expanded_behind(ctx: Context, conditional: Conditional, branch: Branch) -> str | None:
    """A name that the branch declares and that a macro behind the conditional has in what it expands to."""
    source = ctx.source
    declared = {decl.name.encode() for decl in _declared(ctx, branch)} | _bindings(ctx, branch.body)
    if not declared or not source.facts:
        return None
    first, last = source.index_at(conditional.span.end), ctx.function.close_brace
    for index in source.macro_names(first, last):
        name = source.text(index)
        if not any(decl.kind == "macro" for decl in source.decls(index)) or has_unified_form(ctx, name.decode()):
            continue
        bodies = source.table.bodies([name])
        found = declared & {word for body in bodies for word in body}
        if found or any(word in _JOINS for body in bodies for word in body):
            return min(found or declared).decode("utf-8", "replace")
    return None


def kept_beyond(ctx: Context, conditional: Conditional, branch: Branch | None) -> str | None:
    """A variable of the branch whose address something that lives on behind the conditional may have."""
    if branch is None:
        return None
    source = ctx.source
    first, last = source.index_at(branch.body.start), source.index_at(branch.body.end)
    lent = [
        decl.name for decl in _declared(ctx, branch) if decl.kind == "variable" and _is_lent(ctx, decl, first, last)
    ]
    if not lent:
        return None
    behind = range(source.index_at(conditional.span.end), ctx.function.close_brace)
    used = {decl for index in behind for decl in source.every_fact(index) if decl.kind in ("variable", "param")}
    bound = _bindings(ctx, Span(source.code[ctx.function.open_brace].start, branch.body.start))
    for index in range(first, last):
        if source.text(index) in bound and source.text(index - 1) not in (b".", b"->"):
            return lent[0]
        for decl in source.every_fact(index):
            outer = decl.kind in ("variable", "param") and not branch.body.start <= decl.offset < branch.body.end
            if outer and _may_point(ctx, decl) and (decl in used or _reaches_others(decl) or _has_alias(ctx, decl)):
                return lent[0]
    return None


def _reaches_others(decl: Decl) -> bool:
    """Whether what lives on may be reached through a variable, under whatever name: a pointer or reference to what can be changed, or an object
    that may hold one."""
    kind = re.sub(r"\s*\[\w*\]", "", decl.canonical or decl.type).strip()
    if not {"*", "&"} & {*kind}:
        return "::" in kind or "<" in kind
    while kind.removesuffix("const").rstrip()[-1:] in ("*", "&"):
        kind = kind.removesuffix("const").rstrip()
        kind = kind.rstrip("& ") if kind.endswith("&") else kind[:-1].rstrip()
        constant = kind.endswith("const") or (kind.startswith("const ") and kind[-1] not in "*&")
        number = _is_number(kind) and "char" not in kind.split()
        if not constant and not number:  # what is reached must be able to hold an address
            return True
    return "(" in kind


def _has_alias(ctx: Context, decl: Decl) -> bool:
    """Whether an object may be known under another name as well: its address is taken, or a reference is made from it."""
    source = ctx.source
    name = decl.name.encode()
    for index in source.where(name, ctx.function.open_brace, ctx.function.close_brace):
        if decl not in source.every_fact(index) or source.code[index].start == decl.offset:
            continue
        taken = source.text(index - 1) == b"&" and source.code[index - 2].kind not in (Kind.IDENT, Kind.NUMBER)
        if (taken and source.text(index - 2) not in (b")", b"]")) or _is_bound(ctx, index):
            return True
    return False


def _is_bound(ctx: Context, index: int) -> bool:
    """Whether a declaration that has a token in its initialiser declares a reference, or names for parts of it."""
    source, start = ctx.source, statement_start(ctx.source, index)
    for at in range(start, index):
        declared = [d for d in source.every_fact(at) if d.kind == "variable" and d.offset == source.code[at].start]
        if any("&" in d.type for d in declared) or (source.text(at) == b"[" and source.text(at - 1) == b"&"):
            return True
    return False


def _declared(ctx: Context, branch: Branch) -> Iterator[Decl]:
    """Of the branch itself, enumerators included: what a block in it declares ends there anyway."""
    source = ctx.source
    index, last = source.index_at(branch.body.start), source.index_at(branch.body.end)
    while index < last:
        if source.code[index].kind == Kind.IDENT:
            yield from (
                decl for decl in source.decls(index) if decl.offset == source.code[index].start and not decl.file
            )
        skipped = source.text(index) == b"{" and not _names_outside(ctx, index)
        index = source.pairs[index] + 1 if skipped else index + 1


def _names_outside(ctx: Context, brace: int) -> bool:
    """Whether what stands in braces is named without them: an enumeration's constants, an anonymous union's members."""
    source = ctx.source
    head = [source.text(index) for index in range(statement_start(source, brace), brace)]
    if b"enum" in head:
        return not {b"class", b"struct", b"=", b"("} & {*head}
    return head[-1:] == [b"union"] and source.text(source.pairs[brace] + 1) == b";"


def _bindings(ctx: Context, span: Span) -> set[bytes]:
    """Names of structured bindings, which the compiler's interface does not give."""
    source = ctx.source
    openers = source.where(b"[", source.index_at(span.start), source.index_at(span.end))
    bound = [i for i in openers if i in source.pairs and b"auto" in (source.text(i - 1), source.text(i - 2))]
    inner = (index for opener in bound for index in range(opener + 1, source.pairs[opener]))
    return {source.text(index) for index in inner if source.code[index].kind == Kind.IDENT}


def _is_lent(ctx: Context, decl: Decl, first: int, last: int) -> bool:
    """Whether something may have the address of a variable, or of a part of it, other than a launch of its struct."""
    source = ctx.source
    for index in source.where(decl.name.encode(), first, last):
        if source.code[index].start == decl.offset or index in ctx.claimed:
            continue
        if (
            source.text(index - 1) == b"("
            and source.text(index - 2) in (b"sizeof", *_ASKING)
            and _is_value(ctx, decl, index)
        ):
            continue
        grouped = source.text(index - 1) == b"(" and source.code[index - 2].kind != Kind.IDENT
        if grouped or source.text(index - 1) == b"&" or not _is_value(ctx, decl, index):
            return True
        if _is_taken_by_reference(ctx, index) or _is_made_an_object(ctx, index):
            return True
        start = statement_start(source, index)
        if any(source.text(i) == b"&" and source.text(i + 1) == b"(" for i in range(start, index)):
            return True
    return False


def _is_taken_by_reference(ctx: Context, index: int) -> bool:
    """Whether what a variable is an argument of, or a part of a list of, may keep where it is."""
    source, rules = ctx.source, ctx.rules
    opener = bracket_around(source, index)
    if opener is None or opener <= ctx.function.open_brace:
        return False
    if source.text(opener) == b"{" and source.text(opener - 1) not in (b";", b"{", b"}", b")", b"else", b"do", b"try"):
        return not _holds_numbers(ctx, opener)
    head = opener - 1
    name = source.text(head).decode("utf-8", "replace")
    known = (rules.launch, rules.calls, rules.checks, rules.safe_calls, rules.prints, rules.provided, _CONTROL)
    if source.text(opener) != b"(" or source.code[head].kind != Kind.IDENT or any(name in names for names in known):
        return False
    if name in _GIVES_ONE and all(is_system(one.file) for one in source.decls(head)):
        start = head - 2 if source.text(head - 1) == b"::" else head
        return source.text(start - 1) in (b"&", b"(") or _is_bound(ctx, start) or _is_taken_by_reference(ctx, start)
    position = next((n for n, (first, last) in enumerate(source.arguments(opener)) if first <= index < last), 0)
    kinds = list(parameters_of(ctx, head))
    return not kinds or any(position >= len(types) or _may_keep(source, types[position]) for types in kinds)


_GIVES_ONE = ("min", "max")  # of what they are given, which they keep nowhere


def _may_keep(source: Source, kind: str) -> bool:
    """Whether what a parameter of a type is given may be found through it later: a reference, or a class that is made of it."""
    return bool({"&", "<"} & {*kind}) or kind.removeprefix("const ") in source.own_types


def _is_made_an_object(ctx: Context, index: int) -> bool:
    """Whether an object of a class of the project may be made of a variable, or be handed it by an operator."""
    source, end = ctx.source, index
    while source.text(end) not in (b";", b"{", b"}", b""):
        end += 1
    for at in range(statement_start(source, index), end):
        kinds = {(one.canonical or one.type).rstrip("& ") for one in source.every_fact(at) if one.kind in _OBJECTS}
        own = {kind.removeprefix("const ") for kind in kinds} & source.own_types
        if own and source.text(at + 1) not in (b".", b"->", b";", b","):
            return True
    return False


_OBJECTS = ("variable", "param", "field")


def _holds_numbers(ctx: Context, opener: int) -> bool:
    """Whether a list is what a variable of numbers, a tensor or a kernel's struct begins with."""
    source, rules = ctx.source, ctx.rules
    while source.text(opener - 1) in (b"{", b",") and source.text(opener) == b"{":
        outer = bracket_around(source, opener)
        if outer is None:
            return False
        opener = outer
    at = opener - 1 - (source.text(opener - 1) == b"=")
    while source.text(at) == b"]":
        at = source.pairs[at] - 1
    launched = {launch.args for launch in ctx.launches}
    plain = rules.argument_types | rules.tensor_types | launched
    kinds = {re.sub(r"\s*\[\w*\]", "", one.canonical or one.type) for one in source.every_fact(at)}
    names = {re.sub(r"\s*\[\w*\]", "", one.type) for one in source.every_fact(at)}
    return bool(kinds) and (all(map(_is_number, kinds)) or {one.removeprefix("const ") for one in names} <= plain)


def _is_value(ctx: Context, decl: Decl, index: int) -> bool:
    """Whether a use of a variable is of a number, or of one in it: a name of an array, a method, or the whole of an object may be kept."""
    source, kind = ctx.source, decl.canonical or decl.type
    if _is_number(kind):
        return True
    dimensions = kind.count("[")
    last = index + 1
    while dimensions and source.text(last) == b"[":
        last, dimensions = source.pairs[last] + 1, dimensions - 1
    if dimensions:
        return False
    if _is_number(kind.partition("[")[0]):
        return True
    while source.text(last) == b".":
        inner = [one.canonical or one.type for one in source.every_fact(last + 1) if one.kind == "field"]
        last += 2
        while source.text(last) == b"[":
            inner = [re.sub(r"\[\d*\]", "", one, count=1) for one in inner]
            last = source.pairs[last] + 1
        if inner and all(map(_is_number, inner)):
            return True
    return False


def _is_number(kind: str) -> bool:
    return FUNDAMENTAL.issuperset(word.encode() for word in kind.split())


def _may_point(ctx: Context, decl: Decl) -> bool:
    """Whether a variable can hold an address: anything but a number, a tensor and a kernel's struct."""
    rules, kind = ctx.rules, (decl.canonical or decl.type).replace("const ", "")
    bare = kind.partition("[")[0].strip()
    spelled = decl.type.replace("const ", "").strip()
    if spelled in rules.handle_types or (spelled in rules.memory_types and "*" not in spelled):
        return False  # which pointer one is made of is the runtime's own matter
    if "*" in kind or "&" in kind:
        return True
    known = (rules.argument_types, rules.tensor_types, rules.dtype_types, rules.status_types, rules.handle_types)
    named = {bare, decl.type.replace("const ", "").partition("[")[0].strip()}
    launched = {launch.args for launch in ctx.launches}
    if "[" in kind and "char" in bare.split():
        return True  # the bytes of anything
    if (listed := _LIST.fullmatch(bare)) and _is_number(listed[1]):
        return False
    return not (_is_number(bare) or any(named & types for types in (*known, rules.memory_types, launched)))
