"""Types and constants that the legacy file defines for itself: those that converted functions use come along, or the functions are refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from migrate.frontend.compiler.packing import packing
from migrate.frontend.compiler.standard_macros import declared_too, defined_too, replaced, standard_macros
from migrate.frontend.lex import Kind
from migrate.frontend.outcomes import tells_standard
from migrate.frontend.plain_types import TYPE_OF
from migrate.frontend.source import Source
from migrate.frontend.statements import opens_scope
from migrate.model import Span
from migrate.project.library_rules import LibraryRules
from migrate.rules.limits import PLACE_NAMES, STANDARD, computing
from migrate.rules.scopes import replaced_from, scope_start

_PLACES = frozenset(name.encode() for name in PLACE_NAMES)
_RECORDS = (b"struct", b"class", b"union", b"enum")
_MEMBER = (b".", b"->", b"::")


@dataclass(frozen=True)
class LocalType:
    """One declaration outside of functions: `names` are those of types, enumerators or a constant, `first` and `last` code indices."""

    names: tuple[bytes, ...]
    first: int
    last: int  # its semicolon
    variable: bytes = b""  # that the declaration defines as well
    twin: bytes = b""  # a name that another declaration of the file gives to something else

    def span(self, source: Source) -> Span:
        last = min(self.last, len(source.code) - 1)  # brackets that do not match leave it without an end
        return Span(source.code[self.first].start, source.code[last].end)


def local_types(source: Source) -> dict[bytes, LocalType]:
    """Types, enumerators and constants by name."""
    skip = {f.first: f.close_brace for f in source.functions}
    found: dict[bytes, LocalType] = {}
    index = 0
    while index < len(source.code):
        text = source.text(index)
        if index in skip:
            index = skip[index] + 1
        elif text == b"template" and source.text(index + 1) == b"<":
            inner, last = source.behind_angles(index + 1), _semicolon(source, index)
            declared = _read(source, inner, last) if source.text(inner) in (*_RECORDS, b"using") else None
            _add(found, replace(declared, first=index) if declared else None)
            index = last + 1
        elif text in (*_RECORDS, b"typedef", b"using"):
            last = _semicolon(source, index)
            declared = _read(source, index, last)
            _add(found, declared)
            index = last + 1
        elif text in _CONSTANT and source.text(index - 1) not in _CONSTANT:
            last = _semicolon(source, index)
            names = _constant(source, index, last)
            _add(found, LocalType(names, index, last) if names else None)
            index = last + 1
        elif text == b"{" and index in source.pairs and opens_scope(source, index):
            index += 1
        elif text == b"{" and index in source.pairs:
            index = source.pairs[index] + 1
        else:
            index += 1
    return found


def _add(found: dict[bytes, LocalType], declared: LocalType | None) -> None:
    """Of two declarations of one name, in two namespaces, say, neither is known by it."""
    if declared is None:
        return
    twin = next((name for name in declared.names if name in found), b"")
    for name in declared.names:
        found[name] = replace(declared, twin=twin) if twin else declared


_CONSTANT = (b"static", b"const", b"constexpr")
_ARITHMETIC = frozenset(
    b"bool char short int long unsigned signed float double size_t int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t "
    b"uint64_t".split()
)


def _constant(source: Source, first: int, last: int) -> tuple[bytes, ...]:
    """The name of a constant number, text, enumerator or plain struct, or of an array of such, that one declaration defines from other constants,
    and of a struct that it defines as well; else empty.

    Each file that includes it has a copy, which nobody can tell from the one of the legacy file."""
    index, words = first, list[bytes]()
    while index < last and source.text(index) in (*_CONSTANT, *_ARITHMETIC):
        words.append(source.text(index))
        index += 1
    index, element = _standard_type(source, index, last)
    words += element
    while element and index < last and source.text(index) in (b"const", b"constexpr"):
        words.append(source.text(index))
        index += 1
    if b"char" in words and source.text(index) == b"*" and source.text(index + 1) in (b"const", b"constexpr"):
        index += 2  # a text, or an array of them
    own: tuple[bytes, ...] = ()
    if not _ARITHMETIC & set(words):
        if source.text(index) == b"struct":
            index += 1
        if source.code[index].kind == Kind.IDENT and any(decl.kind == "type" for decl in source.decls(index)):
            index += 1
        if source.text(index) == b"{" and source.text(index - 2) == b"struct":
            own = (source.text(index - 1),)
        if source.text(index) == b"{":
            index = source.pairs.get(index, last) + 1
        while source.text(index) in (b"const", b"constexpr"):  # behind the type
            words.append(source.text(index))
            index += 1
        if not (_of_enumerators(source, index, last) or _of_plain_records(source, index, last)):
            return ()
    fixed = b"const" in words or b"constexpr" in words
    if not fixed or source.code[index].kind != Kind.IDENT:
        return ()
    end = index + 1
    while source.text(end) == b"[" and end in source.pairs:
        end = source.pairs[end] + 1
    if source.text(end) not in (b"=", b"{"):
        return ()
    depth = 0
    for position in range(end, last):
        text = source.text(position)
        depth += (text in (b"{", b"(", b"[")) - (text in (b"}", b")", b"]"))
        called = source.code[position].kind == Kind.IDENT and source.text(position + 1) == b"("
        if (text == b"," and depth == 0) or (called and text != b"sizeof") or text in (b"&", b"++", b"--", b"new"):
            return ()
        if text == b"=" and position != end and source.text(position - 2) != b".":  # but for a designated member
            return ()
    return (source.text(index), *own)


def _standard_type(source: Source, index: int, last: int) -> tuple[int, list[bytes]]:
    """Behind a number's type of the standard library, or an array of numbers of it, and what it is made of; where there is none, nothing."""
    if source.text(index) != b"std" or source.text(index + 1) != b"::":
        return index, []
    name = source.text(index + 2)
    if name in _ARITHMETIC:
        return index + 3, [name]
    if name != b"array" or source.text(index + 3) != b"<":
        return index, []
    end = source.behind_angles(index + 3)
    inner = [source.text(i) for i in range(index + 4, end - 1)]
    comma = inner.index(b",") if b"," in inner else 0
    plain = comma and end <= last and {*inner[:comma]} <= _ARITHMETIC | {b"const"}
    return (end, inner[:comma]) if plain else (index, [])


def _of_enumerators(source: Source, name: int, last: int) -> bool:
    """Whether a variable has enumerators alone for values, and no constructor makes something else of them."""
    words = [i for i in range(name + 1, last) if source.code[i].kind == Kind.IDENT]
    kinds = [[decl.kind for decl in source.decls(i)] for i in words]
    known = [decl for decl in source.decls(name) if decl.kind == "variable"]
    enumerators = [found for found in kinds if "enumerator" in found]
    rest = {kind for found in kinds for kind in found} - {"enumerator", "variable", "macro"}
    return bool(enumerators) and all(kinds) and not rest and bool(known) and all(decl.plain for decl in known)


def _of_plain_records(source: Source, name: int, last: int) -> bool:
    """Whether a variable is made of structs whose bytes are their value, each from constants alone: nothing runs, and nothing can change it."""
    known = [decl for decl in source.decls(name) if decl.kind == "variable"]
    if not known or not all(decl.plain and "&" not in decl.type for decl in known) or b"mutable" in source.places:
        return False
    if source.text(source.index_at(known[0].offset)) != source.text(name) or b"union" in source.places:
        return False
    for index in range(name + 1, last):
        if source.code[index].kind != Kind.IDENT or source.text(index) in (b"true", b"false", b"nullptr", *_ARITHMETIC):
            continue
        decls = list(source.decls(index))
        plain = all(
            decl.kind in ("enumerator", "field", "macro") or (decl.kind == "variable" and "const" in decl.type.split())
            for decl in decls
        )
        if not decls or not plain:
            return False
    return True


def _semicolon(source: Source, index: int) -> int:
    while index < len(source.code) - 1 and source.text(index) != b";":
        index = (
            source.pairs[index] + 1 if source.text(index) in (b"{", b"(", b"[") and index in source.pairs else index + 1
        )
    return index


def _read(source: Source, first: int, last: int) -> LocalType | None:
    """None for a declaration that defines no type: a forward one, a variable, a using directive."""
    if source.text(first) == b"using":
        alias = source.text(first + 2) == b"="
        return LocalType((source.text(first + 1),), first, last) if alias else None
    names: list[bytes] = []
    brace = next((i for i in range(first, last) if source.text(i) == b"{" and i in source.pairs), -1)
    aside = _attributes(source, first, last)
    typedef = source.text(first) == b"typedef"
    if brace >= 0:
        own = next((i for i in range(first, brace) if i not in aside and _named(source, i)), -1)
        if own >= 0:
            names.append(source.text(own))
        if b"enum" in (source.text(i) for i in range(first, brace)):
            names += _enumerators(source, brace)
    tail = source.pairs[brace] + 1 if brace >= 0 else first + 1
    declarator = [source.text(i) for i in range(tail, last) if source.code[i].kind == Kind.IDENT and i not in aside]
    if typedef:
        pointer = next(
            (source.text(i + 2) for i in range(tail, last) if source.text(i) == b"(" and source.text(i + 1) == b"*"),
            b"",
        )
        name = pointer or (declarator[-1] if declarator else b"")
        return LocalType((*names, name), first, last) if name else None
    if brace < 0 or not names:
        return None
    return LocalType(tuple(names), first, last, declarator[0] if declarator else b"")


def _named(source: Source, index: int) -> bool:
    """Whether a word in front of a type's braces is its name: a macro with attributes may stand before it."""
    words = (*_RECORDS, b"typedef", b"final")
    ends = source.text(index + 1) in (b"{", b":", b"<", b"final")
    return source.code[index].kind == Kind.IDENT and source.text(index) not in words and ends


def _attributes(source: Source, first: int, last: int) -> frozenset[int]:
    """Code indices of the attributes of a declaration, outside of its braces: they come along with it."""
    found: set[int] = set()
    index = first
    while index < last:
        text = source.text(index)
        end = source.pairs.get(index + 1 if text in _ATTRIBUTES else index, index)
        if text in _ATTRIBUTES or (text == b"[" and source.text(index + 1) == b"["):
            found.update(range(index, end + 1))
        index = max(end, index) + 1 if text in (*_ATTRIBUTES, b"[", b"{", b"(") else index + 1
    return frozenset(found)


_ATTRIBUTES = (b"__attribute__", b"__attribute", b"alignas", b"_Alignas")


def _enumerators(source: Source, brace: int) -> list[bytes]:
    """Names of an enumeration's values; of those that macros make the ones that the file uses."""
    last = source.pairs[brace]
    named = [
        i for i in range(brace + 1, last) if source.code[i].kind == Kind.IDENT and source.text(i - 1) in (b"{", b",")
    ]
    macros = [i for i in named if source.text(i + 1) == b"(" or source.table.definitions(source.text(i))]
    span = Span(source.code[brace].start, source.code[last].end)
    values = (d for d in source.references.values() if d.kind == "enumerator" and not d.file) if macros else ()
    made = {value.name.encode() for value in values if span.start < value.offset < span.end}
    written = [source.text(i) for i in named if i not in macros]
    return [*written, *sorted(made - {*written})]


def used(source: Source, types: Mapping[bytes, LocalType], first: int, last: int) -> list[tuple[int, LocalType]]:
    """Where a range of tokens names a type of the file, itself or by a macro; once per declaration, the first place."""
    found: dict[int, tuple[int, LocalType]] = {}
    for name, declared in types.items():
        for index in source.where(name, first, last):
            if source.text(index - 1) in _MEMBER and scope_start(source, index) is None:
                continue
            if not _is_local(source, index):
                known = found.get(declared.first)
                if known is None or index < known[0]:
                    found[declared.first] = index, declared
    for macro, reached in _by_macros(source, types):
        for index in source.where(macro, first, last)[:1]:
            for declared in reached:
                found.setdefault(declared.first, (index, declared))
    return sorted(found.values(), key=lambda item: item[0])


def _is_local(source: Source, index: int) -> bool:
    """Whether a name is that of something which a function declares itself."""
    decls = list(source.decls(index))
    return bool(decls) and all(not d.file and d.offset >= 0 and source.in_function(d.offset) for d in decls)


def _by_macros(source: Source, types: Mapping[bytes, LocalType]) -> list[tuple[bytes, list[LocalType]]]:
    """Macros of the file that stand for types, enumerators and constants of it, with what those are."""
    memo: tuple[object, list[tuple[bytes, list[LocalType]]]] | None = source.memo.get(_by_macros)
    if memo is not None and memo[0] is types:
        return memo[1]
    found: list[tuple[bytes, list[LocalType]]] = []
    for name in sorted(source.table.names) if types else ():
        definitions = (one for inner in source.table.closure((name,)) for one in source.table.definitions(inner))
        words = {word for one in definitions for word in one.names}
        if reached := [types[word] for word in sorted(words & types.keys())]:
            found.append((name, reached))
    source.memo[_by_macros] = types, found
    return found


def with_inner(source: Source, types: Mapping[bytes, LocalType], wanted: Iterable[LocalType]) -> list[LocalType]:
    """The types and those that they are made of, in the order of the file."""
    found: dict[int, LocalType] = {}
    pending = list(wanted)
    while pending:
        declared = pending.pop()
        if declared.first not in found:
            found[declared.first] = declared
            pending += [other for _, other in used(source, types, declared.first, declared.last)]
    return [found[first] for first in sorted(found)]


def obstacle(source: Source, rules: LibraryRules, declared: LocalType) -> str:
    """Why a type cannot come along; empty where it can."""
    span = declared.span(source)
    if declared.variable:
        return f"its declaration defines the variable {declared.variable.decode(errors='replace')} too"
    if any(c.span.start < span.end and span.start < c.span.end for c in source.conditionals):
        return "a conditional stands around it or in it"
    if declared.twin:
        return f"the file declares {declared.twin.decode(errors='replace')} twice"
    if any(span.start < d.token.start < span.end for d in source.tree.others):
        return "a directive stands in it"
    if shared := next(filter(source.table.definitions, declared.names), b""):
        return f"a macro is called {shared.decode(errors='replace')} as well"
    if any(_guides(source, name) for name in declared.names):
        return "deduction guides stand beside it"
    if packing(source).at(span.start):
        return "a pragma before it says how it is laid out; put the pragma's effect into the type"
    words = source.table.closure(source.text(i) for i in range(declared.first, declared.last))
    if words & _PLACES:
        return "it tells where it stands"
    if source.other_standard and any(map(tells_standard, words)):
        return STANDARD
    clash = next((why for name in sorted(words & standard_macros()) if (why := defined_too(source, name))), "")
    if clash:
        return clash
    inside = {source.text(i) for i in range(declared.first, declared.last)}
    if inside & TYPE_OF and rules.address_field.encode() in inside:
        return "it asks for the type of a tensor's address, which is another one in the unified library"
    if inside & {b"try", b"catch"}:
        return "it has a try block: what a failed check throws is another type in the unified library"
    for index in range(declared.first, declared.last):
        own = any(d.offset == source.code[index].start and not d.file for d in source.decls(index))
        name = source.text(index).decode("utf-8", "replace")
        if own and (why := replaced(name)):
            return why
    alias = source.text(declared.first) in (b"typedef", b"using")
    taken = (declared_too(name.decode("utf-8", "replace")) for name in declared.names) if not alias else ()
    if taken_too := next(filter(None, taken), ""):
        return taken_too
    holds = any(
        source.code[i + 1].kind == Kind.IDENT  # itself, no reference or pointer
        for t in rules.argument_types
        for i in source.where(t.encode(), declared.first, declared.last)
    )
    made = any(
        source.text(i + 1) == b"(" and source.text(i - 1) != b"~"
        for name in declared.names
        for i in source.where(name, declared.first, declared.last)
    )
    if holds and (made or b"union" in inside):
        return "it holds a kernel's arguments, of which it is not known whether they start cleared"
    checks = {name.encode() for name in (*rules.checks, *rules.safe_calls)}
    if inside & checks and inside & {b"~", b"noexcept"}:
        return "it checks something, which throws in the unified library, and has a destructor or noexcept"
    if inside & {name.encode() for name in rules.aborts}:
        return "it ends the process"
    if b"(" in inside and any(at < span.start for at, _ in computing(source)):
        return "a pragma before it says how it computes"
    tied = rules.handle_types | rules.memory_types | rules.status_types
    for index in range(declared.first, declared.last):
        name = source.text(index).decode("utf-8", "replace")
        if source.code[index].kind != Kind.IDENT:
            continue
        if name in tied or name in rules.calls or name in rules.infrastructure or name in rules.launch:
            return f"it contains {name}, whose unified form is no type of the same kind"
        if rules.name(name) is None and rules.is_legacy(name):
            return f"it contains {name}, which no rule gives a unified name"
    return ""


def _guides(source: Source, name: bytes) -> bool:
    """Whether the file has a deduction guide of a template: `Name ( ... ) -> Name < ... > ;`."""
    for index in source.where(b"->", 0, len(source.code)):
        opener = source.pairs.get(index - 1, 0) if source.text(index - 1) == b")" else 0
        if (
            opener
            and source.text(opener - 1) == name
            and source.text(index + 1) == name
            and source.text(index + 2) == b"<"
        ):
            return True
    return False


def unified_text(source: Source, rules: LibraryRules, declared: LocalType) -> bytes:
    """The declaration with unified names."""
    span = declared.span(source)
    parts: list[bytes] = []
    position = span.start
    for index in range(declared.first, declared.last + 1):
        token = source.code[index]
        first = scope_start(source, index)
        if first is not None and first >= declared.first and source.text(index + 1) != b"::":
            parts.append(source.data[position : source.code[first].start])
            position = token.start
        new = rules.name(token.text.decode("utf-8", "replace")) if token.kind == Kind.IDENT else None
        if new:
            start = source.code[replaced_from(source, index, new)].start
            parts += [source.data[position:start], new.encode()]
            position = token.end
    return b"".join([*parts, source.data[position : span.end]]).replace(b"\r\n", b"\n") + b"\n"
