"""How rule sets are laid over each other: mappings are merged, lists put in front, anything else replaced.

In a rule file `!replace` before a list or mapping takes the place of what earlier sets have, and `name: !remove` takes one entry away.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


def suggest(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, list(known), n=1)
    return f"did you mean {near[0]!r}?" if near else "known are " + ", ".join(sorted(known))


class WrongRemoval(ValueError):
    """An entry is to be removed that cannot be."""

    def __init__(self, entry: Removed, message: str) -> None:
        super().__init__(message)
        self.entry = entry


class MissingEntry(WrongRemoval):
    """An entry is to be removed that no earlier rule set has."""

    def __init__(self, entry: Removed, known: list[str]) -> None:
        near = f"; {suggest(entry.name, known)}" if known else ""
        super().__init__(
            entry, f"no rule set before this one has {entry.name!r} here, so there is nothing to remove{near}"
        )


@dataclass(frozen=True)
class Removed:
    """`name: !remove`, and where it stands: line and column from 1."""

    name: str
    path: str
    line: int
    column: int


class ReplacedList(list[Any]):
    """`!replace [..]`"""


class ReplacedMapping(dict[str, Any]):
    """`!replace {..}`"""


WHOLE = ("signatures", "kernels", "special", "free_calls")
"""Sections in which the rule of one function is one thing: the later one is it."""


def merge(base: Mapping[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    """Raises MissingEntry."""
    result = dict(base)
    for key, value in extra.items():
        old = result.get(key)
        if isinstance(value, Removed):
            if key not in result:
                raise MissingEntry(value, list(result))
            del result[key]
        elif isinstance(value, ReplacedList | ReplacedMapping):
            result[key] = plain(value)
        elif key in WHOLE and isinstance(value, Mapping):
            rest = {name: entry for name, entry in value.items() if not isinstance(entry, Removed)}
            gone = {name: entry for name, entry in value.items() if isinstance(entry, Removed)}
            result[key] = {**merge(old if isinstance(old, Mapping) else {}, gone), **rest}
        elif isinstance(value, Mapping):
            result[key] = merge(old if isinstance(old, Mapping) else {}, value)
        elif isinstance(old, list) and isinstance(value, list):
            result[key] = [*value, *(item for item in old if item not in value)]
        else:
            result[key] = value
    return result


def merge_places(base: Mapping[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    """Where the unified tree has what: a later rule set's entry is the whole one. Raises MissingEntry."""
    gone = {name: entry for name, entry in extra.items() if isinstance(entry, Removed)}
    return {**merge(base, gone), **{name: plain(entry) for name, entry in extra.items() if name not in gone}}


def plain(value: Any) -> Any:
    """Without the marks of how it is merged."""
    if isinstance(value, Mapping):
        return {key: plain(entry) for key, entry in value.items() if not isinstance(entry, Removed)}
    return [plain(entry) for entry in value] if isinstance(value, list) else value
