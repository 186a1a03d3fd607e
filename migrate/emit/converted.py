"""Which texts a folder's conversion was made of: by that a build says where it is not what the tree says now."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from migrate.project.config import Project

RECORD = "migrated.sources.json"  # in the folder of the conversion


def record(project: Project, base: Path, names: Iterable[str]) -> Mapping[Path, bytes]:
    """The record with the inputs of this run, where it changes."""
    known = _read(base)
    places = _decides(project)
    found = {n: digest for n, digest in known.items() if places.get(n, project.root / n).is_file()}
    found |= {name: _digest(path) for name, path in _of_run(project, names).items()}
    text = json.dumps({"version": 1, "sources": dict(sorted(found.items()))}, indent=1).encode() + b"\n"
    return {base / RECORD: text} if found != known else {}


def changed(project: Project, base: Path) -> list[str]:
    """What was converted, or decided how, and is another text now or gone."""
    places = _decides(project)
    known = {name: (places.get(name, project.root / name), digest) for name, digest in sorted(_read(base).items())}
    return [name for name, (path, digest) in known.items() if not path.is_file() or _digest(path) != digest]


def _decides(project: Project) -> dict[str, Path]:
    """The project's file and rules, wherever they lie: by their place in the tree, else from the project file's folder on."""
    folder = project.file.parent.resolve()
    found = {}
    for path in map(Path.resolve, (project.file, *project.rule_files)):
        base = next((base for base in (project.root.resolve(), folder) if path.is_relative_to(base)), None)
        found[path.relative_to(base).as_posix() if base else Path(os.path.relpath(path, folder)).as_posix()] = path
    return found


def _of_run(project: Project, names: Iterable[str]) -> dict[str, Path]:
    inputs = {*names}
    library = project.library
    files = project.source_files((*library.headers, *library.arguments))
    per_chip = project.source_files([pattern for patterns in library.per_chip.values() for pattern in patterns])
    found = {project.relative(path): path for path in (*files, *(per_chip if _is_merged(project, inputs) else ()))}
    return found | _decides(project) | {name: path for name in inputs if (path := project.root / name).is_file()}


def _is_merged(project: Project, names: Collection[str]) -> bool:
    """Whether an input is one that is made of several chips' files."""
    return any(not (project.root / name).is_file() for name in names)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _read(base: Path) -> dict[str, str]:
    """Empty where there is none that can be read: then nothing is said, and the next run writes another."""
    file = base / RECORD
    try:
        found = json.loads(file.read_bytes())["sources"] if file.is_file() else {}
        return {str(name): str(digest) for name, digest in found.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
