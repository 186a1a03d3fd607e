"""Facts about one file as one chip's compiler sees it, keyed by byte offset in the file.

libclang's Python `extent` gives the place where a macro is expanded, which is wrong for code inside SAFE_CALL(...). Here every
token of the file is annotated at once (clang_annotateTokens) and token locations are file offsets, so they are right everywhere.
"""

from __future__ import annotations

import hashlib
import os
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from ctypes import (
    POINTER,
    Structure,
    byref,
    c_uint,
    c_void_p,
    cast,
    sizeof,
    string_at,
)
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from clang import cindex

from migrate.frontend.compiler.background import BackgroundTask
from migrate.frontend.compiler.builtin_headers import builtin_headers
from migrate.frontend.compiler.libclang import (
    INCLUSION_VISITOR,
    Cursor,
    SourceLocation,
    Token,
    Type,
    binding_text,
    library,
)
from migrate.frontend.compiler.reads import Reads
from migrate.frontend.compiler.unit_file import BUILT_IN as BUILT_IN
from migrate.frontend.compiler.unit_file import SCOPES, UNIT, UnitFile
from migrate.frontend.compiler.unit_file import SYSTEM as SYSTEM
from migrate.frontend.compiler.unit_file import is_system as is_system
from migrate.model import Location, Span

_PARM, _VAR, _FIELD, _FUNCTION, _ENUMERATOR = 10, 9, 6, 8, 7
_REFERENCES = frozenset((101, 102))  # DeclRefExpr, MemberRefExpr
_DECLARATIONS = frozenset((_PARM, _VAR, _FIELD, _FUNCTION))
_TYPES = frozenset((2, 3, 4, 5, 20, 31, 32, 36))  # struct, union, class, enum, typedef, class templates, alias
_ALIASES = frozenset((20, 36))
_REFERENCE_TYPES = frozenset((103, 104))  # kinds of types: to values and to temporaries
_POINTERS = _REFERENCE_TYPES | {101}
_FUNCTION_TYPE = 111
_OTHER_REFERENCES = frozenset((43, 45, 46, 47, 49, 50))  # types, templates, namespaces, members, overloads, captures
_OTHER_DECLARATIONS = _TYPES | {_ENUMERATOR, 21, 22, 24, 25, 26, 30}  # and methods, namespaces, function templates
_MACRO_DEFINITION = 501
_MACRO = 502  # where one is expanded, or a condition asks about one that is defined
_TELLING = _REFERENCES | _DECLARATIONS | _OTHER_REFERENCES | _OTHER_DECLARATIONS | {_MACRO}
_FUNCTION = 8
_BODIES = frozenset(
    (_FUNCTION, 21, 24, 25, 26, 30)
)  # function, method, constructor, destructor, conversion, function template
_PUNCTUATION, _KEYWORD, _IDENTIFIER = 0, 1, 2
_CALL, _CONSTRUCTOR = 103, 24
_NAMES_OBJECT = frozenset((_VAR, _FIELD, 43))  # a variable, a member that is initialised, a type
_NAMESPACE, _ENUM = 22, 5


_OF_C = (
    "C sources are read as C++, which their unified form is: write what both languages take, as a cast of a `void *`"
)


class ParseFailed(RuntimeError):
    """The file does not parse for a chip; `place` is the first error."""

    def __init__(self, chip: str, place: Location, message: str) -> None:
        of_c = f" ({_OF_C})" if place.path.endswith(".c") else ""
        super().__init__(f"{place}: {message} (parsed for {chip}){of_c}")
        self.chip, self.place, self.message = chip, place, message

    def __reduce__(self) -> tuple[type[ParseFailed], tuple[str, Location, str]]:
        return type(self), (self.chip, self.place, self.message)


@dataclass(frozen=True, slots=True)
class Decl:
    """What an identifier stands for: `kind` param, variable, field, function or other; `owner` the record of a field or method."""

    kind: str
    name: str
    type: str
    owner: str
    offset: int  # of its name in the file; -1 where it is declared elsewhere
    file: str = ""  # where it is declared elsewhere; empty for the file itself
    plain: bool = True  # a variable whose end does nothing: no destructor, nor one of what it holds
    value: str = ""  # of an enumerator
    scope: str = ""  # the namespaces that it is declared in, joined by ::
    canonical: str = ""  # of a variable, parameter or field: its type without aliases, where that is spelled otherwise
    elsewhere: int = -1  # offset of its name in the other file that it is declared in
    takes: tuple[str, ...] = field(
        default=(), compare=False
    )  # types of what a function or method is given, without aliases


@dataclass(frozen=True, slots=True)
class Header:
    """A header of the project that the file includes, directly or not, and what the chip does not see of it."""

    path: str
    skipped: tuple[Span, ...]


@dataclass(frozen=True)
class ChipFacts:
    chip: str
    references: dict[int, Decl]  # offset of an identifier -> the variable, parameter, field, function or enumerator
    definitions: tuple[Decl, ...]  # functions of any kind with a body in the file
    skipped: tuple[Span, ...]
    entities: dict[int, Decl] = field(
        default_factory=dict
    )  # offset of any other identifier -> type, namespace, macro ...
    headers: tuple[Header, ...] = ()
    macros: tuple[Decl, ...] = ()  # definitions in the file and in those headers, in order
    defines: tuple[str, ...] = ()  # of its command line: NAME or NAME=VALUE
    problems: tuple[str, ...] = ()
    elapsed: float = 0.0
    at_load: tuple[
        tuple[str, int], ...
    ] = ()  # variables that code sets at load time: file, empty for the own one, and offset
    pointers: frozenset[str] = frozenset()  # names that stand for a type that is a pointer or a reference
    brought: tuple[Decl, ...] = ()  # functions with a body in those headers
    constructors: dict[int, int] = field(
        default_factory=dict
    )  # bracket of what an object of a class of the file is made of -> its constructor's name
    read: frozenset[int] = frozenset()  # offsets of names whose value is read, or that are bound as constants alone
    unnamed: tuple[int, ...] = ()  # where calls of the project's operators and conversions begin
    frees_constants: bool = False  # whether a cast leads from a constant to what may be changed
    digest: bytes = b""  # of the text that they are about; empty where nothing checks it


def text_digest(text: bytes) -> bytes:
    """Of a text that facts are about: those of another text have other offsets, and nothing in them would be right."""
    return hashlib.blake2b(text, digest_size=16).digest()


@dataclass(frozen=True)
class ParseRequest:
    path: str
    chip: str
    arguments: tuple[str, ...]
    stubs: tuple[tuple[str, bytes], ...] = ()
    text: bytes | None = field(default=None, repr=False)
    types: frozenset[str] = frozenset()  # that are told by their own name, without the namespace that declares them


def parse(request: ParseRequest) -> ChipFacts:
    """Facts of one file for one chip. Raises ParseFailed where the compiler reports an error."""
    arguments = [*(flag for flag in request.arguments if flag != "-w"), *_AT_LOAD]
    for folder in builtin_headers():
        arguments += ["-isystem", folder]
    unsaved = [(name, binding_text(text)) for name, text in request.stubs]
    data = request.text if request.text is not None else Path(request.path).read_bytes()
    if request.text is not None:
        unsaved.append((request.path, binding_text(request.text)))
    unit = _parse(request, arguments, unsaved, b"template" in data)
    problem = _first_error(unit)
    if problem:
        where = problem.location
        name = where.file.name if where.file else request.path
        raise ParseFailed(request.chip, Location(name, where.line, where.column), problem.spelling)
    file = UnitFile(unit, request.path, data)
    reader = _DeclReader(file, request.types)
    constructors: dict[int, int] = {}
    references, entities = _annotate(reader, len(data), constructors=constructors)
    _correct(unit, request, data, references, entities)
    defines = tuple(argument[2:] for argument in request.arguments if argument.startswith("-D"))
    bodies, brought, macros = _top_level(file)
    skipped, headers = _skipped(file, file.file), _headers(file)
    _drop_skipped(entities, sorted(skipped))
    at_load = tuple(dict.fromkeys(_at_load(unit, request.path)))
    uses = Reads(file)
    pointers = frozenset(reader.pointers)
    for name, declared in sorted(reader.scoped.items()):
        if len(declared) > 1:
            both = " and ".join(sorted(declared))
            message = f"the rules' type {name} is {both} here; give the others another name"
            raise ParseFailed(request.chip, Location(request.path, 1, 1), message)
    return ChipFacts(
        request.chip,
        references,
        bodies,
        skipped,
        entities,
        headers,
        macros,
        defines,
        at_load=at_load,
        pointers=pointers,
        brought=brought,
        constructors=constructors,
        read=frozenset(uses.read - uses.lent),
        unnamed=tuple(sorted(uses.unnamed)),
        frees_constants=uses.frees_constants,
        digest=text_digest(data),
    )


_OPERATOR = b"operator"


def _correct(
    unit: cindex.TranslationUnit,
    request: ParseRequest,
    data: bytes,
    references: dict[int, Decl],
    entities: dict[int, Decl],
) -> None:
    """The last argument of a call of an object with two is no annotated token, or one that stands for the operator: the syntax tree tells what it is."""
    wrong = {
        at
        for at, one in entities.items()
        if one.name.startswith(_OPERATOR.decode()) and not data.startswith(_OPERATOR, at)
    }
    if not wrong and not _LAMBDA.search(data):
        return
    words = ((match.start(), match[0]) for match in _WORD.finditer(data))
    wanted = {at: word.decode() for at, word in words if at in wrong or (at not in references and at not in entities)}
    for at, decl in argument_meanings(unit, request.path, wanted, request.types).items():
        entities.pop(at, None)
        (references if decl.kind in _DeclReader.VALUES else entities)[at] = decl


_LAMBDA = re.compile(rb"\[[\s\w&=,*]*\]\s*[({]")
_WORD = re.compile(rb"[A-Za-z_]\w*")
_AT_LOAD = ("-Wglobal-constructors", "-Wno-error=global-constructors")


def _at_load(unit: cindex.TranslationUnit, path: str) -> Iterator[tuple[str, int]]:
    """What the project declares outside of functions and no constant initialises: the compiler warns of each."""
    for found in unit.diagnostics:
        if found.option == _AT_LOAD[0]:
            name, offset = file_location(found.location)
            yield "" if name == path else os.path.realpath(name), offset


_UNDECLARED = re.compile(r"(?:use of undeclared identifier|unknown type name) '([^']+)'")


def undeclared(request: ParseRequest) -> tuple[str, ...]:
    """Names that a file uses and that nothing declares. Raises ParseFailed where it cannot be read at all."""
    arguments = [*request.arguments, *(part for folder in builtin_headers() for part in ("-isystem", folder))]
    unsaved = [(name, binding_text(text)) for name, text in request.stubs]
    unit = _parse(request, [*arguments, "-ferror-limit=0"], unsaved, True)
    found = (match[1] for d in unit.diagnostics if (match := _UNDECLARED.match(d.spelling)))
    return tuple(dict.fromkeys(found))


def _parse(
    request: ParseRequest, arguments: Sequence[str], unsaved: list[tuple[str, str]], templates: bool
) -> cindex.TranslationUnit:
    """Where the file has no templates of its own, the bodies of its headers' are parsed only when used: a tenth less time."""
    first = [] if templates else [[*arguments, "-fdelayed-template-parsing"]]
    unit = None
    for options in (*first, list(arguments)):
        try:
            unit = cindex.Index.create().parse(request.path, args=options, unsaved_files=unsaved, options=1)
        except cindex.TranslationUnitLoadError as error:
            message = f"libclang cannot read the file: {error}"
            raise ParseFailed(request.chip, Location(request.path, 1, 1), message) from None
        if _first_error(unit) is None:
            break
    assert unit is not None
    return unit


def file_location(location: cindex.SourceLocation) -> tuple[str, int]:
    """File and byte offset of a place; in the arguments of a macro where they stand, in its body where it is expanded."""
    file, offset, lib = c_void_p(), c_uint(), library()
    place = SourceLocation.from_buffer_copy(bytes(location))
    lib.clang_getFileLocation(place, byref(file), None, None, byref(offset))
    if not file.value:
        return "", -1
    name = lib.clang_getFileName(file)
    text = lib.clang_getCString(name).decode("utf-8", "replace")
    lib.clang_disposeString(name)
    return text, offset.value


def _first_error(unit: cindex.TranslationUnit) -> cindex.Diagnostic | None:
    return next((d for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error), None)


def meanings(unit: cindex.TranslationUnit, path: str, end: int, begin: int = 0) -> dict[int, Decl]:
    """What the identifiers of a part of one file of a parsed unit stand for, by offset."""
    references, entities = _annotate(_DeclReader(UnitFile(unit, path)), end, begin)
    return entities | references


def argument_meanings(
    unit: cindex.TranslationUnit, path: str, wanted: Mapping[int, str], types: frozenset[str] = frozenset()
) -> dict[int, Decl]:
    """What identifiers in the arguments of macros stand for, by offset: annotated tokens do not tell, the syntax tree does, where the argument
    is expanded. Of an argument that is expanded several times what the file itself declares, if that is one of its meanings."""
    file = UnitFile(unit, path)
    lib, reader, found = file.lib, _DeclReader(file, types), dict[int, Decl]()

    def visit(cursor: Cursor, parent: Cursor) -> int:
        location = lib.clang_getCursorLocation(cursor)
        if (parent.kind in SCOPES or parent.kind >= UNIT) and not file.has(location):
            return 1
        if cursor.kind in _TELLING and (offset := file.offset(location)) in wanted:
            declares = cursor.kind in _DECLARATIONS | _OTHER_DECLARATIONS
            decl = reader.read(cursor if declares else lib.clang_getCursorReferenced(cursor))
            if decl and decl.name == wanted[offset] and (offset not in found or not decl.file):
                found[offset] = decl
        return 2

    file.visit(visit)
    return found


def _annotate(
    reader: _DeclReader, end: int, begin: int = 0, constructors: dict[int, int] | None = None
) -> tuple[dict[int, Decl], dict[int, Decl]]:
    file, lib = reader.file, reader.file.lib
    tokens, count = POINTER(Token)(), c_uint()
    lib.clang_tokenize(file.unit, lib.clang_getRange(file.at(begin), file.at(end)), byref(tokens), byref(count))
    cursors = (Cursor * count.value)()
    lib.clang_annotateTokens(file.unit, tokens, count, cursors)
    kinds, locations = _column(tokens, Token, count.value, 0), _column(tokens, Token, count.value, 1)
    base = _base(file, tokens, locations)
    found = _column(cursors, Cursor, count.value, 0)
    references: dict[int, Decl] = {}
    entities: dict[int, Decl] = {}
    declares = _DECLARATIONS | _OTHER_DECLARATIONS
    for position in [i for i, kind in enumerate(kinds) if kind == _IDENTIFIER and found[i] in _TELLING]:
        cursor, kind = cursors[position], found[position]
        decl = reader.read(cursor if kind in declares else lib.clang_getCursorReferenced(cursor))
        if decl:
            known = references if decl.kind in _DeclReader.VALUES and kind != _MACRO else entities
            known[locations[position] - base] = decl
    for position in range(1, count.value if constructors is not None else 0):
        if found[position] == _CALL and kinds[position] == _PUNCTUATION and found[position - 1] in _NAMES_OBJECT:
            made = lib.clang_getCursorReferenced(cursors[position])
            place = file.expanded_at(lib.clang_getCursorLocation(made)) if made.kind == _CONSTRUCTOR else (-1, "", -1)
            if constructors is not None and place[0] >= 0 and not place[1]:
                constructors[locations[position] - base] = place[0]
    lib.clang_disposeTokens(file.unit, tokens, count)
    return references, entities


def _top_level(file: UnitFile) -> tuple[tuple[Decl, ...], tuple[Decl, ...], tuple[Decl, ...]]:
    """Every function with a body in the file, whatever its kind and whether a macro made it, plain ones of the project's headers, and every macro of the project."""
    lib, reader, found, brought, macros = file.lib, _DeclReader(file), list[Decl](), list[Decl](), list[Decl]()

    def visit(cursor: Cursor, _parent: Cursor) -> int:
        kind = cursor.kind
        scope = kind in SCOPES
        if kind == _MACRO_DEFINITION:
            if (offset_file := file.spelled_at(lib.clang_getCursorLocation(cursor))) is not None:
                macros.append(Decl("macro", file.text(lib.clang_getCursorSpelling(cursor)), "", "", *offset_file))
            return 1
        if not (scope or kind in _BODIES):
            return 1
        own = file.has(lib.clang_getCursorLocation(cursor))
        if not own and file.spelled_at(lib.clang_getCursorLocation(cursor)) is None:
            return 1
        plain = own or kind == _FUNCTION
        if not scope and plain and lib.clang_isCursorDefinition(cursor) and (decl := reader.read(cursor)):
            (found if own else brought).append(decl)
        return 2 if scope else 1

    file.visit(visit)
    return tuple(found), tuple(brought), tuple(macros)


def _headers(file: UnitFile) -> tuple[Header, ...]:
    """Headers of the project, those of the system left out."""
    lib, paths = file.lib, dict[str, int]()

    def visit(included: int, _stack: Any, _depth: int, _data: c_void_p) -> None:
        location = lib.clang_getLocation(file.unit, included, 1, 1)
        if not lib.clang_File_isEqual(included, file.file) and not lib.clang_Location_isInSystemHeader(location):
            paths[os.path.realpath(file.text(lib.clang_getFileName(included)))] = included

    lib.clang_getInclusions(file.unit, cast(INCLUSION_VISITOR(visit), c_void_p), None)
    return tuple(Header(path, _skipped(file, c_void_p(handle))) for path, handle in paths.items())


def _column(rows: Any, record: type[Structure], count: int, number: int) -> list[int]:
    """One 32-bit field of an array of records, counted from 0."""
    words = memoryview(string_at(rows, count * sizeof(record))).cast("I") if count else ()
    return list(words[number :: sizeof(record) // 4])


def _base(file: UnitFile, tokens: Any, locations: Sequence[int]) -> int:
    """Encoded location of offset 0: token locations inside one file are this plus their offset. Checked on three tokens."""
    bases: set[int] = set()
    for position in {0, len(locations) // 2, len(locations) - 1} if locations else ():
        location = file.lib.clang_getTokenLocation(file.unit, tokens[position])
        bases.add(locations[position] - file.offset(location))
    if len(bases) > 1:
        raise RuntimeError(
            "libclang encodes token locations in a way that is not known here; install libclang 16 to 18"
        )
    return bases.pop() if bases else 0


_SCOPED = re.compile(r"(?:\b\w+::)+(\w+)\b(?!::)")


class _DeclReader:
    """Reads declarations once each, by the address that libclang gives them; types and records once each too."""

    VALUES: ClassVar[frozenset[str]] = frozenset(("param", "variable", "field", "function", "enumerator"))
    OBJECTS: ClassVar[frozenset[str]] = frozenset(("param", "variable", "field"))
    SCOPED: ClassVar[frozenset[str]] = frozenset(("function", "template", "type", "variable", "enumerator"))
    KINDS: ClassVar[dict[int, str]] = {
        _PARM: "param",
        _VAR: "variable",
        _FIELD: "field",
        _FUNCTION: "function",
        _ENUMERATOR: "enumerator",
        **dict.fromkeys(_TYPES, "type"),
        **dict.fromkeys((21, 24, 25, 26), "method"),
        22: "namespace",
        33: "namespace",  # an alias
        27: "template parameter",
        28: "template parameter",
        29: "template parameter",
        30: "template",
        501: "macro",
    }

    def __init__(self, file: UnitFile, types: frozenset[str] = frozenset()) -> None:
        """`types`: see ParseRequest."""
        self.file = file
        self.named = types
        self.scoped: dict[str, set[str]] = {}  # what each of them is called with its namespaces
        self.known: dict[int, Decl | None] = {}
        self.types: dict[int, str] = {}
        self.canonical: dict[int, str] = {}
        self.given: dict[int, tuple[str, ...]] = {}
        self.owners: dict[int, str] = {}
        self.scopes: dict[int, str] = {}
        self.pointers: set[str] = set()

    def read(self, cursor: Cursor) -> Decl | None:
        key = cursor.data[0]
        if key not in self.known:
            self.known[key] = self._read(cursor)
        return self.known[key]

    def _read(self, cursor: Cursor) -> Decl | None:
        kind = self.KINDS.get(cursor.kind)
        if kind is None:
            return None
        lib, file = self.file.lib, self.file
        owner = self._owner(cursor) if kind in ("field", "method") else ""
        name = file.text(lib.clang_getCursorSpelling(cursor))
        type_ = self._type(cursor) if kind in self.VALUES or kind == "method" else ""
        plain = kind != "variable" or bool(lib.clang_isPODType(lib.clang_getCursorType(cursor))) or "&" in type_
        value = str(lib.clang_getEnumConstantDeclValue(cursor)) if kind == "enumerator" else ""
        place = file.expanded_at(lib.clang_getCursorLocation(cursor))
        if kind == "type" and is_system(place[1]):  # another header of the system may declare it only
            whole = lib.clang_getCursorDefinition(cursor)
            place = file.expanded_at(lib.clang_getCursorLocation(whole)) if whole.kind == cursor.kind else place
        offset, path, elsewhere = place
        scope = self._scope(lib.clang_getCursorSemanticParent(cursor)) if kind in self.SCOPED else ""
        canonical = self._canonical(cursor, type_) if kind in self.OBJECTS else ""
        if cursor.kind in _ALIASES:
            found = lib.clang_getCanonicalType(lib.clang_getCursorType(cursor))
            if found.kind in _POINTERS:
                self.pointers.add(name)
        takes = self._takes(cursor) if kind in ("function", "method") else ()
        return Decl(kind, name, type_, owner, offset, path, plain, value, scope, canonical, elsewhere, takes)

    def _scope(self, parent: Cursor) -> str:
        """The namespaces around what a declaration stands in: of an enumerator the enumeration's."""
        lib, key = self.file.lib, parent.data[0]
        if parent.kind not in (*SCOPES, _ENUM):
            return ""
        if key not in self.scopes:
            outer = self._scope(lib.clang_getCursorSemanticParent(parent))
            own = self.file.text(lib.clang_getCursorSpelling(parent)) if parent.kind == _NAMESPACE else ""
            self.scopes[key] = "::".join(name for name in (outer, own) if name)
        return self.scopes[key]

    def _type(self, cursor: Cursor) -> str:
        found = self.file.lib.clang_getCursorType(cursor)
        key = found.data[0]
        if key not in self.types:
            self.types[key] = self._named(self._told(found))
        return self.types[key]

    def _told(self, found: Type) -> str:
        """A type as it is spelled, but for aliases that hide a reference: of a type, or of what a function is given or answers."""
        lib = self.file.lib
        if self._hides_reference(found):
            return self.file.text(lib.clang_getTypeSpelling(lib.clang_getCanonicalType(found)))
        spelled = self.file.text(lib.clang_getTypeSpelling(found))
        if found.kind != _FUNCTION_TYPE:
            return spelled
        kinds = [lib.clang_getArgType(found, i) for i in range(lib.clang_getNumArgTypes(found))]
        kinds.append(lib.clang_getResultType(found))
        if not any(map(self._hides_reference, kinds)):
            return spelled
        *given, result = map(self._told, kinds)
        return f"{result} ({', '.join(given)}){spelled.rpartition(')')[2]}"

    def _hides_reference(self, found: Type) -> bool:
        canonical = self.file.lib.clang_getCanonicalType
        return found.kind not in _REFERENCE_TYPES and canonical(found).kind in _REFERENCE_TYPES

    def _named(self, spelled: str) -> str:
        """A type in which those that the rules name have no namespace."""
        if "::" not in spelled or not self.named:
            return spelled

        def own(match: re.Match[str]) -> str:
            if match[1] not in self.named:
                return match[0]
            self.scoped.setdefault(match[1], set()).add(match[0])
            return match[1]

        return _SCOPED.sub(own, spelled)

    def _canonical(self, cursor: Cursor, spelled: str) -> str:
        lib = self.file.lib
        found = lib.clang_getCursorType(cursor)
        key = found.data[0]
        if key not in self.canonical:
            text = self._named(self.file.text(lib.clang_getTypeSpelling(lib.clang_getCanonicalType(found))))
            self.canonical[key] = text if text != spelled else ""
        return self.canonical[key]

    def _takes(self, cursor: Cursor) -> tuple[str, ...]:
        lib = self.file.lib
        found = lib.clang_getCanonicalType(lib.clang_getCursorType(cursor))
        key = found.data[0]
        if key not in self.given:
            kinds = (lib.clang_getArgType(found, i) for i in range(lib.clang_getNumArgTypes(found)))
            self.given[key] = tuple(self._named(self.file.text(lib.clang_getTypeSpelling(kind))) for kind in kinds)
        return self.given[key]

    def _owner(self, cursor: Cursor) -> str:
        parent = self.file.lib.clang_getCursorSemanticParent(cursor)
        key = parent.data[0]
        if key not in self.owners:
            self.owners[key] = self._type(parent)
        return self.owners[key]


def _drop_skipped(entities: dict[int, Decl], skipped: Sequence[Span]) -> None:
    """What no compiler came to is annotated as the namespace around it."""
    for at in [at for at, decl in entities.items() if decl.kind == "namespace"]:
        position = bisect_right(skipped, at, key=lambda span: span.start) - 1
        if position >= 0 and at < skipped[position].end:
            del entities[at]


def _skipped(file: UnitFile, handle: c_void_p) -> tuple[Span, ...]:
    """From the # of the directive that a branch begins with to the end of the keyword of the one that ends it."""
    lib = file.lib
    ranges = lib.clang_getSkippedRanges(file.unit, handle)
    try:
        items = [ranges.contents.ranges[position] for position in range(ranges.contents.count)]
        return tuple(
            Span(file.offset(lib.clang_getRangeStart(r)), file.offset(lib.clang_getRangeEnd(r))) for r in items
        )
    finally:
        lib.clang_disposeSourceRangeList(ranges)


class Parsing:
    """The chips beside each other, and beside what else there is to do until `results()` are asked for."""

    def __init__(self, requests: Sequence[ParseRequest]) -> None:
        library()
        builtin_headers()
        self._tasks = [BackgroundTask(parse, request) for request in requests]

    def answered(self) -> bool:
        """Waits, and says whether all of them gave an answer, so that `results` is no work of this process."""
        return all(task.answered() for task in self._tasks)

    def results(self) -> list[ChipFacts]:
        """In the order of the requests. Raises ParseFailed and OSError."""
        return [task.result() for task in self._tasks]


def parse_all(requests: Sequence[ParseRequest]) -> list[ChipFacts]:
    return Parsing(requests).results()


_KEEP_GOING = 0x200  # past headers that are not there


def preprocess(request: ParseRequest) -> ChipFacts:
    """What the preprocessor says of a text, none of the system's headers read: `problems` are the headers that it did not find."""
    data = request.text if request.text is not None else Path(request.path).read_bytes()
    arguments = ["-nostdinc", "-nostdinc++", "-w", *request.arguments]
    unsaved = [(request.path, binding_text(data))]
    try:
        unit = cindex.Index.create().parse(request.path, args=arguments, unsaved_files=unsaved, options=1 | _KEEP_GOING)
    except cindex.TranslationUnitLoadError as error:
        message = f"libclang cannot read the file: {error}"
        raise ParseFailed(request.chip, Location(request.path, 1, 1), message) from None
    file = UnitFile(unit, request.path, data)
    _, entities = _annotate(_DeclReader(file), len(data))
    defines = tuple(argument[2:] for argument in request.arguments if argument.startswith("-D"))
    _, _, macros = _top_level(file)
    skipped, headers = _skipped(file, file.file), _headers(file)
    _drop_skipped(entities, sorted(skipped))
    expanded = {offset: entity for offset, entity in entities.items() if entity.kind == "macro"}
    missing = tuple(m[1] for d in unit.diagnostics if (m := _NOT_FOUND.fullmatch(d.spelling)))
    return ChipFacts(request.chip, {}, (), skipped, expanded, headers, macros, defines, missing)


_NOT_FOUND = re.compile(r"'(.*)' file not found")
