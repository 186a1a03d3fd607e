"""From what the user typed to a project and the files in it."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from migrate.errors import UsageError
from migrate.project.config import PROJECT_FILE, Project
from migrate.project.loading import find_project, load_project
from migrate.project.yaml_file import ConfigError

LIBRARY, TORCH, UNKNOWN = "library", "torch", "unknown"


def open_project(file: str | None, root: str | None, near: Sequence[str] = ()) -> Project:
    """The project of `--project`, or the nearest project file above the current folder or above a named input."""
    if root is not None and not (root and Path(root).is_dir()):
        raise UsageError(f"--root {root or repr(root)}: there is no such folder")
    if file is not None:
        path = Path(file)
        if not path.is_file():
            raise UsageError(f"--project {file or repr(file)}: there is no such file")
    else:
        starts = [Path.cwd(), *(p if p.is_dir() else p.parent for p in map(Path, near) if _is(p, Path.exists))]
        found = next((p for start in starts if (p := find_project(start))), None)
        if found is None:
            raise UsageError(
                f"no {PROJECT_FILE} in {Path.cwd()} or a folder above it; `migrate init` writes one, "
                "or name one with --project FILE"
            )
        path = found
    try:
        return load_project(path, Path(root) if root else None)
    except ConfigError as error:
        raise UsageError(str(error)) from None


def find_file(project: Project, name: str) -> Path:
    """A path as given, or below the root; a bare name also anywhere in the project's sources."""
    given = Path(name)
    if not name:
        raise UsageError("a file was given by an empty name")
    if _is(given, Path.is_file):
        return given
    if _is(given, Path.is_symlink):
        raise UsageError(f"{name} is a symbolic link that leads to no file")
    if _is(given, Path.exists) and not given.is_dir():
        raise UsageError(f"{name} is a device or a pipe, not a source file")
    if not given.is_absolute() and _is(project.root / given, Path.is_file):
        return project.root / given
    sources = all_sources(project)
    if given.name == name:
        hits = [path for path in sources if path.name == name]
        if len(hits) == 1:
            return hits[0]
        if hits:
            listed = "\n".join(f"  {project.relative(path)}" for path in hits)
            raise UsageError(
                f"{name} is the name of {len(hits)} files of {project.name}; give one of these paths:\n{listed}"
            )
    near = difflib.get_close_matches(given.name, [path.name for path in sources], n=3)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    raise UsageError(f"{name}: no such file here or in the sources of {project.name} ({project.root}){hint}")


def _is(path: Path, test: Callable[[Path], bool]) -> bool:
    """False also where the system cannot say, as of a name that is too long."""
    try:
        return test(path)
    except (OSError, ValueError):
        return False


def find_files(project: Project, names: Sequence[str]) -> list[Path]:
    """As find_file for each name, of a folder all sources below it; one file under several names once, in an order that the names do not decide. Raises UsageError, a line per name that is wrong."""
    found: dict[Path, Path] = {}
    wrong: dict[str, None] = {}
    for name in names:
        folder = next((f for f in (Path(name), project.root / name) if name and _is(f, Path.is_dir)), None)
        try:
            paths = [find_file(project, name)] if folder is None else _below(project, folder)
        except UsageError as error:
            wrong[str(error)] = None
            continue
        for path in paths:
            known = found.setdefault(path.resolve(), path)
            found[path.resolve()] = min(known, path, key=lambda p: (p.is_symlink(), len(p.parts), p))
    if wrong:
        raise UsageError("\n".join(wrong))
    return sorted(found.values(), key=project.relative)


def _below(project: Project, folder: Path) -> list[Path]:
    above = Path(os.path.realpath(folder))
    found = [p for p in all_sources(project) if above in (*Path(os.path.realpath(p)).parents, *_own(p).parents)]
    if not found:
        message = f"{folder} is a folder without a source of {project.name}"
        raise UsageError(f"{message}; `sources` under library and torch in {project.file} say which files are")
    return found


def _own(path: Path) -> Path:
    """Where a file stands, wherever it leads to if it is a link or lies below one."""
    return Path(os.path.abspath(path))


def all_sources(project: Project) -> list[Path]:
    return sorted({*library_sources(project), *torch_sources(project)})


def library_sources(project: Project) -> list[Path]:
    per_chip = [pattern for patterns in project.library.per_chip.values() for pattern in patterns]
    return project.source_files([*project.library.sources, *per_chip])


def torch_sources(project: Project) -> list[Path]:
    return project.source_files(project.torch.sources)


def sides(project: Project, paths: Iterable[Path]) -> dict[Path, str]:
    """Whether a file is a library source, a torch-side file, or neither by its place."""
    known = {p.resolve(): TORCH for p in torch_sources(project)} | {
        p.resolve(): LIBRARY for p in library_sources(project)
    }
    return {path: known.get(path.resolve(), UNKNOWN) for path in paths}


def output_path(project: Project, path: Path) -> str:
    """Where a torch-side file goes in the unified tree: below target.torch, as it lies below its source folder."""
    relative = project.relative(path)
    for pattern in project.torch.sources:
        fixed = pattern.split("*", 1)[0].rstrip("/")
        if fixed and relative.startswith(fixed + "/"):
            return f"{project.target.torch}/{relative[len(fixed) + 1 :]}"
    return f"{project.target.torch}/{Path(relative).name}"


def unit_test_path(project: Project, path: Path) -> str:
    """Where a unit test goes in the unified tree."""
    return f"{project.target.unit_tests}/{path.name}"


def torch_outputs(project: Project) -> dict[str, Path]:
    """What the torch-side files that are there now become, with the file."""
    return {output_path(project, path): path for path in torch_sources(project)}
