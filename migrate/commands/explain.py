"""migrate explain ID"""

from __future__ import annotations

import argparse
import difflib

from migrate import ids
from migrate.errors import CLEAN, UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "id", nargs="?", metavar="ID", help="an id of a report or marker; without it all ids are listed"
    )


def run(arguments: argparse.Namespace) -> int:
    if arguments.id is None:
        for name, title in ids.titles().items():
            print(f"{name}  {title}")
        return CLEAN
    try:
        print(ids.page(arguments.id), end="")
    except ids.UnknownId:
        near = difflib.get_close_matches(arguments.id.upper(), ids.titles(), n=3)
        hint = f"did you mean {', '.join(near)}?" if near else "`migrate explain` lists all ids"
        raise UsageError(f"{arguments.id} is no id; {hint}") from None
    return CLEAN
