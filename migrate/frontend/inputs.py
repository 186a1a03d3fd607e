"""The files that a run reads, by which it is known where it may not write: of the legacy tree, and of the unified tree that its output is an
overlay of."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from migrate.frontend.includes import included, searched
from migrate.frontend.tree_words import CODE, input_files, other_files
from migrate.frontend.unified import unified_headers
from migrate.project.config import Project
from migrate.project.discovery import all_sources

DESCRIBED = (".yaml", ".yml")  # beside a chip's kernel table


@dataclass(frozen=True)
class Inputs:
    """All are compared by real paths: a link is the file that it leads to. `given`: files that the run was given by name."""

    project: Project
    given: tuple[Path, ...] = ()

    def has(self, path: Path) -> bool:
        """Whether it is a file of the project, or of any source: a header that one comes to counts whoever names it."""
        return path.exists() and os.path.realpath(path) in self._legacy

    def looks_at(self, path: Path) -> bool:
        """Whether it is code below the root, which is looked through for legacy names, or a file of the unified tree."""
        return path.exists() and (os.path.realpath(path) in self._code or self.has_unified(path))

    def has_unified(self, path: Path) -> bool:
        """Whether it is a file of the unified tree, there before the run."""
        place = Path(os.path.realpath(path))
        if not place.is_file():
            return False
        if str(place) in self._unified:
            return True
        endings = ((CODE, self._unified_folders), ((*CODE, *DESCRIBED), self._table_folders))
        return any(place.suffix in known and {*map(str, place.parents)} & folders for known, folders in endings)

    @cached_property
    def _legacy(self) -> frozenset[str]:
        project, library = self.project, self.project.library
        sources = [*all_sources(project), *self.given]
        named = project.source_files((*library.headers, *library.arguments, *library.firmware))
        folders, files = searched(library.flags)
        starts = [*sources, *named, *(project.root / file for file in files)]
        texts = [path.read_bytes() for path in starts if path.is_file() and os.access(path, os.R_OK)]
        near = dict.fromkeys(path.parent for path in starts)
        options = (*library.flags, *library.defines, *(d for chip in project.chips for d in chip.definitions))
        headers = included(b"\n".join(texts), near, [*self._searched(), *folders], options)
        return _real((project.file, *project.rule_files, *starts, *headers))

    def _searched(self) -> Iterator[Path]:
        project = self.project
        chips = (folder for chip in project.chips for folder in chip.include)
        for folder in (*project.library.include, *chips, *project.torch.include, "."):
            yield project.root / folder

    @cached_property
    def _code(self) -> frozenset[str]:
        return _real((*input_files(self.project), *other_files(self.project)))

    @cached_property
    def _unified(self) -> frozenset[str]:
        target, root = self.project.target, self.project.target_root
        records = (
            target.manifest,
            *map(target.manifest.removesuffix(".json").__add__, (".origins.json", ".generated.json")),
        )
        own = (*records, target.header, target.helpers, target.cmake, *self._tables())
        return _real((*(root / name for name in own if name), *unified_headers(self.project)))

    @cached_property
    def _unified_folders(self) -> frozenset[str]:
        """Those of the unified tree that hold nothing but its code, and its headers."""
        target, root = self.project.target, self.project.target_root
        generator = target.generator.replace(".", "/")
        folders = (*target.include, *target.torch_include, *target.torch_include_after, target.sources, target.torch)
        return _real(root / folder for folder in (*folders, target.unit_tests, generator) if folder)

    @cached_property
    def _table_folders(self) -> frozenset[str]:
        root = self.project.target_root
        return _real(folder for name in self._tables() if (folder := (root / name).parent) != root)

    def _tables(self) -> list[str]:
        return [self.project.target.kernels.format(chip=chip.name) for chip in self.project.chips]


def _real(paths: Iterable[Path]) -> frozenset[str]:
    return frozenset(os.path.realpath(path) for path in paths)
