"""A class that is taken apart, and its members: what each is called, uses, and stands for."""

from __future__ import annotations

from dataclasses import dataclass, field

from migrate.frontend.lex import Kind
from migrate.frontend.prepare.plain_classes import Method, PlainClass
from migrate.frontend.source import Function, Source
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

Text = list[bytes | Span]
SETS = b"= |= &= ^= ++ --".split()


@dataclass
class Object:
    function: Function
    name: int
    end: int  # the semicolon
    stands: dict[bytes, bytes] = field(
        default_factory=dict
    )  # what a field is in the function: a variable of its own, or one that it stands for
    declared: Text = field(default_factory=list)


class Members:
    """The members of a class that is taken apart."""

    def __init__(self, rules: LibraryRules, source: Source, made: PlainClass) -> None:
        self.rules, self.source, self.made = rules, source, made
        self.bound: set[bytes] = (
            set()
        )  # fields that stand for a variable of each function: the handle, a flag, a reference
        self.flags: set[bytes] = set()

    def called(self, method: bytes) -> bytes:
        return self.made.name + b"_" + method

    def is_field(self, index: int) -> bool:
        decls = list(self.source.every_fact(index))
        own = {self.made.name.decode("utf-8", "replace")}
        return bool(decls) and all(d.kind == "field" and d.owner.rpartition("::")[2] in own for d in decls)

    def is_own_call(self, index: int) -> bool:
        source = self.source
        if source.text(index) not in self.made.methods or source.text(index + 1) != b"(":
            return False
        before = source.text(index - 1)
        if any(decl.kind in ("variable", "param") for decl in source.every_fact(index)):
            return False
        return before not in (b".", b"::") and (before != b"->" or source.text(index - 2) == b"this")

    def in_order(self) -> list[bytes]:
        """The member functions that are called, each behind those that it calls."""
        source, made, order = self.source, self.made, list[bytes]()
        parts = [self.body(), *made.starts.values(), *(one.value for one in made.fields.values())]
        called = {source.text(i) for part in parts for i in range(*part) if self.is_own_call(i)}
        for index in range(made.end, len(source.code)):
            if source.text(index) in made.methods and source.text(index + 1) == b"(":
                called.add(source.text(index))

        def visit(name: bytes, above: tuple[bytes, ...]) -> None:
            if name in order or name in above:
                return
            method = made.methods[name]
            for index in range(method.brace, source.pairs[method.brace]):
                if self.is_own_call(index):
                    visit(source.text(index), (*above, name))
            order.append(name)

        for name in made.methods:
            if name in called:
                visit(name, ())
        return order

    def needs(self, method: Method) -> tuple[list[bytes], list[bytes]]:
        """Fields that a member function uses, also through others: the handle first; and flags."""
        used, pending, seen = set[bytes](), [method], set[bytes]()
        source, made = self.source, self.made
        while pending:
            one = pending.pop()
            seen.add(one.name)
            for index in range(one.brace, source.pairs[one.brace]):
                text = source.text(index)
                if text in made.fields and self.is_field(index):
                    used.add(text)
                elif self.is_own_call(index) and text not in seen:
                    pending.append(made.methods[text])
        handles = [n for n, f in made.fields.items() if n in used and f.is_one_of(source, self.rules.handle_types)]
        others = [n for n in made.fields if n in used and n not in handles and n not in self.flags]
        return handles + others, [n for n in made.fields if n in used & self.flags]

    def given_names(self, method: Method) -> list[bytes]:
        """Of a member function's parameters; empty where one is not plain."""
        source, found = self.source, list[bytes]()
        for a, b in source.arguments(method.opener):
            last = next((i for i in range(a, b) if source.text(i) == b"="), b) - 1
            if a < b:
                found.append(source.text(last) if source.code[last].kind == Kind.IDENT and last > a else b"")
        return found

    def inside(self, method: Method, name: bytes) -> bytes:
        """What a field is called in the function that a member function becomes."""
        given = self.given_names(method)
        return b"own_" + name if name in given else name

    def parameters(self) -> list[tuple[bytes, tuple[int, int], int]]:
        """Of the constructor: name, type, and what stands behind the name."""
        source, found = self.source, list[tuple[bytes, tuple[int, int], int]]()
        for a, b in source.arguments(self.made.constructor[0]):
            if a < b:
                name = next((i for i in range(a, b) if source.text(i) == b"="), b) - 1
                found.append((source.text(name), (a, name), b))
        return found

    def known_parameters(self) -> list[tuple[bytes, tuple[int, int], int]]:
        return self.parameters() if self.made.constructor[0] >= 0 else []

    def body(self) -> tuple[int, int]:
        brace = self.made.constructor[1]
        return (brace, self.source.pairs[brace]) if brace >= 0 else (0, 0)

    def arguments(self, one: Object) -> list[tuple[int, int]]:
        """What an object is made of, in parentheses or braces."""
        source, at = self.source, one.name + 1
        at += source.text(at) == b"="
        return [(a, b) for a, b in source.arguments(at) if a < b] if source.text(at) in (b"(", b"{") else []

    def given(self, one: Object, name: bytes) -> bytes | None:
        """The variable that a field of an object is made of; None where it is made of anything else."""
        source, made = self.source, self.made
        given = self.arguments(one)
        if made.constructor[0] >= 0:
            a, b = made.starts.get(name, (0, 0))
            places = [n for n, p in enumerate(self.parameters()) if b - a == 1 and p[0] == source.text(a)]
            place = places[0] if places else -1
            if any(source.text(i + 1) == b"=" for i in source.where(source.text(a), *self.body())) and b - a == 1:
                return None
        else:
            place = list(made.fields).index(name)
        if not 0 <= place < len(given) or given[place][1] - given[place][0] != 1:
            return None
        token = source.code[given[place][0]]
        return token.text if token.kind == Kind.IDENT else None

    def variable(self, one: Object, name: bytes) -> bytes:
        return self.source.text(one.name) + b"_" + name.strip(b"_")

    def parameter_of(self, one: Object, name: bytes) -> bytes:
        return self.variable(one, name) + b"_given"

    def stands(self, one: Object, name: bytes) -> bytes:
        """What a field of an object is in the function."""
        return one.stands.get(name) or self.variable(one, name)

    def is_one(self, one: Object, name: bytes) -> bool:
        """Whether a name means the same variable wherever the function has it, and in the constructor's body."""
        source, made = self.source, self.made
        places = [i for i in source.where(name, *one.function.body) if self._is_alone(i)]
        if len({decl.offset for i in places for decl in source.decls(i)}) != 1:
            return False
        opener, (first, last) = made.constructor[0], self.body()
        parameters = (
            range(source.code[opener].start, source.code[source.pairs[opener]].end) if first < last else range(0)
        )
        inside = (i for i in source.where(name, first, last) if self._is_alone(i) and not self.is_field(i))
        return all(decl.offset in parameters for i in inside for decl in source.decls(i))

    def _is_alone(self, index: int) -> bool:
        return self.source.text(index - 1) not in (b".", b"->", b"::")
