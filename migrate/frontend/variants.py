"""One file per chip with no conditional at all: the files of all chips together are the legacy input.

Functions are paired by name and their bodies become the branches of a conditional, so that everything behind works as on a file that
was written that way. Places are those of the files themselves; each file is proven to be what its chip sees of the merged text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from migrate.frontend.alignment import aligned, told_apart, with_names, without_flags
from migrate.frontend.compiler.compilers import Compilers
from migrate.frontend.directives import Conditional
from migrate.frontend.gap_pieces import in_all, in_pieces, words_of
from migrate.frontend.lex import LineMap
from migrate.frontend.prepare.edited import Prepared
from migrate.frontend.prepare.files.text import prepared_input, with_macros_expanded, with_private_headers
from migrate.frontend.source import Function, Source
from migrate.model import Chip, Location, Span
from migrate.project.config import Project
from migrate.project.discovery import library_sources
from migrate.project.library_rules import LibraryRules, compile_library_rules


@dataclass(frozen=True)
class Part:
    """One chip's file of a group."""

    chip: Chip
    path: Path
    source: Source
    prepared: Source | None = None  # with private headers in it and macros expanded, where the file has such


@dataclass(frozen=True)
class Merged:
    name: str  # the files' names, for reports
    data: bytes
    lines: LineMap
    parts: tuple[Part, ...]
    conflicts: Mapping[str, str]  # function -> why its two definitions cannot be one
    aliases: frozenset[bytes] = (
        frozenset()
    )  # types of one chip's file that stand for another's; nothing of the legacy tree
    path: Path | None = (
        None  # of a file that all chips share: its macros were expanded, or it defines functions once per chip
    )
    headers: Mapping[str, bytes] = field(default_factory=dict)  # texts in place of those on the disk, by path
    broken: Mapping[str, str] = field(
        default_factory=dict
    )  # functions that no C++ compiler takes, whose bodies are blank -> why

    def text_of(self, chip: Chip) -> Path:
        """The file in whose place the merged text is parsed for a chip, so that its own includes are found."""
        if self.path is not None:
            return self.path
        return next((p.path for p in self.parts if p.chip == chip), self.parts[0].path)

    @property
    def of_several_files(self) -> bool:
        """Whether each chip has a file of its own."""
        return bool(self.parts) and self.path is None

    @property
    def folders(self) -> frozenset[Path]:
        """Where the files lie."""
        return frozenset(path.parent for path in (*(p.path for p in self.parts), *([self.path] if self.path else [])))


class MergedLines(LineMap):
    """Places in the file that a byte of the merged text comes from. `definitions` has the places of each function in all files."""

    def __init__(
        self, data: bytes, pieces: Sequence[tuple[int, int, Source]], definitions: Mapping[str, tuple[Location, ...]]
    ) -> None:
        super().__init__(data)
        self.definitions = definitions
        self._pieces = pieces  # (offset in the merged text, offset in the file, file), sorted
        self._offsets = [p[0] for p in pieces]

    def location(self, path: str, offset: int) -> Location:
        index = max(bisect_right(self._offsets, offset) - 1, 0)
        start, own, source = self._pieces[index]
        at = min(own + max(offset - start, 0), len(source.data))
        return source.lines.location(source.path, at)


def members(project: Project) -> dict[Path, tuple[Chip, ...]]:
    """Files that belong to some chips alone."""
    found: dict[Path, tuple[Chip, ...]] = {}
    for name, patterns in project.library.per_chip.items():
        chip = project.chip(name)
        for path in project.source_files(patterns) if chip is not None else ():
            if chip is not None and chip not in found.get(path, ()):
                found[path] = (*found.get(path, ()), chip)
    return found


def groups(project: Project) -> list[tuple[Part, ...]]:
    """Files of different chips that define the same functions, the first chip's first. A file may be alone."""
    known = members(project).items()
    files = [(chip, path, project.relative(path), path.read_bytes()) for path, chips in known for chip in chips]
    return list(_grouped(tuple(files), project.chips))


@lru_cache(maxsize=1)
def _grouped(files: tuple[tuple[Chip, Path, str, bytes], ...], chips: tuple[Chip, ...]) -> tuple[tuple[Part, ...], ...]:
    """Asked for by each file of a run."""
    parts = [Part(chip, path, _as_seen(name, data, chips, chip)) for chip, path, name, data in files]
    made: list[list[Part]] = []
    for chip in chips:
        _join(made, sorted((part for part in parts if part.chip == chip), key=lambda part: part.path))
    return tuple(tuple(group) for group in made)


def _join(groups: list[list[Part]], own: Sequence[Part]) -> None:
    """A chip's files go to the groups that define the most of what they do; one that defines nothing of any group to the only one that is left, or
    begins one."""
    known = [{f.name for part in group for f in part.source.functions} for group in groups]
    shared = [
        (-len(known[number] & {f.name for f in part.source.functions}), index, number)
        for index, part in enumerate(own)
        for number in range(len(known))
    ]
    joined: dict[int, int] = {}  # which file, which group
    for count, index, number in sorted(shared):
        if count and index not in joined and number not in joined.values():
            joined[index] = number
    left = [index for index in range(len(own)) if index not in joined]
    free = [number for number in range(len(known)) if number not in joined.values()]
    if len(left) == len(free) == 1:
        joined[left.pop()] = free[0]
    for index, number in joined.items():
        groups[number].append(own[index])
    groups += [[own[index]] for index in left]


def group_of(project: Project, path: Path) -> tuple[Part, ...]:
    """The files that a file is read with, itself among them; none where it belongs to no chip alone."""
    wanted = path.resolve()
    return next((group for group in groups(project) if any(part.path.resolve() == wanted for part in group)), ())


def _as_seen(name: str, data: bytes, chips: Sequence[Chip], chip: Chip, lines: LineMap | None = None) -> Source:
    """A text as a chip sees it: what it asks about the chips is decided. `lines`: of its places, where it is no file's own."""
    source = Source(name, data, chips)
    asking = [c for c in source.conditionals if source.resolves(c) and None not in source.states(c, chip)]
    own = Source(name, _text_for(source, chip, asking) if asking else data, (chip,))
    if lines is not None:
        own.lines = lines  # no byte moves
    return own


def _prepared(project: Project, part: Part, rules: LibraryRules) -> Part:
    """A chip's file with its private headers in it and its macros expanded, as any other source is read."""
    whole = with_private_headers(project, part.path, part.source.data, rules, part.chip.include)
    source = _as_seen(part.source.path, whole.data, project.chips, part.chip, whole.lines) if whole else part.source
    text = with_macros_expanded(project, source, rules)
    if text is not None:
        source = Source(source.path, text.data, (part.chip,))
        source.lines = text.lines
    return replace(part, source=source, prepared=source if whole or text else None)


def merged_input(project: Project, path: Path, broken: Mapping[str, str] | None = None) -> Merged | None:
    """The text that is converted in a file's place: of all chips' files, or with its macros expanded; None where it is the file's own. Functions
    that are `broken` are without their bodies in it."""
    wanted = path.resolve()
    if all(member.resolve() != wanted for member in members(project)):
        found = prepared_input(project, path)
        if broken:
            data = found.data if found else path.read_bytes()
            found = Prepared(without_bodies(data, broken), found.lines if found else LineMap(data))
        return (
            Merged(project.relative(path), found.data, found.lines, (), {}, path=path, broken=broken or {})
            if found
            else None
        )
    rules = compile_library_rules(project.library_rules)
    parts = tuple(_prepared(project, part, rules) for part in group_of(project, path))
    parts = tuple(_without_bodies(part, broken) for part in parts) if broken else parts
    aliases: frozenset[bytes] = frozenset()
    headers = {str(file): file.read_bytes() for file in project.source_files(project.library.headers)}
    own, declared = {part.path for part in parts}, headers

    def read_others() -> list[bytes]:
        return [*declared.values(), *(file.read_bytes() for file in library_sources(project) if file not in own)]

    sources, headers = without_flags([part.source for part in parts], headers, rules)
    parts = tuple(replace(part, source=source) for part, source in zip(parts, sources, strict=True))
    made = [parts[0]]
    for part in parts[1:]:
        source = told_apart(parts[0].source, part.source, part.chip, read_others, rules)
        source, types = aligned(parts[0].source, source, rules)
        made.append(replace(part, source=source))
        aliases |= types
    parts = tuple(made)
    merged = merge(parts, project.chips, check_of(project), handles_of(project))
    return replace(merged, aliases=aliases, headers=headers, broken=broken or {})


def without_bodies(data: bytes, names: Collection[str]) -> bytes:
    """A text with nothing but line ends in the bodies of functions: no byte moves."""
    source, text = Source("", data, ()), bytearray(data)
    for function in source.functions:
        if function.name in names:
            start, end = source.code[function.open_brace].end, source.code[function.close_brace].start
            text[start:end] = bytes(b if b in b"\r\n" else 32 for b in text[start:end])
    return bytes(text)


def _without_bodies(part: Part, names: Collection[str]) -> Part:
    source = Source(part.source.path, without_bodies(part.source.data, names), part.source.chips)
    source.lines = part.source.lines
    return replace(part, source=source, prepared=source if part.prepared else None)


def whole_input(project: Project, path: Path, why: str) -> Merged | None:
    """The chips' files of a group one after the other, where they cannot be read as one; None for any other file."""
    parts = group_of(project, path)
    return merged_whole(parts, why) if parts else None


def merged_definitions(
    source: Source, path: Path, check: str, handles: frozenset[str], rules: LibraryRules
) -> Merged | None:
    """One file that defines functions once per chip, in branches of conditionals: as if each chip had a file of its own.

    None where no function is defined so, or one chip sees two of one name."""
    several = _defined_per_chip(source)
    split = _conditionals_around(source, several) if several else []
    if not split or not all(chip.legacy_macro for chip in source.chips):
        return None
    parts = []
    for chip in source.chips:
        own = Source(source.path, _text_for(source, chip, split), source.chips)
        own.lines = source.lines  # no byte moves
        if len({f.name for f in own.functions}) < len(own.functions):
            return None
        parts.append(Part(chip, path, own))
    sources = with_names([part.source for part in parts])
    for number, second in enumerate(sources[1:], 1):
        alike, types = aligned(sources[0], second, rules)
        sources[number] = second if types else alike
    parts = [replace(part, source=own) for part, own in zip(parts, sources, strict=True)]
    merged = merge(parts, source.chips, check, handles)
    return replace(merged, name=source.path, path=path)


def _defined_per_chip(source: Source) -> list[Function]:
    """Functions of which no chip sees more than one of several definitions."""
    found = []
    counts = Counter(f.name for f in source.functions)
    for name in (name for name, count in counts.items() if count > 1):
        same = [f for f in source.functions if f.name == name]
        seeing = [chip for f in same for chip in source.chips if source.sees(chip, f.span.start)]
        if len(set(seeing)) == len(seeing):
            found += same
    return found


def _conditionals_around(source: Source, functions: Sequence[Function]) -> list[Conditional]:
    spans = [f.span for f in functions]
    around = [c for c in source.conditionals if any(c.span.covers(span) for span in spans)]
    known = all(None not in source.states(c, chip) for c in around for chip in source.chips)
    decided = known and not any(Compilers.of(source).decides(c) for c in around)
    return around if decided else []


def _text_for(source: Source, chip: Chip, conditionals: Sequence[Conditional]) -> bytes:
    """What a chip sees of the text, blanks in place of the rest of these conditionals: no byte moves."""
    text = bytearray(source.data)

    def blank(start: int, end: int) -> None:
        text[start:end] = bytes(b if b in b"\r\n" else 32 for b in text[start:end])

    for conditional in conditionals:
        position = conditional.span.start
        for branch, taken in zip(conditional.branches, source.states(conditional, chip), strict=True):
            blank(position, branch.body.start if taken else branch.body.end)
            position = branch.body.end
        blank(position, conditional.span.end)
    return bytes(text)


def leader(project: Project, path: Path) -> Path:
    """The file that stands for its group; the file itself where it has none."""
    group = group_of(project, path) if project.library.per_chip else ()
    return group[0].path if group else path


def library_inputs(project: Project) -> list[Path]:
    """What is converted as one: each source, and of files that belong together, one per chip, the first."""
    known = groups(project) if project.library.per_chip else []
    first = {part.path.resolve(): group[0].path for group in known for part in group}
    return list(dict.fromkeys(first.get(path.resolve(), path) for path in library_sources(project)))


def input_names(project: Project) -> list[str]:
    """What the inputs are called in reports and records."""
    known = {group[0].path: _name(group) for group in groups(project)} if project.library.per_chip else {}
    return [known.get(path) or project.relative(path) for path in library_inputs(project)]


def _name(parts: Sequence[Part]) -> str:
    return " + ".join(dict.fromkeys(part.source.path for part in parts))


def check_of(project: Project) -> str:
    return next(iter(project.library_rules.get("checks", ())), "")


def handles_of(project: Project) -> frozenset[str]:
    return frozenset(project.library_rules.get("types", {}).get("handle", ()))


def merge(parts: Sequence[Part], chips: Sequence[Chip], check: str, handles: frozenset[str]) -> Merged:
    """The text of all files, in which the functions that several have stand once, with a branch for each chip."""
    writer = _Writer(tuple(chips), check, handles)
    gaps = {part.chip.name: _gaps(part.source) for part in parts}
    keyed = _keyed(parts)
    if keyed is None:
        return merged_whole(
            parts, "a file defines a function several times, in branches of a conditional or in blocks of their own"
        )
    writer.between([(part, _beginning(part.source)) for part in parts], len(parts))
    for name in _order(keyed):
        having = [(part, known[name]) for part, known in zip(parts, keyed, strict=True) if name in known]
        writer.between([(part, gaps[part.chip.name][function.span]) for part, function in having], len(chips))
        writer.function(having, len(chips))
    ends = {
        part.chip.name: max((f.span.end for f in part.source.functions), default=_beginning(part.source).end)
        for part in parts
    }
    writer.between([(part, Span(ends[part.chip.name], len(part.source.data))) for part in parts], len(chips))
    data = bytes(writer.text)
    lines = MergedLines(data, writer.pieces, _definitions(parts))
    return Merged(_name(parts), data, lines, tuple(parts), writer.conflicts)


def merged_whole(parts: Sequence[Part], why: str) -> Merged:
    """Each file as it is, for its chip alone; what several define is refused."""
    writer = _Writer((), "", frozenset())
    for part in parts:
        writer.line(f"#if defined {part.chip.legacy_macro}")
        writer.copy(part.source, Span(0, len(part.source.data)))
        writer.line("#endif")
    counts = Counter(name for part in parts for name in {f.name for f in part.source.functions})
    conflicts = {name: f"the chips' files cannot be read as one: {why}" for name, count in counts.items() if count > 1}
    data = bytes(writer.text)
    lines = MergedLines(data, writer.pieces, _definitions(parts))
    return Merged(_name(parts), data, lines, tuple(parts), conflicts)


def _keyed(parts: Sequence[Part]) -> list[dict[str, Function]] | None:
    """Per file its functions by name, overloads by their declarations; None where that does not tell all of them apart."""
    counts = Counter((part.chip.name, f.name) for part in parts for f in part.source.functions)
    overloaded = {name for (_, name), count in counts.items() if count > 1}
    found = []
    for part in parts:
        known = {
            f"{f.name} {_signature(part.source, f)}" if f.name in overloaded else f.name: f
            for f in part.source.functions
        }
        if len(known) != len(part.source.functions):
            return None
        found.append(known)
    for name in overloaded:
        sets = {frozenset(key for key, f in known.items() if f.name == name) for known in found}
        if len(sets - {frozenset()}) > 1:
            return None
    return found


def _beginning(source: Source) -> Span:
    """What stands before the first function: its includes count for what other chips' files have before, and for chips without a file, too."""
    first = next(iter(source.functions), None)
    return Span(0, len(source.data) if first is None else min(first.lead.start, first.span.start))


def _gaps(source: Source) -> dict[Span, Span]:
    """What stands before each function but the first: it goes with the function where the files have them in another order."""
    found, position = {}, _beginning(source).end
    for function in source.functions:
        start = max(min(function.lead.start, function.span.start), position)
        found[function.span] = Span(position, start)
        position = function.span.end
    return found


def _definitions(parts: Sequence[Part]) -> dict[str, tuple[Location, ...]]:
    found: dict[str, tuple[Location, ...]] = {}
    for source in (part.source for part in parts):
        for function in source.functions:
            place = source.lines.location(source.path, function.span.start)
            found[function.name] = tuple(dict.fromkeys((*found.get(function.name, ()), place)))
    return found


def _order(keyed: Sequence[Mapping[str, Function]]) -> list[str]:
    """Keys of all functions: the first file's order, what only another has behind what stands before it there."""
    names = list(keyed[0])
    for known in keyed[1:]:
        at = 0
        for name in known:
            if name in names:
                at = names.index(name) + 1
            else:
                names.insert(at, name)
                at += 1
    return names


class _Writer:
    def __init__(self, chips: tuple[Chip, ...], check: str, handles: frozenset[str]) -> None:
        self.chips = chips
        self.check = check
        self.handles = handles
        self.text = bytearray()
        self.pieces: list[tuple[int, int, Source]] = []
        self.conflicts: dict[str, str] = {}

    def copy(self, source: Source, span: Span) -> None:
        self.pieces.append((len(self.text), span.start, source))
        self.text += source.data[span.start : span.end]

    def line(self, text: str) -> None:
        if self.text and not self.text.endswith(b"\n"):
            self.text += b"\n"
        self.text += text.encode() + b"\n"

    def between(self, spans: Sequence[tuple[Part, Span]], everyone: int) -> None:
        """What stands before a function: once where all files have the same, else for its chips alone."""
        parts = [part for part, _ in spans]
        texts = [part.source.data[span.start : span.end] for part, span in spans]
        if len({words_of(text) for text in texts}) == 1:
            return self.shared(parts, spans[0][1], everyone)
        pieces = in_pieces([(part.source, span) for part, span in spans])
        common = in_all([[words for words, _ in own] for own in pieces])
        positions = [0] * len(spans)
        for words in (*common, None):
            for number, (part, own) in enumerate(zip(parts, pieces, strict=True)):
                start = positions[number]
                while positions[number] < len(own) and own[positions[number]][0] != words:
                    positions[number] += 1
                if start < positions[number]:
                    self.alone([part], Span(own[start][1].start, own[positions[number] - 1][1].end))
            if words is not None:
                self.shared(parts, pieces[0][positions[0]][1], everyone)
                positions = [at + 1 for at in positions]

    def shared(self, parts: Sequence[Part], span: Span, everyone: int) -> None:
        """A part of the first file that all of these have, which may be every chip's."""
        if len(parts) == everyone:
            self.copy(parts[0].source, span)
        else:
            self.alone(parts, span)

    def alone(self, parts: Sequence[Part], span: Span) -> None:
        """A part of the first file for its chip, and those of the others, alone."""
        if parts[0].source.data[span.start : span.end].strip():
            self.line("#if " + " || ".join(f"defined {part.chip.legacy_macro}" for part in parts))
            self.copy(parts[0].source, span)
            self.line("#endif")
        else:
            self.text += b"\n"

    def function(self, having: Sequence[tuple[Part, Function]], everyone: int) -> None:
        _, function = having[0]
        heads = {part.chip.name: _signature(part.source, f) for part, f in having}
        if len(set(heads.values())) > 1:
            told = ", ".join(f"`{head}` for {chip}" for chip, head in heads.items())
            self.conflicts[function.name] = f"the chips' files declare it differently: {told}"
            return self.apart(having)
        bodies = {words_of(part.source.data[f.span.start : f.span.end]) for part, f in having}
        parameters = having[0][0].source.parameters(function)
        operator = any(p.type in self.handles for p in parameters) and bool(self.check)
        if len(bodies) == 1 and (len(having) == everyone or not operator):
            parts = [part for part, _ in having]
            return self.shared(parts, Span(min(function.lead.start, function.span.start), function.span.end), everyone)
        if len(having) == everyone or operator:
            return self.branches(having, everyone)
        self.line("#if " + " || ".join(f"defined {part.chip.legacy_macro}" for part, _ in having))
        self.branches(having, everyone)
        self.line("#endif")

    def apart(self, having: Sequence[tuple[Part, Function]]) -> None:
        """Each definition for its chip alone."""
        for part, function in having:
            self.alone([part], Span(min(function.lead.start, function.span.start), function.span.end))

    def branches(self, having: Sequence[tuple[Part, Function]], everyone: int) -> None:
        """One declaration; of the bodies what all begin and end with once, between them a branch for each chip."""
        part, function = having[0]
        code = part.source.code
        lists = [_statements(p.source, f) for p, f in having]
        sources = [p.source for p, _ in having]
        head, tail = _common(having, lists) if len(having) == everyone else (0, 0)
        while head and any(_torn(s, spans[head - 1].end) for s, spans in zip(sources, lists, strict=True)):
            head -= 1
        while tail and any(_torn(s, spans[-tail].start) for s, spans in zip(sources, lists, strict=True)):
            tail -= 1
        self.copy(part.source, Span(min(function.lead.start, function.span.start), code[function.open_brace].end))
        if head:
            self.copy(part.source, Span(code[function.open_brace].end, lists[0][head - 1].end))
        for number, ((own, own_function), statements) in enumerate(zip(having, lists, strict=True)):
            self.line(f"#{'elif' if number else 'if'} defined {own.chip.legacy_macro}")
            start = statements[head - 1].end if head else own.source.code[own_function.open_brace].end
            while start < len(own.source.data) and own.source.data[start : start + 1] in b"\r\n":
                start += 1
            end = statements[len(statements) - tail].start if tail else own.source.code[own_function.close_brace].start
            self.copy(own.source, Span(start, max(start, end)))
        if self.check:
            self.line("#else")
            self.line(f"  {self.check} ( false );")
        self.line("#endif")
        start = lists[0][len(lists[0]) - tail].start if tail else code[function.close_brace].start
        self.copy(part.source, Span(start, function.span.end))


def _torn(source: Source, offset: int) -> bool:
    """Whether a place lies within a conditional."""
    return any(c.span.start < offset < c.span.end for c in source.conditionals)


def _signature(source: Source, function: Function) -> str:
    return source.spell(function.first, function.close_paren + 1)


def _statements(source: Source, function: Function) -> list[Span]:
    """Top-level statements of a body. One span may hold several where their ends are not certain."""
    found: list[Span] = []
    index, last = function.body
    start = index
    compound = False
    while index < last:
        text = source.text(index)
        if index == start:
            compound = text in (b"if", b"for", b"while", b"switch", b"{")
        ends = text == b";"
        if text in (b"(", b"[", b"{"):
            index = source.pairs.get(index, last)
            ends = text == b"{" and compound
        following = source.text(index + 1)
        if ends and following not in (b"else", b"while", b";", b","):
            found.append(Span(source.code[start].start, source.code[index].end))
            start = index + 1
        index += 1
    if start < last:
        found.append(Span(source.code[start].start, source.code[last - 1].end))
    return [s for s in found if s.start < s.end]


def _common(having: Sequence[tuple[Part, Function]], lists: Sequence[Sequence[Span]]) -> tuple[int, int]:
    """How many statements all bodies begin with, and how many they end with, each with the directives before it."""
    texts, ends = [], []
    for (part, function), spans in zip(having, lists, strict=True):
        data, code = part.source.data, part.source.code
        starts = [code[function.open_brace].end, *(span.end for span in spans)]
        texts.append([words_of(data[start : span.end]) for start, span in zip(starts, spans, strict=False)])
        ends.append(words_of(data[starts[-1] : code[function.close_brace].start]))
    shortest = min(len(words) for words in texts)
    head = 0
    while head < shortest and len({words[head] for words in texts}) == 1:
        head += 1
    tail = 0
    while len(set(ends)) == 1 and tail < shortest - head and len({words[-1 - tail] for words in texts}) == 1:
        tail += 1
    while tail and any(text.startswith(b"#") for text in texts[0][-tail]):  # it would stay behind in the branches
        tail -= 1
    return head, tail
