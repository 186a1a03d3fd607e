"""The words of a project's files: what rules can match, and where legacy names stand that no pattern of the project file reaches."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from migrate.project.config import PROJECT_FILE, Project
from migrate.project.headers import SUFFIXES as HEADER_SUFFIXES

CODE = (".c", ".cc", ".cpp", ".cxx", ".cu", ".m", ".mm", ".py", ".pyx", *HEADER_SUFFIXES)
_WORD = re.compile(rb"[A-Za-z_]\w*")
_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]', re.MULTILINE)
_COMMENT = re.compile(rb'("(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')|//[^\n]*|/\*.*?\*/', re.DOTALL)
# A folder that has one of these is a build, an environment, or the output of an earlier run.
_NOT_WRITTEN = ("CMakeCache.txt", "pyvenv.cfg", "build.ninja", "migrated.generated.json")
_MADE = frozenset(("node_modules", "__pycache__"))


@dataclass(frozen=True)
class FileWords:
    """Words outside of comments, those in quotes included, and the headers that are included, as written and without their folders."""

    words: frozenset[bytes]
    includes: frozenset[str]


@dataclass(frozen=True)
class TreeWords:
    """Of what the project file names with the headers that it includes, and of other code below the root."""

    inputs: Mapping[Path, FileWords]
    others: Mapping[Path, FileWords]

    def all(self) -> frozenset[str]:
        words = frozenset[bytes]().union(*(file.words for file in self.inputs.values()))
        return frozenset(word.decode("ascii") for word in words)


def tree_words(project: Project, given: Iterable[Path] = ()) -> TreeWords:
    """`given`: files that are inputs though no pattern matches them."""
    inputs = _of({*input_files(project), *map(_place, given)})
    others = _of(path for path in other_files(project) if path not in inputs)
    headers: dict[str, list[Path]] = {}
    for path in others:
        if path.suffix in HEADER_SUFFIXES:
            headers.setdefault(path.name, []).append(path)
    pending = [name for file in inputs.values() for name in file.includes]
    while pending:
        for path in headers.pop(pending.pop().rsplit("/", 1)[-1], ()):
            inputs[path] = others.pop(path)
            pending += inputs[path].includes
    return TreeWords(inputs, others | _alone(project, inputs, others, given))


def _alone(
    project: Project, inputs: Mapping[Path, FileWords], others: Mapping[Path, FileWords], given: Iterable[Path]
) -> dict[Path, FileWords]:
    """Headers of the tree that only lie in an include folder: no pattern names them, and no code includes them. Those of a chip's runtime are its vendor's."""
    library, torch = project.library, project.torch
    headers = {
        path
        for folder in (*library.include, *torch.include)
        for path in _below(project, project.root / folder, HEADER_SUFFIXES)
    }
    headers -= {*_named(project), *map(_place, given)}
    headers -= {
        path
        for chip in project.chips
        for f in chip.include
        for path in _below(project, project.root / f, HEADER_SUFFIXES)
    }
    headers &= {*other_files(project)}
    elsewhere = _of(map(_place, project.source_files([*project.ignored, *library.firmware]))) if headers else {}
    files = (*inputs.values(), *others.values(), *elsewhere.values())
    included = {name.rsplit("/", 1)[-1] for file in files for name in file.includes} if headers else set()
    flags = " ".join(library.flags)  # a compiler may be told to include one
    return {p: inputs[p] for p in sorted(headers) if p in inputs and p.name not in included and p.name not in flags}


def _of(files: Iterable[Path]) -> dict[Path, FileWords]:
    return {path: _words(path.read_bytes()) for path in sorted(files) if path.is_file() and os.access(path, os.R_OK)}


def _words(data: bytes) -> FileWords:
    text = _COMMENT.sub(lambda found: found[1] or b" ", data)
    includes = {name.decode("utf-8", "replace") for name in _INCLUDE.findall(text)}
    short = {name.rsplit("/", 1)[-1] for name in includes}
    return FileWords(frozenset(_WORD.findall(text)), frozenset(includes | short))


def input_files(project: Project) -> Iterator[Path]:
    """Files that the project file names by a pattern, and the headers below its include folders; firmware is read elsewhere."""
    library, chips = project.library, project.chips
    yield from _named(project)
    for folder in (*library.include, *project.torch.include, *(f for chip in chips for f in chip.include)):
        yield from _below(project, project.root / folder, HEADER_SUFFIXES)


def _named(project: Project) -> Iterator[Path]:
    library = project.library
    per_chip = [
        pattern for patterns in (*library.per_chip.values(), *project.trace.sources.values()) for pattern in patterns
    ]
    patterns = [*library.sources, *library.headers, *library.arguments, *per_chip, *project.torch.sources]
    yield from map(_place, project.source_files([*patterns, *project.unit_tests]))
    yield from map(_place, project.argument_headers())


def other_files(project: Project) -> list[Path]:
    """Code below the root that is not in an output folder, a build, the unified tree or a project of its own."""
    ignored = {
        _place(path)
        for path in (*project.source_files(project.ignored), *project.source_files(project.library.firmware))
    }
    target, root = project.target, project.target_root
    written = [root / target.sources, root / target.torch, root / target.header, root / target.helpers]
    made = [_place(project.file.parent / "rules" / "tests")]  # cases of the project's own rules
    made += [
        _place(folder)
        for folder in (written if root == project.root else [root] if project.root in root.parents else [])
    ]
    found = (path for path in _below(project, project.root, CODE) if path not in ignored)
    return sorted(path for path in found if not any(folder in (path, *path.parents) for folder in made))


def _below(project: Project, start: Path, endings: tuple[str, ...]) -> Iterator[Path]:
    manifest = project.target.manifest
    for folder, folders, names in os.walk(_place(start)):
        if any(name in names for name in _NOT_WRITTEN) or os.path.isfile(os.path.join(folder, manifest)):
            folders.clear()
            continue
        if PROJECT_FILE in names and Path(folder) not in (project.root, project.file.parent):
            folders.clear()
            continue
        folders[:] = sorted(
            f for f in folders if not f.startswith(".") and f not in _MADE and Path(folder, f) != project.out_dir
        )
        yield from (Path(folder, name) for name in names if name.endswith(endings))


def _place(path: Path) -> Path:
    return Path(os.path.abspath(path))
