"""A mistake in an input file of the generators."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True)
class SourceError(Exception):
    """What is wrong, and where: prints as ``file:line:column: sentence``, with further mistakes on lines of their own."""

    path: str
    line: int
    column: int
    sentence: str
    others: "tuple[SourceError, ...]" = ()

    def __str__(self) -> str:
        return "\n".join([f"{self.path}:{self.line}:{self.column}: {self.sentence}", *map(str, self.others)])


def for_all(read: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """What ``read`` gives of each item; the mistakes of all items are raised at once."""
    found: list[Result] = []
    mistakes: list[SourceError] = []
    for item in items:
        try:
            found.append(read(item))
        except SourceError as mistake:
            mistakes.append(mistake)
    if mistakes:
        first, *others = mistakes
        raise SourceError(first.path, first.line, first.column, first.sentence, (*first.others, *others))
    return found
