"""What a compiler says of a converted tree, with the places it is about: in the converted file and in the legacy one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from migrate.emit.families import definitions
from migrate.emit.manifest import Manifest
from migrate.project.config import Project
from migrate.project.discovery import torch_outputs

_SAID = re.compile(r"^(?P<file>/[^:\n]+):(?P<line>\d+)(?::(?P<column>\d+))?: (?:fatal )?error: (?P<what>.*)$", re.M)
_UNDEFINED = re.compile(r"undefined (?:reference to|symbol:) [`']?(?P<name>[^'\n]+)'?")
_ERROR = re.compile(r"\berror:|\bld(?:\.\w+)?: |^CMake Error")
_BACKTRACE = re.compile(r"^frame #\d+: |^Exception raised from |^\s*$")
MOST = 20  # errors that are shown
LAST = 10  # lines that are shown where none says that it is an error


@dataclass(frozen=True)
class Problem:
    """One error; `legacy` is the place of the function that it is in, where it is known."""

    place: str
    message: str
    legacy: str = ""

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" + (f" (from {self.legacy})" if self.legacy else "")


def problems(said: str, project: Project, out: Path) -> list[Problem]:
    """The errors in a build's output, each once."""
    origins = _Origins(project, out)
    found: dict[str, Problem] = {}
    for match in _SAID.finditer(said):
        path, line = Path(match["file"]), int(match["line"])
        place = f"{_shown(path, out)}:{line}" + (f":{match['column']}" if match["column"] else "")
        problem = Problem(place, match["what"], origins.legacy(path, line))
        found.setdefault(str(problem), problem)
    for match in _UNDEFINED.finditer(said):
        problem = Problem("link", f"nothing defines {match['name'].strip()}, which a converted function calls")
        found.setdefault(str(problem), problem)
    return list(found.values())


def error_lines(said: str) -> list[str]:
    """What a tool says of an error that is at no place in a file, of a command line for example; else its last words."""
    lines = [line for line in said.splitlines() if not _BACKTRACE.match(line)]
    return list(dict.fromkeys(line for line in lines if _ERROR.search(line)))[:MOST] or lines[-LAST:]


def _shown(path: Path, out: Path) -> str:
    return str(path.relative_to(out)) if path.is_relative_to(out) else str(path)


class _Origins:
    """Where the functions of converted files come from."""

    def __init__(self, project: Project, out: Path) -> None:
        self._project, self._out = project, out
        self._functions: dict[Path, list[tuple[int, int, str]]] = {}
        self._manifest: Manifest | None = None
        self._lines: dict[str, Mapping[str, int]] = {}

    @cached_property
    def _torch(self) -> Mapping[str, str]:
        """Converted torch-side file -> legacy one."""
        return {name: self._project.relative(path) for name, path in torch_outputs(self._project).items()}

    def legacy(self, path: Path, line: int) -> str:
        if not path.is_relative_to(self._out) or not path.is_file():
            return ""
        torch = self._torch.get(path.relative_to(self._out).as_posix())
        if torch is not None:
            return torch
        name = next((name for first, last, name in self._of(path) if first <= line <= last), "")
        origin = self._read().origins.get(name)
        if origin is None or not origin.sources:
            return ""
        source = origin.sources[0]
        number = self._legacy_lines(source).get(origin.legacy)
        return f"{origin.legacy}, {source}:{number}" if number else source

    def _of(self, path: Path) -> list[tuple[int, int, str]]:
        if path not in self._functions:
            text = path.read_bytes()
            self._functions[path] = [
                (text.count(b"\n", 0, f.span.start) + 1, text.count(b"\n", 0, f.span.end) + 1, name)
                for name, f in definitions(text).items()
            ]
        return self._functions[path]

    def _legacy_lines(self, source: str) -> Mapping[str, int]:
        if source not in self._lines:
            path = self._project.root / source
            text = path.read_bytes() if path.is_file() else b""
            self._lines[source] = {
                name: text.count(b"\n", 0, f.span.start) + 1 for name, f in definitions(text).items()
            }
        return self._lines[source]

    def _read(self) -> Manifest:
        if self._manifest is None:
            path = self._project.target.manifest
            beside = Manifest.origins_path(path)
            self._manifest = Manifest.read(_bytes(self._out / path), path).with_origins(
                _bytes(self._out / beside), beside
            )
        return self._manifest


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def shown(found: list[Problem]) -> Iterator[str]:
    yield from (f"  {problem}" for problem in found[:MOST])
    if len(found) > MOST:
        yield f"  ... and {len(found) - MOST} more"
