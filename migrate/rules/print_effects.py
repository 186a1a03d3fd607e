"""What the arguments of a print change: a log call that is switched off does not evaluate them."""

from __future__ import annotations

from migrate.frontend.compiler.clang import is_system
from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import STRINGS
from migrate.frontend.source import Source
from migrate.rules.context import Context
from migrate.rules.effects import answers_constant, operated
from migrate.rules.pure import Known, only_computes, only_makes

_CHANGES = frozenset((b"++", b"--", b"=", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"<<=", b">>="))


def effect_in(ctx: Context, first: int, last: int) -> int | None:
    """Index of what changes something in the arguments of a print: an assignment, or a call that is not known to change nothing."""
    source, rules = ctx.source, ctx.rules
    unnamed = operated(ctx, first, last)
    while unnamed is not None and (_is_joined(source, unnamed) or _is_time(source, unnamed)):
        unnamed = operated(ctx, unnamed + 1, last)
    if unnamed is not None:
        return unnamed
    for index in range(first, last):
        token = source.code[index]
        if token.text in _CHANGES:
            return index
        if token.kind != Kind.IDENT:
            continue
        if _acts(source, index) or _is_own_manipulator(source, index):
            return index
        if _calls_template(source, index):
            if not (token.text in _TEMPLATES and source.is_of_system(index)):
                return index
            continue
        if source.text(index + 1) != b"(" or only_asks(source, index) or only_makes(source, index):
            continue
        if _reads_clock(source, index):
            continue
        name = token.text.decode("utf-8", "replace")
        called = rules.calls.get(source.call_key(index))
        address = called is not None and called.kind == "address"
        known = name in rules.answering or name in ("sizeof", "int", "strerror") or address
        if not known and not answers_constant(source, index) and not only_computes(source, index, _known(ctx)):
            return index
    return None


def _is_joined(source: Source, index: int) -> bool:
    """Whether a name is a std::string to which another text is added, by the operator of the standard library."""
    sum_ = b"+" in (source.text(index - 1), source.text(index + 1))
    beside = source.text(index - 1) in (b"+", b"(", b"<<", b",") and source.text(index + 1) in (
        b"+",
        b")",
        b"<<",
        b",",
        b";",
    )
    decls = list(source.decls(index))
    named = all(
        d.kind in ("variable", "param") and d.type.removeprefix("const ").rstrip("& ") in STRINGS for d in decls
    )
    return sum_ and beside and bool(decls) and named and not source.where(b"operator", 0, len(source.code))


def _is_time(source: Source, index: int) -> bool:
    """Whether a name is a point in time or a duration of the standard library, whose operators only compute."""
    decls = list(source.decls(index))
    times = all(
        d.kind in ("variable", "param") and (d.canonical or d.type).removeprefix("const ").startswith("std::chrono::")
        for d in decls
    )
    texts = (source.data, *(source.table.text(path) for path in source.header_paths)) if times else ()
    return bool(decls) and times and not any(b"operator" in text for text in texts)


def _is_own_manipulator(source: Source, index: int) -> bool:
    """Whether a name that is not called is a function of the project, which a stream calls."""
    decls = list(source.decls(index))
    named = source.text(index + 1) != b"(" and source.text(index - 1) != b"&"
    return named and any(d.kind in ("function", "template") and not is_system(d.file) for d in decls)


def _known(ctx: Context) -> Known:
    rules = ctx.rules
    functions = frozenset(one.encode() for one in rules.answering)
    return Known(functions, rules.tensor_types | rules.dtype_types | rules.status_types)


def _acts(source: Source, index: int) -> bool:
    """Whether a name does something without a call: a macro that calls or changes, an object with an own `->`, a class that is made."""
    name = source.text(index)
    for inner in source.table.closure([name]) if source.table.definitions(name) else ():
        for one in source.table.definitions(inner):
            if _CHANGES.intersection(one.body) or any(
                word != b"sizeof" and not source.table.definitions(word) for word in one.called
            ):
                return True
    decls = list(source.decls(index))
    if source.text(index + 1) == b"->" and decls:
        kinds = [decl.canonical or decl.type for decl in decls if decl.kind in ("variable", "param", "field")]
        return any("*" not in kind for kind in kinds)
    own = any(decl.kind == "type" and decl.name in source.own_types for decl in decls)
    return (
        own
        and source.text(index - 2) != b"sizeof"
        and source.text(index + 1) != b"::"
        and not _is_enumeration(source, name)
    )


def _is_enumeration(source: Source, name: bytes) -> bool:
    """Whether a type of the file is an enumeration, by its own name or as the alias of one."""
    words = (source.text(i - k) for i in source.where(name, 0, len(source.code)) for k in (1, 2))
    return b"enum" in words


_ASKS = frozenset(
    (
        b"size",
        b"length",
        b"empty",
        b"c_str",
        b"data",
        b"count",
        b"str",
        b"front",
        b"back",
        b"capacity",
        b"find",
        b"time_since_epoch",
        b"what",
    )
)


def only_asks(source: Source, index: int) -> bool:
    """Whether a call is one of a class of the standard library that only asks what it holds."""
    member = source.text(index - 1) in (b".", b"->") and source.text(index) in _ASKS
    own = source.text(index) == b"what" and any(
        source.text(i - 1) not in (b".", b"->") for i in source.where(b"what", 0, len(source.code))
    )  # of an exception of the source
    return member and not own and source.is_of_system(index, "method")


_TEMPLATES = frozenset(
    (b"duration", b"duration_cast", b"time_point_cast", b"max", b"min", b"get", b"pair", b"vector", b"array")
)  # of the standard library, whose calls and objects set nothing


def _calls_template(source: Source, index: int) -> bool:
    """Whether a template is called, or an object of one made, with its arguments written out."""
    return has_template_arguments(source, index) and source.text(source.behind_angles(index + 1)) == b"("


def has_template_arguments(source: Source, index: int) -> bool:
    """Whether a `<` behind a name begins arguments of a template: it is no variable that is compared, and no cast of the language."""
    named = source.text(index + 1) == b"<" and source.text(index) not in CASTS
    return named and any(decl.kind in ("template", "type", "function", "method") for decl in source.decls(index))


def _reads_clock(source: Source, index: int) -> bool:
    """Whether a call asks a clock of the standard library what time it is, and sets nothing."""
    if source.text(index) == b"now":
        return source.is_of_system(index, "method") and all(
            decl.scope.startswith("std::chrono::") or decl.owner.startswith("std::chrono::")
            for decl in source.decls(index)
        )
    given = source.spell(index + 2, source.pairs[index + 1])
    asked = source.text(index) == b"clock" or (source.text(index) == b"time" and given in ("NULL", "nullptr", "0"))
    return asked and source.text(index - 1) not in (b".", b"->") and source.is_of_system(index, "function")


CASTS = frozenset((b"static_cast", b"reinterpret_cast", b"const_cast"))
