"""Text that the preprocessor never gives to a compiler, `#if 0`: it goes where it has legacy code, which no rule could follow there. So does what only an
option of the build brings, where nobody knows what it is: a line that ends such a build stands for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from migrate.frontend.directives import Branch, Conditional
from migrate.frontend.lex import Kind
from migrate.frontend.option_branches import left_out, turned, unknown
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, Source
from migrate.model import Span
from migrate.project.library_rules import LibraryRules


def without_dead(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    for function in source.functions if source.facts else ():
        begin, end = source.code[function.open_brace].end, source.code[function.close_brace].start
        done = begin
        for conditional in source.conditionals_from(begin, end):
            if conditional.span.start < done or conditional.span.end > end:
                continue
            if optional := _optional(rules, source, function, conditional):
                options = " ".join(source.outcomes.options(conditional))
                line = left_out(f"what {options} brings here is not converted, since no compiler says what it is")
                yield Change(function, tuple(Replacement(branch.body, (line,)) for branch in optional))
                done = conditional.span.end
                continue
            dead = _dead(source, conditional)
            if any(_concerns(rules, source, function, branch.body) for branch in dead):
                kept = tuple(branch.body for branch in conditional.branches if branch not in dead)
                yield Change(function, (Replacement(conditional.span, kept),))
                done = conditional.span.end


def _dead(source: Source, conditional: Conditional) -> list[Branch]:
    """Branches that no compiler reads, of a conditional that asks about no macro; one that does may be meant for other builds, and stays."""
    if source.resolves(conditional) or source.outcomes.names(conditional):
        return []
    dead = [branch for branch in conditional.branches if source.outcomes.unread(branch.body.start - 1)]
    return dead if len(conditional.branches) - len(dead) <= 1 else []


def _optional(rules: LibraryRules, source: Source, function: Function, conditional: Conditional) -> list[Branch]:
    """Branches that only a build with another option has, where one of them is not plain."""
    if source.resolves(conditional):
        return []
    options = [name.encode() for name in source.outcomes.options(conditional)]
    asked = source.outcomes.names(conditional)
    if not asked or asked - {*options} or any(turned(source, name) for name in options):
        return []
    if asked <= {name.encode() for name in rules.drop_macros}:  # that conditional goes, and what it brings
        return []
    unread = [branch for branch in conditional.branches if source.outcomes.unread(branch.body.start - 1)]
    plain = all(next(unknown(rules, source, function, branch), None) is None for branch in unread)
    return [] if plain else unread


def _concerns(rules: LibraryRules, source: Source, function: Function, span: Span) -> bool:
    """Whether a text names something of the legacy library, or a parameter."""
    parameters = {source.text(parameter.name_index) for parameter in source.parameters(function)}
    first, last = source.index_at(span.start), source.index_at(span.end)
    words = {source.text(i) for i in range(first, last) if source.code[i].kind == Kind.IDENT}
    return bool(words & parameters) or any(rules.has_legacy_form(word.decode("utf-8", "replace")) for word in words)
