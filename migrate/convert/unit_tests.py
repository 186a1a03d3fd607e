"""Edit 16 on the unit tests of a project."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from pathlib import Path

from migrate.model import Confidence, EditKind, FileResult, Finding, Location, Site
from migrate.project.config import Project
from migrate.project.discovery import unit_test_path
from migrate.rules.editset import apply
from migrate.rules.test_calls import Operators, operators_called
from migrate.rules.unit_test import switch_on, test_name


def rewrite_unit_tests(
    project: Project, operators: Operators, named: Mapping[str, Collection[str]]
) -> list[tuple[FileResult, bytes]]:
    """Switch chips on in the tests of operators: those that a test's calls reach, or the one it is named after.

    `named`: operator name -> chips that implement it, for tests whose calls name no operator."""
    found: list[tuple[FileResult, bytes]] = []
    if not (operators.registered or named):  # no torch-side file in this run: no test reaches an operator of it
        return found
    for path in project.source_files(project.unit_tests):
        data = path.read_bytes()
        name = project.relative(path)
        try:
            chips = _chips(path, ast.parse(data), operators, named)
            edits = tuple(switch_on(data, project.chips, chips)) if chips else ()
        except (SyntaxError, ValueError) as error:
            if test_name(path.name) not in named:
                continue
            line = getattr(error, "lineno", 1) or 1
            message = f"the unit test is no valid Python ({error}); it was left alone"
            finding = Finding("T203", Location(name, line, 1), message, Confidence.HIGH)
            found.append((FileResult(name, findings=(finding,)), data))
            continue
        if not edits:
            continue
        sites = tuple(Site(EditKind.UNIT_TEST, edit.span, path.name) for edit in edits)
        target = unit_test_path(project, path)
        found.append((FileResult(name, {target: apply(data, edits)}, edits, len(edits), sites), data))
    return found


def _chips(path: Path, tree: ast.Module, operators: Operators, named: Mapping[str, Collection[str]]) -> Collection[str]:
    reached = operators.reached(operators_called(tree))
    if not reached:
        return named.get(test_name(path.name), ())
    return operators.chips.intersection(*(operators.chips_of(name) for name in reached))
