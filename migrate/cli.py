"""The `migrate` command: argument parsing and exit codes; each command is a module of migrate.commands."""

from __future__ import annotations

import argparse
import gc
import importlib
import sys
from collections.abc import Sequence

from migrate.config import ConfigError
from migrate.errors import MigrateError, UsageError

EPILOG = """exit codes: 0 clean, 1 something is left to do by hand (or would change, with --check), 2 wrong use,
3 input that does not parse, 4 a proof failed or could not be made"""

COMMANDS = {
    "convert": "rewrite library and torch-side files, prove what can be proven, report",
    "scan": "read the whole tree: what is there, what would happen, effort left; writes nothing",
    "map": "what a legacy name becomes",
    "verify": "prove a conversion: projection, compile, trace, mutate",
    "report": "print a JSON report in another format",
    "explain": "what an id means and what to do about it",
    "init": "write a project file for a tree",
    "new-rule": "begin a rule: its entry, test case, page and id",
}


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="migrate", description=__doc__.split(":")[0], epilog=EPILOG)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary, epilog=EPILOG)
        _module(name).configure(command)
    return parser


def _module(name: str):  # type: ignore[no-untyped-def]
    return importlib.import_module(f"migrate.commands.{name.replace('-', '_')}")


def main(argv: Sequence[str] | None = None) -> int:
    gc.set_threshold(200_000, 20, 20)  # a run makes many small objects and hardly a cycle
    arguments = build_parser().parse_args(argv)
    try:
        return int(_module(arguments.command).run(arguments))
    except MigrateError as error:
        print(f"migrate: {error}", file=sys.stderr)
        return error.code
    except ConfigError as error:
        print(f"migrate: {error}", file=sys.stderr)
        return UsageError.code
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        print("migrate: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
