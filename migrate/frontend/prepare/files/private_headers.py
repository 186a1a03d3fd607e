"""Headers that only sources of the library include, beside these: their helpers, types and constants are taken as if the source had them itself.

The text of such a header stands in place of the directive, without the functions that the source does not come to, but with its operators. A header that other headers
include, that has classes of other kinds than `header_classes.py` says, state or names of the rules, or whose text is decided elsewhere (a conditional around the directive, but for one that asks which chip it is) stays one.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from migrate.frontend.compiler.standard_macros import BY_ARGUMENT
from migrate.frontend.directives import Conditional, Directive, defined_name, included_name
from migrate.frontend.includes import included, searched
from migrate.frontend.lex import Kind, LineMap, lex
from migrate.frontend.plain_types import PLAIN
from migrate.frontend.prepare.edited import Prepared
from migrate.frontend.prepare.files.header_classes import is_plain_class, outside, without_deleted
from migrate.frontend.prepare.files.included_lists import with_lists
from migrate.frontend.prepare.files.macros import is_named
from migrate.frontend.source import Function, Source
from migrate.model import Location, Span
from migrate.project.config import Project
from migrate.project.library_rules import LibraryRules

_QUOTED = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
_WORD = re.compile(rb"[A-Za-z_]\w*")
_SCOPES = (b"namespace", b"extern")
_TYPES = (b"struct", b"class", b"union", b"enum", b"using")
_STATE = (b"static", b"thread_local")
_DEPTH = 8  # headers within headers
_STAYS = (b"operator", b"friend", b"virtual", b"__attribute__", b"asm")
_KNOWN = ("provided", "infrastructure", "calls", "launch", "prints", "checks", "safe_calls", "aborts", "names")


class _Lines(LineMap):
    """Places in the source and in its headers."""

    def __init__(self, data: bytes, pieces: list[tuple[int, int, Source]]) -> None:
        """`pieces`: offset in the text, offset in the file, the file."""
        super().__init__(data)
        self._pieces = [(at, own, source.lines, source.path, len(source.data)) for at, own, source in pieces]

    def location(self, path: str, offset: int) -> Location:
        start, own, lines, file, size = next(p for p in reversed(self._pieces) if p[0] <= offset or p[0] == 0)
        return lines.location(file, min(own + max(offset - start, 0), size))


def spliced(
    project: Project, path: Path, data: bytes, rules: LibraryRules, folders: Sequence[str] = ()
) -> Prepared | None:
    """A source with its private headers in it, and with those of these; None where it has none that it uses. `folders`: those of headers that are of
    the source's chip alone."""
    source = _with_lists(project, path, Source(project.relative(path), data, project.chips))
    data = source.data if source else data
    for _ in range(_DEPTH):
        near = [*_near(project, path, data), *_in_folders(project, path, data, folders, rules)]
        shared = list(_in_shared_folders(project, path, data))
        known = {file: Source(project.relative(file), text, project.chips) for _, file, text in (*near, *shared)}
        shared = [one for one in shared if not _names_known(known[one[1]], rules)]
        headers = {name: known[file] for name, file, _ in (*near, *shared) if not _stays(known[file], rules)}
        made = (
            _once(project, source or Source(project.relative(path), data, project.chips), headers, rules)
            if headers
            else None
        )
        if made is None:
            break
        source = Source(project.relative(path), made.data, project.chips)
        source.lines = made.lines
        source = _with_lists(project, path, source) or source
        data = source.data
    return Prepared(data, source.lines) if source is not None else None


def _with_lists(project: Project, path: Path, source: Source) -> Source | None:
    found = with_lists(project, path, source)
    if found is None:
        return None
    made = Source(source.path, found[0], project.chips)
    made.lines = _Lines(*found)
    return made


def _once(project: Project, source: Source, headers: Mapping[str, Source], rules: LibraryRules) -> Prepared | None:
    """The text with the headers that it includes itself, which are known by the names that it includes them by."""
    directives = _directives(source, headers)
    if not directives:
        return None
    texts = _included(project, source)
    operators = {h: {f.name.encode() for f in h.functions if _is_operator(h, f, rules)} for _, h in directives}
    used = (h for _, h in directives if operators[h] or _is_used(source, h) or _has_code_for(source, h, rules))
    taken = {h for h in used if not _is_shared(project, h, texts)}
    taken = {h for h in taken if not _guarded_elsewhere(project, source, h, texts)}
    if not taken or any(_is_computed(directive) for directive in source.tree.others):
        return None
    words = {path: frozenset(_WORD.findall(text)) for path, text in texts.items()}
    made, pieces, position = bytearray(), list[tuple[int, int, Source]](), 0
    written: set[Source] = set()
    for directive, header in directives:
        if header not in taken:
            continue
        pieces.append((len(made), position, source))
        made += source.data[position : directive.line.start]
        named = source.places.keys() | {
            w for path, own in words.items() if path != _place(project, header) for w in own
        }
        folder = os.path.relpath((project.root / header.path).parent, (project.root / source.path).parent)
        for start, end in _parts(header, named | operators[header]) if header not in written else ():
            for at, text in _from_folder(project, header, folder, start, end):
                pieces.append((len(made), at, header))
                made += text
        written.add(header)  # later directives give nothing, by its guard
        if not made.endswith(b"\n"):
            made += b"\n"
        position = directive.line.end
    pieces.append((len(made), position, source))
    made += source.data[position:]
    return Prepared(bytes(made), _Lines(bytes(made), pieces))


def _from_folder(project: Project, header: Source, folder: str, start: int, end: int) -> Iterator[tuple[int, bytes]]:
    """A part of a header's text, by offsets in it, that includes from another folder what the header includes from its own."""
    near = (project.root / header.path).parent
    position = start
    for match in _QUOTED.finditer(header.data, start, end) if folder != "." else ():
        if (near / match[1].decode("utf-8", "replace")).is_file():
            yield position, header.data[position : match.start(1)] + folder.encode() + b"/"
            position = match.start(1)
    yield position, header.data[position:end]


def _near(project: Project, path: Path, data: bytes) -> Iterator[tuple[str, Path, bytes]]:
    """Headers that the source includes by their places beside it, or below or above it, but for those that the project names and those with classes."""
    names = dict.fromkeys(name.decode("utf-8", "replace") for name in _QUOTED.findall(data))
    yield from _private(project, path, [(name, _file(path.parent / name)) for name in names])


def _in_folders(
    project: Project, path: Path, data: bytes, folders: Sequence[str], rules: LibraryRules
) -> Iterator[tuple[str, Path, bytes]]:
    """The same of headers that are found in these folders and nowhere before, and have nothing that a rule is about: a vendor's runtime has."""
    shared = {project.root / folder for folder in project.library.include}
    own = [folder for folder in (_file(project.root / one) for one in folders) if folder not in shared]
    names = [match.decode("utf-8", "replace") for match in dict.fromkeys(_QUOTED.findall(data))] if own else []
    found = []
    for name in names:
        places = (_file(folder / name) for folder in own)
        header = next((file for file in places if file.is_file()), None)
        if header is not None and not _file(path.parent / name).is_file():
            found.append((name, header))
    for name, header, text in _private(project, path, found):
        words = {word.decode("latin-1") for t in lex(text) if t.kind != Kind.COMMENT for word in _WORD.findall(t.text)}
        types = rules.handle_types | (rules.status_types - PLAIN) | rules.memory_types
        known = (*(getattr(rules, one) for one in _KNOWN), types)
        if not any(rules.concerns(word) or any(word in one for one in known) for word in words):
            yield name, header, text


def _in_shared_folders(project: Project, path: Path, data: bytes) -> Iterator[tuple[str, Path, bytes]]:
    """Private headers that the source finds in a folder of the library's, and nowhere else."""
    given, included_first = searched(project.library.flags)
    if included_first:
        return
    folders = [_file(project.root / folder) for folder in project.library.include]
    others = [_file(project.root / folder) for chip in project.chips for folder in chip.include] + given
    found = []
    for match in dict.fromkeys(_QUOTED.findall(data)):
        name = match.decode("utf-8", "replace")
        header = next((file for file in (_file(folder / name) for folder in folders) if file.is_file()), None)
        before = (_file(folder / name) for folder in (path.parent, *others))
        if header is not None and not any(file.is_file() for file in before):
            found.append((name, header))
    yield from _private(project, path, found)


def _names_known(header: Source, rules: LibraryRules) -> bool:
    """Whether a header declares a function or a type that a rule names: what is a runtime's, and not the library's own."""
    words = {word for kind in _types_of(rules) for word in kind.split()} - PLAIN
    known = {*rules.launch, *rules.calls, *rules.provided, *rules.infrastructure, *words}
    declared = {header.text(index - 1) for index in outside(header) if header.text(index) == b"("}
    return any(name.decode("utf-8", "replace") in known for name in _defined(header) | declared)


def _private(project: Project, path: Path, near: Sequence[tuple[str, Path]]) -> Iterator[tuple[str, Path, bytes]]:
    """Those of the headers that are the library's own, and no other part of it."""
    texts = ((name, header, header.read_bytes()) for name, header in near if header.is_file())
    found = [one for one in texts if not any(word in without_deleted(one[2]) for word in _STAYS)]
    others = {*project.source_files(project.library.headers), *project.argument_headers()} if found else set()
    stubs = {_file(path.parent / name) for name in project.library.stubs}
    for name, header, text in found:
        if header not in others | stubs and project.root in header.parents:
            yield name, header, text


def _file(path: Path) -> Path:
    return Path(os.path.normpath(path))


def _directives(source: Source, headers: Mapping[str, Source]) -> list[tuple[Directive, Source]]:
    """Those that include each header; none of one that has no guard and is included twice, or that a bracket or a conditional is around. One that is
    included once may stand in a conditional that only asks which chip it is."""
    found: list[tuple[Directive, Source]] = []
    for directive in source.tree.others:
        header = headers.get(included_name(directive) or "")
        if header is not None:
            found.append((directive, header))
    counts = Counter(header for _, header in found)
    spoilt = {header for header, count in counts.items() if count > 1 and not _guard(header)}
    for directive, header in found:
        index = source.index_at(directive.token.start)
        inside = any(first < index <= last for first, last in source.pairs.items() if first < last)
        around = [c for c in source.conditionals if c.span.covers(directive.token.span)]
        if inside or (around and (counts[header] > 1 or not all(_asks_chip(source, one) for one in around))):
            spoilt.add(header)
    return [(directive, header) for directive, header in found if header not in spoilt]


def _asks_chip(source: Source, conditional: Conditional) -> bool:
    """Whether a conditional asks which chip it is, and nothing else."""
    macros = {word.partition("=")[0].encode() for chip in source.chips for word in chip.definitions}
    changed = {defined_name(d) for d in source.tree.others if d.keyword in (b"define", b"undef")}
    words = {word for branch in conditional.branches for word in _WORD.findall(branch.condition())} - {b"defined"}
    return bool(words) and words <= macros and not words & changed


def _stays(header: Source, rules: LibraryRules) -> bool:
    """Whether a header has what is not taken: classes with more than plain members, state within functions, names of the rules."""
    types = (index for word in (b"struct", b"class", b"union") for index in header.where(word, 0, len(header.code)))
    classes = [index for index in types if _has_calls(header, index)]
    if any(not is_plain_class(header, index) or _is_known(header.text(index + 1), rules) for index in classes):
        return True
    if any(header.where(word, *function.body) for function in header.functions for word in _STATE):
        return True
    known = (getattr(rules, one) for one in _KNOWN)
    names = {function.name for function in header.functions}
    return any(name in one for one in known for name in names)


def _is_known(name: bytes, rules: LibraryRules) -> bool:
    """Whether a class, or a function of it, is one that a rule names."""
    known = {kind for kinds in _types_of(rules) for kind in kinds.split()}
    scopes = {one.rpartition("::")[0] for one in (*rules.launch, *rules.calls)}
    return name.decode("utf-8", "replace") in known | scopes


def _types_of(rules: LibraryRules) -> frozenset[str]:
    """The types that the rules name."""
    return rules.handle_types | rules.memory_types | rules.tensor_types | rules.dtype_types | rules.status_types


def _is_operator(header: Source, function: Function, rules: LibraryRules) -> bool:
    types = [parameter.type for parameter in header.parameters(function)]
    return bool(rules.operator(function.name)) and rules.handle_position(types) >= 0


def _is_used(source: Source, header: Source) -> bool:
    return any(name in source.places for name in _defined(header))


def _has_code_for(source: Source, header: Source, rules: LibraryRules) -> bool:
    """Whether the source uses a macro of a header that has legacy code in it and is none that a rule names: it is expanded where it is used."""
    for directive in header.tree.others:
        name = (defined_name(directive) or b"") if directive.keyword == b"define" else b""
        if name in source.places and not is_named(rules, name):
            words = _WORD.findall(directive.token.text)
            if any(rules.concerns(word.decode("latin-1")) for word in words if word != name):
                return True
    return False


def _defined(header: Source) -> set[bytes]:
    """Functions, types, enumerators and constants that a header defines."""
    found = {function.name.encode() for function in header.functions}
    skip = {function.first: function.close_brace for function in header.functions}
    index = first = 0
    while index < len(header.code):
        if index in skip:
            index = first = skip[index] + 1
            continue
        if header.text(index) == b";":
            found |= _declared(header, first, index)
            first = index + 1
        opens = header.text(index) in (b"(", b"[", b"{") and header.text(first) not in _SCOPES
        index = header.pairs.get(index, index) + 1 if opens else index + 1
    return found


def _declared(header: Source, first: int, last: int) -> set[bytes]:
    """Names of one declaration."""
    words = [i for i in range(first, last) if header.code[i].kind == Kind.IDENT]
    found = {header.text(i) for i in words if header.text(i - 1) in _TYPES}
    if header.text(first) == b"typedef":
        found |= {header.text(i) for i in words[-1:]}
    if header.where(b"enum", first, last):
        found |= {header.text(i) for i in words if header.text(i - 1) in (b"{", b",")}
    return found | {header.text(i) for i in words if header.text(i + 1) in (b"=", b"[")}


def _has_calls(header: Source, index: int) -> bool:
    """Whether a struct has member functions, or pointers to functions."""
    opener = next(
        (i for i in range(index, min(index + 8, len(header.code))) if header.text(i) in (b"{", b";", b")")), -1
    )
    return header.text(opener) == b"{" and bool(header.where(b"(", opener, header.pairs.get(opener, opener)))


def _place(project: Project, header: Source) -> Path:
    return (project.root / header.path).resolve()


def _included(project: Project, source: Source) -> dict[Path, bytes]:
    """Every header of the project that the source may come to."""
    folders = [project.root / folder for chip in project.chips for folder in chip.include]
    folders += [project.root / folder for folder in project.library.include]
    found = included(source.data, ((project.root / source.path).parent,), folders, project.library.flags)
    return {path.resolve(): text for path, text in found.items()}


def defined_elsewhere(project: Project, source: Source) -> frozenset[bytes]:
    """Names that a header of the project, or the build, may define as macros."""
    flags = (flag.removeprefix("-D") for flag in project.library.flags)
    given = (*flags, *project.library.defines, *(d for c in project.chips for d in c.definitions))
    names = {re.split(r"\W", one, maxsplit=1)[0].encode() for one in given}
    return frozenset(names.union(*(_DEFINED.findall(text) for text in _included(project, source).values())))


_DEFINED = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)


def _is_shared(project: Project, header: Source, texts: Mapping[Path, bytes]) -> bool:
    """Whether another header includes this one."""
    place = _place(project, header)
    name = re.compile(rb'include\s*[<"](?:[^">\n]*/)?%b[">]' % re.escape(place.name.encode()))
    return any(name.search(text) for path, text in texts.items() if path != place)


def _guarded_elsewhere(project: Project, source: Source, header: Source, texts: Mapping[Path, bytes]) -> bool:
    """Whether a header's guard is named by anything else, so that more decides than whether it was read before."""
    words = {header.data[span.start : span.end].split()[-1] for span in _guard(header)} - {b"once", b"#endif"}
    given = " ".join(
        (*project.library.flags, *project.library.defines, *(d for c in project.chips for d in c.definitions))
    )
    place = _place(project, header)
    others = [source.data, given.encode(), *(text for path, text in texts.items() if path != place)]
    return any(re.search(rb"\b%b\b" % re.escape(word), text) for word in words for text in others)


def _is_computed(directive: Directive) -> bool:
    """Whether a directive includes what a macro says, or imports."""
    text = directive.token.text.lstrip(b"#%: \t")
    return directive.keyword == b"import" or (
        directive.keyword == b"include" and not re.match(rb'include\s*["<]', text)
    )


def _parts(header: Source, named: Collection[bytes]) -> list[tuple[int, int]]:
    """What is taken of a header's text: without its guard, and without functions that neither the source nor another header names."""
    needed = _needed(header, named)
    cut = [Span(min(f.lead.start, f.span.start), f.span.end) for f in header.functions if f not in needed]
    cut += _guard(header)
    parts, position = [], 0
    for span in sorted(cut):
        parts.append((position, span.start))
        position = max(position, span.end)
    return [part for part in (*parts, (position, len(header.data))) if part[0] < part[1]]


def _needed(header: Source, named: Collection[bytes]) -> set[Function]:
    by_name: dict[bytes, list[Function]] = {}
    for function in header.functions:
        by_name.setdefault(function.name.encode(), []).append(function)
    defines = [d.token.text for d in header.tree.others if d.keyword == b"define"]
    others = {word for text in defines for word in re.findall(rb"\w+", text)} | _outside(header)
    joined = any(b"##" in text for text in defines) or b"##" in named  # it may make any name
    pending = [name for name in by_name if joined or name in named or name in others or name.decode() in BY_ARGUMENT]
    found: set[Function] = set()
    while pending:
        for function in by_name.pop(pending.pop(), ()):
            found.add(function)
            body = range(function.first, function.close_brace)
            pending += [name for name in by_name if any(header.text(i) == name for i in body)]
    return found


def _outside(header: Source) -> set[bytes]:
    """What a header names outside of its functions: in constants, types and declarations."""
    found, position = set[bytes](), 0
    for function in header.functions:
        found |= {header.text(i) for i in range(position, function.first)}
        position = function.close_brace
    return found | {header.text(i) for i in range(position, len(header.code))}


def _guard(header: Source) -> list[Span]:
    """The directives by which a header is read once."""
    found = [d.line for d in header.tree.others if d.token.text.lstrip(b"#%: \t").split()[:2] == [b"pragma", b"once"]]
    for conditional in header.conditionals:
        branch = conditional.branches[0]
        words = branch.opening.token.text.lstrip(b"#%: \t").split()
        if len(conditional.branches) != 1 or words[:1] != [b"ifndef"] or conditional.closing is None:
            continue
        defines = [
            d for d in header.tree.others if d.keyword == b"define" and d.token.start > branch.opening.token.start
        ]
        first = defines[0].token.text.lstrip(b"#%: \t").split() if defines else []
        whole = header.index_at(conditional.span.start) == 0 and header.index_at(conditional.span.end) >= len(
            header.code
        )
        if whole and first[1:] == words[1:2]:
            found += [branch.opening.line, defines[0].line, conditional.closing.line]
    return found
