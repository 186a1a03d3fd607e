"""Files of a pattern below a folder. Symbolic links are followed, to folders too; a folder that is met again is not entered twice."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path


def problem(pattern: str) -> str:
    """Why it is no pattern of files; empty where it is one."""
    path = Path(pattern)
    parts = path.relative_to(path.anchor).parts
    if not parts:
        return "it is empty"
    if any("**" in part and part != "**" for part in parts):
        return "** stands for whole folders, between two slashes"
    return ""


def matching(root: Path, pattern: str) -> Iterator[Path]:
    """An absolute pattern stands for itself; `**` is any number of folders. Raises ValueError."""
    path = Path(pattern)
    if path.is_absolute():
        root, path = Path(path.anchor), path.relative_to(path.anchor)
    if wrong := problem(pattern):
        raise ValueError(wrong)
    yield from _matching(root, path.parts)


def _matching(folder: Path, parts: tuple[str, ...]) -> Iterator[Path]:
    if "**" not in parts:
        yield from folder.glob(str(Path(*parts)))
        return
    at = parts.index("**")
    starts = folder.glob(str(Path(*parts[:at]))) if at else [folder]
    for start in starts:
        for below in _folders(start):
            if parts[at + 1 :]:
                yield from _matching(below, parts[at + 1 :])
            else:
                yield below


def _folders(start: Path) -> Iterator[Path]:
    """The folder and all below it, each once."""
    seen: set[str] = set()
    for folder, names, _ in os.walk(start, followlinks=True):
        real = os.path.realpath(folder)
        if real in seen:
            names.clear()
            continue
        seen.add(real)
        names.sort(key=lambda name: (os.path.islink(os.path.join(folder, name)), name))
        yield Path(folder)
