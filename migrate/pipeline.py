"""One run: which files are converted by which side, what belongs to it, and what comes out of it all together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from migrate.config import Project
from migrate.errors import ParseError, UsageError
from migrate.findings.engine import find
from migrate.frontend.clang import ParseFailed
from migrate.frontend.prototypes import Prototype
from migrate.library import convert_library, target_reader
from migrate.locate import LIBRARY, TORCH, library_sources, side
from migrate.model import Finding, Status
from migrate.report.build import Input
from migrate.rules.torch_rules import TorchRules
from migrate.rules.unit_test import operator_names
from migrate.torch_side import convert_torch_text, output_path, project_prototypes, torch_rules
from migrate.unit_tests import convert_unit_tests

Progress = Callable[[str], None]
SOURCE_SUFFIXES = (".cpp", ".cc", ".cxx", ".h", ".hpp")
_REGISTER = re.compile(rb"\b\w*(?:FUNC|KERNEL)_REGISTER\s*\(\s*(\w+)")


@dataclass(frozen=True)
class Run:
    """What a run did: one input per file, and the files it would write, by path in the unified tree."""

    inputs: tuple[Input, ...]
    outputs: Mapping[str, bytes]
    origins: Mapping[str, Path]  # output -> the input that it replaces in place


@dataclass(frozen=True)
class Options:
    only_calls: bool = False
    jobs: int = 1
    cache: bool = True


def read_input(path: Path) -> bytes:
    """Bytes of a source file. Raises ParseError for what is no text."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    if b"\0" in data[:4096]:
        raise ParseError(f"{path}: this is a binary file, not C++ source")
    return data


class Session:
    """One project with what all its files share. `out` is where the unified tree is read before the checkout's own."""

    def __init__(self, project: Project, options: Options, progress: Progress, out: Path | None = None) -> None:
        self.project = project
        self.options = options
        self.progress = progress
        self.out = out
        self.rules: TorchRules = torch_rules(project)
        self.prototypes: dict[str, Prototype] = project_prototypes(project)

    def convert(self, paths: Sequence[Path]) -> Run:
        library: dict[Path, set[str] | None] = {}
        torch: list[Path] = []
        for path in paths:
            where = side(self.project, path)
            if where == LIBRARY:
                library[path] = None
            elif where == TORCH or path.suffix in SOURCE_SUFFIXES:
                torch.append(path)
            else:
                raise UsageError(f"{path}: neither a library source nor a torch-side file of {self.project.name}")
        results = self._torch(torch)
        if not self.options.only_calls:
            self._called(results, library)
        converted, outputs = self._library(library)
        results = [*converted, *results]
        results += self._tests(results, torch)
        for item in results[len(converted) :]:
            for name, data in item.result.outputs.items():
                if outputs.setdefault(name, data) != data:
                    raise UsageError(f"two inputs of this run both become {name}; give their targets different names")
        return Run(tuple(results), outputs, {output_path(self.project, path): path for path in torch})

    def _torch(self, paths: Sequence[Path]) -> list[Input]:
        found = []
        for path in paths:
            name = self.project.relative(path)
            self.progress(f"convert {name}")
            data = read_input(path)
            target = output_path(self.project, path)
            result = convert_torch_text(name, data, self.project.chips, self.rules, self.prototypes, target)
            found.append(Input(result, data))
        return found

    def _called(self, results: Iterable[Input], library: dict[Path, set[str] | None]) -> None:
        """Adds the library sources with the functions that the torch-side files call."""
        called = {f.legacy for item in results for f in item.result.functions if f.status == Status.CONVERTED}
        if not called:
            return
        named = {path.resolve() for path in library}
        for path in library_sources(self.project):
            if path.resolve() not in named:
                library[path] = called

    def _library(self, wanted: Mapping[Path, set[str] | None]) -> tuple[list[Input], dict[str, bytes]]:
        """Converts one source after the other; each sees what those before it wrote."""
        found: list[Input] = []
        outputs: dict[str, bytes] = {}
        tree = target_reader(self.project, self.out)
        for path, functions in wanted.items():
            name = self.project.relative(path)
            self.progress(f"convert {name}")
            data = read_input(path)

            def read(relative: str) -> bytes | None:
                return outputs[relative] if relative in outputs else tree(relative)

            try:
                result = convert_library(self.project, path, functions, read)
            except ParseFailed as error:
                raise ParseError(f"{error}; nothing was written") from None
            outputs.update(result.outputs)
            names = None if functions is None else {f.legacy for f in result.functions}
            findings = [f for f in find_defects(self.project, name, data) if names is None or f.function in names]
            found.append(Input(replace(result, findings=(*result.findings, *findings)), data))
        return found, outputs

    def _tests(self, results: Sequence[Input], torch: Sequence[Path]) -> list[Input]:
        """Unit tests of the torch-side files' operators, for the chips that have a kernel for what these call."""
        names: dict[str, set[str]] = {}
        rows = {f.legacy: {r.chip for r in f.rows} for item in results for f in item.result.functions if f.rows}
        torch_paths = {self.project.relative(path) for path in torch}
        for item in results:
            if item.result.path not in torch_paths:
                continue
            chips = {c for f in item.result.functions for c in rows.get(f.legacy, ())}
            for name in operator_names(item.result.path, item.data):
                names.setdefault(name, set()).update(chips)
        return convert_unit_tests(self.project, names)


def find_defects(project: Project, name: str, data: bytes) -> list[Finding]:
    """Latent defects of a library source."""
    folders = [project.root / folder for folder in project.library.include]
    headers = [path.read_bytes() for folder in folders for path in sorted(folder.glob("*runtime*.h"))]
    registered = {
        match.decode()
        for path in project.source_files(project.library.firmware)
        for match in _REGISTER.findall(path.read_bytes())
    }
    return find(project, name, data, headers, frozenset(registered))
