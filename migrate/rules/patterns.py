"""A name that becomes another by pattern; both rule sets, library and torch side, map names this way."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class NamePattern:
    pattern: re.Pattern[str]
    unified: str

    def map(self, name: str) -> str | None:
        found = self.pattern.match(name)
        return found.expand(self.unified) if found else None
