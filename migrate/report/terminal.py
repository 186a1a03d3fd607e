"""The text report on a terminal: coloured, and its lines folded at words to the terminal's width. A pipe gets the plain text."""

from __future__ import annotations

import os
import re
import shutil
import textwrap
from collections.abc import Iterator
from typing import TextIO

_COLOURS = (
    (re.compile(r"^(Internal errors|Left for you|Left:).*"), "31;1"),
    (re.compile(r"^(Guards left|Findings in|Intended differences).*"), "33;1"),
    (re.compile(r"^Nothing is left to do by hand\.$"), "32;1"),
    (re.compile(r"\b(refused|different|not-made)\b"), "31"),
    (re.compile(r"\b(converted|equal)\b"), "32"),
    (re.compile(r"\b[LTFDP]\d{2,3}\b"), "36"),
)
NARROWEST = 40


def for_stream(text: str, stream: TextIO) -> str:
    """What a stream is given of a text: a terminal's own form where it is one, without colours where NO_COLOR is set."""
    if not stream.isatty():
        return text
    coloured = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return render(text, shutil.get_terminal_size().columns, coloured)


def render(text: str, width: int, coloured: bool) -> str:
    """Lines folded with the indentation of the one that they continue."""
    lines = [part for line in text.splitlines() for part in _folded(line, max(width, NARROWEST))]
    return "".join((_painted(line) if coloured else line) + "\n" for line in lines)


def _folded(line: str, width: int) -> Iterator[str]:
    if len(line) <= width:
        yield line
        return
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    yield from textwrap.wrap(
        line, width, subsequent_indent=indent, drop_whitespace=True, break_long_words=False, break_on_hyphens=False
    )


def _painted(line: str) -> str:
    for pattern, code in _COLOURS:
        if pattern.match(line) and pattern.pattern.startswith("^"):
            return f"\x1b[{code}m{line}\x1b[0m"
    for pattern, code in _COLOURS:
        line = pattern.sub(f"\x1b[{code}m\\g<0>\x1b[0m", line)
    return line
