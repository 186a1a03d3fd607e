"""What each chip's compiler is asked for a library source. Imports little: the compilers begin before the rest of the tool is read."""

from __future__ import annotations

from pathlib import Path

from migrate.frontend.compiler.clang import ParseRequest, Parsing
from migrate.frontend.variants import Merged, merged_input
from migrate.project.config import Project
from migrate.project.library_rules import named_types


def parse_requests(project: Project, path: Path, merged: Merged | None = None) -> list[ParseRequest]:
    library = project.library
    requests = []
    text, types = merged.data if merged else None, named_types(project.library_rules)
    for chip in project.chips:
        arguments = ["-x", "c++", *library.flags, *(f"-D{d}" for d in (*chip.definitions, *library.defines))]
        arguments += [f"-I{project.root / folder}" for folder in (*chip.include, *library.include)]
        stubs = tuple((str(path.parent / name), text.encode()) for name, text in library.stubs.items())
        if merged:
            stubs += tuple(merged.headers.items())
        own = merged.text_of(chip) if merged else path
        requests.append(ParseRequest(str(own), chip.name, tuple(arguments), stubs, text, types))
    return requests


def input_requests(project: Project, path: Path) -> list[ParseRequest]:
    """Of the text that is converted in the source's place; `parse_requests` without a text asks about the file as it is."""
    return parse_requests(project, path, merged_input(project, path))


def begin_parsing(project: Project, path: Path) -> Parsing:
    """Every chip's compiler begins with a library source."""
    return Parsing(input_requests(project, path))
