"""The rule files and project files shown in docs/rules.md and docs/findings.md are valid."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from migrate.project.schemas import PROJECT_SCHEMA, RULES_SCHEMA
from migrate.project.yaml_file import read_yaml
from migrate.report.diagnostics import titles

DOCS = Path(__file__).parents[2] / "docs"


def blocks() -> list[tuple[str, str]]:
    found = []
    for page in ("rules.md", "findings.md"):
        found += [(page, text) for text in re.findall(r"^```yaml\n(.*?)^```", (DOCS / page).read_text(), re.M | re.S)]
    return found


@pytest.mark.parametrize(("page", "text"), blocks())
def test_what_is_shown_is_valid(page: str, text: str) -> None:
    if re.match(r"  \w", text):  # goes on with the file shown before
        text = "library:\n" + text
    project = re.search(r"^(chips|rules):", text, re.M)
    data, _ = read_yaml(text, page, PROJECT_SCHEMA if project else RULES_SCHEMA, page)
    assert data


def test_findings_page_has_a_row_for_each_id() -> None:
    rows = re.findall(r"^\| (F\d\d) \|", (DOCS / "findings.md").read_text(), re.M)
    assert rows == sorted(id for id in titles() if re.match(r"F\d\d$", id))
