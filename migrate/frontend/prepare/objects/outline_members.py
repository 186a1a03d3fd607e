"""Member functions that a source defines behind their class stand in it: what reads a class then has all of it in one place.

A definition takes the place of its declaration, with the declaration's own words (`static`, `explicit`) and defaults. The compilers say which belongs to which,
and that each name means the same there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from migrate.frontend.lex import Kind
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.step import Change
from migrate.frontend.source import Source
from migrate.frontend.statements import bracket_around, outer_tokens
from migrate.model import Span

_OWN = (b"static", b"inline", b"explicit", b"constexpr")
_CHANGES = (b"define", b"undef", b"pragma")


def outline_members(source: Source) -> Iterator[Change]:
    if not source.facts:
        return
    for word in (b"struct", b"class"):
        for index in source.where(word, 0, len(source.code)):
            change = _Class.change(source, index)
            if change is not None:
                yield change


@dataclass(frozen=True)
class _Definition:
    first: int
    name: int  # or the tilde ahead of it
    end: int  # the brace that closes it

    def opener(self, source: Source) -> int:
        return self.name + (2 if source.text(self.name) == b"~" else 1)


@dataclass(frozen=True)
class _Class:
    source: Source
    name: int
    end: int  # its brace

    @classmethod
    def change(cls, source: Source, index: int) -> Change | None:
        name, brace = index + 1, index + 2
        if source.text(brace) != b"{" or source.code[name].kind != Kind.IDENT or brace not in source.pairs:
            return None
        if source.conditionals_around(source.code[index].span) or source.in_function(source.code[index].start):
            return None
        return cls(source, name, source.pairs[brace])._change()

    def _change(self) -> Change | None:
        source, replacements, places = self.source, list[Replacement](), set[int]()
        outer = outer_tokens(source) if source.where(b"::", self.end, len(source.code)) else set[int]()
        last = self.end
        for index in source.where(source.text(self.name), self.end, len(source.code)):
            if source.text(index + 1) != b"::" or index not in outer:
                continue
            known = self._definition(index)
            declared = self._declaration(known) if known is not None else None
            if known is None or declared is None:
                return None
            last = max(last, known.end)
            replacements += self._moved(known, declared)
            places |= self._places(known.opener(source) - 1) | self._places(source.where(b"(", *declared)[0] - 1)
        function = next((f for f in source.functions if f.first > last), None)
        if not replacements or function is None or self._changes_macros(last):
            return None
        return Change(function, tuple(replacements), declared=frozenset(places))

    def _changes_macros(self, last: int) -> bool:
        between = range(self.source.code[self.name].start, self.source.code[last].end)
        return any(d.line.start in between and d.keyword in _CHANGES for d in self.source.tree.others)

    def _definition(self, index: int) -> _Definition | None:
        """The definition of a member function whose name follows the class's."""
        source, first, name = self.source, index, index + 2
        while source.text(first - 1) not in (b";", b"}", b"{", b"") and first:
            first -= 1
        known = _Definition(first, name, 0)
        opener = known.opener(source)
        plain = (
            source.code[i].kind == Kind.IDENT or source.text(i) in (b"*", b"&", b"::") for i in range(first, index)
        )
        if source.text(opener) != b"(" or not all(plain) or source.text(first) == b"template":
            return None
        brace = source.pairs[opener] + 1
        while source.text(brace) in (b"const", b"noexcept"):
            brace += 1
        while source.text(brace) in (b":", b","):
            if source.text(brace + 2) not in (b"(", b"{"):
                return None
            brace = source.pairs[brace + 2] + 1
        whole = source.text(brace) == b"{" and not source.has_directive(first, brace + 1)
        around = source.conditionals_around(source.code[first].span)
        return _Definition(first, name, source.pairs[brace]) if whole and not around else None

    def _declaration(self, known: _Definition) -> tuple[int, int] | None:
        """First token and semicolon of what declares it in the class."""
        source, wanted = self.source, self._type(known.opener(self.source) - 1)
        for index in source.where(source.text(known.opener(source) - 1), self.name + 2, self.end):
            own = source.text(index + 1) == b"(" and bracket_around(source, index) == self.name + 1
            if not own or self._type(index) != wanted or wanted is None:
                continue
            end = source.pairs[index + 1] + 1
            while source.text(end) in (b"const", b"noexcept"):
                end += 1
            first = index
            while source.text(first - 1) not in (b";", b"}", b"{", b":"):
                first -= 1
            same = source.spell(source.pairs[index + 1], end) == self._qualifiers(known)
            if source.text(end) == b";" and same and not source.has_directive(first, end + 1):
                return first, end
        return None

    def _qualifiers(self, known: _Definition) -> str:
        closer = self.source.pairs[known.opener(self.source)]
        end = closer + 1
        while self.source.text(end) in (b"const", b"noexcept"):
            end += 1
        return self.source.spell(closer, end)

    def _type(self, index: int) -> tuple[str, str] | None:
        """Name and type of the member function that a token names, where all chips say the same."""
        decls = {(d.name, d.type) if d.kind == "method" else None for d in self.source.decls(index)}
        return decls.pop() if len(decls) == 1 else None

    def _places(self, name: int) -> set[int]:
        """What uses of a member function refer to, by its declaration or its definition."""
        return {decl.offset for decl in self.source.decls(name)}

    def _moved(self, known: _Definition, declared: tuple[int, int]) -> Iterator[Replacement]:
        source, (first, end) = self.source, declared
        words = [source.text(i) for i in range(first, end) if source.text(i) in _OWN]
        made: list[bytes | Span] = [b"".join(word + b" " for word in words)]
        own = known.first
        while source.text(own) in _OWN:
            own += 1
        if own < known.name - 2:
            made += [source.span_of(own, known.name - 2), b" "]
        opener = known.opener(source)
        made += [b"".join(source.text(i) for i in range(known.name, opener)), b" ("]
        defaults = self._defaults(declared)
        for number, (a, b) in enumerate(source.arguments(opener)):
            if a < b:
                made += [b", " if number else b" ", source.span_of(a, b), *defaults[number]]
        made += [b" ", source.span_of(source.pairs[opener], known.end + 1)]
        yield Replacement(source.span_of(first, end + 1), tuple(made))
        yield Replacement(source.span_of(known.first, known.end + 1), ())

    def _defaults(self, declared: tuple[int, int]) -> list[list[bytes | Span]]:
        """What a declaration says behind each of its parameters."""
        source, opener = self.source, self.source.where(b"(", *declared)[0]
        found: list[list[bytes | Span]] = []
        for a, b in source.arguments(opener):
            at = next((i for i in range(a, b) if source.text(i) == b"="), b)
            found.append([b" ", source.span_of(at, b)] if at < b else [])
        return found
