"""migrate verify: convert into the output folder, then prove what came out."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from migrate.commands.common import (
    Progress,
    check_reports,
    compile_option,
    keep_inputs,
    options_of,
    output_folder,
    project_options,
    protect_inputs,
    protect_outputs,
    protect_written,
    rendered,
    run_options,
    say,
)
from migrate.commands.run.session import Run, Session
from migrate.commands.run.tree import TreeCheck
from migrate.emit import converted
from migrate.emit.files import changed, write_all
from migrate.emit.unfinished import JOURNAL, Journal, alone, finish
from migrate.emit.unified_tree import target_reader
from migrate.errors import UsageError, readable
from migrate.frontend import public_header
from migrate.model import NOT_MADE, Confidence, FileResult, Finding, Proof, Status
from migrate.project.config import Project
from migrate.project.discovery import all_sources, find_files, library_sources, open_project
from migrate.report import diagnostics
from migrate.report.build import Input, build_report, exit_code

PROOFS = {
    "projection": "per chip: converting one chip's text gives the output specialised to that chip",
    "compile": "the output compiles against the unified headers",
    "trace": "legacy and unified build, called with the same inputs, launch the same",
    "results": "legacy and unified build, on simulated chips with real kernels, compute the same bytes",
    "mutate": "seeded mutants are caught by compile, trace or results",
}
NO_TRACE = "the project file has no trace section; write one (docs/proofs.md), or ask for --projection --compile, which need none"
CALLING = ("trace", "results")  # what both libraries do when they are called
WITH_CONVERSION = ("certificate", "projection")  # made with every conversion


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="what to prove (default: all sources of the project)")
    for name, summary in PROOFS.items():
        parser.add_argument(f"--{name}", action="store_true", help=f"only this proof: {summary}")
    parser.add_argument(
        "--out", metavar="DIR", help="folder of the conversion (default: migrated/ beside the project file)"
    )
    project_options(parser)
    run_options(parser)
    compile_option(parser)


def run(arguments: argparse.Namespace) -> int:
    reports = check_reports(arguments)
    project = open_project(arguments.project, arguments.root, arguments.files)
    paths = find_files(project, arguments.files) or all_sources(project)
    if not paths:
        raise UsageError(f"{project.file}: its source patterns match no file below {project.root}")
    wanted = [name for name in PROOFS if getattr(arguments, name)] or list(PROOFS)
    out = output_folder(arguments.out, project)
    protect_inputs(project, paths, (path for path, _ in reports))
    protect_outputs(out, (path for path, _ in reports))
    with alone(out, lambda text: print(readable(f"migrate: {text}"), file=sys.stderr)):
        finish(out)
        return _verify(arguments, project, paths, wanted, out, reports)


def _verify(
    arguments: argparse.Namespace,
    project: Project,
    paths: Sequence[Path],
    wanted: Sequence[str],
    out: Path,
    reports: list[tuple[Path, str]],
) -> int:
    progress = Progress()
    tree = TreeCheck(project, paths, not arguments.no_cache)
    session = Session(project, options_of(arguments, writes=True), progress, out)
    done, record = session.preserving(session.convert(list(dict.fromkeys(paths))), out)
    texts = changed(out, {**_unchanged(project, out), **done.outputs})
    record = {**record, **converted.record(project, out, [item.result.path for item in done.inputs])}
    changes = (*(out / name for name in texts), *record, *done.stale)
    keep_inputs(project, paths, out, changes, "give --out another folder")
    protect_written((*(out / name for name in done.outputs), *record, *done.stale), (path for path, _ in reports))
    written = {**{out / name: data for name, data in texts.items()}, **record}
    write_all(written, done.stale, Journal(out / JOURNAL, written))
    proofs = [proof for names in _together(wanted) for proof in _prove(names, project, done, out, progress)]
    progress.finish()
    inputs = [_without(item, wanted) for item in done.inputs]
    if proofs:
        inputs.append(Input(FileResult("proofs", proofs=tuple(proofs), findings=differences_met(inputs, proofs)), b""))
    report = build_report(
        inputs,
        project.name,
        [chip.name for chip in project.chips],
        "verify",
        tree.result(),
        not arguments.files,
        project.target.compile and not arguments.no_compile,
    )
    report = replace(report, files=tuple(file for file in report.files if file.path != "proofs"))
    write_all(rendered(report, reports))
    say(arguments, report)
    return exit_code(report)


def _unchanged(project: Project, out: Path) -> dict[str, bytes]:
    """What the unified tree has already and conversion therefore did not write: the proofs build from the output folder."""
    target = project.target
    if target.fresh:
        return {}
    read = target_reader(project, out)
    names = [
        *public_header.files(target.header, read),
        *(target.kernels.format(chip=chip.name) for chip in project.chips),
    ]
    names += [f"{target.sources}/{path.name}" for path in (project.target_root / target.sources).glob("*.cpp")]
    names += [target.helpers]
    missing = {name: project.target_root / name for name in names if not (out / name).exists()}
    return {name: path.read_bytes() for name, path in missing.items() if path.is_file()}


def differences_met(inputs: Sequence[Input], proofs: Sequence[Proof]) -> tuple[Finding, ...]:
    """The intended differences that only a call shows: one per function and id, at the legacy function."""
    places = {
        f.unified: (item.lines.location(item.result.path, f.span.start), f.legacy)
        for item in inputs
        for f in item.result.functions
        if f.span and f.declaration  # a torch-side call of it has its name too
    }
    chips: dict[tuple[str, str], list[str]] = {}
    for proof in proofs:
        for name in proof.differences:
            chips.setdefault((proof.subject, name), []).append(proof.chip)
    return tuple(
        Finding(name, place, f"{diagnostics.title(name)} (seen on {', '.join(where)})", Confidence.HIGH, legacy)
        for (subject, name), where in chips.items()
        for place, legacy in [places[subject]]
    )


def _without(item: Input, wanted: Sequence[str]) -> Input:
    """The proofs that the conversion made, where they are asked for; the certificate always."""
    kept = tuple(p for p in item.result.proofs if p.name == "certificate" or p.name in wanted)
    return replace(item, result=replace(item.result, proofs=kept))


def _together(wanted: Sequence[str]) -> list[tuple[str, ...]]:
    """The proofs that call both libraries share their builds and the search for inputs."""
    calling = tuple(name for name in wanted if name in CALLING)
    return [*dict.fromkeys(calling if name in CALLING else (name,) for name in wanted)]


def _prove(
    names: Sequence[str], project: Project, done: Run, out: Path, progress: Callable[[str], None]
) -> list[Proof]:
    if names[0] in WITH_CONVERSION:
        return []
    if names[0] == "compile":
        from migrate.verify.compile import prove as compile_proof

        return compile_proof(project, done.outputs, out, progress)
    return _native(names, project, done, out, progress)


def _native(
    names: Sequence[str], project: Project, done: Run, out: Path, progress: Callable[[str], None]
) -> list[Proof]:
    """The proofs that run builds of both libraries."""
    from migrate.verify.calls import default_work
    from migrate.verify.calls import prove as call
    from migrate.verify.trace.builds import BuildFailed
    from migrate.verify.trace.session import Pair

    functions = [f for item in done.inputs for f in item.result.functions if f.declaration]
    pairs = [Pair(f.legacy, f.unified, f.rows) for f in functions if f.status == Status.CONVERTED]
    if not pairs:
        return [Proof(name, project.name, "not-run", "no library function was converted") for name in names]
    if not project.trace.runtime:
        return [Proof(name, project.name, NOT_MADE, NO_TRACE) for name in names]
    kernels = kernel_names(project)
    out = out.absolute()  # some of the builds run elsewhere
    try:
        if names[0] in CALLING:
            return call(project, pairs, kernels, out, default_work(out), progress, names)
        from migrate.verify.mutate.prove import prove as mutate

        return mutate(project, pairs, kernels, out, default_work(out), progress)
    except BuildFailed as error:
        return [Proof(name, project.name, NOT_MADE, str(error)) for name in names]


def kernel_names(project: Project) -> list[str]:
    """Every word in quotes in the library's sources: the recording firmware takes any of them for a kernel."""
    found: set[str] = set()
    for path in library_sources(project):
        found |= set(re.findall(r'"([A-Za-z_]\w*)"', path.read_text(errors="replace")))
    return sorted(found)
