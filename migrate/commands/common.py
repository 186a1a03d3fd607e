"""What several commands share: options, progress, printing reports."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from migrate.commands.run.options import Options
from migrate.errors import UsageError, readable, stop_if_interrupted
from migrate.frontend.tree_words import CODE
from migrate.project.config import Project

if TYPE_CHECKING:
    from migrate.frontend.inputs import Inputs
    from migrate.report.model import Report

RECORDS = "migrated."  # how the names of the records in an output folder begin
TERMINAL = Path("-")  # name of a report that is printed
MOST_JOBS = 1000
SLOW = 2.0  # seconds after which progress is shown


def _lazy(module: str, name: str) -> Callable[[Report], str]:
    """A printer that is imported when it is used: a run begins without any, and most print text only."""
    return lambda report: getattr(importlib.import_module(f"migrate.report.{module}"), name)(report)


FORMATS: dict[str, Callable[[Report], str]] = {
    "text": _lazy("text", "print_text"),
    "json": _lazy("model", "print_json"),
    "csv": _lazy("csv_report", "print_csv"),
    "sarif": _lazy("sarif", "print_sarif"),
    "html": _lazy("html", "print_html"),
    "markdown": _lazy("markdown", "print_markdown"),
}


def project_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--project", metavar="FILE", help="project file (default: migrate.yaml, found upwards)")
    parser.add_argument("--root", metavar="DIR", help="root of the legacy tree (default: the project file's folder)")


def run_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-j", "--jobs", type=jobs, default=1, metavar="N", help="files converted at once (default 1)")
    parser.add_argument("--no-cache", action="store_true", help="convert again what has not changed")
    parser.add_argument("--json", metavar="FILE", help="write the report as JSON; - prints it in place of the text")
    parser.add_argument(
        "--report",
        metavar="FILE",
        action="append",
        default=[],
        help="write the report; the name's end says the format: .txt .json .csv .sarif .html .md (may be repeated)",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="print no text report")


def jobs(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        value = 0
    if not 1 <= value <= MOST_JOBS:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number of jobs (1 to {MOST_JOBS})")
    return value


def output_folder(given: str | None, project: Project) -> Path:
    return Path(given) if named("--out", given, "a folder") else project.out_dir


def named(option: str, given: str | None, what: str) -> bool:
    """Whether an option was given. Raises UsageError where it was given with an empty name, which is no way to leave it out."""
    if given == "":
        raise UsageError(f"{option} was given an empty name; name {what}")
    return given is not None


def compile_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--no-compile",
        action="store_true",
        help="do not compile converted torch-side files, and accept a target without headers; the report says so",
    )


def options_of(arguments: argparse.Namespace, only_calls: bool = False, writes: bool = False) -> Options:
    command = getattr(arguments, "no_compile", None)
    uncompiled = "migrate scan does not compile, migrate convert does" if command is None else ""
    return Options(
        only_calls=only_calls,
        jobs=arguments.jobs,
        cache=not arguments.no_cache,
        writes=writes,
        uncompiled="--no-compile was given" if command else uncompiled,
    )


def format_of(name: str) -> str:
    suffix = Path(name).suffix.lstrip(".").lower()
    known = {"txt": "text", "htm": "html", "md": "markdown"}.get(suffix, suffix)
    if known not in FORMATS:
        raise UsageError(f"{name}: the end of a report's name says its format: .txt, .json, .csv, .sarif, .html or .md")
    return known


def check_reports(arguments: argparse.Namespace) -> list[tuple[Path, str]]:
    """Path and format of each report that is asked for, checked before any work is done."""
    named = [(name, None) for name in arguments.report] + [(arguments.json, "json")] * (arguments.json is not None)
    wanted: list[tuple[Path, str]] = []
    wrong: list[str] = []
    for name, kind in named:
        try:
            wanted.append((_writable(name), kind or format_of(name)))
        except UsageError as error:
            wrong.append(str(error))
        except (OSError, ValueError) as error:
            wrong.append(f"{name[:80]!r} cannot be the name of a report: {error}")
    places = [os.path.realpath(path) for path, _ in wanted if path != TERMINAL]
    twice = next((path for path, _ in wanted if path != TERMINAL and places.count(os.path.realpath(path)) > 1), None)
    if twice:
        wrong.append(f"{twice}: two reports would go to this file; give them different names")
    if wrong:
        raise UsageError("\n".join(wrong))
    return wanted


def _writable(name: str) -> Path:
    path = Path(name)
    if path == TERMINAL:
        return path
    if not name:
        raise UsageError("a report was asked for with an empty name")
    if not path.absolute().parent.is_dir():
        raise UsageError(f"{path}: its folder does not exist")
    if path.is_dir():
        raise UsageError(f"{path} is a folder, not a file to write a report to")
    if path.exists() and not path.is_file():
        raise UsageError(f"{path} is a device or a pipe, not a file; --json - prints the report")
    if not path.exists() and is_code(path):
        raise UsageError(f"{path} would be code by its name; give the report a name of its own")
    return path


def protect_inputs(project: Project, inputs: Iterable[Path], targets: Iterable[Path]) -> None:
    """Raises UsageError where a report would go to a file that this run reads, or to other code."""
    targets = [path for path in targets if path != TERMINAL and path.exists()]
    if not targets:
        return
    known = _inputs(project, inputs)
    _refuse([p for p in targets if known.has(p) or known.looks_at(p)], "a report goes elsewhere")
    for path in targets:
        protect_code(path)


_OF_BUILDS = (
    "CMakeLists.txt",
    "CMakePresets.json",
    "CMakeUserPresets.json",
    "compile_commands.json",
    "requirements.txt",
)


def is_code(path: Path) -> bool:
    return path.suffix.lower() in CODE or path.name in _OF_BUILDS


def protect_code(path: Path) -> None:
    """Raises UsageError where a report would go to a file of code, whoever's it is."""
    if path.is_file() and is_code(path):
        raise UsageError(f"{path} is there and is code by its name; a report goes elsewhere")


def keep_inputs(project: Project, inputs: Iterable[Path], base: Path, targets: Iterable[Path], what: str) -> None:
    """Raises UsageError where a file that this run writes below `base`, or takes away, is one of the legacy tree's that it reads, or a link to
    one of the unified tree's elsewhere: those at their own places are what the output goes on from."""
    known, folder = _inputs(project, inputs), os.path.realpath(base)
    _refuse([p for p in targets if known.has(p) or (_leads_out(p, folder) and known.has_unified(p))], what)


def _inputs(project: Project, given: Iterable[Path]) -> Inputs:
    from migrate.frontend.inputs import Inputs  # reads more than a run needs before the compilers begin

    return Inputs(project, tuple(given))


def _leads_out(path: Path, folder: str) -> bool:
    return not Path(os.path.realpath(path)).is_relative_to(folder)


def _refuse(taken: Sequence[Path], what: str) -> None:
    if taken:
        names = ", ".join(map(str, taken))
        raise UsageError(f"{names} {'is an input' if len(taken) == 1 else 'are inputs'} of this run; {what}")


def protect_outputs(base: Path, targets: Iterable[Path]) -> None:
    """Raises UsageError where a report would go among the files of the output folder `base`, of this run or an earlier one: reports may
    lie directly in the folder, beside its records."""
    folder = os.path.realpath(base)
    for path in targets:
        place = Path(os.path.realpath(path))
        if path == TERMINAL or not place.is_relative_to(folder):
            continue
        if place.parent != Path(folder) or place.name.startswith(RECORDS):
            raise UsageError(
                f"{path} is a place of the conversion's own files; a report goes elsewhere, or directly into {base}"
            )


def protect_written(written: Iterable[Path], targets: Iterable[Path]) -> None:
    """Raises UsageError where a report would go to a file that this run writes or removes."""
    own = {os.path.realpath(path) for path in written}
    taken = next((path for path in targets if path != TERMINAL and os.path.realpath(path) in own), None)
    if taken is not None:
        raise UsageError(f"{taken} is a file that this run writes; a report goes elsewhere")


def rendered(report: Report, wanted: list[tuple[Path, str]]) -> dict[Path, bytes]:
    """The reports as files to write. One that goes to the terminal is printed."""
    for path, kind in wanted:
        if path == TERMINAL:
            sys.stdout.write(readable(FORMATS[kind](report)))
    return {path: readable(FORMATS[kind](report)).encode() for path, kind in wanted if path != TERMINAL}


class Progress:
    """One line on stderr per step once a run takes longer than a moment; overwritten in place on a terminal."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.terminal = sys.stderr.isatty()
        self.shown = False
        self.last = 0.0

    def __call__(self, text: str) -> None:
        stop_if_interrupted()
        now = time.monotonic()
        if now - self.started < SLOW or now - self.last < (0.1 if self.terminal else SLOW):
            return
        self.shown, self.last = True, now
        seconds = now - self.started
        line = f"migrate: {seconds:.0f} s  {text}"
        print(f"\r\x1b[K{line[:110]}" if self.terminal else line, end="" if self.terminal else "\n", file=sys.stderr)
        sys.stderr.flush()

    def finish(self) -> None:
        if self.shown and self.terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def say(arguments: argparse.Namespace, report: Report) -> bool:
    """Prints the text report, and the tracebacks of internal errors with --debug. False where standard output shall stay empty."""
    for error in report.errors:
        if arguments.debug:
            print(readable(f"migrate: {error.path}:{error.line}: {error.trace.rstrip()}"), file=sys.stderr)
    if arguments.quiet or arguments.json == str(TERMINAL):
        return False
    from migrate.report.terminal import for_stream

    sys.stdout.write(for_stream(readable(FORMATS["text"](report)), sys.stdout))
    return True
