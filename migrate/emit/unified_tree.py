"""Reads the unified tree that the output is an overlay of."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from migrate.emit.header import without_operators
from migrate.emit.manifest import ORIGINS, Manifest
from migrate.emit.moved import Moved, moved
from migrate.errors import UsageError
from migrate.project.config import Project


class TargetReader:
    """Reads files of the unified tree by relative path: the output so far, else the tree itself. Where the rules have other places than those of
    earlier runs, what these wrote is read from where it has to be now.

    Of a tree that the output shall not grow from (`target: {fresh: true}`) only the public header's types are read."""

    def __init__(self, project: Project, out: Path | None = None) -> None:
        self.project = project
        self.base = out or project.out_dir

    def __call__(self, relative: str) -> bytes | None:
        if relative in self.moved.texts:
            return self.moved.texts[relative]
        return self._tree(relative) if relative in self.moved.gone else self._read(relative)

    @cached_property
    def moved(self) -> Moved:
        """Raises UsageError."""
        project = self.project
        chips = [chip.name for chip in project.chips]
        return moved(project.target, project.unified, chips, self._manifest(), self._read, self._tree, self._made)

    def _manifest(self) -> str:
        """Where runs had the manifest so far: one that is not where the rules have it says itself where it was."""
        named = self.project.target.manifest
        if (self.base / named).is_file() or not self.base.is_dir():
            return named
        for file in sorted(
            path for path in self.base.rglob(f"*{ORIGINS}") if path.is_file()
        ):  # a pipe would be waited for
            name = file.relative_to(self.base).as_posix()
            with suppress(UsageError):  # one that cannot be read is none of these
                places = Manifest({}).with_origins(file.read_bytes(), name).places
                if places and Manifest.origins_path(places.manifest) == name:
                    return places.manifest
        return named

    def _read(self, relative: str) -> bytes | None:
        file = self.base / relative
        return file.read_bytes() if file.is_file() else self._tree(relative)

    def _tree(self, relative: str) -> bytes | None:
        project, target = self.project, self.project.target
        file = project.target_root / relative
        if self._in_place or (target.fresh and relative not in self._headers) or not file.is_file():
            return None
        text = file.read_bytes()
        return without_operators(text, project.unified.header.region) if target.fresh else text

    @cached_property
    def _headers(self) -> frozenset[str]:
        """Where the public header is, and was for earlier runs."""
        name = Manifest.origins_path(self._manifest())
        file, places = self.base / name, None
        with suppress(UsageError):
            places = Manifest({}).with_origins(file.read_bytes() if file.is_file() else None, name).places
        return frozenset((self.project.target.header, places.header if places else ""))

    def _made(self, relative: str) -> bool:
        """Whether a file of the output is one that runs made: the unified tree has none at its place."""
        there = (self.base / relative).is_file()
        return there and not self._in_place and self._tree(relative) is None

    @cached_property
    def _in_place(self) -> bool:
        return os.path.realpath(self.base) == os.path.realpath(self.project.target_root)


def target_reader(project: Project, out: Path | None = None) -> TargetReader:
    return TargetReader(project, out)
