"""Functions go to the source file of their family; what a person changed there since the last run stays.

The manifest beside the sources says which functions are what migrate made of the legacy ones, by a digest of their
tokens. A function whose digest differs, or that is not listed, belongs to a person.
"""

from __future__ import annotations

import fnmatch
import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from migrate.emit.includes import Shared, standard_headers, with_headers
from migrate.emit.manifest import Generated, Manifest, digest
from migrate.emit.merge3 import around, conflicts, has_conflict, keep_changes
from migrate.frontend.directives import build_tree, inactive_spans
from migrate.frontend.lex import Kind, all_texts, is_comment, lex_whole, significant
from migrate.frontend.source import Function, Source
from migrate.frontend.text_cache import TextCache

__all__ = [
    "FamilyEntry",
    "Generated",
    "Manifest",
    "Merged",
    "Shared",
    "UserEdit",
    "definitions",
    "digest",
    "standard_headers",
]

DEFAULT_FAMILY = "Misc"


def family_of(legacy: str, stem: str, families: Mapping[str, Sequence[str]]) -> str:
    """Family whose patterns match the unified name without prefix and suffix; an exact name wins, then the first pattern."""
    for family, patterns in families.items():
        if stem in patterns or legacy in patterns:
            return family
    for family, patterns in families.items():
        if any(fnmatch.fnmatchcase(stem, p) for p in patterns):
            return family
    return DEFAULT_FAMILY


Rank = Callable[[str], "tuple[str, int] | None"]
"""Where the legacy function of an entry stands: its source, and the place in it where that is known."""


def between(own: Sequence[str], others: Sequence[str], rank: Rank) -> list[str]:
    """What a run gives, in its order, and among it what stands there of other runs, where one run over everything would have it."""
    if not others:
        return [*own]
    first = [name for name in own if rank(name) is None]
    known = [(place, name) for name in (*others, *own) if (place := rank(name)) is not None]
    return [*first, *(name for _, name in sorted(known, key=lambda one: one[0]))]


@dataclass(frozen=True)
class UserEdit:
    """An entry that a person changed: `state` is kept, merged, conflict, or orphan where its legacy function is gone. `waits`: a conflict of an
    earlier run that nobody has settled, so that what stands there is not what this run gives."""

    name: str
    state: str
    waits: bool = False


@dataclass(frozen=True)
class FamilyEntry:
    """A definition for a family file; `order` its place in the input, so that callees stand before their callers."""

    name: str
    text: bytes
    order: int
    definition: bool = True  # False for macros, types and refused functions
    further: tuple[str, ...] = ()  # names that it defines as well
    includes: tuple[str, ...] = ()  # headers that it needs: names of the system's, others in quotes


@dataclass(frozen=True)
class Merged:
    """A family's file: its text, what a person has taken over, its entries in their order, and the includes that were added. `further`: it has code
    that no run wrote."""

    text: bytes
    kept: tuple[UserEdit, ...]
    names: tuple[str, ...]
    includes: tuple[str, ...]
    further: bool = False


@dataclass(frozen=True)
class Before:
    """What earlier runs wrote: the manifest, their texts, and for this file its entries in order and the includes that may go."""

    manifest: Manifest
    texts: Mapping[str, bytes]
    names: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()

    def wrote(self, name: str, current: bytes) -> bool:
        """Whether an entry is as migrate wrote it."""
        listed, last = self.manifest.functions.get(name), self.texts.get(name)
        if last is None and not listed:
            return current.startswith(b"/* MIGRATE ")  # a refused function of a run that kept no texts of them
        return digest(current) in {*([listed[1]] if listed else []), *([digest(last)] if last is not None else [])}


@dataclass(frozen=True)
class _Place:
    start: int
    end: int

    def text(self, whole: bytes) -> bytes:
        return whole[self.start : self.end]


def definitions(text: bytes) -> dict[str, Function]:
    return {name: function for name, (function, _) in _definitions(text).items()}


@TextCache
def _definitions(text: bytes) -> dict[str, tuple[Function, int]]:
    """Each function, and where its name stands."""
    blanked = bytearray(text)
    for span in inactive_spans(build_tree(text, lex_whole(text)), {}):  # refused functions stand behind #if 0
        blanked[span.start : span.end] = bytes(0x0A if b == 0x0A else 0x20 for b in text[span.start : span.end])
    source = Source("", bytes(blanked), ())
    return {f.name: (f, f.name_offset(source)) for f in source.functions}


def merge_family(
    existing: bytes | None,
    entries: Iterable[FamilyEntry],
    before: Before,
    preamble: bytes,
    shared: Shared | None = None,
    outdated: Collection[str] = (),
    rank: Rank = lambda _: None,
) -> Merged:
    """The family's file with the definitions put in, and those that a person has taken over.

    `outdated`: entries of earlier runs that no source gives any more; they go, unless a person changed them. `rank`: where entries stand in the
    legacy sources, also those that this run does not give."""
    ordered = sorted(entries, key=lambda entry: entry.order)
    text = _without_stale_blocks(preamble if existing is None else with_preamble(existing, preamble), ordered, before)
    own = {entry.name: entry for entry in ordered}
    others = [name for name in before.names if name not in own and name not in outdated and rank(name) is not None]
    places = _places(text, [*own, *others, *outdated], before, ordered)
    kept: list[UserEdit] = []
    changes: list[tuple[int, int, bytes]] = []
    for name in outdated:
        place = places.pop(name, None)
        if place and before.wrote(name, place.text(text)):
            changes.append((len(text[: place.start].rstrip()), place.end, b""))
        elif place:
            kept.append(UserEdit(name, "orphan"))
    present: list[tuple[str, bytes]] = []
    behind: dict[str | None, list[bytes]] = {}  # entry that is there -> new ones that stand behind it
    for name in between([*own], [name for name in others if name in places], rank):
        if name not in own:
            present.append((name, places[name].text(text)))
            continue
        entry = own[name]
        if entry.name not in places:
            behind.setdefault(present[-1][0] if present else None, []).append(entry.text.rstrip(b"\n"))
            continue
        merged, edit = _settle(entry, places[entry.name].text(text), before)
        present.append((entry.name, merged))
        kept += edit
    slots = _slots(present, places, before)
    first = min(slots, key=lambda name: slots[name].start, default=None)
    for name, new in present:
        pieces = [*(behind.get(None, []) if name == first else []), new, *behind.get(name, [])]
        if pieces != [slots[name].text(text)]:
            changes.append((slots[name].start, slots[name].end, b"\n\n".join(pieces)))
    result = text
    for start, end, new in sorted(changes, reverse=True):
        result = result[:start] + new + result[end:]
    added = behind.get(None, []) if first is None else []
    result = _append(result, added)
    if existing is None:
        order = tuple(dict.fromkeys(entry.name for entry in ordered))
    else:
        order = _order(result, ordered, before, outdated)  # lines with #include do not change it
    headers = {name for entry in ordered for name in entry.includes}
    there = existing is not None and (not before.names or any(_places(text, before.names, before, ordered)))
    last = before.includes if there else ()  # a file that was taken away gets its includes again
    result, lines = with_headers(result, shared, headers, last)
    added_lines = {line.encode() for line in (*lines, *before.includes)}
    further = bool(before.names) and _has_further(text, {*preamble.splitlines(), *added_lines}, places, before, ordered)
    return Merged(result, tuple(kept), order, lines, further)


def standing(text: bytes, names: Collection[str], before: Before) -> frozenset[str]:
    """Those entries of earlier runs that are in a file."""
    return frozenset(_places(text, names, before))


def texts_of(text: bytes, names: Collection[str], before: Before) -> dict[str, bytes]:
    """Those entries of earlier runs that are in a file, as they stand there, in their order."""
    places = _places(text, names, before)
    return {name: places[name].text(text) for name in sorted(places, key=lambda name: places[name].start)}


def _has_further(
    text: bytes, known: Collection[bytes], places: Mapping[str, _Place], before: Before, entries: Sequence[FamilyEntry]
) -> bool:
    """Whether a file that an earlier run wrote has code beside its entries and the lines that it begins with."""
    rest = bytearray(text)
    for place in (*places.values(), *_places(text, before.names, before, entries).values()):
        rest[place.start : place.end] = bytes(0x0A if b == 0x0A else 0x20 for b in rest[place.start : place.end])
    left = b"\n".join(line for line in bytes(rest).splitlines() if line not in known)
    return any(not is_comment(one) for one in all_texts(left))


def _settle(entry: FamilyEntry, current: bytes, before: Before) -> tuple[bytes, list[UserEdit]]:
    """What stands where an entry is there already."""
    if digest(current) == digest(entry.text):
        return current, []
    if before.wrote(entry.name, current):
        return entry.text.rstrip(b"\n"), []
    last = before.texts.get(entry.name)
    base, ours, theirs = (text.rstrip(b"\n") + b"\n" for text in (last or b"", current, entry.text))
    merged, state = keep_changes(base, ours, theirs, last is None or digest(last) == digest(entry.text))
    return merged.rstrip(b"\n"), [UserEdit(entry.name, state, has_conflict(current))]


def _slots(present: Sequence[tuple[str, bytes]], places: Mapping[str, _Place], before: Before) -> Mapping[str, _Place]:
    """Where each entry goes: where it stands, or, where the legacy order changed and no person moved anything, in that order."""
    names = [name for name, _ in present]
    standing = sorted(names, key=lambda name: places[name].start)
    known = [name for name in before.names if name in places]
    recorded = [name for name in standing if name in known]  # one whose source was gone meanwhile is none of them
    if standing == names or not known or recorded != known:
        return {name: places[name] for name in names}
    return {name: places[other] for name, other in zip(names, standing, strict=True)}


def _places(
    text: bytes, names: Iterable[str], before: Before, entries: Sequence[FamilyEntry] = ()
) -> dict[str, _Place]:
    """Where entries stand in a file: definitions by name, refused functions by their block, the others by their text."""
    known = _definitions(text)
    whole = {entry.name: entry.text for entry in entries if not entry.definition}
    between = conflicts(text)
    found: dict[str, _Place] = {}
    for name in names:
        if name in found:
            continue
        place = (
            _of_definition(between, *known[name])
            if name in known
            else _refused(text, name)
            or _exact(text, before.texts.get(name))
            or _exact(text, whole.get(name))
            or _changed_entry(text, name, before)
        )
        if place:
            found[name] = _with_conflict(between, place)
    return found


def _of_definition(conflicts: Sequence[tuple[int, int]], function: Function, name: int) -> _Place:
    """From its first line, which is not the last one of a conflict before it."""
    ends = (end for _, end in conflicts if function.lead.start < end <= name)
    start = max(ends, default=-1) + 1
    return _Place(max(start, function.lead.start), function.span.end)


def _with_conflict(conflicts: Sequence[tuple[int, int]], place: _Place) -> _Place:
    """The place of an entry, with all of the two texts between which a person has to choose where it is in one of them."""
    return _Place(*around(conflicts, place.start, place.end))


def _block(name: str) -> bytes:
    word = re.escape(name.encode())
    return rb"(?:/\* MIGRATE [^\n]*\*/\n)+#if 0 // %b\n.*?\n#endif // %b(?=\n|$)" % (word, word)


def _refused(text: bytes, name: str) -> _Place | None:
    if b"#if 0 // " + name.encode() not in text:
        return None
    found = re.search(_block(name), text, re.DOTALL)
    return _Place(found.start(), found.end()) if found else None


def _exact(text: bytes, part: bytes | None) -> _Place | None:
    """Whole lines that are there as they are."""
    wanted = (part or b"").strip()
    at = text.find(wanted) if wanted else -1
    while at > 0 and text[at - 1 : at] != b"\n":
        at = text.find(wanted, at + 1)
    return _Place(at, at + len(wanted)) if at >= 0 else None


def _changed_entry(text: bytes, name: str, before: Before) -> _Place | None:
    """A macro, type, constant or forward declaration that a person changed: by its name, else by another one that it declares."""
    entry = re.match(r"#(\w+)(?:\(\))?$", name)
    if not entry:
        return None
    word, last = entry[1].encode(), before.texts.get(name)
    if last is None or last.lstrip().startswith(b"#ifndef "):
        return _guarded(text, word)
    for names in (frozenset((word,)), declared_in(last)):
        found = [_Place(start, end) for start, end, own in declared_at_top(text) if names & own]
        if len(found) == 1:
            return found[0]
    return None


def declared_in(text: bytes) -> frozenset[bytes]:
    """Names of the types, enumerators and constants that a text declares."""
    return frozenset(name for _, _, names in declared_at_top(text) for name in names)


def _guarded(text: bytes, word: bytes) -> _Place | None:
    """What stands between #ifndef of a macro and its #endif, and defines it."""
    begin = re.compile(rb"^#ifndef %b[ \t]*$" % re.escape(word), re.MULTILINE)
    for conditional in build_tree(text, lex_whole(text)).walk():
        start = conditional.branches[0].opening.token.start
        if conditional.closing is not None and begin.match(text, start):
            end = text.find(b"\n", conditional.closing.token.start)
            end = len(text) if end < 0 else end
            if re.search(rb"^[ \t]*#[ \t]*define %b\b" % re.escape(word), text[start:end], re.MULTILINE):
                return _Place(start, end)
    return None


_TYPES = frozenset(
    (b"typedef", b"struct", b"union", b"enum", b"class", b"using", b"static", b"const", b"constexpr", b"inline")
)


_NAMED = frozenset((b"struct", b"union", b"enum", b"class", b"using"))


@TextCache
def declared_at_top(text: bytes) -> list[tuple[int, int, frozenset[bytes]]]:
    """Types, constants and prototypes that are declared in no braces: where each declaration begins and ends, and what it names: behind the
    keyword of a type, before the value, last, and the enumerators of an enumeration."""
    found: list[tuple[int, int, frozenset[bytes]]] = []
    tokens = significant(lex_whole(text))
    first, depth, words, valued, body = 0, 0, [b""], 0, False
    values: set[bytes] = set()
    for index, token in enumerate(tokens):
        if token.text in (b"{", b"(", b"["):
            body = body or (depth == 0 and token.text == b"{" and tokens[index - 1].text == b")")
            valued = valued or (len(words) if depth == 0 and token.text == b"[" else 0)
            depth += 1
        elif token.text in (b"}", b")", b"]"):
            depth -= 1
        elif depth == 0 and token.kind == Kind.IDENT:
            words.append(token.text)
        elif depth == 0 and token.text == b"=":
            valued = valued or len(words)
        elif depth == 1 and b"enum" in words and tokens[index - 1].text in (b"{", b","):
            values.add(token.text)
        if depth > 0 or not (token.text == b";" or (token.text == b"}" and body)):
            continue
        if token.text == b";" and not body and tokens[first].text in _TYPES:
            behind = {name for word, name in pairwise(words) if word in _NAMED}
            found.append(
                (tokens[first].start, token.end, frozenset({words[valued - 1], *behind, *values} - {*_TYPES, b""}))
            )
        first, depth, words, valued, body, values = index + 1, 0, [b""], 0, False, set()
    return found


def _without_stale_blocks(text: bytes, entries: Sequence[FamilyEntry], before: Before) -> bytes:
    """The file without what an earlier run left of a refused function where the function is there too."""
    for entry in entries:
        place = _refused(text, entry.name)
        waits = place and any(start <= place.start < end for start, end in conflicts(text))
        if place and not waits and entry.name in definitions(text):
            text = text[: len(text[: place.start].rstrip())] + text[place.end :]
    return text


def _order(text: bytes, entries: Sequence[FamilyEntry], before: Before, outdated: Collection[str]) -> tuple[str, ...]:
    """The names of all entries that migrate knows of, as they stand."""
    texts = {**before.texts, **{entry.name: entry.text for entry in entries}}
    names = [*(name for name in before.names if name not in outdated), *(entry.name for entry in entries)]
    places = _places(text, names, Before(before.manifest, texts))
    starts = sorted(place.start for place in places.values())
    return tuple(sorted(places, key=lambda name: (bisect_left(starts, places[name].start), name)))


def _append(text: bytes, added: list[bytes]) -> bytes:
    """Behind the last function, before a closing #endif of an include guard."""
    if not added:
        return text
    lines = text.rstrip().split(b"\n")
    guarded = any(line.startswith(b"#ifndef") for line in lines[:5]) and lines[-1].startswith(b"#endif")
    head, tail = (b"\n".join(lines[:-1]).rstrip(), b"\n\n" + lines[-1]) if guarded else (text.rstrip(), b"")
    return b"\n\n".join([head, *(piece.rstrip(b"\n") for piece in added)]) + tail + b"\n"


def preamble(implementation: str, further: Sequence[str] = ()) -> bytes:
    """The includes that every source begins with; a name in angle brackets is one of the system."""
    names = (name if name.startswith("<") else f'"{name}"' for name in (implementation, *further))
    return "".join(f"#include {name}\n" for name in names).encode()


def with_preamble(text: bytes, start: bytes) -> bytes:
    """A source that was written before the rules named an include gets it behind its first one."""
    missing = [line for line in start.splitlines() if line.startswith(b"#include") and line not in text]
    first = text.find(b"#include")
    end = text.find(b"\n", first) + 1
    return (
        text[:end] + b"".join(line + b"\n" for line in missing) + text[end:] if missing and first >= 0 and end else text
    )
