"""Variables of a function that live on: one library serves all chips now, and what the first chip's call left there is there for the others. Constants
that are the same on all chips stay."""

from __future__ import annotations

import re
from collections.abc import Iterator

from migrate.frontend.compiler.clang import is_system
from migrate.frontend.lex import Kind
from migrate.frontend.source import Source
from migrate.frontend.statements import block_around
from migrate.rules.context import Context
from migrate.rules.local_types import local_types
from migrate.rules.registry import Rule

_EXTENTS = re.compile(r"(?:\[\d*\])+$")
_LIVES_ON = (b"static", b"thread_local")


def _statics(ctx: Context) -> Iterator[int]:
    source = ctx.source
    for word in _LIVES_ON:
        for index in source.where(word, *ctx.function.body):
            chips = _seeing(source, index)
            end = _end(source, index, ctx.function.close_brace)
            if len(chips) > 1 and not (_is_constant(source, index, end) and _is_of_all(ctx, index, end, chips)):
                yield index
    yield from _of_types(ctx)


def _is_constant(source: Source, index: int, end: int) -> bool:
    """Whether nothing gives what is declared another value than its first."""
    names = [i for i in range(index, end) if _declares(source, i)]
    decls = (decl for i in names for decl in source.decls(i) if decl.kind == "variable")
    kinds = {_EXTENTS.sub("", decl.canonical or decl.type) for decl in decls}
    return bool(kinds) and all(
        (kind.startswith("const ") and not {"*", "&"} & set(kind)) or kind.endswith("*const") for kind in kinds
    )


def _declares(source: Source, index: int) -> bool:
    start = source.code[index].start
    return source.code[index].kind == Kind.IDENT and any(decl.offset == start for decl in source.decls(index))


def _is_of_all(ctx: Context, first: int, last: int, chips: frozenset[str]) -> bool:
    """Whether a declaration, and those of the constants that it is made of, are the same on all chips."""
    source, known = ctx.source, set[int]()
    begin, end = ctx.function.body
    pending = [(first, last)]
    while pending:
        part = pending.pop()
        if _differs(source, *part, chips) or not _of_constants(source, *part):
            return False
        for name in range(*part):
            decl = source.fact(name) if source.code[name].kind == Kind.IDENT else None
            local = decl is not None and source.code[begin].start <= decl.offset < source.code[end].start
            if decl is None or decl.kind != "variable" or decl.offset in known or decl.file or not local:
                continue
            known.add(decl.offset)
            at = source.index_at(decl.offset)
            declared = (at, _end(source, at, end))
            if declared[0] not in range(first, last) and not _is_constant(source, at, at + 1):
                return False  # what it is by then is not followed
            pending.append(declared)
    return True


def _of_types(ctx: Context) -> Iterator[int]:
    """Of types of the source that the function names: variables of their functions that live on."""
    source = ctx.source
    for one in local_types(source).values():
        uses = [i for name in one.names for i in source.where(name, ctx.function.first, ctx.function.close_brace)]
        if uses and any(_lives_in_method(source, one.first, i) for i in _written(source, one.first, one.last)):
            yield uses[0]


def _written(source: Source, first: int, last: int) -> list[int]:
    return [index for word in _LIVES_ON for index in source.where(word, first, last)]


def _lives_in_method(source: Source, first: int, index: int) -> bool:
    """Whether a word stands in the body of a function of a type, and what it declares is no literal."""
    opener = first
    while source.text(opener) not in (b"{", b";", b""):
        opener += 1
    in_body = source.text(opener) == b"{" and index > opener and block_around(source, index) != opener
    end = _end(source, index, source.pairs.get(opener, index))
    literal = _is_constant(source, index, end) and all(
        source.code[i].kind != Kind.IDENT or _declares(source, i) or source.text(i) in _OF_LITERALS
        for i in range(index, end)
    )
    return in_body and not literal


_OF_LITERALS = frozenset(b"static const constexpr int unsigned long short char bool float double true false".split())


def _refuse(ctx: Context, index: int) -> None:
    what = "of the function " if ctx.function.open_brace < index < ctx.function.close_brace else ""
    message = f"a variable {what}that lives on is no constant that is the same on all chips; the library serves all chips in one process"
    ctx.refuse_at("L160", index, message)


def _end(source: Source, index: int, last: int) -> int:
    """The semicolon of a declaration."""
    while index < last and source.text(index) not in (b";", b"}"):
        index = source.behind(index)
    return index


def _seeing(source: Source, index: int) -> frozenset[str]:
    return frozenset(chip.name for chip in source.chips if source.sees(chip, source.code[index].start))


def _differs(source: Source, first: int, last: int, chips: frozenset[str]) -> bool:
    """Whether tokens [first, last) are not the same on all of these chips."""
    for index in range(first, last):
        if chips & _seeing(source, index) not in (chips, frozenset()):
            return True
        macro = source.code[index].kind == Kind.IDENT and source.text(index) in source.table.names
        if macro and any(map(source.table.differs, source.table.closure((source.text(index),)))):
            return True
    return False


def _of_constants(source: Source, first: int, last: int) -> bool:
    """Whether what tokens [first, last) declare gets its value without a call or a parameter: the same one whoever comes first. What can be changed in it
    all the same (`mutable`, what a pointer leads to) is none."""
    own = [one for one in local_types(source).values() if _is_mutable(source, one.first, one.last)]
    for index in range(first, last):
        text = source.text(index)
        if text in _ACTING or _is_lambda(source, index) or any(text in one.names for one in own):
            return False
        if source.code[index].kind != Kind.IDENT or _declares(source, index):
            continue
        macro = text in source.table.names
        bodies = (one for name in source.table.closure((text,)) for one in source.table.definitions(name))
        if macro and any(one.parameters or {*one.called} or _ACTING.intersection(one.body) for one in bodies):
            return False
        if any(
            decl.kind in ("param", "function", "method")
            and not (text in _OF_PROCESS and is_system(decl.file) and not _sets_environment(source))
            for decl in source.every_fact(index)
        ):
            return False
        kinds = {decl.canonical or decl.type for decl in source.every_fact(index) if decl.kind == "variable"}
        if not macro and any("const" not in kind.split() or {"*", "&"} & {*kind} for kind in kinds):
            return False
    return True


# What they say is the same whichever chip asks first: the process's environment, and what a text is as a number.
_OF_PROCESS = frozenset(
    b"getenv atoi atol atoll atof strtol strtoul strtoll strtoull strtod strcmp strncmp strlen".split()
)
_SETS = (b"setenv", b"putenv", b"unsetenv", b"clearenv", b"environ")


def _sets_environment(source: Source) -> bool:
    """Whether code of the file may change what the environment says."""
    return any(source.where(name, 0, len(source.code)) for name in _SETS)


_ACTING = frozenset((b"new", b"delete", b"++", b"--", b"throw"))


def _is_lambda(source: Source, index: int) -> bool:
    before = source.code[index - 1]
    return source.text(index) == b"[" and before.kind != Kind.IDENT and before.text not in (b"]", b")")


def _is_mutable(source: Source, first: int, last: int) -> bool:
    """Whether a type has functions, or parts that can be changed where it is constant."""
    return any(
        source.text(i) in (b"mutable", b"&", b"(") or (source.text(i) == b"*" and not _of_constant_text(source, i))
        for i in range(first, last)
    )


def _of_constant_text(source: Source, index: int) -> bool:
    return {source.text(index - 1), source.text(index - 2)} == {b"const", b"char"}


STATICS = Rule(
    "statics",
    "A variable of a function that lives on is refused where it is no constant that is the same on all chips.",
    _statics,
    _refuse,
    after=("lifetimes", "macros"),
    diagnostics=("L160",),
    cases=("limits",),
)
