"""Files that a run writes when it is over: found writable before it begins, and never half written."""

import os
import tempfile
from pathlib import Path

from utest_ops.errors import UsageError


class Output:
    """The file of one option. Making one checks that the file can be written; wrong use is a sentence."""

    def __init__(self, option: str, path: Path) -> None:
        self.option = option
        self.path = path
        self._target = path.resolve()  # of a link: what it points to
        self._special = self._target.exists() and not self._target.is_file()  # a pipe, a terminal
        try:
            if self._target.is_dir():
                raise IsADirectoryError(21, "it is a folder")
            if self._target.exists() and not os.access(self._target, os.W_OK):
                raise PermissionError(13, "the file may not be written")
            if not self._special:
                _temporary(self._target).unlink()
        except OSError as error:
            raise UsageError(f"{option} {path} cannot be written: {error.strerror or error}") from error

    def write(self, text: str) -> None:
        """The whole text, or an OSError and what was there before."""
        if self._special:
            self._target.write_text(text, encoding="utf-8")
            return
        temporary = _temporary(self._target)
        try:
            with temporary.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            temporary.chmod(self._target.stat().st_mode & 0o7777 if self._target.exists() else 0o666 & ~_umask())
            temporary.replace(self._target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def _temporary(beside: Path) -> Path:
    """A new file in the same folder, so that it can take the other's place at once."""
    descriptor, name = tempfile.mkstemp(dir=beside.parent, prefix=".utest_ops-")
    os.close(descriptor)
    return Path(name)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def check_folder(option: str, folder: Path) -> None:
    """A folder that is made when it is needed can be made, or is one that can be written. Raises UsageError."""
    above = folder.resolve()
    while not above.exists():
        above = above.parent
    if not above.is_dir() or not os.access(above, os.W_OK | os.X_OK):
        what = "may not be written" if above.is_dir() else "is no folder"
        raise UsageError(f"{option} {folder} cannot be written: {above} {what}")
