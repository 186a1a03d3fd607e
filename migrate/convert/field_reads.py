"""Where a function hands a struct's fields with addresses to what may ask them without naming them in its text: macros, bytes, functions of types."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from migrate.convert.function import Converted
from migrate.convert.translation_unit import TranslationUnit
from migrate.frontend.compiler.clang import is_system
from migrate.frontend.lex import Kind
from migrate.frontend.source import Function
from migrate.rules.local_types import local_types

_ASKING = frozenset((b"?", b"if", b"while", b"!", b"==", b"!=", b"&&", b"||", b"<", b">", b"switch", b"not"))


class FieldReads:
    def __init__(self, unit: TranslationUnit, items: Sequence[Converted], fields: frozenset[str]) -> None:
        """`fields`: those that any function gives an address."""
        self.unit, self.source, self.items, self.fields = unit, unit.source, items, fields
        self._known: dict[str, Sequence[tuple[set[str], set[bytes]]]] = {}

    def macros(self, function: Function) -> list[bytes]:
        words = {t.text for t in self.source.code[slice(*function.body)] if t.kind == Kind.IDENT}
        return [word for word in sorted(words) if self.source.table.definitions(word)]

    def of(self, function: Function) -> Sequence[tuple[set[str], set[bytes]]]:
        """What a function hands to macros that ask fields, and where it reads a struct's bytes: the names in it, and the fields; no field is any."""
        if function.name not in self._known:
            self._known[function.name] = tuple(self._handed(function))
        return self._known[function.name]

    def _handed(self, function: Function) -> Iterator[tuple[set[str], set[bytes]]]:
        source, macros = self.source, self.macros(function)
        for macro in macros:
            fields = self._macro_reads(macro)
            for index in source.where(macro, *function.body) if fields else ():
                opener = source.opener(index)
                inside = range(opener + 1, source.pairs[opener]) if opener >= 0 else ()
                yield {self._word(i) for i in inside if source.code[i].kind == Kind.IDENT}, fields
        for index in self._bytes_read(function):
            yield {self._word(index)}, set()
        if any(self._asks_by_macro(function, macro) for macro in macros) or self._is_taken_apart(function):
            yield set(), set()
        if any(source.where(name, *function.body) for name in self._asking_types):
            yield set(), set()

    def _is_taken_apart(self, function: Function) -> bool:
        """Whether a pointer to a member names a field with an address, or names in brackets stand for the fields of a struct."""
        source, search = self.source, self.unit.rules.address_fields.search
        fields = source.named("address-fields", lambda name: search(name) is not None, *function.body)
        fields += [index for name in self.fields for index in source.where(name.encode(), *function.body)]
        if any(source.text(index - 1) == b"::" for index in fields):
            return True
        for index in source.where(b"auto", *function.body):
            opener = index + 1
            while source.text(opener) in (b"&", b"&&", b"const"):
                opener += 1
            value = source.pairs.get(opener, opener) + 2
            kinds = {decl.type.removeprefix("const ").rstrip("&* ") for decl in source.every_fact(value)}
            if source.text(opener) == b"[" and (not kinds or kinds & self._structs):
                return True
        return False

    @cached_property
    def _structs(self) -> set[str]:
        """Types of kernels' argument structs, and those of the file."""
        launched = {launch.args for item in self.items for launch in item.launches}
        return {*self.unit.rules.argument_types, *launched, *self.source.own_types}

    def _word(self, index: int) -> str:
        return self.source.text(index).decode("utf-8", "replace")

    @cached_property
    def _asking_types(self) -> set[bytes]:
        """Types of the file with functions of their own that name a field with an address."""
        source, rules, found = self.source, self.unit.rules, set[bytes]()
        for one in local_types(source).values():
            words = {source.text(i) for i in range(one.first, one.last) if source.code[i].kind == Kind.IDENT}
            names = {word.decode("utf-8", "replace") for word in words}
            named = names & self.fields or any(rules.address_fields.search(name) for name in names)
            if named and any(
                source.text(i + 1) == b"{" or source.text(i + 2) == b"{"
                for i in source.where(b")", one.first, one.last)
            ):
                found.update(one.names)
        return found

    def _asks_by_macro(self, function: Function, macro: bytes) -> bool:
        """Whether a macro asks something, and names a field with an address or is given one: as `#define HAS(a, f) (a.f != 0)`, or stands for its name."""
        source, rules = self.source, self.unit.rules
        word = macro.decode("utf-8", "replace")
        if word in rules.checks or word in rules.safe_calls or word in rules.prints:
            return False
        words = source.table.words(macro)
        given = set(words)
        member = False
        for index in source.where(macro, *function.body):
            member |= source.text(index - 1) in (b".", b"->")
            closer = source.pairs.get(index + 1, index) if source.text(index + 1) == b"(" else index
            given |= {source.text(i) for i in range(index + 1, closer)}
        names = (one.decode("utf-8", "replace") for one in given)
        fields = any(
            name in self.fields or rules.address_fields.search(name) for name in names if name != rules.address_field
        )
        return fields and (member or bool(words & _ASKING))

    def _macro_reads(self, macro: bytes) -> set[bytes]:
        """Fields with addresses that a macro reads, itself or through others."""
        rules, found = self.unit.rules, set[bytes]()
        for body in self.source.table.bodies([macro]):
            for before, field, behind in zip(body, body[1:], (*body[2:], b""), strict=False):
                name = field.decode("utf-8", "replace")
                own = name in self.fields or rules.address_fields.search(name) is not None
                if before in (b".", b"->") and own and behind != b"=":
                    found.add(field)
        return found

    def _bytes_read(self, function: Function) -> Iterator[int]:
        """Names of kernels' argument structs whose bytes are read: cast to a pointer to something else, or copied from."""
        source = self.source
        types = self.unit.rules.argument_types | {launch.args for item in self.items for launch in item.launches}
        for index in source.where(b"&", *function.body):
            decl = source.fact(index + 1) if source.code[index + 1].kind == Kind.IDENT else None
            if decl is None or decl.type.removeprefix("const ") not in types:
                continue
            if source.text(index + 2) in (b".", b"->", b"["):
                continue
            before = index - 1
            while source.text(before) == b"(" and source.text(before - 1) in (b"(", b")", b">"):
                before -= 1
            if source.text(before) in (b")", b">"):
                opener = source.pairs.get(before, before)
                while source.text(before) == b">" and source.text(opener) not in (b"<", b";", b""):
                    opener -= 1
                words = {source.text(i) for i in range(opener + 1, before)}
                if b"*" in words and not words & {b"void", decl.type.removeprefix("const ").encode()}:
                    yield index + 1
            elif source.text(before) in (b",", b"(") and self._copies(index):
                yield index + 1

    def _copies(self, index: int) -> bool:
        """Whether an argument is one of a function of the system that may read its bytes."""
        source, opener = self.source, index - 1
        while source.text(opener) not in (b"(", b";", b"{", b""):
            opener = source.pairs[opener] - 1 if source.text(opener) in (b")", b"]", b"}") else opener - 1
        called = opener - 1
        clears = source.text(called) in (b"memset", b"bzero") or (
            source.text(opener + 1) == b"&" and index == opener + 1
        )
        return not clears and any(decl.kind == "function" and is_system(decl.file) for decl in source.decls(called))
