"""Precompiled headers of PyTorch, kept in the user's cache by what they are made of, each built by one process at a time."""

from __future__ import annotations

import fcntl
import multiprocessing
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from migrate.commands.run.cache import default_folder, digest
from migrate.frontend.compiler.background import end_with
from migrate.frontend.torch.headers import TorchHeaders

UNUSED = 30 * 24 * 3600.0  # seconds after which one that nobody used goes
TICK = 0.5


def precompiled_folder() -> Path:
    """MIGRATE_PRECOMPILED_DIR, else `precompiled` in the cache folder."""
    given = os.environ.get("MIGRATE_PRECOMPILED_DIR")
    return Path(given) if given else default_folder() / "precompiled"


class Precompiled:
    """The precompiled headers of a run, each built when it is first asked for. Without the cache they go with the run."""

    def __init__(self, headers: TorchHeaders, use_cache: bool) -> None:
        self.headers = headers
        self._keep = use_cache
        self._temporary: Path | None = None
        self._known: dict[tuple[str, ...], str] = {}
        self._tasks: dict[tuple[str, ...], Any] = {}

    def start(self, group: Sequence[str]) -> None:
        """Begins to build one that is not there, in a process of its own."""
        key = tuple(group)
        if not key or key in self._known or key in self._tasks:
            return
        path = self._path(key)
        if "fork" in multiprocessing.get_all_start_methods():
            process = multiprocessing.get_context("fork").Process(
                target=_made, args=(key, self.headers.precompiled_with, path, os.getpid()), daemon=False
            )
            process.start()
            self._tasks[key] = process

    def path(self, group: Sequence[str], progress: Callable[[str], None]) -> str:
        """The file, built where it is not there; "" where it cannot be: files are then compiled without."""
        key = tuple(group)
        if key and key not in self._known:
            self.start(key)
            process, path = self._tasks.pop(key, None), self._path(key)
            if process is None:
                _made(key, self.headers.precompiled_with, path)
            while process is not None and process.is_alive():
                process.join(TICK)
                progress(f"precompile {key[0]}, once for all runs; --no-compile leaves it out")
            self._known[key] = str(path) if _usable(path) else ""
        return self._known.get(key, "")

    def close(self) -> None:
        for process in self._tasks.values():
            process.join()
        if self._temporary:
            shutil.rmtree(self._temporary, ignore_errors=True)

    def _path(self, group: tuple[str, ...]) -> Path:
        name = f"{group[0].rsplit('/', 1)[-1].removesuffix('.h')}-{self._digest(group)[:24]}.pch"
        return self._folder() / name

    def _folder(self) -> Path:
        folder = precompiled_folder()
        if self._keep:
            try:
                folder.mkdir(parents=True, exist_ok=True)
                if os.access(folder, os.W_OK):
                    return folder
            except OSError:
                pass
        if self._temporary is None:
            self._temporary = Path(tempfile.mkdtemp(prefix="migrate-precompiled-"))
        return self._temporary

    def _digest(self, group: tuple[str, ...]) -> str:
        from clang import cindex  # loaded only where something is compiled

        library = os.stat(cindex.conf.lib._name)
        return digest(*group, *self.headers.precompiled_with, f"{library.st_size} {library.st_mtime_ns}")


def _usable(path: Path) -> bool:
    from migrate.frontend.torch.parse import usable

    return usable(path)


def _made(group: Sequence[str], arguments: Sequence[str], path: Path, parent: int = 0) -> None:
    from migrate.frontend.torch.parse import build

    if parent:
        end_with(parent)
    if _usable(path):
        os.utime(path)
        return
    with _alone(path):
        if not _usable(path):
            build(group, arguments, path)
            _forget(path.parent)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """One process at a time for one file."""
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _forget(folder: Path) -> None:
    now = time.time()
    for path in folder.glob("*.pch"):
        try:
            if now - path.stat().st_mtime > UNUSED:
                for suffix in (".pch", ".h", ".json", ".lock"):
                    path.with_suffix(suffix).unlink(missing_ok=True)
        except OSError:
            continue
