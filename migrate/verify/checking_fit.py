"""Whether a rule set's own header of strict types says what the unified tree's headers do: each function, type and macro of it is there, and takes what
it takes there. Types of its own stand for pointers, numbers and enumerations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from migrate.frontend.target_declarations import (
    Field,
    FunctionDeclaration,
    TargetDeclarations,
    Typed,
    parse_headers,
    read_declarations,
)
from migrate.verify.derived_header import DerivedHeader

_START = b"#include <stddef.h>\n#include <stdint.h>\n"
_MACRO = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)\(", re.MULTILINE)
_WORDS = re.compile(r"\b(?:const|volatile|struct|class|enum|union)\b|&")
_ADDRESSES = frozenset(("VirtualAddress", "VirtualBytes", "Buffer"))
_PHYSICAL = frozenset(("PhysicalAddress", "PhysicalBits"))
_NUMBERS = frozenset(["bool", "char", "short", "int", "long", "unsigned", "signed", "float", "double"])


def misfits(path: Path, text: bytes, types: bytes, plain: DerivedHeader) -> Iterator[str]:
    """`text`: of a header of strict types, with the shipped `types` in it; `plain`: the unified tree's headers as they are."""
    theirs = _read(plain.text, plain.files, plain.arguments)
    if theirs is None:
        return
    begin = text.find(types) + len(types) if types in text else 0
    own = _read(_START + f'#include "{path}"\n'.encode(), {str(path): text}, plain.arguments)
    if own is not None:  # else every function is refused, with what the compiler says
        yield from _Fit(text, begin, own, theirs, plain.files).said()


def _read(text: bytes, files: Mapping[str, bytes], arguments: Sequence[str]) -> TargetDeclarations | None:
    unit = parse_headers(text, files, arguments)
    return None if unit is None else read_declarations(unit, files)


@dataclass(frozen=True)
class _Fit:
    text: bytes
    begin: int  # of what is not shipped
    own: TargetDeclarations
    theirs: TargetDeclarations
    files: Mapping[str, bytes]

    def said(self) -> Iterator[str]:
        there = {*self.theirs.records, *(one.name for one in self.theirs.enumerations)}
        macros = {name.decode() for data in self.files.values() for name in _MACRO.findall(data)}
        functions = {one.name for one in self.theirs.functions}
        for name in dict.fromkeys(name.decode() for name in _MACRO.findall(self.text, self.begin)):
            if name not in macros | functions:
                yield f"{name} is not there"
        ours = {one.record for one in self.own.fields if one.field.span.start >= self.begin}
        ours |= {one.record for one in self.own.functions if one.record and one.result.span.start >= self.begin}
        yield from (f"{name} is not there" for name in sorted(ours - there))
        for one in self.own.fields:
            if one.field.span.start >= self.begin and one.record in there:
                yield from self._field(one)
        for function in self.own.functions:
            deleted = self._is_deleted(function)
            if (
                function.result.span.start < self.begin
                or deleted
                or function.name[:1] == "~"
                or function.name in macros
            ):
                continue
            if not function.record or function.record in there:
                yield from self._function(function)

    def _is_deleted(self, function: FunctionDeclaration) -> bool:
        """Whether a function is there to be refused, or a template, which stands for several."""
        end = function.parameters[-1].span.end if function.parameters else function.result.span.end
        return b"delete" in self.text[end : self.text.find(b";", end)].split()

    def _field(self, own: Field) -> Iterator[str]:
        records = self.theirs.records_of([own.record])
        same = [one for one in self.theirs.fields if one.record in records and one.field.name == own.field.name]
        if not same:
            yield f"{own.record} has no {own.field.name} there"
        elif not any(self._alike(own.field, one.field) for one in same):
            yield f"{own.field.name} of {own.record} is a {same[0].field.canonical} there"

    def _function(self, own: FunctionDeclaration) -> Iterator[str]:
        records = self.theirs.records_of([own.record]) if own.record else {""}
        name = f"{own.name} of {own.record}" if own.record else own.name
        if own.constructor and not own.parameters:
            return
        same = [one for one in self.theirs.functions if one.name == own.name and one.record in records]
        if not same:
            yield f"{name} is not there"
        elif not any(self._takes(own, one) for one in same):
            taken = ", ".join(one.canonical for one in same[0].parameters)
            yield f"{name} takes ({taken}) there"
        elif not any(self._alike(own.result, one.result) for one in same) and own.result.canonical != "void":
            yield f"{name} gives {same[0].result.canonical} there"

    def _takes(self, own: FunctionDeclaration, other: FunctionDeclaration) -> bool:
        data, count = self.files[str(other.file)], len(own.parameters)
        defaults = (b"=" in data[p.span.start : p.span.end] for p in other.parameters[count:])
        pairs = zip(own.parameters, other.parameters, strict=False)
        return count <= len(other.parameters) and all(defaults) and all(self._alike(a, b) for a, b in pairs)

    def _alike(self, own: Typed, other: Typed) -> bool:
        """Whether a type of the strict header stands for one of the unified tree."""
        base, depth = _base(own.canonical)
        there, there_depth = _base(other.canonical)
        if "type-parameter" in base or "type-parameter" in there:
            return True
        if base in _ADDRESSES:
            return there_depth > depth or (_is_number(there) and there_depth == depth)
        if self.theirs.records.get(base) == {""}:  # an alias of a pointer, say, and a class of its own here
            return True
        if there_depth != depth:
            return False
        if base in _PHYSICAL:
            return _is_number(there)
        if base.startswith("Named<"):
            return _is_number(there) or there in {one.name for one in self.theirs.enumerations}
        if _is_number(base) and _is_number(there):
            return True
        return there == base or there in self.theirs.records_of([base])


def _is_number(kind: str) -> bool:
    return bool(kind) and _NUMBERS.issuperset(kind.split())


def _base(canonical: str) -> tuple[str, int]:
    """A type without qualifiers, scopes, extents, references and pointers, and how many of the latter it has."""
    plain = " ".join(_WORDS.sub(" ", re.sub(r"\[\d*\]", "*", canonical)).split())
    head, angle, arguments = plain.partition("<")
    bare = head.rpartition("::")[2] + angle + arguments
    return bare.replace("*", "").strip(), canonical.count("*") + canonical.count("[")
