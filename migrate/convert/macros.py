"""Macros that converted functions expand or ask about: those with one meaning come along, a function that uses any other is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from migrate.convert.function import Converted
from migrate.convert.translation_unit import TranslationUnit
from migrate.frontend.compiler.clang import BUILT_IN, SYSTEM
from migrate.frontend.compiler.standard_macros import declared_too, defined_too, replaced, standard_macros
from migrate.frontend.directives import macros_asked
from migrate.frontend.lex import Kind, identifiers
from migrate.frontend.macros import Definition
from migrate.frontend.option_macros import alone, free, optional
from migrate.frontend.outcomes import tells_standard
from migrate.frontend.source import Source
from migrate.model import Refusal, Span
from migrate.project.library_rules import LibraryRules
from migrate.rules.limits import PLACE_NAMES, STANDARD, TELLS, is_printed
from migrate.rules.local_types import LocalType, used, with_inner

_ELSEWHERE = Definition(b"", SYSTEM, -1, b"", False, ())  # a macro of the compiler or of a header of the system
_SEVERAL = Definition(b"", "", -1, b"", False, (b"several",))
_PLACES = frozenset(name.encode() for name in PLACE_NAMES)
Meaning = Definition | None  # None: no macro


@dataclass(frozen=True)
class CarriedMacro:
    """A definition that goes to the header of shared helpers; `position` in the source, -1 where it comes from elsewhere."""

    name: str
    directive: bytes
    position: int


def check_macros(
    unit: TranslationUnit,
    item: Converted,
    known: frozenset[bytes],
    internal: frozenset[str] = frozenset(),
    unified: frozenset[str] = frozenset(),
    captured: frozenset[str] = frozenset(),
) -> Converted:
    """Refuses a function with a macro that cannot come along; reports those that its conditionals ask about. `known`: the output has them;
    `internal`: functions that no public header declares; `unified`: macros of the unified headers, `captured`: variables in them."""
    if not item.text:
        return item
    for index, name in _expanded(unit, item):
        why = _obstacle(unit, index, name, unified) or _spelled(unit, item, index, name)
        why = why or _defined_there(unit.source, name, unified)
        public = item.operator and item.function.name not in internal
        if not why and public and index < item.function.open_brace and not _in_output(unit, name):
            why = "the declaration in the public header would need it"
        if why:
            token = unit.source.code[index]
            message = f"uses {name.decode('utf-8', 'replace')}, a macro that cannot come along: {why}"
            return item.refused(Refusal("L161", token.span, message, None, item.function.name))
        told = (
            _tells(unit, one)
            for inner in unit.source.table.closure([name])
            for one in unit.source.table.definitions(inner)
        )
        if place := next((place for place in told if place), ""):
            at = unit.source.code[index].start
            item = replace(item, differences=(*item.differences, ("D203", at, TELLS.format(place))))
    if problem := next(_taken(unit.source, unit.rules, item, captured), None):
        return item.refused(Refusal("L161", problem[0], problem[1], None, item.function.name))
    start = item.function.name_offset(unit.source)
    for name in sorted(macros_asked(item.text) - known):
        there = (
            f"the unified headers define {name.decode('utf-8', 'replace')}"
            if name.decode("utf-8", "replace") in unified
            else ""
        )
        if why := _turned(unit.source, name) or there:
            message = f"a conditional here asks about {name.decode('utf-8', 'replace')}: {why}"
            return item.refused(Refusal("L161", item.function.span, message, None, item.function.name))
        one = unit.source.table.single(name)
        if one and one.file not in unit.source.kept:
            place = "the command line" if one.file == BUILT_IN else PurePath(one.file or unit.source.path).name
            message = f"{place} defines {name.decode()}, which a conditional here asks about"
            item = replace(item, differences=(*item.differences, ("D204", start, message)))
    return item


def _taken(
    source: Source, rules: LibraryRules, item: Converted, captured: frozenset[str]
) -> Iterator[tuple[Span, str]]:
    """Names of the function, or in it, that are macros or functions of headers which the output may include and the legacy source does not, or those of
    variables in the unified macros."""
    function = item.function
    for index in source.named("captured", captured.__contains__, function.first, function.close_brace):
        if source.text(index - 1) not in (b".", b"->"):
            name = source.text(index).decode("utf-8", "replace")
            yield source.code[index].span, f"names {name}, as a variable in a macro of the unified headers is called"
    for index in source.named("standard names", replaced, function.first, function.close_brace):
        decls = list(source.decls(index))
        if decls and all(not d.file and d.kind != "macro" for d in decls):
            yield source.code[index].span, f"declares a name that is none in the output: {replaced(decls[0].name)}"
    for word in (b"true", b"false", *(name.encode() for name in rules.flags)):
        places = source.where(word, function.first, function.close_brace) if source.table.definitions(word) else ()
        if places:
            yield (
                source.code[places[0]].span,
                f"uses {word.decode()}, which the source makes a macro: what a launch is told by it is not known",
            )
    if item.operator:
        return
    for decl in source.every_fact(function.name_index):
        if why := declared_too(decl.name, decl.type[decl.type.find("(") :] if "(" in decl.type else ""):
            yield source.code[function.name_index].span, f"is a helper that may be taken for another function: {why}"


def _defined_there(source: Source, name: bytes, unified: frozenset[str]) -> str:
    """Why a macro, or one that it expands to, would be another one in the output, whose headers define one of that name."""
    for inner in sorted(source.table.closure([name])) if unified else ():
        word = inner.decode("utf-8", "replace")
        if word in unified and any(one.file not in source.kept for one in source.table.definitions(inner)):
            return f"the unified headers define {word} too, or their macros use the name"
    return ""


def _turned(source: Source, name: bytes) -> str:
    """Why a conditional about a macro could have another outcome in the output, whose headers are others."""
    if name in standard_macros() and not source.table.definitions(name):
        return "headers of the standard library, which the output includes, define it, and for the legacy compiler nothing does"
    return defined_too(source, name)


def _in_output(unit: TranslationUnit, name: bytes) -> bool:
    """Whether the output has a macro without its coming along: the system's, and of headers that it includes as well."""
    definitions = unit.source.table.definitions(name)
    return all(one.file == SYSTEM or one.file in unit.source.kept for one in definitions)


def _expanded(unit: TranslationUnit, item: Converted) -> Iterator[tuple[int, bytes]]:
    """Code indices of the function's macros that its unified text has too."""
    source, function = unit.source, item.function
    at = source.macro_names(function.first, function.close_brace)
    if not at:
        return
    for name in sorted({*identifiers(item.text)}.intersection(source.text(index) for index in at)):
        for index in source.where(name, function.first, function.close_brace):
            if any(m not in (None, _ELSEWHERE) for m in _meanings(source, index, name).values()):
                yield index, name


def _meanings(source: Source, index: int, name: bytes) -> Mapping[str, Meaning]:
    """What a token expands to, for each chip that sees it."""
    offset = source.code[index].start
    seeing = [f for f in source.facts for chip in source.chips if f.chip == chip.name and source.sees(chip, offset)]
    found: dict[str, Meaning] = {}
    for facts in seeing:
        entity = facts.entities.get(offset)
        defined = source.table.chips[facts.chip].get(name, ())
        if entity is not None and entity.kind == "macro":
            here = -1 if entity.file == BUILT_IN else entity.offset
            same = [one for one in defined if one.file == entity.file and (here < 0 or one.offset == here)]
            several = len({one.meaning for one in same}) > 1  # of a header it is not known which one it is
            found[facts.chip] = _SEVERAL if several else same[0] if same else _ELSEWHERE
        elif entity is not None or offset in facts.references:
            found[facts.chip] = None
        else:  # inside another macro's arguments, or where no compiler looks: the name decides
            found[facts.chip] = None if not defined else defined[0] if len(set(defined)) == 1 else _SEVERAL
    return found


_TOLD_ELSEWHERE = "elsewhere"


def _tells(unit: TranslationUnit, one: Definition) -> str:
    """The name by which a macro tells its place in a message; `_TOLD_ELSEWHERE` where it does so in anything else, empty where it does not."""
    texts = (b"", *one.body, b"")
    found = [index for index, text in enumerate(texts) if text in _PLACES]
    if any(not is_printed(unit.rules, texts.__getitem__, index) for index in found):
        return _TOLD_ELSEWHERE
    return texts[found[0]].decode() if found else ""


def _spelled(unit: TranslationUnit, item: Converted, index: int, name: bytes) -> str:
    """Why a macro that spells or joins its arguments, or where it stands, cannot come along."""
    source = unit.source
    inside = source.table.closure([name])
    if any(_tells(unit, one) == _TOLD_ELSEWHERE for inner in inside for one in source.table.definitions(inner)):
        return "it tells where it stands"
    if source.other_standard and any(map(tells_standard, inside)):
        return STANDARD
    bodies = [one.body for inner in inside for one in source.table.definitions(inner)]
    joins = any(token in (b"#", b"##", b"%:", b"%:%:") for body in bodies for token in body)
    closer = source.pairs.get(index + 1) if source.text(index + 1) == b"(" else None
    if joins and closer is not None:
        span = (source.code[index].start, source.code[closer].end)
        if any(span[0] <= edit.span.start and edit.span.end <= span[1] for edit in item.edits):
            return "it spells or joins its arguments, which have other names now"
    return ""


def _obstacle(unit: TranslationUnit, index: int, name: bytes, unified: frozenset[str]) -> str:
    """Why what a token expands to cannot come along; empty where it can."""
    source = unit.source
    found = list(_meanings(source, index, name).values())
    if _SEVERAL in found:
        return "it is defined more than once"
    if len({one and (one.file == SYSTEM, one.meaning) for one in found}) > 1:
        return "it does not mean the same on every chip"
    for inner in sorted(source.table.closure([name])):
        one = source.table.single(inner)
        if one is None and inner != name and source.table.definitions(inner):
            return f"it expands to {inner.decode('utf-8', 'replace')}, which has several meanings"
        if clash := defined_too(source, inner):
            return clash
        if one is None or one.file in source.kept:
            continue
        option = optional(source, one)
        there = {word.decode("utf-8", "replace") for word in free(source, one, option)} & unified if option else ()
        if there:
            return f"what it is depends on {min(there)}, which the unified headers define"
        if option and not alone(unit.rules, source, one, option):
            asked = min(free(source, one, option)).decode("utf-8", "replace")
            return f"what it is depends on {asked}, which a build may define, together with other code"
    return ""


def _unclear(source: Source, types: Mapping[bytes, LocalType], item: Converted) -> bytes:
    """A macro of a type or constant that comes along with a function, which is defined more than once."""
    function = item.function
    found = [one for _, one in used(source, types, function.first, function.close_brace)] if item.text and types else []
    for declared in with_inner(source, types, found):
        words = source.table.closure(source.text(i) for i in range(declared.first, declared.last))
        for name in sorted(words & source.table.names):
            if source.table.definitions(name) and source.table.single(name) is None:
                return name
    return b""


def one_meaning(unit: TranslationUnit, items: Sequence[Converted], types: Mapping[bytes, LocalType]) -> list[Converted]:
    """All functions of a run get one definition of a macro: those that expand it to another one than the first are refused, and so are those whose types
    or constants use one with several."""
    chosen: dict[bytes, Definition] = {}
    done = []
    types = types if any(len(unit.source.table.definitions(name)) > 1 for name in unit.source.table.names) else {}
    for item in items:
        clash = b""
        for index, name in _expanded(unit, item) if item.text else ():
            meaning = next((m for m in _meanings(unit.source, index, name).values() if m is not None), None)
            if meaning is not None and chosen.setdefault(name, meaning).meaning != meaning.meaning:
                clash = name
        clash = clash or _unclear(unit.source, types, item)
        if clash:
            word = clash.decode("utf-8", "replace")
            message = f"uses {word}, a macro that cannot come along: functions or types before this one expand another definition"
            item = item.refused(Refusal("L161", item.function.span, message, None, item.function.name))
        done.append(item)
    return done


def carried(
    unit: TranslationUnit, items: Sequence[Converted], known: frozenset[bytes], types: Mapping[bytes, LocalType]
) -> tuple[CarriedMacro, ...]:
    """Definitions that the converted functions need, those of headers by name and then those of the source in its order."""
    source = unit.source
    wanted: dict[bytes, Definition] = {}
    for item in items:
        if not item.text:
            continue
        for index, name in _expanded(unit, item):
            meaning = next((m for m in _meanings(source, index, name).values() if m is not None), None)
            if meaning is not None:
                wanted.setdefault(name, meaning)
        for name in macros_asked(item.text) - known:
            if one := source.table.single(name):
                wanted.setdefault(name, one)
    for name in _of_constants(source, items, types):
        if one := source.table.single(name):
            wanted.setdefault(name, one)
    for name in source.table.closure(wanted):
        if name not in wanted and (one := source.table.single(name)):
            wanted[name] = one
    kept = [one for one in wanted.values() if one.file not in source.kept and one.offset >= 0]
    found = [CarriedMacro(one.name.decode(), _directive(source, one), -1 if one.file else one.offset) for one in kept]
    return tuple(sorted(found, key=lambda macro: (macro.position, macro.name)))


def _of_constants(source: Source, items: Sequence[Converted], types: Mapping[bytes, LocalType]) -> set[bytes]:
    """Names in the types and constants that come along with the functions; one with another meaning per chip has none."""
    functions = [item.function for item in items if item.text] if types else []
    wanted = [found for f in functions for _, found in used(source, types, f.first, f.close_brace)]
    declared = with_inner(source, types, wanted)
    return {source.text(i) for one in declared for i in range(one.first, one.last) if source.code[i].kind == Kind.IDENT}


def _directive(source: Source, one: Definition) -> bytes:
    if one.file == BUILT_IN:
        return b"#define " + one.text
    data = source.table.text(one.file)
    if option := optional(source, one):
        return data[option.span.start : option.span.end].rstrip().replace(b"\r\n", b"\n")
    start = data.rfind(b"#", 0, one.offset)
    end = re.compile(rb"(?:\\[ \t]*\r?\n|[^\n])*").match(data, one.offset)
    assert end is not None
    return data[start : end.end()].rstrip().replace(b"\r\n", b"\n")
