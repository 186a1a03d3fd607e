"""Declarations in the unified header, with a comment made of the legacy header's."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from migrate.emit.families import Rank, between
from migrate.emit.manifest import digest
from migrate.emit.merge3 import around, conflicts, has_conflict, keep_changes, without_marks
from migrate.frontend.lex import Kind, Token, lex, significant, texts
from migrate.frontend.prototypes import read_prototypes
from migrate.frontend.public_header import region as families_region

SECTION = b"/* operators */"
SECTION_CXX = b"/* operators, C++ only */"
# What no C compiler takes, names that are words of C among it.
_CXX = re.compile(
    rb"::|&|\[\[|\b(?:template|decltype|auto|constexpr|char8_t|char16_t|char32_t|restrict|_Bool|_Complex|_Imaginary|_Atomic|_Generic|_Noreturn|_Thread_local)\b"
)


Marks = tuple[bytes, ...]


@dataclass(frozen=True)
class Declaration:
    name: str
    text: bytes  # ends with ; and newline
    comment: tuple[str, ...]  # lines of the legacy comment
    optional: tuple[str, ...]
    includes: tuple[
        str, ...
    ] = ()  # headers of types of its signature that the unified header does not have; those of the system in <>


def is_cxx(declaration: bytes) -> bool:
    """Whether no C compiler takes it."""
    return _CXX.search(declaration) is not None


def with_includes(text: bytes, names: Sequence[str]) -> bytes:
    """The header with an #include of each of these that it lacks, behind those that it has."""
    for name in names:
        includes = list(re.finditer(rb"^[ \t]*#[ \t]*include[ \t]*([<\"][^>\"\n]*[>\"])[^\n]*\n", text, re.M))
        if any(found[1][1:-1] == name.strip("<>").encode() for found in includes):
            continue
        line = b"#include %b\n" % (name if name[:1] == "<" else f'"{name}"').encode()
        if name[:1] == "<" and not name.endswith(".h>") and b"__cplusplus" in text:
            line = b"#ifdef __cplusplus\n%b#endif\n" % line  # no C compiler knows it
        guard = re.search(rb"^[ \t]*#[ \t]*(?:define[ \t]+\w+|pragma[ \t]+once)[ \t]*\n", text, re.M)
        at = includes[0].end() if includes else guard.end() if guard else 0
        for found in includes:  # of the first block
            at = found.end() if not text[at : found.start()].strip() else at
        text = text[:at] + line + text[at:]
    return text


def render(declaration: Declaration) -> bytes:
    lines = list(declaration.comment)
    lines += [f"@optional {name}" for name in declaration.optional]
    if not lines:
        return declaration.text
    safe = [line.replace("*/", "* /").replace("/*", "/ *") for line in lines]
    return ("/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in safe) + " */\n").encode() + declaration.text


@dataclass(frozen=True)
class Declared:
    """A header with its declarations, and the names of those that a person changed: kept, merged, conflict or orphan."""

    text: bytes
    states: Mapping[str, str]
    order: tuple[str, ...]  # of all functions that it declares


def add_declarations(
    header: bytes,
    declarations: Sequence[Declaration],
    last: Mapping[str, bytes],
    outdated: Collection[str] = (),
    order: Sequence[str] = (),
    region: Sequence[str] = (),
    rank: Rank = lambda _: None,
) -> Declared:
    """The header with each declaration once. `last`: what the last run wrote, in this `order`; `outdated`: functions that are gone with their source; `region`:
    words that open and close the part of the header with the public functions.

    A declaration that a person changed keeps the change; of an unknown origin, it stays while its signature is right."""
    marks = tuple(word.encode() for word in region)
    known = _declared(header, marks)
    states: dict[str, str] = {}
    changes: list[tuple[int, int, bytes]] = []
    sections: dict[bytes, list[Declaration]] = {}
    for declaration in declarations:
        sections.setdefault(_section(header, declaration), []).append(declaration)
    given = {declaration.name for declaration in declarations}
    others: dict[bytes, list[str]] = {}  # of runs over other sources
    for name in order:
        if name in last and name in known and name not in given and name not in outdated and rank(name) is not None:
            others.setdefault(_section_at(header, known[name][0]), []).append(name)
    for section, members in sections.items():
        present: list[tuple[str, bytes]] = []
        behind: dict[str | None, list[bytes]] = {}  # declaration that is there -> new ones that stand behind it
        own = {declaration.name: declaration for declaration in members}
        for name in between([*own], others.get(section, []), rank):
            if name not in own:
                present.append((name, header[slice(*known[name])]))
                continue
            declaration = own[name]
            if name not in known:
                behind.setdefault(present[-1][0] if present else None, []).append(render(declaration).rstrip(b"\n"))
                continue
            text, state = _settle(header[slice(*known[name])], declaration, last.get(name))
            states.update({name: state} if state else {})
            present.append((name, text))
        slots = _slots([name for name, _ in present], known, order)
        first = min(slots, key=lambda name: slots[name], default=None)
        for name, text in present:
            pieces = [*(behind.get(None, []) if name == first else []), text, *behind.get(name, [])]
            changes.append((*slots[name], b"\n\n".join(pieces)))
        if first is None and None in behind:
            at = _end_of(header, section, marks)
            changes.append((len(header[:at].rstrip()), at, b"\n\n" + b"\n\n".join(behind[None]) + b"\n\n"))
    for name in outdated:
        if name in known and digest(header[slice(*known[name])]) == digest(last.get(name, b"")):
            changes.append((len(header[: known[name][0]].rstrip()), known[name][1], b""))
        elif name in known:
            states[name] = "orphan"
    text = header
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return Declared(text, states, tuple(_declared(text, marks)))


def _slots(names: list[str], places: Mapping[str, tuple[int, int]], order: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Where each declaration goes: where it stands, or in the order of this run where that changed and no person moved one."""
    standing = sorted(names, key=lambda name: places[name])
    if standing == names or standing != [name for name in order if name in names]:
        return {name: places[name] for name in names}
    return {name: places[other] for name, other in zip(names, standing, strict=True)}


def _settle(current: bytes, declaration: Declaration, last: bytes | None) -> tuple[bytes, str]:
    """The text of a declaration that is there, and what became of a person's change."""
    new = render(declaration).rstrip(b"\n")
    if digest(current) == digest(new):
        return current, ""
    if has_conflict(current):
        return current, "conflict"  # until a person chose
    if last is None:
        return (current if texts(current) == texts(declaration.text) else new), ""
    if digest(current) == digest(last):
        return new, ""
    base, ours, theirs = (text.rstrip(b"\n") + b"\n" for text in (last, current, new))
    merged, state = keep_changes(base, ours, theirs, digest(last) == digest(new))
    return merged.rstrip(b"\n"), state


@lru_cache(maxsize=4)  # of a run's public header, before and after
def _declared(text: bytes, marks: Marks) -> Mapping[str, tuple[int, int]]:
    """Span of each declared function, with the documentation comment above it, and with both texts where a person has to choose between two."""
    between = conflicts(text)
    plain = without_marks(text, between)  # their words would be a part of the next declaration
    tokens = lex(plain)
    names = read_prototypes(plain)
    found: dict[str, tuple[int, int]] = {}
    for index, token in enumerate(tokens[:-1]):
        name = token.text.decode("utf-8", "replace")
        if token.kind != Kind.IDENT or tokens[index + 1].text != b"(" or name not in names or name in found:
            continue
        first = _begin(tokens, index, marks)
        last = index
        while last < len(tokens) - 1 and tokens[last].text not in (b";", b"{"):
            last += 1
        start, end = around(between, tokens[first].start, tokens[last].end)
        above = next((one for one in reversed(tokens[:first]) if one.end <= start), None)
        if above and above.text.startswith(b"/**") and text[above.end : start].count(b"\n") == 1:
            start, end = around(between, above.start, end)
        found[name] = (start, end)
    return found


def _begin(tokens: Sequence[Token], index: int, marks: Marks) -> int:
    """The first token of the declaration of the name at an index: of its attributes, and of the type of what it gives, in scopes and with arguments."""
    first = index
    while first > 0:
        before = tokens[first - 1]
        if before.text in _CLOSES and (opener := _opener(tokens, first - 1)) > 0:
            first = opener
        elif (before.kind == Kind.IDENT and before.text not in marks) or before.text in (b"::", b"*", b"&"):
            first -= 1
        else:
            break
    return first


_CLOSES = {b">": b"<", b">>": b"<", b"]": b"["}


def _opener(tokens: Sequence[Token], index: int) -> int:
    """Where the brackets open that close at a token; -1 where they do not in one declaration."""
    opens, depth = _CLOSES[tokens[index].text], 0
    for at in range(index, -1, -1):
        text = tokens[at].text
        if text in (b";", b"{", b"}") or tokens[at].kind in (Kind.DIRECTIVE, Kind.COMMENT):
            return -1
        closes = 2 if text == b">>" else 1
        depth += closes if _CLOSES.get(text) == opens else -1 if text == opens else 0
        if depth <= 0:
            return at
    return -1


def declared(text: bytes, region: Sequence[str] = ()) -> dict[str, bytes]:
    """The functions that a header declares, each with its text."""
    return {
        name: text[slice(*place)] for name, place in _declared(text, tuple(word.encode() for word in region)).items()
    }


def with_section(text: bytes, declarations: Sequence[Declaration], cxx: str) -> bytes:
    """The header of a family with the part for what C++ alone can declare, where one of these needs it."""
    if not cxx or SECTION_CXX in text or not any(is_cxx(declaration.text) for declaration in declarations):
        return text
    end = text.rfind(b"#endif")
    return text[:end] + cxx.encode() + b"\n" + text[end:]


def _section(text: bytes, declaration: Declaration) -> bytes:
    return SECTION_CXX if is_cxx(declaration.text) and SECTION_CXX in text else SECTION


def _section_at(text: bytes, place: int) -> bytes:
    """The section that a declaration stands in."""
    found = [(at, section) for section in (SECTION, SECTION_CXX) if 0 <= (at := text.find(section)) < place]
    return max(found)[1] if found else SECTION


def _end_of(text: bytes, section: bytes, marks: Marks) -> int:
    """Where a new declaration goes."""
    at = text.find(section)
    if at < 0:
        end = text.rfind(b"#endif")
        return end if end >= 0 else len(text)
    return _section_end(text, at + len(section), marks)


def without_operators(text: bytes, region: Sequence[str] = ()) -> bytes:
    """The header with its types and helpers and no operator declared."""
    marks = tuple(word.encode() for word in region)
    if (families := families_region(text)) is not None:
        text = text[: families[0]] + text[families[1] :]
    for section in (SECTION, SECTION_CXX):
        at = text.find(section)
        if at >= 0:
            start = at + len(section)
            end = _section_end(text, start, marks)
            text = text[:start] + b"\n\n" + _without_declarations(text, start, end, marks) + text[end:]
    return text


def _without_declarations(text: bytes, start: int, end: int, marks: Marks) -> bytes:
    """What a section has besides functions that it only declares: types, functions with their bodies."""
    kept, at = b"", start
    for first, last in sorted(_declared(text, marks).values()):
        if start <= first and last <= end and text[last - 1 : last] == b";":
            kept, at = kept.rstrip() + b"\n\n" + text[at:first].strip() + b"\n\n", last
    kept += text[at:end].strip()
    return kept.strip() + b"\n\n" if significant(lex(kept)) else b""


def _section_end(text: bytes, start: int, marks: Marks) -> int:
    """Before what closes the section: the end of the API region, of extern "C" or of a conditional. What has brackets of its own stands in it whole."""
    depth = 0
    for token in lex(text, start):
        if depth == 0 and (token.kind == Kind.DIRECTIVE or token.text == b"}" or token.text in marks[-1:]):
            return token.start
        depth += (token.text == b"{") - (token.text == b"}")
    return len(text)
