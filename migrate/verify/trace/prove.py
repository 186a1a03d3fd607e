"""The trace proof: legacy and unified builds called with the same inputs, function by function, chip by chip."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from migrate.model import NOT_MADE, Proof
from migrate.project.config import Project
from migrate.verify.trace import builds, compare, inputs
from migrate.verify.trace.cases import NOWHERE, find_cases
from migrate.verify.trace.process import CallResult
from migrate.verify.trace.session import FAILED_CHECK, Case, Expected, Pair, Progress, Traced, prepare, unified_values
from migrate.verify.trace.signature import Signature

BAD_PARAM = 2
INTERNAL = "not declared in the public header: it runs when its callers do"
COMPUTED = 8  # sets of inputs per function of which results are compared
NUMBERS = 2  # fill of device memory: small numbers


def prove(
    project: Project, pairs: Sequence[Pair], kernels: Sequence[str], out: Path, work: Path, progress: Progress
) -> list[Proof]:
    """One proof per function and chip. `kernels` are all kernel names of the legacy sources. Raises builds.BuildFailed."""
    proofs: list[Proof] = []
    for traced in sessions(project, pairs, kernels, out, work, progress):
        for index, pair in enumerate(pairs):
            progress(f"trace: {traced.chip.name} {index + 1}/{len(pairs)} {pair.unified}")
            proofs.append(function_proof(traced, pair))
    missed = Counter(p.detail for p in proofs if p.detail != INTERNAL and not p.detail.startswith(NOWHERE))
    if missed and all(p.status == "not-run" for p in proofs):
        reason = f"no function could be called on any chip; most often: {missed.most_common(1)[0][0]}"
        proofs.append(Proof("trace", project.name, NOT_MADE, reason))
    return proofs


def sessions(
    project: Project, pairs: Sequence[Pair], kernels: Sequence[str], out: Path, work: Path, progress: Progress
) -> Iterator[Traced]:
    """Both builds of one chip after the other; each is closed when the next is asked for."""
    unified = builds.unified_build(project, out)
    builds.build_tables(project, unified, work / "tables")
    for chip in project.chips:
        progress(f"trace: building both libraries for {chip.name}")
        traced = prepare(project, unified, chip, pairs, kernels, work)
        try:
            yield traced
        finally:
            traced.close()


def function_proof(traced: Traced, pair: Pair, cases: Sequence[Case] | None = None) -> Proof:
    """Whether both builds of one function do the same on one chip, in given cases or in those that a search finds."""

    def proof(status: str, detail: str) -> Proof:
        met = tuple(sorted(traced.intended.get(pair.unified, ())))
        return Proof("trace", pair.unified, status, detail, traced.chip.name, met)

    legacy, unified = traced.legacy_signatures.get(pair.legacy), traced.unified_signatures.get(pair.unified)
    if legacy is None or unified is None:
        return proof("not-run", INTERNAL)
    if legacy.unsupported or unified.unsupported:
        return proof("not-run", legacy.unsupported or unified.unsupported)
    why = ""
    if cases is None:
        cases, why = find_cases(traced, pair)
    accepted = sum(case.accepted for case in cases)
    for case in cases:
        difference = compare_case(traced, pair, case)
        if difference:
            return proof("different", f"{case.title}: {difference}")
    if not accepted:
        return proof("not-run", no_inputs(traced, pair, why))
    difference, computed = compare_results(traced, pair, [case for case in cases if case.accepted])
    if difference:
        return proof("different", difference)
    detail = _summary(traced, pair, accepted, len(cases) - accepted)
    return proof("equal", f"{detail}; results equal in {computed} sets" if computed else detail)


def no_inputs(traced: Traced, pair: Pair, why: str) -> str:
    """Why no inputs are accepted: a chip that has a kernel for the function is not without an implementation."""
    if why.startswith(NOWHERE) and any(row.chip == traced.chip.name and row.symbol for row in pair.rows):
        return f"the legacy code refuses every input on {traced.chip.name}, by a check that is always false before its launch"
    return why


def compare_results(traced: Traced, pair: Pair, cases: Sequence[Case]) -> tuple[str, int]:
    """The first difference in what real kernels leave in the tensors, and how many sets of inputs both builds computed."""
    if traced.computing is None:
        return "", 0
    legacy, unified = traced.legacy_signatures[pair.legacy], traced.unified_signatures[pair.unified]
    computed = 0
    for case in cases[:COMPUTED]:
        values = unified_values(legacy, unified, case.values)
        theirs = traced.computing[0].call(legacy, pair.legacy, case.values, NUMBERS)
        if not theirs.outcome.accepted or not _computed(theirs, traced.expected(pair, legacy, case)):
            traced.computing[0].close()  # a fault stays with the device
            continue
        ours = traced.computing[1].call(unified, pair.unified, values, NUMBERS)
        if not ours.outcome.accepted:
            traced.computing[1].close()
            if ours.outcome.status == BAD_PARAM and _null_required(traced, pair, case):
                continue
            return (
                f"{case.title}: the legacy build computes, the unified one fails: {ours.error or ours.outcome}",
                computed,
            )
        if theirs.results != ours.results and pair.unified not in traced.waited:
            which = next(i for i, (a, b) in enumerate(zip(theirs.results, ours.results, strict=False)) if a != b)
            return f"{case.title}: the contents of tensor {which + 1} differ after the call", computed
        computed += 1
    return "", computed


def _computed(result: CallResult, expected: Expected) -> bool:
    """Every launch found its kernel, and no kernel refused its arguments: legacy code does not always look."""
    launches = [event for event in result.events if event["event"] == "launch"]
    wanted = [step for step in expected.steps if step.cores]
    return len(launches) == len(wanted) and not any("fault" in event for event in result.events)


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


def default_work(out: Path) -> Path:
    """Where the builds of the proof are kept between runs."""
    return out / ".verify" / "trace"
