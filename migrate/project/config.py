"""A project: the legacy tree, its chips, what is converted, and the unified tree that it is converted for."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from migrate.model import Chip
from migrate.project.glob import matching
from migrate.project.snippets import UnifiedForm, unified_form
from migrate.project.yaml_file import (
    ConfigError,
)

PROJECT_FILE = "migrate.yaml"


@dataclass(frozen=True)
class LibraryInput:
    sources: tuple[str, ...] = ()  # patterns below the root
    headers: tuple[str, ...] = ()  # the legacy API header
    include: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()  # headers with the kernels' argument structs
    defines: tuple[str, ...] = ()
    stubs: Mapping[str, str] = field(default_factory=dict)  # headers that a build generates: name -> stand-in text
    flags: tuple[str, ...] = ("-std=c++17",)
    per_chip: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # one file per chip: chip -> patterns
    firmware: tuple[str, ...] = ()  # where kernels are registered, when the tree has it


@dataclass(frozen=True)
class TorchInput:
    sources: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    compile: bool = True  # converted files are compiled against the target's headers


@dataclass(frozen=True)
class TraceInput:
    """How the legacy library is built and called for `verify --trace` and `--results`."""

    runtime: Mapping[str, str] = field(default_factory=dict)  # chip -> one of simulated_runtimes()
    sources: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # chip -> patterns; absent: the library's sources
    stubs: Mapping[str, str] = field(default_factory=dict)  # in place of the library's stubs
    prologue: str = ""  # C++ put before the calls: what a generated header would define
    # chip -> file in the library folder with kernels that compute, where it is not the simulated chip's own
    firmware: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)  # variables that the programs run with
    setup: str = ""  # statement run once; `resource` is the handle or stream
    # A line that a failed check prints, with groups `line` and `check`.
    check_message: str = r":(?P<line>\d+):\w+: (?P<check>.*) failed$"


@dataclass(frozen=True)
class Target:
    """Paths of the unified tree, relative to its root."""

    root: str = "."
    header: str = ""
    public: str = ""  # header that the operators' header includes
    sources: str = "dnnlib/src/tensor"
    helpers: str = "dnnlib/src/tensor/helpers.h"
    implementation: str = ""  # what a library source includes
    generator: str = ""  # Python module that makes what the implementation's header includes besides
    manifest: str = "dnnlib/src/tensor/migrated.json"
    kernels: str = "chips/{chip}/kernels.yaml"
    cmake: str = ""
    torch: str = "torch_tpu/native_ops"
    torch_include: tuple[str, ...] = ()  # folders of the headers that torch-side files include
    torch_arguments: str = ""  # header with modes of kernels, in whose place a fresh tree's argument headers stand
    torch_include_after: tuple[str, ...] = ()  # folders of headers that PyTorch does not have any more
    torch_flags: tuple[str, ...] = ()  # what they are compiled with
    torch_stubs: Mapping[str, str] = field(
        default_factory=dict
    )  # headers that a build generates: name -> stand-in text
    torch_precompiled: tuple[tuple[str, ...], ...] = ()  # headers that are read once for all files, the largest first
    unit_tests: str = "utest_ops/cases"
    include: tuple[str, ...] = ("dnnlib/include", "dnnlib/src", "chips/include")
    arguments: tuple[str, ...] = ()  # its own headers of kernels' argument structs, in folders of `include`
    compile: bool = True  # the output has to compile against its headers
    standard: str = "c++17"  # that the unified library is compiled as
    fresh: bool = False  # the output holds this tree's operators only; those of the unified tree stay where they are


@dataclass(frozen=True)
class Project:
    name: str
    file: Path  # the project file
    root: Path  # the legacy tree
    chips: tuple[Chip, ...]
    library: LibraryInput
    torch: TorchInput
    trace: TraceInput
    unit_tests: tuple[str, ...]
    target: Target
    families: Mapping[str, tuple[str, ...]]
    library_rules: Mapping[str, Any]  # shipped rules with the project's additions
    torch_rules: tuple[Mapping[str, Any], ...]  # the project's additions, in order
    out: str = "migrated"
    rule_files: tuple[Path, ...] = ()
    ignored: tuple[str, ...] = ()  # code that may keep its legacy names

    @property
    def out_dir(self) -> Path:
        return self.file.parent / self.out

    @cached_property
    def unified(self) -> UnifiedForm:
        """What converted functions are written with."""
        return unified_form(self.library_rules.get("unified", {}))

    @cached_property
    def target_root(self) -> Path:
        """Root of the unified tree that the output is an overlay of."""
        return (self.file.parent / self.target.root).resolve()

    def chip(self, name: str) -> Chip | None:
        return next((c for c in self.chips if name == c.name or name in c.aliases), None)

    def source_files(self, patterns: Iterable[str]) -> list[Path]:
        """Files below the root that match, each once, sorted by path."""
        found = {p for pattern in patterns for p in self._matching(pattern) if p.is_file()}
        return sorted(found)

    def argument_headers(self) -> list[Path]:
        """The headers of the kernels' argument structs, and what they include from their own folders."""
        found: dict[Path, None] = {}
        waiting = self.source_files(self.library.arguments)
        while waiting:
            path = waiting.pop(0)
            if path not in found:
                found[path] = None
                names = _QUOTED.findall(path.read_text(encoding="utf-8", errors="replace"))
                waiting += [own for name in names if (own := path.parent / name).is_file()]
        return list(found)

    def includes_arguments(self, public: bytes) -> bool:
        """Whether a public header includes the tree's own argument structs."""
        return any(f'"{path.name}"'.encode() in public for path in self.source_files(self.library.arguments))

    def arguments_by_name(self) -> dict[str, Path]:
        """The headers of argument structs, and what they include from their folders, by the names by which they are included; of several with one
        name the first, which is the output's."""
        top = self.source_files(self.library.arguments)
        near = {
            path: next((o.parent for o in top if path.is_relative_to(o.parent)), path.parent)
            for path in self.argument_headers()
        }
        found: dict[str, Path] = {}
        for path, folder in near.items():
            found.setdefault(path.relative_to(folder).as_posix(), path)
        return found

    def included_arguments(self) -> list[Path]:
        """The headers of argument structs that the output includes: of several with one name the first."""
        chosen = {*self.arguments_by_name().values()}
        return [path for path in self.source_files(self.library.arguments) if path in chosen]

    def _matching(self, pattern: str) -> Iterable[Path]:
        try:
            return list(matching(self.root, pattern))
        except ValueError as error:
            raise ConfigError(str(self.file), 1, 1, f"{pattern!r} is no pattern of files: {error}") from None

    def relative(self, path: Path) -> str:
        """Path below the root; of a symbolic link its own, wherever it leads to."""
        known = _below(path, self.root)
        return path.as_posix() if known is None else known


@lru_cache(maxsize=4096)
def _below(path: Path, root: Path) -> str | None:
    for candidate in (Path(os.path.abspath(path)), path.parent.resolve() / path.name, path.resolve()):
        for base in (root, root.resolve()):
            if candidate.is_relative_to(base):
                return candidate.relative_to(base).as_posix()
    return None


_QUOTED = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)
