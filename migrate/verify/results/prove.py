"""The results proof: both builds on firmware with real kernels, the same random inputs; status and every byte of every tensor compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from migrate.model import Proof
from migrate.verify.results.moves import InputSet
from migrate.verify.results.search import computes, find_sets
from migrate.verify.trace.inputs import TensorValue
from migrate.verify.trace.process import Build, CallResult
from migrate.verify.trace.session import Case, Computing, Pair, Traced, unified_values

BAD_PARAM = 2
NO_FIRMWARE = "there is no firmware with kernels that compute for"


def results_proof(traced: Traced, pair: Pair, cases: Sequence[Case], why: str) -> Proof:
    """Whether both builds of one function compute the same on one chip. `cases`: what the legacy build is known to accept; `why` it accepts nothing."""

    def proof(status: str, detail: str, met: tuple[str, ...] = ()) -> Proof:
        return Proof("results", pair.unified, status, detail, traced.chip.name, met)

    if why:
        return proof("not-run", why)
    if traced.computing is None:
        return proof("not-run", f"{NO_FIRMWARE} {traced.chip.name}")
    sets, said = find_sets(traced, traced.computing, pair, [case for case in cases if case.accepted])
    if not sets:
        return proof("not-run", f"no inputs were found that the kernels of {traced.chip.name} compute: {said}")
    met: set[str] = set()
    compared: list[InputSet] = []
    for inputs in sets:
        difference, intended = compare_set(traced, traced.computing, pair, inputs)
        if difference:
            return proof("different", f"{inputs.title}: {difference}")
        met |= {intended} if intended else set()
        compared += [inputs] if intended != "D301" else []
    if len(compared) == 1:
        again = replace(compared[0], seed=compared[0].seed + 1, title=f"{compared[0].title}, other numbers")
        if computes(traced, traced.computing, pair, again):
            difference, _ = compare_set(traced, traced.computing, pair, again)
            if difference:
                return proof("different", f"{again.title}: {difference}")
            compared.append(again)
    if not compared:
        return proof(
            "not-run", "every set of inputs that the legacy build computes lacks a tensor that the unified one requires"
        )
    return proof("equal", f"{len(compared)} sets of inputs computed", tuple(sorted(met)))


def compare_set(traced: Traced, computing: Computing, pair: Pair, inputs: InputSet) -> tuple[str, str]:
    """The first difference, or an empty string; and the id of an intended difference that was met."""
    legacy, unified = traced.legacy_signatures[pair.legacy], traced.unified_signatures[pair.unified]
    if len(legacy.params) != len(unified.params):
        return f"{len(legacy.params)} parameters became {len(unified.params)}", ""
    theirs = computing.legacy.call(legacy, pair.legacy, inputs.values, inputs.data)
    ours = _call_unified(computing.unified, traced, pair, inputs)
    if ours.outcome.died:
        return f"the unified build: {ours.outcome.died}", ""
    if ours.outcome.status == BAD_PARAM and _lacks_required(traced, pair, inputs):
        return "", "D301"
    if not ours.outcome.accepted:
        return f"the legacy build computes, the unified one answers status {ours.outcome.status}: {ours.error}", ""
    difference = _first_difference(theirs, ours)
    if difference:
        eager = computing.eager.call(legacy, pair.legacy, inputs.values, inputs.data)
        if eager.outcome.accepted and not _first_difference(eager, ours):
            return "", "D302"
    return difference, ""


def _call_unified(build: Build, traced: Traced, pair: Pair, inputs: InputSet) -> CallResult:
    legacy, unified = traced.legacy_signatures[pair.legacy], traced.unified_signatures[pair.unified]
    values = unified_values(legacy, unified, inputs.values)
    result = build.call(unified, pair.unified, values, inputs.data)
    if not result.outcome.accepted:
        build.close()  # a fault stays with the device
    return result


def _first_difference(theirs: CallResult, ours: CallResult) -> str:
    if len(theirs.results) != len(ours.results):
        return f"{len(theirs.results)} tensors became {len(ours.results)}"
    for index, (a, b) in enumerate(zip(theirs.results, ours.results, strict=True)):
        if a != b:
            return f"the contents of tensor {index + 1} differ after the call"
    if theirs.arrays != ours.arrays:
        return f"results on the host were {theirs.arrays}, are {ours.arrays}"
    return ""


def _lacks_required(traced: Traced, pair: Pair, inputs: InputSet) -> bool:
    optional = traced.optional.get(pair.unified, frozenset())
    return any(isinstance(v, TensorValue) and not v.present and k not in optional for k, v in inputs.values.items())


def agreed_sets(traced: Traced, pair: Pair, cases: Sequence[Case]) -> list[InputSet]:
    """The sets of inputs in which the right builds agree."""
    if traced.computing is None or not any(case.accepted for case in cases):
        return []
    sets, _ = find_sets(traced, traced.computing, pair, [case for case in cases if case.accepted])
    return [s for s in sets if not compare_set(traced, traced.computing, pair, s)[0]]
