"""Conversion of one file, through the cache: what a worker process does."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from migrate.aside import Aside
from migrate.cache import Cache, Reader, Recorder, default_folder, digest, tool_digest
from migrate.config import Project
from migrate.errors import ParseError, UsageError
from migrate.frontend.lex import LineMap
from migrate.frontend.prototypes import Prototype
from migrate.model import FileResult, Finding
from migrate.per_chip import merged_input
from migrate.report.build import Input
from migrate.rules.torch_rules import TorchRules
from migrate.torch_side import convert_torch_text, output_path, project_prototypes, torch_rules

HEADERS = (".h", ".hpp", ".hh", ".inc")


@dataclass(frozen=True)
class Worker:
    """Converts files of one project. Cheap to send to another process: what is derived is made on first use."""

    project: Project
    use_cache: bool = True

    @cached_property
    def cache(self) -> Cache:
        return Cache(default_folder() if self.use_cache else None)

    @cached_property
    def rules(self) -> TorchRules:
        return torch_rules(self.project)

    @cached_property
    def prototypes(self) -> dict[str, Prototype]:
        return project_prototypes(self.project)

    @cached_property
    def project_digest(self) -> str:
        """Of the tool, the project file as it was read, and every header that conversion may look at."""
        project = self.project
        folders = [*project.library.include, *(f for chip in project.chips for f in chip.include)]
        headers = {p for f in folders for p in (project.root / f).glob("*") if p.suffix in HEADERS and p.is_file()}
        headers |= set(project.source_files([*project.library.headers, *project.library.arguments]))
        headers |= set(project.source_files(project.library.firmware))
        contents = [part for path in sorted(headers) for part in (str(path), path.read_bytes())]
        return digest(tool_digest(), repr(replace(project, file=Path())), *contents)

    def torch(self, path: Path) -> Input:
        """A torch-side file."""
        name = self.project.relative(path)
        data = read_input(path)
        target = output_path(self.project, path)
        key = digest("torch", self.project_digest, name, target, data)
        result = self.cache.get(key, _nothing)
        if result is None:
            result = convert_torch_text(name, data, self.project.chips, self.rules, self.prototypes, target)
            self.cache.put(key, result, {})
        return Input(result, data)

    def library(self, path: Path, only: Collection[str] | None, read: Reader) -> Input:
        """A library source, or the functions `only` of it; `read` gives the unified tree."""
        merged = merged_input(self.project, path)
        name = merged.name if merged else self.project.relative(path)
        data = merged.data if merged else read_input(path)
        lines = merged.lines if merged else None
        wanted = "all" if only is None else "only " + " ".join(sorted(only))
        key = digest("library", self.project_digest, name, wanted, data)
        result = self.cache.get(key, read)
        if result is None:
            recorder = Recorder(read)
            result = _convert_library(self.project, path, name, data, only, recorder, lines)
            self.cache.put(key, result, recorder.seen)
        return Input(result, data, lines)


def _nothing(_: str) -> bytes | None:
    return None


def read_input(path: Path) -> bytes:
    """Bytes of a source file. Raises ParseError for what is no text."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    if b"\0" in data[:4096]:
        raise ParseError(f"{path}: this is a binary file, not C++ source")
    return data


def _convert_library(
    project: Project,
    path: Path,
    name: str,
    data: bytes,
    only: Collection[str] | None,
    read: Reader,
    lines: LineMap | None = None,
) -> FileResult:
    from migrate.frontend.clang import ParseFailed  # libclang is loaded only where a library source is parsed
    from migrate.library import convert_library

    defects = Aside(find_defects, project, name, data, lines)
    try:
        result = convert_library(project, path, only, read)
    except ParseFailed as error:
        raise ParseError(f"{error}; nothing was written") from None
    names = None if only is None else {f.legacy for f in result.functions}
    findings = [f for f in defects.result() if names is None or f.function in names]
    return replace(result, findings=(*result.findings, *findings))


def find_defects(project: Project, name: str, data: bytes, lines: LineMap | None = None) -> list[Finding]:
    """Latent defects of a library source; `lines` where its places are not those of `data`."""
    from migrate.findings.engine import find
    from migrate.findings.firmware import registered_kernels

    folders = [project.root / folder for folder in project.library.include]
    paths = {path for folder in folders for path in folder.glob("*runtime*.h")}
    paths |= set(project.source_files(project.library.headers))
    firmware = (path.read_bytes() for path in project.source_files(project.library.firmware))
    registers = project.library_rules.get("kernel_registers", ())
    registered = registered_kernels(firmware, registers, [chip.name for chip in project.chips])
    return find(project, name, data, [path.read_bytes() for path in sorted(paths)], registered, lines)
