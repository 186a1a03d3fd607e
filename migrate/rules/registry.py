"""Rules as registered objects: what one looks for, what it makes of it, and which others have to come before it.

No order is written down as a whole: a rule names those whose claims or edits it relies on, and the order follows from that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from migrate.rules.context import Context

Match = Any  # what a rule's `match` gives and its `edits` take: a code index, a span, a value of the rule's own type


@dataclass(frozen=True)
class Rule:
    """One kind of edit.

    `match` finds places one after the other, `edits` adds the edits of one place to the context, all or none, or a refusal. `after`
    has the rules that must have run: their claimed tokens are not this rule's, or it looks at their edits. `diagnostics` are the ids
    of the refusals and intended differences that it gives, `cases` the test cases that show it.
    """

    name: str
    doc: str
    match: Callable[[Context], Iterable[Match]]
    edits: Callable[[Context, Match], None]
    after: tuple[str, ...] = ()
    diagnostics: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()

    def apply(self, ctx: Context) -> None:
        for match in self.match(ctx):
            self.edits(ctx, match)


class OrderError(ValueError):
    """Rules that wait for each other, or for one that does not exist."""


def ordered(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """The rules so that each stands behind those that it names; where nothing decides, by name."""
    known = {rule.name: rule for rule in rules}
    if len(known) != len(rules):
        raise OrderError("two rules have one name")
    if missing := {name for rule in rules for name in rule.after} - known.keys():
        raise OrderError(f"no rule is called {', '.join(sorted(missing))}")
    found: dict[str, Rule] = {}
    while len(found) < len(known):
        ready = sorted(n for n, rule in known.items() if n not in found and all(a in found for a in rule.after))
        if not ready:
            raise OrderError(f"these rules wait for each other: {', '.join(sorted(known.keys() - found.keys()))}")
        found[ready[0]] = known[ready[0]]
    return tuple(found.values())


def whole_function(_: Context) -> Iterable[None]:
    """The match of a rule that looks at the function as a whole."""
    return (None,)
