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
    Field,
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
    Launched(decltype(nullptr)) {}
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
template <class A, class B> struct Same { static constexpr bool value = false; };
template <class A> struct Same<A, A> { static constexpr bool value = true; };
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
    plain: DerivedHeader | None = None  # the headers as they are, which what passes here has to fit as well


def derive(project: Project, rules: LibraryRules, types: bytes, copies: bytes) -> DerivedHeader | None:
    """`types`: the shipped strict types, `copies`: its functions that copy bytes. None where the unified tree has no headers that could be read."""
    plain = plain_headers(project)
    unit = parse_headers(plain.text, plain.files, _arguments(project)) if plain is not None else None
    if plain is None or unit is None:
        return None
    files, arguments, includes = plain.files, _arguments(project), plain.text
    kinds = _Kinds.of(rules, read_declarations(unit, files), files)
    for addresses, named in kinds.choices():
        edits = kinds.edits(files, named, addresses)
        text = types + PASSED + kinds.unnamed_zero(rules, named) + includes + copies
        strict = {path: _edited(_tags(data, named), edits.get(path, ())) for path, data in files.items()}
        unit = parse_headers(text + _probe(rules, kinds, named, addresses), strict, arguments)
        if unit is not None and kinds.shown(read_declarations(unit, strict), named):
            dtypes, statuses = (
                kinds.all_in(named, _names(rules, rules.dtype_types)),
                kinds.all_in(named, _statuses(rules)),
            )
            buffers = addresses and kinds.buffers
            return DerivedHeader(text, strict, arguments[1:], addresses, buffers, dtypes, statuses, plain)
    return plain


def plain_headers(project: Project) -> DerivedHeader | None:
    """The unified tree's headers as they are; None where it has none."""
    files = {str(path): _without_operators(project, path) for path in unified_headers(project)}
    includes = "".join(f'#include "{path}"\n' for path in _starts(project)).encode()
    return DerivedHeader(includes, files, _arguments(project)[1:]) if files else None


def _arguments(project: Project) -> tuple[str, ...]:
    target = project.target
    folders = dict.fromkeys(project.target_root / folder for folder in (*target.include, target.sources))
    return (f"-std={target.standard}", *(f"-I{folder}" for folder in folders))


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
    giving: frozenset[str]  # functions that give it, where it is no member
    several: frozenset[str]  # macros that take more than one argument
    addressing: Mapping[str, bytes]  # functions that an address is given to -> what they give
    launching: frozenset[str]
    buffering: frozenset[str]  # functions that give buffers, or take them back
    buffers: bool  # whether a device buffer is a pointer to anything

    @classmethod
    def of(cls, rules: LibraryRules, declared: TargetDeclarations, files: Mapping[str, bytes]) -> _Kinds:
        enumerations = {one.name for one in declared.enumerations}
        tensors = declared.records_of(_untagged(_unscoped(_names(rules, rules.tensor_types))))
        own = next(iter(_members(rules, rules.address_field).values()), rules.address_field)
        reads = [call.form for call in rules.calls.values() if call.kind == "address"]
        members = {one.field.name for one in declared.fields if one.record in tensors}
        members |= {f"{one.name}()" for one in declared.functions if one.record in tensors}
        asked = (found[1] for form in reads if (found := _MEMBER.fullmatch(form)))
        own = own if own in members else next((name for name in asked if name in members), own)
        known = {one.name for one in declared.functions if not one.record}
        giving = {found[1] for form in reads if (found := _GIVES.fullmatch(form)) and found[1] in known}
        memory = [call.text for call in rules.calls.values() if call.kind == "memory"]
        return cls(
            declared,
            tensors,
            _unscoped(_names(rules, rules.dtype_types)) & enumerations,
            _unscoped(_statuses(rules)) & enumerations,
            own,
            frozenset(giving if own not in members else ()),
            frozenset(name.decode() for data in files.values() for name in _SEVERAL.findall(data)),
            dict.fromkeys(_called([rules.unified.offset], files), b"checking::VirtualBytes")
            | dict.fromkeys(_called([rules.unified.address], files), b"checking::PhysicalAddress"),
            _called(rules.launch_forms, files),
            _called(memory, files),
            all((rules.name(kind) or "").replace(" ", "") == "void*" for kind in rules.memory_types)
            and not any(re.search(r"\bvoid\b", form) for form in memory),  # a form that casts one has it as a pointer
        )

    def reads_address(self, tensor: str) -> tuple[str, str]:
        """How a parameter of this type is declared, and what its address is."""
        plain = next(iter(_untagged(_unscoped([tensor]))))
        whole = any(one.record in self.tensors for one in (*self.declared.fields, *self.declared.functions))
        opaque = not whole and self.declared.records.get(plain) == frozenset()
        declared = f"{tensor} {'*' if opaque else ''}tensor"
        takes = [f.parameters[0].canonical for f in self.declared.functions if f.name in self.giving and f.parameters]
        if takes:
            given = "&tensor" if takes[0].endswith("*") and whole else "tensor"
            return declared, f"{min(self.giving)}({given})"
        return declared, f"tensor{'->' if opaque else '.'}{self.field}"

    def choices(self) -> Iterator[tuple[bool, frozenset[str]]]:
        """What could have types of its own, most first: addresses, and which enumerations."""
        named = list(dict.fromkeys((self.dtypes | self.statuses, self.dtypes, self.statuses, frozenset())))
        for addresses in (True, False):
            yield from ((addresses, names) for names in named if addresses or names)

    def shown(self, strict: TargetDeclarations, named: frozenset[str]) -> bool:
        """Whether a tensor's data type is one of the enumerations, where these have types of their own: a number would be none of them."""
        asked = self.dtypes & named
        held = [one.field.canonical for one in strict.fields if one.record in self.tensors]
        held += [one.result.canonical for one in strict.functions if one.record in self.tensors or not held]
        words = {word for kind in held for word in re.findall(r"\w+", kind)}
        return not asked or not self.tensors or any(name in words or f"{name}_checkingName" in words for name in asked)

    def all_in(self, named: frozenset[str], names: Iterable[str]) -> bool:
        """Whether each of these types is among the enumerations that became types of their own."""
        unified = _unscoped(names)
        return bool(unified) and unified <= named

    def unnamed_zero(self, rules: LibraryRules, named: frozenset[str]) -> bytes:
        """That 0 is no name of a data type, where it is not known to be the same one in both libraries."""
        lines = []
        for one in self.declared.enumerations if not rules.same_zero else ():
            if one.name in self.dtypes & named:
                opened, closed = "".join(f"namespace {name} {{ " for name in one.scope), "}" * len(one.scope)
                full = "::".join((*one.scope, one.name))
                lines.append(f"{opened}enum class {one.name}_checkingName : int; {closed}")
                lines.append(
                    f"template <> struct checking::ZeroIsNamed<{full}_checkingName> {{ static constexpr bool value = false; }};"
                )
        return "".join(f"{line}\n" for line in lines).encode()

    def edits(self, files: Mapping[str, bytes], named: frozenset[str], addresses: bool) -> Edits:
        """`named`: of the enumerations those that become types of their own."""
        found: Edits = defaultdict(list)
        for enumeration in self.declared.enumerations:
            if enumeration.name in named:
                text = _named(enumeration, files[str(enumeration.file)])
                found[str(enumeration.file)].append((enumeration.span, text))
        for members in _groups(self.declared.fields) if addresses else ():
            own = any(one.record in self.tensors and one.field.name == self.field for one in members)
            if own and not any(re.search(r"[\[(]", one.field.canonical) for one in members):
                kinds = (
                    b"checking::VirtualAddress" if m.field.name == self.field else m.field.canonical.encode()
                    for m in members
                )
                text = b"; ".join(kind + b" " + m.field.name.encode() for kind, m in zip(kinds, members, strict=True))
                place = Span(members[0].field.span.start, members[-1].field.span.end)
                found[str(members[0].file)].append((place, text))
        for function in self.declared.functions:
            found[str(function.file)] += self._function(function, files[str(function.file)], addresses)
        return found

    def _function(self, function: FunctionDeclaration, data: bytes, addresses: bool) -> Iterator[tuple[Span, bytes]]:
        if function.outside is not None:
            yield function.outside, b";"
            return
        gives, launches = self.addressing.get(function.name, b"") if addresses else b"", function.name in self.launching
        buffers = addresses and self.buffers and function.name in self.buffering
        result = gives or self._pointer(function, buffers) if addresses else b""
        if result and (place := _result(data, function.result.span)):
            yield place, result + b" "
        for parameter in function.parameters:
            if kind := _passed(parameter, bool(gives), launches, buffers):
                yield Span(parameter.span.start, parameter.name_offset), kind + b" "
        if function.body is not None:
            head = function.parameters[-1].span.end if function.parameters else function.result.span.end
            start = function.body.start
            if function.constructor and (colon := data.find(b":", data.index(b")", head), start)) >= 0:
                start = colon
            yield Span(start, function.body.end), b";"

    def _pointer(self, function: FunctionDeclaration, buffers: bool) -> bytes:
        """What a function gives that gives a pointer to anything: a buffer, or a tensor's address."""
        if function.result.canonical.removeprefix("const ") != "void *":
            return b""
        own = function.record in self.tensors and f"{function.name}()" == self.field
        own = own or (not function.record and function.name in self.giving)
        return b"checking::Buffer" if buffers else b"checking::VirtualAddress" if own else b""


def _groups(fields: Iterable[Field]) -> list[list[Field]]:
    """Members that one declaration declares stand together."""
    found: dict[tuple[Path, int], list[Field]] = defaultdict(list)
    for one in fields:
        found[one.file, one.field.span.start].append(one)
    return list(found.values())


_CALLED = re.compile(r"(\w+)\(")
_MEMBER = re.compile(r"\(?\{(?:this|0)\}\)?(?:\.|->)(\w+(?:\(\))?)")
_GIVES = re.compile(r"(\w+)\(\s*\{(?:this|0)\}\s*\)")
_SEVERAL = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)\([^,()]*,", re.MULTILINE)
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
    """Unified names of types."""
    return frozenset(name for kind in kinds if (name := rules.name(kind)))


def _statuses(rules: LibraryRules) -> frozenset[str]:
    return frozenset(name for name in (*_names(rules, rules.status_types), rules.unified.status) if name)


def _unscoped(names: Iterable[str]) -> frozenset[str]:
    """Names without their namespaces."""
    return frozenset(name.rpartition("::")[2] for name in names)


def _untagged(names: Iterable[str]) -> frozenset[str]:
    """Names without `struct` and its like in front."""
    return frozenset(name.split()[-1] for name in names if name.split())


def _members(rules: LibraryRules, field: str) -> dict[str, str]:
    """What each unified tensor type calls a member that the rules know by its legacy name."""
    kinds = ((rules.name(kind), kind) for kind in sorted(rules.tensor_types))
    return {name: rules.fields.get(kind, {}).get(field, field) for name, kind in kinds if name}


def _passed(parameter: Typed, translates: bool, launches: bool, buffers: bool) -> bytes:
    """What a parameter becomes; empty where it stays."""
    kind = parameter.canonical.removeprefix("const ")
    if buffers and kind == "void *&":
        return b"checking::Buffer &"
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
    numbers, kind = f"enum class {name}_checkingName : int {body};", f"checking::Named<{name}_checkingName>"
    if enumeration.scoped:
        constants = "".join(
            f" static constexpr {name}_checkingName {word} = {name}_checkingName::{word};"
            for word in enumeration.constants
        )
        made = f"using {kind}::Named; {name}() = default; {name}(const {kind} &other) : {kind}(other) {{}}"
        return f"{numbers} struct {name} : {kind} {{ {made}{constants} }}".encode()
    constants = "".join(f" constexpr {name} {word}{{{name}_checkingName::{word}}};" for word in enumeration.constants)
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


def _probe(rules: LibraryRules, kinds: _Kinds, named: frozenset[str], addresses: bool) -> bytes:
    """What the rules write, as one function: strict headers in which it is an error do not fit them."""
    form = rules.unified
    status, handle, tensor = (
        form.status or min(_names(rules, rules.status_types), default=""),
        next(iter(sorted(_names(rules, rules.handle_types))), ""),
        min(_names(rules, rules.tensor_types), default=""),
    )
    parameter, address = kinds.reads_address(tensor) if tensor else ("", "")
    values = {
        "handle": form.handle,
        "key": "probe",
        "variant": "probe",
        "status": "probed",
        "arguments": "arguments" if re.search(r"&\s*\{arguments\}", form.launch) else "&arguments",
        "size": "sizeof(arguments)",
        "cores": "1",
        "address": address,
        **{name: name for name in form.variables},
    }
    texts = [*form.variables.values(), form.require_kernel, form.status_check, form.wait, form.not_supported]
    texts += [
        f"probed = {form.launch}",
        f"{'checking::PhysicalAddress' if addresses else 'auto'} physical = {form.address}" if tensor else "",
    ]
    macros = [rules.name(name) for name in sorted(rules.safe_calls)]
    texts += [f"{macro}(probed)" for macro in macros if macro and macro not in kinds.several]
    macros = [rules.name(name) for name in sorted(rules.checks)]
    texts += [f"{macro}({address} != nullptr)" for macro in macros if tensor and macro and macro not in kinds.several]
    known = [fill(text, values) for text in texts if text and not set(places(text)) - values.keys()]
    lines = "".join(f"{text.rstrip(';')};\n" for text in known)
    parameters = [
        f"{handle} {form.handle}" if handle else "",
        parameter,
        f"{status} probed" if status else "",
    ]
    head = f"{status or 'void'} checkingProbe({', '.join(p for p in parameters if p)})"
    arguments = "struct CheckingProbe { int n; };\ntemplate <> struct checking::KernelArguments<CheckingProbe> { static constexpr bool known = true; };\n"
    held = "".join(_held(rules, named, addresses))
    return f"{arguments}{head}\n{{\nCheckingProbe arguments;\n{lines}}}\n{held}".encode()


def _held(rules: LibraryRules, named: frozenset[str], addresses: bool) -> Iterator[str]:
    """That the tensors' addresses and data types, where they are members, have the types of their own that the rules' names have."""
    dtypes = [name for name in sorted(_names(rules, rules.dtype_types)) if _unscoped([name]) <= named]
    asked = [(_members(rules, rules.dtype_field), dtypes)] if dtypes else []
    asked += [(_members(rules, rules.address_field), ["checking::VirtualAddress"])] if addresses else []
    for number, (members, kinds) in enumerate(asked):
        for place, (tensor, member) in enumerate(sorted(members.items())):
            same = " || ".join(f"checking::Same<decltype(T::{member}), {kind}>::value" for kind in kinds)
            if member.endswith("()"):
                same = same.replace(f"T::{member}", f"static_cast<T *>(nullptr)->{member}")
            name = f"checkingHeld{number}_{place}"
            yield f"template <class T> constexpr bool {name}(decltype(sizeof(static_cast<T *>(nullptr)->{member}))) {{ return {same}; }}\n"
            yield f"template <class T> constexpr bool {name}(...) {{ return true; }}\n"
            yield f'static_assert({name}<{tensor}>(0), "");\n'
