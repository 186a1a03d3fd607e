"""Every planted defect of the example tree is found with the right id, and no clean twin is reported."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from migrate.commands.run.library import defect_headers, find_defects
from migrate.model import Finding
from migrate.project.config import Project
from migrate.project.loading import load_project
from migrate.report import diagnostics

EXAMPLE = Path(__file__).parents[3] / "examples" / "legacy"

# The kinds of DEFECTS.md, by its words.
KINDS = {
    "assignment in a check": "F01",
    "device buffer never freed": "F02",
    "status returned as bool": "F03",
    "status ignored": "F04",
    "device buffer used before it is set": "F05",
    "host value read before the asynchronous copy is done": "F06",
    "dtype code used as a size in bytes": "F07",
    "argument fields uninitialised on one chip": "F08",
    "check that is always true": "F09",
    "unused result": "F10",
    "device buffer freed on some paths only": "F11",
    "branch launches another operator's kernel": "F12",
    "kernel name that no firmware registers": "F13",
    "device buffer freed twice": "F14",
}


def planted() -> dict[str, tuple[str, str]]:
    """Kind -> (function with the defect, its twin), from the table in DEFECTS.md."""
    rows = re.findall(r"^\| (.+?) \| `(\w+)`.*? \| `(\w+)` \|$", (EXAMPLE / "DEFECTS.md").read_text(), re.MULTILINE)
    return {kind: (flawed, sound) for kind, flawed, sound in rows}


@pytest.fixture(scope="module")
def project() -> Project:
    return load_project(EXAMPLE / "migrate.yaml")


def findings_of(project: Project, name: str) -> list[Finding]:
    return find_defects(project, name, (EXAMPLE / name).read_bytes(), defect_headers(project))


@pytest.fixture(scope="module")
def defects(project: Project) -> list[Finding]:
    return findings_of(project, "sgdnn/src/defects.cpp")


def test_the_table_lists_each_kind_once() -> None:
    assert set(planted()) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_planted_defect_is_found_and_its_twin_is_not(kind: str, defects: list[Finding]) -> None:
    flawed, sound = planted()[kind]
    assert [f.id for f in defects if f.function == flawed] == [KINDS[kind]]
    assert [f for f in defects if f.function == sound] == []


def test_nothing_else_is_reported(defects: list[Finding]) -> None:
    assert {f.function for f in defects} == {flawed for flawed, _ in planted().values()}


def test_places_are_inside_the_function(defects: list[Finding]) -> None:
    lines = (EXAMPLE / "sgdnn/src/defects.cpp").read_text().splitlines()
    for finding in defects:
        above = next(i for i in range(finding.place.line - 1, -1, -1) if lines[i].startswith(("tpu_status_t", "bool")))
        assert finding.function in lines[above]


def test_the_library_of_the_example_has_these_and_no_others(project: Project) -> None:
    """Each was looked at by hand: the results of two launches and of the index conversion are dropped, `elements` is never read."""
    found = findings_of(project, "sgdnn/src/sgdnn.cpp")
    assert sorted((f.id, f.function) for f in found) == [
        ("F04", "sgdnnDummy"),
        ("F04", "sgdnnIndexSelect"),
        ("F04", "sgdnnStridedCopy"),
        ("F10", "sgdnnShiftLeft"),
    ]


@pytest.mark.parametrize("id", sorted(KINDS.values()))
def test_each_id_has_a_page_that_says_what_to_do(id: str) -> None:
    page = (Path(diagnostics.__file__).parent / "pages" / f"{id}.md").read_text()
    assert page.startswith(f"# {id} ")
    assert "## What to do" in page
