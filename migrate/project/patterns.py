"""A name that becomes another by pattern; both rule sets, library and torch side, map names this way."""

from __future__ import annotations

import re
from dataclasses import dataclass, field


@dataclass(frozen=True)
class NamePattern:
    pattern: re.Pattern[str]
    unified: str
    known: dict[str, str | None] = field(default_factory=dict, compare=False, repr=False)

    def map(self, name: str) -> str | None:
        if name not in self.known:
            found = self.pattern.match(name)
            self.known[name] = found.expand(self.unified) if found else None
        return self.known[name]
