"""Whether success is 0 on every chip, by the headers."""

from __future__ import annotations

from collections.abc import Collection

from migrate.frontend.source import Source
from migrate.frontend.unified import enumerators_of


def zero_succeeds(names: Collection[str], source: Source) -> bool:
    """Whether nothing says that success, under one of its names, is another number than 0 on some chip."""
    known: bool | None = source.memo.get(zero_succeeds)
    if known is None:
        texts = [
            text for path in source.header_paths if any(n.encode() in (text := source.table.text(path)) for n in names)
        ]
        values = {value for text in texts for name, value in enumerators_of(text).items() if name in names}
        macros = (one.body for name in names for one in source.table.definitions(name.encode()))
        values |= {body[0].decode() for body in macros if len(body) == 1 and body[0].isdigit()}
        known = source.memo[zero_succeeds] = values <= {"0"}
    return known
