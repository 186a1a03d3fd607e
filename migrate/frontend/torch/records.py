"""Structs that the headers of a torch-side file define, read by tokens: their members with the words of their types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from migrate.frontend.torch.source import CodeUnit

Records = Mapping[bytes, Mapping[bytes, Sequence[str]]]  # struct -> member -> words of its type


def records(units: Iterable[CodeUnit], wanted: frozenset[bytes]) -> Records:
    """Those of these names that all definitions say the same of, with nothing but plain members."""
    found: dict[bytes, list[Mapping[bytes, Sequence[str]] | None]] = {}
    for unit in units:
        for brace, token in enumerate(unit.tokens):
            if token.text != b"{" or brace not in unit.pairs:
                continue
            head = [unit.text(i) for i in range(unit.head(brace), brace)]
            if b"struct" not in head[:2]:
                continue
            closer = unit.pairs[brace]
            for name in {head[-1], unit.text(closer + 1)} & wanted:
                found.setdefault(name, []).append(_members(unit, brace, closer))
    return {
        name: listed[0]
        for name, listed in found.items()
        if listed[0] is not None and all(one == listed[0] for one in listed)
    }


def _members(unit: CodeUnit, brace: int, closer: int) -> Mapping[bytes, Sequence[str]] | None:
    members: dict[bytes, Sequence[str]] = {}
    first = brace + 1
    while first < closer:
        last = first
        while last < closer and unit.text(last) != b";":
            if unit.text(last) in (b"(", b"{", b":", b"<"):
                return None
            last += 1
        words = [i for i in range(first, last) if unit.is_word(i) and unit.parents[i] == brace]
        names = [i for i in words if unit.text(i + 1) in (b",", b";", b"[")]
        kind = [unit.text(i).decode("utf-8", "replace") for i in words if i not in names]
        if not kind or not names:
            return None
        for name in names:
            members[unit.text(name)] = kind
        first = last + 1
    return members
