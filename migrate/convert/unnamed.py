"""What code uses without naming it: operators, specialisations of templates, members that are defined apart from their class.

Where one of these does not come along, another one, built in or more general, would be taken in its place, and no compiler would say a word. So every
function that may use it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from migrate.convert.function import Converted
from migrate.convert.translation_unit import TranslationUnit
from migrate.frontend.compiler.clang import Decl
from migrate.frontend.lex import Kind
from migrate.frontend.source import Source
from migrate.frontend.statements import outer_tokens
from migrate.model import Refusal
from migrate.rules.local_types import LocalType, used, with_inner


@dataclass(frozen=True)
class Unnamed:
    """`names`: a function that has one of them may use it; None: any function may. `types`: so may one that has anything of such a type."""

    what: str
    names: frozenset[bytes] | None
    types: frozenset[bytes] = frozenset()


def check_unnamed(unit: TranslationUnit, types: Mapping[bytes, LocalType], item: Converted) -> Converted:
    """The function, refused where it may use something that does not come along and that it need not name."""
    found = _found(unit, types) if item.text else ()
    function, source = item.function, unit.source
    for one in found:
        if one.names is None or _has(source, one, function.first, function.close_brace):
            return _refused(item, one)
    own = [declared for _, declared in used(source, types, function.first, function.close_brace)] if found else []
    for declared in with_inner(source, types, own):
        for one in found:
            if one.names is not None and _has(source, one, declared.first, declared.last):
                return _refused(item, one)
    return item


def _refused(item: Converted, one: Unnamed) -> Converted:
    function = item.function
    message = f"may use {one.what}, which does not come along; give it a name and call that"
    return item.refused(Refusal("L178", function.span, message, None, function.name))


def _has(source: Source, one: Unnamed, first: int, last: int) -> bool:
    if any(source.where(name, first, last) for name in one.names or ()):
        return True
    for index in range(first, last) if one.types else ():
        if source.code[index].kind == Kind.IDENT:
            for decl in source.decls(index):
                words = {word.encode() for word in _WORD.findall(f"{decl.type} {decl.canonical} {decl.owner}")}
                if not one.types.isdisjoint(words):
                    return True
    return False


_WORD = re.compile(r"\w+")


def _found(unit: TranslationUnit, types: Mapping[bytes, LocalType]) -> tuple[Unnamed, ...]:
    source = unit.source
    known: tuple[object, tuple[Unnamed, ...]] | None = source.memo.get(_found)
    if known is None or known[0] is not types:
        found = (*_defined(unit, types), *_written(unit, types), *_of_headers(unit))
        known = source.memo[_found] = types, tuple(dict.fromkeys(found))
    return known[1]


def _defined(unit: TranslationUnit, types: Mapping[bytes, LocalType]) -> Iterator[Unnamed]:
    """Definitions that a compiler sees and that are no functions of the report."""
    source = unit.source
    spans = [declared.span(source) for declared in types.values()]
    for facts in source.facts:
        for decl in facts.definitions:
            function = source.function_at(decl.offset)
            own = function is not None and (function.name_offset(source), function.name) == (decl.offset, decl.name)
            if own or any(span.start <= decl.offset < span.end for span in spans):
                continue
            if decl.kind == "method":
                match = re.match(r"(?:\w+::)*(\w+)", decl.owner)
                name = match[1].encode() if match else b""
                names = frozenset(types[name].names if name in types else (name,))
                yield Unnamed(f"{decl.name}, a member that is defined apart from its class", names)
            elif decl.name.startswith("operator"):
                yield _operator(unit, types, decl)
            else:
                yield Unnamed(
                    f"{decl.name}, of which there is a definition that is not converted",
                    frozenset((decl.name.encode(),)),
                )


def _operator(unit: TranslationUnit, types: Mapping[bytes, LocalType], decl: Decl) -> Unnamed:
    what = f"{decl.name} of the file"
    words = {word.encode() for word in re.findall(r"\w+", decl.type)}
    equal = decl.name.removeprefix("operator").strip() in ("==", "!=")
    if decl.kind == "template" or (equal and _may_be_of_rules(unit, words)) or '""' in decl.name:
        return Unnamed(what, None)
    words -= _checked(unit)
    named = _named(types, words)
    return Unnamed(what, named, named)


def _named(types: Mapping[bytes, LocalType], words: set[bytes]) -> frozenset[bytes]:
    return frozenset(
        name for word in words for name in (types[word].names if word in types else (word,)) if word not in _PLAIN
    )


_PLAIN = frozenset(
    b"const int unsigned signed long short char bool float double void volatile struct enum class operator return static inline".split()
)


def _of_rules(unit: TranslationUnit) -> set[bytes]:
    """Types that the checking header has an operator == of: of the others it has none that could be taken in the place of one that is missing."""
    rules = unit.rules
    return {name.encode() for name in rules.dtype_types | rules.status_types if name.encode() not in _PLAIN}


def _checked(unit: TranslationUnit) -> set[bytes]:
    rules = unit.rules
    return {name.encode() for name in rules.tensor_types | rules.handle_types | rules.memory_types} | _of_rules(unit)


def _written(unit: TranslationUnit, types: Mapping[bytes, LocalType]) -> Iterator[Unnamed]:
    """Specialisations, members that are defined apart, what is added to std, and operators that a directive brings."""
    source = unit.source
    inside = [(declared.first, declared.last) for declared in types.values()]

    def outside(index: int) -> bool:
        at = source.code[index].start
        return not source.in_function(at) and not any(first <= index <= last for first, last in inside)

    if b"rel_ops" in source.places:
        yield Unnamed("an operator of std::rel_ops", None)
    for index in source.places.get(b"std", ()):
        if source.text(index - 1) == b"namespace" and source.text(index + 1) == b"{":
            yield Unnamed("what the file adds to std", None)
    for index in source.places.get(b"template", ()):
        if source.text(index + 1) == b"<" and source.text(index + 2) == b">" and outside(index):
            names = frozenset(_specialised(source, index + 3))
            yield Unnamed("a specialisation", names or None)
    for index in source.places.get(b"::", ()):
        if not outside(index) or any(decl.kind == "enumerator" for decl in source.decls(index + 1)):
            continue
        name = _before(source, index)
        if name in types:
            yield Unnamed(
                f"a member of {name.decode('utf-8', 'replace')} that is defined apart", frozenset(types[name].names)
            )


def _before(source: Source, index: int) -> bytes:
    """The class that a :: stands behind, with template arguments or without."""
    at = index - 1
    if source.text(at) == b">":
        depth = 0
        while at > 0:
            depth += source.text(at).count(b">") - source.text(at).count(b"<")
            if depth <= 0:
                break
            at -= 1
        at -= 1
    return source.text(at)


def _specialised(source: Source, index: int) -> Iterator[bytes]:
    """Names in front of template arguments or of parentheses."""
    while index < len(source.code) and source.text(index) not in (b"{", b";", b"}"):
        if source.code[index].kind == Kind.IDENT and source.text(index + 1) in (b"<", b"("):
            yield source.text(index)
        index = source.pairs.get(index, index) + 1 if source.text(index) == b"(" else index + 1


def _of_headers(unit: TranslationUnit) -> Iterator[Unnamed]:
    """Operators that headers of the project define outside of classes, which do not come along."""
    source = unit.source
    texts = {path: source.table.text(path) for path in source.header_paths if path not in source.kept}
    made = any(_MAKER.search(text) for text in texts.values() if b"operator" in text)
    for path, text in texts.items():
        if b"operator" not in text and not made:
            continue
        header, what = Source(path, text, source.chips), f"an operator of {path.rpartition('/')[2]}"
        outer = outer_tokens(header)
        for index in header.places.get(b"operator", ()):
            if index in outer:
                yield from _of_header(unit, what, header.text(index + 1), *_parameters(header, index))
        for index in sorted(outer) if made else ():
            words = source.table.words(header.text(index)) if header.text(index) in source.table.names else frozenset()
            if b"operator" in words:
                types = {word for word in words if _is_type(unit, word, [*texts.values()])}
                given, template = _parameters(header, index)
                yield from _of_header(unit, what, b"==", types | given | _types(header, index + 1), template)


_MAKER = re.compile(rb"#[ \t]*define\b(?:[^\n\\]|\\\r?\n|\\[^\n])*?\boperator\b")


def _is_type(unit: TranslationUnit, word: bytes, texts: Sequence[bytes]) -> bool:
    """Whether a word of a macro is a type, by what the headers declare."""
    if not re.fullmatch(rb"[A-Za-z_]\w*", word):
        return False
    declared = (
        rb"\b(?:struct|class|union|enum|using)\s+%b\b|\}\s*%b\s*;|\btypedef\b[^;{}]*\b%b\s*;|#[ \t]*define[ \t]+%b[ \t]"
    )
    return word in _checked(unit) or any(re.search(declared % ((word,) * 4), text) for text in texts)


def _parameters(header: Source, index: int) -> tuple[set[bytes], bool]:
    """The types that an operator is given, and whether it is a template."""
    opener = next((i for i in range(index + 2, min(index + 5, len(header.code))) if header.text(i) == b"("), index)
    first = index
    while header.text(first - 1) not in (b";", b"{", b"}", b""):
        first -= 1
    return _types(header, opener), header.text(first) == b"template"


def _types(header: Source, opener: int) -> set[bytes]:
    """The types of what stands in parentheses: of parameters, or as the arguments of a macro."""
    words = (i for i in range(opener, header.pairs.get(opener, opener)) if header.code[i].kind == Kind.IDENT)
    ends, begins = (b",", b")", b"="), (b"(", b",", b"::", b"const")
    return {header.text(i) for i in words if header.text(i + 1) not in ends or header.text(i - 1) in begins}


def _of_header(
    unit: TranslationUnit, what: str, symbol: bytes, words: set[bytes], template: bool = False
) -> Iterator[Unnamed]:
    equal = symbol in (b"==", b"!=", b"not_eq") and (template or _may_be_of_rules(unit, words))
    every = equal or symbol in (b'""', b"(", b"[")
    if every or not words & _checked(unit):
        named = frozenset(words - _PLAIN)
        yield Unnamed(what, None if every else named, named)


def _may_be_of_rules(unit: TranslationUnit, words: set[bytes]) -> bool:
    """Whether one of these is a type that the checking header has an operator == of, or stands for one."""
    source, known = unit.source, _of_rules(unit) | {b"decltype"}
    texts = (source.data, *map(source.table.text, source.header_paths))
    found, pending = set[bytes](), words - _PLAIN
    while pending and not pending & known:
        found |= pending
        means = (one for word in pending for text in texts for one in re.finditer(_ALIAS % (word, word, word), text))
        pending = (
            {word for one in means for part in one.groups() if part for word in re.findall(rb"\w+", part)}
            - found
            - _PLAIN
        )
    return bool(pending)


_ALIAS = rb"\busing\s+%b\s*=([^;]*);|\btypedef\b([^;{}]*)\b%b\s*;|#[ \t]*define[ \t]+%b[ \t]([^\n]*)"
