"""What a chip's declarations of a function give a parameter that a call leaves out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence

from migrate.frontend.compiler.clang import ChipFacts
from migrate.frontend.lex import Token
from migrate.frontend.prototypes import Parameter, Prototype, every_prototype, prototypes_of, prototypes_within
from migrate.frontend.source import Function, Source
from migrate.frontend.text_cache import TextCache
from migrate.model import Span

ByName = Mapping[str, tuple[Prototype, ...]]
TRUE, FALSE = frozenset(("true", "1")), frozenset(("false", "0"))


def declared(source: Source, name: str) -> Mapping[str, tuple[Prototype, ...]]:
    """Chip -> the declarations of a function that its compiler sees, in the file and in the headers of the project."""
    name = name.rpartition("::")[2]
    key = (declared, name)
    if key not in source.memo:
        source.memo[key] = {facts.chip: _declared(source, facts, name) for facts in source.facts}
    found: Mapping[str, tuple[Prototype, ...]] = source.memo[key]
    return found


def _declared(source: Source, facts: ChipFacts, name: str) -> tuple[Prototype, ...]:
    word = name.encode()
    seen = [_own(source, facts)] if source.places.get(word) else []
    texts = ((source.table.text(header.path), header.skipped) for header in facts.headers)
    seen += [_by_name(_without(text, skipped)) for text, skipped in texts if word in text]
    return tuple(found for known in seen for found in known.get(name, ()))


def _own(source: Source, facts: ChipFacts) -> ByName:
    """What stands outside of the file's functions."""
    key = (_own, facts.chip)
    if key not in source.memo:
        spans = sorted(facts.skipped)
        starts = [span.start for span in spans]
        seen = [t for t in _outside(source) if not _within(spans, starts, t.start)]
        source.memo[key] = _named(prototypes_of(seen))
    found: ByName = source.memo[key]
    return found


def _outside(source: Source) -> Iterator[Token]:
    position = 0
    for function in source.functions:
        first, last = function.body
        yield from source.code[position:first]
        position = last
    yield from source.code[position:]


def _within(spans: Sequence[Span], starts: Sequence[int], offset: int) -> bool:
    position = bisect_right(starts, offset)
    return position > 0 and offset < spans[position - 1].end


@TextCache
def _by_name(text: bytes) -> ByName:
    """All prototypes of what a chip sees of a header: many calls ask about the same few."""
    return _named(every_prototype(text))


def _named(prototypes: Iterable[Prototype]) -> ByName:
    found: dict[str, tuple[Prototype, ...]] = {}
    for prototype in prototypes:
        found[prototype.name] = (*found.get(prototype.name, ()), prototype)
    return found


def _without(text: bytes, skipped: tuple[Span, ...]) -> bytes:
    result = bytearray(text)
    for span in skipped:
        result[span.start : span.end] = b" " * (span.end - span.start)
    return bytes(result)


def declared_within(source: Source, function: Function, index: int, name: str, position: int) -> bool:
    """Whether the function whose body has a call, at a code index, declares what is called again, with a default of its own for a parameter:
    that one counts in the block, and not the header's. The compiler says so too of one that a macro writes."""
    name = name.rpartition("::")[2]
    first, last = function.body
    body = source.code[first:last]
    known = prototypes_within(body, name.encode()) if source.where(name.encode(), first, last) else ()
    if any(one.parameters[position].default is not None for one in known if position < len(one.parameters)):
        return True
    begin, end = source.code[first].start, source.code[last - 1].end
    return any(begin <= place < end for place in _places(source, index))


def written_by_macro(source: Source, index: int, name: str) -> bool:
    """Whether what is called, at a code index, is declared in the file by a macro, whose text is not read here."""
    places = map(source.index_at, _places(source, index))
    return any(source.text(at) != name.rpartition("::")[2].encode() or source.text(at + 1) != b"(" for at in places)


def _places(source: Source, index: int) -> set[int]:
    """Where in the file what is called at a code index is declared, as each chip's compiler sees it."""
    return {decl.offset for decl in source.every_fact(index) if not decl.file and decl.offset >= 0}


def left_unknown(prototypes: tuple[Prototype, ...], position: int) -> bool:
    """Whether declarations do not tell the default of a parameter that a call leaves out: none has one, though all have the parameter, or they differ."""
    found = [one.parameters[position].default for one in prototypes if position < len(one.parameters)]
    known = {default for default in found if default is not None}
    return len(known) > 1 or (not known and 0 < len(found) == len(prototypes))


def given_by_default(prototypes: tuple[Prototype, ...], position: int) -> Parameter | None:
    """A parameter with the default that one of a chip's declarations has for it; None where no declaration has the parameter."""
    found = [one.parameters[position] for one in prototypes if position < len(one.parameters)]
    return next((one for one in found if one.default is not None), found[0] if found else None)


def overloaded(prototypes: tuple[Prototype, ...], position: int) -> bool:
    """Whether declarations are of several functions that have the parameter."""
    kinds = {tuple(p.type for p in one.parameters) for one in prototypes if position < len(one.parameters)}
    return (
        len([kind for kind in kinds if all(kind)]) > 1
    )  # where a parameter has no name, its type is not told from one


def synchronous(source: Source, flags: Mapping[str, tuple[int, bool]]) -> frozenset[str]:
    """Chips on which a launch ends when its kernel has, whatever is asked: their declaration leaves the flag (by function, its position, and whether
    true says that the call waits) to waiting where another chip's leaves nothing, so that every call has to choose there."""
    found: set[str] = set()
    for name, (position, waits) in flags.items():
        chips = {chip: given_by_default(known, position) for chip, known in declared(source, name).items()}
        if any(flag is not None and flag.default is None for flag in chips.values()):
            found |= {
                chip for chip, flag in chips.items() if flag is not None and flag.default in (TRUE if waits else FALSE)
            }
    return frozenset(found)
