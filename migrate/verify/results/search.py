"""Inputs that kernels compute: what the trace proof's search accepted, and what single changes of it lead to where a kernel refuses that."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from migrate.verify.results.moves import NUMBERS, InputSet, moves, tensor_count
from migrate.verify.trace.inputs import Outcome, elements, variations
from migrate.verify.trace.process import CallResult
from migrate.verify.trace.search import MOST_ELEMENTS, repair
from migrate.verify.trace.session import Case, Computing, Pair, Traced

SETS = 6  # of inputs per function and chip
ENOUGH = 2  # with fewer the search goes on
BUDGET = 700  # calls of the legacy build for one function
BATCH = 12  # changes of one state before the next one's turn
REPAIRS = 12  # attempts to satisfy a check that a change breaks


@dataclass
class _Judge:
    """What the legacy build with real kernels says of inputs."""

    traced: Traced
    computing: Computing
    pair: Pair
    budget: int = BUDGET
    said: dict[str, str] = field(default_factory=dict)

    def refusal(self, inputs: InputSet) -> str | None:
        """Empty where the kernels compute; None where these inputs were asked about before or nothing is left to ask with."""
        key = repr((sorted(inputs.values.items()), inputs.contents, inputs.seed))
        if key in self.said or self.budget <= 0 or elements(inputs.values) > MOST_ELEMENTS:
            return None
        self.budget -= 1
        signature = self.traced.legacy_signatures[self.pair.legacy]
        result = self.computing.legacy.call(signature, self.pair.legacy, inputs.values, inputs.data)
        said = self.said[key] = self._why(inputs, result)
        if said and (result.outcome.accepted or any("fault" in event for event in result.events)):
            self.computing.legacy.close()  # a fault stays with the device
        return said

    def _why(self, inputs: InputSet, result: CallResult) -> str:
        fault = next((event["fault"] for event in result.events if "fault" in event), "")
        if fault or not result.outcome.accepted:
            return str(fault or _outcome(result.outcome))
        # Legacy code that does not look at the status of a launch goes on without its kernel.
        case = Case("", inputs.values, True)
        expected = self.traced.expected(self.pair, self.traced.legacy_signatures[self.pair.legacy], case)
        wanted = [step.what for step in expected.steps if step.cores]
        launched = [event["kernel"] for event in result.events if event["event"] == "launch"]
        missing = [name for name in wanted if name not in launched]
        return f"the firmware has no kernel {missing[0]}" if missing and len(launched) < len(wanted) else ""


def _outcome(outcome: Outcome) -> str:
    return outcome.died or f"`{outcome.check}` in line {outcome.line} fails"


def find_sets(traced: Traced, computing: Computing, pair: Pair, cases: Sequence[Case]) -> tuple[list[InputSet], str]:
    """Sets of inputs that the legacy build computes, and what its kernels say of others where these are too few."""
    judge = _Judge(traced, computing, pair)
    found: list[InputSet] = []
    starts: dict[str, tuple[InputSet, str]] = {}
    last = ""
    for case in cases:
        start = InputSet(case.values, NUMBERS * tensor_count(case.values), title=case.title)
        said = judge.refusal(start)
        if said == "":
            found.append(start)
        elif said:
            last = said
            starts.setdefault(_kind(said), (start, said))
        if len(found) == SETS:
            break
    if len(found) < ENOUGH:
        found += _searched(judge, starts)
        found += _varied(judge, found)
    return found[:SETS], last


def computes(traced: Traced, computing: Computing, pair: Pair, inputs: InputSet) -> bool:
    """Whether the legacy build computes these inputs."""
    return _Judge(traced, computing, pair).refusal(inputs) == ""


def _searched(judge: _Judge, starts: dict[str, tuple[InputSet, str]]) -> list[InputSet]:
    """Goes on from inputs that were refused for a reason that was not met before; from all of them in turn, the newest first."""
    known = set(starts)
    open_: list[Iterator[InputSet]] = [moves(start, judge.traced.names, why) for start, why in starts.values()]
    while open_ and judge.budget > 0:
        for tried in reversed(open_):
            batch = list(islice(tried, BATCH))
            if not batch:
                open_.remove(tried)
            for move in batch:
                changed = replace(move, title="found by the kernels' answers")
                said = judge.refusal(changed)
                if said and said.startswith("`"):  # a check of the legacy code: the rest is made to fit
                    fitting = _fitting(judge, changed)
                    changed, said = fitting or changed, judge.refusal(fitting) if fitting else None
                if said == "":
                    return [changed]
                if said and _kind(said) not in known:
                    known.add(_kind(said))
                    open_.append(moves(changed, judge.traced.names, said))
    return []


def _fitting(judge: _Judge, inputs: InputSet) -> InputSet | None:
    """The inputs with others changed until the legacy code's own checks pass."""
    traced, legacy = judge.traced, judge.traced.legacy_signatures[judge.pair.legacy]

    def attempt(values: dict) -> Outcome:
        return traced.legacy.zero.call(legacy, legacy.name, values).outcome

    found, _ = repair(inputs.values, traced.names, attempt, random.Random(0), REPAIRS)
    if found is None or tensor_count(found) != len(inputs.contents):
        return None
    return replace(inputs, values=found)


def _varied(judge: _Judge, found: Sequence[InputSet]) -> list[InputSet]:
    more: list[InputSet] = []
    for start in found[:1]:
        judge.budget = max(judge.budget, SETS * 10)
        for title, values in variations(start.values, judge.traced.names):
            if tensor_count(values) == len(start.contents):
                inputs = replace(start, values=values, title=title)
                if judge.refusal(inputs) == "":
                    more.append(inputs)
                if len(more) == SETS:
                    break
    return more


def _kind(said: str) -> str:
    """What a refusal is about, without its numbers."""
    return re.sub(r"\d+", "0", said)
