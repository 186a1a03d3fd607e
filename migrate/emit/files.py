"""Writing: all files of a run or none, each one atomically."""

from __future__ import annotations

import contextlib
import difflib
import errno
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from migrate.emit.unfinished import Journal
from migrate.errors import UsageError


def changed(base: Path, outputs: Mapping[str, bytes]) -> dict[str, bytes]:
    """Those outputs that differ from what lies there."""
    return {name: data for name, data in outputs.items() if _read(base / name) != data}


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def write_all(files: Mapping[Path, bytes], stale: Iterable[Path] = (), journal: Journal | None = None) -> None:
    """Write every file beside its place first, then rename one after the other, then take away what is stale, with folders that are empty
    then. An error before the renames writes nothing. With a journal a later run can finish one that is killed between two renames."""
    stale = list(stale)
    staged: list[tuple[str, Path]] = []
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
        if journal and (journal.of or stale):
            target = journal.path
            os.replace(_stage(target, journal.begin(staged, list(files), stale)), target)
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
            left = [Path(name) for name, _ in staged[renamed:]]
            for path in (*left, journal.path) if journal else left:
                with contextlib.suppress(OSError):
                    path.unlink()
        for folder in reversed(made):  # those that nothing was renamed into are empty
            with contextlib.suppress(OSError):
                folder.rmdir()
        done = f"{renamed} of {len(files)} files are new, the others as before; run again" if renamed else UNCHANGED
        raise UsageError(f"cannot write {target}: {explain(error)}; {done}") from None


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
        raise OSError(errno.EINVAL, "it is a device or a pipe, not a file; - writes to the terminal", str(target))
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(prefix=f".{target.name}{MARK}", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode)
    except OSError:
        os.unlink(name)
        raise
    return name


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
