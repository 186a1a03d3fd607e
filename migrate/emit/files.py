"""Writing: all files of a run or none, each one atomically."""

from __future__ import annotations

import contextlib
import difflib
import errno
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from migrate.emit.unfinished import Journal
from migrate.errors import UsageError, stop_if_interrupted


def changed(base: Path, outputs: Mapping[str, bytes]) -> dict[str, bytes]:
    """Those outputs that differ from what lies there."""
    return {name: data for name, data in outputs.items() if _read(base / name) != data}


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes() if path.is_file() else None  # a pipe would be waited for
    except OSError:
        return None


def write_all(files: Mapping[Path, bytes], stale: Iterable[Path] = (), journal: Journal | None = None) -> None:
    """Write every file beside its place first, then rename one after the other, then take away what is stale, with folders that are empty
    then. An error before the renames writes nothing. With a journal a later run can finish one that is killed between two renames."""
    stop_if_interrupted()
    stale = list(stale)
    staged: list[tuple[str, Path]] = []
    aside: list[tuple[str, Path]] = []  # the journal itself
    made: list[Path] = []
    target = Path()
    renamed = 0
    try:
        if journal:
            _clean({journal.path.parent, *(path.parent for path in files)})
        for path, data in files.items():
            target = Path(os.path.realpath(path)) if path.is_symlink() else path
            made += _make_folder(target.parent)
            staged.append((_stage(target, data), target))
        _flush(staged)
        if journal and (journal.of or stale):
            target = journal.path
            begun = [(_stage(target, journal.begin(staged, list(files), stale)), target)]
            aside += begun
            _flush(begun)
            os.replace(begun[0][0], target)
        for temporary, target in staged:
            os.replace(temporary, target)
            renamed += 1
        for target in stale:
            target.unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # it has other files
                target.parent.rmdir()
        if journal:
            journal.path.unlink(missing_ok=True)
    except OSError as error:
        if not (journal and renamed):  # else the next run finishes
            left = [Path(name) for name, _ in (*staged[renamed:], *aside)]
            for path in (*left, journal.path) if journal else left:
                with contextlib.suppress(OSError):
                    path.unlink()
        for folder in reversed(made):  # those that nothing was renamed into are empty
            with contextlib.suppress(OSError):
                folder.rmdir()
        target = error.target if isinstance(error, _NotFlushed) else target
        done = f"{renamed} of {len(files)} files are new, the others as before; run again" if renamed else UNCHANGED
        raise UsageError(f"cannot write {target}: {explain(error)}; {done}") from None


class _NotFlushed(OSError):
    def __init__(self, cause: OSError, target: Path) -> None:
        super().__init__(cause.errno, cause.strerror)
        self.target = target


UNCHANGED = "nothing was changed"
REMEDIES = {
    errno.ENOSPC: "free some space, or name another place",
    errno.EDQUOT: "free some space, or name another place",
    errno.EROFS: "name a place that can be written",
    errno.EACCES: "get the right to write there, or name another place",
    errno.EPERM: "get the right to write there, or name another place",
}


def explain(error: OSError) -> str:
    """What the system says, and what to do about it."""
    remedy = REMEDIES.get(error.errno or 0)
    return f"{error.strerror} ({remedy})" if remedy else str(error.strerror)


def _make_folder(folder: Path) -> list[Path]:
    """Makes a folder and those above it; answers with the new ones."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    made = []
    try:
        for path in reversed(missing):
            path.mkdir(exist_ok=True)
            made.append(path)
    except OSError:
        for path in reversed(made):
            path.rmdir()
        raise
    return made


MARK = ".migrate-"  # in the names of staged files
MOST_SHOWN = 200  # bytes of a file's name in that of what is staged for it: names have no more than 255


def _clean(folders: Iterable[Path]) -> None:
    """What a run left that was killed before it renamed anything: nobody else writes there now."""
    for folder in folders:
        for left in folder.glob(f".*{MARK}????????"):
            with contextlib.suppress(OSError):
                left.unlink()


def _stage(target: Path, data: bytes) -> str:
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "a folder of that name is in the way", str(target))
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "it is a device or a pipe, not a file", str(target))
    shown = target.name
    while len(os.fsencode(shown)) > MOST_SHOWN:
        shown = shown[:-1]
    handle, name = tempfile.mkstemp(prefix=f".{shown}{MARK}", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
    except OSError:
        os.unlink(name)
        raise
    return name


def _flush(staged: Sequence[tuple[str, Path]]) -> None:
    """Waits until what was staged is on the disk, with the rights of what it replaces. All at once: a disk takes many in the time of one."""
    new = 0o666 & ~_umask()
    if len(staged) < 2:
        problems = [_flush_file(name, target, new) for name, target in staged]
    else:
        with ThreadPoolExecutor(min(8, len(staged))) as pool:
            problems = list(pool.map(lambda one: _flush_file(one[0], one[1], new), staged))
    for problem in problems:
        if problem:
            raise problem


def _flush_file(name: str, target: Path, new: int) -> _NotFlushed | None:
    try:
        handle = os.open(name, os.O_RDWR)
        try:
            os.fsync(handle)
            os.fchmod(handle, target.stat().st_mode & 0o777 if target.exists() else new)
        finally:
            os.close(handle)
    except OSError as error:
        return _NotFlushed(error, target)
    return None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def diff(pairs: Iterable[tuple[str, bytes, bytes]]) -> str:
    """Unified diffs of (name, old, new); text that is no UTF-8 is shown with replacement characters."""
    parts: list[str] = []
    for name, old, new in pairs:
        if old == new:
            continue
        before, after = (t.decode("utf-8", "replace").splitlines(keepends=True) for t in (old, new))
        for line in difflib.unified_diff(before, after, f"a/{name}", f"b/{name}"):
            parts.append(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n")
    return "".join(parts)
