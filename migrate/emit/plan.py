"""The output plan: where converted definitions go: families, header, kernel tables and CMake list of the unified tree as it is now.

A plan is what a conversion wants written. It depends on the legacy source and the rules alone; what comes out of it also depends on
the unified tree, which is read through `Reader`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from migrate.emit import cmake, families, header, tables
from migrate.errors import UsageError
from migrate.model import Confidence, FileResult, Finding, KernelRow, Location, Refusal
from migrate.project.config import Target

Reader = Callable[[str], "bytes | None"]
"""Text of a file of the unified tree by its relative path: the output so far, else the tree itself, else None."""


@dataclass(frozen=True)
class OutputPlan:
    target: Target
    chips: tuple[str, ...]
    files: Mapping[str, Sequence[families.FamilyEntry]]  # path in the unified tree -> definitions
    declarations: Sequence[header.Declaration]
    rows: Sequence[KernelRow]
    keys: Sequence[tuple[str, str]]  # unified name, key of one of its rows
    places: Mapping[str, Location]  # unified name -> where the legacy function stands


@dataclass(frozen=True)
class Emission:
    """What emitting gives: whole new texts by path, and the state (kept, merged, conflict) of functions that a person had changed."""

    outputs: Mapping[str, bytes]
    kept: Mapping[str, str]


def combined(plans: Sequence[OutputPlan]) -> OutputPlan:
    """What several sources want written, as one plan: so the tree is read and written once. Of one name the last source's counts."""
    if len(plans) == 1:
        return plans[0]
    files: dict[str, dict[str, families.FamilyEntry]] = {}
    base = 0
    for plan in plans:
        for relative, pieces in plan.files.items():
            known = files.setdefault(relative, {})
            for piece in pieces:  # what has no order of its own stands before all functions
                known.pop(piece.name, None)
                known[piece.name] = replace(piece, order=piece.order + base) if piece.order >= 0 else piece
        base += 1 + max((p.order for pieces in plan.files.values() for p in pieces), default=0)
    return OutputPlan(
        plans[0].target,
        plans[0].chips,
        {relative: tuple(known.values()) for relative, known in files.items()},
        tuple({d.name: d for plan in plans for d in plan.declarations}.values()),
        tuple({(r.chip, r.key): r for plan in plans for r in plan.rows}.values()),
        tuple(pair for plan in plans for pair in plan.keys),
        {name: where for plan in plans for name, where in plan.places.items()},
    )


def emit(plan: OutputPlan, read: Reader) -> Emission:
    outputs, kept = _outputs(plan, read)
    return Emission(outputs, {k.name: k.state for k in reversed(kept)})


def with_outputs(result: FileResult, plan: OutputPlan, emission: Emission) -> FileResult:
    """The result of a conversion with the texts that the unified tree gets where it has a part in them, and what became of changes by hand."""
    target = plan.target
    shared = [target.header, target.cmake, target.manifest, families.Generated.path(target.manifest)]
    own = {*plan.files, *shared, *(target.kernels.format(chip=chip) for chip in plan.chips)}
    outputs = {name: text for name, text in emission.outputs.items() if name in own}
    return _report_kept(replace(result, outputs=outputs), plan, emission.kept)


def helpers_include(target: Target) -> bytes:
    same = PurePosixPath(target.helpers).parent == PurePosixPath(target.sources)
    return f'#include "{PurePosixPath(target.helpers).name if same else target.helpers}"'.encode()


def _outputs(plan: OutputPlan, read: Reader) -> tuple[dict[str, bytes], list[families.UserEdit]]:
    """Whole new texts by path, and what a person had changed."""
    target = plan.target
    generated = families.Generated.read(
        read(families.Generated.path(target.manifest)), families.Generated.path(target.manifest)
    )
    last = dict(generated.texts)
    manifest = families.Manifest.read(read(target.manifest), target.manifest)
    outputs: dict[str, bytes] = {}
    kept: list[families.UserEdit] = []
    listed = dict(manifest.functions)
    helpers = plan.files.get(target.helpers, ())
    names = frozenset(name.lstrip("#").encode() for p in helpers for name in (p.name, *p.further))
    shared = families.Shared(helpers_include(target), names)
    for relative, entries in plan.files.items():
        start = families.preamble(target.implementation)
        if relative == target.helpers:
            start = b"#pragma once\n\n" + start
        outputs[relative], own = families.merge_family(
            read(relative), entries, manifest, start, shared if relative != target.helpers else None, generated.texts
        )
        kept += own
        for one in entries:
            if one.definition:
                last[one.name] = one.text
            if any(one.name == k.name for k in own):
                listed.pop(one.name, None)
            elif one.definition:
                listed[one.name] = (PurePosixPath(relative).name, families.digest(one.text))
    if plan.declarations:
        existing = read(target.header)
        base = existing if existing is not None else header.empty_header()
        outputs[target.header] = header.add_declarations(base, plan.declarations)
    ours = {key for name, key in plan.keys if name in listed}
    outputs |= _tables(plan, read, ours)
    if target.cmake and (text := read(target.cmake)) is not None:
        sources = [PurePosixPath(r).name for r in plan.files if r.endswith(".cpp")]
        outputs[target.cmake] = cmake.add_sources(text, target.sources, sources)
    if plan.files:
        outputs[target.manifest] = families.Manifest(listed).write()
    changed = {name: text for name, text in outputs.items() if read(name) != text}
    if changed and plan.files and last != generated.texts:
        changed[families.Generated.path(target.manifest)] = families.Generated(last).write()
    return changed, kept


def _tables(plan: OutputPlan, read: Reader, ours: Collection[str]) -> dict[str, bytes]:
    """The chips' kernel tables with their rows. Raises UsageError, which names every table that cannot be read."""
    outputs: dict[str, bytes] = {}
    damaged: list[str] = []
    for chip in plan.chips:
        relative = plan.target.kernels.format(chip=chip)
        rows = [r for r in plan.rows if r.chip == chip]
        try:
            if rows:
                outputs[relative] = tables.merge_rows(read(relative), chip, rows, ours)
        except tables.TableError as error:
            damaged.append(f"{relative}: {error}")
    if damaged:
        raise UsageError("; ".join(damaged) + "; repair the kernel table or take it away, nothing was changed")
    return outputs


def _report_kept(result: FileResult, plan: OutputPlan, states: Mapping[str, str]) -> FileResult:
    """Says what became of functions that a person had changed."""
    refusals, findings = list(result.refusals), list(result.findings)
    for function in result.functions:
        state = states.get(function.unified) if function.text and function.span else None
        if state == "conflict" and function.span:
            message = "changed by hand and in the legacy source since the last run; both texts stand there between conflict markers"
            refusals.append(Refusal("L158", function.span, message, None, function.legacy))
        elif state:
            does = "the change of the legacy source was merged in" if state == "merged" else "it stays as it is"
            message = f"{function.unified} was changed by hand; {does}"
            where = plan.places[function.unified]
            findings.append(Finding("D205", where, message, Confidence.HIGH, function.legacy))
    return replace(result, refusals=tuple(refusals), findings=tuple(findings))
