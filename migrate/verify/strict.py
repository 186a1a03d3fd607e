"""Every converted function is parsed once more, in its unified form, against a header with stricter types than the unified library has.

What does not pass is refused with its place in the legacy source: a virtual address, a data type or a status that is used as something else
than what it is, and whatever the compiler of the unified tree would not take. So no output that does not compile leaves with exit code 0.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from migrate.convert.entities import uses
from migrate.convert.function import Converted
from migrate.convert.library import Conversion
from migrate.emit.header import without_operators
from migrate.emit.library import placement, system_headers
from migrate.frontend.compiler.clang import Decl, is_system
from migrate.frontend.compiler.strict_parse import StrictRequest, strict_parse
from migrate.frontend.compiler.strict_walk import Problem
from migrate.frontend.includes import included
from migrate.frontend.lex import all_texts
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.prototypes import Prototype, read_prototypes
from migrate.frontend.unified import public_names, unified_headers
from migrate.model import Refusal, Span
from migrate.project.config import Project
from migrate.project.library_rules import LibraryRules
from migrate.verify import references
from migrate.verify.checked_text import Headers, Piece, Text, assemble, read_headers

ROUNDS = 8  # a function that is refused may take its callers with it
CHECKED = frozenset(("checking::VirtualAddress", "checking::Buffer", "checking::Named"))


def refusals(project: Project, done: Conversion) -> dict[int, Refusal]:
    """By number of the item: why its unified form does not pass, for any chip."""
    checks = read_headers(project, done)
    found = _misplaced(project, done) | _undeclared(project, done) if checks else {}
    for headers in checks:
        found |= _checked(project, done, headers, found)
    return found


def _checked(project: Project, done: Conversion, headers: Headers, known: Mapping[int, Refusal]) -> dict[int, Refusal]:
    """`known`, and what does not pass against these headers."""
    found = dict(known)
    items = [item.refused(found[n]) if n in found else item for n, item in enumerate(done.items)]
    builds = _builds(project, done, headers)
    complete = bool(project.library.arguments or unified_headers(project))  # else nobody knows what the output has
    for last in (*[False] * ROUNDS, True):
        if not any(item.text for item in items):  # nothing is left that could be wrong
            break
        text = assemble(project, replace(done, items=tuple(items)), headers)
        own = (text.data[piece.start : piece.end] for piece in text.pieces if piece.whole or piece.names)
        templates = any(b"template" in data for data in own)
        checked = CHECKED if headers.typed else frozenset[str]()
        request = StrictRequest(
            text.data, (), checked, headers.files, text.probed, text.converted(), complete, templates
        )
        problems, meanings = _parsed(request, builds)
        if problems:
            refused = {} if last else dict(_refusals(text, problems, items, _hints(done.unit.rules)))
        else:
            refused = references.of_types(done.unit, items, done.types, text, meanings)
            refused |= references.refusals(done.unit, items, text, meanings) | _orphans(done, items, found)
        if not problems and not refused:
            break
        if not refused:  # an error outside of what was converted: nothing here can be relied on
            refused = {n: _outside(item, problems[0]) for n, item in enumerate(items) if item.text}
        twins = {n: items[n].function.name for n in refused}
        for number, item in enumerate(items):
            twin = next((n for n, name in twins.items() if name == item.function.name), None)
            if item.text and twin is not None and number not in refused:  # another definition, of another chip, say
                refused[number] = replace(refused[twin], span=item.function.span)
        found |= refused
        items = [item.refused(refused[n]) if n in refused else item for n, item in enumerate(items)]
    return found


def _orphans(done: Conversion, items: Sequence[Converted], found: Mapping[int, Refusal]) -> dict[int, Refusal]:
    """Callers of helpers that were refused here and whose name is still that of a function: of another one."""
    gone = {items[n].function.name_offset(done.unit.source): r for n, r in found.items() if not items[n].operator}
    refused: dict[int, Refusal] = {}
    for number, item in enumerate(items):
        for use in uses(done.unit.source, item) if item.text and gone else ():
            why = gone.get(use.decl.offset) if not use.decl.file else None
            if why is not None:
                message = f"calls {use.decl.name}, which is refused: {why.message}"
                span = done.unit.source.code[use.index].span
                refused[number] = Refusal("L163", span, message, None, item.function.name)
                break
    return refused


def _misplaced(project: Project, done: Conversion) -> dict[int, Refusal]:
    """What one text cannot show: names that other headers of the target have, and internal functions of another file."""
    header = project.target_root / project.target.header
    taken: dict[bytes, Path] = {}
    for path in sorted(header.parent.glob("*.h")) if header.parent.is_dir() else ():
        if path != header:
            others = without_operators(path.read_bytes())  # those that a run declared move out of it
            taken |= dict.fromkeys(re.findall(rb"\b(\w+)\s*\(", others), path)
    own = any(i.operator and i.function.name in done.internal for i in done.items)
    placed = placement(project, done).items() if own else ()
    files = {entry.name: name for name, entries in placed for entry in entries}
    internal = {
        i.function.name: files.get(i.unified) for i in done.items if i.operator and i.function.name in done.internal
    }
    found: dict[int, Refusal] = {}
    for number, item in enumerate(done.items):
        if not item.text or not item.operator:
            continue
        function = item.function
        if item.unified.encode() in taken:
            message = f"{item.unified}, its unified name, is a function of {taken[item.unified.encode()].name} already"
            found[number] = Refusal("L182", function.span, message, None, function.name)
        for index in done.unit.source.calls(*function.body) if internal else ():
            callee = done.unit.source.text(index).decode("utf-8", "replace")
            if callee != function.name and internal.get(callee, files.get(item.unified)) != files.get(item.unified):
                message = (
                    f"calls {callee}, which no header declares and which stands in another file of the unified tree"
                )
                span = done.unit.source.code[index].span
                found.setdefault(number, Refusal("L182", span, message, None, function.name))
    return found


def _undeclared(project: Project, done: Conversion) -> dict[int, Refusal]:
    """Operators whose declaration names a type that neither the public header has, nor one that it includes from its folder, nor those of argument
    structs."""
    header = project.target_root / project.target.header
    declared = {
        n: i for n, i in enumerate(done.items) if i.text and i.operator and i.function.name not in done.internal
    }
    if not header.is_file() or not declared:
        return {}
    data = header.read_bytes()
    folders = [project.target_root / folder for folder in project.target.include]
    texts = [data, *included(data, (header.parent,), folders).values()]
    texts += [path.read_bytes() for path in project.argument_headers()]  # a library is built with the tree's own
    known = frozenset(_WORD.findall(_COMMENT.sub(b" ", b"\n".join(texts)))) | _PLAIN
    if any(_CPP_HEADER.search(text) for text in texts):
        known |= {b"std"}
    found: dict[int, Refusal] = {}
    for number, item in declared.items():
        for parameter in next(iter(read_prototypes(item.declaration).values()), _NONE).parameters:
            missing = [word for word in _WORD.findall(parameter.type.encode()) if word not in known]
            brought = _brought(project, done, item) if missing else frozenset[bytes]()
            for word in [word for word in missing if word not in brought][:1]:
                name = word.decode("utf-8", "replace")
                message = (
                    f"the public header would declare a parameter of type {parameter.type}, and does not have {name}"
                )
                found.setdefault(number, Refusal("L182", item.function.span, message, None, item.function.name))
    return found


def _brought(project: Project, done: Conversion, item: Converted) -> frozenset[bytes]:
    """What the headers of the system have of which the declaration of an operator brings one into the public header."""
    source, public = done.unit.source, public_names(project)
    if not public.known or not system_headers(source, item, public):
        return frozenset()
    tables = (table for facts in source.facts for table in (facts.references, facts.entities))
    return frozenset((b"std", *(d.name.encode() for table in tables for d in table.values() if is_system(d.file))))


_CPP_HEADER = re.compile(rb"#[ \t]*include[ \t]*<\w+>")  # <vector>, and no <stddef.h>
_COMMENT = re.compile(rb"/\*.*?\*/|//[^\n]*", re.DOTALL)
_WORD = re.compile(rb"[A-Za-z_]\w*")
_PLAIN = FUNDAMENTAL | frozenset(
    b"struct union enum class restrict __restrict volatile _Float16 __fp16 __bf16 _Bool".split()
)
_NONE = Prototype("", "", ())


def _parsed(
    request: StrictRequest, builds: Sequence[tuple[str, ...]]
) -> tuple[list[Problem], list[Mapping[int, Decl]]]:
    """The problems of the first build that has any; else what the identifiers stand for in each."""
    found: list[Mapping[int, Decl]] = []
    for arguments in builds:
        parsed = strict_parse(replace(request, arguments=arguments))
        if parsed.problems:
            return parsed.problems, []
        found.append(parsed.meanings)
    return [], found


def _kept_flags(flags: Sequence[str]) -> Iterator[str]:
    """The legacy build's without what it brings into every source: the unified build has neither its macros nor its headers."""
    words = iter(flags)
    for flag in words:
        if flag in ("-include", "-imacros", "-D", "-U"):
            next(words, None)
        elif not flag.startswith(("-D", "-U", "-std=", "--std=")):
            yield flag


def _builds(project: Project, done: Conversion, headers: Headers) -> list[tuple[str, ...]]:
    """Compiler arguments of each build of the output that sees something else: one for all chips, or one per chip."""
    flags = (
        *_kept_flags(project.library.flags),
        f"-std={project.target.standard}",
        *headers.defines,
        *headers.arguments,
    )
    shared = [Path(path).parent for path in headers.included]
    shared += [project.root / folder for folder in project.library.include]
    builds: dict[tuple[Path, ...], tuple[str, ...]] = {}
    for chip in project.chips:
        own = [project.root / folder for folder in chip.include]
        define = (f"-D{chip.unified_macro}",) if done.unit.rules.dispatch == "macro" else ()
        seen: tuple[Path, ...] = tuple(Path(one) for one in define)
        for path, data in headers.files.items():
            seen += tuple(included(data, (Path(path).parent,), [*own, *shared]))
        folders = (f"-I{folder}" for folder in dict.fromkeys([*own, *shared]))
        builds.setdefault(seen, (*flags, *define, *folders))
    return list(builds.values())


def _refusals(
    text: Text, problems: Sequence[Problem], items: Sequence[Converted], hints: Sequence[tuple[str, str]]
) -> Mapping[int, Refusal]:
    """One refusal per function: its first problem, or that of a type or macro which it uses."""
    found: dict[int, Refusal] = {}
    refused = [item for item in items if not item.text and item.refusals]
    gone = {name: item.refusals[0] for item in refused for name in (item.unified, item.function.name)}
    for problem in problems:
        pieces = [(piece, offset) for offset in problem.offsets if (piece := text.at(offset))]
        for piece, offset in pieces[:1] if any(p.item >= 0 for p, _ in pieces[:1]) else pieces:
            if piece.item >= 0:
                refusal = _refusal(items[piece.item], problem, _legacy(piece, offset), gone, hints)
                found.setdefault(piece.item, refusal)
                break
            words = {name.encode() for name in piece.names}
            for number, item in enumerate(items):
                if item.text and not words.isdisjoint(all_texts(item.text)):
                    found.setdefault(number, _refusal(item, problem, item.function.span.start))
    return found


def _legacy(piece: Piece, offset: int) -> int:
    index = bisect_right(piece.steps, (offset, 1 << 60)) - 1
    if index < 0:
        return 0
    here, there = piece.steps[index]
    following = piece.steps[index + 1][1] if index + 1 < len(piece.steps) else there + offset - here
    return min(there + offset - here, max(following, there))


_ASSERTED = re.compile(r"^static assertion failed due to requirement '[^']*': ")
_NAMED = re.compile(r" \(aka '(?:const )?Named<[\w:]+>(?: [*&]+)?'\)")
_OWN = re.compile(r"\bNamed<([\w:]+)_checkingName>|_checkingName\b")
_UNDECLARED = re.compile(r"undeclared identifier '(\w+)'|no (?:member|template) named '(\w+)'")


def _refusal(
    item: Converted,
    problem: Problem,
    offset: int,
    gone: Mapping[str, Refusal] | None = None,
    hints: Sequence[tuple[str, str]] = (),
) -> Refusal:
    """`gone`: refused functions of the file; who calls one is refused for that. `hints`: what to do where a message has a word."""
    missing = _UNDECLARED.search(problem.message)
    name = (missing[1] or missing[2]) if missing else ""
    if why := (gone or {}).get(name):
        message = f"calls {name}, which is refused: {why.message}"
        return Refusal("L163", Span(offset, offset), message, None, item.function.name)
    id = "L181" if problem.misreads else "L180"
    what = (
        "an address, data type or tensor is taken apart here"
        if problem.misreads
        else "the unified form does not type-check"
    )
    said = _ASSERTED.sub("", problem.message).replace("checking::", "")
    said = _OWN.sub(r"\1", _NAMED.sub("", said))
    known = () if problem.misreads else (*_HINTS, *hints)
    hint = next((hint for name, hint in known if name in problem.message), "")
    return Refusal(id, Span(offset, offset), f"{what}: {' '.join(said.split())}{hint}", None, item.function.name)


_DTYPE = "; a data type is no number here, since its numbers are others in the unified library: compare it with the types' names"
_STATUS = "; a status is no number here: compare it with the status that means success"
_INDEX = "; a data type or status is no index here, since its numbers are others in the unified library: choose by its names, in a switch"
_LAUNCHED = "; a launch takes the address of a struct, by its own type, that a header of `library.arguments` has"


def _hints(rules: LibraryRules) -> list[tuple[str, str]]:
    """The same by the names that the unified library has for these types, and for launches."""
    launches = (f"no matching member function for call to '{name}'" for name in _CALLED.findall(rules.unified.launch))
    dtypes = (f"'{name}'" for kind in sorted(rules.dtype_types) if (name := rules.name(kind)))
    return [
        *((name, _DTYPE) for name in dtypes),
        *((f"'{name}'", _STATUS) for name in (rules.unified.status,) if name),
        *((message, _LAUNCHED) for message in launches),
        ("no viable overloaded operator[]", _INDEX),
        ("the size of a type is asked", "; write the number that is meant"),
        (
            "of undefined template",
            "; include the header that defines it, which the legacy file got through another one",
        ),
    ]


_CALLED = re.compile(r"(\w+)\(")
_OF_C = "; the unified library is C++, of which not every compiler takes what C has here: set the members one by one, in their order, or write what both have"
# What a type of the checking header stands for, for whoever has never seen it.
_HINTS = (
    ("Named<Dtype>", _DTYPE),
    ("Named<Status>", _STATUS),
    (
        "PhysicalAddress",
        "; it is an address that a kernel is to see, which only a field or integer takes that is known to hold one: by what is assigned to it, or by library.address_fields",
    ),
    ("VirtualAddress", "; a tensor's address is a pointer in the unified library, and no number"),
    ("VirtualBytes", "; an offset on a tensor's address gives an address, and no number"),
    ("designat", _OF_C),
    ("is a C11 extension", _OF_C),
)


def _outside(item: Converted, problem: Problem) -> Refusal:
    message = f"the headers that the unified form is checked against do not parse: {problem.message}"
    return Refusal("L180", item.function.span, message, None, item.function.name)
