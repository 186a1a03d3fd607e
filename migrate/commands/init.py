"""migrate init [DIR]: look at a tree and write a project file for it."""

from __future__ import annotations

import argparse
from pathlib import Path

from migrate.emit.files import write_all
from migrate.emit.project_file import chip_names, render
from migrate.errors import CLEAN, UsageError
from migrate.frontend.survey import discover
from migrate.project.config import PROJECT_FILE


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", default=".", metavar="DIR", help="root of the legacy tree (default: here)")
    parser.add_argument("--out", metavar="FILE", help=f"where to write (default: DIR/{PROJECT_FILE}; - prints)")
    parser.add_argument("--force", action="store_true", help="replace a project file that is there")


def run(arguments: argparse.Namespace) -> int:
    root = Path(arguments.folder)
    if not root.is_dir():
        raise UsageError(f"{root}: there is no such folder")
    found = discover(root)
    if not found.macros and not found.library:
        raise UsageError(
            f"{root}: no conditional on a chip macro and no source that launches kernels was found below it; "
            "is this the root of the legacy tree?"
        )
    target = root / PROJECT_FILE if arguments.out in (None, "-") else Path(arguments.out)
    text = render(found, target.absolute().parent)
    if arguments.out == "-":
        print(text, end="")
        return CLEAN
    if target.exists() and not arguments.force:
        raise UsageError(f"{target} exists; --force replaces it")
    write_all({target: text.encode()})
    print(f"Wrote {target}: chips {', '.join(chip_names(found))}.")
    for name in found.found.missing:
        print(f"{name} was not found: see `stubs` in that file.")
    elsewhere = target.absolute().parent.resolve() != root.resolve()
    options = f" --project {target} --root {root}" if elsewhere else ""
    print(f"Read it over, then `migrate scan{options}`.")
    return CLEAN
