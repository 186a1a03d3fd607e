"""The public headers as data: functions with their parameters, structs, enumerations."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from clang import cindex

from dnnlib.codegen import clang
from dnnlib.codegen.errors import SourceError
from dnnlib.codegen.names import operator_key

TENSOR = "tpudnnTensor_t"
FAMILIES = "tpuDNN"  # folder of the families' headers
OF_THE_RUNTIME = "Activity.h"  # one of them that every library has, whichever operators
NO_OPERATORS = ("C2C.h", "Utilities.h")  # those of them that declare none


class Kind(Enum):
    """What a parameter is to the entry of an operator."""

    HANDLE = "handle"
    TENSOR = "tensor"
    TENSOR_LIST = "tensor_list"  # pointer; the next parameter is its length
    TENSOR_VECTOR = "tensor_vector"  # std::vector<tpudnnTensor_t>, by value or by reference
    NUMBER_VECTOR = "number_vector"  # std::vector of numbers
    NUMBER_LIST = "number_list"  # its C form: a pointer; the next parameter is its length
    VALUE = "value"


@dataclass(frozen=True)
class Parameter:
    name: str
    type: str  # as declared
    canonical: str  # without typedefs, for bindings
    kind: Kind
    optional: bool = False


@dataclass(frozen=True)
class Function:
    name: str
    returns: str
    parameters: tuple[Parameter, ...]
    doc: str
    header: str
    operator: str = ""  # key in kernel tables; "" for what is no operator

    @property
    def takes_vector(self) -> bool:
        return any(parameter.kind in (Kind.TENSOR_VECTOR, Kind.NUMBER_VECTOR) for parameter in self.parameters)


@dataclass(frozen=True)
class Api:
    functions: tuple[Function, ...] = ()
    structs: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)  # name -> (field, canonical type)
    enums: dict[str, dict[str, int]] = field(default_factory=dict)

    @property
    def operators(self) -> tuple[Function, ...]:
        return tuple(function for function in self.functions if function.operator)


_OPTIONAL = re.compile(r"@optional\s+([A-Za-z0-9_]+(?:\s*,\s*[A-Za-z0-9_]+)*)")


def _kind(spelling: str, canonical: str) -> Kind:
    if spelling == "tpudnnHandle_t":
        return Kind.HANDLE
    bare = spelling.replace("const ", "").replace(" const", "").strip()
    if bare == TENSOR:
        return Kind.TENSOR
    if re.fullmatch(rf"{TENSOR} ?\*", bare):
        return Kind.TENSOR_LIST
    if "vector<" in canonical and TENSOR in canonical:
        return Kind.TENSOR_VECTOR
    if "vector<" in canonical:
        return Kind.NUMBER_VECTOR
    return Kind.VALUE


def _clean_comment(comment: str | None) -> str:
    if not comment:
        return ""
    lines = re.sub(r"^/\*+|\*+/$", "", comment.strip()).splitlines()
    return "\n".join(re.sub(r"^\s*(\*|///?)?\s?", "", line).rstrip() for line in lines).strip()


def _function(cursor: cindex.Cursor, operator_headers: Collection[Path]) -> Function:
    file = Path(cursor.location.file.name)
    doc = _clean_comment(cursor.raw_comment)
    optional = {name.strip() for found in _OPTIONAL.findall(doc) for name in found.split(",")}
    arguments = list(cursor.get_arguments())
    unknown = optional - {argument.spelling for argument in arguments}
    if unknown:
        sentence = f"@optional names '{sorted(unknown)[0]}', which is no parameter of {cursor.spelling}"
        raise SourceError(str(file), cursor.location.line, cursor.location.column, sentence)
    parameters = tuple(
        Parameter(
            argument.spelling or f"arg{index}",
            argument.type.spelling,
            argument.type.get_canonical().spelling,
            _kind(argument.type.spelling, argument.type.get_canonical().spelling),
            argument.spelling in optional,
        )
        for index, argument in enumerate(arguments)
    )
    declares = file.resolve() in operator_headers and file.name not in NO_OPERATORS
    is_operator = declares and bool(parameters) and parameters[0].kind is Kind.HANDLE
    for index, parameter in enumerate(parameters):
        following = parameters[index + 1].canonical if index + 1 < len(parameters) else ""
        if is_operator and parameter.kind is Kind.TENSOR_LIST and following != "int":
            sentence = f"{cursor.spelling}: the list '{parameter.name}' must be followed by its length, an int"
            raise SourceError(str(file), cursor.location.line, cursor.location.column, sentence)
    key = operator_key(cursor.spelling) if is_operator else ""
    return Function(cursor.spelling, cursor.result_type.spelling, parameters, doc, file.name, key)


def _families(unit: cindex.TranslationUnit, tensor_header: Path) -> Iterator[Path]:
    """The headers in folders called tpuDNN that the header of the operators includes."""
    for inclusion in unit.get_includes():
        included = Path(inclusion.include.name)
        if included.parent.name == FAMILIES and Path(inclusion.source.name).resolve() == tensor_header.resolve():
            yield included.resolve()


def _values(enum: cindex.Type) -> dict[str, int]:
    return {value.spelling: value.enum_value for value in enum.get_declaration().get_children()}


def read_api(header: Path, tensor_header: Path, include: Sequence[Path]) -> Api:
    """Read tpuDNN.h, tpuDNNTensor.h and the families' headers that it includes, C++ sections included."""
    flags = ["-x", "c++", "-std=c++17", "-fparse-all-comments", *(f"-I{folder}" for folder in include)]
    unit = clang.parse(header, flags)
    operator_headers = {tensor_header.resolve(), *_families(unit, tensor_header)}
    runtime = next((path for folder in include if (path := Path(folder) / FAMILIES / OF_THE_RUNTIME).exists()), None)
    if runtime is not None and runtime.resolve() not in operator_headers:  # a tree's header has its own operators only
        unit = clang.parse(header, [*flags, "-include", str(runtime.resolve())])
        operator_headers.add(runtime.resolve())
    functions = []
    types: list[cindex.Type] = []
    structs: dict[str, tuple[tuple[str, str], ...]] = {}
    enums: dict[str, dict[str, int]] = {}
    for cursor in clang.declarations(unit, [header, *operator_headers]):
        if cursor.kind == cindex.CursorKind.FUNCTION_DECL:
            if cursor.storage_class != cindex.StorageClass.STATIC:
                functions.append(_function(cursor, operator_headers))
                types += [argument.type.get_canonical() for argument in cursor.get_arguments()]
        elif cursor.kind == cindex.CursorKind.TYPEDEF_DECL:
            target = cursor.underlying_typedef_type.get_canonical()
            if target.kind == cindex.TypeKind.RECORD and target.get_size() > 0:
                structs[cursor.spelling] = tuple(
                    (member.spelling, member.type.get_canonical().spelling) for member in target.get_fields()
                )
            elif target.kind == cindex.TypeKind.ENUM:
                enums[cursor.spelling] = _values(target)
    for used in types:  # those of a tree's own headers too
        if used.kind == cindex.TypeKind.ENUM:
            enums.setdefault(used.spelling.removeprefix("const ").removeprefix("enum "), _values(used))
    return Api(tuple(functions), structs, enums)
