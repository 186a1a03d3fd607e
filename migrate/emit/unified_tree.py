"""Reads the unified tree that the output is an overlay of."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from migrate.emit.header import without_operators
from migrate.project.config import Project


def target_reader(project: Project, out: Path | None = None) -> Callable[[str], bytes | None]:
    """Reads files of the unified tree by relative path: the output so far, else the tree itself.

    Of a tree that the output shall not grow from (`target: {fresh: true}`) only the public header's types are read.
    """
    base = out or project.out_dir
    target = project.target

    def read(relative: str) -> bytes | None:
        file = base / relative
        if file.is_file():
            return file.read_bytes()
        file = project.target_root / relative
        if (target.fresh and relative != target.header) or not file.is_file():
            return None
        text = file.read_bytes()
        return without_operators(text, project.unified.header.region) if target.fresh else text

    return read
