"""Values of options: what is absurd is refused with a sentence before anything runs."""

import argparse
import math
import os
from pathlib import Path

from utest_ops.result import SEEDS

MOST_SEEDS = 10_000
LONGEST = 86_400.0  # one day, in seconds


def seeds(text: str) -> tuple[int, ...]:
    """`7`, `0-19`, `1,5,9`: each once, in order."""
    found: dict[int, None] = {}
    for part in text.split(","):
        first, dash, last = part.partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise argparse.ArgumentTypeError(f"'{text}' is not a seed; give 7, a range 0-19, or several 1,5,9")
        start, end = int(first), int(last or first)
        if end >= SEEDS:
            raise argparse.ArgumentTypeError(f"seed {end} is too large; seeds are 0 to {SEEDS - 1}")
        if end < start or len(found) + end - start >= MOST_SEEDS:
            raise argparse.ArgumentTypeError(f"'{part}' is no range of 1 to {MOST_SEEDS} seeds")
        found |= dict.fromkeys(range(start, end + 1))
    return tuple(found)


def workers(text: str) -> int:
    """A number of worker processes, each with a PyTorch of its own."""
    most = max(64, 4 * (os.cpu_count() or 1))
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of worker processes from 1 to {most}")
    return int(text)


def seconds(text: str) -> float:
    """A time limit."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= LONGEST:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time in seconds above 0 and up to {LONGEST:.0f}")
    return value


def path(text: str) -> Path:
    """A file or folder."""
    if not text:
        raise argparse.ArgumentTypeError("'' names no file")
    return Path(text)


def words(text: str) -> str:
    """A name, or several separated by commas."""
    if not all(part.strip() for part in text.split(",")):
        raise argparse.ArgumentTypeError(f"'{text}' names nothing" + (" between two commas" if text.strip() else ""))
    return text
