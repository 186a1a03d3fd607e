"""How a run can end badly: for reasons that the user can change, and by a defect of the tool; each kind has its exit code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

CLEAN = 0
LEFT_OVER = 1
WRONG_USE = 2
NOT_PARSABLE = 3
PROOF_FAILED = 4
INTERNAL_ERROR = 5


class MigrateError(Exception):
    """A message for the user: what was wrong, where, what to do. Nothing has been written."""

    code = WRONG_USE


class UsageError(MigrateError):
    """Wrong arguments, missing files, a project or rule file with a mistake."""


class ParseError(MigrateError):
    """Input that is no C++ source, or does not parse."""

    code = NOT_PARSABLE


class InternalError(MigrateError):
    """A defect of the tool, not of the input. `trace` is the traceback, shown with `--debug`."""

    code = INTERNAL_ERROR

    def __init__(self, message: str, trace: str = "") -> None:
        super().__init__(message, trace)
        self.message, self.trace = message, trace

    def __str__(self) -> str:
        return self.message


_INTERRUPTIONS: list[int] = []


def interrupt(number: int, _frame: object) -> NoReturn:
    """What a run does at Ctrl-C. That is remembered: a library that calls back may lose the exception, and what it was made of is not whole then."""
    _INTERRUPTIONS.append(number)
    raise KeyboardInterrupt


def stop_if_interrupted() -> None:
    """Raises KeyboardInterrupt where a run was interrupted and went on: to be asked before anything is written."""
    if _INTERRUPTIONS:
        raise KeyboardInterrupt


def together(errors: Sequence[MigrateError]) -> MigrateError:
    """One error for all, a line each; a defect of the tool comes first."""
    defect = next((error for error in errors if isinstance(error, InternalError)), None)
    if defect or len(errors) == 1:
        return defect or errors[0]
    return type(errors[0])("\n".join(str(error) for error in errors))


def readable(text: str) -> str:
    """Text that any stream can print: a byte of a file name that is no UTF-8 is shown as an escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
