"""What the headers of a unified tree declare, with the places in their texts of what may get another type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from clang import cindex

from migrate.frontend.compiler.strict_parse import parse_text
from migrate.model import Span

_KINDS = cindex.CursorKind
_FUNCTIONS = (_KINDS.FUNCTION_DECL, _KINDS.CXX_METHOD, _KINDS.CONSTRUCTOR, _KINDS.DESTRUCTOR, _KINDS.FUNCTION_TEMPLATE)
_RECORDS = (_KINDS.STRUCT_DECL, _KINDS.CLASS_DECL, _KINDS.UNION_DECL, _KINDS.CLASS_TEMPLATE)
_ALIASES = (_KINDS.TYPEDEF_DECL, _KINDS.TYPE_ALIAS_DECL)
_SCOPES = (_KINDS.NAMESPACE, _KINDS.LINKAGE_SPEC, _KINDS.UNEXPOSED_DECL, *_RECORDS)


@dataclass(frozen=True)
class Typed:
    """A parameter, result or field: where it stands from its type on, where its name begins, and the type behind all aliases."""

    span: Span
    name: str
    name_offset: int
    canonical: str


@dataclass(frozen=True)
class Enumeration:
    """`span`: of all that declares it, without the semicolon; `body`: of its braces."""

    file: Path
    span: Span
    body: Span
    scope: tuple[str, ...]  # the namespaces around it
    name: str
    constants: tuple[str, ...]
    scoped: bool = False  # enum class


@dataclass(frozen=True)
class Field:
    file: Path
    record: str
    field: Typed


@dataclass(frozen=True)
class FunctionDeclaration:
    """`body`: of its braces; None where there are none, or where what it returns is only known from them. `outside`: of the definition of a member
    that its class has declared before."""

    file: Path
    name: str
    result: Typed
    parameters: tuple[Typed, ...]
    body: Span | None
    constructor: bool = False
    record: str = ""
    outside: Span | None = None


@dataclass(frozen=True)
class TargetDeclarations:
    enumerations: tuple[Enumeration, ...] = ()
    fields: tuple[Field, ...] = ()
    functions: tuple[FunctionDeclaration, ...] = ()
    records: Mapping[str, frozenset[str]] = field(
        default_factory=dict
    )  # name of a type -> the records that it stands for, or derives from

    def records_of(self, names: Iterable[str]) -> frozenset[str]:
        """The records behind these types, whose members theirs are."""
        pending, found = list(names), set[str]()
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                pending += self.records.get(name, ())
        return frozenset(found)


def parse_headers(text: bytes, files: Mapping[str, bytes], arguments: Sequence[str]) -> cindex.TranslationUnit | None:
    """A text that includes headers, with those of `files` in place of what the disk has; None where a compiler refuses it."""
    unit, errors = parse_text(text, arguments, files)
    return None if errors else unit


def read_declarations(unit: cindex.TranslationUnit, files: Mapping[str, bytes]) -> TargetDeclarations:
    """Of these files alone."""
    enumerations: list[Enumeration] = []
    fields: list[Field] = []
    functions: list[FunctionDeclaration] = []
    records: dict[str, frozenset[str]] = {}
    for cursor in _declared(unit.cursor, files):
        file = Path(cursor.location.file.name)
        if cursor.kind == _KINDS.ENUM_DECL:
            enumerations += _enumeration(cursor, file, cursor, cursor.spelling)
        elif cursor.kind in _RECORDS:
            records[cursor.spelling] = records.get(cursor.spelling, frozenset()) | _bases(cursor)
        elif cursor.kind in _ALIASES:
            records[cursor.spelling] = frozenset(
                (cursor.underlying_typedef_type.get_canonical().get_declaration().spelling,)
            )
            for child in cursor.get_children():
                if child.kind == _KINDS.ENUM_DECL and child.extent.start.offset > cursor.extent.start.offset:
                    whole = [e for e in enumerations if e.span != _span(child)]
                    enumerations = [*whole, *_enumeration(child, file, cursor, cursor.spelling)]
        elif cursor.kind == _KINDS.FIELD_DECL:
            fields.append(Field(file, cursor.semantic_parent.spelling, _typed(cursor)))
        else:
            functions.append(_function(cursor, file))
    return TargetDeclarations(tuple(enumerations), tuple(fields), tuple(functions), records)


def _declared(cursor: cindex.Cursor, files: Mapping[str, bytes]) -> Iterator[cindex.Cursor]:
    for child in cursor.get_children():
        if child.location.file is None or child.location.file.name not in files:
            continue
        if child.kind in (_KINDS.ENUM_DECL, _KINDS.FIELD_DECL, *_ALIASES, *_FUNCTIONS, *_RECORDS):
            yield child
        if child.kind in _SCOPES:
            yield from _declared(child, files)


def _bases(cursor: cindex.Cursor) -> frozenset[str]:
    bases = (child.type for child in cursor.get_children() if child.kind == _KINDS.CXX_BASE_SPECIFIER)
    return frozenset(base.get_canonical().get_declaration().spelling for base in bases)


def _span(cursor: cindex.Cursor) -> Span:
    return Span(cursor.extent.start.offset, cursor.extent.end.offset)


def _enumeration(cursor: cindex.Cursor, file: Path, whole: cindex.Cursor, name: str) -> Iterator[Enumeration]:
    constants = [child for child in cursor.get_children() if child.kind == _KINDS.ENUM_CONSTANT_DECL]
    if constants and name:
        brace = next((t.extent.start.offset for t in cursor.get_tokens() if t.spelling == "{"), 0)
        body = Span(brace, cursor.extent.end.offset)
        scope = _scope(whole)
        if scope is not None:
            names = tuple(child.spelling for child in constants)
            yield Enumeration(file, _span(whole), body, scope, name, names, cursor.is_scoped_enum())


def _scope(cursor: cindex.Cursor) -> tuple[str, ...] | None:
    """The namespaces around a declaration; None for one of a class."""
    found: list[str] = []
    parent = cursor.semantic_parent
    while parent is not None and parent.kind != _KINDS.TRANSLATION_UNIT:
        if parent.kind == _KINDS.NAMESPACE:
            found.insert(0, parent.spelling)
        elif parent.kind in _RECORDS:
            return None
        parent = parent.semantic_parent
    return tuple(found)


def _typed(cursor: cindex.Cursor) -> Typed:
    named = cursor.location.offset if cursor.spelling else cursor.extent.end.offset
    return Typed(_span(cursor), cursor.spelling, named, cursor.type.get_canonical().spelling)


def _function(cursor: cindex.Cursor, file: Path) -> FunctionDeclaration:
    children = list(cursor.get_children())
    body = next((_span(child) for child in children if child.kind == _KINDS.COMPOUND_STMT), None)
    words = [t.spelling for t in cursor.get_tokens()] if body else []
    result = Typed(
        Span(cursor.extent.start.offset, cursor.location.offset),
        "",
        cursor.location.offset,
        cursor.result_type.get_canonical().spelling,
    )
    deduced = "constexpr" in words or "auto" in words[: words.index("{")] if "{" in words else False
    parameters = tuple(_typed(child) for child in children if child.kind == _KINDS.PARM_DECL)
    kind, owner = cursor.kind == _KINDS.CONSTRUCTOR, cursor.semantic_parent
    record = owner.spelling if owner is not None and owner.kind in _RECORDS else ""
    outside = _span(cursor) if record and body and not deduced and cursor.lexical_parent != owner else None
    return FunctionDeclaration(
        file, cursor.spelling, result, parameters, None if deduced else body, kind, record, outside
    )
