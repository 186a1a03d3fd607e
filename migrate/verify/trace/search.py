"""Search for inputs that a function takes: the check that fails is solved, and what that breaks is solved in turn."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from migrate.verify.trace.inputs import (
    Inputs,
    Names,
    Outcome,
    _balanced,
    elements,
    learned,
    random_change,
    solve,
    split_top,
    uniform,
)

Attempt = Callable[[Inputs], Outcome]
Operands = Callable[[Inputs, str], "tuple[int, int] | None"]
DEPTH = 7  # checks solved one after the other to get past one
BRANCHES = 4  # ways tried for each
MOST_ELEMENTS = 1 << 20  # of all tensors together: more costs memory and shows nothing more
LAST_TRIES = 100  # attempts to get past a check that always fails


@dataclass
class _Search:
    """Attempts made so far; `budget` counts down with each new one."""

    names: Names
    attempt: Attempt
    rng: random.Random
    budget: int
    operands: Operands
    tried: dict[str, Outcome] = field(default_factory=dict)

    def outcome(self, candidate: Inputs) -> Outcome | None:
        """None where these inputs have been tried or nothing is left to try with."""
        key = _key(candidate)
        if key in self.tried or self.budget <= 0 or elements(candidate) > MOST_ELEMENTS:
            return None
        self.budget -= 1
        self.tried[key] = self.attempt(candidate)
        return self.tried[key]

    def chase(self, start: Inputs, failed: Outcome, target: int, depth: int) -> tuple[Inputs, Outcome] | None:
        """Inputs that fail behind line `target` or pass, by solving the failed check, then the one that fails then."""
        for candidate in self.moves(start, failed.check)[: BRANCHES if depth < DEPTH else None]:
            outcome = self.outcome(candidate)
            if outcome is None or outcome.died:
                continue
            if outcome.accepted or outcome.line > target:
                return candidate, outcome
            if depth > 1:
                further = self.chase(candidate, outcome, target, depth - 1)
                if further:
                    return further
        return None

    def moves(self, start: Inputs, check: str) -> list[Inputs]:
        alternatives = [part for clause in split_top(check, "||") for part in split_top(clause, "&&")]
        whole = start
        for part in alternatives:  # all parts of a conjunction at once
            whole = next(iter(solve(_strip(part), whole, self.names)), whole)
        solved = [m for part in alternatives for m in solve(_strip(part), start, self.names)]
        if len(alternatives) == 1 and self.strange(start, check):
            values = self.operands(start, check)
            solved = ([*learned(_strip(check), start, self.names, values)] if values else []) or solved
        return [*solved, whole]

    def strange(self, start: Inputs, check: str) -> set[str]:
        """Words of a check that are no inputs: values of the function's own."""
        words = set(re.findall(r"\b[A-Za-z_]\w*", check))
        return words - set(start) - set(self.names.dtype_of) - {"dim", "dtype", "shape", "stride"}

    def other_kind(self, best: tuple[Inputs, Outcome]) -> tuple[Inputs, Outcome] | None:
        """Behind a branch for the dtypes or ranks that a function has no code for there is nothing to solve: the others are tried."""
        if best[1].check != "false":
            return None
        for candidate in uniform(best[0], self.names):
            outcome = self.outcome(candidate)
            if outcome and not outcome.died and (outcome.accepted or outcome.line > best[1].line):
                return candidate, outcome
        return None

    def random(self, start: Inputs, check: str) -> Inputs:
        words = set(re.findall(r"\w+", check))
        if self.strange(start, check) and self.rng.random() < 0.5:  # such a value may come from any input
            words = set()
        return random_change(words, start, self.names, self.rng)


def repair(
    start: Inputs,
    names: Names,
    attempt: Attempt,
    rng: random.Random,
    budget: int = 600,
    operands: Operands = lambda inputs, check: None,
) -> tuple[Inputs | None, Outcome]:
    """Inputs that pass every check, found from `start`; None and the outcome of the furthest ones otherwise.

    `operands` tells both sides of a comparison that inputs fail, where something knows them."""
    search = _Search(names, attempt, rng, budget, operands)
    outcome = search.outcome(start)
    assert outcome is not None
    best = start, outcome
    current = best
    while not best[1].accepted and search.budget > 0:
        if current[1].died:
            break
        if best[1].check == "false":  # no implementation, or none for this dtype or mode
            search.budget = min(search.budget, LAST_TRIES)
        found = search.chase(*current, best[1].line, DEPTH) or search.other_kind(best)
        if found:
            best = current = found
            continue
        step = search.random(current[0] if rng.random() < 0.3 else best[0], best[1].check)
        result = search.outcome(step)
        if result is None:
            search.budget -= 1
        elif not result.died:
            current = step, result
            if result.accepted or result.line > best[1].line:
                best = current
    return (best[0], best[1]) if best[1].accepted else (None, best[1])


def _strip(text: str) -> str:
    text = text.strip()
    while text.startswith("(") and text.endswith(")") and _balanced(text[1:-1]):
        text = text[1:-1].strip()
    return text


def _key(inputs: Inputs) -> str:
    return repr(sorted(inputs.items(), key=lambda item: item[0]))
