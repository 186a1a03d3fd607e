"""Patterns of rule files: names that they match, and names that become others by them. Library and torch side match names this way."""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from types import FrameType

from migrate.errors import UsageError

SECONDS = 5.0  # that one name may take

_UNBOUNDED = re.compile(r"(?<!\\)(?:\\\\)*(?:[*+]|\{\d+,\})|\\[1-9]|\(\?P=")


@dataclass(frozen=True)
class RulePattern:
    """A regular expression of a rule file. One that may take very long, since it tries a name in many ways, is given SECONDS for each."""

    text: str

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        return re.compile(self.text)

    @cached_property
    def _tries(self) -> bool:
        return len(_UNBOUNDED.findall(self.text)) > 1

    def search(self, name: str) -> re.Match[str] | None:
        return self._limited(self.compiled.search, name)

    def match(self, name: str) -> re.Match[str] | None:
        return self._limited(self.compiled.match, name)

    def fullmatch(self, name: str) -> re.Match[str] | None:
        return self._limited(self.compiled.fullmatch, name)

    def _limited(self, ask: Callable[[str], re.Match[str] | None], name: str) -> re.Match[str] | None:
        if not self._tries:
            return ask(name)
        with _time_limit(self.text, name):
            return ask(name)


_NO_GROUP = re.compile(r"invalid group reference (\d+)")


def template_problem(pattern: str, text: str) -> str:
    """What is wrong with the text that a match of the pattern becomes; empty where nothing is."""
    found = re.compile(pattern)
    names = {number: name for name, number in found.groupindex.items()}
    same_groups = "".join(f"(?P<{names[n]}>)" if n in names else "()" for n in range(1, found.groups + 1))
    match = re.match(same_groups, "")
    try:
        made = match.expand(text) if match else ""
    except re.error as error:
        number = _NO_GROUP.search(error.msg)
        if number:
            return f"\\{number[1]} names a group that the pattern does not have; it has {found.groups}"
        return f"{text!r} is no text for a match: {error}; a backslash stands before a group's number, or before another backslash"
    except IndexError:
        known = f"it has {', '.join(found.groupindex)}" if found.groupindex else "none of its groups has a name"
        return f"{text!r} names a group that the pattern does not have; {known}"
    control = re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", made)
    return f"{text!r} has the control character 0x{ord(control[0]):02x}" if control else ""


@contextmanager
def _time_limit(pattern: str, name: str) -> Iterator[None]:
    """Raises UsageError behind SECONDS; without limit where the system has no timer, or in a thread that no signal reaches."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        shown = name if len(name) <= 60 else f"{name[:57]}..."
        raise UsageError(
            f"the pattern {pattern} of the rules takes more than {SECONDS:g} s for the name {shown}: its repetitions can match in too many ways; "
            "let them begin or end with something that the others cannot match"
        )

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@dataclass(frozen=True)
class NamePattern:
    pattern: RulePattern
    unified: str
    known: dict[str, str | None] = field(default_factory=dict, compare=False, repr=False)

    def map(self, name: str) -> str | None:
        if name not in self.known:
            found = self.pattern.match(name)
            self.known[name] = found.expand(self.unified) if found else None
        return self.known[name]
