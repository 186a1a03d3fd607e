"""A static helper that gets an object of a class by reference is a member function of that class: the class is then taken apart with it.

Only where the helper does no more with the object than to name its members, and is only called; the compilers say that each name means the same in the class.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from migrate.frontend.lex import Kind
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.objects.class_members import classes, uses
from migrate.frontend.prepare.objects.plain_classes import PlainClass
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, ParameterTokens, Source
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_CHANGES = (b"define", b"undef", b"pragma")


def reference_helpers(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    taken: list[Span] = []
    for made in classes(rules, source):
        for function in source.functions:
            helper = _Helper.of(source, made, function)
            change = helper.change() if helper is not None else None
            spans = [one.span for one in change.replacements] if change is not None else []
            if change is not None and not any(a.start < b.end and b.start < a.end for a in spans for b in taken):
                taken += spans  # else in the next round
                yield change


@dataclass(frozen=True)
class _Helper:
    source: Source
    made: PlainClass
    function: Function
    parameter: ParameterTokens
    place: int  # of the parameter
    constant: bool

    @classmethod
    def of(cls, source: Source, made: PlainClass, function: Function) -> _Helper | None:
        words = [source.text(i) for i in range(function.first, function.name_index)]
        known = source.parameters(function)
        name = made.name.decode("utf-8", "replace")
        places = [n for n, one in enumerate(known) if name in one.type.replace("&", " ").split()]
        if words[:1] != [b"static"] or function.first < made.end or len(places) != 1:
            return None
        one = known[places[0]]
        kind = one.type.replace(" ", "")
        if kind not in (f"{name}&", f"const{name}&", f"{name}const&"):
            return None
        if made.name in words or sum(other.name == function.name for other in source.functions) != 1:
            return None
        return cls(source, made, function, one, places[0], kind != f"{name}&")

    def change(self) -> Change | None:
        source, function, made = self.source, self.function, self.made
        name = source.text(function.name_index)
        places = uses(source, name, frozenset({source.code[function.name_index].start}))
        between = range(source.code[made.end].start, function.span.end)
        changed = any(d.line.start in between and d.keyword in _CHANGES for d in source.tree.others)
        head = source.has_directive(function.first, function.open_brace + 1)
        head |= function.close_paren + 1 != function.open_brace
        if places is None or changed or head or source.conditionals_around(source.code[function.first].span):
            return None
        if source.where(name, made.brace, made.end) or source.where(b"this", *function.body):
            return None
        calls = [self._call(index) for index in places if index != function.name_index]
        body = self._body()
        if body is None or any(call is None for call in calls):
            return None
        closer = source.code[made.end - 1].start
        inside: list[Replacement] = [Replacement(Span(closer, closer), (b"public:\n", *body, b"\n"))]
        inside.append(Replacement(source.span_of(function.first, function.close_brace + 1), ()))
        return Change(function, (*inside, *(one for call in calls if call for one in call)))

    def _call(self, index: int) -> tuple[Replacement, ...] | None:
        """A call, with the object in front."""
        source, opener = self.source, index + 1
        if source.text(opener) != b"(" or self.function.first <= index < self.function.close_brace:
            return None
        if source.text(index - 1) in (b".", b"->", b"::", b"&"):
            return None
        given = source.arguments(opener)
        if self.place >= len(given):
            return None
        first, last = given[self.place]
        kinds = {decl.type.removeprefix("const ").removesuffix("&").rstrip() for decl in source.every_fact(first)}
        if last - first != 1 or kinds != {self.made.name.decode("utf-8", "replace")}:
            return None
        ahead = Replacement(source.code[index].span, (source.text(first) + b"." + source.text(index),))
        start, end = source.code[first].start, source.code[first].end
        if self.place + 1 < len(given):
            end = source.code[last].end  # the comma
        elif self.place:
            start = source.code[first - 1].start
        return ahead, Replacement(Span(start, end), ())

    def _body(self) -> list[bytes | Span] | None:
        """The helper as a member function."""
        source, function = self.source, self.function
        first = function.first + 1
        while source.text(first) in (b"inline", b"static"):
            first += 1
        made: list[bytes | Span] = [source.span_of(first, function.name_index)]
        made.append(b" " + source.text(function.name_index) + b" (")
        rest = [one for one in source.parameters(function) if one is not self.parameter]
        for number, one in enumerate(rest):
            made += [b", " if number else b" ", source.span_of(one.first, one.last)]
        made.append(b" ) const " if self.constant else b" ) ")
        position = source.code[function.open_brace].start
        name = self.parameter.name_index
        for index in source.where(source.text(name), *function.body):
            known = {decl.offset == source.code[name].start for decl in source.every_fact(index)}
            if len(known) != 1 or source.code[index].kind != Kind.IDENT:
                return None
            if not known.pop():
                continue
            if source.text(index + 1) != b".":
                return None
            made += [Span(position, source.code[index].start), b"this->"]
            position = source.code[index + 1].end
        return [*made, Span(position, function.span.end)]
