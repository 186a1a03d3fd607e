"""The text that converted functions are checked in: header of strict types, argument structs, helpers, declarations, operators."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path

from migrate.convert.function import Converted
from migrate.convert.header_context import absent
from migrate.convert.library import Conversion
from migrate.convert.other_sources import operators_elsewhere
from migrate.emit import families
from migrate.emit.library import plan_of
from migrate.emit.plan import OutputPlan
from migrate.errors import UsageError
from migrate.frontend.argument_structs import (
    address_types,
    integer_type,
    struct_names,
    struct_scopes,
    structs_of,
    typed_fields,
)
from migrate.frontend.compiler.clang import Decl
from migrate.frontend.includes import included
from migrate.frontend.lex import Kind, all_texts, lex_whole
from migrate.frontend.source import Source
from migrate.frontend.unified import unified_headers, unified_names
from migrate.model import Edit, EditKind, Span
from migrate.project.config import Project
from migrate.project.library_rules import compile_library_rules
from migrate.verify.asked_types import MACROS, marked, moved_by
from migrate.verify.checking_fit import misfits
from migrate.verify.derived_header import DerivedHeader, derive, plain_headers

BUFFER = "checking::Buffer"
PHYSICAL = b"checking::PhysicalAddress"
STANDARD = b"#include <cstdint>\n#include <cstring>\n#include <memory>\n#include <string>\n#include <vector>\n"


@dataclass(frozen=True)
class Piece:
    """A part of the text. `item` is a function's number, or `names` are those that other functions use it by."""

    start: int
    end: int
    item: int = -1
    names: tuple[str, ...] = ()
    steps: tuple[tuple[int, int], ...] = ()  # offset in the text -> offset in the legacy source, ascending
    whole: bool = False  # the function's definition, each part of it with a step


class Text:
    def __init__(self) -> None:
        self.data = b""
        self.pieces: list[Piece] = []
        self.probed = (0, 0)  # lines that ask whether the unified build has a function of a helper's name

    def add(
        self,
        data: bytes,
        item: int = -1,
        names: tuple[str, ...] = (),
        steps: Sequence[tuple[int, int]] = (),
        whole: bool = False,
    ) -> None:
        start = len(self.data)
        self.data += data + b"\n"
        if item >= 0 or names:
            moved = tuple((start + here, there) for here, there in steps)
            self.pieces.append(Piece(start, len(self.data), item, names, moved, whole))

    def at(self, offset: int) -> Piece | None:
        return next((piece for piece in self.pieces if piece.start <= offset < piece.end), None)

    def converted(self) -> tuple[int, int]:
        """From the first converted function, or the first type that comes along, to the end of the last function."""
        found = [piece for piece in self.pieces if piece.whole or piece.names]
        return (found[0].start, found[-1].end) if any(piece.whole for piece in found) else (0, 0)


@dataclass(frozen=True)
class Headers:
    """What the text begins with: the strict types, and the kernels' argument structs."""

    strict: bytes
    files: Mapping[str, bytes] = field(
        default_factory=dict
    )  # headers of argument structs, by path, with strict field types
    included: tuple[str, ...] = ()  # of them those that the text includes
    structs: bytes = b""  # definitions of structs where there is no header to include
    defines: tuple[str, ...] = ()
    address: Callable[[str], object] = bool  # whether a field of this name holds a physical address
    own: bool = True  # whether `strict` is written for this; else it is what the unified tree has itself
    typed: bool = True  # whether addresses have types of their own
    buffers: bool = True  # and buffers
    arguments: tuple[str, ...] = ()  # of the compiler
    kernels: tuple[bytes, ...] = ()  # texts of the headers that have kernels' argument structs

    @property
    def asks(self) -> bool:
        """Whether there are the templates by which the text asks about types; a header without the shipped types has none."""
        return b"struct Askable" in self.strict


def read_headers(project: Project, done: Conversion) -> tuple[Headers, ...]:
    """What converted code has to fit, one after the other: the strict types and, where these are derived from headers or a project's own, the headers as
    they are.
    Nothing where the rules want no such check, or name no header of strict types and there is no unified tree to derive one from."""
    rules = done.unit.rules
    if rules.checking == "":
        return ()
    if rules.checking is not None:
        plain = plain_headers(project) if _own_header(project, rules.checking) else None
        return (_headers(project, done, None), *((_headers(project, done, plain),) if plain else ()))
    derived = derive(project, rules, *_shipped_types())
    found = (derived, derived.plain) if derived is not None else ()
    return tuple(_headers(project, done, one) for one in found if one is not None)


def _headers(project: Project, done: Conversion, derived: DerivedHeader | None) -> Headers:
    rules = done.unit.rules
    wanted = {launch.args for item in done.items for launch in item.launches}
    paths = project.argument_headers() or structs_headers(project, wanted)
    used = {name for item in done.items for name in item.address_fields}
    physical = PHYSICAL if derived is None or derived.addresses else b""

    def address(field_name: str) -> bool:
        return bool(physical) and (rules.address_fields.search(field_name) is not None or field_name in used)

    texts = {str(path): (derived.files if derived else {}).get(str(path), b"") or path.read_bytes() for path in paths}
    files = {path: typed_fields(data, address, physical) for path, data in texts.items()}
    kernels = tuple(files.values())
    named = [*_with_same_structs(project, paths), *project.included_arguments()]
    structs = b"" if paths else typed_fields(_structs_of_source(done.unit.source, wanted), address, physical)
    included = tuple(str(path) for path in named or paths)
    if derived is not None:
        files = {**_with_these(derived.files, texts, address, physical), **files}
        kernels = tuple(files[path] for path in files if path in texts or structs_of(files[path]) & _defined(texts))
        there = _defined(_others(derived.files, texts))
        included = tuple(path for path in included if not structs_of(texts.get(path, b"")) & there)
        typed = derived.addresses, derived.buffers, derived.arguments
        return Headers(derived.text, files, included, structs, (), address, False, *typed, kernels)
    defines = ("-DCHECKING_SAME_ZERO",) if rules.same_zero else ()
    strict = _strict_header(project, str(rules.checking))
    return Headers(strict, files, included, structs, defines, address, kernels=kernels)


def _defined(texts: Mapping[str, bytes]) -> frozenset[str]:
    return frozenset(name for data in texts.values() for name in structs_of(data))


def _others(files: Mapping[str, bytes], texts: Mapping[str, bytes]) -> dict[str, bytes]:
    """Headers of the unified tree, without those that the tree's own take the place of: the ones of their names."""
    replaced = {Path(path).name for path in texts}
    return {path: data for path, data in files.items() if path not in texts and Path(path).name not in replaced}


def _with_these(
    files: Mapping[str, bytes], texts: Mapping[str, bytes], address: Callable[[str], object], physical: bytes
) -> dict[str, bytes]:
    """The unified tree's headers where argument structs of the tree are: one of the same name is the tree's own, the structs of others have the same
    types of their own."""
    own = {Path(path).name: path for path in texts}
    structs = _defined(texts)
    found: dict[str, bytes] = {}
    for path, data in files.items():
        if path in texts or not structs_of(data) & structs:
            found[path] = data
        elif Path(path).name in own:
            found[path] = f'#include "{own[Path(path).name]}"\n'.encode()
        else:
            found[path] = typed_fields(data, address, physical)
    return found


def unchecked(project: Project) -> str:
    """What nothing shows of converted library code, and why; empty where it is type-checked."""
    if not project.library_rules:
        return ""
    if project.library_rules.get("checking"):
        return _unfitting(project, str(project.library_rules["checking"]))
    said = "no rule set names a header of strict types (library.checking)"
    derived = None
    if project.library_rules.get("checking") is None:
        said += ", and the unified tree's headers show no such types"
        derived = derive(project, compile_library_rules(project.library_rules), *_shipped_types())
    if derived is None:
        return f"{said}: what is converted of the library is neither type-checked nor compiled"
    parts = {"addresses": derived.addresses, "data types": derived.dtypes, "statuses": derived.statuses}
    if derived.addresses and compile_library_rules(project.library_rules).memory_types:
        parts["buffers"] = derived.buffers
    missing = [name for name, there in parts.items() if not there]
    if not missing:
        return ""
    return f"{said} for {' and '.join(missing)}: converted code is compiled, and these are not told apart from numbers and pointers"


def _unfitting(project: Project, name: str) -> str:
    """What a project's own header of strict types says otherwise than the unified tree's headers."""
    path = _own_header(project, name)
    plain = plain_headers(project) if path is not None else None
    if path is None or plain is None:
        return ""
    found = list(misfits(path.resolve(), _strict_header(project, name), _shipped_types()[0], plain))
    more = f", and {len(found) - 3} more" if len(found) > 3 else ""
    said = "; ".join(found[:3]) + more
    return f"library.checking: {name} does not fit the unified tree's headers: {said}" if found else ""


_TYPES = b'#include "checking-types.h"\n'
_TYPES_END = b"} // namespace checking\n"


def _shipped_types() -> tuple[bytes, bytes]:
    """The strict types, and the functions that copy bytes, which know what they copy."""
    types, end, rest = (resources.files("migrate") / "rules" / "data" / "checking.h").read_bytes().partition(_TYPES_END)
    return types + end, rest[rest.index(_COPIES) :]


_COPIES = b"static inline void *checkedMemset("


def _strict_header(project: Project, name: str) -> bytes:
    """A project's own header, beside its project file or a rule file of it, may begin with the types of the shipped one."""
    shipped = resources.files("migrate") / "rules" / "data"
    own = _own_header(project, name)
    if own is not None:
        return own.read_bytes().replace(b"\r\n", b"\n").replace(_TYPES, _shipped_types()[0])
    if not (shipped / name).is_file():
        places = " or ".join(map(str, _rule_folders(project)))
        raise UsageError(f"library.checking names {name}, which is neither shipped nor in {places}")
    return (shipped / name).read_bytes()


def _own_header(project: Project, name: str) -> Path | None:
    return next((folder / name for folder in _rule_folders(project) if (folder / name).is_file()), None)


def _rule_folders(project: Project) -> list[Path]:
    return [*dict.fromkeys((project.file.parent, *(file.parent for file in project.rule_files)))]


def structs_headers(project: Project, wanted: Collection[str]) -> list[Path]:
    """Where the project names no header of argument structs: those of the unified tree that have the structs which are launched."""
    return [path for path in unified_headers(project) if structs_of(path.read_bytes()) & set(wanted)]


def _with_same_structs(project: Project, paths: Sequence[Path]) -> list[Path]:
    """The unified tree's own headers of argument structs that define one which the tree's define as well: a library with both does not compile."""
    theirs = {name for path in paths for name in structs_of(path.read_bytes())} if project.library.arguments else set()
    target = project.target
    own = [project.target_root / folder / name for folder in target.include for name in target.arguments]
    replaced = {path.name for path in paths}
    found = (path for path in own if path.is_file() and path.name not in replaced)
    return [path for path in found if any(structs_of(one.read_bytes()) & theirs for one in _whole(path))]


def _whole(header: Path) -> list[Path]:
    """A header and what it includes from its folder."""
    return [header, *included(header.read_bytes(), (header.parent,), ())]


def assemble(project: Project, done: Conversion, headers: Headers) -> Text:
    """Header, argument structs, what the target's own header has beyond these, helpers, declarations, operators."""
    rules = done.unit.rules
    names = {**rules.names, **{name: BUFFER for name in rules.memory_types if headers.buffers}}
    typed = replace(done, unit=replace(done.unit, rules=replace(rules, names=names, known={})))
    plan = plan_of(project, typed)
    text = Text()
    helpers = project.target.helpers
    shared = [entry for entry in plan.files.get(helpers, ()) if entry.order < 0]  # types, macros, constants
    text.add(_standard([*(i.text for i in done.items if i.text), *(entry.text for entry in shared)]))
    brought = sorted({header for i in done.items if i.text for header in i.headers} | _overloading(project))
    text.add("".join(f"#include <{header}>\n" for header in ("stddef.h", "stdint.h", *_lists(done), *brought)).encode())
    text.add(headers.strict)
    for path in headers.included:
        text.add(f'#include "{path}"'.encode())
    text.add(headers.structs)
    target = project.target_root / project.target.header
    if target.is_file() and headers.own:
        text.add(_further(target.read_bytes(), _words(headers.strict)))
    _probe(text, done)
    if headers.asks:
        text.add(MACROS)
    for entry in shared:
        data = typed_fields(entry.text, headers.address, PHYSICAL)
        text.add(marked(data)[0] if headers.asks else data, names=(entry.name.lstrip("#"), *entry.further))
    every = headers.own or bool(
        project.library.arguments
    )  # else they may stand in a header that has other structs as well
    wanted = {launch.args for item in done.items if item.text for launch in item.launches}
    known = _one_name_each(
        [own for data in (*headers.kernels, headers.structs) for own in struct_names(data) if every or own & wanted],
        absent(done.unit.source),
    )
    if not project.library.arguments and not unified_headers(project):  # as far as can be known
        known |= {launch.args for item in done.items if item.text for launch in item.launches if launch.args}
    line = "template <> struct checking::KernelArguments<{}> {{ static constexpr bool known = true; }};"
    scopes = {
        name: scope for data in (*headers.kernels, headers.structs) for name, scope in struct_scopes(data).items()
    }
    full = (f"{scopes[name]}::{name}" if name in scopes else name for name in sorted(known))
    text.add("\n".join(line.format(name) for name in full if headers.asks).encode())
    numbers = [n for n, i in enumerate(done.items) if i.text]
    physical = _all_physical(done, headers.address) if headers.typed else frozenset()
    used = {text.decode("utf-8", "replace") for n in numbers for text in all_texts(done.items[n].text)}
    for number in [n for n in numbers if not done.items[n].operator and done.items[n].unified in used]:
        _add_function(text, done, number, physical, headers)
    _declare(text, done, plan)
    for name, declaration in operators_elsewhere(typed.unit).items() if used else ():
        if name in used:
            text.add(f'extern "C" {declaration}'.encode(), names=(name,))
    for name in _families(plan, helpers):
        for entry in plan.files[name]:
            if entry.order < 0 and not entry.definition:  # a helper that stands behind who calls it
                text.add(entry.text)
    order = {
        entry.name: position for position, name in enumerate(_families(plan, helpers)) for entry in plan.files[name]
    }
    for number in sorted(
        (n for n in numbers if done.items[n].operator), key=lambda n: (order.get(done.items[n].unified, 0), n)
    ):
        _add_function(text, done, number, physical, headers)
    return text


def _lists(done: Conversion) -> tuple[str, ...]:
    """What lists in braces need that are no initialisers: the source includes it for them, and so do the unified headers, by their containers."""
    return ("initializer_list",) if any(i.text and _LIST.search(i.text) for i in done.items) else ()


_LIST = re.compile(rb"(?:[:=(]|return)\s*\{")


def _one_name_each(structs: Sequence[frozenset[str]], absent: Collection[str]) -> set[str]:
    """A name of each struct, of which several branches may define one; without those that the output need not have."""
    found: set[str] = set()
    taken: set[str] = set()
    for names in structs:
        own = names.difference(absent)
        if own and not own & taken:
            found.add(min(own))
        taken |= own
    return found


PROBED = b"namespace checking { namespace probed { using ::"


def _probe(text: Text, done: Conversion) -> None:
    """A line per helper that is an error as it should be: no other function of its name is known to the unified build."""
    start = len(text.data)
    names = {item.unified: number for number, item in enumerate(done.items) if item.text and not item.operator}
    for name, number in names.items():
        text.add(PROBED + name.encode() + b"; } }", number, (), [(0, done.items[number].function.span.start)])
    text.probed = (start, len(text.data))


def _standard(texts: Sequence[bytes]) -> bytes:
    """What the functions need of the headers that the implementation's header includes, and of those that come along with them."""
    headers = {header for text in texts for header in families.standard_headers(text)}
    named = {name for text in texts for name in re.findall(rb"\bstd\s*::\s*(\w+)", text)}
    known = {b"vector": "vector", b"string": "string", b"map": "map", b"min": "vector", b"max": "vector"}
    if named - known.keys():
        return STANDARD + "".join(f"#include <{header}>\n" for header in sorted(headers)).encode()
    headers = headers - {"algorithm"} | {
        known[name] for name in named
    }  # min and max come with vector, at a third of the time
    return "".join(f"#include <{header}>\n" for header in sorted(headers)).encode()


def _overloading(project: Project) -> frozenset[str]:
    """Headers that bring overloads into the global namespace, where the unified headers include them."""
    return unified_names(project).includes & {"math.h", "stdlib.h", "complex.h"}


def _families(plan: OutputPlan, helpers: str) -> list[str]:
    return sorted(name for name in plan.files if name != helpers)


def _declare(text: Text, done: Conversion, plan: OutputPlan) -> None:
    numbers = {item.unified: n for n, item in enumerate(done.items) if item.text}
    text.add(b'extern "C" {')
    for declaration in plan.declarations:
        if declaration.name in numbers:
            item = done.items[numbers[declaration.name]]
            start = item.function.span.start
            text.add(declaration.text, numbers[declaration.name], (), [(0, start)])
    text.add(b"}")


def _add_function(text: Text, done: Conversion, number: int, physical: frozenset[int], headers: Headers) -> None:
    """The edited definition with a type of its own for device buffers, and where each part of it stands in the legacy source."""
    item = done.items[number]
    data, span = done.unit.source.data, item.function.span
    given = {edit.span.start for edit in item.edits}
    unset = (edit for edit in _unset(done, item) if edit.span.start not in given)  # a rule initialises it
    added = (*_physical(done.unit.source, item, physical, headers.address), *unset) if headers.typed else ()
    edits = sorted([*item.edits, *added], key=lambda edit: edit.span)
    parts: list[bytes] = []
    steps: list[tuple[int, int]] = []
    here, position = 0, span.start
    for edit in edits:
        if not (span.start <= edit.span.start and edit.span.end <= span.end):
            continue
        kept = data[position : edit.span.start]
        new = _typed(edit, data) if headers.buffers else edit.text
        parts += [kept, new]
        steps += [(here, position), (here + len(kept), edit.span.start)]
        here += len(kept) + len(new)
        position = edit.span.end
    steps.append((here, position))
    parts.append(data[position : span.end])
    joined = b"".join(parts).replace(b"\r\n", b" \n")
    joined, moved = marked(joined, function=True) if headers.asks else (joined, [])
    text.add(joined, number, (), moved_by(steps, moved) if moved else steps, whole=True)


def _all_physical(done: Conversion, address: Callable[[str], object]) -> frozenset[int]:
    """Offsets of the integers that a translated address is given to, and of the helpers that give one of them back."""
    source = done.unit.source
    found = frozenset(offset for item in done.items for offset in item.physical)
    while True:
        results = {
            item.function.name_offset(source)
            for item in done.items
            if item.text and not item.operator and _gives(source, item, _given(source, item, found, address))
        }
        if results <= found:
            return found
        found |= results


def _gives(source: Source, item: Converted, given: set[int]) -> bool:
    """Whether a function returns an expression that begins with one of its integers that hold an address."""
    for index in source.where(b"return", *item.function.body) if given else ():
        value = index + 1
        while source.text(value) == b"(":
            value += 1
        decl = source.fact(value) if source.code[value].kind == Kind.IDENT else None
        if decl is not None and decl.offset in given:
            return True
    return False


def _physical(
    source: Source, item: Converted, physical: frozenset[int], address: Callable[[str], object]
) -> Iterator[Edit]:
    """A type of their own for the integers of the function that a translated address is given to."""
    spans: set[Span] = set()
    given = _given(source, item, physical, address)
    apart: dict[Span, bytes] = {}
    for offset in given:
        first = _declaration(source, source.index_at(offset), item.function.first, item.function.close_paren)
        while source.text(first) in (b"static", b"inline", b"constexpr", b"const", b"volatile"):
            first += 1
        last = first
        while integer_type([*(source.text(i) for i in range(first, last)), source.text(last), b"long"]):
            last += 1
        if first < last and integer_type([source.text(i) for i in range(first, last)]):
            mixed = _apart(source, item, first, last, given)
            apart |= mixed
            spans |= set() if mixed else {Span(source.code[first].start, source.code[last - 1].end)}
        elif source.code[first].start < offset:
            spans.update(_named_or_inner(source, first, offset))
    begin, own = item.function.span.start, item.source_text
    for start, end, text in address_types(own, address, PHYSICAL) if b"struct" in own else ():
        apart[Span(begin + start, begin + end)] = text
    yield from (Edit(span, PHYSICAL, EditKind.ADDRESS, "checked") for span in spans)
    yield from (Edit(span, text, EditKind.ADDRESS, "checked") for span, text in apart.items())


def _apart(source: Source, item: Converted, first: int, last: int, given: Collection[int]) -> dict[Span, bytes]:
    """Edits that make of a declaration of addresses and numbers, whose type is tokens [first, last), one for each of its names; none where all are addresses,
    where one is no statement (the head of a loop), and for parameters."""
    end = next(iter(source.where(b";", last, item.function.close_brace)), -1)
    before = first
    while source.text(before - 1) in _SPECIFIERS:
        before -= 1
    if first < item.function.open_brace or end < 0 or source.text(before - 1) not in (b";", b"{", b"}"):
        return {}
    names, index = list[int](), last
    while index < end:
        if source.code[index].kind == Kind.IDENT and source.text(index) not in _QUALIFIERS:
            names.append(index)
            while index < end and source.text(index) != b",":
                index = source.pairs.get(index, index) + 1
        index += 1
    holding = [source.code[name].start in given for name in names]
    if not holding or all(holding):
        return {}
    start, end = source.code[first].start, source.code[last - 1].end
    number = source.data[start:end]
    found = {Span(start, end): PHYSICAL} if holding[0] else {}
    specifiers = b" ".join([*(source.text(i) for i in range(before, first)), b""])
    for name, holds in zip(names[1:], holding[1:], strict=True):
        comma = name
        while source.text(comma) != b",":
            comma -= 1
        found[source.code[comma].span] = b"; " + specifiers + (PHYSICAL if holds else number) + b" "
    return found


_QUALIFIERS = frozenset((b"const", b"volatile", b"restrict"))
_SPECIFIERS = frozenset((b"static", b"const", b"volatile", b"register", b"constexpr"))


def _named_or_inner(source: Source, first: int, offset: int) -> Iterator[Span]:
    """In a declaration of the variable at an offset: the alias that stands for an integer, or the integers among template arguments."""
    decl = source.fact(source.index_at(offset))
    kind = decl.canonical if decl is not None else ""
    if kind and integer_type([word.encode() for word in kind.removeprefix("const ").split()]):
        deduced = source.text(first) in (b"auto", b"decltype") or any(
            _is_deduced(source, d) for d in source.decls(first)
        )
        if source.code[first].kind == Kind.IDENT and not deduced:
            yield source.code[first].span
        return
    name, index = source.index_at(offset), first
    while index < name:
        last = index
        while last < name and source.code[last].kind == Kind.IDENT:
            last += 1
        words = [source.text(i) for i in range(index, last)]
        while words and words[0] in (b"const", b"volatile"):
            words, index = words[1:], index + 1
        if source.text(index - 1) in (b"<", b",") and source.text(last) in (b">", b",", b">>") and integer_type(words):
            yield Span(source.code[index].start, source.code[last - 1].end)
        index = max(last, index + 1)


def _is_deduced(source: Source, decl: Decl) -> bool:
    """Whether an alias says by `decltype` what it stands for, which may be another type in the unified source."""
    if decl.file or decl.offset < 0:
        return False
    index = source.index_at(decl.offset)
    end = source.places.get(b";", ())
    last = next((i for i in end if i > index), index)
    return bool(source.where(b"decltype", max(index - 12, 0), last))


def _given(source: Source, item: Converted, physical: frozenset[int], address: Callable[[str], object]) -> set[int]:
    """Offsets of the integers declared in the function that get an address: a translated one, a field's, or another's of them."""
    span = item.function.span
    found = {offset for offset in physical if span.start <= offset < span.end}
    before = -1
    while before < len(found):
        before = len(found)
        for index in source.where(b"=", *item.function.body):
            target = source.fact(index - 1)
            if target is None or target.offset < item.function.span.start or target.offset in found:
                continue
            value = index + 1
            while source.text(value) in (b"(", b"&", b"*"):
                value += 1
            while source.text(value + 1) in (b".", b"->"):
                value += 2
            decl = source.fact(value) if source.code[value].kind == Kind.IDENT else None
            if decl and (
                decl.offset in found
                or (decl.kind == "function" and decl.offset in physical)
                or (decl.kind == "field" and address(decl.name))
            ):
                found.add(target.offset)
    return {offset for offset in found if offset < item.function.span.end}


def _unset(done: Conversion, item: Converted) -> Iterator[Edit]:
    """Where the function leaves a variable unset that is, or may hold, a data type."""
    source, rules = done.unit.source, done.unit.rules
    kinds = {name.encode() for name in (*rules.tensor_types, *rules.dtype_types)} | done.types.keys()
    bodies = _local_bodies(source, item, kinds)
    places = {index for kind in kinds for index in source.where(kind, *item.function.body)}
    for index in sorted(places | {closer for _, closer in bodies}):
        if source.code[index + 1].kind != Kind.IDENT or any(first < index < last for first, last in bodies):
            continue  # a member is set where its object is
        begin = source.pairs[index] if source.text(index) == b"}" else index
        first = _declaration(source, begin, item.function.first)
        position = index + 1
        while source.text(first) not in _NEVER_UNSET and source.code[position].kind == Kind.IDENT:
            if source.text(position + 1) in (b";", b","):
                at = source.code[position].end
                yield Edit(Span(at, at), b" = checking::Unset()", EditKind.ADDRESS, "checked")
                position += 1
            elif (
                source.text(position + 1) == b"["
                and source.text(position + 4) in (b";", b",")
                and source.text(position + 2).isdigit()
            ):
                at = source.code[position + 3].end
                text = ", ".join(["checking::Unset()"] * min(int(source.text(position + 2)), 256))
                yield Edit(Span(at, at), f" = {{{text}}}".encode(), EditKind.ADDRESS, "checked")
                position += 4
            if source.text(position) != b",":
                break
            position += 1


_NEVER_UNSET = (b"static", b"typedef")


def _local_bodies(source: Source, item: Converted, kinds: set[bytes]) -> list[tuple[int, int]]:
    """The braces of the types that the function declares and that have a member of these kinds; their names are added to the kinds."""
    found: list[tuple[int, int]] = []
    for index in sorted(i for word in (b"struct", b"class") for i in source.where(word, *item.function.body)):
        brace = index + 1
        while source.text(brace) not in (b"{", b";", b")", b"(", b"=", b""):
            brace += 1
        closer = source.pairs.get(brace, brace)
        members = {source.text(i) for i in range(brace + 1, closer)}
        if source.text(brace) == b"{" and members & kinds:
            found.append((brace, closer))
            named = source.text(index - 1) == b"typedef"
            kinds |= {source.text(i) for i in (index + 1, *(closer + 1,) * named) if source.code[i].kind == Kind.IDENT}
    return found


def _declaration(source: Source, index: int, floor: int, parameters: int = 0) -> int:
    """First token of the declaration that a declared name belongs to; before `parameters` each has its own."""
    while index > floor and source.text(index - 1) not in (b";", b"{", b"("):
        before = source.text(index - 1)
        if (before == b"}" and source.text(index) != b",") or (before == b"," and index < parameters):
            break
        index = source.pairs.get(index - 1, index - 1) if before in (b")", b"]", b"}") else index - 1
    return index


def _typed(edit: Edit, data: bytes) -> bytes:
    if edit.kind != EditKind.MEMORY or edit.rule != "memory":
        return edit.text
    if edit.text.startswith(b"void *"):
        constructs = _CONSTRUCTS.match(data, edit.span.end)  # `void *()` is no expression, and `T()` would be one
        return edit.text if constructs else BUFFER.encode() + b" " + edit.text.removeprefix(b"void *")
    return b"" if edit.text.startswith(b"*") else edit.text


_CONSTRUCTS = re.compile(rb"\s*(?:\{|\((?!\s*[*&]))")


def _words(text: bytes) -> frozenset[bytes]:
    return frozenset(t.text for t in lex_whole(text) if t.kind == Kind.IDENT) | frozenset(
        m for t in lex_whole(text) if t.kind == Kind.DIRECTIVE for m in re.findall(rb"\w+", t.text)
    )


def _further(header: bytes, known: frozenset[bytes]) -> bytes:
    """Types, macros and prototypes of helpers that a header has and `known` does not name."""
    return b"\n".join(text for name, text in _declarations(header) if name not in known)


def _structs_of_source(source: Source, wanted: Collection[str]) -> bytes:
    """Definitions of structs, and of the types and constants in them, from the project's headers that a source includes."""
    files = dict.fromkeys(source.header_paths)
    named = (decl for facts in source.facts for decl in facts.entities.values() if decl.name in wanted)
    files |= dict.fromkeys(decl.file for decl in named if decl.file and not decl.file.startswith("<"))
    texts = [source.table.text(file) for file in reversed(files)]
    found = {name: text for data in texts for name, text in _declarations(data)}
    needed: set[bytes] = set()
    pending = [name.encode() for name in wanted]
    while pending:
        name = pending.pop()
        if name in found and name not in needed:
            needed.add(name)
            pending += _words(found[name])
    return b"\n".join(text for name, text in found.items() if name in needed)


def _declarations(header: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Types, macros and prototypes of helpers of a header, by name."""
    tokens = [t for t in lex_whole(header) if t.kind != Kind.COMMENT]
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if token.kind == Kind.DIRECTIVE:
            found = re.match(rb"#\s*define\s+(\w+)", token.text)
            if found:
                yield found.group(1), token.text
            index += 1
        elif token.text in (b"typedef", b"struct", b"enum", b"static"):
            last, opened = index, -1
            depth = 0
            while last < len(tokens):
                if tokens[last].text == b"{":
                    opened = last if opened < 0 else opened
                    depth += 1
                elif tokens[last].text == b"}":
                    depth -= 1
                    if depth == 0 and token.text == b"static":
                        break
                elif tokens[last].text == b";" and depth == 0:
                    break
                last += 1
            end = min(last, len(tokens) - 1)
            name = tokens[end - 1].text if token.text != b"static" else _function_name(tokens[index:end])
            name = tokens[index + 1].text if name == b"}" else name
            if token.text == b"static" and opened >= 0:
                yield name, header[token.start : tokens[opened].start].replace(b"inline", b"") + b";"
            else:
                yield name, header[token.start : tokens[end].end]
            index = last + 1
        else:
            index += 1


def _function_name(tokens: Sequence[object]) -> bytes:
    texts = [t.text for t in tokens]  # type: ignore[attr-defined]
    return texts[texts.index(b"(") - 1] if b"(" in texts else b""
