"""The proofs that call both libraries, function by function and chip by chip: what they launch (trace), what they compute (results)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from migrate.model import NOT_MADE, Proof
from migrate.project.config import Project
from migrate.verify.results.prove import results_proof
from migrate.verify.trace import builds
from migrate.verify.trace.cases import NOWHERE, find_cases
from migrate.verify.trace.prove import INTERNAL, function_proof, no_inputs, uncallable
from migrate.verify.trace.session import Pair, Progress, Traced, prepare

CALLING = ("trace", "results")


def prove(
    project: Project,
    pairs: Sequence[Pair],
    kernels: Sequence[str],
    out: Path,
    work: Path,
    progress: Progress,
    wanted: Sequence[str] = CALLING,
) -> list[Proof]:
    """One proof of each kind per function and chip. `kernels` are all kernel names of the legacy sources. Raises builds.BuildFailed."""
    proofs: list[Proof] = []
    for traced in _sessions(project, pairs, kernels, out, work, progress):
        for index, pair in enumerate(pairs):
            progress(f"{', '.join(wanted)}: {traced.chip.name} {index + 1}/{len(pairs)} {pair.unified}")
            why = uncallable(traced, pair)
            cases, reason = ([], why) if why else find_cases(traced, pair)
            if "trace" in wanted:
                proofs.append(function_proof(traced, pair, cases, reason))
            if "results" in wanted:
                accepted = any(case.accepted for case in cases)
                proofs.append(results_proof(traced, pair, cases, "" if accepted else no_inputs(traced, pair, reason)))
    for name in wanted:
        own = [p for p in proofs if p.name == name]
        missed = Counter(p.detail for p in own if p.detail != INTERNAL and not p.detail.startswith(NOWHERE))
        if missed and all(p.status == "not-run" for p in own):
            reason = f"no function could be called on any chip; most often: {missed.most_common(1)[0][0]}"
            proofs.append(Proof(name, project.name, NOT_MADE, reason))
    return proofs


def _sessions(
    project: Project, pairs: Sequence[Pair], kernels: Sequence[str], out: Path, work: Path, progress: Progress
) -> Iterator[Traced]:
    """Both builds of one chip after the other; each is closed when the next is asked for."""
    unified = builds.unified_build(project, out)
    builds.build_tables(project, unified, work / "tables")
    for chip in project.chips:
        progress(f"building both libraries for {chip.name}")
        traced = prepare(project, unified, chip, pairs, kernels, work)
        try:
            yield traced
        finally:
            traced.close()


def default_work(out: Path) -> Path:
    """Where the builds of the proofs are kept between runs."""
    return out / ".verify" / "trace"
