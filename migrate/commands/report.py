"""migrate report FILE.json"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from migrate.commands.common import FORMATS, named, protect_code
from migrate.emit.files import write_all
from migrate.errors import UsageError, readable
from migrate.report.build import exit_code
from migrate.report.model import VERSION, DamagedReport, Report, from_data
from migrate.report.terminal import for_stream


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("json", metavar="FILE", help="a report that `--json` wrote")
    parser.add_argument("--format", choices=sorted(FORMATS), default="text", help="format (default text)")
    parser.add_argument("--out", metavar="FILE", help="write here instead of to the terminal")


def read_report(name: str) -> Report:
    try:
        data = json.loads(Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{name}: cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{name}: no JSON report of migrate: {error}") from None
    if not isinstance(data, dict) or "totals" not in data:
        raise UsageError(f"{name}: no report of migrate: it has no totals")
    if data.get("version") != VERSION:
        message = f"{name}: report version {data.get('version')}; this migrate reads version {VERSION}"
        raise UsageError(f"{message}, so write the report again with `--json`")
    try:
        return from_data(data)
    except DamagedReport as error:
        raise UsageError(f"{name}: a report with a part missing or changed ({error}); write it again") from None


def run(arguments: argparse.Namespace) -> int:
    report = read_report(arguments.json)
    text = readable(FORMATS[arguments.format](report))
    if named("--out", arguments.out, "a file"):
        if Path(arguments.out).resolve() == Path(arguments.json).resolve():
            raise UsageError(f"{arguments.out} is the report that is read; give --out another name")
        protect_code(Path(arguments.out))
        write_all({Path(arguments.out): text.encode()})
    else:
        sys.stdout.write(for_stream(text, sys.stdout) if arguments.format == "text" else text)
    return exit_code(report)
