"""migrate init [DIR]: look at a tree and write a project file for it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from migrate.emit.files import write_all
from migrate.emit.project_file import chip_names, render, unknown_launches
from migrate.emit.rules_file import render_rules
from migrate.errors import CLEAN, UsageError
from migrate.frontend.survey.tree import RULES_FILE, discover
from migrate.project.config import PROJECT_FILE
from migrate.project.discovery import library_sources
from migrate.project.loading import load_project
from migrate.project.yaml_file import ConfigError, compose, has_entry, read_text

MOST = 8  # names that a comment has
STUB = "    {name}: ''"  # a header that was not found, as the project file has it


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", default=".", metavar="DIR", help="root of the legacy tree (default: here)")
    parser.add_argument("--out", metavar="FILE", help=f"where to write (default: DIR/{PROJECT_FILE}; - prints)")
    parser.add_argument("--force", action="store_true", help="replace a project file that is there")


def run(arguments: argparse.Namespace) -> int:
    root = Path(arguments.folder)
    if not arguments.folder or not root.is_dir():
        raise UsageError(f"{arguments.folder or repr('')}: there is no such folder")
    target = root / PROJECT_FILE if arguments.out in (None, "-") else Path(arguments.out)
    if arguments.out != "-":
        _check_place(arguments.out, target, arguments.force)
    found = discover(root)
    if not found.macros and not found.library:
        raise UsageError(
            f"{root}: no conditional on a chip macro and no source that launches kernels was found below it (a function that is given a kernel's "
            "name in quotes, or a constant of the tree for it, the address of a struct and its size); is this the root of the legacy tree? Where launches look otherwise, write the "
            "project file and a rule file with `library.launch` by hand: docs/rules.md, also for a tree of which only names change"
        )
    text = render(found, target.absolute().parent)
    if arguments.out == "-":
        print(text, end="")
        return CLEAN
    rules = target.absolute().parent / RULES_FILE
    drafted = {rules: render_rules(found.foreign).encode()} if found.foreign and not rules.exists() else {}
    write_all({target: text.encode(), **drafted})
    print(f"Wrote {target}: chips {', '.join(chip_names(found))}.")
    if drafted:
        print(f"Wrote {rules}: no shipped rule set is for this tree; complete it, see docs/rules.md.")
    for sentence in (*found.doubts, *unknown_launches(found)):
        print(sentence[0].upper() + sentence[1:] + ".")
    if found.found.missing:
        names = undeclared_names(target, root)
        if names:
            write_all({target: with_names(text, found.found.missing, names).encode()})
        for name in found.found.missing:
            print(f"{name} was not found: " + ("fill in" if names else "see") + " `stubs` in that file.")
    elsewhere = target.absolute().parent.resolve() != root.resolve()
    options = f" --project {target} --root {root}" if elsewhere else ""
    print(f"Read it over, then `migrate scan{options}`.")
    return CLEAN


def _check_place(given: str | None, target: Path, force: bool) -> None:
    """Raises UsageError where no project file can be written, or another file is there."""
    if given == "":
        raise UsageError("--out was given an empty name; name a file")
    if target.is_dir():
        raise UsageError(f"{target} is a folder; --out names a file")
    if not target.exists():
        return
    if not target.is_file():
        raise UsageError(f"{target} is a device or a pipe, not a file; --out - prints the project file")
    if not _is_project_file(target):
        raise UsageError(
            f"{target} exists and is no project file, which is all that --force replaces; name another file"
        )
    if not force:
        raise UsageError(f"{target} exists; --force replaces it")


def _is_project_file(path: Path) -> bool:
    """Also one with mistakes. A link is the file that it leads to."""
    if path.resolve().suffix not in (".yaml", ".yml"):
        return False
    try:
        return has_entry(compose(read_text(path), str(path)), ("chips",))
    except ConfigError:
        return path.resolve().name == PROJECT_FILE


def undeclared_names(file: Path, root: Path) -> list[str]:
    """What the sources use that only headers declare which were not found."""
    from migrate.convert.parsing import parse_requests
    from migrate.frontend.compiler.clang import ParseFailed, undeclared

    project = load_project(file, root)
    found: dict[str, None] = {}
    for path in library_sources(project):
        for request in parse_requests(project, path):
            try:
                found |= dict.fromkeys(undeclared(request))
            except ParseFailed:
                continue
    return list(found)


def with_names(text: str, missing: Sequence[str], names: Sequence[str]) -> str:
    """The project file that says what its stand-ins have to declare."""
    what = ", ".join(names[:MOST]) + (" and others" if len(names) > MOST else "")
    line = STUB.format(name=missing[0])
    one = "" if len(missing) == 1 else ", in one of these"
    return text.replace(f"{line}\n", f"{line}   # fill in{one}: declarations of {what}, which the sources use\n", 1)
