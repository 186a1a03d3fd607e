"""The cases of one function: inputs that the legacy build takes, varied, and inputs that each of its checks refuses."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from migrate.verify.trace import inputs
from migrate.verify.trace.search import Operands, repair
from migrate.verify.trace.session import Case, Pair, Traced
from migrate.verify.trace.signature import Signature

ACCEPTED = 36  # accepted sets of inputs per function and chip
PER_CHECK = 3  # refused ones per check
SEEDS = 3
FORCED = 40  # attempts to accept inputs with one thing given
_OPERANDS = re.compile(r"\((-?\d+) vs (-?\d+)\)$")
NOWHERE = "the legacy code has no implementation for"


def find_cases(traced: Traced, pair: Pair) -> tuple[list[Case], str]:
    """All cases, accepted ones first; where none is accepted, why."""
    signature = traced.legacy_signatures[pair.legacy]
    refused: dict[tuple[int, str], list[inputs.Inputs]] = {}

    def attempt(values: inputs.Inputs) -> inputs.Outcome:
        outcome = traced.legacy.zero.call(signature, signature.name, values).outcome
        if not outcome.ok and not outcome.died and outcome.check:
            sets = refused.setdefault((outcome.line, outcome.check), [])
            if len(sets) < PER_CHECK and values not in sets:
                sets.append(values)
        return outcome

    def operands(values: inputs.Inputs, check: str) -> tuple[int, int] | None:
        """What the unified build says of the same check: the legacy one prints no values."""
        found = _OPERANDS.search(traced.check_failed(pair, values, check))
        return (int(found[1]), int(found[2])) if found else None

    base, outcome = None, inputs.Outcome(False)
    for seed in range(SEEDS):
        start, rng = inputs.default_inputs(signature), random.Random(seed)
        base, outcome = repair(start, traced.names, attempt, rng, operands=operands)
        if base is not None or outcome.check == "false":
            break
    if base is None:
        reason = outcome.died or f"no inputs found that pass `{outcome.check}` in line {outcome.line}"
        if outcome.check == "false":
            reason = f"{NOWHERE} {traced.chip.name}"
        return _refused(refused), reason
    refused.clear()  # those on the way to accepted inputs break several checks at once
    cases = [Case("plain", base, True), Case("plain, memory of ones", base, True, 1)]
    seen = {repr(sorted(base.items()))}
    for title, values in inputs.variations(base, traced.names):
        key = repr(sorted(values.items()))
        if key not in seen and attempt(values).accepted and len(cases) < ACCEPTED:
            cases.append(Case(title, values, True))
        seen.add(key)
    for title, values in _forced(traced, signature, base, operands):
        key = repr(sorted(values.items()))
        if key not in seen and len(cases) < ACCEPTED:
            cases.append(Case(title, values, True))
        seen.add(key)
    for values in inputs.violations(base):
        key = repr(sorted(values.items()))
        if key not in seen and attempt(values).accepted and len(cases) < ACCEPTED and not _number_changed(base, values):
            cases.append(Case("one place changed", values, True))
        seen.add(key)
    return cases + _refused(refused), ""


def _forced(
    traced: Traced, signature: Signature, base: inputs.Inputs, operands: Operands
) -> Iterator[tuple[str, inputs.Inputs]]:
    """Inputs in which one thing is as it is not in `base`, with the rest changed until the legacy build accepts them."""

    def attempt(values: inputs.Inputs) -> inputs.Outcome:
        return traced.legacy.zero.call(signature, signature.name, values).outcome

    for title, start, holds in inputs.forced(base):
        if attempt(start).accepted:
            continue  # one of the variations
        found, _ = repair(start, traced.names, attempt, random.Random(0), FORCED, operands)
        if found is not None and holds(found):
            yield title, found


def _number_changed(base: inputs.Inputs, values: inputs.Inputs) -> bool:
    """A number far out of range that no check refuses: an axis of 100 makes the legacy code read anywhere."""
    return any(isinstance(v, int | float) and v != base[k] for k, v in values.items())


def _refused(found: dict[tuple[int, str], list[inputs.Inputs]]) -> list[Case]:
    return [
        Case(f"refused by `{check}`", values, False, 0, check) for (_, check), sets in found.items() for values in sets
    ]
