"""A helper that launches under a name which its callers give it is written once for each name, and once for each type of arguments.

A row of a kernel table has one kernel and one struct. Where all callers give literals, the literal stands in the helper's own copy; a pointer to
nothing in particular, or the parameter of a template, becomes the type that the callers give.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.kernel_constants import is_kernel_type
from migrate.frontend.lex import Kind, lex
from migrate.frontend.prepare.chip_branches import Text
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.kernels.names import is_given_to_function, launched_parameters, literal
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, ParameterTokens, Source
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_MEMBER = (b".", b"->", b"::")
_NO_CALLS = frozenset(
    (b"if", b"for", b"while", b"switch", b"return", b"sizeof", b"alignof", b"decltype", b"constexpr", b"static_assert")
)
_EQUAL = (b"==", b"!=")
_OF_ONE_FUNCTION = (b"static", b"thread_local", b"__func__", b"__FUNCTION__", b"__PRETTY_FUNCTION__", b"__COUNTER__")
_Made = TypeVar("_Made", bound="Launcher")
_ANYTHING = ("void *", "const void *", "const void *const", "void *const")


def named_launchers(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    taken: list[Span] = []
    for function in source.functions:
        launcher = Launcher.of(source, rules, function)
        change = launcher.change() if launcher is not None else None
        if change is None:
            continue
        spans = [one.span for one in change.replacements]
        if not any(a.start < b.end and b.start < a.end for a in spans for b in taken):  # else in the next round
            taken += spans
            yield change


@dataclass(frozen=True)
class Call:
    index: int
    arguments: Sequence[tuple[int, int]]


@dataclass(frozen=True)
class _Kind:
    """What one copy of the helper has in place of its parameters."""

    names: tuple[bytes, ...]
    types: tuple[str, ...]
    template: str = ""


class Launcher:
    def __init__(self, source: Source, rules: LibraryRules, function: Function) -> None:
        self.source, self.rules, self.function = source, rules, function
        self.parameters = source.parameters(function)
        self.template = b""
        self.named: list[int] = []  # positions of parameters that are the name of a launch
        self.typed: list[int] = []  # and of those that are its arguments, of no type of their own
        self.deduced = -1

    @classmethod
    def of(cls: type[_Made], source: Source, rules: LibraryRules, function: Function) -> _Made | None:
        if sum(other.name == function.name for other in source.functions) != 1 or not _is_own(source, rules, function):
            return None
        made = cls(source, rules, function)
        return made if made._find() else None

    def _find(self) -> bool:
        """What its launches take from its parameters; False where nothing, or it is not understood."""
        source, function = self.source, self.function
        if source.text(function.first) == b"template":
            head = [source.text(function.first + i) for i in range(5)]
            if head[1] != b"<" or head[2] not in (b"typename", b"class") or head[4] != b">":
                return False
            self.template = head[3]
        used = launched_parameters(self.rules, source, function)
        for position, parameter in enumerate(self.parameters):
            kind = self._kind(parameter)
            if position in used and is_kernel_type(source, kind):
                self.named.append(position)
            elif position in used and kind in _ANYTHING:
                self.typed.append(position)
            elif self.template and self._words(parameter.first, parameter.last).count(self.template):
                if self.deduced >= 0:
                    return False
                self.deduced = position
        self.typed = [position for position in self.typed if self._is_handed_on(position)]
        if (self.template and self.deduced < 0) or self._is_cut() or self._keeps() or self._is_open():
            return False
        return bool(self.named or self.typed or (self.template and used)) and all(map(self._is_handed_on, self.named))

    def _is_cut(self) -> bool:
        """Whether a conditional stands in its declaration."""
        source, function = self.source, self.function
        return bool(source.conditionals_from(source.code[function.first].start, source.code[function.open_brace].start))

    def _keeps(self) -> bool:
        """Whether two copies would be another thing than one function: it keeps something, or says its name."""
        source, table = self.source, self.source.table
        first, last = self.function.body
        expanded = table.closure(name for name in table.names if source.where(name, first, last))
        kept = (word for name in expanded for one in table.definitions(name) for word in one.body)
        return any(source.where(word, first, last) for word in _OF_ONE_FUNCTION) or any(
            w in _OF_ONE_FUNCTION for w in kept
        )

    def _is_open(self) -> bool:
        """Whether the template calls something that is only found when its type is known."""
        source, rules = self.source, self.rules
        known = (rules.launch, rules.calls, rules.provided, rules.checks, rules.safe_calls)
        for index in source.calls(*self.function.body) if self.template else ():
            text = source.text(index)
            named = any(text.decode("utf-8", "replace") in one for one in known) or source.table.definitions(text)
            if not named and text not in _NO_CALLS and not any(d.kind == "function" for d in source.decls(index)):
                return True
        return False

    def _words(self, first: int, last: int) -> list[bytes]:
        return [self.source.text(i) for i in range(first, last)]

    def _kind(self, parameter: ParameterTokens) -> str:
        decl = self.source.fact(parameter.name_index)
        return (decl.canonical or decl.type) if decl is not None and decl.kind == "param" else ""

    def _uses(self, position: int) -> list[int]:
        name = self.source.text(self.parameters[position].name_index)
        return self.source.where(name, *self.function.body)

    def _is_handed_on(self, position: int) -> bool:
        """Whether a parameter is only handed on to functions, so that a literal or another pointer can stand in its place."""
        source = self.source
        declared = source.code[self.parameters[position].name_index].start
        for index in self._uses(position):
            if source.text(index - 1) in _MEMBER or any(decl.offset != declared for decl in source.decls(index)):
                return False
            compared = {source.text(index + 2) if source.text(index + 1) in _EQUAL else b""}
            compared.add(source.text(index - 2) if source.text(index - 1) in _EQUAL else b"")
            asked = source.text(index - 1) == b"!" or bool(compared & {b"nullptr", b"NULL"})
            if not asked and not is_given_to_function(self.rules, source, index):
                return False
        return True

    def change(self) -> Change | None:
        source, function = self.source, self.function
        declared = self._declarations()
        calls = self._calls(declared)
        kinds = [self._given(call) for call in calls or ()]
        if not calls or None in kinds:
            return None
        copies = dict.fromkeys(kind for kind in kinds if kind is not None)
        names = self._copy_names(list(copies))
        if names is None or (len(copies) == 1 and not self.named and not self.template and not any(kinds[0].types)):  # type: ignore[union-attr]
            return None
        made: list[bytes | Span] = []
        for kind, name in names.items():
            made += [*([b"\n\n"] if made else []), *self._copy(kind, name)]
        replacements = [Replacement(function.span, tuple(made))]
        for span in declared.values():
            heads = (part for kind, name in names.items() for part in (*self._copy(kind, name, True), b";\n"))
            replacements.append(Replacement(span, tuple(heads)))
        for call, given in zip(calls, kinds, strict=True):
            assert given is not None
            replacements.append(Replacement(source.code[call.index].span, (names[given],)))
            replacements += [Replacement(span, ()) for span in self._without(call.arguments)]
        return Change(function, tuple(replacements))

    def _declarations(self) -> dict[int, Span]:
        """Declarations before the definition, without default arguments: the index of the name in each, and its place."""
        source, function, found = self.source, self.function, dict[int, Span]()
        for index in source.places[function.name.encode()]:
            closer = source.pairs.get(index + 1) if source.text(index + 1) == b"(" else None
            outside = index < function.first and not source.in_function(source.code[index].start)
            if closer is None or not outside or source.text(closer + 1) != b";" or source.where(b"=", index, closer):
                continue
            first = index
            while first > 0 and source.text(first - 1) not in (b";", b"{", b"}"):
                first -= 1
            span = Span(source.code[first].start, source.code[closer + 1].end)
            if not source.conditionals_from(span.start, span.end) and not self.template:
                found[index] = span
        return found

    def _calls(self, declared: Mapping[int, Span]) -> list[Call] | None:
        """All uses of the helper; None where one is no call of it from another function."""
        source, function, found = self.source, self.function, list[Call]()
        own = {function.name_offset(source), *(source.code[index].start for index in declared)}
        if self._is_named_by_macro():
            return None
        for index in source.places[function.name.encode()]:
            if index == function.name_index or index in declared:
                continue
            decls = list(source.decls(index))
            plain = all(d.kind in ("function", "template") and not d.file and d.offset in own for d in decls)
            if not decls or not plain or source.text(index - 1) in (*_MEMBER, b"&") or source.text(index + 1) != b"(":
                return None
            caller = source.function_at(source.code[index].start)
            if caller is None or caller is function or index < caller.open_brace:
                return None
            arguments = source.arguments(index + 1)
            if source.conditionals_from(source.code[index].start, source.code[source.pairs[index + 1]].end):
                return None
            if len(arguments) <= max([*self.named, *self.typed, self.deduced]):
                return None
            found.append(Call(index, arguments))
        return found

    def _is_named_by_macro(self) -> bool:
        """Whether a macro that the file uses, or a pragma, has the helper's name."""
        source, name = self.source, self.function.name.encode()
        used = source.table.closure([one for one in source.table.names if one in source.places])
        if any(name in definition.body for one in used for definition in source.table.definitions(one)):
            return True
        return any(name in _words(other.argument) for other in source.tree.others if other.keyword == b"pragma")

    def _given(self, call: Call) -> _Kind | None:
        names = tuple(self._said(*call.arguments[position], position) for position in self.named)
        types = tuple(self._pointee(*call.arguments[position]) for position in self.typed)
        template = self._deduced(*call.arguments[self.deduced]) if self.template else ""
        if b"" in names or (self.template and not template):
            return None
        return _Kind(names, types, template)

    def _said(self, first: int, last: int, position: int) -> bytes:
        """The literal that a caller gives at a position; empty where it is none."""
        return literal(self.source, first, last)

    def _at_use(self, position: int, text: bytes) -> dict[int, bytes]:
        """What stands in place of a parameter, by token."""
        return dict.fromkeys(self._uses(position), text)

    def _pointee(self, first: int, last: int) -> str:
        """What an argument points to; empty where that is not said by a name."""
        words = self._words(first, last)
        if len(words) == 2 and words[0] == b"&":
            return self._type(first + 1)
        found = self._type(first) if len(words) == 1 else ""
        return found.removesuffix("*").rstrip() if found.endswith("*") else ""

    def _deduced(self, first: int, last: int) -> str:
        parameter = self.parameters[self.deduced]
        form = [w for w in self._words(parameter.first, parameter.name_index) if w != b"const"]
        if form == [self.template, b"*"]:
            return self._pointee(first, last)
        single = form in ([self.template], [self.template, b"&"]) and last - first == 1
        found = self._type(first) if single else ""
        return "" if "*" in found else found

    def _type(self, index: int) -> str:
        """The type of a variable without const, as all chips see it; empty where it is none that can be written anywhere."""
        decls = list(self.source.every_fact(index))
        types = {decl.type.removesuffix("&").strip().removeprefix("const ") for decl in decls}
        plain = len(types) == 1 and all(decl.kind in ("variable", "param") for decl in decls)
        found = types.pop() if plain else ""
        return found if re.fullmatch(r"\w+(::\w+)*( \*)?", found) else ""

    def _copy_names(self, kinds: Sequence[_Kind]) -> dict[_Kind, bytes] | None:
        """A name for each copy: the helper's own where there is one, else with what tells the copies apart."""
        own = self.function.name
        if len(kinds) == 1:
            return {kinds[0]: own.encode()}
        told = [_plain(kind.names[0]) if kind.names else "" for kind in kinds]
        if len(set(told)) < len(kinds) and len(kinds[0].names) > 1:
            told = ["_".join(_plain(name) or "none" for name in kind.names) for kind in kinds]
        if len(set(told)) < len(kinds):
            types = [next((t for t in (kind.template, *kind.types) if t), "") for kind in kinds]
            told = [
                "_".join(part for part in (a, _plain(b.encode())) if part) for a, b in zip(told, types, strict=True)
            ]
        told = _without_common(told)
        names = [f"{own}_{one}" for one in told]
        if len(set(names)) < len(names) or not all(told) or not all(is_free(self.source, name) for name in names):
            return None
        return {kind: name.encode() for kind, name in zip(kinds, names, strict=True)}

    def _copy(self, kind: _Kind, name: bytes, declared: bool = False) -> Text:
        """A definition, or with `declared` what stands before its body."""
        source, function = self.source, self.function
        first = function.first + 5 if self.template else function.first
        instead: dict[int, bytes] = {function.name_index: name}
        for position, text in zip(self.named, kind.names, strict=True):
            instead |= self._at_use(position, text)
        for position, type_ in zip(self.typed, kind.types, strict=True):
            if type_:
                parameter = self.parameters[position]
                anything = self.source.where(b"void", parameter.first, parameter.last)
                instead |= {anything[0]: type_.encode()} if anything else {}
                places = (parameter.name_index, *self._uses(position))
                instead |= {i: source.text(i) for i in places}
        if self.template:
            instead = self._instantiated(kind.template.encode()) | instead
        dropped = self._without([(p.first, p.last) for p in self.parameters])
        made: list[bytes | Span] = []
        at = source.code[first].start
        last = function.close_paren if declared else function.close_brace
        for index in range(first, last + 1):
            span = source.code[index].span
            gone = next((one for one in dropped if one.start <= span.start < one.end), None)
            if gone is not None:
                made.append(Span(at, max(at, gone.start)))
                at = max(at, gone.end)
            elif index in instead:
                made += [Span(at, span.start), instead[index]]
                at = span.end
        made.append(Span(at, source.code[last].end))
        return tuple(part for part in made if isinstance(part, bytes) or part.start < part.end)

    def _instantiated(self, type_: bytes) -> dict[int, bytes]:
        """The names of a template whose meaning depends on its parameter."""
        source, function, found = self.source, self.function, dict[int, bytes]()
        for index in range(function.first + 5, function.close_brace):
            text = source.text(index)
            if text == self.template:
                found[index] = type_
            elif source.code[index].kind == Kind.IDENT and not self._is_plain(list(source.decls(index))):
                found[index] = text
        return found

    def _is_plain(self, decls: Sequence[Decl]) -> bool:
        word = re.compile(rf"\b{re.escape(self.template.decode())}\b|type-parameter")
        kinds = ("param", "variable", "field", "function", "enumerator", "macro", "type", "namespace")
        return bool(decls) and all(d.kind in kinds and not word.search(d.canonical or d.type) for d in decls)

    def _without(self, listed: Sequence[tuple[int, int]]) -> list[Span]:
        """The places of what stands for the names, each with a comma."""
        code, count = self.source.code, len(listed)
        left = [n for n in range(count) if n not in self.named]
        spans = []
        for position in self.named:
            first, last = listed[position]
            if any(n > position for n in left):
                spans.append(Span(code[first].start, code[listed[position + 1][0]].start))
            elif left:  # all behind it go too
                spans.append(Span(code[first - 1].start, code[last - 1].end))
            elif position + 1 < count:
                spans.append(Span(code[first].start, code[listed[position + 1][0]].start))
            else:
                spans.append(Span(code[first].start, code[last - 1].end))
        return spans


def _is_own(source: Source, rules: LibraryRules, function: Function) -> bool:
    """Whether a function is a helper of this file alone."""
    words = [source.text(i) for i in range(function.first, function.name_index)]
    known = (rules.launch, rules.calls, rules.provided, rules.infrastructure, rules.signatures, rules.prints)
    decls = list(source.decls(function.name_index))
    if any(function.name in one for one in known) or not decls or any(decl.file for decl in decls):
        return False
    return b"static" in words or b"template" in words or not rules.concerns(function.name)


def _plain(literal: bytes) -> str:
    words = re.findall(r"\w+", literal.decode("utf-8", "replace"))
    return "_".join(words).strip("_").removesuffix("_t")


def _without_common(told: Sequence[str]) -> list[str]:
    """What is behind the words that all begin with."""
    parts = [one.split("_") for one in told]
    while all(len(one) > 1 for one in parts) and len({one[0] for one in parts}) == 1:
        parts = [one[1:] for one in parts]
    return ["_".join(one) for one in parts]


def _words(text: bytes) -> set[bytes]:
    return {t.text for t in lex(b" " + text.lstrip(b"#%: "))}
