"""A call that waits in the condition of a `do` loop, in the first or the last part of a `for`, or in an `if` or `switch` that declares something first,
comes to stand in a form that the other steps know: a statement, or the condition of an `if`, at the place where it is computed.

The condition of a `do` loop, and the step of a `for`, are asked at the beginning of each turn but the first: `continue` still leads there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count

from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.prepare.waits.calls import waits
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import begins_statement, bracket_around, branch_end, selection_end
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_HEADS = frozenset((b"if", b"switch", b"while", b"for"))
_LEAVE = b"if ( !( "


def waiting_heads(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    free = (name for number in count(1) if is_free(source, name := f"again{number if number > 1 else ''}"))
    for function in source.functions if source.facts else ():
        done, replacements = set[int](), list[Replacement]()
        for index in source.calls(*function.body):
            head = _head(source, index) if waits(rules, source, index) else -1
            if head >= 0 and head not in done:
                done.add(head)
                replacements += _apart(source, function, head, index, free)
        if replacements:
            yield Change(function, tuple(replacements))


def _head(source: Source, index: int) -> int:
    """The word in front of the parenthesis that a token is in the head of; -1 where it is in no head."""
    opener = bracket_around(source, index) or 0
    while source.text(opener) == b"(" and source.text(opener - 1) not in _HEADS:
        opener = bracket_around(source, opener) or 0
    return opener - 1 if source.text(opener) == b"(" else -1


def _apart(source: Source, function: Function, head: int, index: int, free: Iterator[str]) -> list[Replacement]:
    closer = source.pairs[head + 1]
    if source.text(head) == b"while":
        return _do_loop(source, function, head, closer, free)
    if not begins_statement(source, head) or source.has_directive(head, closer + 2):
        return []
    ends = [i for i in source.outer(head + 2, closer) if source.text(i) == b";"]
    if source.text(head) == b"for":
        return _for_loop(source, head, ends, index, free) if len(ends) == 2 else []
    return _declaring(source, head, ends[0]) if len(ends) == 1 else []


def _do_loop(source: Source, function: Function, head: int, closer: int, free: Iterator[str]) -> list[Replacement]:
    word = _do_of(source, head)
    if word < 0 or source.text(closer + 1) != b";":
        return []
    jumps = source.where(b"goto", *function.body) or any(source.where(w, word, head) for w in (b"case", b"default"))
    if jumps or source.has_directive(word, word + 2) or source.has_directive(head - 1, closer + 2):
        return []
    name = next(free).encode()
    opening = (b"for ( bool ", name, b" = false; ; ", name, b" = true )\n{\nif ( ", name, b" )\n{\n", _LEAVE)
    condition = source.span_of(head + 2, closer)
    leave = (condition, b" ) )\n{\nbreak;\n}\n}\n")
    return [
        Replacement(source.span_of(word, word + 1), (*opening, *leave)),
        Replacement(source.span_of(head, closer + 2), (b"\n}",)),
    ]


def _do_of(source: Source, head: int) -> int:
    """The `do` of a loop whose `while` is given; -1 where there is none, or what it governs governs another statement."""
    if source.text(head - 1) == b"}":
        word = source.pairs.get(head - 1, 0) - 1
        return word if source.text(word) == b"do" else -1
    first = head - 1
    while first > 0 and source.text(first - 1) not in (b";", b"{", b"}", b"do"):
        first = source.pairs.get(first - 1, first - 1) if source.text(first - 1) in (b")", b"]") else first - 1
    alone = source.text(head - 1) == b";" and source.text(first - 1) == b"do"
    return first - 1 if alone and branch_end(source, first) == head - 1 else -1


def _for_loop(source: Source, head: int, ends: list[int], index: int, free: Iterator[str]) -> list[Replacement]:
    closer = source.pairs[head + 1]
    last = branch_end(source, closer + 1)
    if last is None or source.text(closer + 1) == b";":
        return []
    begin, behind = Span(source.code[head].start, source.code[head].start), source.code[last].end
    if index < ends[0]:
        first = source.span_of(head + 2, ends[0] + 1)
        return [
            Replacement(begin, (b"{\n", first, b"\n")),
            Replacement(first, (b" ;",)),
            Replacement(Span(behind, behind), (b"\n}",)),
        ]
    if index < ends[1] or any(source.text(i) in (b"=", b",") for i in source.outer(ends[0] + 1, ends[1])):
        return []
    name = next(free).encode()
    step, condition = source.span_of(ends[1] + 1, closer), (ends[0] + 1, ends[1])
    leave: tuple[bytes | Span, ...] = ()
    if condition[0] < condition[1]:
        leave = (_LEAVE, source.span_of(*condition), b" ) )\n{\nbreak;\n}\n")
    opening = (b"{\nbool ", name, b" = false;\nfor ( ", source.span_of(head + 2, ends[0] + 1))
    turns = (b" ; ", name, b" = true )\n{\nif ( ", name, b" )\n{\n", step, b";\n}\n", *leave)
    return [
        Replacement(source.span_of(head, closer + 1), (*opening, *turns)),
        Replacement(Span(behind, behind), (b"\n}\n}",)),
    ]


def _declaring(source: Source, head: int, end: int) -> list[Replacement]:
    """An `if` or `switch` behind what it declares, both in a block."""
    closer = source.pairs[head + 1]
    last = selection_end(source, head)
    if last is None or end + 1 == closer:
        return []
    begin, behind = source.code[head].start, source.code[last].end
    declared = source.span_of(head + 2, end + 1)
    return [
        Replacement(Span(begin, begin), (b"{\n", declared, b"\n")),
        Replacement(declared, ()),
        Replacement(Span(behind, behind), (b"\n}",)),
    ]
