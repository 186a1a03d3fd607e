"""Helpers that another source of the library defines: they come along with what they need of it, as if the source had them itself.

The text is taken where every chip's compiler reads it here and says of each name in it what it says of that name there, and of the names of the
source what it said before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from migrate.frontend.compiler.clang import ChipFacts, Decl, ParseFailed, is_system
from migrate.frontend.directives import Directive
from migrate.frontend.lex import Kind
from migrate.frontend.prepare.edited import Edited, Replacement
from migrate.frontend.prepare.step import Parse, other_meaning
from migrate.frontend.prototypes import Prototype, read_prototypes
from migrate.frontend.source import Source
from migrate.frontend.statements import bracket_around
from migrate.frontend.variants import members
from migrate.model import Span
from migrate.project.config import Project
from migrate.project.discovery import library_sources
from migrate.project.library_rules import LibraryRules

_DEPTH = 4  # helpers of helpers, each in another source
_DEFINITION = re.compile(
    rb"^(?:extern[ \t]+\"C\"[ \t]+)?(?!(?:static|typedef|using|namespace|template|struct|class|else|return)\b)[A-Za-z_][\w:<>*&, \t]*?[ \t*&](\w+)[ \t]*\([^;{}()]*(?:\([^;{}()]*\)[^;{}()]*)*\)[^;{}()]*\{",
    re.MULTILINE,
)
_INCLUDED = re.compile(rb"^[ \t]*#[ \t]*include[ \t]*(\"[^\"\n]*\"|<[^>\n]*>)", re.MULTILINE)
_WORD = re.compile(rb"[A-Za-z_]\w*")
_KNOWN = ("provided", "infrastructure", "calls", "launch", "prints", "checks", "safe_calls", "aborts", "names")

Read = Callable[[Path], tuple[Source, Sequence[ChipFacts]]]
"""Another source as it stands, and what the compilers say of it. Raises ParseFailed."""


@dataclass(frozen=True)
class Definitions:
    """Functions that the sources of a library define for each other: name -> where."""

    texts: Mapping[Path, bytes]
    known: Mapping[bytes, Sequence[Path]]
    declarations: dict[tuple[bytes, ...], dict[str, Prototype]] = field(default_factory=dict)  # by operators, as asked

    @classmethod
    def of(cls, project: Project) -> Definitions:
        """Those of the sources that all chips share: files that are one chip's are read together, and what one of them defines too is none."""
        paths = [path for path in library_sources(project) if path.is_file()]
        apart = members(project) if project.library.per_chip else {}
        shared = tuple((path, path.read_bytes()) for path in paths if path not in apart)
        own = tuple(path.read_bytes() for path in paths if path in apart)
        return _defined(shared, own) if len(paths) > 1 else _defined((), ())

    def needed(self, path: Path, data: bytes) -> list[Path]:
        """Other sources that may define what a text names, and what these name."""
        found: dict[Path, None] = {}
        pending = [data]
        while pending:
            for name in self.known.keys() & set(_WORD.findall(pending.pop())):
                pending += [self.texts[other] for other in self.known[name] if other not in found]
                found |= dict.fromkeys(self.known[name])
        return sorted(found.keys() - {path})

    def declared(self, rules: LibraryRules) -> dict[str, Prototype]:
        """Operators that one source defines and another one declares itself, as it does where no header does: with the definition's names for their
        parameters, and the declarations' defaults. None of which the declarations differ."""
        names = (name for name, paths in self.known.items() if len(paths) == 1)
        operators = tuple(name for name in names if rules.operator(name.decode("utf-8", "replace")))
        if operators not in self.declarations:
            self.declarations[operators] = self._declared(operators)
        return self.declarations[operators]

    def _declared(self, operators: Sequence[bytes]) -> dict[str, Prototype]:
        found: dict[str, Prototype] = {}
        for name in operators:
            operator, paths = name.decode("utf-8", "replace"), self.known[name]
            said = re.compile(rb"(?<!return)(?<!else)[\s*&]%b\s*\(" % re.escape(name))
            others = (text for path, text in self.texts.items() if path not in paths and name in text)
            declared = [
                known for text in others if said.search(text) and (known := read_prototypes(text).get(operator))
            ]
            own = read_prototypes(self.texts[paths[0]]).get(operator) if declared else None
            made = own and _joined(own, declared)
            found |= {operator: made} if made else {}
        return found


def _joined(own: Prototype, declared: Sequence[Prototype]) -> Prototype | None:
    """A definition with the defaults of its declarations in other sources; None where these differ."""
    types = {(one.result, tuple(p.type for p in one.parameters)) for one in (own, *declared)}
    if len(types) != 1:
        return None
    given = [{one.parameters[n].default for one in (own, *declared)} - {None} for n in range(len(own.parameters))]
    if any(len(defaults) > 1 for defaults in given):
        return None
    pairs = zip(own.parameters, given, strict=True)
    return replace(own, parameters=tuple(replace(p, default=next(iter(d), None)) for p, d in pairs))


@lru_cache(maxsize=2)
def _defined(texts: tuple[tuple[Path, bytes], ...], apart: tuple[bytes, ...]) -> Definitions:
    known: dict[bytes, list[Path]] = {}
    of_one_chip = {name for text in apart for name in _DEFINITION.findall(text)}
    for path, text in texts:
        for name in dict.fromkeys(_DEFINITION.findall(text)):
            if name not in of_one_chip:
                known.setdefault(name, []).append(path)
    return Definitions(dict(texts), known)


def with_definitions(
    source: Source,
    own: Sequence[bytes],
    known: Mapping[bytes, Sequence[Path]],
    rules: LibraryRules,
    read: Read,
    parse: Parse,
) -> Source | None:
    """`own`: the source, or its file for each chip, as it is on the disk. The source with such helpers before its functions; None where it needs none, or they do not come along."""
    made: Source | None = None
    for _ in range(_DEPTH):
        current = made or source
        taken = None
        for path, names in _lacking(current, known, rules).items():
            taken = taken or _with_those_of(current, names, path, own, read, parse)
        if taken is None:
            break
        made = taken
    return made


def _lacking(source: Source, known: Mapping[bytes, Sequence[Path]], rules: LibraryRules) -> dict[Path, set[bytes]]:
    """Helpers that the source calls and does not define, by the one source that does."""
    own = {decl.name for facts in source.facts for decl in facts.definitions}
    found: dict[Path, set[bytes]] = {}
    for name in known.keys() & source.places.keys():
        text = name.decode("utf-8", "replace")
        if text in own or len(known[name]) != 1 or any(text in getattr(rules, one) for one in _KNOWN):
            continue
        decls = [decl for index in source.places[name] for decl in source.decls(index)]
        if (
            decls
            and all(decl.kind == "function" and not decl.scope for decl in decls)
            and not _is_operator(decls, rules)
        ):
            found.setdefault(known[name][0], set()).add(name)
    return found


def _is_operator(decls: Iterable[Decl], rules: LibraryRules) -> bool:
    return any(
        rules.operator(decl.name) and decl.type.partition("(")[0].strip() in rules.status_types for decl in decls
    )


def _with_those_of(
    source: Source, names: Collection[bytes], path: Path, own: Sequence[bytes], read: Read, parse: Parse
) -> Source | None:
    """`own`: the source, or its file for each chip, as it is on the disk."""
    try:
        other, facts = read(path)
    except ParseFailed:
        return None
    included = set(_INCLUDED.findall(own[0])).intersection(*map(_INCLUDED.findall, own[1:]))
    parts = _Parts(other, facts).of(names, included)
    if parts is None or _has_pragmas(other) or _has_pragmas(source):
        return None
    place = _behind_prototypes(source, names) or _place(source)
    text = [part for span in parts for part in (other.data[span.start : span.end], b"\n")]
    edited = Edited(source, [Replacement(Span(place, place), (b"\n", *text))])
    try:
        after = parse(edited.data)
    except ParseFailed:
        return None
    if other_meaning(edited, after, frozenset(), names) is not None:
        return None
    start = edited.data.index(b"\n" + b"".join(text)) + 1
    if not _means_the_same(other, facts, after, parts, start):
        return None
    return edited.as_source(after)


def _has_pragmas(source: Source) -> bool:
    """Whether a source says how the code behind a place is compiled, or how types are laid out."""
    return any(d.keyword == b"pragma" and d.argument != b"once" for d in source.tree.others)


def _place(source: Source) -> int:
    """Before the first code, and before the conditional that it stands in."""
    first = source.code[0].start if source.code else len(source.data)
    around = (c.span for c in source.conditionals if c.span.start <= first < c.span.end)
    return min([first, *(span.start for span in around if _has_code(source, span))])


def _behind_prototypes(source: Source, names: Collection[bytes]) -> int:
    """Behind the last declaration of the names in the text itself, and the `extern "C"` around it: a definition before it would be another one's. 0
    where there is none."""
    found = [
        i for name in names for i in source.places.get(name, ()) if source.function_at(source.code[i].start) is None
    ]
    last = max(found, default=-1)
    if last < 0 or source.conditionals_around(source.code[last].span):
        return 0
    around = [last]
    while (opener := bracket_around(source, around[-1])) is not None:
        around.append(opener)
    if len(around) > 2 or (len(around) == 2 and source.text(around[1] - 2) != b"extern"):
        return 0
    end = source.pairs[around[1]] if len(around) == 2 else last
    while len(around) == 1 and source.text(end) not in (b";", b""):
        end += 1
    behind = Span(source.code[min(end, len(source.code) - 1)].end, source.code[min(end, len(source.code) - 1)].end)
    around_end = [c.span.end for c in source.conditionals_around(behind)]
    return max([behind.end, *around_end])


def _has_code(source: Source, span: Span) -> bool:
    return source.index_at(span.start) < source.index_at(span.end)


class _Parts:
    """What of another source comes along: in its order, all of it outside of conditionals, namespaces and classes."""

    def __init__(self, source: Source, facts: Sequence[ChipFacts]) -> None:
        self.source = Source(
            source.path, source.data, source.chips, facts, texts=source.texts, kept=source.kept, twins=source.twins
        )
        self.segments = list(self._segments())
        self.macros = {
            d: d.argument.split(b"(")[0].split()[0]
            for d in self.source.tree.others
            if d.keyword == b"define" and d.argument
        }

    def _segments(self) -> Iterator[tuple[int, int]]:
        """First and last code token of each declaration and definition."""
        source = self.source
        ends = {function.close_brace for function in source.functions}
        first = index = 0
        while index < len(source.code):
            text = source.text(index)
            if text in (b"{", b"(", b"["):
                index = source.pairs.get(index, len(source.code) - 1)
            block = text == b"{" and source.text(first) in (b"namespace", b"extern")
            if text == b";" or index in ends or (block and source.text(index) == b"}"):
                yield first, index
                first = index + 1
            index += 1

    def of(self, names: Collection[bytes], included: Collection[bytes]) -> list[Span] | None:
        """Spans of the text, without `#include` of what is `included` in any case; None where something stands where it cannot be taken from."""
        source = self.source
        taken: set[tuple[int, int]] = set()
        directives: set[Directive] = set()
        pending = [i for name in names for i in source.places.get(name, ()) if self._declares(i)]
        wanted = set(pending)
        while pending:
            index = pending.pop()
            segment = next((s for s in self.segments if s[0] <= index <= s[1]), None)
            if segment is None or self._keeps_state(*segment):
                return None
            if segment in taken:
                continue
            taken.add(segment)
            more = self._named(*segment, directives)
            if more is None:
                return None
            pending += [i for i in more if i not in wanted]
            wanted.update(more)
        spans = [self._span(*segment) for segment in taken] + [d.line for d in directives]
        spans += [d.line for d in source.tree.others if d.keyword == b"include" and d.argument not in included]
        around = [c.span for c in source.conditionals if c.span.start > 0]
        loose = [span for span in spans if not any(c.covers(span) and not span.covers(c) for c in around)]
        if len(loose) < len(spans) and any(span not in loose for span in spans if not self._is_include(span)):
            return None
        return sorted(loose)

    def _keeps_state(self, first: int, last: int) -> bool:
        """Whether a function has a variable that lives on: one for all who call it."""
        inside = (f for f in self.source.functions if first <= f.first and f.close_brace <= last)
        return any(
            self.source.text(i) in (b"static", b"thread_local")
            and self.source.text(i + 1) not in (b"const", b"constexpr")
            for function in inside
            for i in range(*function.body)
        )

    def _is_include(self, span: Span) -> bool:
        return any(d.line == span and d.keyword == b"include" for d in self.source.tree.others)

    def _span(self, first: int, last: int) -> Span:
        function = self.source.function_at(self.source.code[first].start)
        start = self.source.code[first].start
        if function is not None and function.first == first and function.lead.end > function.lead.start:
            start = function.lead.start
        return Span(start, self.source.code[last].end)

    def _named(self, first: int, last: int, directives: set[Directive]) -> list[int] | None:
        """Code indices of what a segment names elsewhere in the file; its macros are added."""
        source, found = self.source, list[int]()
        for index in range(first, last + 1):
            if source.code[index].kind != Kind.IDENT:
                continue
            for decl in source.decls(index):
                if decl.file or decl.offset < 0:
                    continue
                if decl.kind == "macro":
                    more = self._macro(decl.name.encode(), directives)
                    if more is None:
                        return None
                    found += more
                elif decl.kind == "function":
                    found += [i for i in source.places.get(decl.name.encode(), ()) if self._declares(i)]
                else:
                    found.append(source.index_at(decl.offset))
        return found

    def _declares(self, index: int) -> bool:
        """Whether a name stands outside of all functions' bodies."""
        function = self.source.function_at(self.source.code[index].start)
        return function is None or index <= function.open_brace

    def _macro(self, name: bytes, directives: set[Directive]) -> list[int] | None:
        """What the definitions of a macro, and of those in its body, name."""
        found: list[int] = []
        for one in self.source.table.closure([name]):
            own = [d for d in self.source.table.definitions(one) if not d.file]
            if one in self.source.table.undefined or len(own) > 1:
                return None
            directives.update(d for d, defined in self.macros.items() if own and defined == one)
            if not own:
                found += [i for i in self.source.places.get(one, ()) if self._declares(i)]
        return found


def _means_the_same(
    other: Source, before: Sequence[ChipFacts], after: Sequence[ChipFacts], parts: Sequence[Span], start: int
) -> bool:
    """Whether each name of the parts is here what it is there. `start`: of their text."""
    for old, new in zip(before, after, strict=True):
        at = start
        for span in parts:
            for known, made in ((old.references, new.references), (old.entities, new.entities)):
                there = {offset - span.start: decl for offset, decl in known.items() if span.start <= offset < span.end}
                here = {offset - at: decl for offset, decl in made.items() if at <= offset < at + span.end - span.start}
                if there.keys() != here.keys() or not all(_alike(there[one], here[one]) for one in there):
                    return False
            at += span.end - span.start + 1
    return True


def _alike(there: Decl, here: Decl) -> bool:
    """The headers of the project may stand in the text on one side."""
    return is_system(there.file) == is_system(here.file) and (
        there.kind,
        there.name,
        there.type,
        there.canonical,
        there.scope,
        there.value,
    ) == (
        here.kind,
        here.name,
        here.type,
        here.canonical,
        here.scope,
        here.value,
    )
