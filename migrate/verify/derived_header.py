"""Strict types for a unified tree whose rules name no checking header: its own headers, with types of their own for what the rules are about.

An address, a buffer, a data type and a status become what `checking.h` has for them; bodies in headers go, since they were written for the plain types.
Where the strict headers do not fit what the rules write, the plain ones are taken: they show that the output compiles, and nothing else.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from migrate.emit.header import without_operators
from migrate.frontend.argument_structs import integer_type
from migrate.frontend.lex import Kind, lex_whole
from migrate.frontend.target_declarations import (
    Enumeration,
    FunctionDeclaration,
    TargetDeclarations,
    Typed,
    parse_headers,
    read_declarations,
)
from migrate.frontend.unified import unified_headers
from migrate.model import Span
from migrate.project.config import Project
from migrate.project.library_rules import LibraryRules
from migrate.project.snippets import fill, places

Edits = dict[str, list[tuple[Span, bytes]]]

# Parameters that the plain headers have as pointers to anything.
PASSED = b"""
namespace checking
{
class Passed
{
public:
    Passed(const VirtualAddress &) {}
    Passed(const VirtualBytes &) {}
    Passed(decltype(nullptr)) {}
    template <class T, typename OnlyIf<Bytes<T>::plain>::type = 0> Passed(T *) {}
};
class Launched
{
public:
    template <class T, typename OnlyIf<KernelArguments<T>::known>::type = 0> Launched(T *) {}
    template <class T, typename OnlyIf<KernelArguments<T>::known>::type = 0> Launched(const T *) {}
};
class Given
{
public:
    Given(Buffer *) {}
    Given(void **) {}
    Given(decltype(nullptr)) {}
};
} // namespace checking
"""


@dataclass(frozen=True)
class DerivedHeader:
    """`text` includes the headers; `files`: these as they are to be read, by path; `arguments`: of the compiler. The others: what has a type of its own."""

    text: bytes
    files: Mapping[str, bytes]
    arguments: tuple[str, ...]
    addresses: bool = False
    buffers: bool = False
    dtypes: bool = False
    statuses: bool = False


def derive(project: Project, rules: LibraryRules, types: bytes, copies: bytes) -> DerivedHeader | None:
    """`types`: the shipped strict types, `copies`: its functions that copy bytes. None where the unified tree has no headers that could be read."""
    files = {str(path): _without_operators(project, path) for path in unified_headers(project)}
    if not files:
        return None
    target = project.target
    folders = dict.fromkeys(project.target_root / folder for folder in (*target.include, target.sources))
    arguments = (f"-std={target.standard}", *(f"-I{folder}" for folder in folders))
    includes = "".join(f'#include "{path}"\n' for path in _starts(project)).encode()
    unit = parse_headers(includes, files, arguments)
    if unit is None:
        return None
    kinds = _Kinds.of(rules, read_declarations(unit, files), files)
    for addresses, named in kinds.choices():
        edits = kinds.edits(files, named, addresses)
        text = types + PASSED + kinds.unnamed_zero(rules, named) + includes + copies
        strict = {path: _edited(_tags(data, named), edits.get(path, ())) for path, data in files.items()}
        if parse_headers(text + _probe(rules, kinds, addresses), strict, arguments) is not None:
            dtypes, statuses = bool(kinds.dtypes & named), bool(kinds.statuses & named)
            return DerivedHeader(text, strict, arguments[1:], addresses, addresses and kinds.buffers, dtypes, statuses)
    return DerivedHeader(includes, files, arguments[1:])


def _starts(project: Project) -> Iterator[Path]:
    target = project.target
    folders = [project.target_root / folder for folder in (*target.include, target.sources)]
    found = (folder / target.implementation for folder in folders)
    yield from (path.resolve() for path in [*found, project.target_root / target.header] if path.is_file())


def _without_operators(project: Project, path: Path) -> bytes:
    """A header as it was before a run declared operators in it: each conversion declares its own."""
    data = path.read_bytes()
    of_operators = path == (project.target_root / project.target.header).resolve()
    return without_operators(data, project.unified.header.region) if of_operators else data


@dataclass(frozen=True)
class _Kinds:
    """What the rules say of the names that the headers declare."""

    declared: TargetDeclarations
    tensors: frozenset[str]
    dtypes: frozenset[str]
    statuses: frozenset[str]
    field: str  # of a tensor's address
    addressing: Mapping[str, bytes]  # functions that an address is given to -> what they give
    launching: frozenset[str]
    buffers: bool  # whether a device buffer is a pointer to anything

    @classmethod
    def of(cls, rules: LibraryRules, declared: TargetDeclarations, files: Mapping[str, bytes]) -> _Kinds:
        enumerations = {one.name for one in declared.enumerations}
        tensors = _names(rules, rules.tensor_types)
        members = [rules.fields[name] for name in rules.tensor_types if name in rules.fields]
        own = next((m[rules.address_field] for m in members if rules.address_field in m), rules.address_field)
        return cls(
            declared,
            tensors,
            _names(rules, rules.dtype_types) & enumerations,
            (_names(rules, rules.status_types) | {rules.unified.status}) & enumerations,
            own,
            dict.fromkeys(_called([rules.unified.offset], files), b"checking::VirtualBytes")
            | dict.fromkeys(_called([rules.unified.address], files), b"checking::PhysicalAddress"),
            _called(rules.launch_forms, files),
            all((rules.name(kind) or "").replace(" ", "") == "void*" for kind in rules.memory_types),
        )

    def choices(self) -> Iterator[tuple[bool, frozenset[str]]]:
        """What could have types of its own, most first: addresses, and which enumerations."""
        named = list(dict.fromkeys((self.dtypes | self.statuses, self.dtypes, self.statuses)))
        for addresses in (True, False):
            yield from ((addresses, names) for names in named if addresses or names)

    def unnamed_zero(self, rules: LibraryRules, named: frozenset[str]) -> bytes:
        """That 0 is no name of a data type, where it is not known to be the same one in both libraries."""
        lines = []
        for one in self.declared.enumerations if not rules.same_zero else ():
            if one.name in self.dtypes & named:
                opened, closed = "".join(f"namespace {name} {{ " for name in one.scope), "}" * len(one.scope)
                full = "::".join((*one.scope, one.name))
                lines.append(f"{opened}enum class {one.name}_named : int; {closed}")
                lines.append(
                    f"template <> struct checking::ZeroIsNamed<{full}_named> {{ static constexpr bool value = false; }};"
                )
        return "".join(f"{line}\n" for line in lines).encode()

    def edits(self, files: Mapping[str, bytes], named: frozenset[str], addresses: bool) -> Edits:
        """`named`: of the enumerations those that become types of their own."""
        found: Edits = defaultdict(list)
        for enumeration in self.declared.enumerations:
            if enumeration.name in named:
                text = _named(enumeration, files[str(enumeration.file)])
                found[str(enumeration.file)].append((enumeration.span, text))
        for one in self.declared.fields if addresses else ():
            if one.record in self.tensors and one.field.name == self.field:
                place = Span(one.field.span.start, one.field.span.end)
                found[str(one.file)].append((place, f"checking::VirtualAddress {one.field.name}".encode()))
        for function in self.declared.functions:
            found[str(function.file)] += self._function(function, files[str(function.file)], addresses)
        return found

    def _function(self, function: FunctionDeclaration, data: bytes, addresses: bool) -> Iterator[tuple[Span, bytes]]:
        gives, launches = self.addressing.get(function.name, b"") if addresses else b"", function.name in self.launching
        if gives and (place := _result(data, function.result.span)):
            yield place, gives + b" "
        for parameter in function.parameters:
            if kind := _passed(parameter, bool(gives), launches):
                yield Span(parameter.span.start, parameter.name_offset), kind + b" "
        if function.body is not None:
            head = function.parameters[-1].span.end if function.parameters else function.result.span.end
            start = function.body.start
            if function.constructor and (colon := data.find(b":", data.index(b")", head), start)) >= 0:
                start = colon
            yield Span(start, function.body.end), b";"


_CALLED = re.compile(r"(\w+)\(")
_MACRO = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)\([^)]*\)((?:\\\r?\n|[^\n])*)", re.MULTILINE)


def _called(forms: Iterable[str], files: Mapping[str, bytes]) -> frozenset[str]:
    """Functions that what the rules write calls, also through macros of the headers."""
    macros = {
        name.decode(): body.decode("utf-8", "replace") for data in files.values() for name, body in _MACRO.findall(data)
    }
    pending, found = [name for form in forms for name in _CALLED.findall(form)], set[str]()
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += _CALLED.findall(macros.get(name, ""))
    return frozenset(found)


def _names(rules: LibraryRules, kinds: Iterable[str]) -> frozenset[str]:
    """Unified names of types, without their namespaces."""
    return frozenset(name.rpartition("::")[2] for kind in kinds if (name := rules.name(kind)))


def _passed(parameter: Typed, translates: bool, launches: bool) -> bytes:
    """What a parameter becomes; empty where it stays."""
    kind = parameter.canonical.removeprefix("const ")
    if translates and (kind in ("void *",) or integer_type([word.encode() for word in kind.split()])):
        return b"const checking::VirtualAddress &"
    if kind == "void *":
        return b"checking::Launched" if launches else b"checking::Passed"
    return b"checking::Given" if kind == "void **" else b""


def _result(data: bytes, span: Span) -> Span | None:
    """What a function gives, in front of its name."""
    words = [t for t in lex_whole(data[span.start : span.end]) if t.kind != Kind.COMMENT and t.text not in _SPECIFIERS]
    return Span(span.start + words[0].start, span.end) if words else None


_SPECIFIERS = (b"static", b"inline", b"virtual", b"extern")


def _named(enumeration: Enumeration, data: bytes) -> bytes:
    """An enumeration as named numbers that nothing else converts to."""
    name, body = enumeration.name, data[enumeration.body.start : enumeration.body.end].decode("utf-8", "replace")
    numbers, kind = f"enum class {name}_named : int {body};", f"checking::Named<{name}_named>"
    if enumeration.scoped:
        constants = "".join(
            f" static constexpr {name}_named {word} = {name}_named::{word};" for word in enumeration.constants
        )
        made = f"using {kind}::Named; {name}() = default; {name}(const {kind} &other) : {kind}(other) {{}}"
        return f"{numbers} struct {name} : {kind} {{ {made}{constants} }}".encode()
    constants = "".join(f" constexpr {name} {word}{{{name}_named::{word}}};" for word in enumeration.constants)
    return f"{numbers} typedef {kind} {name};{constants}".removesuffix(";").encode()


def _tags(data: bytes, named: frozenset[str]) -> bytes:
    """`enum X` where the header names the type, in as many bytes."""
    for name in named:
        pattern = rb"\benum(\s+%s\b)(?!\s*[:{])" % name.encode()
        data = re.sub(pattern, rb"    \1", data)
    return data


def _edited(data: bytes, edits: Sequence[tuple[Span, bytes]]) -> bytes:
    for span, text in sorted(edits, key=lambda edit: edit[0], reverse=True):
        data = data[: span.start] + text + data[span.end :]
    return data


def _probe(rules: LibraryRules, kinds: _Kinds, addresses: bool) -> bytes:
    """What the rules write, as one function: strict headers in which it is an error do not fit them."""
    form = rules.unified
    status, handle, tensor = (
        form.status or min(_names(rules, rules.status_types), default=""),
        next(iter(sorted(_names(rules, rules.handle_types))), ""),
        min(kinds.tensors, default=""),
    )
    values = {
        "handle": form.handle,
        "key": "probe",
        "variant": "probe",
        "status": "probed",
        "arguments": "&arguments",
        "size": "sizeof(arguments)",
        "cores": "1",
        "address": f"tensor.{kinds.field}",
        **{name: name for name in form.variables},
    }
    texts = [*form.variables.values(), form.require_kernel, form.status_check, form.wait, form.not_supported]
    texts += [
        f"probed = {form.launch}",
        f"{'checking::PhysicalAddress' if addresses else 'auto'} physical = {form.address}" if tensor else "",
    ]
    texts += [f"{macro}(probed)" for name in sorted(rules.safe_calls) if (macro := rules.name(name))]
    texts += [
        f"{macro}(tensor.{kinds.field} != nullptr)"
        for name in sorted(rules.checks)
        if tensor and (macro := rules.name(name))
    ]
    known = [fill(text, values) for text in texts if text and not set(places(text)) - values.keys()]
    lines = "".join(f"{text.rstrip(';')};\n" for text in known)
    parameters = [
        f"{handle} {form.handle}" if handle else "",
        f"{tensor} tensor" if tensor else "",
        f"{status} probed" if status else "",
    ]
    head = f"{status or 'void'} checkingProbe({', '.join(p for p in parameters if p)})"
    arguments = "struct CheckingProbe { int n; };\ntemplate <> struct checking::KernelArguments<CheckingProbe> { static constexpr bool known = true; };\n"
    return f"{arguments}{head}\n{{\nCheckingProbe arguments;\n{lines}}}\n".encode()
