"""A class whose objects get the handle by a member function, `Buffer work; work.alloc ( resource, 64 );`, gets it when an object is made: `Buffer work ( resource ); work.alloc ( 64 );`.

Only where every object of a function is given the function's own handle, which nothing changes, and where the class does no more with its handle than to give it to functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.objects.members import Members, Object
from migrate.frontend.prepare.objects.plain_classes import Field, Method, PlainClass, Reader
from migrate.frontend.prepare.objects.uses import Uses
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Source
from migrate.frontend.statements import CHANGES, block_around, parenthesis_around
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_NONE = (b"nullptr", b"NULL", b"0")


def later_handles(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    if not source.facts:
        return
    places = (index for word in (b"struct", b"class") for index in source.where(word, 0, len(source.code)))
    for index in sorted(places):
        made = Reader(rules, source, index).read()
        handles = [one for one in made.fields.values() if one.is_one_of(source, rules.handle_types)] if made else []
        if made is not None and len(handles) == 1:
            change = _Given(rules, source, made, handles[0]).change()
            if change is not None:
                yield change


@dataclass(frozen=True)
class _Setter:
    method: Method
    place: int  # of the parameter with the handle
    parameter: int  # its name
    first: int  # the statement that sets the field
    last: int


@dataclass(frozen=True)
class _Given:
    rules: LibraryRules
    source: Source
    made: PlainClass
    field: Field

    @property
    def members(self) -> Members:
        return Members(self.rules, self.source, self.made)

    def change(self) -> Change | None:
        source, made = self.source, self.made
        setters = self._setters()
        objects = Uses(self.members).objects() if setters else None
        if not setters or not objects or not self._starts_empty() or self._is_in_macros(objects):
            return None
        replacements: list[Replacement] = []
        calls = set[int]()
        for one in objects:
            found = self._object(one, setters)
            if found is None:
                return None
            replacements += found[0]
            calls |= found[1]
        if any(not self._only_by(calls, one) for one in setters):
            return None
        for setter in setters:
            replacements += self._method(setter)
        replacements += self._constructor()
        openers = [*(one.method.opener for one in setters), *(one.opener for one in made.constructors)]
        retyped = frozenset(source.code[opener - 1].start for opener in openers)
        return Change(objects[0].function, tuple(replacements), retyped=retyped)

    def _setters(self) -> list[_Setter] | None:
        """The member functions that set the handle; None where it is used for more than to be given on."""
        source, made, name, found = self.source, self.made, self.field.name, list[_Setter]()
        for index in range(made.brace, made.end):
            if source.text(index) != name or not self.members.is_field(index) or index == self.field.behind[0] - 1:
                continue
            if any(index == bounds[0] - 2 for one in made.constructors for bounds in one.starts.values()):
                continue
            if source.text(index + 1) == b"=":
                setter = self._setter(index)
                if setter is None or any(setter.method is one.method for one in found):
                    return None
                found.append(setter)
            elif not self._is_given(index):
                return None
        return found

    def _is_given(self, index: int) -> bool:
        """Whether a use of the handle is an argument of a function of the rules."""
        source, first = self.source, index
        if source.text(index - 1) == b"->" and source.text(index - 2) == b"this":
            first -= 2
        opener = parenthesis_around(source, index)
        called = source.text(opener - 1).decode("utf-8", "replace")
        alone = source.text(first - 1) in (b"(", b",") and source.text(index + 1) in (b")", b",")
        return alone and source.text(opener) == b"(" and called in {*self.rules.calls, *self.rules.launch}

    def _setter(self, index: int) -> _Setter | None:
        source, first = self.source, index
        if source.text(index - 1) == b"->" and source.text(index - 2) == b"this":
            first -= 2
        method = next((m for m in self.made.methods.values() if m.brace < index < source.pairs[m.brace]), None)
        if method is None or method.static or method.fluent or block_around(source, index) != method.brace:
            return None
        if source.text(first - 1) not in (b"{", b";", b"}") or source.text(index + 3) != b";":
            return None
        for place, (a, b) in enumerate(source.arguments(method.opener)):
            plain = b - a == 2 and source.text(a).decode("utf-8", "replace") in self.rules.handle_types
            if plain and {d.offset for d in source.every_fact(index + 2)} == {source.code[b - 1].start}:
                setter = _Setter(method, place, b - 1, first, index + 3)
                return setter if self._keeps(setter) else None
        return None

    def _keeps(self, setter: _Setter) -> bool:
        """Whether a member function does not change its handle, and nothing in it is called like the field."""
        source, method = self.source, setter.method
        body = range(method.brace, source.pairs[method.brace])
        for index in self._named(setter):
            if source.text(index + 1) in CHANGES or source.text(index - 1) in (b"&", b"++", b"--"):
                return False
        named = {source.text(setter.parameter), self.field.name}
        mine = set(self._named(setter))
        return all(
            index in mine or self.members.is_field(index) for index in body if source.text(index) in named
        ) and not source.where(b"[", method.brace, body.stop)

    def _named(self, setter: _Setter) -> list[int]:
        """Where a member function names its handle."""
        source, brace = self.source, setter.method.brace
        start = source.code[setter.parameter].start
        found = source.where(source.text(setter.parameter), brace, source.pairs[brace])
        return [i for i in found if {d.offset for d in source.every_fact(i)} == {start}]

    def _starts_empty(self) -> bool:
        """Whether an object has no handle, or a null one, when it is made by the one constructor without parameters, if there is any."""
        source, made, one = self.source, self.made, self.field
        makers = made.constructors
        if len(makers) > 1 or any(self.members.parameters(maker) or made.name in maker.starts for maker in makers):
            return False
        values = [maker.starts[one.name] for maker in makers if one.name in maker.starts]
        values += [one.value] if one.value[0] < one.value[1] else []
        texts = (source.spell(a, b).encode().strip(b"{} ") for a, b in values)
        plain = (
            one.behind[0] == one.behind[1] and not one.reference and source.text(one.behind[1]) in (b";", b"=", b"{")
        )
        return plain and all(text in (*_NONE, b"") for text in texts) and is_free(source, "given_" + one.name.decode())

    def _is_in_macros(self, objects: list[Object]) -> bool:
        source, made = self.source, self.made
        names = {*made.fields, *made.methods, made.name, *(source.text(one.name) for one in objects), b"##"}
        spans = [(made.brace, made.end), *(one.function.body for one in objects)]
        used = (source.text(i) for first, last in spans for i in source.macro_names(first, last))
        return any(not names.isdisjoint(source.table.words(name)) for name in used)

    def _object(self, one: Object, setters: list[_Setter]) -> tuple[list[Replacement], set[int]] | None:
        """What becomes of an object's declaration and of the calls that give it its handle, and where these are."""
        source = self.source
        places = Uses(self.members).places(one)
        by_name = {setter.method.name: setter for setter in setters}
        if places is None or one.opener != one.end or any(source.text(i + 2) == self.field.name for i in places):
            return None
        calls = [i + 2 for i in places if source.text(i + 2) in by_name]
        given, made = set[bytes](), list[Replacement]()
        for index in calls:
            setter = by_name[source.text(index)]
            arguments = source.arguments(index + 1)
            if setter.place >= len(arguments):
                return None
            first, last = arguments[setter.place]
            if last - first != 1 or not self._is_handle(one, first):
                return None
            given.add(source.text(first))
            made += [Replacement(source.code[index].span, (source.text(index),)), self._without(index + 1, first, last)]
        if len(given) != 1 or not self.members.is_one(one, next(iter(given))):
            return None
        at = source.code[one.name].end
        return [*made, Replacement(Span(at, at), (b" ( " + given.pop() + b" )",))], set(calls)

    def _is_handle(self, one: Object, index: int) -> bool:
        """Whether an argument is a parameter of the function that nothing changes."""
        source, function = self.source, one.function
        parameters = {source.code[p.name_index].start for p in source.parameters(function)}
        decls = {(d.kind, d.offset) for d in source.every_fact(index)}
        changed = any(
            source.text(i + 1) in CHANGES or source.text(i - 1) in (b"&", b"++", b"--")
            for i in source.where(source.text(index), *function.body)
        )
        return len(decls) == 1 and all(k == "param" and at in parameters for k, at in decls) and not changed

    def _without(self, opener: int, first: int, last: int) -> Replacement:
        """An argument or a parameter taken away, with its comma."""
        source = self.source
        if source.text(last) == b",":
            return Replacement(source.span_of(first, last + 1), ())
        return Replacement(source.span_of(first - (source.text(first - 1) == b","), last), ())

    def _only_by(self, calls: set[int], setter: _Setter) -> bool:
        """Whether a member function is named by nothing but its definition and these calls."""
        source = self.source
        start = source.code[setter.method.opener - 1].start
        for index in source.places.get(setter.method.name, ()):
            known = {decl.offset == start for decl in source.decls(index)}
            if index not in calls and index != setter.method.opener - 1 and known != {False}:
                return False
        return True

    def _method(self, setter: _Setter) -> Iterator[Replacement]:
        source, method = self.source, setter.method
        yield Replacement(source.code[method.opener - 1].span, (method.name,))
        yield self._without(method.opener, setter.parameter - 1, setter.parameter + 1)
        yield Replacement(source.span_of(setter.first, setter.last + 1), ())
        for index in self._named(setter):
            if not setter.first <= index <= setter.last:
                yield Replacement(source.code[index].span, (self.field.name,))

    def _constructor(self) -> Iterator[Replacement]:
        """The constructor that gets the handle."""
        source, made, one = self.source, self.made, self.field
        own = b"given_" + one.name
        parameter: tuple[bytes | Span, ...] = (b" ", source.span_of(*one.type), b" " + own + b" ")
        if one.value[0] < one.value[1]:
            start = source.code[one.behind[1]].start
            yield Replacement(Span(start, source.code[one.value[1] - 1].end), ())
        if not made.constructors:
            at = source.code[made.end - 1].start
            head = b"public:\n" + made.name + b" ("
            yield Replacement(Span(at, at), (head, *parameter, b") : " + one.name + b" ( " + own + b" ) {}\n"))
            return
        maker = made.constructors[0]
        closer = source.pairs[maker.opener]
        yield Replacement(source.code[maker.opener - 1].span, (made.name,))
        yield Replacement(Span(source.code[maker.opener].end, source.code[closer].start), parameter)
        if one.name in maker.starts:
            first, last = maker.starts[one.name]
            yield Replacement(Span(source.code[first - 1].end, source.code[last].start), (b" " + own + b" ",))
        else:
            at = source.code[closer].end
            behind = b"," if maker.starts else b""
            colon = source.code[closer + 1].end if maker.starts else at
            text = (b" " if maker.starts else b" : ") + one.name + b" ( " + own + b" )" + behind
            yield Replacement(Span(colon, colon), (text,))
