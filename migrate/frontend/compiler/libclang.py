"""libclang's own interface, as far as it is used beside the package's: records, functions with plain prototypes, and texts as it takes them."""

from __future__ import annotations

from ctypes import CDLL, CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_longlong, c_uint, c_void_p
from functools import cache
from typing import Any

from clang import cindex


class Token(Structure):
    _fields_ = (("data", c_uint * 4), ("pointer", c_void_p))


class Cursor(Structure):
    _fields_ = (("kind", c_int), ("xdata", c_int), ("data", c_void_p * 3))


class Type(Structure):
    _fields_ = (("kind", c_int), ("data", c_void_p * 2))


class String(Structure):
    _fields_ = (("data", c_void_p), ("flags", c_uint))


class SourceLocation(Structure):
    _fields_ = (("pointers", c_void_p * 2), ("number", c_uint))


class SourceRange(Structure):
    _fields_ = (("pointers", c_void_p * 2), ("begin", c_uint), ("end", c_uint))


class SourceRanges(Structure):
    _fields_ = (("count", c_uint), ("ranges", POINTER(SourceRange)))


VISITOR = CFUNCTYPE(c_int, Cursor, Cursor, c_void_p)
INCLUSION_VISITOR = CFUNCTYPE(None, c_void_p, POINTER(SourceLocation), c_uint, c_void_p)
_PLACE = (SourceLocation, POINTER(c_void_p), POINTER(c_uint), POINTER(c_uint), POINTER(c_uint))
_PROTOTYPES: tuple[tuple[str, Any, tuple[Any, ...]], ...] = (
    ("clang_getLocationForOffset", SourceLocation, (c_void_p, c_void_p, c_uint)),
    ("clang_getRange", SourceRange, (SourceLocation, SourceLocation)),
    ("clang_getRangeStart", SourceLocation, (SourceRange,)),
    ("clang_getRangeEnd", SourceLocation, (SourceRange,)),
    ("clang_tokenize", None, (c_void_p, SourceRange, POINTER(POINTER(Token)), POINTER(c_uint))),
    ("clang_annotateTokens", None, (c_void_p, POINTER(Token), c_uint, POINTER(Cursor))),
    ("clang_disposeTokens", None, (c_void_p, POINTER(Token), c_uint)),
    ("clang_getTokenLocation", SourceLocation, (c_void_p, Token)),
    ("clang_getFileLocation", None, _PLACE),
    ("clang_getExpansionLocation", None, _PLACE),
    ("clang_getSkippedRanges", POINTER(SourceRanges), (c_void_p, c_void_p)),
    ("clang_disposeSourceRangeList", None, (POINTER(SourceRanges),)),
    ("clang_File_isEqual", c_int, (c_void_p, c_void_p)),
    ("clang_getCursorReferenced", Cursor, (Cursor,)),
    ("clang_getCursorDefinition", Cursor, (Cursor,)),
    ("clang_isCursorDefinition", c_uint, (Cursor,)),
    ("clang_getTranslationUnitCursor", Cursor, (c_void_p,)),
    ("clang_visitChildren", c_uint, (Cursor, c_void_p, c_void_p)),
    ("clang_getInclusions", None, (c_void_p, c_void_p, c_void_p)),
    ("clang_getLocation", SourceLocation, (c_void_p, c_void_p, c_uint, c_uint)),
    ("clang_Location_isInSystemHeader", c_int, (SourceLocation,)),
    ("clang_getFileName", String, (c_void_p,)),
    ("clang_getCursorSemanticParent", Cursor, (Cursor,)),
    ("clang_getCursorSpelling", String, (Cursor,)),
    ("clang_getCursorLocation", SourceLocation, (Cursor,)),
    ("clang_getCursorType", Type, (Cursor,)),
    ("clang_getEnumConstantDeclValue", c_longlong, (Cursor,)),
    ("clang_getTypeSpelling", String, (Type,)),
    ("clang_getCanonicalType", Type, (Type,)),
    ("clang_getResultType", Type, (Type,)),
    ("clang_getNumArgTypes", c_int, (Type,)),
    ("clang_getArgType", Type, (Type, c_uint)),
    ("clang_isPODType", c_uint, (Type,)),
    ("clang_getPointeeType", Type, (Type,)),
    ("clang_isConstQualifiedType", c_uint, (Type,)),
    ("clang_getClangVersion", String, ()),
    ("clang_getCString", c_char_p, (String,)),
    ("clang_disposeString", None, (String,)),
)


@cache
def library() -> CDLL:
    """libclang once more, with plain prototypes: the package's wrap each answer in objects, at ten times the cost."""
    lib = CDLL(cindex.conf.lib._name)
    for name, result, arguments in _PROTOTYPES:
        function = getattr(lib, name)
        function.restype, function.argtypes = result, list(arguments)
    return lib


def binding_text(data: bytes) -> str:
    """What the binding makes as many bytes of: it takes only text, and encodes it as UTF-8. In a line that is none, other bytes become a
    question mark."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(_line(line) for line in data.splitlines(keepends=True))


def _line(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return bytes(b if b < 128 else 0x3F for b in data).decode("ascii")
