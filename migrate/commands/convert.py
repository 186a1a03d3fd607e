"""migrate convert FILES..."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from migrate.commands.common import (
    check_reports,
    compile_option,
    output_folder,
    project_options,
    protect_inputs,
    protect_outputs,
    run_options,
)
from migrate.convert.parsing import begin_parsing
from migrate.emit.unfinished import alone, demand_finished, finish, is_unfinished
from migrate.errors import LEFT_OVER, readable
from migrate.frontend.compiler.clang import Parsing
from migrate.frontend.variants import leader
from migrate.project.config import Project
from migrate.project.discovery import LIBRARY, find_files, open_project, sides


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="path, path below the root, or a bare name in the project; a folder stands for all sources below it",
    )
    project_options(parser)
    run_options(parser)
    compile_option(parser)
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--out", metavar="DIR", help="folder for the output (default: migrated/ beside the project file)"
    )
    where.add_argument(
        "--in-place", action="store_true", help="rewrite the torch-side files and the unified tree itself"
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--diff", action="store_true", help="print what would change, write nothing")
    instead.add_argument(
        "--check", action="store_true", help="exit 1 where the same run without it would change anything, write nothing"
    )
    parser.add_argument(
        "--only-calls", action="store_true", help="do not convert the legacy functions that a file calls"
    )


def run(arguments: argparse.Namespace) -> int:
    reports = check_reports(arguments)
    project = open_project(arguments.project, arguments.root, arguments.files)
    paths = find_files(project, arguments.files)
    protect_inputs(project, paths, (path for path, _ in reports))
    base = project.target_root if arguments.in_place else output_folder(arguments.out, project)
    if not arguments.in_place:
        protect_outputs(base, (path for path, _ in reports))
    writes = not (arguments.diff or arguments.check)
    if not writes:
        if arguments.check and is_unfinished(base):
            print(readable(f"{base}: a run was killed while it wrote; the next one would finish that"))
            return LEFT_OVER
        demand_finished(base)
        return _convert(arguments, project, paths, base, reports)
    with alone(base, lambda text: print(readable(f"migrate: {text}"), file=sys.stderr)):
        finish(base)
        return _convert(arguments, project, paths, base, reports)


def _convert(
    arguments: argparse.Namespace, project: Project, paths: Sequence[Path], base: Path, reports: list[tuple[Path, str]]
) -> int:
    parsing = _begun(project, paths) if arguments.no_cache and arguments.jobs == 1 else {}
    from migrate.commands.run.conversion import convert  # most of the tool: read while the compilers work

    return convert(arguments, project, paths, base, reports, parsing)


def _begun(project: Project, paths: Sequence[Path]) -> Mapping[Path, Parsing]:
    """The chips' compilers at work on the first library source, where there are library sources alone and nothing is known of them."""
    if {*sides(project, paths).values()} != {LIBRARY}:
        return {}
    with suppress(Exception):  # said when the source is converted, and of which one it is
        first = min({leader(project, path) for path in paths}, key=project.relative)
        return {first: begin_parsing(project, first)}
    return {}
