"""Conversions of the library side with the proofs that are made of every one: certificate and projection. What they refute is suppressed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from migrate.convert.function import Converted
from migrate.convert.library import Conversion, Draft, convert_source
from migrate.emit.certificate import certify_moved
from migrate.emit.library import plan_of, result_of
from migrate.emit.plan import OutputPlan, Reader, emit, with_outputs
from migrate.emit.unified_tree import target_reader
from migrate.frontend.compiler.background import BackgroundTask
from migrate.frontend.compiler.clang import ChipFacts
from migrate.model import FileResult, Proof, Refusal, Span
from migrate.project.config import Project
from migrate.verify import expansion, strict, variants
from migrate.verify.projection import Projection


def convert_library(
    project: Project,
    path: Path,
    only: Collection[str] | None = None,
    reader: Reader | None = None,
    facts: Sequence[ChipFacts] | None = None,
    prove: bool = True,
) -> FileResult:
    """Convert one library source. `only` names legacy or unified functions; what they call in the file comes too."""
    result, plan = prepare_library(project, path, only, facts, prove)
    return with_outputs(result, plan, emit(plan, reader or target_reader(project)))


def prepare_library(
    project: Project,
    path: Path,
    only: Collection[str] | None = None,
    facts: Sequence[ChipFacts] | None = None,
    prove: bool = True,
) -> tuple[FileResult, OutputPlan]:
    """As `convert_library` without outputs, and what to place."""
    begun: list[Projection] = []

    def begin(draft: Draft) -> None:
        if prove:
            begun.append(Projection(draft))

    done = convert_source(project, path, only, facts, begin)
    checked = BackgroundTask(strict.refusals, project, done)
    proofs, torn = _prove(project, path, done, begun[0]) if begun else ([], {})
    done = replace(done, items=_suppress(done.items, proofs, torn))
    plan = plan_of(project, done)  # beside the check, which seldom refuses anything
    if refused := checked.result():
        items = tuple(i.refused(refused[n]) if n in refused else i for n, i in enumerate(done.items))
        done = replace(done, items=items)
        lost = {done.items[n].unified for n in refused}
        proofs = [p for p in proofs if p.status != "equal" or p.subject not in lost]
        plan = plan_of(project, done)
    return result_of(project, done, plan.rows, proofs), plan


def _suppress(items: Sequence[Converted], proofs: Sequence[Proof], torn: Mapping[str, Proof]) -> tuple[Converted, ...]:
    """A function whose proof failed is not written: a wrong conversion is worse than none. `torn`: legacy functions that a merge changed."""
    failed = {p.subject: p for p in proofs if p.status == "different"}
    found = []
    for item in items:
        proof = failed.get(item.unified) or torn.get(item.function.name) or torn.get(variants.OUTSIDE)
        if item.text and proof:
            message = f"the {proof.name} proof failed: {proof.detail}"
            refusal = Refusal("L157", item.function.span, message, None, item.function.name)
            item = item.refused(refusal)
        found.append(item)
    return tuple(found)


def _prove(project: Project, path: Path, done: Conversion, begun: Projection) -> tuple[list[Proof], dict[str, Proof]]:
    unit, items = done.unit, done.items
    proofs: list[Proof] = []
    for item in items:
        if not item.text:
            continue
        function = item.function
        lead = function.lead.start if unit.source.data[function.lead.start : function.lead.end].strip() else None
        span = Span(function.span.start if lead is None else lead, function.span.end)
        problem = certify_moved(unit.source.data, item.edits, span, item.text)
        status = "different" if problem else "equal"
        proofs.append(Proof("certificate", item.unified, status, problem or ""))
    torn: dict[str, Proof] = {}
    for proof, names in variants.prove(unit.merged, unit.source.chips) if unit.merged else ():
        proofs.append(proof)
        torn |= dict.fromkeys(names, proof)
    expanded = expansion.prove(project, path, unit.expanded, broken=unit.broken) if unit.expanded else []
    for part in unit.merged.parts if unit.merged else ():
        expanded += expansion.prove(project, part.path, part.prepared, part.chip, unit.broken) if part.prepared else ()
    for proof in expanded:
        proofs.append(proof)
        if proof.status == "different":
            torn[variants.OUTSIDE] = proof
    proofs += begun.proofs(items)
    return proofs, torn
