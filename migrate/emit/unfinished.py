"""Runs that write to one folder: one after the other, and what a killed one left half written is finished by the next."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from migrate.errors import UsageError

JOURNAL = "migrated.unfinished.json"  # in the folder, from before the first file is renamed until after the last


@dataclass(frozen=True)
class Journal:
    """Where it is kept, and for which of the files to write: not for reports, which the next run writes again."""

    path: Path
    of: Collection[Path]

    def begin(self, staged: Sequence[tuple[str, Path]], asked: Sequence[Path], stale: Sequence[Path]) -> bytes:
        """What finishes the run: each text with the file it lies in and the digest of what it replaces."""
        texts = [
            {"text": str(Path(text).absolute()), "file": str(target.absolute()), "replaces": digest(target)}
            for (text, target), path in zip(staged, asked, strict=True)
            if path in self.of
        ]
        gone = [{"file": str(path.absolute()), "replaces": digest(path)} for path in stale]
        return json.dumps({"texts": texts, "gone": gone}, indent=1).encode() + b"\n"


def digest(path: Path) -> str:
    """Of a file's text; empty where it is not there."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
    except FileNotFoundError:
        return ""


def finish(base: Path) -> None:
    """Ends what a run that was killed while it wrote began. Raises UsageError where a person changed a file since."""
    journal = base / JOURNAL
    found = _read(journal)
    if found is None:
        return
    texts = [entry for entry in found["texts"] if os.path.isfile(entry["text"])]
    changed = [e["file"] for e in texts if digest(Path(e["file"])) not in (e["replaces"], digest(Path(e["text"])))]
    if changed:
        pairs = "\n".join(f"  {entry['file']} and {entry['text']}" for entry in texts if entry["file"] in changed)
        raise UsageError(
            "a run was killed while it wrote, and files that it had not reached were changed since; of each make what you want in "
            f"the first and take the second away:\n{pairs}"
        )
    try:
        for entry in texts:
            os.replace(entry["text"], entry["file"])
        for entry in found["gone"]:
            if digest(Path(entry["file"])) == entry["replaces"]:
                Path(entry["file"]).unlink(missing_ok=True)
        journal.unlink()
    except OSError as error:
        raise UsageError(f"cannot finish what a killed run began to write: {error}") from None


def is_unfinished(base: Path) -> bool:
    return (base / JOURNAL).is_file()


def demand_finished(base: Path) -> None:
    """Raises UsageError where a killed run left its output half written."""
    if is_unfinished(base):
        raise UsageError(f"a run was killed while it wrote to {base}; run migrate convert again, which finishes it")


def _read(journal: Path) -> Mapping[str, list[dict[str, str]]] | None:
    if not journal.is_file():
        return None
    try:
        data = json.loads(journal.read_bytes())
        files = [*data["texts"], *data["gone"]]
        if all(isinstance(entry[key], str) for entry in files for key in ("file", "replaces")) and all(
            isinstance(entry["text"], str) for entry in data["texts"]
        ):
            return data  # type: ignore[no-any-return]
    except (OSError, ValueError, KeyError, TypeError):
        pass
    raise UsageError(f"{journal} is damaged: a run was killed while it wrote, and what it left is not known; remove it")


@contextmanager
def alone(base: Path, say: Callable[[str], None]) -> Iterator[None]:
    """One run at a time: each reads what the one before wrote. Where the folder cannot be made or locked, writing says why or nobody else can."""
    made = [folder for folder in (base, *base.parents) if not folder.exists()]
    lock = _locked(base, say)
    try:
        yield
    finally:
        if lock is not None:
            _close(lock)
        for folder in made:  # those in which nothing was written
            with suppress(OSError):
                folder.rmdir()


_OPEN: set[int] = set()


def _locked(base: Path, say: Callable[[str], None]) -> int | None:
    while True:
        try:
            base.mkdir(parents=True, exist_ok=True)
            lock = os.open(base, os.O_RDONLY | os.O_DIRECTORY)
        except OSError:
            return None
        _OPEN.add(lock)
        try:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say(f"another run writes to {base}; this one waits for it")
                fcntl.flock(lock, fcntl.LOCK_EX)
            if os.path.samestat(os.fstat(lock), os.stat(base)):
                return lock
        except FileNotFoundError:
            pass  # it was taken away meanwhile, being empty
        except OSError:  # a file system without locks
            _close(lock)
            return None
        _close(lock)


def _close(lock: int) -> None:
    if lock in _OPEN:
        _OPEN.discard(lock)
        os.close(lock)


def _close_all() -> None:
    for lock in (*_OPEN,):
        _close(lock)


os.register_at_fork(after_in_child=_close_all)  # a child that outlives the run locks nothing
