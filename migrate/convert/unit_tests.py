"""Edit 16 on the unit tests of a project."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from migrate.model import Confidence, EditKind, FileResult, Finding, Location, Site
from migrate.project.config import Project
from migrate.rules.editset import apply
from migrate.rules.unit_test import switch_on, test_name


def rewrite_unit_tests(project: Project, wanted: Mapping[str, Collection[str]]) -> list[tuple[FileResult, bytes]]:
    """Switch chips on in the tests of the named operators; `wanted`: operator name -> chips that implement it."""
    found: list[tuple[FileResult, bytes]] = []
    for path in project.source_files(project.unit_tests):
        chips = wanted.get(test_name(path.name))
        if chips is None:
            continue
        data = path.read_bytes()
        name = project.relative(path)
        try:
            edits = tuple(switch_on(data, project.chips, chips))
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", 1) or 1
            message = f"the unit test is no valid Python ({error}); it was left alone"
            finding = Finding("T203", Location(name, line, 1), message, Confidence.HIGH)
            found.append((FileResult(name, findings=(finding,)), data))
            continue
        if not edits:
            continue
        sites = tuple(Site(EditKind.UNIT_TEST, edit.span, path.name) for edit in edits)
        target = f"{project.target.unit_tests}/{path.name}"
        found.append((FileResult(name, {target: apply(data, edits)}, edits, len(edits), sites), data))
    return found
