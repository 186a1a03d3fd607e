"""One run: which files are converted by which side, what belongs to it, and what comes out of it all together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from migrate.config import Project
from migrate.errors import ParseError, UsageError
from migrate.frontend.prototypes import Prototype
from migrate.locate import LIBRARY, TORCH, library_sources, side
from migrate.model import Status
from migrate.report.build import Input
from migrate.rules.torch_rules import TorchRules
from migrate.rules.unit_test import operator_names
from migrate.torch_side import convert_torch_text, output_path, project_prototypes, torch_rules
from migrate.unit_tests import convert_unit_tests

Progress = Callable[[str], None]
BINARY = bytes(range(9)) + bytes(range(14, 32))


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
    if any(byte in BINARY for byte in data[:4096]) and b"\0" in data[:4096]:
        raise ParseError(f"{path}: this is a binary file, not C++ source")
    return data


class Session:
    """One project with what all its files share."""

    def __init__(self, project: Project, options: Options, progress: Progress) -> None:
        self.project = project
        self.options = options
        self.progress = progress
        self.rules: TorchRules = torch_rules(project)
        self.prototypes: dict[str, Prototype] = project_prototypes(project)

    def convert(self, paths: Sequence[Path]) -> Run:
        library: dict[Path, set[str] | None] = {}
        torch: list[Path] = []
        for path in paths:
            where = side(self.project, path)
            if where == LIBRARY:
                library[path.resolve()] = None
            elif where == TORCH or path.suffix in (".cpp", ".cc", ".cxx", ".h", ".hpp", ".cu"):
                torch.append(path)
            else:
                raise UsageError(f"{path}: neither a library source nor a torch-side file of {self.project.name}")
        results = [self._torch(path) for path in torch]
        if not self.options.only_calls:
            self._called(results, library)
        results = [*self._library(library), *results]
        results += self._tests(results, torch)
        return self._collect(results, torch)

    def _torch(self, path: Path) -> Input:
        self.progress(f"convert {self.project.relative(path)}")
        data = read_input(path)
        result = convert_torch_text(
            self.project.relative(path),
            data,
            self.project.chips,
            self.rules,
            self.prototypes,
            output_path(self.project, path),
        )
        return Input(result, data)

    def _called(self, results: Iterable[Input], library: dict[Path, set[str] | None]) -> None:
        """Adds the library sources with the functions that the torch-side files call."""
        called = {f.legacy for item in results for f in item.result.functions if f.status == Status.CONVERTED}
        if not called:
            return
        for path in library_sources(self.project):
            if library.get(path.resolve(), called) is not None:
                library[path.resolve()] = called

    def _library(self, wanted: Mapping[Path, set[str] | None]) -> list[Input]:
        if not wanted:
            return []
        from migrate.library_side import convert_library

        found: list[Input] = []
        for path, functions in wanted.items():
            self.progress(f"convert {self.project.relative(path)}")
            found.append(Input(convert_library(self.project, path, functions), read_input(path)))
        return found

    def _tests(self, results: Sequence[Input], torch: Sequence[Path]) -> list[Input]:
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

    def _collect(self, results: Sequence[Input], torch: Sequence[Path]) -> Run:
        outputs: dict[str, bytes] = {}
        for item in results:
            for name, data in item.result.outputs.items():
                if outputs.get(name, data) != data:
                    raise UsageError(f"two inputs of this run both become {name}; convert them one after the other")
                outputs[name] = data
        origins = {output_path(self.project, path): path for path in torch}
        return Run(tuple(results), outputs, origins)


def without_outputs(item: Input) -> Input:
    return replace(item, result=replace(item.result, outputs={}))
