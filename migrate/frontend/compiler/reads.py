"""Which names only have their value read, as the syntax tree says: what else they may be bound to, no token shows."""

from __future__ import annotations

from migrate.frontend.compiler.libclang import Cursor, Type
from migrate.frontend.compiler.unit_file import SCOPES, UNIT, UnitFile

_NAMES = frozenset((101, 102))  # DeclRefExpr, MemberRefExpr
_MEMBER, _VARIABLE, _LIST, _CONST_CAST = 102, 9, 119, 127
_IMPLICIT, _PARENTHESES, _SUBSCRIPT, _CHOICE = 100, 111, 113, 116  # an expression that is not written, as a conversion
_CASTS = frozenset((117, 127, 128))  # of C, const_cast, one that is written as a call
_POINTER, _RECORD, _ENUM = 101, 105, 106
_BYTES = frozenset((2, 4, 5, 13, 14))  # void and chars: a text, or what a runtime takes as such
_OPEN = frozenset((1, 26))  # of a template's parameters
_INDIRECT = frozenset((101, 103, 104))  # pointer, references
_REFERENCES = frozenset((103, 104))
_SCALARS = frozenset((*range(3, 25), 30, 31, 32, 39, 40, 100, _POINTER, _ENUM))
_CALL, _CONVERSION = 103, 26
_FUNCTIONS = frozenset((8, 21))  # and methods
_BINDING = frozenset((9, 103))  # a variable, a call: what a constant may be given to as it is
_ARRAYS = frozenset((112, 114, 115))
_WITHOUT_PARTS = frozenset((43, *range(106, 111), 130, 131))  # a type that is named, literals
_DIRECTIVES = range(500, 600)  # and uses of macros
_NOTED = _NAMES | {_IMPLICIT, _CALL, _SUBSCRIPT, _PARENTHESES, _CHOICE}


class Reads:
    """What a walk over the bodies of one file, and of the project's headers in it, finds."""

    def __init__(self, file: UnitFile) -> None:
        self.file = file
        self.read: set[int] = set()  # offsets of names whose value is taken, or that are bound as constants
        self.lent: set[int] = set()  # of those that something else is done with
        self.unnamed: set[int] = set()  # where an operator or a conversion of the project is called
        self.frees_constants = False  # whether a cast, also in a header, leads from a constant to what may be changed
        self._operators: dict[int | None, bool] = {}  # by the address of what is called
        self._own = False  # whether what is walked over stands in the file itself
        self._reading: dict[int, bool] = {}  # by the address of an expression: whether what stands in it is read
        self._elements: dict[int, bool] = {}  # of pointers among these: whether they lead to an element that is read
        file.visit(self._visit)

    def _visit(self, cursor: Cursor, parent: Cursor) -> int:
        kind, above = cursor.kind, parent.kind
        if kind in _WITHOUT_PARTS or kind in _DIRECTIVES:
            return 1
        if above in SCOPES or above >= UNIT:
            where = self.file.lib.clang_getCursorLocation(cursor)
            self._own = self.file.has(where)
            if not self._own and self.file.spelled_at(where) is None:
                return 1
        if not self.frees_constants and (kind in _CASTS or above in _CASTS):
            self.frees_constants = self._frees(cursor) if kind in _CASTS else self._is_freed(cursor, parent)
        if self._own and kind in _NOTED:
            self._note(kind, cursor, parent)
        return 2

    def _note(self, kind: int, cursor: Cursor, parent: Cursor) -> None:
        if kind == _IMPLICIT:
            self._convert(cursor, parent)
        elif kind in _NAMES:
            if parent.kind != _MEMBER:
                known = self.read if self._is_read(cursor, parent) else self.lent
                known.add(self._place(cursor))
        elif kind == _CALL:
            if self._is_unnamed(cursor):
                self.unnamed.add(self._place(cursor))
        elif kind == _SUBSCRIPT and self._canonical(cursor).kind in _ARRAYS:
            self._reading[cursor.data[1]] = self._elements.get(parent.data[1], False)
        elif kind != _CHOICE or parent.kind == _IMPLICIT:
            self._reading[cursor.data[1]] = self._is_reading(parent)

    def _place(self, cursor: Cursor) -> int:
        return self.file.offset(self.file.lib.clang_getCursorLocation(cursor))

    def _is_unnamed(self, call: Cursor) -> bool:
        called = self.file.lib.clang_getCursorReferenced(call)
        key = called.data[0]
        if key not in self._operators:
            self._operators[key] = self._is_operator(called)
        return self._operators[key]

    def _is_operator(self, called: Cursor) -> bool:
        lib = self.file.lib
        operator = called.kind == _CONVERSION or (
            called.kind in _FUNCTIONS and self.file.text(lib.clang_getCursorSpelling(called)).startswith("operator")
        )
        return operator and self.file.spelled_at(lib.clang_getCursorLocation(called)) is not None

    def _is_read(self, cursor: Cursor, parent: Cursor) -> bool:
        reading = self._is_reading(parent)
        if reading and parent.data[1] not in self._elements:
            return True
        if not reading and parent.kind not in _BINDING:
            return False
        kind = self._canonical(cursor)
        if kind.kind in _ARRAYS:  # which becomes a pointer to its elements
            return self._elements.get(parent.data[1], False)
        return reading or bool(self.file.lib.clang_isConstQualifiedType(kind))

    def _is_reading(self, parent: Cursor) -> bool:
        return self._reading.get(parent.data[1], False)

    def _canonical(self, cursor: Cursor) -> Type:
        lib = self.file.lib
        found: Type = lib.clang_getCanonicalType(lib.clang_getCursorType(cursor))
        return found

    def _convert(self, cursor: Cursor, parent: Cursor) -> None:
        kind = self._canonical(cursor)
        self._reading[cursor.data[1]] = self._makes_value(kind, parent)
        if kind.kind == _POINTER:
            self._elements[cursor.data[1]] = parent.kind == _SUBSCRIPT and self._is_reading(parent)

    def _makes_value(self, kind: Type, parent: Cursor) -> bool:
        """Whether an expression that is not written, of this type, makes a value of a name, or a constant."""
        if parent.kind == _LIST:
            return False  # a part of a list as it is written: nothing says what it initialises
        if self.file.lib.clang_isConstQualifiedType(kind):
            return True
        if kind.kind not in _SCALARS:
            return False
        return parent.kind != _VARIABLE or self._canonical(parent).kind not in _REFERENCES

    def _is_freed(self, operand: Cursor, cast: Cursor) -> bool:
        """Whether an operand is a constant where the cast is a name for it that is none."""
        lib, given, made = self.file.lib, self._canonical(operand), self._canonical(cast)
        if given.kind == made.kind == _POINTER:
            given, made = lib.clang_getPointeeType(given), lib.clang_getPointeeType(made)
        frees = lib.clang_isConstQualifiedType(given) and not lib.clang_isConstQualifiedType(made)
        return made.kind not in _BYTES and bool(frees)

    def _frees(self, cast: Cursor) -> bool:
        lib, kind = self.file.lib, self._canonical(cast)
        if cast.kind == _CONST_CAST or kind.kind in _OPEN:
            return True
        pointee = lib.clang_getPointeeType(kind)
        named = pointee.kind in _OPEN or pointee.kind in (_RECORD, _ENUM) or pointee.kind in _INDIRECT
        return kind.kind in _INDIRECT and named and not lib.clang_isConstQualifiedType(pointee)
