"""The trace proof: legacy and unified builds called with the same inputs, function by function, chip by chip."""

from __future__ import annotations

from collections.abc import Sequence

from migrate.model import Proof
from migrate.verify.trace import compare, inputs
from migrate.verify.trace.cases import NOWHERE
from migrate.verify.trace.process import CallResult
from migrate.verify.trace.session import FAILED_CHECK, Case, Pair, Traced, unified_values
from migrate.verify.trace.signature import Signature

BAD_PARAM = 2
INTERNAL = "not declared in the public header: it runs when its callers do"


def uncallable(traced: Traced, pair: Pair) -> str:
    """Why a function cannot be called by a proof; empty where it can."""
    legacy, unified = traced.legacy_signatures.get(pair.legacy), traced.unified_signatures.get(pair.unified)
    return INTERNAL if legacy is None or unified is None else legacy.unsupported or unified.unsupported


def function_proof(traced: Traced, pair: Pair, cases: Sequence[Case], why: str = "") -> Proof:
    """Whether both builds of one function do the same on one chip in given cases; `why` none of them is accepted."""

    def proof(status: str, detail: str) -> Proof:
        met = tuple(sorted(traced.intended.get(pair.unified, ())))
        return Proof("trace", pair.unified, status, detail, traced.chip.name, met)

    if uncallable(traced, pair):
        return proof("not-run", uncallable(traced, pair))
    accepted = sum(case.accepted for case in cases)
    for case in cases:
        difference = compare_case(traced, pair, case)
        if difference:
            return proof("different", f"{case.title}: {difference}")
    if not accepted:
        return proof("not-run", no_inputs(traced, pair, why))
    return proof("equal", _summary(traced, pair, accepted, len(cases) - accepted))


def no_inputs(traced: Traced, pair: Pair, why: str) -> str:
    """Why no inputs are accepted: a chip that has a kernel for the function is not without an implementation."""
    if why.startswith(NOWHERE) and any(row.chip == traced.chip.name and row.symbol for row in pair.rows):
        return f"the legacy code refuses every input on {traced.chip.name}, by a check that is always false before its launch"
    return why


def _summary(traced: Traced, pair: Pair, accepted: int, refused: int) -> str:
    detail = f"{accepted} sets of inputs accepted, {refused} refused by both"
    unset = ", ".join(sorted(traced.undefined.get(pair.unified, ())))
    detail += f"; unset by the legacy code: {unset}" if unset else ""
    detail += "; equal once the legacy code waits for what it reads back" if pair.unified in traced.waited else ""
    intended = ", ".join(sorted(traced.intended.get(pair.unified, ())))
    return detail + (f"; intended differences: {intended}" if intended else "")


def compare_case(traced: Traced, pair: Pair, case: Case) -> str:
    """The first difference, or an empty string."""
    legacy, unified = traced.legacy_signatures[pair.legacy], traced.unified_signatures[pair.unified]
    if len(legacy.params) != len(unified.params):
        return f"{len(legacy.params)} parameters became {len(unified.params)}"
    values = unified_values(legacy, unified, case.values)
    ours = traced.unified.zero.call(unified, pair.unified, values, case.data)
    if ours.outcome.died:
        return f"the unified build: {ours.outcome.died}"
    if not case.accepted:
        return _compare_refusal(traced, pair, case, ours)
    if ours.outcome.status != 0:
        if ours.outcome.status == BAD_PARAM and _null_required(traced, pair, case):
            traced.intended.setdefault(pair.unified, set()).add("D301")
            return ""
        return f"the legacy code succeeds, the unified one answers status {ours.outcome.status}: {ours.error}"
    again = ours
    if traced.unified.pattern is not traced.unified.zero:
        again = traced.unified.pattern.call(unified, pair.unified, values, case.data)
    difference = _against(traced, pair, legacy, case, (ours, again))
    if difference and not _against(traced, pair, legacy, case, (ours, again), eager=True):
        traced.waited.add(pair.unified)
        traced.intended.setdefault(pair.unified, set()).add("D302")
        return ""
    return difference


def _compare_refusal(traced: Traced, pair: Pair, case: Case, ours: CallResult) -> str:
    """Both refuse, for the same reason where the unified code gives a check, and without a launch that the legacy code did not make."""
    if ours.outcome.status == 0:
        return "the legacy code aborts, the unified one answers success"
    failed = FAILED_CHECK.search(ours.error)
    if failed and case.check != "false" and not traced.same_check(case.check, failed[1]):
        return f"the unified code is stopped by another check: {failed[1]}"
    return ""


def _against(
    traced: Traced, pair: Pair, legacy: Signature, case: Case, ours: tuple[CallResult, CallResult], eager: bool = False
) -> str:
    """First difference between the legacy build and the unified calls under both fills."""
    expected = traced.expected(pair, legacy, case, eager)
    zero, pattern = (traced.steps(pair, result) for result in ours)
    found = compare.with_undefined(zero, pattern) if ours[0] is not ours[1] else zero
    unset = compare.undefined_fields(expected.steps)
    traced.undefined.setdefault(pair.unified, set()).update(unset)
    difference = compare.first_difference(expected.steps, found)
    if not difference and unset:
        traced.intended.setdefault(pair.unified, set()).add("D304")
    if not difference and compare.kept_longer(expected.steps, found):
        traced.intended.setdefault(pair.unified, set()).add("D303")
    if not difference and expected.arrays != ours[0].arrays:
        difference = f"results on the host were {expected.arrays}, are {ours[0].arrays}"
    return difference


def _null_required(traced: Traced, pair: Pair, case: Case) -> bool:
    optional = traced.optional.get(pair.unified, frozenset())
    return any(
        isinstance(v, inputs.TensorValue) and not v.present and k not in optional for k, v in case.values.items()
    )
