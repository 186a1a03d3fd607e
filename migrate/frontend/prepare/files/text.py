"""The text of a source that is converted in its place."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from migrate.frontend.prepare.edited import Prepared
from migrate.frontend.prepare.files.macros import expanded, may_expand
from migrate.frontend.prepare.files.private_headers import defined_elsewhere, spliced
from migrate.frontend.source import Source
from migrate.project.config import Project
from migrate.project.library_rules import LibraryRules, compile_library_rules


def prepared_input(project: Project, path: Path) -> Prepared | None:
    """The source with its private headers in it and its macros expanded; None where it has neither."""
    rules = compile_library_rules(project.library_rules)
    data = path.read_bytes() if path.is_file() else b""
    whole = with_private_headers(project, path, data, rules)
    data = whole.data if whole else data
    source = Source(project.relative(path), data, project.chips)
    if whole:
        source.lines = whole.lines
    return with_macros_expanded(project, source, rules) or whole


def with_private_headers(
    project: Project, path: Path, data: bytes, rules: LibraryRules, folders: Sequence[str] = ()
) -> Prepared | None:
    """A source whose text is `data`; None where it has none. `folders`: of headers that its chip alone has."""
    return spliced(project, path, data, rules, folders) if b'include "' in data else None


def with_macros_expanded(project: Project, source: Source, rules: LibraryRules) -> Prepared | None:
    """None where it has none that are."""
    if not may_expand(source.data, rules):
        return None
    edited = expanded(source, rules, defined_elsewhere(project, source))
    return edited.prepared if edited else None
