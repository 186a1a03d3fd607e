"""Edits on one file: collected group by group, and applied.

A group is the edits of one match; it is accepted as a whole or not at all.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence

from migrate.model import Edit, EditGroup, Span


class EditError(ValueError):
    """A group of edits that cannot be made; the message names the edit and what is in its way."""


class EditSet:
    """Accepted edits of one file, sorted and disjoint. Insertions at one offset keep the order in which they came."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._keys: list[tuple[int, int, int]] = []  # start, end, serial
        self._edits: dict[tuple[int, int, int], Edit] = {}
        self._serial = 0

    def add(self, group: EditGroup) -> None:
        """Accept all edits of the group, or raise EditError and accept none."""
        self.add_edits(group.edits)

    def add_edits(self, edits: Sequence[Edit]) -> None:
        for index, edit in enumerate(edits):
            self._check_range(edit)
            self._check_free(edit)
            for other in edits[:index]:
                if _collide(edit.span, other.span):
                    raise EditError(f"two edits of one group overlap: {describe(edit)} and {describe(other)}")
        for edit in edits:
            self._serial += 1
            key = (edit.span.start, edit.span.end, self._serial)
            insort(self._keys, key)
            self._edits[key] = edit

    def try_add(self, edits: Sequence[Edit]) -> str | None:
        """As add_edits, but answers the reason instead of raising."""
        try:
            self.add_edits(edits)
        except EditError as error:
            return str(error)
        return None

    def remove_inside(self, span: Span) -> list[Edit]:
        """Take back all edits that lie in `span`."""
        gone = [key for key in self._keys if span.start <= key[0] and key[1] <= span.end]
        self._keys = [key for key in self._keys if not (span.start <= key[0] and key[1] <= span.end)]
        return [self._edits.pop(key) for key in gone]

    def sorted(self) -> tuple[Edit, ...]:
        return tuple(self._edits[key] for key in self._keys)

    def inside(self, span: Span) -> tuple[Edit, ...]:
        first = bisect_left(self._keys, (span.start, -1, -1))
        found: list[Edit] = []
        for key in self._keys[first:]:
            if key[0] > span.end:
                break
            if key[1] <= span.end:
                found.append(self._edits[key])
        return tuple(found)

    def _check_range(self, edit: Edit) -> None:
        if not 0 <= edit.span.start <= edit.span.end <= len(self.data):
            raise EditError(f"{describe(edit)} lies outside the file of {len(self.data)} bytes")
        if self.data[edit.span.start : edit.span.end] == edit.text:
            raise EditError(f"{describe(edit)} changes nothing")

    def _check_free(self, edit: Edit) -> None:
        position = bisect_left(self._keys, (edit.span.start, -1, -1))
        for index in range(max(0, position - 1), len(self._keys)):
            key = self._keys[index]
            if key[0] > edit.span.end:
                break
            if _collide(edit.span, Span(key[0], key[1])):
                raise EditError(f"{describe(edit)} overlaps {describe(self._edits[key])}")


def _collide(a: Span, b: Span) -> bool:
    if a.start == a.end:
        return b.start < a.start < b.end
    if b.start == b.end:
        return a.start < b.start < a.end
    return a.overlaps(b)


def describe(edit: Edit) -> str:
    return f"edit of rule {edit.rule} at bytes {edit.span.start}..{edit.span.end}"


def apply(data: bytes, edits: Iterable[Edit], span: Span | None = None) -> bytes:
    """The bytes of `span` (default: all) with the edits made; sorted and disjoint as EditSet.sorted gives them."""
    whole = span or Span(0, len(data))
    position = whole.start
    parts: list[bytes] = []
    for edit in edits:
        start, end = edit.span.start, edit.span.end
        if start < position or end > whole.end:
            raise EditError(f"{describe(edit)} is out of order or outside bytes {whole.start}..{whole.end}")
        parts += data[position:start], edit.text
        position = end
    parts.append(data[position : whole.end])
    return b"".join(parts)
