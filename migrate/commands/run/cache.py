"""Results of earlier runs, keyed by everything they depend on: content, headers, chips, rules, and this tool itself.

An entry may also depend on files that were read on the way (the unified tree); it names them with their digests and counts only
while they are the same. A damaged entry is no entry.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from dnnlib.codegen import names

Reader = Callable[[str], "bytes | None"]


@dataclass(frozen=True)
class Entry:
    value: Any
    read: Mapping[str, str | None]  # file that was asked for -> digest of what it was, None: it did not exist


def digest(*parts: bytes | str) -> str:
    state = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        state.update(len(data).to_bytes(8, "little"))
        state.update(data)
    return state.hexdigest()


@cache
def tool_digest() -> str:
    """Of the tool's own files by their states and of the compiler's version, so that an edit of a rule or of the tool makes every entry stale."""
    folder = Path(__file__).parents[2]
    parts = [_version("libclang")]
    for path in [*sorted(folder.rglob("*")), Path(names.__file__)]:
        if path.suffix in (".py", ".yaml", ".j2", ".md", ".h") and path.is_file():
            parts.append(f"{path} {file_state(path)}")
    return digest(*parts)


def _version(package: str) -> str:
    import importlib.metadata  # reads much that a run without the cache does not need

    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def file_state(path: Path) -> str:
    """What is another one once a file was written, also where its size and its time of change are the same afterwards."""
    state = path.stat()
    return f"{state.st_size} {state.st_mtime_ns} {state.st_ctime_ns} {state.st_ino}"


def default_folder() -> Path:
    """MIGRATE_CACHE_DIR, else `migrate` in the user's cache folder."""
    given = os.environ.get("MIGRATE_CACHE_DIR")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "migrate"


class Cache:
    """A folder of entries; with no folder nothing is kept. It never fails: what cannot be read or written is not cached."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def get(self, key: str, read: Reader) -> Any | None:
        if self.folder is None:
            return None
        try:
            data = self._path(key).read_bytes()
            if digest(data[64:]).encode() != data[:64]:
                return None
            entry = pickle.loads(data[64:])
        except Exception:  # a damaged or foreign entry
            return None
        if not isinstance(entry, Entry) or any(_state(read(name)) != old for name, old in entry.read.items()):
            return None
        return entry.value

    def put(self, key: str, value: Any, read: Mapping[str, bytes | None]) -> None:
        if self.folder is None:
            return
        data = pickle.dumps(Entry(value, {name: _state(content) for name, content in read.items()}))
        path = self._path(key)
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(digest(data).encode() + data)
                os.replace(name, path)
            except OSError:
                os.unlink(name)

    def _path(self, key: str) -> Path:
        assert self.folder is not None
        return self.folder / key[:2] / key[2:]


def _state(content: bytes | None) -> str | None:
    return None if content is None else digest(content)


class Recorder:
    """A reader that remembers what it was asked for and what it answered."""

    def __init__(self, read: Reader) -> None:
        self._read = read
        self.seen: dict[str, bytes | None] = {}

    def __call__(self, relative: str) -> bytes | None:
        if relative not in self.seen:
            self.seen[relative] = self._read(relative)
        return self.seen[relative]
