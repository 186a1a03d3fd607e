"""Operators as vendors write them, in `cases/src`: a line with `//! F02` has that defect, and nothing else is said of any other line."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from migrate.commands.run.library import defect_headers, find_defects
from migrate.convert.parsing import begin_parsing
from migrate.frontend.variants import merged_input
from migrate.project.loading import load_project

CASES = Path(__file__).parent / "cases"
SOURCES = sorted((CASES / "src").glob("*.cpp"))
Said = dict[str, set[tuple[str, int]]]


@cache
def said(path: Path) -> Said:
    """What the findings of a source are, as its conversion finds them."""
    return findings(path, compiler=True)


def findings(path: Path, compiler: bool) -> Said:
    project = load_project(CASES / "migrate.yaml")
    merged = merged_input(project, path)
    facts = begin_parsing(project, path).results() if compiler else ()
    data, lines = (merged.data, merged.lines) if merged else (path.read_bytes(), None)
    found: Said = {}
    for finding in find_defects(project, path.name, data, defect_headers(project), lines, facts):
        found.setdefault(finding.function, set()).add((finding.id, finding.place.line))
    return found


@cache
def expected(path: Path) -> Said:
    """Of each function the defects that its lines are marked with."""
    found: Said = {}
    function = ""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        start = re.match(r"(?:static |template .*> )*\w+ (\w+) \(", line)
        function = start[1] if start else function
        found.setdefault(function, set())
        for marked in re.findall(r"//! ((?:F\d\d ?)+)$", line):
            found[function] |= {(id, number) for id in marked.split()}
    return found


@pytest.mark.parametrize(("path", "name"), [(path, name) for path in SOURCES for name in expected(path) if name])
def test_what_is_said_of_a_function(path: Path, name: str) -> None:
    assert said(path).get(name, set()) == expected(path)[name]


def test_nothing_is_said_of_what_is_no_function() -> None:
    assert [name for path in SOURCES for name in said(path) if name not in expected(path)] == []


BY_TYPE = {"sgdnnSound078"}  # a container of objects that free: only the compiler says what they are


@pytest.mark.parametrize(
    "name", [*(path.stem for path in SOURCES if path.stem.startswith("buffers_")), "containers", "mixed", "sessions"]
)
def test_without_the_compiler_no_more_is_said(name: str) -> None:
    path = CASES / "src" / f"{name}.cpp"
    marked = expected(path)
    more = {f: found - marked[f] for f, found in findings(path, compiler=False).items() if f not in BY_TYPE}
    assert {function: found for function, found in more.items() if found} == {}
