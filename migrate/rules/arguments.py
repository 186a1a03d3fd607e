"""Edit 17: a kernel's argument struct starts zeroed, so that a field which the legacy code leaves unset has one value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.lex import Kind
from migrate.frontend.source import Source
from migrate.frontend.statements import statement_start
from migrate.model import EditKind
from migrate.rules.context import Context
from migrate.rules.local_types import local_types
from migrate.rules.registry import Rule

_QUALIFIERS = (b"struct", b"class", b"volatile", b"const")
_NO_LOCAL = (b"static", b"extern", b"thread_local", b"typedef")  # zeroed anyway, or defined elsewhere


@dataclass(frozen=True)
class _Declarator:
    name: int  # code index
    last: int  # its last token without an initialiser
    set: bool  # it has an initialiser


def _structs(ctx: Context) -> Iterator[int]:
    """Where a declaration names the type of such a struct; also by a macro or an alias."""
    types, source = ctx.rules.argument_types, ctx.source
    found = set(source.named("arguments", types.__contains__, *ctx.function.body)) if types else set()
    for index in _variables(ctx) if types else ():
        kind = source.code[index - 1].kind == Kind.IDENT and source.text(index - 1) not in (b"auto", b"const")
        if kind and index - 1 not in found:
            found.add(index - 1)
    return iter(sorted(found))


def _variables(ctx: Context) -> Sequence[int]:
    """Names of the function's own variables of such types."""
    key = (_variables, ctx.function.first)
    if key not in ctx.source.memo:
        ctx.source.memo[key] = tuple(_own_variables(ctx))
    found: Sequence[int] = ctx.source.memo[key]
    return found


def _own_variables(ctx: Context) -> Iterator[int]:
    source, types = ctx.source, ctx.rules.argument_types
    for index in source.named("argument variables", _of_structs(ctx), *ctx.function.body):
        for decl in source.every_fact(index):
            own = decl.kind == "variable" and not decl.file and decl.offset == source.code[index].start
            if own and _kinds([decl]) & types:
                yield index
                break


def _kinds(decls: Iterable[Decl]) -> set[str]:
    """The types of variables without extents, as they are spelled, with and without their namespaces."""
    plain = {re.sub(r"\[.*", "", one).strip() for decl in decls for one in (decl.type, decl.canonical)}
    return plain | {one.rpartition("::")[2] for one in plain if "<" not in one}


def _of_structs(ctx: Context) -> Callable[[str], bool]:
    """Whether a name is that of a variable of such a type anywhere in the file."""
    known: frozenset[str] | None = ctx.source.memo.get(_of_structs)
    if known is None:
        types = ctx.rules.argument_types
        found = (d for facts in ctx.source.facts for d in facts.references.values() if d.kind == "variable")
        names = {d.name for d in found if _kinds([d]) & types}
        known = ctx.source.memo[_of_structs] = frozenset(names)
    return known.__contains__


def _unclear(ctx: Context) -> Iterator[int]:
    """Variables of such types that no declaration of a form that is understood defines."""
    source = ctx.source
    named = [d.name for index in _structs(ctx) for d in _declarators(source, index + 1)[0]]
    for index in (
        source.named("argument variables", _of_structs(ctx), *ctx.function.body) if ctx.rules.argument_types else ()
    ):
        for decl in source.every_fact(index):
            place = (
                source.index_at(decl.offset)
                if decl.kind == "variable" and not decl.file and decl.offset >= 0
                else index
            )
            if source.text(place) != source.text(index) and source.text(place) in source.table.names:
                yield index
                return
    for index in source.where(b"union", *ctx.function.body) if ctx.rules.argument_types else ():
        brace = next((i for i in (index + 1, index + 2) if source.text(i) == b"{"), index)
        closer = source.pairs.get(brace, brace)
        uses = source.where(source.text(closer + 1), closer + 2, ctx.function.close_brace)
        pointed = any(source.text(i - 1) == b"&" and source.text(i + 1) == b"." for i in uses)
        if pointed and any(source.where(t.encode(), brace, closer) for t in ctx.rules.argument_types):
            yield index
    if source.text(ctx.function.first) == b"template" and ctx.rules.argument_types:
        head = source.behind_angles(ctx.function.first + 1)
        for name in {source.text(i) for i in range(ctx.function.first, head) if source.code[i].kind == Kind.IDENT}:
            for index in source.where(name, *ctx.function.body):
                if source.code[index + 1].kind == Kind.IDENT and source.text(index + 2) == b";":
                    yield index + 1
    yield from _holders(ctx)
    for index in _variables(ctx):
        before = source.text(index - 1)
        if index not in named and before in (b",", b"(") and not source.where(b"for", index - 12, index):
            yield index


def _holders(ctx: Context) -> Iterator[int]:
    """Variables that the function leaves unset and that have such a struct as a part of them: in a struct or list of the source's own."""
    source, types = ctx.source, {name.encode() for name in ctx.rules.argument_types}
    first, last = ctx.function.body
    for index in range(first, last) if types else ():
        if source.code[index].kind != Kind.IDENT or source.text(index + 1) not in (b";", b",", b"["):
            continue
        decls = list(source.every_fact(index))
        own = [d for d in decls if d.kind == "variable" and not d.file and d.offset == source.code[index].start]
        if not own or _kinds(own) & ctx.rules.argument_types:
            continue
        end = index + 1
        while source.text(end) == b"[":
            end = source.pairs[end] + 1
        begin = statement_start(source, index)
        words = [source.text(i) for i in range(begin, index)]
        if source.text(end) not in (b";", b",") or words[-1:] in ([b"*"], [b"&"]) or b"static" in words:
            continue
        if source.text(index - 1) == b"}" and index - 1 in source.pairs:
            words = [source.text(i) for i in range(source.pairs[index - 1], index)]
            begin = statement_start(source, source.pairs[index - 1])
            if b"union" not in (
                source.text(i) for i in range(begin, index)
            ):  # its members are cleared where they stand
                words = [word for word in words if word not in types]
        if _is_lent(ctx, index) and _reaches(ctx, words, types):
            yield index


def _is_lent(ctx: Context, declared: int) -> bool:
    """Whether a variable, or a part of it, is given to something by its address, as a reference, or whole, or has a function of its own called."""
    source = ctx.source
    for index in source.where(source.text(declared), declared + 1, ctx.function.close_brace):
        last = index + 1
        while source.text(last) in (b".", b"->", b"["):
            last = source.pairs[last] + 1 if source.text(last) == b"[" else last + 2
        before = {source.text(i) for i in range(statement_start(source, index), index)}
        whole = last == index + 1 and source.text(last) in (b",", b")", b";")
        if b"&" in before or whole or source.text(last) == b"(":
            return True
    return False


def _reaches(ctx: Context, words: list[bytes], types: set[bytes]) -> bool:
    """Whether one of these types is named, as a value, in words, or in what types of the file and macros among them are."""
    source, own, known = ctx.source, local_types(ctx.source), set[bytes]()
    pending = [words]
    while pending:
        part = pending.pop()
        for text, behind in zip(part, [*part[1:], b""], strict=False):
            if text in types and behind not in (b"*", b"&"):
                return True
            if text in known:
                continue
            known.add(text)
            if text in own and behind not in (b"*", b"&"):
                pending.append([source.text(i) for i in range(own[text].first, own[text].last)])
            pending += [list(one.body) for one in source.table.definitions(text)]
    return False


def _refuse_unclear(ctx: Context, index: int) -> None:
    name = ctx.source.text(index).decode("utf-8", "replace")
    ctx.refuse_at(
        "L175",
        index,
        f"{name} is declared in a form of which it is not known whether it starts cleared; write its declaration alone",
    )


def _clear(ctx: Context, index: int) -> None:
    """`args_t api;` becomes `args_t api = {};`; where a jump gets past it, the struct is cleared behind it."""
    source = ctx.source
    before = index - 1
    while source.text(before) in _QUALIFIERS:
        before -= 1
    if source.text(before) in _NO_LOCAL:
        return
    declarators, end = _declarators(source, index + 1)
    jump = _jump(ctx, before, end) if declarators and source.text(before) != b"(" else ""
    for declarator in declarators:
        name = source.text(declarator.name).decode("utf-8", "replace")
        what = f"{source.spell(index, index + 1)} {name}"
        site = ctx.site(EditKind.ARGUMENTS, declarator.name, what, done=declarator.set)
        if declarator.set:
            continue
        if jump == "always":
            sentence = f"no statement can clear {name}: it is declared before the first label of a switch; declare it before the switch"
            ctx.refuse_at("L175", declarator.name, sentence, site)
        elif jump:
            text = f"\nmemset(&{name}, 0, sizeof({name}));"
            ctx.insert(source.code[end].end, text, EditKind.ARGUMENTS, "arguments")
        else:
            ctx.insert(source.code[declarator.last].end, " = {}", EditKind.ARGUMENTS, "arguments")


def _declarators(source: Source, index: int) -> tuple[list[_Declarator], int]:
    """The objects that a declaration defines from behind its type on, and where it ends; pointers and references are none."""
    found: list[_Declarator] = []
    while True:
        direct = source.code[index].kind == Kind.IDENT
        while source.text(index) in (b"*", b"&", b"&&", b"const"):
            index += 1
        if source.code[index].kind != Kind.IDENT:
            return found, index
        name = last = index
        while source.text(last + 1) == b"[" and last + 1 in source.pairs:
            last = source.pairs[last + 1]
        for first, end in source.attributes(last + 1, last + 3):
            last = end - 1 if first == last + 1 else last
        index = last + 1
        initialised = source.text(index) in (b"=", b"{", b"(")
        while source.text(index) not in (b",", b";", b")", b":", b""):
            index = source.behind(index)
        if direct and source.text(index) in (b",", b";") and _defines(source, name):
            found.append(_Declarator(name, last, initialised))
        if source.text(index) != b",":
            return found, index
        index += 1


def _defines(source: Source, name: int) -> bool:
    """Whether the compiler of a chip that sees the name takes it for the definition of a variable or of a field."""
    decl = source.fact(name)
    if decl is None or decl.offset != source.code[name].start or decl.kind not in ("variable", "field"):
        return False
    opener = _block(source, name - 1)
    return decl.kind == "variable" or b"union" not in (source.text(opener - 1), source.text(opener - 2))


def _block(source: Source, index: int) -> int:
    """The brace that opens the block around a token."""
    while source.text(index) != b"{":
        index = source.pairs[index] - 1 if source.text(index) in (b"}", b")", b"]") else index - 1
    return index


def _jump(ctx: Context, index: int, end: int) -> str:
    """Whether a jump gets past the declaration that ends at `end`: `always` before the first label of a switch,
    `some` where a label or a case stands behind it in its block; an initialiser is no valid C++ there."""
    source = ctx.source
    opener = _block(source, index)
    if _labels(source, end, source.pairs[opener]):
        head = source.text(opener - 1) == b")" and source.text(source.pairs[opener - 1] - 1) == b"switch"
        return "always" if head and not _labels(source, opener, index + 1) else "some"
    for label in _goto_labels(source, end, source.pairs[opener]):
        for jump in source.where(b"goto", *ctx.function.body):
            if source.text(jump + 1) == label and not index < jump < source.pairs[opener]:
                return "some"
    return ""


def _labels(source: Source, first: int, last: int) -> bool:
    """Whether cases of the switch around a range stand in it; those of a switch inside are its own."""
    index = first
    if not source.where(b"case", first, last) and not source.where(b"default", first, last):
        return False
    while index < last:
        if source.text(index) in (b"case", b"default"):
            return True
        if source.text(index) == b"switch" and index + 1 in source.pairs:
            index = source.pairs[index + 1] + 1
            index = source.pairs.get(index, index)
        index += 1
    return False


def _goto_labels(source: Source, first: int, last: int) -> list[bytes]:
    colons = source.where(b":", first, last)
    return [source.text(i - 1) for i in colons if source.text(i - 2) in (b";", b"{", b"}", b":")]


ARGUMENTS = Rule(
    "arguments",
    "Edit 17: a kernel's argument struct that the legacy code leaves uninitialised starts zeroed.",
    _structs,
    _clear,
    after=("structs",),
    diagnostics=("L175",),
    cases=("arguments",),
)
UNCLEAR_ARGUMENTS = Rule(
    "unclear-arguments",
    "A kernel's argument struct that a macro declares is refused: whether it starts zeroed is not known.",
    _unclear,
    _refuse_unclear,
    after=("arguments",),
    diagnostics=("L175",),
    cases=("arguments",),
)
