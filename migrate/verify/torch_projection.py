"""The projection proof of a torch-side file: converting the text of one chip alone gives the converted file, token by token.

It proves that guards were resolved rightly, not the rewriting. A chip whose branch of a guard only refuses is not compared: there
the call is made now and the library answers NOT_SUPPORTED. Neither is a file with a test on the device, which has all chips' code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from migrate.edits.editset import apply
from migrate.frontend.directives import Conditional, branch_states
from migrate.frontend.lex import texts
from migrate.frontend.torch_source import TorchSource, chip_macros
from migrate.model import Chip, Edit, EditKind, Proof, Span
from migrate.rules.torch_guard import Plan

RULE = "projection"


def check(
    source: TorchSource, chips: Sequence[Chip], plans: Sequence[Plan], output: bytes, convert: Callable[[bytes], bytes]
) -> list[Proof]:
    """One proof per chip for a file with guards. `convert` converts a text with the rules of the file, without proofs."""
    if not plans:
        return []
    return [_check_chip(source, chips, chip, plans, output, convert) for chip in chips]


def _check_chip(
    source: TorchSource,
    chips: Sequence[Chip],
    chip: Chip,
    plans: Sequence[Plan],
    output: bytes,
    convert: Callable[[bytes], bytes],
) -> Proof:
    for plan in plans:
        if plan.action != "keep":
            return Proof("projection", source.path, "not-run", "a guard is no choice of one text", chip.name)
        if chip.name not in plan.guard.chips[plan.keep]:
            reason = "a guard's branch for this chip only refuses; the library answers for it now"
            return Proof("projection", source.path, "not-run", reason, chip.name)
    alone = specialise(source, chips, chip, [plan.guard.conditional for plan in plans])
    expected, got = texts(convert(alone)), texts(output)
    if expected == got:
        return Proof("projection", source.path, "equal", "", chip.name)
    place = next(
        (i for i, (a, b) in enumerate(zip(expected, got, strict=False)) if a != b), min(len(expected), len(got))
    )
    detail = (
        f"token {place}: {b' '.join(expected[place : place + 5])!r} alone, {b' '.join(got[place : place + 5])!r} merged"
    )
    return Proof("projection", source.path, "different", detail, chip.name)


def specialise(source: TorchSource, chips: Sequence[Chip], chip: Chip, guards: Sequence[Conditional]) -> bytes:
    """The file as this chip's build sees it: of each guard only the branch that is taken."""
    macros = chip_macros(chips, chip)
    edits: list[Edit] = []
    position = 0
    for guard in sorted(guards, key=lambda g: g.span):
        if guard.span.start < position:
            continue  # inside a branch that goes, or handled when its outer branch is converted
        states = branch_states(guard, macros)
        taken = next((b for b, state in zip(guard.branches, states, strict=True) if state), None)
        if taken is None:
            edits.append(_drop(guard.span.start, guard.span.end))
            position = guard.span.end
            continue
        edits.append(_drop(guard.span.start, taken.body.start))
        edits.append(_drop(taken.body.end, guard.span.end))
        position = guard.span.end
    return apply(source.data, [e for e in edits if e.span.start < e.span.end]).text


def _drop(start: int, end: int) -> Edit:
    return Edit(Span(start, end), b"", EditKind.CONDITIONAL, RULE)
