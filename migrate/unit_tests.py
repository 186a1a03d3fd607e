"""Edit 16 on the unit tests of a project."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from migrate.config import Project
from migrate.edits.editset import apply, certify
from migrate.model import Confidence, EditKind, FileResult, Finding, Place, Proof, Site
from migrate.report.build import Input
from migrate.rules.unit_test import switch_on, test_name


def convert_unit_tests(project: Project, wanted: Mapping[str, Collection[str]]) -> list[Input]:
    """Switch chips on in the tests of the named operators; `wanted`: operator name -> chips that implement it."""
    found: list[Input] = []
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
            sentence = f"the unit test is no valid Python ({error}); it was left alone"
            finding = Finding("T203", Place(name, line, 1), sentence, Confidence.HIGH)
            found.append(Input(FileResult(name, findings=(finding,)), data))
            continue
        if not edits:
            continue
        text = apply(data, edits)
        difference = certify(data, edits, text)
        sites = tuple(Site(EditKind.UNIT_TEST, edit.span, path.name) for edit in edits)
        proof = Proof("certificate", name, "different" if difference else "equal", difference or f"{len(edits)} edits")
        target = f"{project.target.unit_tests}/{path.name}"
        found.append(Input(FileResult(name, {target: text}, edits, len(edits), sites, proofs=(proof,)), data))
    return found
