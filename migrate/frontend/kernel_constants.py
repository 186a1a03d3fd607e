"""Kernels that are told by a constant, an enumerator or a macro for a number, and not by a name in quotes: the constant's name is the kernel's."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from migrate.frontend.lex import Kind
from migrate.frontend.source import Source

TEXT = ("const char *", "const char *const")
_NUMBERS = ("int", "unsigned int", "short", "unsigned short", "unsigned char", "long", "unsigned long")
_SOURCES = (".c", ".cc", ".cpp", ".cxx", ".cu")
_NUMBER = re.compile(rb"(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*")


def kernel_constant(source: Source, first: int, last: int) -> str:
    """The name of the enumerator of a header, or of the macro for one number of a header with argument structs, that is all of an expression, the same
    on each chip; else empty: another source, or header, may have another one of that name. An enumerator behind its enumeration's name has that before
    it."""
    if last - first == 1 and (macro := source.table.single(source.text(first))) is not None:
        number = [word for word in macro.body if word not in (b"(", b")")]
        plain = not macro.parameters and len(number) == 1 and _NUMBER.fullmatch(number[0])
        shared = bool(macro.file) and os.path.realpath(macro.file) in source.kept
        return source.spell(first, last) if plain and shared else ""
    decls = list(source.every_fact(last - 1)) if first < last else []
    same = {(decl.kind, decl.name, decl.type) for decl in decls}
    if len(same) != 1 or decls[0].kind != "enumerator" or not _is_name(source, first, last):
        return ""
    if any(not decl.file and _is_in_source(source, decl.offset) for decl in decls):
        return ""
    return f"{decls[0].type.removeprefix('enum ')}::{decls[0].name}" if last - first > 1 else decls[0].name


def kernel_numbers(source: Source, first: int, last: int) -> Mapping[str, str]:
    """By chip the number that a constant which names a kernel has; none of a name in quotes."""
    if not kernel_constant(source, first, last):
        return {}
    macro = source.table.single(source.text(first)) if last - first == 1 else None
    if macro is not None:
        number = next(word for word in macro.body if word not in (b"(", b")")).decode()
        return {chip.name: number for chip in source.chips}
    offset = source.code[last - 1].start
    by_chip = zip(source.chips, source.facts, strict=False)
    return {chip.name: facts.references[offset].value for chip, facts in by_chip if offset in facts.references}


def is_kernel_type(source: Source, kind: str) -> bool:
    """Whether variables of a type can hold what names a kernel: a text, an enumerator or a number."""
    if kind in TEXT:
        return True
    return kind.removeprefix("const ") in _NUMBERS or is_enumeration(source, kind)


def is_enumeration(source: Source, kind: str) -> bool:
    """Whether a type is an enumeration of which the source names an enumerator."""
    return kind.removeprefix("const ").removeprefix("enum ") in _enumerations(source)


def is_text(name: bytes) -> bool:
    """Whether a kernel's name is one in quotes."""
    return name.startswith(b'"')


def _enumerations(source: Source) -> frozenset[str]:
    if _enumerations not in source.memo:
        kinds = (decl.type for decl in source.references.values() if decl.kind == "enumerator")
        source.memo[_enumerations] = frozenset(kind.removeprefix("enum ") for kind in kinds)
    found: frozenset[str] = source.memo[_enumerations]
    return found


def _is_in_source(source: Source, offset: int) -> bool:
    """Whether something stands in a source, and in no header that was taken into it."""
    return source.lines.location(source.path, offset).path.endswith(_SOURCES)


def _is_name(source: Source, first: int, last: int) -> bool:
    return not source.has_directive(first, last) and all(
        source.text(index) == b"::" or (source.code[index].kind == Kind.IDENT and (index - last) % 2)
        for index in range(first, last)
    )
