"""migrate verify: proofs of a conversion."""

from __future__ import annotations

import argparse

from migrate.commands.common import project_options, run_options
from migrate.errors import UsageError

PROOFS = ("projection", "compile", "trace", "mutate")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="files to prove (default: all sources of the project)")
    for name in PROOFS:
        parser.add_argument(f"--{name}", action="store_true", help=f"only this proof: {name}")
    project_options(parser)
    run_options(parser)


def run(arguments: argparse.Namespace) -> int:
    try:
        from migrate.verify import command
    except ImportError:
        raise UsageError("verify is not part of this build") from None
    return command.run(arguments)
