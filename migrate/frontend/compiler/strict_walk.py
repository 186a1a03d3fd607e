"""Walks the tree of a text that the compiler takes: conversions that read a checked type's bytes, and templates and sizes that tell what type it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from clang import cindex

from migrate.frontend.compiler.libclang import Cursor, library
from migrate.frontend.compiler.unit_file import SCOPES, UNIT, UnitFile

NAME = "checked.cpp"


@dataclass(frozen=True)
class Problem:
    """`offsets`: places in the text, the nearest first; none where the error is elsewhere only."""

    offsets: tuple[int, ...]
    message: str
    misreads: bool = False  # no error of the compiler


_K = cindex.CursorKind
_T = cindex.TypeKind
_ARRAYS = (_T.CONSTANTARRAY, _T.INCOMPLETEARRAY, _T.VARIABLEARRAY, _T.DEPENDENTSIZEDARRAY)
_POINTERS = (_T.POINTER, _T.LVALUEREFERENCE, _T.RVALUEREFERENCE)
_NUMBERS = (_T.INT, _T.UINT, _T.LONG, _T.ULONG, _T.LONGLONG, _T.ULONGLONG)
_EXPLICIT = (_K.CSTYLE_CAST_EXPR, _K.CXX_REINTERPRET_CAST_EXPR, _K.CXX_FUNCTIONAL_CAST_EXPR)
# Bytes that become one of a checked type are the legacy ones, and those of one that are read are the unified ones.
_TO_CHECKED = (*_EXPLICIT, _K.CXX_STATIC_CAST_EXPR)
_CASTS = frozenset(kind.value for kind in (*_TO_CHECKED, _K.CXX_CONST_CAST_EXPR, _K.UNEXPOSED_EXPR))  # or implicit
_WRITTEN = frozenset(kind.value for kind in _TO_CHECKED)
_NULLS = (_K.INTEGER_LITERAL, _K.GNU_NULL_EXPR, _K.CXX_NULL_PTR_LITERAL_EXPR, _K.PAREN_EXPR)
_LISTS, _UNION, _SIZE, _CALL = (
    kind.value for kind in (_K.INIT_LIST_EXPR, _K.UNION_DECL, _K.CXX_UNARY_EXPR, _K.CALL_EXPR)
)
_BINARY = _K.BINARY_OPERATOR.value
_ADDRESS = _K.UNARY_OPERATOR.value
_DEFAULTED = frozenset((_K.FIELD_DECL.value, _K.PARM_DECL.value))
_RECORDS = (_K.STRUCT_DECL, _K.CLASS_DECL, _K.UNION_DECL, _K.CLASS_TEMPLATE)
_FUNCTIONS = (_K.FUNCTION_DECL, _K.CXX_METHOD, _K.FUNCTION_TEMPLATE, _K.CONSTRUCTOR)
_VARIABLES = (_K.VAR_DECL, _K.PARM_DECL)
_ASSEMBLY = (_K.ASM_STMT.value, _K.MS_ASM_STMT.value)
_USES = frozenset((_K.DECL_REF_EXPR.value, _K.MEMBER_REF_EXPR.value, _K.CALL_EXPR.value))
_TYPED = frozenset(
    kind.value for kind in (_K.VAR_DECL, _K.PARM_DECL, _K.FIELD_DECL, _K.CALL_EXPR, _K.TYPEDEF_DECL, _K.TYPE_ALIAS_DECL)
)
_EXPRESSIONS = range(100, 200)
_PREPROCESSING = range(_K.PREPROCESSING_DIRECTIVE.value, _K.INCLUSION_DIRECTIVE.value + 1)

_COPIED = "Copied"  # of the checking header: a pointer to what another object gets the bytes of

# Templates of the standard library that hold values of a type, or hand them on, and do not ask what type it is.
_HOLDING = frozenset(
    b"vector array deque list forward_list set multiset map multimap unordered_map unordered_set pair tuple stack queue priority_queue "
    b"initializer_list unique_ptr shared_ptr weak_ptr function optional allocator reference_wrapper less greater equal_to default_delete "
    b"atomic move forward swap make_pair make_tuple make_unique make_shared get tie begin end cbegin cend rbegin rend size data empty min max "
    b"minmax fill fill_n copy copy_n copy_if copy_backward find find_if find_if_not count count_if any_of all_of none_of for_each transform sort "
    b"stable_sort reverse remove remove_if unique ref cref addressof next prev distance advance back_inserter inserter accumulate exchange "
    b"as_const emplace_back emplace push_back insert assign equal generate iota rotate max_element min_element lower_bound upper_bound "
    b"forward_as_tuple apply invoke bind mem_fn move_backward decay remove_reference remove_const remove_volatile remove_cv remove_cvref "
    b"add_const enable_if tuple_element tuple_size swap_ranges replace replace_if partition iter_swap make_move_iterator".decode().split()
)


def misreads(unit: cindex.TranslationUnit, checked: frozenset[str], begin: int) -> list[Problem]:
    """Places where the bytes of a checked type are read or made, or where code may depend on which type it is. `begin`: where the headers end that
    the text begins with."""
    walk = _Walk(unit, checked, begin)
    walk.file.visit(walk.visit)
    return walk.found


class _Walk:
    def __init__(self, unit: cindex.TranslationUnit, checked: frozenset[str], begin: int) -> None:
        self.unit, self.begin = unit, begin
        self.file, self.lib = UnitFile(unit, NAME), library()
        self.types = _Types(checked, begin)
        self.found: list[Problem] = []
        self.casts: dict[object, bool] = {}
        self.used: dict[object, str] = {}
        self.typed: dict[object, str] = {}
        self.variadic: dict[object, bool] = {}

    def visit(self, cursor: Cursor, parent: Cursor) -> int:
        kind, outer = cursor.kind, parent.kind
        if (outer in SCOPES or outer >= UNIT) and (kind in _PREPROCESSING or not self.own(cursor)):
            return 1
        if outer in _CASTS and kind in _EXPRESSIONS:
            self.cast(cursor, parent)
        if kind in _USES:
            self.use(cursor)
        if kind in _TYPED:
            self.type(cursor)
        if outer == _CALL and kind in _EXPRESSIONS:
            self.argument(cursor, parent)
        if outer in _ASSEMBLY and self.types.mentions(self.node(cursor).type):
            self.add(parent, "assembly reads its bytes")
        if outer == _SIZE:
            self.size(cursor, parent)
        if outer in _DEFAULTED and kind in _EXPRESSIONS:
            self.default(parent)
        if kind in (_LISTS, _UNION):
            self.value(cursor)
        if kind == _ADDRESS:
            self.member(cursor)
        return 2

    @cached_property
    def counted(self) -> set[int]:
        """Both parts of quotients `sizeof ( array ) / sizeof ( element )`, which say how many elements there are."""
        found: set[int] = set()

        def visit(cursor: Cursor, parent: Cursor) -> int:
            if (parent.kind in SCOPES or parent.kind >= UNIT) and (
                cursor.kind in _PREPROCESSING or not self.own(cursor)
            ):
                return 1
            if cursor.kind == _BINARY:
                sizes = [_unwrapped(part) for part in self.node(cursor).get_children()]
                kinds = [_asked(size) for size in sizes]
                if len(kinds) == 2 and _counts(kinds[0], kinds[1]) and not _decays(sizes[0]):
                    found.update(size.data[1] for size in sizes)
            return 2

        self.file.visit(visit)
        return found

    def own(self, cursor: Cursor) -> bool:
        """Whether it is a part of the text behind the headers that it begins with."""
        location = self.lib.clang_getCursorLocation(cursor)
        return self.file.has(location) and self.file.offset(location) >= self.begin

    def cast(self, cursor: Cursor, parent: Cursor) -> None:
        given, wanted = self.lib.clang_getCursorType(cursor), self.lib.clang_getCursorType(parent)
        place = cursor.data[1] if parent.kind in _WRITTEN else 0  # of what object, the types do not say
        key = (parent.kind, wanted.data[0], given.data[0], cursor.kind, place)
        if key not in self.casts:
            self.casts[key] = self.types.misread(self.node(parent), self.node(cursor))
        if self.casts[key]:
            node = self.node(parent)
            self.add(parent, f"it is read as {node.type.spelling}")

    def use(self, cursor: Cursor) -> None:
        decl = self.lib.clang_getCursorReferenced(cursor)
        key = decl.data[0]
        if key not in self.used:
            self.used[key] = self.types.asks(self.node(decl)) if key else ""
        if self.used[key]:
            self.add(cursor, self.used[key])

    def type(self, cursor: Cursor) -> None:
        kind = self.lib.clang_getCanonicalType(self.lib.clang_getCursorType(cursor))
        key = kind.data[0]
        if key not in self.typed:
            self.typed[key] = self.types.tells(self.node(cursor).type)
        if self.typed[key]:
            self.add(cursor, self.typed[key])

    def argument(self, cursor: Cursor, parent: Cursor) -> None:
        """Pointers that a function takes without a type: it reads or writes what they point to by another one."""
        kind = self.lib.clang_getCursorType(cursor)
        if kind.kind != _T.POINTER.value:
            return
        decl = self.lib.clang_getCursorReferenced(parent)
        key = decl.data[0]
        if key not in self.variadic:
            self.variadic[key] = bool(key) and _is_variadic(self.node(decl).type)
        pointee = _pointee(self.node(cursor).type) if self.variadic[key] else None
        if pointee is not None and self.types.holds(pointee):
            self.add(cursor, "it goes to a function that takes pointers to anything")

    def size(self, cursor: Cursor, parent: Cursor) -> None:
        kind = self.node(cursor).type
        if self.types.sized(kind) and parent.data[1] not in self.counted:
            self.add(parent, f"the size of {kind.spelling} is asked, which is another one in the unified library")

    def default(self, cursor: Cursor) -> None:
        """Defaults of members and parameters within a type of a function may not name the function's variables; not every compiler says so."""
        node = self.node(cursor)
        owner: cindex.Cursor | None = node.semantic_parent
        while owner is not None and owner.kind not in _RECORDS:
            owner = owner.semantic_parent
        if owner is None or owner.semantic_parent.kind not in _FUNCTIONS:
            return
        for part in node.walk_preorder():
            named = part.referenced if part.kind == _K.DECL_REF_EXPR else None
            if named is not None and named.kind in _VARIABLES and named.semantic_parent == owner.semantic_parent:
                message = f"a default in a type of the function names {named.spelling}, a variable of it"
                self.add(cursor, message, misreads=False)
                return

    def member(self, cursor: Cursor) -> None:
        """Pointers to members: what they are made of says where a field lies, and who reads that may be anywhere."""
        kind = self.lib.clang_getCursorType(cursor)
        if kind.kind == _T.MEMBERPOINTER.value and self.types.sized(owner := self.node(cursor).type.get_class_type()):
            self.add(
                cursor, f"a pointer to a member of {owner.spelling}, which may lie elsewhere in the unified library"
            )

    def value(self, cursor: Cursor) -> None:
        node = self.node(cursor)
        if cursor.kind == _UNION and any(self.types.holds(one.type) for one in node.type.get_fields()):
            self.add(cursor, "it shares its bytes with the other members of a union")
        elif cursor.kind == _LISTS and self.types.listed(node):
            self.add(cursor, f"it is read as {node.type.spelling}")

    def node(self, cursor: Cursor) -> cindex.Cursor:
        found = cindex.Cursor.from_buffer_copy(bytes(cursor))
        found._tu = self.unit
        return found

    def add(self, cursor: Cursor, message: str, misreads: bool = True) -> None:
        offset = self.file.offset(self.lib.clang_getCursorLocation(cursor))
        self.found.append(Problem((offset,), message, misreads))


def _unwrapped(node: cindex.Cursor) -> cindex.Cursor:
    while node.kind in (_K.PAREN_EXPR, _K.UNEXPOSED_EXPR) and len(inner := list(node.get_children())) == 1:
        node = inner[0]
    return node


def _decays(size: cindex.Cursor) -> bool:
    """Whether what `sizeof` is asked about may be a pointer though its type is told as the array that it was: a parameter, or what one gave its type to."""
    operand = _unwrapped(next(iter(size.get_children())))
    if operand.kind in (_K.MEMBER_REF_EXPR, _K.ARRAY_SUBSCRIPT_EXPR):
        return False
    declared = operand.referenced if operand.kind == _K.DECL_REF_EXPR else None
    if declared is None or declared.kind != _K.VAR_DECL:
        return True
    return not {"auto", "decltype"}.isdisjoint(token.spelling for token in declared.get_tokens())


def _counts(array: cindex.Type | None, element: cindex.Type | None) -> bool:
    if array is None or element is None or array.kind not in _ARRAYS:
        return False
    return bool(array.element_type.get_canonical() == element.get_canonical())


def _asked(node: cindex.Cursor) -> cindex.Type | None:
    """The type of the expression that a `sizeof` is asked about."""
    inner = list(node.get_children()) if node.kind.value == _SIZE else []
    return inner[0].type if len(inner) == 1 and inner[0].kind.is_expression() else None


class _Types:
    """What types are made of. Each is asked about once, by its canonical spelling."""

    def __init__(self, checked: frozenset[str], begin: int) -> None:
        self.checked, self.begin = checked, begin
        self.held: dict[str, bool] = {}
        self.mentioned: dict[str, bool] = {}
        self.with_size: dict[str, bool] = {}
        self.anything: dict[str, bool] = {}

    def holds(self, kind: cindex.Type) -> bool:
        """Whether a type is a checked one, or an array of such, or has a field that is one."""
        return self._once(self.held, kind, self._is_checked, self.holds)

    def _once(
        self,
        known: dict[str, bool],
        kind: cindex.Type,
        is_one: Callable[[cindex.Type], bool | None],
        inner: Callable[[cindex.Type], bool],
    ) -> bool:
        kind = kind.get_canonical()
        while kind.kind in _ARRAYS:
            kind = kind.element_type.get_canonical()
        name = _bare(kind)
        if name not in known:
            known[name] = False
            said = is_one(kind)
            known[name] = any(inner(one) for one in _members(kind)) if said is None else said
        return known[name]

    def _is_checked(self, kind: cindex.Type) -> bool | None:
        name = _bare(kind)
        return True if name in self.checked or name.partition("<")[0] in self.checked else None

    def sized(self, kind: cindex.Type) -> bool:
        """Whether a type has another size in the unified library: a tensor, a buffer, a handle, and what has one; not an address or a data type."""
        return self._once(self.with_size, kind, self._has_other_size, self.sized)

    def _has_other_size(self, kind: cindex.Type) -> bool | None:
        name, declared = _bare(kind), kind.get_declaration()
        if kind.kind in _POINTERS:
            return self.sized(kind.get_pointee()) if kind.kind != _T.POINTER else False
        if name in _OF_SAME_SIZE or name.partition("<")[0] in _OF_SAME_SIZE:
            return False
        if kind.kind == _T.RECORD and self._is_given(declared) and self.holds(kind):
            return True
        return any(self.sized(argument) for argument in _arguments(kind)) or None

    def _is_given(self, declared: cindex.Cursor) -> bool:
        """Whether something is declared by the headers that the text begins with."""
        file = declared.location.file
        return file is not None and file.name == NAME and declared.location.offset < self.begin

    def mentions(self, kind: cindex.Type) -> bool:
        """Whether a checked type is a part of a type: behind pointers, as an argument of a template, a parameter, a field."""
        return self._once(self.mentioned, kind, self._has_part, self.holds)

    def _has_part(self, kind: cindex.Type) -> bool | None:
        if kind.kind in _POINTERS or kind.kind == _T.MEMBERPOINTER:
            return self.mentions(kind.get_pointee())
        if kind.kind == _T.FUNCTIONPROTO:
            return self.mentions(kind.get_result()) or any(map(self.mentions, kind.argument_types()))
        if self._is_checked(kind):
            return True
        return any(self.mentions(argument) for argument in _arguments(kind)) or None

    def tells(self, kind: cindex.Type) -> str:
        """What a type does that is made of a template and a checked type; empty where it only holds one."""
        kind = kind.get_canonical()
        while kind.kind in _POINTERS or kind.kind in _ARRAYS:
            kind = (kind.get_pointee() if kind.kind in _POINTERS else kind.element_type).get_canonical()
        arguments = _arguments(kind)
        if not any(self.mentions(argument) for argument in arguments):
            return ""
        declared = kind.get_declaration()
        if not self._knows_its_type(declared):
            return next((told for told in map(self.tells, arguments) if told), "")
        return f"{declared.spelling} is a template, which may do something else for {_shown(arguments)}"

    def asks(self, declared: cindex.Cursor) -> str:
        """What a function or variable does that is made from a template for a checked type, itself or the type that it is a member of."""
        owner = declared.semantic_parent
        if owner is not None and owner.spelling == _COPIED and self._is_given(declared):
            pointees = [pointee for one in _parameters(declared.type) if (pointee := _pointee(one)) is not None]
            return "its bytes have pointers to what is another type" if any(map(self.mentions, pointees)) else ""
        if owner is not None and declared.spelling == "max_size" and any(map(self.sized, _arguments(owner.type))):
            return f"{declared.spelling} depends on the size of {_shown(_arguments(owner.type))}"
        if (
            owner is not None
            and owner.kind in (_K.STRUCT_DECL, _K.CLASS_DECL, _K.CLASS_TEMPLATE)
            and (told := self.tells(owner.type))
        ):
            return told
        template = cindex.conf.lib.clang_getSpecializedCursorTemplate(declared)
        if template is None or template.kind not in (_K.FUNCTION_TEMPLATE, _K.CXX_METHOD, _K.CONSTRUCTOR):
            return ""
        kind = declared.type.get_canonical()
        arguments = [declared.get_template_argument_type(n) for n in range(declared.get_num_template_arguments())]
        parts = arguments
        if not arguments or any(one.kind == _T.INVALID for one in arguments):  # a method, or several in one parameter
            general = template.type.get_canonical()
            taken = zip(_parameters(kind), _parameters(general), strict=False)
            parts = [own for own, one in taken if _bare(own) != _bare(one)] or arguments
            parts += [one for one in arguments if one.kind != _T.INVALID]
            parts += _parameters(kind) if len(_parameters(kind)) != len(_parameters(general)) else []
        if owner is not None and declared.location.is_in_system_header:
            parts = [*parts, *_arguments(owner.type.get_canonical())]
        mentioned = any(self.mentions(part) for part in parts if part.kind != _T.INVALID)
        if not mentioned:
            return ""
        around = [kind, *([owner.type] if owner is not None and owner.kind != _K.TRANSLATION_UNIT else [])]
        to_anything = any(_ANYTHING.search(_bare(part)) for part in around)
        named = owner if declared.kind == _K.CONSTRUCTOR and owner is not None else declared
        if to_anything or self._knows_its_type(named) or any(map(self._chooses, parts)):
            return f"{declared.spelling} is a template, which may do something else for {kind.spelling}"
        return ""

    def _chooses(self, kind: cindex.Type) -> bool:
        """Whether a type of the text has more than one call operator, or a template of one: which is meant depends on what it is given."""
        while kind.kind in _POINTERS:
            kind = kind.get_pointee()
        declared = kind.get_canonical().get_declaration()
        own = declared.kind in (_K.STRUCT_DECL, _K.CLASS_DECL) and not declared.location.is_in_system_header
        if not own or self._is_given(declared):
            return False
        calls = [one for one in declared.get_children() if one.spelling == "operator()"]
        made = [one for one in declared.get_children() if one.spelling == declared.spelling]
        taking = [one for one in made if one.kind == _K.CONSTRUCTOR and self._converts(one, kind)]
        chosen = any(one.kind == _K.FUNCTION_TEMPLATE for one in (*calls, *made)) or len(calls) > 1 or len(taking) > 1
        return chosen or any("void *" in _bare(one.type) for one in (*calls, *taking))

    def _converts(self, made: cindex.Cursor, kind: cindex.Type) -> bool:
        """Whether a constructor makes something of one value of another type."""
        taken = [_bare(argument.type).rstrip("& ") for argument in made.get_arguments() if argument is not None]
        return len(taken) == 1 and taken[0] != _bare(kind)

    def _knows_its_type(self, declared: cindex.Cursor) -> bool:
        """Whether a template is one of the text, or one of the standard library that may ask what its type is."""
        if self._is_given(declared):
            return False
        if not declared.location.is_in_system_header:
            return not _only_holds(declared)
        name = declared.spelling.partition("<")[0]
        owner = declared.semantic_parent
        return not (
            name in _HOLDING
            or name.startswith(("_", "operator"))
            or (owner is not None and owner.spelling.partition("<")[0] in _HOLDING)
        )

    def listed(self, node: cindex.Cursor) -> bool:
        """Whether a list of values makes a pointer to anything of one to a checked type: there the conversion stands in no tree."""
        given = [_pointee(child.type) for child in node.get_children() if child.kind.is_expression()]
        held = any(pointee is not None and self.holds(pointee) for pointee in given)
        return held and self._takes_anything(node.type)

    def _takes_anything(self, kind: cindex.Type) -> bool:
        """Whether a part of a type is a pointer to anything, or may be made of one."""
        kind = kind.get_canonical()
        while kind.kind in _ARRAYS:
            kind = kind.element_type.get_canonical()
        if kind.kind == _T.POINTER:
            return bool(kind.get_pointee().get_canonical().kind == _T.VOID)
        name = _bare(kind)
        if name not in self.anything:
            self.anything[name] = False  # a type that is a part of itself
            made = (one for one in kind.get_declaration().get_children() if one.kind == _K.CONSTRUCTOR)
            taken = [argument.type for one in made for argument in one.get_arguments() if argument is not None]
            parts = [*_members(kind), *taken, *_arguments(kind)]
            self.anything[name] = any(map(self._takes_anything, parts))
        return self.anything[name]

    def _of_sized(self, inner: cindex.Cursor) -> bool:
        """Whether an address is that of a field of something with another size in the unified library."""
        while inner.kind in (
            _K.UNEXPOSED_EXPR,
            _K.PAREN_EXPR,
            _K.UNARY_OPERATOR,
            _K.ARRAY_SUBSCRIPT_EXPR,
            _K.MEMBER_REF_EXPR,
        ):
            child = next(iter(inner.get_children()), None)
            if child is None:
                return False
            if inner.kind == _K.MEMBER_REF_EXPR and self.sized(_pointee(child.type) or child.type):
                return True
            inner = child
        return False

    def misread(self, node: cindex.Cursor, inner: cindex.Cursor) -> bool:
        """Whether a conversion of `inner` reads bytes of a checked type as another one's, or the other way round."""
        operand, target = inner.type, _pointee(node.type)
        number = node.type.get_canonical().kind
        explicit = node.kind in _EXPLICIT and number != _T.VOID
        if explicit and target is not None and _is_open(operand):
            return True  # in a template: it may be one
        if explicit and self.holds(operand) and _bare(operand) != _bare(node.type):
            return True  # a cast to a reference
        source = _pointee(operand)
        if explicit and source is not None and self._of_sized(inner) and not self.holds(source):
            return True  # where it lies in a tensor, or behind one, as bytes or a number
        null = inner.kind in _NULLS or _bare(operand) == "std::nullptr_t"
        if target is not None and source is None and explicit and operand.get_canonical().kind in _NUMBERS:
            if null:
                return self.sized(target)  # as offsetof is written by hand
            return True  # the number of an address: of which object, nobody sees
        if explicit and source is not None and source.kind == _T.VOID and target is None:
            return number not in (_T.BOOL, _T.POINTER)
        if target is not None and node.kind in _TO_CHECKED and self.holds(target):
            given = source if source is not None else operand
            return not (null or _bare(given) == _bare(target) or _is_base(given, target) or _is_base(target, given))
        if (
            target is None and source is None and explicit and self.holds(node.type)
        ):  # to a reference: the type does not say
            return not (null or _bare(operand) == _bare(node.type) or _is_base(node.type, operand))
        if source is None or not self.holds(source):
            return False
        if target is None:
            return explicit
        return _bare(source) != _bare(target) and not (_is_base(target, source) and self.holds(target))


_ANYTHING = re.compile(r"void \*|[<,] ?void\b(?! \()")
_OF_SAME_SIZE = frozenset(("checking::VirtualAddress", "checking::Named"))


def _only_holds(declared: cindex.Cursor) -> bool:
    """Whether a class is made from a template that has nothing but fields."""
    template = cindex.conf.lib.clang_getSpecializedCursorTemplate(declared)
    if template is None or template.kind != _K.CLASS_TEMPLATE or declared.kind == _K.UNION_DECL:
        return False
    fields = (_K.FIELD_DECL, _K.TEMPLATE_TYPE_PARAMETER, _K.TEMPLATE_NON_TYPE_PARAMETER)
    return all(one.kind in fields for one in (*template.get_children(), *declared.get_children()))


def _is_variadic(kind: cindex.Type) -> bool:
    """Whether a function, or one that a pointer leads to, takes more than its parameters."""
    kind = kind.get_canonical()
    while kind.kind in _POINTERS:
        kind = kind.get_pointee().get_canonical()
    return kind.kind == _T.FUNCTIONPROTO and bool(kind.is_function_variadic())


def _members(kind: cindex.Type) -> list[cindex.Type]:
    """Types of what an object of a type is made of: fields, and what it is derived from."""
    bases = (one for one in kind.get_declaration().get_children() if one.kind == _K.CXX_BASE_SPECIFIER)
    return [*(one.type for one in kind.get_fields()), *(one.type for one in bases)] if kind.kind == _T.RECORD else []


def _parameters(kind: cindex.Type) -> list[cindex.Type]:
    return list(kind.argument_types()) if kind.kind == _T.FUNCTIONPROTO else []


def _arguments(kind: cindex.Type) -> list[cindex.Type]:
    """Types that a template is given; none of another type."""
    number = kind.get_num_template_arguments() if kind.kind == _T.RECORD else 0
    found = (kind.get_template_argument_type(n) for n in range(max(number, 0)))
    return [one.get_canonical() for one in found if one.kind != _T.INVALID]


def _shown(kinds: list[cindex.Type]) -> str:
    return ", ".join(kind.spelling for kind in kinds)


def _pointee(kind: cindex.Type) -> cindex.Type | None:
    canonical = kind.get_canonical()
    if canonical.kind in _POINTERS:
        return canonical.get_pointee()
    if canonical.kind in (_T.CONSTANTARRAY, _T.INCOMPLETEARRAY):
        return canonical.element_type
    return None


def _is_open(kind: cindex.Type) -> bool:
    """Whether a type, or what it points to, depends on a parameter of a template."""
    pointee = _pointee(kind)
    return any(
        one.kind == _T.DEPENDENT or one.get_canonical().spelling.find("type-parameter") >= 0
        for one in (kind, *([pointee] if pointee is not None else []))
    )


def _bare(kind: cindex.Type) -> str:
    spelling: str = kind.get_canonical().spelling
    return spelling.replace("const ", "").replace("volatile ", "").strip()


def _is_base(target: cindex.Type, source: cindex.Type) -> bool:
    declared = source.get_canonical().get_declaration()
    bases = [c.type for c in declared.get_children() if c.kind == _K.CXX_BASE_SPECIFIER]
    return any(_bare(base) == _bare(target) or _is_base(target, base) for base in bases)
