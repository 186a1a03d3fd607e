"""Three-way merge of lines: what a person changed since the last run, and what this run would write instead."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

OURS, BETWEEN, THEIRS = b"<<<<<<< changed by hand\n", b"=======\n", b">>>>>>> migrate\n"


def merge(base: bytes, ours: bytes, theirs: bytes) -> tuple[bytes, bool]:
    """Text with both changes, and whether it has conflicts; these are marked, with both sides kept."""
    a, b, c = (text.splitlines(keepends=True) for text in (base, ours, theirs))
    result: list[bytes] = []
    conflict = False
    at = (0, 0, 0)
    for sync in [*_common(a, b, c), (len(a), len(b), len(c), 0)]:
        pieces = [lines[i:j] for lines, i, j in zip((a, b, c), at, sync[:3], strict=True)]
        lines, clash = _choose(*pieces)
        result += lines
        conflict = conflict or clash
        length = sync[3]
        result += a[sync[0] : sync[0] + length]
        at = (sync[0] + length, sync[1] + length, sync[2] + length)
    return b"".join(result), conflict


def keep_changes(base: bytes, ours: bytes, theirs: bytes, unchanged: bool) -> tuple[bytes, str]:
    """What a person wrote, with what changed since the last run merged in; the state is kept, merged or conflict.

    `unchanged`: this run would write what the last one did. Earlier conflicts wait for the person.
    """
    if has_conflict(ours):
        return ours, "conflict"
    if unchanged:
        return ours, "kept"
    if is_crlf(ours) != is_crlf(base):  # line ends that an editor changed are no changes of lines
        base, theirs = (with_ends(text, is_crlf(ours)) for text in (base, theirs))
        ours = with_ends(ours, is_crlf(ours))
    text, conflict = merge(base, ours, theirs)
    if is_crlf(ours):
        text = with_ends(text, True)  # those of the marks as well
    return text, "conflict" if conflict else "merged"


def is_crlf(text: bytes) -> bool:
    """Whether most lines of a text end so."""
    return 2 * text.count(b"\r\n") > text.count(b"\n")


def with_ends(text: bytes, crlf: bool) -> bytes:
    plain = text.replace(b"\r\n", b"\n")
    return plain.replace(b"\n", b"\r\n") if crlf else plain


def has_conflict(text: bytes) -> bool:
    return OURS in text and THEIRS in text


def conflicts(text: bytes) -> list[tuple[int, int]]:
    """Where texts stand between markers, these included but for the last line's end."""
    return [(found.start(), found.end() - 1) for found in _CONFLICT.finditer(text)]


def around(conflicts: Sequence[tuple[int, int]], start: int, end: int) -> tuple[int, int]:
    """A place, with all of the two texts between which a person has to choose where it is in one of them."""
    for first, last in conflicts:
        if first < end and start < last:
            start, end = min(first, start), max(last, end)
    return start, end


def without_marks(text: bytes, conflicts: Sequence[tuple[int, int]]) -> bytes:
    """Both texts of each conflict, with blanks where its marks stand: every place stays where it is."""
    found = bytearray(text)
    for start, end in conflicts:
        for mark in _MARK.finditer(text, start, end):
            found[mark.start() : mark.end()] = b" " * (mark.end() - mark.start())
    return bytes(found)


_MARK = re.compile(rb"^(?:%b)$" % b"|".join(re.escape(mark[:-1]) for mark in (OURS, BETWEEN, THEIRS)), re.MULTILINE)
_CONFLICT = re.compile(rb"^%b.*?^%b" % (re.escape(OURS), re.escape(THEIRS)), re.MULTILINE | re.DOTALL)


def _common(a: Sequence[bytes], b: Sequence[bytes], c: Sequence[bytes]) -> list[tuple[int, int, int, int]]:
    """Runs of lines that all three have: start in each, and length."""
    to_b = _partners(a, b)
    to_c = _partners(a, c)
    runs: list[tuple[int, int, int, int]] = []
    for i in range(len(a)):
        if i not in to_b or i not in to_c:
            continue
        j, k = to_b[i], to_c[i]
        if (
            runs
            and runs[-1][0] + runs[-1][3] == i
            and runs[-1][1] + runs[-1][3] == j
            and runs[-1][2] + runs[-1][3] == k
        ):
            runs[-1] = (*runs[-1][:3], runs[-1][3] + 1)
        else:
            runs.append((i, j, k, 1))
    return runs


def _partners(a: Sequence[bytes], b: Sequence[bytes]) -> dict[int, int]:
    blocks = SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks()
    return {block.a + n: block.b + n for block in blocks for n in range(block.size)}


def _choose(base: list[bytes], ours: list[bytes], theirs: list[bytes]) -> tuple[list[bytes], bool]:
    if ours in (theirs, base):
        return theirs, False
    if theirs == base:
        return ours, False
    return [OURS, *_ended(ours), BETWEEN, *_ended(theirs), THEIRS], True


def _ended(lines: list[bytes]) -> list[bytes]:
    return [*lines[:-1], lines[-1].rstrip(b"\n") + b"\n"] if lines else []
