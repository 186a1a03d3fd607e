"""What the arguments of a call do: whether something else may be computed before them or behind."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from migrate.frontend.lambdas import is_lambda
from migrate.frontend.lex import Kind
from migrate.frontend.prepare.scalars import is_scalar
from migrate.frontend.receivers import KEYWORDS
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import CHANGES, parenthesis_around

_MEMBER = (b".", b"->")
_NAME = re.compile(rb"[A-Za-z_]\w*")


def changes_nothing(
    source: Source, function: Function, first: int, opener: int, asked: tuple[int, int] | None = None
) -> bool:
    """Whether the arguments of a call, whose first token and parenthesis are given, change nothing that an expression without effects is made of,
    `asked` where it is known: it may be computed before them or behind."""
    inside = range(opener + 1, source.pairs[opener])
    if any(source.text(i) in CHANGES for i in inside) or source.has_directive(first, source.pairs[opener]):
        return False
    called = [i for i in source.calls(inside.start, inside.stop) if source.text(i) != b"sizeof"]
    if any(_does_something(source, source.text(i)) for i in inside if source.text(i) in source.table.names):
        return False
    called = [i for i in called if source.text(i) not in source.table.names]
    begin, end = source.code[opener].start, source.code[source.pairs[opener]].start
    if any(begin < at < end for facts in source.facts for at in facts.unnamed):
        return False
    if any(_runs_conversion(source, i) for i in inside):
        return False
    others = [i for i in called if not _takes_values(source, i)]
    if not others:
        return not called or not _shares(source, function) or (asked is not None and _is_own(source, function, asked))
    return asked is not None and _is_own(source, function, asked, others)


def _is_own(source: Source, function: Function, asked: tuple[int, int], called: Sequence[int] = ()) -> bool:
    """Whether an expression is made of numbers of the function alone, to which nothing else leads, and which the functions called are not given."""
    names = [i for i in range(*asked) if source.code[i].kind == Kind.IDENT]
    begin, end = function.span.start, function.span.end
    numbers = all(
        decl.kind in ("variable", "param") and begin <= decl.offset < end and not decl.file and is_scalar(decl.type)
        for i in names
        for decl in source.every_fact(i)
    ) and all(source.every_fact(i) for i in names)
    if not numbers or any(source.text(i) in (b"*", b"[", b"->", b".", b"::") for i in range(*asked)):
        return False
    given = {source.text(i) for one in called for i in range(one, source.pairs[one + 1])}
    bound = any(
        "&" in decl.type
        for i in range(function.open_paren, function.body[1])
        for decl in source.every_fact(i)
        if decl.kind == "variable" and decl.offset == source.code[i].start
    )
    static = source.where(b"static", *function.body)
    uses = [i for n in {source.text(i) for i in names} for i in source.where(n, *function.body)]
    led_to = any(_leads_to(source, i) for i in uses)
    return not (bound or static or led_to or has_lambda(source, function) or given & {source.text(i) for i in names})


def _is_lent(source: Source, index: int) -> bool:
    """Whether a variable of the function is neither read nor set where it is named, as far as the compilers know: an object may refer to it from then on."""
    if source.text(index - 1) in (*_MEMBER, b"::", b"++", b"--") or source.text(index + 1) in (
        *CHANGES,
        *_MEMBER,
        b"[",
    ):
        return False
    decls = [d for d in source.every_fact(index) if d.kind in ("variable", "param")]
    declared = any(d.offset == source.code[index].start for d in decls)
    return bool(decls) and not declared and not source.reads(index)


def _runs_conversion(source: Source, index: int) -> bool:
    """Whether a name is that of an object of a class that is not copied: it may be converted, by a function that no name tells."""
    kinds = [d.canonical or d.type for d in source.every_fact(index) if d.kind in ("variable", "param", "field")]
    objects = [kind for kind in kinds if not is_scalar(kind) and not {"*", "["} & {*kind}]
    if not objects or source.text(index - 1) == b"&" or source.text(index + 1) in (*_MEMBER, b"[", b"("):
        return False
    of_size = source.text(index - 1) == b"(" and source.text(index - 2) == b"sizeof"
    return not of_size and not _is_copied(source, index, {kind.removeprefix("const ") for kind in objects})


def _is_copied(source: Source, index: int, kinds: Collection[str]) -> bool:
    """Whether an object is an argument of a function that takes such a one, and does not change it."""
    opener = parenthesis_around(source, index)
    place = next((i for i, (a, b) in enumerate(source.arguments(opener)) if (a, b) == (index, index + 1)), -1)
    decls = list(source.every_fact(opener - 1)) if source.code[opener - 1].kind == Kind.IDENT else []
    taken = [d.takes[place] if d.kind == "function" and place < len(d.takes) else "" for d in decls]
    same = bool(taken) and place >= 0 and {kind.removeprefix("const ").rstrip("& ") for kind in taken} <= {*kinds}
    return same and source.reads(index)


def _leads_to(source: Source, index: int) -> bool:
    """Whether the address of a variable is taken where it is named, or a function may get a reference to it."""
    if _is_lent(source, index):
        return True
    first, last = index, index + 1
    while source.text(first - 1) == b"(" and source.pairs.get(first - 1) == last:
        first, last = first - 1, last + 1
        called = source.code[first - 1]
        if called.kind == Kind.IDENT and called.text not in KEYWORDS:
            return not _takes_numbers(source, first - 1)
    if source.text(first - 1) == b"&":
        return True
    if source.text(first - 1) not in (b"(", b",") or source.text(last) not in (b",", b")"):
        return False
    opener = parenthesis_around(source, first)
    called = source.code[opener - 1]
    return called.kind == Kind.IDENT and called.text not in KEYWORDS and not _takes_numbers(source, opener - 1)


def _takes_numbers(source: Source, index: int) -> bool:
    """Whether a function takes none of its arguments by reference."""
    decls = list(source.every_fact(index))
    return bool(decls) and all(d.kind == "function" and "&" not in "".join(d.takes) for d in decls)


def _does_something(source: Source, macro: bytes) -> bool:
    """Whether what a macro stands for may be more than a value that is computed."""
    return any(
        word in CHANGES or word in (b"[", b"{", b"&", b"##") or (behind == b"(" and _NAME.fullmatch(word) is not None)
        for body in source.table.bodies([macro])
        for word, behind in zip(body, (*body[1:], b""), strict=True)
    )


def _takes_values(source: Source, index: int) -> bool:
    """Whether a function gets copies alone."""
    decls = list(source.every_fact(index))
    return bool(decls) and all(d.kind == "function" and not {"&", "*"} & {*"".join(d.takes)} for d in decls)


def _shares(source: Source, function: Function) -> bool:
    """Whether something else in a function may lead to its variables."""
    begin, end = function.body
    if has_lambda(source, function):
        return True
    taken = (source.code[i - 1].text in (b"(", b",", b"=", b"return", b"{") for i in source.where(b"&", begin, end))
    if any(taken) or any(_is_lent(source, i) for i in range(begin, end) if source.code[i].kind == Kind.IDENT):
        return True
    return any(
        "&" in d.type and d.offset == source.code[i].start
        for i in range(function.open_paren, end)
        for d in source.every_fact(i)
        if d.kind in ("variable", "param")
    )


def has_lambda(source: Source, function: Function) -> bool:
    return any(is_lambda(source, i) for i in source.where(b"[", *function.body))
