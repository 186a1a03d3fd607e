"""A lambda that is called where it is written, and one that a `std::function` of the function holds, get a name with `auto`, by which the other steps know them.

One that is called where it is written stands before its statement: it has no effect until it is called, and copies are made there only where nothing of the
statement comes before it. A `std::function` is called with what the lambda takes, and gives what it says.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count

from migrate.frontend.lambdas import computes, is_lambda
from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import CHANGES, bracket_around, governs
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_ENDS = (b";", b"{", b"}", b"")
_FIRST = frozenset((b"return", b"if", b"switch", b"="))
_ODD = frozenset((b"for", b"do", b"else", b"case", b"default", b"static", b"goto", b"thread_local", b":"))


def called_lambdas(rules: LibraryRules) -> Step:
    return partial(_called, rules)


def _called(rules: LibraryRules, source: Source) -> Iterator[Change]:
    free = (name for number in count(1) if is_free(source, name := f"called{number if number > 1 else ''}"))
    for function in source.functions if source.facts else ():
        for index in source.where(b"[", *function.body):
            if not is_lambda(source, index) or computes(rules, source, index):
                continue
            body = lambda_body(source, index)
            behind = source.pairs[body] + 1 if body >= 0 else -1
            start = start_of(source, index) if source.text(behind) == b"(" else -1
            if start > function.open_brace and makes_first(source, start, index):
                made = next(free).encode()
                written = source.span_of(index, behind)
                at = source.code[start].start
                before = Replacement(Span(at, at), (b"auto " + made + b" = ", written, b";\n"))
                yield Change(function, (before, Replacement(written, (made,))))
                break


def lambda_body(source: Source, index: int) -> int:
    """The brace of a lambda's body; -1 where that is not plain to see."""
    behind = source.pairs[index] + 1
    behind = source.pairs[behind] + 1 if source.text(behind) == b"(" else behind
    while source.text(behind) not in (b"{", b";", b"(", b")", b"}", b"[", b""):
        behind += 1
    return behind if source.text(behind) == b"{" and behind in source.pairs else -1


def start_of(source: Source, index: int) -> int:
    """The first token of the statement that a lambda stands in, of a block; -1 where it is another one's part, or a head is asked more than once."""
    first = index
    while source.text(first - 1) not in _ENDS:
        if governs(source, first - 1) or source.text(first - 1) in _ODD:
            return -1
        first = source.pairs.get(first - 1, first - 1) if source.text(first - 1) in (b")", b"]") else first - 1
    around = bracket_around(source, first)
    block = around is not None and source.text(around) == b"{"
    odd = source.text(first) in _ODD or source.text(first) == b"while"
    return first if block and not odd and not source.has_directive(first, index + 1) else -1


def makes_first(source: Source, start: int, index: int) -> bool:
    """Whether a lambda may be made before its statement: it sees the variables themselves, or nothing of the statement comes before it."""
    captured = [source.text(i) for i in range(index + 1, source.pairs[index])]
    refers = all(text in (b"&", b",") or captured[i - 1 : i] == [b"&"] for i, text in enumerate(captured))
    if refers:
        return True
    outer = {*source.outer(start, index), index - 1}  # of an assignment the value comes first
    if any(source.text(i) in CHANGES and i not in outer for i in range(start, index)):
        return False
    return not any(source.text(i + 1) == b"(" and source.text(i) not in (b"if", b"switch") for i in range(start, index - 1)
                   if source.code[i].kind == Kind.IDENT) and not any(
        source.text(i) in (b"++", b"--", b"&&", b"||", b"?", b",") for i in range(start, index)
    )  # fmt: skip


def held_lambdas(source: Source) -> Iterator[Change]:
    """`std::function < R ( A ) > f = [...] ( A a ) { ... };`, where `f` is only called."""
    for function in source.functions if source.facts else ():
        for index in source.where(b"function", *function.body):
            change = _held(source, function, index)
            if change is not None:
                yield change


def _held(source: Source, function: Function, index: int) -> Change | None:
    first = index - 2
    scoped = [source.text(first), source.text(index - 1)] == [b"std", b"::"] and source.text(index + 1) == b"<"
    name = source.behind_angles(index + 1) if scoped else -1
    first -= source.text(first - 1) == b"const"
    if name < 0 or source.text(first - 1) not in _ENDS or not source.is_of_system(index):
        return None
    opener, end = name + 2, name + 1
    if source.code[name].kind != Kind.IDENT or source.text(end) != b"=" or not _is_only_called(source, function, name):
        return None
    if source.text(opener) != b"[" or not is_lambda(source, opener) or source.has_directive(first, opener):
        return None
    brace, given = lambda_body(source, opener), signature(source, index + 2, name - 1)
    ends = brace >= 0 and source.text(source.pairs[brace] + 1) == b";"
    if given is None or not ends or not takes_alike(source, opener, given):
        return None
    start, text = source.code[name].start, source.text(name)
    made = [Replacement(source.span_of(first, name + 1), (b"auto " + text,))]
    made += result_of(source, opener, brace, given[0])
    return Change(function, tuple(made), retyped=frozenset((start,)))


def _is_only_called(source: Source, function: Function, name: int) -> bool:
    offset = source.code[name].start
    for index in source.where(source.text(name), *function.body):
        mine = [decl.offset == offset for decl in source.decls(index)]
        if index != name and any(mine) and (source.text(index + 1) != b"(" or source.text(index - 1) in (b"&", b".")):
            return False
    return True


def signature(source: Source, first: int, last: int) -> tuple[bytes, list[list[bytes]]] | None:
    """What `R ( A, ... )` in [first, last) gives and takes, where R is a plain type; else None."""
    opener = next((i for i in range(first, last) if source.text(i) == b"("), last)
    if opener == last or source.pairs.get(opener) != last - 1 or opener - first != 1:
        return None
    return source.text(first), [words(source, a, b) for a, b in source.arguments(opener)]


def words(source: Source, first: int, last: int) -> list[bytes]:
    """A parameter's type, without its name."""
    found = [source.text(i) for i in range(first, last)]
    named = len(found) > 1 and source.code[last - 1].kind == Kind.IDENT and found[-1] not in FUNDAMENTAL | {b"const"}
    return found[:-1] if named and found[-2] != b"::" else found


def takes_alike(source: Source, opener: int, given: tuple[bytes, list[list[bytes]]]) -> bool:
    """Whether a lambda takes what a `std::function` is called with, and gives, or is made to give, what that does."""
    returned, taken = given
    behind = source.pairs[opener] + 1
    own = [words(source, a, b) for a, b in source.arguments(behind)] if source.text(behind) == b"(" else []
    behind = source.pairs[behind] + 1 if source.text(behind) == b"(" else behind
    brace = lambda_body(source, opener)
    said = [source.text(i) for i in range(behind, brace)]
    return own == taken and said in ([], [b"->", returned])


def result_of(source: Source, opener: int, brace: int, returned: bytes) -> list[Replacement]:
    """What is written so that a lambda says what it gives."""
    said = any(source.text(i) == b"->" for i in range(source.pairs[opener], brace))
    at = source.code[brace - 1].end
    bare = source.text(source.pairs[opener] + 1) == b"{"
    text = (b" ()" if bare else b"") + b" -> " + returned
    return [] if said else [Replacement(Span(at, at), (text,))]
