"""migrate build: an installable library from what migrate convert wrote."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from migrate.build.extension import left_out
from migrate.build.library import RUNTIMES, Options, build
from migrate.build.problems import error_lines, problems, shown
from migrate.build.tools import BuildFailed
from migrate.commands.common import Progress, jobs, named, output_folder, project_options
from migrate.emit import converted
from migrate.emit.unfinished import demand_finished
from migrate.errors import CLEAN, LEFT_OVER, UsageError, readable
from migrate.project.discovery import open_project

_PARTS = ("dnnlib", "chips", "torch_tpu", "utest_ops")  # of a conversion


def configure(parser: argparse.ArgumentParser) -> None:
    project_options(parser)
    parser.add_argument(
        "--out", metavar="DIR", help="folder of the conversion (default: migrated/ beside the project file)"
    )
    parser.add_argument(
        "--prefix", metavar="DIR", help="folder to install into (default: built/ in the folder of the conversion)"
    )
    parser.add_argument(
        "--runtime",
        choices=RUNTIMES,
        default=RUNTIMES[0],
        help="the chips' runtimes: simulated ones, or the vendors' libraries that chips.<name>.libraries names (default: simulated)",
    )
    parser.add_argument(
        "--torch",
        action="store_true",
        help="also the PyTorch device with the tree's converted operators, as the Python package DIR/python/torch_tpu",
    )
    parser.add_argument("-j", "--jobs", type=jobs, default=2, metavar="N", help="compilers at once (default 2)")


def _say_stale(names: list[str]) -> None:
    """What is built is what `convert` wrote, whatever its sources say by now."""
    if names:
        shown = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
        print(
            readable(
                f"migrate build: changed since `migrate convert`, and built as it was then: {shown}; convert again"
            ),
            file=sys.stderr,
        )


def run(arguments: argparse.Namespace) -> int:
    project = open_project(arguments.project, arguments.root)
    out = output_folder(arguments.out, project).resolve()
    prefix = Path(arguments.prefix).resolve() if named("--prefix", arguments.prefix, "a folder") else out / "built"
    if out.is_relative_to(prefix) or any(prefix.is_relative_to(out / name) for name in _PARTS):
        raise UsageError(f"--prefix {prefix} would replace the conversion in {out}: give another folder")
    demand_finished(out)
    _say_stale(converted.changed(project, out))
    unused = left_out(project, out) if arguments.torch else []
    if unused:
        print(f"migrate build: no torch-side file of the tree becomes {', '.join(unused)}: not built", file=sys.stderr)
    progress = Progress()
    options = Options(out, prefix, arguments.runtime, arguments.jobs, sys.executable, arguments.torch)
    try:
        warnings = build(project, options, progress)
    except BuildFailed as failed:
        progress.finish()
        found = problems(failed.said, project, out)
        log = out / ".build" / options.runtime / f"{failed.step}.log"
        print(
            f"migrate build: the step {failed.step} failed; nothing was installed. All it said: {log}", file=sys.stderr
        )
        lines = list(shown(found)) or [f"  {line}" for line in error_lines(failed.said)]
        print("\n".join(lines), file=sys.stderr)
        return LEFT_OVER
    progress.finish()
    chips = ", ".join(chip.name for chip in project.chips)
    name = next(iter((prefix / "lib/cmake").iterdir())).name
    print(f"Installed lib{name} for {chips} ({options.runtime} runtimes) in {prefix}.")
    print(f"  CMake: find_package({name}) with -DCMAKE_PREFIX_PATH={prefix}")
    print(f"  pkg-config: PKG_CONFIG_PATH={prefix}/lib/pkgconfig")
    if options.torch:
        print(f"  PyTorch: PYTHONPATH={prefix}/python; import torch_tpu")
    if warnings:
        print("Importing torch_tpu says:", file=sys.stderr)
        print("\n".join(f"  {line}" for line in warnings), file=sys.stderr)
    return CLEAN
