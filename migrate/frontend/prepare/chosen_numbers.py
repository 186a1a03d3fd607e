"""An expression that chooses one of several things, as one for the number of it; -1 where there is none."""

from __future__ import annotations

from collections.abc import Callable

from migrate.frontend.prepare.chip_branches import Text
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.source import Source
from migrate.frontend.statements import conditional_operator, without_parentheses
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_NULL, _NONE = (b"nullptr", b"NULL", b"0"), b"-1"

One = Callable[[int, int], Text | None]


def number_of(source: Source, first: int, last: int, none: Callable[[int], None], one: One) -> Text | None:
    """The expression [first, last) as one for a number; None where it is not understood. `one`: what is chosen, without a condition; `none`: told where
    there may be none."""
    first, last = without_parentheses(source, first, last)
    if first >= last or source.has_directive(first, last):
        return None
    if last - first == 1 and source.text(first) in _NULL:
        none(first)
        return (_NONE,)
    parts = conditional_operator(source, first, last)
    if parts is None:
        return one(first, last)
    question, colon = parts
    yes = number_of(source, question + 1, colon, none, one)
    no = number_of(source, colon + 1, last, none, one)
    condition = Span(source.code[first].start, source.code[question - 1].end)
    return (condition, b" ? ", *yes, b" : ", *no) if yes is not None and no is not None else None


def asked_for_none(source: Source, rules: LibraryRules, use: int) -> Replacement | None:
    """A test whether there is a name, or a function; a check is one."""
    name, before, after = source.text(use), source.text(use - 1), source.text(use + 1)
    if after in (b"==", b"!=") and source.text(use + 2) in _NULL and source.text(use + 3) in (b")", b"&&", b"||", b"?"):
        return Replacement(source.code[use + 2].span, (_NONE,))
    if after not in (b")", b"&&", b"||", b"?"):
        return None
    if before == b"!":
        span = Span(source.code[use - 1].start, source.code[use].end)
        return Replacement(span, (b"(" + name + b" == " + _NONE + b")",))
    tests = (b"if", b"while", *(name.encode() for name in rules.checks))
    test = source.text(use - 2) in tests if before == b"(" else before in (b"&&", b"||")
    if before == b"(" and after in (b"&&", b"||", b"?"):
        test = True
    return Replacement(source.code[use].span, (b"(" + name + b" != " + _NONE + b")",)) if test else None
