"""Kernels that a firmware registers, read from its sources by the patterns of the rules (`kernel_registers`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Registered = Mapping[str, frozenset[str]]
"""Chip -> kernel names. Without a chip in it nothing is known of that chip's firmware."""

_COMMENT = re.compile(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)


def registered_kernels(
    sources: Iterable[bytes], patterns: Sequence[Mapping[str, Any]], chips: Iterable[str]
) -> Registered:
    """What `sources` register on each chip; empty without sources.

    A pattern is searched for in the text without comments; `to` is the kernel's name with the pattern's groups in it; `chip` says on
    which chip (absent: on every one)."""
    compiled = [
        (re.compile(p["pattern"].encode(), re.MULTILINE), p["to"].encode(), p.get("chip", "")) for p in patterns
    ]
    found: dict[str, set[str]] = {chip: set() for chip in chips}
    for source in sources:
        text = _COMMENT.sub(b"", source)
        for pattern, to, chip in compiled:
            names = {match.expand(to).decode("utf-8", "replace") for match in pattern.finditer(text)}
            for known in found:
                if chip in ("", known):
                    found[known] |= names
    return {chip: frozenset(names) for chip, names in found.items() if names}
