"""Names for what a step declares."""

from __future__ import annotations

from itertools import count, islice

from migrate.frontend.source import Source


def free_name(source: Source, wanted: str, nth: int = 1) -> str:
    """`wantedOfChip`, or with a number behind it: the nth of those that stand nowhere in the text and are no macros."""
    made = (f"{wanted}OfChip{number if number > 1 else ''}" for number in count(1))
    free = (name for name in made if is_free(source, name))
    return next(islice(free, nth - 1, None))


def is_free(source: Source, name: str) -> bool:
    return name.encode() not in source.places and name.encode() not in source.table.names
