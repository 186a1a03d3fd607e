"""Edits on one file: collected group by group, applied, and certified.

A group is the edits of one match; it is accepted as a whole or not at all. `certify` and `certify_moved` derive the
output a second time, by other means, and compare.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence

from migrate.frontend.lex import lex, lex_whole
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
                    raise EditError(f"two edits of one group overlap: {_describe(edit)} and {_describe(other)}")
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
            raise EditError(f"{_describe(edit)} lies outside the file of {len(self.data)} bytes")
        if self.data[edit.span.start : edit.span.end] == edit.text:
            raise EditError(f"{_describe(edit)} changes nothing")

    def _check_free(self, edit: Edit) -> None:
        position = bisect_left(self._keys, (edit.span.start, -1, -1))
        for index in range(max(0, position - 1), len(self._keys)):
            key = self._keys[index]
            if key[0] > edit.span.end:
                break
            if _collide(edit.span, Span(key[0], key[1])):
                raise EditError(f"{_describe(edit)} overlaps {_describe(self._edits[key])}")


def _collide(a: Span, b: Span) -> bool:
    if a.start == a.end:
        return b.start < a.start < b.end
    if b.start == b.end:
        return a.start < b.start < a.end
    return a.overlaps(b)


def _describe(edit: Edit) -> str:
    return f"edit of rule {edit.rule} at bytes {edit.span.start}..{edit.span.end}"


def apply(data: bytes, edits: Iterable[Edit], span: Span | None = None) -> bytes:
    """The bytes of `span` (default: all) with the edits made; sorted and disjoint as EditSet.sorted gives them."""
    whole = span or Span(0, len(data))
    position = whole.start
    parts: list[bytes] = []
    for edit in edits:
        start, end = edit.span.start, edit.span.end
        if start < position or end > whole.end:
            raise EditError(f"{_describe(edit)} is out of order or outside bytes {whole.start}..{whole.end}")
        parts += data[position:start], edit.text
        position = end
    parts.append(data[position : whole.end])
    return b"".join(parts)


def rederive(data: bytes, edits: Sequence[Edit], span: Span | None = None) -> bytes:
    """The result a second time: edits cut in from the last to the first, each checked against its neighbour."""
    whole = span or Span(0, len(data))
    text = bytearray(data[whole.start : whole.end])
    limit = whole.end
    for edit in reversed(edits):
        if edit.span.end > limit or edit.span.start < whole.start:
            raise EditError(f"{_describe(edit)} overlaps its neighbour")
        text[edit.span.start - whole.start : edit.span.end - whole.start] = edit.text
        limit = edit.span.start
    return bytes(text)


def certify(data: bytes, edits: Sequence[Edit], output: bytes) -> str | None:
    """None where `output` is `data` with exactly these edits; else what differs."""
    expected = rederive(data, edits)
    return None if expected == output else _first_difference(expected, output)


def certify_moved(data: bytes, edits: Sequence[Edit], span: Span, output: bytes) -> str | None:
    """As certify, for a piece that was moved and re-indented: only white space between tokens may differ."""
    expected = rederive(data, edits, span)
    left = [t.text for t in lex(expected)]
    right = [t.text for t in lex_whole(output)]
    if left == right:
        return None
    for index, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            return f"token {index} is {b!r}, input and edits give {a!r}"
    return f"{len(right)} tokens, input and edits give {len(left)}"


def _first_difference(expected: bytes, output: bytes) -> str:
    for index, (a, b) in enumerate(zip(expected, output, strict=False)):
        if a != b:
            got, want = output[index : index + 20], expected[index : index + 20]
            return f"byte {index} is {got!r}, input and edits give {want!r}"
    return f"{len(output)} bytes, input and edits give {len(expected)}"
