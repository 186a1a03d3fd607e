"""What several commands share: options, progress, printing reports."""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Callable
from pathlib import Path

from migrate.commands.run.session import Options
from migrate.errors import UsageError
from migrate.report.model import Report, print_json
from migrate.report.text import print_text

SLOW = 2.0  # seconds after which progress is shown


def _lazy(module: str, name: str) -> Callable[[Report], str]:
    """A printer that is imported when it is used: most runs print text only."""
    return lambda report: getattr(importlib.import_module(f"migrate.report.{module}"), name)(report)


FORMATS: dict[str, Callable[[Report], str]] = {
    "text": print_text,
    "json": print_json,
    "csv": _lazy("csv_report", "print_csv"),
    "sarif": _lazy("sarif", "print_sarif"),
    "html": _lazy("html", "print_html"),
    "markdown": _lazy("markdown", "print_markdown"),
}


def project_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--project", metavar="FILE", help="project file (default: migrate.yaml, found upwards)")
    parser.add_argument("--root", metavar="DIR", help="root of the legacy tree (default: the project file's folder)")


def run_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-j", "--jobs", type=_jobs, default=1, metavar="N", help="files converted at once (default 1)")
    parser.add_argument("--no-cache", action="store_true", help="convert again what has not changed")
    parser.add_argument("--json", metavar="FILE", help="write the report as JSON")
    parser.add_argument(
        "--report",
        metavar="FILE",
        action="append",
        default=[],
        help="write the report; the name's end says the format: .txt .json .csv .sarif .html .md (may be repeated)",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="print no text report")


def _jobs(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        value = 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of jobs (1 or more)")
    return value


def options_of(arguments: argparse.Namespace, only_calls: bool = False, writes: bool = False) -> Options:
    return Options(only_calls=only_calls, jobs=arguments.jobs, cache=not arguments.no_cache, writes=writes)


def format_of(name: str) -> str:
    suffix = Path(name).suffix.lstrip(".").lower()
    known = {"txt": "text", "htm": "html", "md": "markdown"}.get(suffix, suffix)
    if known not in FORMATS:
        raise UsageError(f"{name}: the end of a report's name says its format: .txt, .json, .csv, .sarif, .html or .md")
    return known


def check_reports(arguments: argparse.Namespace) -> list[tuple[Path, str]]:
    """Path and format of each report that is asked for, checked before any work is done."""
    wanted = [(Path(name), format_of(name)) for name in arguments.report]
    if arguments.json:
        wanted.append((Path(arguments.json), "json"))
    for path, _ in wanted:
        if not path.absolute().parent.is_dir():
            raise UsageError(f"{path}: its folder does not exist")
        if path.is_dir():
            raise UsageError(f"{path} is a folder, not a file to write a report to")
    return wanted


def rendered(report: Report, wanted: list[tuple[Path, str]]) -> dict[Path, bytes]:
    """The reports as files to write."""
    return {path: FORMATS[kind](report).encode() for path, kind in wanted}


class Progress:
    """One line on stderr per step once a run takes longer than a moment; overwritten in place on a terminal."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.terminal = sys.stderr.isatty()
        self.shown = False
        self.last = 0.0

    def __call__(self, text: str) -> None:
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
