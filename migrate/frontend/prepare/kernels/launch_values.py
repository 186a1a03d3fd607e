"""A launch whose name is no literal is a statement of its own: what a condition, a returned value or a variable gets of it is a status that it gave before."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count

from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.kernels.names import called_name, launching_functions, literal
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.receivers import receiver_start
from migrate.frontend.source import Source
from migrate.frontend.statements import selection_end, statement
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_BEFORE = (b";", b"{", b"}")


def launch_values(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    named = launching_functions(rules, source)
    name = next(one for n in count(1) if is_free(source, (one := b"launched" + b"%d" % n * (n > 1)).decode()))
    for function in source.functions if named else ():
        made = list[Replacement]()
        for index in source.calls(*function.body):
            arguments = source.arguments(index + 1)
            given = [arguments[n] for n in named.get(called_name(source, index), ()) if n < len(arguments)]
            if given and not all(literal(source, *one) for one in given):
                made += _declared(rules, source, index) or _asked(rules, source, index, name)
        if made:
            yield Change(function, tuple(made))


def _status(rules: LibraryRules, source: Source, index: int) -> bytes:
    """The type of the status that a launch gives; empty where it is no plain one."""
    kinds = {decl.type.partition("(")[0].strip() for decl in source.every_fact(index)}
    kind = kinds.pop() if len(kinds) == 1 else ""
    return kind.encode() if kind in rules.status_types else b""


def _declared(rules: LibraryRules, source: Source, index: int) -> tuple[Replacement, ...]:
    """`status_t s = launch ( name );` as a declaration and a statement."""
    start, kind = receiver_start(source, index), _status(rules, source, index)
    name, end = start - 2, source.pairs[index + 1] + 1
    first = name - 1
    plain = source.text(start - 1) == b"=" and source.text(end) == b";" and source.text(first - 1) in _BEFORE
    if not kind or not plain or source.text(first) not in (kind, b"auto") or source.has_directive(first, end + 1):
        return ()
    at = source.code[start - 1].span
    declared = Replacement(source.code[first].span, (kind,))
    return declared, Replacement(at, (b";\n" + source.text(name) + b" =",))


def _asked(rules: LibraryRules, source: Source, index: int, name: bytes) -> tuple[Replacement, ...]:
    """A condition, or a returned value, that begins with a launch: this stands in front of it."""
    start, kind = receiver_start(source, index), _status(rules, source, index)
    end, begin = source.pairs[index + 1] + 1, start
    if source.text(start - 1) == b"=":
        begin = start - 2
        if source.text(end) != b")" or source.text(begin - 1) != b"(" or not _is_status(rules, source, begin):
            return ()
    first = begin
    while source.text(first - 1) == b"(":
        first -= 1
    whole = _whole(source, first, start, end)
    if not kind or whole is None or not _is_first(source, end):
        return ()
    head, last = whole
    ahead = kind + b" " + name + b";\n" if begin == start else b""
    name = name if begin == start else source.text(begin)
    at, behind = source.code[head].start, source.code[last - 1].end
    return (
        Replacement(Span(at, at), (b"{\n", ahead, name + b" = ", source.span_of(start, end), b";\n")),
        Replacement(source.span_of(begin, end), (name,)),
        Replacement(Span(behind, behind), (b"\n}",)),
    )


def _is_status(rules: LibraryRules, source: Source, index: int) -> bool:
    """Whether a name is that of a local status or number that is given what a launch gives."""
    decls = list(source.every_fact(index))
    return bool(decls) and all(d.kind == "variable" and d.type in {*rules.status_types, "int"} for d in decls)


def _whole(source: Source, first: int, start: int, end: int) -> tuple[int, int] | None:
    """The bounds of the statement whose value or condition begins at a token: a `return`, or an `if` with its branches."""
    if source.text(first - 1) == b"return" and (first < start or source.text(end) != b";"):
        found = statement(source, first - 1)
        bounds = (first - 1, found[1] + 1) if found is not None and found[0] == first - 1 else None
    elif source.text(first) == b"(" and source.text(first - 1) == b"if":
        last = selection_end(source, first - 1)
        bounds = (first - 1, last + 1) if last is not None else None
    else:
        bounds = None
    return bounds if bounds is not None and not source.has_directive(*bounds) else None


def _is_first(source: Source, index: int) -> bool:
    """Whether nothing that may run ahead of a call stands between it and what is behind it in any case: `&&`, `||`, `?`, or the end."""
    while source.text(index) == b")":
        index += 1
    while source.text(index) not in (b")", b";", b"&&", b"||", b"?", b""):
        if source.text(index) in (b"(", b"=", b"++", b"--", b","):
            return False
        index += 1
    return True
