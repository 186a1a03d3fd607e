"""The share of many cases that a run tries."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable


def selected(names: Iterable[str], times: float = 1) -> list[str]:
    """All of them; or the share HOSTILE_FRACTION, or `times` of it, chosen anew for each HOSTILE_SEED, a commit say."""
    fraction, seed = float(os.environ.get("HOSTILE_FRACTION", "1")), os.environ.get("HOSTILE_SEED", "")
    if not 0 < fraction <= 1:
        raise ValueError(f"HOSTILE_FRACTION is {fraction}; it has to be above 0 and at most 1")

    def place(name: str) -> float:
        return int.from_bytes(hashlib.sha256(f"{seed} {name}".encode()).digest()[:8], "big") / 2**64

    return [name for name in sorted(names) if place(name) < times * fraction]
