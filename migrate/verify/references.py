"""Each name that stays in a converted function must mean in the unified form what it means in the legacy one, as the compilers see both."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from migrate.convert.entities import Use, type_uses, uses
from migrate.convert.function import Converted
from migrate.convert.translation_unit import TranslationUnit
from migrate.frontend.compiler.clang import Decl, is_system
from migrate.frontend.lex import all_texts
from migrate.model import Refusal
from migrate.rules.local_types import LocalType
from migrate.verify.checked_text import Piece, Text


@dataclass(frozen=True)
class _Body:
    """One converted function in the checked text, and where its parts stand in the legacy source."""

    item: Converted
    piece: Piece

    def legacy(self, offset: int) -> int:
        """Offset in the source of what stands at one of the text; -1 where a rule has written it."""
        steps, span = self.piece.steps, self.item.function.span
        index = bisect_right(steps, (offset, 1 << 60)) - 1
        if index < 0:
            return -1
        here, there = steps[index]
        found = there + offset - here
        return found if found < (steps[index + 1][1] if index + 1 < len(steps) else span.end) else -1

    def replaced(self, offset: int) -> tuple[int, int]:
        """What of the source a rule has written something else for, at an offset of the text."""
        steps = self.piece.steps
        index = bisect_right(steps, (offset, 1 << 60)) - 1
        if index < 0:
            return 0, 0
        return steps[index][1], steps[index + 1][1] if index + 1 < len(steps) else self.item.function.span.end

    def legacy_local(self, decl: Decl) -> bool:
        span = self.item.function.span
        return not decl.file and span.start <= decl.offset < span.end

    def local(self, decl: Decl) -> bool:
        return not decl.file and self.piece.start <= decl.offset < self.piece.end


def refusals(
    unit: TranslationUnit, items: Sequence[Converted], text: Text, meanings: Sequence[Mapping[int, Decl]]
) -> dict[int, Refusal]:
    """By number of the item: the first of its names that means something else. `meanings` are those of the text, in each build of it."""
    found: dict[int, Refusal] = {}
    for known in meanings:
        offsets = sorted(known)
        for piece in text.pieces:
            if piece.whole and piece.item not in found:
                first, last = bisect_left(offsets, piece.start), bisect_left(offsets, piece.end)
                there = [(offset, known[offset]) for offset in offsets[first:last]]
                refusal = next(_refused(unit, _Body(items[piece.item], piece), text.data, there), None)
                if refusal is not None:
                    found[piece.item] = refusal
    return found


def of_types(
    unit: TranslationUnit,
    items: Sequence[Converted],
    types: Mapping[bytes, LocalType],
    text: Text,
    meanings: Sequence[Mapping[int, Decl]],
) -> dict[int, Refusal]:
    """The same of types that come along: by number of the functions that use one."""
    found: dict[int, Refusal] = {}
    for piece in text.pieces:
        declared = next((types[n.encode()] for n in piece.names if n.encode() in types), None)
        message = _of_type(unit, declared, piece, text.data, meanings) if declared is not None else ""
        words = {name.encode() for name in piece.names} if message else set()
        for number, item in enumerate(items) if message else ():
            if item.text and not words.isdisjoint(all_texts(item.text)):
                span = item.function.span
                found.setdefault(number, Refusal("L186", span, message, None, item.function.name))
    return found


def _of_type(
    unit: TranslationUnit, declared: LocalType, piece: Piece, text: bytes, meanings: Sequence[Mapping[int, Decl]]
) -> str:
    """What the first name of a type that means something else outside of it is; empty where there is none."""
    span = declared.span(unit.source)
    legacy: dict[bytes, list[Decl]] = {}
    for use in type_uses(unit.source, unit.rules, declared):
        inside = not use.decl.file and span.start <= use.decl.offset < span.end
        if use.kept:
            legacy.setdefault(unit.source.text(use.index), [])
        if use.kept and not inside:
            legacy[unit.source.text(use.index)].append(use.decl)
    words = list(all_texts(text[piece.start : piece.end]))
    before = list(all_texts(unit.source.data[span.start : span.end]))
    for known in meanings:
        for offset, there in known.items():
            word = _WORD.match(text, offset) if piece.start <= offset < piece.end else None
            inside = not there.file and piece.start <= there.offset < piece.end
            if word is not None and inside and words.count(word[0]) > before.count(word[0]):
                name = declared.names[0].decode("utf-8", "replace")
                return f"in {name}, {there.name} is a name of the unified library, and would be the member of that name; rename it"
            if word is None or word[0] not in legacy:
                continue  # another name stands there
            if not inside and not any(_same_outside(unit, decl, there) for decl in legacy[word[0]]):
                was = _told(legacy[word[0]][0]) if legacy[word[0]] else "of the type itself"
                name = declared.names[0].decode("utf-8", "replace")
                return f"in {name}, {there.name} is {was} in the legacy source and would be {_told(there)} in the unified form"
    return ""


_WORD = re.compile(rb"\w+")


def _refused(unit: TranslationUnit, body: _Body, text: bytes, names: Sequence[tuple[int, Decl]]) -> Iterator[Refusal]:
    legacy: dict[int, list[Use]] = {}
    described = unit.rules.calls.keys() | unit.rules.launch.keys()
    for use in uses(unit.source, body.item):
        if use.kept and not ("::" in (key := unit.source.call_key(use.index)) and key in described):  # another object's
            legacy.setdefault(unit.source.code[use.index].start, []).append(use)
    for offset, there in names:
        known = legacy.get(body.legacy(offset), ())
        if not known or not text.startswith(unit.source.text(known[0].index), offset):  # something else is in its place
            if there.kind != "macro" and body.local(there) and _captured(unit, body, offset, there, text):
                message = f"{there.name} is a name of the unified library, and here it would be what the legacy source declares so; rename that"
                yield Refusal("L186", body.item.function.span, message, None, body.item.function.name)
            continue
        if there.name.startswith("operator") and not text.startswith(b"operator", offset):
            continue  # of the call around it: the name itself was not asked about
        at = body.legacy(there.offset)
        other = [use for use in known if not _same(unit, body, use.decl, there, at if at in legacy else -1)]
        # One of them is enough where each build has its chip's branches, and where equal branches with a variable each became one.
        one = unit.rules.dispatch == "macro" or all(body.legacy_local(use.decl) for use in known)
        if other and (not one or other == known):
            was, would = _told(other[0].decl), _told(there)
            message = f"{other[0].decl.name} is {was} in the legacy source and would be {would} in the unified form"
            yield Refusal("L186", unit.source.code[known[0].index].span, message, None, body.item.function.name)


def _captured(unit: TranslationUnit, body: _Body, offset: int, there: Decl, text: bytes) -> bool:
    """Whether a name that a rule has written, and that was not a part of what it has replaced, is one that the legacy function declares."""
    word, data = there.name.encode(), unit.source.data
    form = unit.rules.unified
    at = body.legacy(there.offset)
    if there.name in (form.handle, *form.variables) or not text.startswith(word, offset) or at < 0:
        return False
    first, last = body.replaced(offset)
    words = all_texts(data[first:last])
    named = any(_WORD.fullmatch(one) for one in words) or there.name in (form.success, form.status)
    return named and data.startswith(word, at) and text.startswith(word, there.offset) and word not in words


def _same(unit: TranslationUnit, body: _Body, here: Decl, there: Decl, at: int) -> bool:
    """`at`: where the legacy source has what the name means in the unified form; -1 where a rule declares it."""
    if here.kind == there.kind == "namespace" or "macro" in (here.kind, there.kind):
        return True  # one is opened in many places; macros: convert/macros.py
    if body.legacy_local(here) or body.local(there):
        both = body.legacy_local(here) and body.local(there)
        return both and here.name == there.name and at in (-1, here.offset)
    return _same_outside(unit, here, there)


def _same_outside(unit: TranslationUnit, here: Decl, there: Decl) -> bool:
    """Of what is declared outside of the function or type."""
    if here.kind == there.kind == "namespace" or "macro" in (here.kind, there.kind):
        return True
    if here.kind != there.kind or is_system(here.file) != is_system(there.file):
        return False
    if not here.file:
        return not there.file  # of the source's own functions each has a name of its own
    if here.kind not in ("function", "method"):
        return not there.file or here.scope == there.scope
    if here.elsewhere == there.elsewhere or _renamed(unit, here.type) == _renamed(unit, there.type):
        return True
    return is_system(here.file) and _by_value(here.type) == _by_value(there.type)


def _by_value(type_: str) -> str:
    """A function's type, the same for what takes an element by reference to a constant and to a temporary one."""
    return _REFERENCE.sub(lambda match: match[1] or match[2], type_)


_REFERENCE = re.compile(r"const (\w+) &(?!&)|(\w+) &&")
_NAME = re.compile(r"\w+")


def _renamed(unit: TranslationUnit, type_: str) -> str:
    return _NAME.sub(lambda match: unit.rules.name(match[0]) or match[0], type_)


def _told(decl: Decl) -> str:
    where = ""
    if decl.file:
        where = " of the system" if is_system(decl.file) else f" of {PurePath(decl.file).name}"
    return f"{'an' if decl.kind[0] in 'aeio' else 'a'} {decl.kind}{where}" + (f" `{decl.type}`" if decl.type else "")
