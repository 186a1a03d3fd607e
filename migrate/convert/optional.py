"""Which tensors may be missing: those that a function hands to one which asks whether they are there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from migrate.convert.function import Converted
from migrate.convert.translation_unit import TranslationUnit
from migrate.frontend.lex import Kind
from migrate.frontend.source import Function, Source

_PLAIN = frozenset(["bool", "char", "short", "int", "long", "float", "double", "unsigned", "signed", "const", "size_t"])
_GIVES = (b"=", b"{", b"(", b"[", b":")


def handed_on(unit: TranslationUnit, items: Sequence[Converted]) -> list[Converted]:
    """The functions with all tensors that may be missing, as many calls away as it takes."""
    hands = _Hands(unit, items)
    while hands.further():
        pass
    return [replace(item, optional=hands.listed(item)) for item in items]


class _Hands:
    def __init__(self, unit: TranslationUnit, items: Sequence[Converted]) -> None:
        self.unit, self.source, self.items = unit, unit.source, items
        self.optional = {item.function.name: set(item.optional) for item in items}
        self.asking = {item.function.name for item in items if item.asks}  # of what it is given, whatever that is
        self.tensors = {item.function.name: self._tensors(item.function) for item in items}
        self.macros = {item.function.name: self._macros(item.function) for item in items}
        self.types = {item.function.name: [p.type for p in self.source.parameters(item.function)] for item in items}

    def _macros(self, function: Function) -> list[bytes]:
        words = {t.text for t in self.source.code[slice(*function.body)] if t.kind == Kind.IDENT}
        return [word for word in sorted(words) if self.source.table.definitions(word)]

    def _names(self, first: int, last: int) -> set[str]:
        return {self._word(i) for i in range(first, last) if self.source.code[i].kind == Kind.IDENT}

    def _tensors(self, function: Function) -> list[str]:
        kinds = self.unit.rules.tensor_types
        found = (p for p in self.source.parameters(function) if any(kind in p.type for kind in kinds))
        return [self._word(p.name_index) for p in found]

    def _word(self, index: int) -> str:
        return self.source.text(index).decode("utf-8", "replace")

    def listed(self, item: Converted) -> tuple[str, ...]:
        """In the order in which they are declared."""
        found, name = self.optional[item.function.name], item.function.name
        prototype = self.unit.prototypes.get(name)
        names = [p.name for p in prototype.parameters] if prototype else []
        return item.optional if set(item.optional) == found else tuple(n for n in names if n in found)

    def further(self) -> bool:
        """Whether one more function turned out to ask."""
        before = len(self.asking) + sum(map(len, self.optional.values()))
        for item in self.items:
            for asked in self._asked(item.function):
                self._ask(item.function, asked)
        return len(self.asking) + sum(map(len, self.optional.values())) > before

    def _ask(self, function: Function, given: set[str] | None) -> None:
        """`given`: names in what is handed on; None where that is not known."""
        own = set(self.tensors[function.name])
        found = own if given is None else stands_for(self.source, function, given) & own
        self.optional[function.name] |= found
        if not found:
            self.asking.add(function.name)  # what it is given itself, then, if it is given something

    def _asked(self, function: Function) -> Iterator[set[str] | None]:
        """Of each place that hands something to a function which asks, or to a macro that does: the names in it."""
        source = self.source
        callees = [name for name in self.optional if self.optional[name] or name in self.asking]
        asking = {name.encode() for name in callees}
        for macro in self.macros[function.name] if callees else ():
            if not asking.isdisjoint(source.table.closure([macro])):
                for index in source.where(macro, *function.body):
                    opener = source.opener(index)
                    yield None if opener < 0 else self._names(opener + 1, source.pairs[opener])
        for callee in callees:
            for index in source.where(callee.encode(), *function.body):
                decl = source.fact(index)
                if source.text(index - 1) in (b".", b"->") or (decl and decl.kind in ("param", "variable", "field")):
                    continue
                opener = source.opener(index)
                if opener < 0:
                    yield None
                    continue
                for position, (first, last) in enumerate(source.arguments(opener)):
                    if self._asks(callee, position):
                        yield self._names(first, last)

    def _asks(self, callee: str, position: int) -> bool:
        types, prototype = self.types[callee], self.unit.prototypes.get(callee)
        taken = [p.name for p in prototype.parameters] if prototype else []
        if position < len(taken) and taken[position] in self.optional[callee]:
            return True
        words = types[position].replace("*", " ").replace("&", " ").split() if position < len(types) else []
        plain = bool(words) and _PLAIN.issuperset(words)
        return callee in self.asking and not self.tensors[callee] and not plain


def stands_for(source: Source, function: Function, names: set[str]) -> set[str]:
    """The names and what the locals among them were made of or given."""
    pending, seen = [*names], set[str]()
    while pending:
        name = pending.pop()
        if name in seen:
            continue
        seen.add(name)
        for index in source.where(name.encode(), *function.body):
            begin = _given(source, index)
            end = begin
            while end < function.close_brace and source.text(end) != b";" and source.pairs.get(end, end) >= begin:
                end += 1
            words = (i for i in range(begin, end) if source.code[i].kind == Kind.IDENT)
            pending += [source.text(i).decode("utf-8", "replace") for i in words]
    return seen


def _given(source: Source, index: int) -> int:
    """Where that begins which a name is given: `x = a`, `x { a }`, `x[0] = a`, `x.y = a`, `x.push_back ( a )`; else behind everything."""
    position = index + 1
    if source.text(position) in _GIVES:
        return position
    while source.text(position) in (b".", b"->"):
        position += 2
        while source.text(position) == b"[":
            position = source.pairs[position] + 1
    member = position > index + 1 and source.text(position) in (b"=", b"(")
    return position if member else len(source.code)
