"""A call that waits, and of which a condition or what is returned is made, gets a statement of its own: the wait comes right behind it.
A success in front of it, or a variable for statuses that it is given to, is no hindrance.

Only where nothing of the statement is computed before the call, or in its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count

from migrate.frontend.flag_defaults import FALSE, TRUE
from migrate.frontend.plain_types import PLAIN
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.kernels.names import called_name
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.receivers import receiver_start
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import begins_statement, behind_value, selection_end
from migrate.frontend.temporaries import made_within
from migrate.model import Span
from migrate.project.library_rules import LibraryRules


def waiting_calls(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    free = (name for number in count(1) if is_free(source, name := f"launched{number if number > 1 else ''}"))
    for function in source.functions if source.facts else ():
        ends: set[int] = set()
        replacements: list[Replacement] = []
        for index in source.calls(*function.body):
            bounds = _statement(rules, source, function, index) if waits(rules, source, index) else None
            if bounds is None or bounds[1] in ends or made_within(source, index) is not None:
                continue
            ends.add(bounds[1])
            replacements += _apart(source, index, bounds, next(free).encode())
        if replacements:
            yield Change(function, tuple(replacements))


def waits(rules: LibraryRules, source: Source, index: int) -> bool:
    """Whether a call of the rules says by its flag that it waits."""
    name = called_name(source, index).decode("utf-8", "replace")
    rule, arguments = rules.launch.get(name), source.arguments(index + 1)
    if rule is None and rules.operator(name) is None:
        return False
    position = rule.wait if rule is not None else len(arguments) - 1
    waiting = (TRUE if rule.waits else FALSE) if rule is not None else FALSE | TRUE if rules.blocking else FALSE
    return 0 <= position < len(arguments) and source.spell(*arguments[position]) in waiting


def _statement(rules: LibraryRules, source: Source, function: Function, index: int) -> tuple[int, int] | None:
    """The first and the last token of the statement that begins by computing a call; None where it does not, or a wait has a place in it anyway."""
    begin, behind = receiver_start(source, index), source.pairs[index + 1] + 1
    if begin < 0:
        return None
    first = begin - 1
    if (
        source.text(first) == b"="
        and source.text(first - 2) == b"("
        and _is_own_status(rules, source, function, first - 1)
    ):
        first -= 2
    while source.text(first) in (b"(", b"!", b"==", b"!="):
        constant = source.text(first - 1).decode("utf-8", "replace") in rules.success
        if source.text(first) in (b"==", b"!=") and not constant:
            return None
        first -= 2 if source.text(first) in (b"==", b"!=") else 1
    alone = behind
    while source.text(alone) == b")":
        alone += 1
    if source.text(first) == b"return":
        end = behind_value(source, behind) if source.text(alone) != b";" else -1
        while end > 0 and source.text(end) == b",":
            end = behind_value(source, end + 1)
    elif source.text(first) in (b"if", b"switch") and source.text(first + 1) == b"(":
        end = selection_end(source, first) or -1
    else:
        return None
    within = function.open_brace < first and end < function.close_brace
    plain = begins_statement(source, first) and within and source.text(end) in (b";", b"}")
    return (first, end) if end > 0 and plain and not source.has_directive(first, behind + 1) else None


def _is_own_status(rules: LibraryRules, source: Source, function: Function, index: int) -> bool:
    """Whether a name is a variable of the function that holds a status, and that nothing else looks at during a wait."""
    decls, (begin, end) = list(source.every_fact(index)), (source.code[i].start for i in function.body)
    own = all(one.kind == "variable" and begin < one.offset < end for one in decls)
    kinds = {one.type for one in decls}
    return bool(decls) and own and kinds <= rules.status_types - PLAIN and not source.where(b"static", *function.body)


def _apart(source: Source, index: int, bounds: tuple[int, int], name: bytes) -> Iterator[Replacement]:
    code, (first, last) = source.code, bounds
    call = Span(code[receiver_start(source, index)].start, code[source.pairs[index + 1]].end)
    start, end = code[first].start, code[last].end
    yield Replacement(Span(start, start), (b"{\nconst auto " + name + b" = ", call, b";\n"))
    yield Replacement(call, (name,))
    yield Replacement(Span(end, end), (b"\n}",))
