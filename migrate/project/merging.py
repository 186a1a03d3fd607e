"""How rule sets are laid over each other: mappings are merged, lists put in front, anything else replaced.

In a rule file `!replace` before a list or mapping takes the place of what earlier sets have, and `name: !remove` takes one entry away.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class MissingEntry(ValueError):
    """An entry is to be removed that no earlier rule set has."""

    def __init__(self, entry: Removed, known: list[str]) -> None:
        super().__init__(f"no rule set before this one has {entry.name!r} here, so there is nothing to remove")
        self.entry, self.known = entry, known


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


def plain(value: Any) -> Any:
    """Without the marks of how it is merged."""
    if isinstance(value, Mapping):
        return {key: plain(entry) for key, entry in value.items() if not isinstance(entry, Removed)}
    return [plain(entry) for entry in value] if isinstance(value, list) else value
