"""The small tree of test_sequences, for the tests that run it in one process."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_sequences import START, write


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tree as it is at the start; the current folder."""
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "tree"
    (root / "unified").mkdir(parents=True)
    monkeypatch.chdir(root)
    write(root, START)
    return root
