"""Files of one chip each that were converted as one: each is what its chip sees of the merged text."""

from __future__ import annotations

from collections.abc import Sequence

from migrate.frontend.source import Function, Source
from migrate.frontend.variants import Merged
from migrate.model import Chip, Proof


def prove(merged: Merged, chips: Sequence[Chip]) -> list[Proof]:
    """Per file: what its chip sees of the merged text is the file, function by function, and outside of functions."""
    whole = Source(merged.name, merged.data, chips)
    proofs = []
    for part in merged.parts:
        seen = {f.name: _seen(whole, part.chip, f) for f in whole.functions if whole.sees(part.chip, f.span.start)}
        names = [f.name for f in part.source.functions if _seen(part.source, part.chip, f) != seen.get(f.name)]
        if _outside(part.source, part.chip) != _outside(whole, part.chip):
            names.append("what stands outside of functions")
        status = "different" if names else "equal"
        proofs.append(Proof("projection", part.source.path, status, ", ".join(names), part.chip.name))
    return proofs


def _seen(source: Source, chip: Chip, function: Function) -> tuple[bytes, ...]:
    code = source.code[function.first : function.close_brace + 1]
    return tuple(t.text for t in code if source.sees(chip, t.start))


def _outside(source: Source, chip: Chip) -> list[bytes]:
    """Tokens outside of functions, and what the file includes and defines; in no order, since functions may be reordered."""
    inside = [f.span for f in source.functions]
    directives = [d.token for d in source.tree.others]
    return sorted(
        t.text.strip()
        for t in (*source.code, *directives)
        if source.sees(chip, t.start) and not any(s.start <= t.start < s.end for s in inside)
    )
