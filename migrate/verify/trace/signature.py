"""Which inputs a function takes, in a form both builds of it can be called with."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from clang import cindex


@dataclass(frozen=True)
class Scalar:
    """A number: `code` is i (integer, enum, char, bool) or f (floating)."""

    name: str
    code: str
    ctype: str


@dataclass(frozen=True)
class Tensor:
    """A tensor by value or by reference."""

    name: str
    ctype: str


@dataclass(frozen=True)
class TensorList:
    """Pointer to tensors (its count is the integer parameter that follows) or a vector of them."""

    name: str
    ctype: str
    vector: bool


@dataclass(frozen=True)
class Array:
    """Pointer to host numbers; eight of them are passed. An untyped pointer counts as one to bytes."""

    name: str
    code: str
    ctype: str


@dataclass(frozen=True)
class Struct:
    """A parameter struct by value: its scalar fields in order."""

    name: str
    ctype: str
    fields: tuple[Scalar, ...]


Param = Scalar | Tensor | TensorList | Array | Struct


@dataclass(frozen=True)
class Signature:
    name: str
    params: tuple[Param, ...]
    unsupported: str = ""
    blocking_flag: bool = False  # the legacy function has a last parameter that is no input


_INTEGER = {
    cindex.TypeKind.BOOL,
    cindex.TypeKind.CHAR_U,
    cindex.TypeKind.UCHAR,
    cindex.TypeKind.CHAR_S,
    cindex.TypeKind.SCHAR,
    cindex.TypeKind.USHORT,
    cindex.TypeKind.UINT,
    cindex.TypeKind.ULONG,
    cindex.TypeKind.ULONGLONG,
    cindex.TypeKind.SHORT,
    cindex.TypeKind.INT,
    cindex.TypeKind.LONG,
    cindex.TypeKind.LONGLONG,
    cindex.TypeKind.ENUM,
}
_FLOATING = {cindex.TypeKind.FLOAT, cindex.TypeKind.DOUBLE}


def _scalar_code(kind: cindex.TypeKind) -> str | None:
    if kind in _INTEGER:
        return "i"
    return "f" if kind in _FLOATING else None


def _plain(ctype: str) -> str:
    return re.sub(r"\bconst\b|\bstruct\b|\benum\b|[&*]", "", ctype).strip()


def _param(cursor: cindex.Cursor, tensor_type: str) -> Param | str:
    name, spelled = cursor.spelling, cursor.type.spelling
    canonical = cursor.type.get_canonical()
    if _plain(spelled) == tensor_type and canonical.kind != cindex.TypeKind.POINTER:
        return Tensor(name, _plain(spelled))
    if "vector" in spelled and tensor_type in spelled:
        return TensorList(name, tensor_type, vector=True)
    if canonical.kind == cindex.TypeKind.POINTER:
        pointee = canonical.get_pointee()
        if _plain(cursor.type.get_pointee().spelling) == tensor_type:
            return TensorList(name, tensor_type, vector=False)
        if pointee.kind == cindex.TypeKind.VOID:
            return Array(name, "i", "unsigned char")
        code = _scalar_code(pointee.kind)
        return Array(name, code, _plain(pointee.spelling)) if code else f"parameter {name} has type {spelled}"
    code = _scalar_code(canonical.kind)
    if code:
        return Scalar(name, code, spelled)
    if canonical.kind == cindex.TypeKind.RECORD:
        fields = []
        for field in canonical.get_fields():
            field_code = _scalar_code(field.type.get_canonical().kind)
            if not field_code:
                return f"field {field.spelling} of parameter {name} has type {field.type.spelling}"
            fields.append(Scalar(field.spelling, field_code, field.type.spelling))
        return Struct(name, _plain(spelled), tuple(fields))
    return f"parameter {name} has type {spelled}"


def read_signatures(
    header: Path, args: list[str], tensor_type: str, resource_types: Collection[str], drop_last: str | None
) -> dict[str, Signature]:
    """Signatures of the functions declared in `header` whose first parameter has one of `resource_types`.

    `drop_last` names a last parameter that is not an input (non_blocking).
    """
    unit = cindex.Index.create().parse(str(header), args=[*args, "-x", "c++", "-std=c++17"])
    fatal = [d for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
    if fatal:
        raise ValueError(
            f"{header} does not parse: {fatal[0].location.file}:{fatal[0].location.line}: {fatal[0].spelling}"
        )
    found: dict[str, Signature] = {}

    def visit(cursor: cindex.Cursor) -> None:
        for child in cursor.get_children():
            if child.kind in (
                cindex.CursorKind.LINKAGE_SPEC,
                cindex.CursorKind.UNEXPOSED_DECL,
                cindex.CursorKind.NAMESPACE,
            ):
                visit(child)
            elif child.kind == cindex.CursorKind.FUNCTION_DECL:
                arguments = list(child.get_arguments())
                if not arguments or _plain(arguments[0].type.spelling) not in resource_types:
                    continue
                rest = arguments[1:]
                flag = bool(drop_last and rest and rest[-1].spelling == drop_last)
                rest = rest[:-1] if flag else rest
                params = [_param(a, tensor_type) for a in rest]
                bad = next((p for p in params if isinstance(p, str)), "")
                known = tuple(p for p in params if not isinstance(p, str))
                found[child.spelling] = Signature(child.spelling, known, bad, flag)

    visit(unit.cursor)
    return found
