"""Where the headers lie that a tree's library includes: in the tree, in the unified tree, or nowhere."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from migrate.project import unified_tree

_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.MULTILINE)
_SYSTEM = (Path("/usr/include"), Path("/usr/local/include"))
_IGNORED = frozenset((".git", "node_modules", ".venv", "build", "migrated"))
SUFFIXES = (".h", ".hh", ".hpp", ".hxx", ".h++", ".inc", ".inl", ".ipp", ".tpp", ".cuh", ".def")


@dataclass
class Found:
    """Folders are relative to the tree's root, or absolute where they lie outside."""

    folders: list[str] = field(default_factory=list)  # beside those that were given
    shared: list[Path] = field(default_factory=list)  # folders of the unified tree
    chip_headers: set[str] = field(default_factory=set)  # those that a chip of the unified tree has
    missing: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)  # of all that are included


def find_headers(root: Path, sources: Iterable[str], given: Iterable[str]) -> Found:
    """Follows every #include of the sources, whatever conditional it stands in."""
    found = Found()
    known = by_name(root)
    folders = [root / folder for folder in given]
    pending = [root / name for name in sources]
    seen = set(pending)
    while pending:
        file = pending.pop(0)
        for name, quoted in includes(file):
            found.names.add(name)
            near = [file.parent] if quoted else []
            path = next((f / name for f in (*near, *folders) if (f / name).is_file()), None)
            path = path or _elsewhere(root, name, known, folders, found)
            if path and path not in seen:
                seen.add(path)
                pending.append(path)
            elif path is None and quoted and not _on_system(name):
                _outside(name, found)
    return found


def own_folders(root: Path, sources: Iterable[str], given: Iterable[Path]) -> list[str]:
    """Folders of the tree with headers that the sources include and that do not lie beside them or in the given folders."""
    known, found, given = by_name(root), Found(), list(given)
    folders: list[Path] = []
    for source in sources:
        for name, _ in includes(root / source):
            if not any((folder / name).is_file() for folder in ((root / source).parent, *given, *folders)):
                _elsewhere(root, name, known, folders, found)
    return found.folders


def includes(file: Path) -> Iterator[tuple[str, bool]]:
    """What a file includes, and whether it stands in quotes."""
    for mark, name in _INCLUDE.findall(file.read_bytes()):
        yield name.decode("utf-8", "replace"), mark == b'"'


def by_name(root: Path) -> dict[str, list[Path]]:
    """All headers of a tree."""
    found: dict[str, list[Path]] = {}
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in _IGNORED)
        for name in names:
            if name.endswith(SUFFIXES) and os.path.isfile(os.path.join(folder, name)):
                found.setdefault(name, []).append(Path(folder, name))
    return found


def _elsewhere(root: Path, name: str, known: dict[str, list[Path]], folders: list[Path], found: Found) -> Path | None:
    """A header in a folder of the tree that nobody gave; of several the one that is nearest to the root."""
    if any((chip.include / name).is_file() for chip in unified_tree.chips()):
        return None  # a runtime's header: each chip has its own folder for it
    hits = hits_of(name, known)
    if not hits:
        return None
    path = min(hits, key=lambda p: (len(p.parts), p))
    folder = Path(path.as_posix().removesuffix("/" + name))
    folders.append(folder)
    found.folders.append(folder.relative_to(root).as_posix())
    return path


def hits_of(name: str, known: dict[str, list[Path]]) -> list[Path]:
    """The headers of a tree that an include can mean."""
    return [p for p in known.get(name.rsplit("/", 1)[-1], ()) if p.as_posix().endswith("/" + name)]


def _on_system(name: str) -> bool:
    return any((folder / name).is_file() for folder in _SYSTEM)


def _outside(name: str, found: Found) -> None:
    shared = unified_tree.header_folder(name)
    if shared:
        if shared not in found.shared:
            found.shared.append(shared)
    elif any((chip.include / name).is_file() for chip in unified_tree.chips()):
        found.chip_headers.add(name)
    elif name not in found.missing:
        found.missing.append(name)
