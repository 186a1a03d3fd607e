"""The projection proof of a torch-side file: converting the text of one chip alone gives the converted file as that chip runs it.

It proves that guards were resolved rightly, not the rewriting. Where a guard became a test of the device, the output is reduced to the
block that the chip takes. Where the branch of a chip only refuses, the call is made now and the library answers NOT_SUPPORTED: such a guard
is an intended difference, and the rest of the file is compared as if the chip had the branch that stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from migrate.frontend.lex import match_texts, shown, texts
from migrate.frontend.torch.source import TorchSource
from migrate.model import Chip, Proof
from migrate.project.torch_rules import TorchRules
from migrate.rules.torch.guard import GuardPlan, test_text


def check(
    source: TorchSource,
    chips: Sequence[Chip],
    rules: TorchRules,
    plans: Sequence[GuardPlan],
    output: bytes,
    left: int,
    convert: Callable[[bytes], bytes],
) -> list[Proof]:
    """One proof per chip for a file with guards. `convert` converts a text with the rules of the file, without proofs; `left`: its refusals."""
    if not plans:
        return []
    if any(plan.action == "refuse" for plan in plans):
        reason = "a guard stays, with its marker, for a person to decide"
        return [Proof("projection", source.path, "not-run", reason, chip.name) for chip in chips]
    tests = _tests(plans, rules)
    stream = tuple(texts(rules.stream.expression.encode()))

    def compared(chip: Chip) -> Proof:
        sides = (reduce(texts(t), tests, chip) for t in (convert(specialise(source, chips, chip, plans)), output))
        expected, got = _without_streams(*sides, stream)
        if left and expected != got:
            reason = f"{left} places of the file stay for a person, and what depends on them with them"
            return Proof("projection", source.path, "not-run", reason, chip.name)
        return _check_chip(chip, plans, expected, got, source.path)

    return [compared(chip) for chip in chips]


def _check_chip(chip: Chip, plans: Sequence[GuardPlan], expected: list[bytes], got: list[bytes], path: str) -> Proof:
    if expected == got:
        answered = sum(
            plan.action == "keep" and plan.keep >= 0 and chip.name not in plan.guard.chips[plan.keep] for plan in plans
        )
        plural = "s" if answered != 1 else ""
        detail = f"but for {answered} guard{plural} whose branch for this chip only refuses: the library answers now"
        return Proof("projection", path, "equal", detail if answered else "", chip.name)
    place = next(
        (i for i, (a, b) in enumerate(zip(expected, got, strict=False)) if a != b), min(len(expected), len(got))
    )
    detail = f"token {place}: `{shown(b' '.join(expected[place : place + 5]))}` alone, `{shown(b' '.join(got[place : place + 5]))}` merged"
    return Proof("projection", path, "different", detail, chip.name)


def specialise(source: TorchSource, chips: Sequence[Chip], chip: Chip, plans: Sequence[GuardPlan]) -> bytes:
    """The file as this chip's build sees it: of each guard only the branch that is taken."""
    assert source.compiler is not None
    parts: list[bytes] = []
    position = 0
    for plan in sorted(plans, key=lambda p: p.guard.conditional.span):
        guard = plan.guard.conditional
        if guard.span.start < position:
            continue  # inside a branch that goes, or handled when its outer branch is converted
        states = source.compiler.outcomes.states(guard, chip.name)
        taken = next((b for b, state in zip(guard.branches, states, strict=True) if state), None)
        if plan.action == "keep" and plan.keep >= 0 and chip.name not in plan.guard.chips[plan.keep]:
            taken = guard.branches[plan.keep]
        parts.append(source.data[position : guard.span.start])
        if taken:
            body = source.data[taken.body.start : taken.body.end]
            parts.append(body)
        position = guard.span.end
    return b"".join([*parts, source.data[position:]])


def _tests(plans: Sequence[GuardPlan], rules: TorchRules) -> dict[tuple[bytes, ...], frozenset[str]]:
    """The conditions that guards became, as tokens, with the chips for which they hold."""
    found: dict[tuple[bytes, ...], frozenset[str]] = {}
    for plan in plans:
        for number, names in enumerate(plan.guard.chips):
            if plan.action in ("test", "merge") and number not in plan.unused and names:
                found[tuple(texts(test_text(plan, number, rules)))] = frozenset(names)
    return found


def reduce(output: Sequence[bytes], tests: Mapping[tuple[bytes, ...], frozenset[str]], chip: Chip) -> list[bytes]:
    """Tokens of the output as a chip runs them: of a chain of tests on the device only the block that it takes."""
    if not tests:
        return list(output)
    pairs = match_texts(output)
    found: list[bytes] = []
    index = 0
    while index < len(output):
        condition = _condition(output, pairs, index)
        if condition not in tests:
            found.append(output[index])
            index += 1
            continue
        taken = None
        while condition in tests:
            opening = pairs[index + 1] + 1
            closing = pairs[opening]
            if taken is None and chip.name in tests[condition]:
                taken = (opening, closing)
            index = closing + 1
            condition = _condition(output, pairs, index + 1) if output[index : index + 1] == [b"else"] else None
            index += condition in tests
        if output[index : index + 1] == [b"else"]:
            opening = index + 1
            taken = taken or (opening, pairs[opening])
            index = pairs[opening] + 1
        if taken:
            found += reduce(output[taken[0] + 1 : taken[1]], tests, chip)
    return found


def _without_streams(
    left: Sequence[bytes], right: Sequence[bytes], stream: tuple[bytes, ...]
) -> tuple[list[bytes], list[bytes]]:
    """Two texts without declarations of the stream, and with one name for it: both depend on what other branches declare."""
    places = [[i for i in range(len(side)) if _declares(side, i, stream)] for side in (left, right)]
    names = {side[i + 1] for side, found in zip((left, right), places, strict=True) for i in found}
    length = len(stream) + 4  # auto, name, =, the expression, semicolon
    sides = []
    for side, found in zip((left, right), places, strict=True):
        gone = {k for i in found for k in range(i, i + length)}
        sides.append([b"stream" if word in names else word for k, word in enumerate(side) if k not in gone])
    return sides[0], sides[1]


def _declares(words: Sequence[bytes], index: int, stream: tuple[bytes, ...]) -> bool:
    return words[index] == b"auto" and tuple(words[index + 3 : index + 3 + len(stream)]) == stream


def _condition(output: Sequence[bytes], pairs: Mapping[int, int], index: int) -> tuple[bytes, ...] | None:
    """The condition of an `if` with a block at this place."""
    end = pairs.get(index + 1, -1)
    if index >= len(output) or output[index] != b"if" or end < 0 or output[end + 1 : end + 2] != [b"{"]:
        return None
    return tuple(output[index + 2 : end])
