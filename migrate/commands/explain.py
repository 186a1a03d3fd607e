"""migrate explain ID"""

from __future__ import annotations

import argparse
import difflib
from pathlib import Path

from migrate.errors import CLEAN, UsageError
from migrate.project.loading import find_project
from migrate.report import diagnostics


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "id", nargs="?", metavar="ID", help="an id of a report or marker, or its alias; without it all ids are listed"
    )


def run(arguments: argparse.Namespace) -> int:
    own = own_pages()
    if arguments.id is None:
        heads = {name: (diagnostics.alias(name), title) for name, title in diagnostics.titles().items()}
        heads |= {name: (diagnostics.alias_of(page), diagnostics.title_of(page)) for name, page in own.items()}
        for name, (alias, title) in heads.items():
            print(f"{name}  {title} [{alias}]" if alias else f"{name}  {title}")
        return CLEAN
    wanted = next(
        (name for name, page in own.items() if diagnostics.alias_of(page) == arguments.id.lower()), arguments.id.upper()
    )
    try:
        print(own[wanted] if wanted in own else diagnostics.page(arguments.id), end="")
    except diagnostics.UnknownId:
        near = difflib.get_close_matches(wanted, [*diagnostics.titles(), *own], n=3)
        near = near or difflib.get_close_matches(arguments.id.lower(), list(diagnostics.aliases().values()), n=3)
        hint = f"did you mean {', '.join(near)}?" if near else "`migrate explain` lists all ids"
        raise UsageError(f"{arguments.id or repr(arguments.id)} is no id; {hint}") from None
    return CLEAN


def own_pages() -> dict[str, str]:
    """Pages of the rules of the project around the current folder, by id; what `migrate new-rule` writes."""
    project = find_project(Path.cwd())
    if project is None:
        return {}
    pages = sorted((project.parent / "rules" / "pages").glob("*.md"))
    return {path.stem.upper(): path.read_text(encoding="utf-8", errors="replace") for path in pages}
