"""The `migrate` command: argument parsing and exit codes; each command is a module of migrate.commands."""

from __future__ import annotations

import argparse
import errno
import gc
import importlib
import os
import sys
from collections.abc import Sequence

from migrate.errors import MigrateError, UsageError
from migrate.project.yaml_file import ConfigError

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
    _open_closed_streams()
    arguments = build_parser().parse_args(argv)
    try:
        code = int(_module(arguments.command).run(arguments))
        sys.stdout.flush()
        return code
    except MigrateError as error:
        print(f"migrate: {error}", file=sys.stderr)
        return error.code
    except ConfigError as error:
        print(f"migrate: {error}", file=sys.stderr)
        return UsageError.code
    except BrokenPipeError:
        _discard_output()
        return 0
    except OSError as error:
        if error.filename is not None or error.errno not in (errno.ENOSPC, errno.EIO, errno.EDQUOT):
            raise
        _discard_output()
        print(f"migrate: cannot print all of the answer: {error.strerror}", file=sys.stderr)
        return UsageError.code
    except KeyboardInterrupt:
        print("migrate: interrupted", file=sys.stderr)
        return 130


def _open_closed_streams() -> None:
    """Python has None for a stream that was closed before it started (`>&-`)."""
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _discard_output() -> None:
    """What is left in the buffer cannot be written either: the interpreter shall not try when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
