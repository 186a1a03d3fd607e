"""Errors of a run say which input they are of."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from migrate.errors import InternalError, MigrateError, ParseError
from migrate.project.yaml_file import ConfigError


@contextmanager
def explained(name: str) -> Iterator[None]:
    """Says of which input an error is: code nested too deeply is one of its user, everything unforeseen one of the tool."""
    try:
        yield
    except (MigrateError, ValueError, OSError) as error:
        if isinstance(error, MigrateError | ConfigError) or (isinstance(error, OSError) and error.filename):
            raise
        raise internal_error(name, error) from error
    except RecursionError:
        raise ParseError(
            f"{name}: expressions, statements or conditionals are nested too deeply; nothing was written"
        ) from None
    except Exception as error:
        raise internal_error(name, error) from error


def internal_error(name: str, error: Exception) -> InternalError:
    cause = f"{type(error).__name__}: {error}"
    return InternalError(f"{name}: internal error, nothing was written: {cause}", traceback.format_exc())
