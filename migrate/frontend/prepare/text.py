"""The text of a source that is converted in its place."""

from __future__ import annotations

from pathlib import Path

from migrate.frontend.prepare.edited import Prepared
from migrate.frontend.prepare.macros import expanded, may_expand
from migrate.frontend.prepare.private_headers import spliced
from migrate.frontend.source import Source
from migrate.project.config import Project
from migrate.project.library_rules import compile_library_rules


def prepared_input(project: Project, path: Path) -> Prepared | None:
    """The source with its private headers in it and its macros expanded; None where it has neither."""
    data = path.read_bytes() if path.is_file() else b""
    rules = compile_library_rules(project.library_rules)
    whole = spliced(project, path, data, rules) if b'include "' in data else None
    data = whole.data if whole else data
    if not may_expand(data, rules):
        return whole
    source = Source(project.relative(path), data, project.chips)
    if whole:
        source.lines = whole.lines
    edited = expanded(source, rules)
    return edited.prepared if edited else whole
