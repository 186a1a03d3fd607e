"""What legacy and unified code is called stands in the shipped rule sets and data files, not in Python."""

from __future__ import annotations

import re
from pathlib import Path

MIGRATE = Path(__file__).parents[2] / "migrate"
NAMES = re.compile(r"sgdnn|tpudnn|pimpl|SG_", re.IGNORECASE)


def test_no_python_file_names_a_library() -> None:
    found = [
        f"{path.relative_to(MIGRATE)}:{number}: {line.strip()}"
        for path in sorted(MIGRATE.rglob("*.py"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if NAMES.search(line)
    ]
    assert found == []


def test_the_test_would_find_one() -> None:
    assert NAMES.search("ctx.pimpl") and NAMES.search("SGDNN_CHECK") and NAMES.search("sg_api_halve_t")
