"""A conditional of which each chip takes its own branch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from migrate.frontend.directives import evaluate
from migrate.frontend.source import Source
from migrate.model import Chip, Span

Text = tuple[bytes | Span, ...]


def conditional(source: Source, texts: Mapping[Chip, Text]) -> Text | None:
    """Lines with the chips' texts; None where the chips' macros do not tell them apart."""
    groups: dict[Text, list[Chip]] = {}
    for chip, text in texts.items():
        groups.setdefault(text, []).append(chip)
    made: list[bytes | Span] = []
    word = b"\n#if "
    for text, chips in groups.items():
        if any(_asks(source, chips, other) for other in texts if other not in chips):
            return None
        made += [word + _condition(chips) + b"\n", *text]
        word = b"\n#elif "
    return (*made, b"\n#endif\n")


def branches(source: Source, texts: Mapping[Chip, bytes]) -> bytes | None:
    """The same of texts that are new."""
    found = conditional(source, {chip: (text,) for chip, text in texts.items()})
    return b"".join(part for part in found if isinstance(part, bytes)) if found else None


def _condition(chips: Sequence[Chip]) -> bytes:
    return b" || ".join(b"defined " + chip.legacy_macro.encode() for chip in chips)


def _asks(source: Source, chips: Sequence[Chip], other: Chip) -> bool:
    """Whether another chip would take these chips' branch."""
    return evaluate(_condition(chips), source.macros(other)) is not False
