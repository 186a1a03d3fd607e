"""The output derived a second time, by other means than it was made: all bytes outside of edits, moves and indents are the input's."""

from __future__ import annotations

from collections.abc import Sequence

from migrate.frontend.lex import all_texts, shown
from migrate.model import Edit, Proof, Span
from migrate.rules.editset import EditError, describe


def certificate(path: str, data: bytes, edits: Sequence[Edit], output: bytes) -> Proof:
    """The proof about a file whose output is itself with the edits made."""
    difference = certify(data, edits, output)
    return Proof("certificate", path, "different" if difference else "equal", difference or f"{len(edits)} edits")


def rederive(data: bytes, edits: Sequence[Edit], span: Span | None = None) -> bytes:
    """The result a second time: edits cut in from the last to the first, each checked against its neighbour."""
    whole = span or Span(0, len(data))
    text = bytearray(data[whole.start : whole.end])
    limit = whole.end
    for edit in reversed(edits):
        if edit.span.end > limit or edit.span.start < whole.start:
            raise EditError(f"{describe(edit)} overlaps its neighbour")
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
    left, right = all_texts(expected), all_texts(output)
    if left == right:
        return None
    for index, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            return f"token {index} is `{shown(b)}`, input and edits give `{shown(a)}`"
    return f"{len(right)} tokens, input and edits give {len(left)}"


def _first_difference(expected: bytes, output: bytes) -> str:
    for index, (a, b) in enumerate(zip(expected, output, strict=False)):
        if a != b:
            got, want = (text[index : index + 20].decode("utf-8", "replace") for text in (output, expected))
            return f"byte {index} begins {got!r}, input and edits give {want!r}"
    return f"{len(output)} bytes, input and edits give {len(expected)}"
