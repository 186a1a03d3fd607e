"""Parses a text against a checking header, and answers with its errors and with casts that read a checked type as another one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from clang import cindex

from migrate.frontend.clang import Decl, binding_text, builtin_headers, meanings

NAME = "checked.cpp"


@dataclass(frozen=True)
class Problem:
    """`offsets`: places in the text, the nearest first; none where the error is elsewhere only."""

    offsets: tuple[int, ...]
    message: str
    misreads: bool = False  # a cast, not an error


@dataclass(frozen=True)
class StrictRequest:
    text: bytes
    arguments: tuple[str, ...]
    checked: frozenset[str]  # types whose pointers and references are not cast
    spans: tuple[tuple[int, int], ...]  # of the functions in the text
    files: Mapping[str, bytes] = field(default_factory=dict)  # headers in place of those on disk, by path
    probed: tuple[int, int] = (0, 0)  # lines of the text of which each has to be an error
    read: tuple[int, int] = (0, 0)  # the part of the text whose identifiers are asked about
    untyped: frozenset[bytes] = frozenset()  # names of functions and types that take a pointer to anything
    complete: bool = True  # all that the text may use is declared in it; else a name that nothing declares is no error


@dataclass(frozen=True)
class StrictParse:
    """`meanings`: what the identifiers of the functions stand for, by offset, where there is no error."""

    problems: list[Problem]
    meanings: Mapping[int, Decl] = field(default_factory=dict)


def strict_parse(request: StrictRequest) -> StrictParse:
    arguments = ["-x", "c++", *request.arguments, "-ferror-limit=0", _CAST]
    if not any(b"template" in request.text[first:last] for first, last in request.spans):
        arguments.append("-fdelayed-template-parsing")  # of headers: a tenth less time
    for folder in builtin_headers():
        arguments += ["-isystem", folder]
    files = [(NAME, binding_text(request.text)), *((path, binding_text(data)) for path, data in request.files.items())]
    unit = cindex.Index.create().parse(NAME, args=arguments, unsaved_files=files, options=1)
    errors = [d for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
    errors, known = _without_probes(errors, request)
    if known:
        return StrictParse(known)
    problems = [Problem(tuple(_offsets(d)), d.spelling) for d in errors if request.complete or not _unknown(d.spelling)]
    problems = problems or list(_misreads(unit, request))
    first, last = request.read
    sound = not problems and not errors and first < last
    return StrictParse(problems, meanings(unit, NAME, last, first) if sound else {})


def _without_probes(
    errors: list[cindex.Diagnostic], request: StrictRequest
) -> tuple[list[cindex.Diagnostic], list[Problem]]:
    """The errors that do not belong to the probed lines, and a problem for each of these that is none."""
    first, last = request.probed
    inside = {offset for d in errors for offset in _offsets(d) if first <= offset < last}
    rest = [d for d in errors if not any(first <= offset < last for offset in _offsets(d))]
    known, start = [], first
    for line in request.text[first:last].splitlines(keepends=True):
        name = line.partition(b"::")[2].partition(b";")[0].decode("utf-8", "replace")
        if line.strip() and not any(start <= offset < start + len(line) for offset in inside):
            message = (
                f"{name} is also a function that the unified build's headers declare; give the helper another name"
            )
            known.append(Problem((start,), message))
        start += len(line)
    return rest, known


def _unknown(message: str) -> bool:
    return message.startswith(("use of undeclared identifier", "unknown type name"))


def _offsets(diagnostic: cindex.Diagnostic) -> Iterator[int]:
    for one in (diagnostic, *diagnostic.children):
        if one.location.file is not None and one.location.file.name == NAME:
            yield one.location.offset


_CASTS = frozenset(
    (
        cindex.CursorKind.CSTYLE_CAST_EXPR,
        cindex.CursorKind.CXX_STATIC_CAST_EXPR,
        cindex.CursorKind.CXX_REINTERPRET_CAST_EXPR,
        cindex.CursorKind.CXX_CONST_CAST_EXPR,
        cindex.CursorKind.CXX_FUNCTIONAL_CAST_EXPR,
        cindex.CursorKind.UNEXPOSED_EXPR,  # an implicit conversion
    )
)

# Bytes that become one of a checked type are the legacy ones, and those of one that are read are the unified ones.
_TO_CHECKED = (
    cindex.CursorKind.CSTYLE_CAST_EXPR,
    cindex.CursorKind.CXX_REINTERPRET_CAST_EXPR,
    cindex.CursorKind.CXX_STATIC_CAST_EXPR,
    cindex.CursorKind.CXX_FUNCTIONAL_CAST_EXPR,
)
_NULLS = (
    cindex.CursorKind.INTEGER_LITERAL,
    cindex.CursorKind.GNU_NULL_EXPR,
    cindex.CursorKind.CXX_NULL_PTR_LITERAL_EXPR,
    cindex.CursorKind.PAREN_EXPR,
)

_NUMBERS = (
    cindex.TypeKind.INT,
    cindex.TypeKind.UINT,
    cindex.TypeKind.LONG,
    cindex.TypeKind.ULONG,
    cindex.TypeKind.LONGLONG,
    cindex.TypeKind.ULONGLONG,
)
_BYTES = (cindex.CursorKind.CSTYLE_CAST_EXPR, cindex.CursorKind.CXX_REINTERPRET_CAST_EXPR)


def _misreads(unit: cindex.TranslationUnit, request: StrictRequest) -> Iterator[Problem]:
    """Casts between a pointer or reference to a checked type, or to what holds one, and another pointer or reference."""
    suspects = [(offset, offset + 1) for d in unit.diagnostics if d.option == _CAST for offset in _offsets(d)]
    suspects += [
        (first, last) for first, last in request.spans if turns_pointers(request.text[first:last], request.untyped)
    ]
    holds = _Holds(request.checked)
    if not suspects:
        return
    for cursor in _top_level(unit.cursor.get_children()):
        extent = cursor.extent
        start, begins, ends = extent.start, extent.start.offset, extent.end.offset
        if not any(begins < last and first <= ends for first, last in suspects):
            continue
        if start.file is None or start.file.name != NAME:
            continue
        for node in cursor.walk_preorder():
            if (node.kind in _CASTS and _misread(node, holds)) or _listed(node, holds) or _erased(node, holds):
                yield Problem((node.extent.start.offset,), f"it is read as {node.type.spelling}", misreads=True)
            elif node.kind == cindex.CursorKind.UNION_DECL and any(holds(one.type) for one in node.type.get_fields()):
                at = (node.extent.start.offset,)
                yield Problem(at, "it shares its bytes with the other members of a union", misreads=True)


def _top_level(cursors: Iterable[cindex.Cursor]) -> Iterator[cindex.Cursor]:
    for cursor in cursors:
        if cursor.kind in _SCOPES:
            if not _elsewhere(cursor.extent):
                yield from _top_level(cursor.get_children())
        else:
            yield cursor


_SCOPES = (cindex.CursorKind.LINKAGE_SPEC, cindex.CursorKind.NAMESPACE, cindex.CursorKind.UNEXPOSED_DECL)


def _elsewhere(extent: cindex.SourceRange) -> bool:
    """Whether it begins and ends in one header: the most of the standard library does."""
    first, last = extent.start.file, extent.end.file
    return first is not None and last is not None and first.name == last.name != NAME


_CAST = "-Wold-style-cast"  # the compiler names each cast in parentheses, also one that a macro makes
_PROLOGUE = re.compile(rb"static_cast<(?!void)\w+ ?\*>\(\w+\);")
_TURNING = re.compile(rb"_cast\b|void|\bunion\b|\b(?:__)?typeof|\bdecltype\b|\b(?:template|any|make_any)\b")


def turns_pointers(text: bytes, untyped: frozenset[bytes]) -> bool:
    """Whether a text may turn a pointer into one of another type without a cast in parentheses: only such are walked through. Each begins by
    casting the handle."""
    text = _PROLOGUE.sub(b"", text)
    return _TURNING.search(text) is not None or (bool(untyped) and not untyped.isdisjoint(_NAMES.findall(text)))


_NAMES = re.compile(rb"[A-Za-z_]\w*")


class _Holds:
    """Whether a type is a checked one or has a field that is one."""

    def __init__(self, checked: frozenset[str]) -> None:
        self.checked = checked
        self.known: dict[str, bool] = {}

    def __call__(self, kind: cindex.Type) -> bool:
        while kind.kind in (cindex.TypeKind.CONSTANTARRAY, cindex.TypeKind.INCOMPLETEARRAY):
            kind = kind.element_type
        canonical = kind.get_canonical()
        name = canonical.spelling.replace("const ", "").replace("volatile ", "")
        if name not in self.known:
            self.known[name] = False
            plain = kind.spelling.replace("const ", "")
            own = name in self.checked or plain in self.checked or any(name.startswith(c + "<") for c in self.checked)
            self.known[name] = own or any(self(field.type) for field in canonical.get_fields())
        return self.known[name]


def _pointee(kind: cindex.Type) -> cindex.Type | None:
    canonical = kind.get_canonical()
    pointers = (cindex.TypeKind.POINTER, cindex.TypeKind.LVALUEREFERENCE, cindex.TypeKind.RVALUEREFERENCE)
    if canonical.kind in pointers:
        return canonical.get_pointee()
    if canonical.kind in (cindex.TypeKind.CONSTANTARRAY, cindex.TypeKind.INCOMPLETEARRAY):
        return canonical.element_type
    return None


def _misread(node: cindex.Cursor, holds: _Holds) -> bool:
    operands = [c for c in node.get_children() if c.kind.is_expression()]
    if not operands:
        return False
    operand, target = operands[-1].type, _pointee(node.type)
    explicit = node.kind in _BYTES and node.type.get_canonical().kind != cindex.TypeKind.VOID
    if explicit and target is not None and _is_open(operand):
        return True  # in a template: it may be one
    if explicit and holds(operand) and _bare(operand) != _bare(node.type):
        return True  # a cast to a reference
    source = _pointee(operand)
    if target is not None and source is None and node.kind in _BYTES and operand.get_canonical().kind in _NUMBERS:
        return operands[-1].kind not in _NULLS  # the number of an address: of which object, nobody sees
    if explicit and source is not None and source.kind == cindex.TypeKind.VOID and target is None:
        return node.type.get_canonical().kind not in (cindex.TypeKind.BOOL, cindex.TypeKind.POINTER)
    if target is not None and node.kind in _TO_CHECKED and holds(target):
        given = source if source is not None else operand
        null = operands[-1].kind in _NULLS or _bare(operand) == "std::nullptr_t"
        return not (null or _bare(given) == _bare(target) or _is_base(given, target) or _is_base(target, given))
    if (
        target is None and source is None and explicit and holds(node.type)
    ):  # to a reference, which the type does not say
        null = operands[-1].kind in _NULLS or _bare(operand) == "std::nullptr_t"
        return not (null or _bare(operand) == _bare(node.type) or _is_base(node.type, operand))
    if source is None or not holds(source):
        return False
    if target is None:
        return explicit
    return _bare(source) != _bare(target) and not _is_base(target, source)


def _is_open(kind: cindex.Type) -> bool:
    """Whether a type, or what it points to, depends on a parameter of a template."""
    pointee = _pointee(kind)
    return any(
        one.kind == cindex.TypeKind.DEPENDENT or one.get_canonical().spelling.find("type-parameter") >= 0
        for one in (kind, *([pointee] if pointee is not None else []))
    )


def _listed(node: cindex.Cursor, holds: _Holds) -> bool:
    """Whether a list of values makes a pointer to anything of one to a checked type: there the conversion stands in no tree."""
    if node.kind != cindex.CursorKind.INIT_LIST_EXPR:
        return False
    kind = node.type.get_canonical()
    arrays = (cindex.TypeKind.CONSTANTARRAY, cindex.TypeKind.INCOMPLETEARRAY)
    members = [kind.element_type] if kind.kind in arrays else [field.type for field in kind.get_fields()]
    pointees = [pointee for one in members if (pointee := _pointee(one)) is not None]
    if not any(pointee.get_canonical().kind == cindex.TypeKind.VOID for pointee in pointees):
        return False
    given = [_pointee(child.type) for child in node.get_children() if child.kind.is_expression()]
    return any(pointee is not None and holds(pointee) for pointee in given)


def _erased(node: cindex.Cursor, holds: _Holds) -> bool:
    """Whether a std::any is given a checked type, which it keeps as another type than in the legacy build."""
    if node.kind != cindex.CursorKind.CALL_EXPR:
        return False
    called = node.referenced
    owner = called.semantic_parent if called is not None else None
    keeps = _bare(node.type) == "std::any" or (owner is not None and owner.spelling == "any")
    return keeps and any(child.kind.is_expression() and holds(child.type) for child in node.get_children())


def _bare(kind: cindex.Type) -> str:
    spelling: str = kind.get_canonical().spelling
    return spelling.replace("const ", "").replace("volatile ", "").strip()


def _is_base(target: cindex.Type, source: cindex.Type) -> bool:
    declared = source.get_canonical().get_declaration()
    bases = [c.type for c in declared.get_children() if c.kind == cindex.CursorKind.CXX_BASE_SPECIFIER]
    return any(_bare(base) == _bare(target) or _is_base(target, base) for base in bases)
