"""migrate scan: the whole tree, nothing written but reports."""

from __future__ import annotations

import argparse

from migrate.commands.common import (
    Progress,
    check_reports,
    options_of,
    output_folder,
    project_options,
    protect_inputs,
    protect_outputs,
    rendered,
    run_options,
    say,
)
from migrate.commands.run.session import Session
from migrate.commands.run.tree import TreeCheck
from migrate.emit.files import write_all
from migrate.errors import UsageError
from migrate.project.discovery import all_sources, open_project
from migrate.report.build import build_report, exit_code


def configure(parser: argparse.ArgumentParser) -> None:
    project_options(parser)
    run_options(parser)


def run(arguments: argparse.Namespace) -> int:
    reports = check_reports(arguments)
    project = open_project(arguments.project, arguments.root)
    paths = all_sources(project)
    if not paths:
        raise UsageError(f"{project.file}: its source patterns match no file below {project.root}")
    protect_inputs(project, paths, (path for path, _ in reports))
    protect_outputs(output_folder(None, project), (path for path, _ in reports))
    progress = Progress()
    tree = TreeCheck(project, paths, not arguments.no_cache)
    done = Session(project, options_of(arguments), progress).convert(paths)
    progress.finish()
    report = build_report(
        done.inputs,
        project.name,
        [chip.name for chip in project.chips],
        "scan",
        tree.result(),
        True,
        project.target.compile,
    )
    write_all(rendered(report, reports))
    say(arguments, report)
    return exit_code(report)
