"""What a check reports before places are known."""

from __future__ import annotations

from dataclasses import dataclass

from migrate.model import Confidence


@dataclass(frozen=True)
class Found:
    """`offset` is the byte offset in the legacy file; `chip` is empty where every chip shows it."""

    id: str
    offset: int
    message: str
    confidence: Confidence
    function: str
    chip: str = ""
