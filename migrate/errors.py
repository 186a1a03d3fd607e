"""What goes wrong for reasons that the user can change, with the exit code that says which kind it is."""

from __future__ import annotations

CLEAN = 0
LEFT_OVER = 1
WRONG_USE = 2
NOT_PARSABLE = 3
PROOF_FAILED = 4


class MigrateError(Exception):
    """A message for the user: what was wrong, where, what to do. Nothing has been written."""

    code = WRONG_USE


class UsageError(MigrateError):
    """Wrong arguments, missing files, a project or rule file with a mistake."""


class ParseError(MigrateError):
    """Input that is no C++ source, or does not parse."""

    code = NOT_PARSABLE
