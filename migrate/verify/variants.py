"""Files of one chip each that were converted as one: each is what its chip sees of the merged text."""

from __future__ import annotations

from collections.abc import Sequence

from migrate.frontend.source import Function, Source
from migrate.frontend.variants import Merged
from migrate.model import Chip, Proof

OUTSIDE = "what stands outside of functions"


def prove(merged: Merged, chips: Sequence[Chip]) -> list[tuple[Proof, list[str]]]:
    """Per file: what its chip sees of the merged text is the file, function by function, and outside of functions; with the names where it is not."""
    whole = Source(merged.name, merged.data, chips)
    proofs = []
    for part in merged.parts:
        there, seen = _functions(part.source, part.chip), _functions(whole, part.chip)
        names = [name for name in there if there[name] != seen.get(name)]
        if _outside(part.source, part.chip) != _outside(whole, part.chip):
            names.append(OUTSIDE)
        status = "different" if names else "equal"
        proofs.append((Proof("projection", part.source.path, status, ", ".join(names), part.chip.name), names))
    return proofs


def _functions(source: Source, chip: Chip) -> dict[str, list[tuple[bytes, ...]]]:
    """What a chip sees of the functions of each name."""
    found: dict[str, list[tuple[bytes, ...]]] = {}
    for function in source.functions:
        if source.sees(chip, function.span.start):
            found.setdefault(function.name, []).append(_seen(source, chip, function))
    return {name: sorted(texts) for name, texts in found.items()}


def _seen(source: Source, chip: Chip, function: Function) -> tuple[bytes, ...]:
    """What a chip sees of a function, with the directives in it that no chip decides."""
    code = source.code[function.first : function.close_brace + 1]
    directives = [d.token for d in source.tree.others]
    for conditional in source.conditionals:
        if None in source.states(conditional, chip):
            directives += [branch.opening.token for branch in conditional.branches]
            directives += [conditional.closing.token] if conditional.closing else []
    inside = (t for t in directives if function.span.start <= t.start < function.span.end)
    tokens = sorted((*code, *inside), key=lambda t: t.start)
    return tuple(b" ".join(t.text.split()) for t in tokens if source.sees(chip, t.start))


def _outside(source: Source, chip: Chip) -> list[bytes]:
    """Tokens outside of functions, and what the file includes and defines; in no order, since functions may be reordered."""
    inside = [f.span for f in source.functions]
    directives = [d.token for d in source.tree.others]
    return sorted(
        t.text.strip()
        for t in (*source.code, *directives)
        if source.sees(chip, t.start) and not any(s.start <= t.start < s.end for s in inside)
    )
