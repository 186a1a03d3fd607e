"""A converted torch-side file is compiled against the headers of the target: those of the unified tree and PyTorch's.

An error is the conversion's where it stands in text that the conversion wrote, where the legacy file, compiled in the same way, does not have
it in that place, or where it is a name of the legacy library that nothing declares any more. Every other error is of a name that the
target's headers do not have yet, whatever is converted.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

from migrate.frontend.compiler.clang import is_system
from migrate.frontend.directives import build_tree
from migrate.frontend.lex import Kind, LineMap, lex, significant
from migrate.frontend.torch.headers import TorchHeaders
from migrate.frontend.torch.parse import Fault, Parsed, ParseText, parse_text
from migrate.frontend.torch.source import CodeUnit
from migrate.model import Chip, Compilation, Compiled, FileResult, Span
from migrate.project.torch_rules import TorchRules

MOST = 12  # names in a sentence


@dataclass(frozen=True)
class Setting:
    """What all files of a run are compiled with. `files`: headers that the run writes; `pending`: functions that it leaves to a later one."""

    headers: TorchHeaders
    rules: TorchRules
    chips: tuple[Chip, ...]
    files: Mapping[str, bytes]
    legacy_words: frozenset[str]  # names in the headers of the legacy library
    root: str  # of the legacy tree
    later: bool = False  # the library's functions are converted by another run


@dataclass(frozen=True)
class Subject:
    """One file. `path`: where its converted form lies."""

    path: str
    folder: str  # of the legacy file
    data: bytes
    result: FileResult
    precompiled: str = ""

    @property
    def output(self) -> str:
        return next(iter(self.result.outputs))

    @cached_property
    def text(self) -> bytes:
        return next(iter(self.result.outputs.values()))


@dataclass(frozen=True)
class Verdict:
    """`rejected`: places of the legacy file with what does not compile there because of the conversion."""

    compilation: Compilation
    rejected: Mapping[int, str]
    headers: tuple[str, ...] = ()


def judge(subject: Subject, setting: Setting) -> Verdict:
    places = Places(subject)
    parsed = _parse(subject, setting, subject.text, asked=places.written(setting.rules))
    missing = [fault for fault in parsed.faults if fault.missing]
    if missing:
        return _not_compiled(_not_found(missing[0], setting), parsed)
    along = _along(parsed, setting)
    others = {places.legacy(offset)[0]: why for offset, why in _other_things(parsed, setting, along)}
    others = {place: why for place, why in others.items() if not places.is_refused(place)}
    if not parsed.faults:
        return Verdict(Compilation(Compiled.YES, along=along), others, parsed.headers)
    outside = [fault for fault in parsed.faults if fault.offset < 0]
    if outside:
        return _not_compiled(f"{outside[0].header or 'a header'} does not compile: {outside[0].message}", parsed)
    faults = [(fault, *places.legacy(fault.offset)) for fault in parsed.faults]
    live = [(fault, place, edited) for fault, place, edited in faults if not places.is_refused(place)]
    known = Known(subject, setting, places) if live else None
    rejected: dict[int, str] = dict(others)
    theirs: list[tuple[Fault, int]] = []
    for fault, place, edited in live:
        assert known is not None
        why = _why(fault, place, edited, known, setting, subject)
        if why:
            rejected.setdefault(place, why)
        else:
            theirs.append((fault, place))
    compilation = replace(_compilation(subject, theirs, bool(live)), along=along)
    return Verdict(compilation, rejected, parsed.headers)


def judge_changed(subject: Subject, text: bytes, setting: Setting) -> Compilation:
    """What is to be said of `text`: the converted text, on which a verdict was given, with what a person changed in it."""
    parsed = _parse(subject, setting, text)
    missing = [fault for fault in parsed.faults if fault.missing]
    if missing:
        return _not_compiled(_not_found(missing[0], setting), parsed).compilation
    if not parsed.faults:
        return Compilation(Compiled.YES, along=_along(parsed, setting))
    known = Counter((fault.name, fault.message) for fault in _parse(subject, setting, subject.text).faults)
    for fault in parsed.faults:
        if not known[fault.name, fault.message]:
            where = f"{subject.output}:{LineMap(text).line(fault.offset)}" if fault.offset >= 0 else fault.header
            return Compilation(Compiled.BROKEN, f"{where}: {fault.message}")
        known[fault.name, fault.message] -= 1
    said = subject.result.compilation
    assert said is not None
    return said


def _other_things(parsed: Parsed, setting: Setting, along: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Names that the conversion wrote and that the file, or a header which only the legacy tree has, gives a meaning of its own."""
    theirs = {f"{setting.root}/{path}" for path in along}
    for offset, decl in parsed.declared.items():
        member = is_system(decl.file) and (decl.kind != "function" or bool(decl.scope))  # the library's are in no scope
        if not decl.file or decl.file in theirs or (member and setting.rules.is_unified_call(decl.name)):
            where = "this file declares" if not decl.file else f"{decl.owner or 'another header'} declares"
            yield offset, f"its converted form uses {decl.name}, which is what {where} there, not the target's"


def _parse(
    subject: Subject,
    setting: Setting,
    text: bytes,
    defines: Sequence[str] = (),
    asked: Mapping[int, str] = MappingProxyType({}),
) -> Parsed:
    headers = setting.headers
    folder = ("-idirafter", subject.folder) if _encodable(subject.folder) else ()
    path = subject.path if _encodable(subject.path) else f"{headers.folders[0]}/source.cpp"
    files = {**{path: stub.encode() for path, stub in headers.stubs}, **setting.files}
    arguments = (*headers.arguments, *folder, *(f"-D{d}" for d in defines))
    parsed = parse_text(ParseText(path, text, arguments, files, subject.precompiled, asked))
    if not any(map(_constant, parsed.faults)):
        return parsed
    # An assert that fails is no constant; what is built has none. Everything else is judged with them, because they have names, too.
    built = parse_text(ParseText(path, text, (*arguments, "-DNDEBUG"), files))
    same = {(fault.offset, fault.message) for fault in built.faults}
    return replace(parsed, faults=tuple(f for f in parsed.faults if not _constant(f) or (f.offset, f.message) in same))


def _constant(fault: Fault) -> bool:
    return "constant expression" in fault.message


def _encodable(path: str) -> bool:
    """Whether the compiler takes the name: only names that are UTF-8."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _along(parsed: Parsed, setting: Setting) -> tuple[str, ...]:
    """Headers that only the legacy tree has."""
    ours = tuple(f"{folder}/" for folder in (*setting.headers.folders, setting.headers.pytorch))
    found = (path for path in map(os.path.abspath, parsed.headers) if path.startswith(f"{setting.root}/"))
    return tuple(sorted({os.path.relpath(path, setting.root) for path in found if not path.startswith(ours)}))


def _not_compiled(why: str, parsed: Parsed) -> Verdict:
    return Verdict(Compilation(Compiled.NOT, why), {}, parsed.headers)


def _not_found(fault: Fault, setting: Setting) -> str:
    by = f" (included by {fault.header})" if fault.header else ""
    more = "" if setting.headers.pytorch else "; PyTorch is not installed in the environment of migrate"
    return f"{fault.missing} was not found{by}{more}"


def _why(fault: Fault, place: int, edited: bool, known: Known, setting: Setting, subject: Subject) -> str:
    """What a fault says against the conversion; "" where it would be there without it."""
    rules, name = setting.rules, fault.name
    if setting.later and edited and any(name == f.unified for f in subject.result.functions):
        return ""
    if edited and name:
        return f"its converted form needs {name}, which the target's headers do not declare"
    if name and not edited and (rules.legacy.search(name) or name in setting.legacy_words):
        said = (
            "what a rule says of it is not for the form that stands here"
            if rules.mentions(name)
            else "no rule says what it becomes"
        )
        return f"{name} is a name of the legacy library; {said}, and the target's headers do not declare it"
    if not edited and known.has(fault, place):
        return ""
    return f"it does not compile in its converted form: {fault.message}"


def _compilation(subject: Subject, faults: Sequence[tuple[Fault, int]], live: bool) -> Compilation:
    if not faults:
        return Compilation(Compiled.REFUSED, "" if live else "errors only where something was refused")
    names = tuple(dict.fromkeys(fault.name for fault, _ in faults if fault.name))
    others = [fault for fault, _ in faults if not fault.name]
    said = []
    if names:
        more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
        said.append(f"{len(names)} unknown name{'s' if len(names) != 1 else ''}: {', '.join(names[:MOST])}{more}")
    if others:
        said.append(
            f"{len(others)} {'other error' if names else 'error'}{'s' if len(others) != 1 else ''}, the first: {others[0].message}"
        )
    place = LineMap(subject.data).location(subject.result.path, min(place for _, place in faults))
    return Compilation(Compiled.INCOMPLETE, "; ".join(said), names, place=place)


_ENDS = (b";", b"{", b"}")


class Places:
    """Places of the converted text in the legacy text."""

    def __init__(self, subject: Subject) -> None:
        self.edits = sorted(subject.result.edits, key=lambda edit: edit.span)
        self.starts: list[int] = []  # of each edit in the converted text
        delta = 0
        for edit in self.edits:
            self.starts.append(edit.span.start + delta)
            delta += len(edit.text) - (edit.span.end - edit.span.start)
        self.unit = CodeUnit(tuple(significant(lex(subject.data))))
        self.tokens = [token.start for token in self.unit.tokens]
        self.refused = [self.function(r.span.start) or self._declaration(r.span) for r in subject.result.refusals]

    def legacy(self, offset: int) -> tuple[int, bool]:
        """The place in the legacy text, and whether conversion wrote what stands there."""
        position = bisect_right(self.starts, offset) - 1
        if position < 0:
            return offset, False
        edit, start = self.edits[position], self.starts[position]
        if offset < start + len(edit.text):
            return edit.span.start, True
        return edit.span.end + offset - start - len(edit.text), False

    def written(self, rules: TorchRules) -> dict[int, str]:
        """Names of the unified side that the conversion wrote, by their offset in the converted text."""
        found: dict[int, str] = {}
        for edit, start in zip(self.edits, self.starts, strict=True):
            for token in lex(edit.text):
                name = token.text.decode("utf-8", "replace")
                if token.kind == Kind.IDENT and rules.is_unified(name):
                    found[start + token.start] = name
        return found

    def function(self, offset: int) -> Span | None:
        """Of the function around a place."""
        index = bisect_right(self.tokens, offset) - 1
        for near in (index, index + 1):
            body = self.unit.function_body(near) if 0 <= near < len(self.tokens) else None
            if body is not None and (span := self.unit.extent(body)).start <= offset < span.end:
                return span
        return None

    def _declaration(self, span: Span) -> Span:
        """What declares something outside of functions, around a place of it."""
        first = last = max(bisect_right(self.tokens, span.start) - 1, 0)
        if (
            first >= len(self.unit.tokens)
            or not self.unit.tokens[first].start <= span.start < self.unit.tokens[first].end
        ):
            return span
        while first > 0 and self.unit.tokens[first - 1].text not in _ENDS:
            first -= 1
        while last + 1 < len(self.unit.tokens) and self.unit.tokens[last].text not in _ENDS:
            last += 1
        return Span(self.unit.tokens[first].start, self.unit.tokens[last].end)

    def is_refused(self, offset: int) -> bool:
        return any(span.start <= offset < max(span.end, span.start + 1) for span in self.refused)


class Known:
    """Errors of the legacy file against the same headers: they are there whatever the conversion does."""

    def __init__(self, subject: Subject, setting: Setting, places: Places) -> None:
        self.places = places
        self.conditionals = _chip_conditionals(subject.data, setting.chips)
        builds = [chip.definitions for chip in setting.chips] if self.conditionals else [()]
        parsed = [_parse(subject, setting, subject.data, defines) for defines in builds]
        self.same = [{(fault.offset, fault.message) for fault in one.faults} for one in parsed]
        self.names = [
            {(places.function(fault.offset), fault.name) for fault in one.faults if fault.name} for one in parsed
        ]

    def has(self, fault: Fault, place: int) -> bool:
        """Whether every chip's build of the legacy file has it; in a conditional one is enough, the others do not see it."""
        key = self.places.function(place), fault.name
        found = [
            (place, fault.message) in same or bool(fault.name and key in names)
            for same, names in zip(self.same, self.names, strict=True)
        ]
        return any(found) if any(s.start <= place < s.end for s in self.conditionals) else all(found)


def _chip_conditionals(data: bytes, chips: Sequence[Chip]) -> list[Span]:
    """Conditionals that ask for what the chips' builds define."""
    words = [definition.split("=")[0].encode() for chip in chips for definition in chip.definitions]
    if not words:
        return []
    asks = re.compile(rb"\b(?:" + b"|".join(map(re.escape, words)) + rb")\b")
    tree = build_tree(data, lex(data), LineMap(data))
    return [c.span for c in tree.walk() if any(asks.search(branch.opening.token.text) for branch in c.branches)]
