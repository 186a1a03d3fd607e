"""A class that is taken apart, and its members: what each is called, uses, and stands for."""

from __future__ import annotations

from dataclasses import dataclass, field

from migrate.frontend.lex import Kind
from migrate.frontend.prepare.objects.plain_classes import Constructor, Field, Method, PlainClass
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import CHANGES, parenthesis_around
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

Text = list[bytes | Span]


@dataclass
class Object:
    function: Function
    first: int  # of its declaration
    name: int
    opener: int  # of what it is made of; the semicolon where it is made of nothing
    end: int  # the semicolon
    stands: dict[bytes, bytes] = field(
        default_factory=dict
    )  # what a field is in the function: a variable of its own, or one that it stands for
    declared: Text = field(default_factory=list)
    chain: tuple[Constructor, ...] = ()  # what makes it: its constructor, and those that this one leaves it to
    ends: list[int] = field(default_factory=list)  # ahead of which tokens it ends, but for the end of the function


class Members:
    """The members of a class that is taken apart."""

    def __init__(self, rules: LibraryRules, source: Source, made: PlainClass) -> None:
        self.rules, self.source, self.made = rules, source, made
        self.bound: set[bytes] = (
            set()
        )  # fields that stand for a variable of each function: the handle, a flag, a reference
        self.flags: set[bytes] = set()
        self.ends_in_blocks = False  # objects of inner blocks end there
        scopes = {decl.scope.encode() for decl in source.decls(made.first + 1)}
        self.scope = next((scope + b"::" for scope in scopes if scope), b"")  # the namespace of the class

    def called(self, method: bytes) -> bytes:
        return self.made.name + b"_" + method

    def call(self, method: bytes) -> bytes:
        """The name by which any function calls it."""
        return self.scope + self.called(method)

    def is_named(self, index: int) -> bool:
        """Whether a name is that of the class, and of no other one."""
        start = self.source.code[self.made.first + 1].start
        decls = list(self.source.decls(index))
        return bool(decls) and all(decl.kind == "type" and decl.offset == start for decl in decls)

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

    def buffer_of(self, name: bytes) -> Field | None:
        """The buffer that all of a member function answers with, where the class itself does not call it: a call of an object is its variable then."""
        source, method = self.source, self.made.methods.get(name)
        if method is None or method.static or source.pairs[method.opener] != method.opener + 1:
            return None
        body = [source.text(i) for i in range(method.brace + 1, source.pairs[method.brace])]
        known = self.made.fields.get(body[1]) if len(body) == 3 and (body[0], body[2]) == (b"return", b";") else None
        if known is None or known.reference or not known.is_one_of(source, self.rules.memory_types):
            return None
        returned = [source.text(i) for i in range(*method.returns) if source.text(i) not in (b"const", b"&")]
        if returned != [source.text(i) for i in range(*known.type) if source.text(i) != b"const"]:
            return None
        asks = any(
            self.is_own_call(i) for i in source.where(name, self.made.brace, self.made.end) if i != method.opener - 1
        )
        return known if self.is_field(method.brace + 2) and not asks else None

    def is_copied(self, name: bytes) -> bool:
        """Whether a member function answers with a copy, which stays as it is where the field changes."""
        return b"&" not in {self.source.text(i) for i in range(*self.made.methods[name].returns)}

    def in_order(self) -> list[bytes]:
        """The member functions that are called, each behind those that it calls; not those that only answer with a buffer."""
        source, made, order = self.source, self.made, list[bytes]()
        parts = [self.body(one) for one in made.constructors]
        parts += [bounds for one in made.constructors for bounds in one.starts.values()]
        parts += [one.value for one in made.fields.values()]
        if made.destructor and self.ends_in_blocks:
            parts.append((made.destructor.brace, source.pairs[made.destructor.brace]))
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
            if name in called and self.buffer_of(name) is None:
                visit(name, ())
        return order

    def is_only_given(self, method: Method, one: Field) -> bool:
        """Whether all that a member function, and those that it calls, do with a buffer is to ask the rules' functions about it."""
        source = self.source
        for known in self.reached(method):
            for index in source.where(one.name, known.brace, source.pairs[known.brace]):
                opener = parenthesis_around(source, index)
                rule = self.rules.calls.get(source.text(opener - 1).decode("utf-8", "replace"))
                alone = source.text(index - 1) in (b"(", b",") and source.text(index + 1) in (b")", b",")
                if not alone or source.text(opener) != b"(" or rule is None or rule.allocates:
                    return False
                if source.text(opener - 1) in source.table.names or self.rules.unified.has_role("free", rule.text):
                    return False
        return not one.reference and one.behind[0] == one.behind[1]

    def reached(self, method: Method) -> list[Method]:
        """A member function, and those that it calls, also through others."""
        found, source = [method], self.source
        for known in found:
            for index in range(known.brace, source.pairs[known.brace]):
                called = self.made.methods.get(source.text(index)) if self.is_own_call(index) else None
                if called is not None and called not in found:
                    found.append(called)
        return found

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

    def split(self, method: Method) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """The parameters of a member function: each without its default, and the default."""
        source, found = self.source, list[tuple[tuple[int, int], tuple[int, int]]]()
        for a, b in source.arguments(method.opener):
            at = next((i for i in range(a, b) if source.text(i) == b"="), b)
            found += [((a, at), (min(at + 1, b), b))] if a < b else []
        return found

    def left_out(self, method: Method, opener: int) -> list[tuple[int, int]]:
        """The defaults that a call takes, where a flag follows, behind which there is none."""
        if not self.needs(method)[1]:
            return []
        count = sum(a < b for a, b in self.source.arguments(opener))
        return [value for _, value in self.split(method)[count:]]

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

    def constructors(self, one: Object) -> tuple[Constructor, ...] | None:
        """What makes an object; None where neither the number of arguments nor the compiler tells."""
        count, made, chain = len(self.arguments(one)), self.made, list[Constructor]()
        if not made.constructors or (made.defaulted and not count):
            return ()
        if any(self._takes_list(one) for one in made.constructors):
            return None
        opener = one.opener
        while True:
            fit = [one for one in made.constructors if self._takes(one, count)]
            fit = fit if len(fit) == 1 else self._told(fit, opener)
            if len(fit) != 1 or fit[0] in chain or (chain and not count and made.defaulted):
                return None
            chain.append(fit[0])
            if made.name not in fit[0].starts:
                return tuple(chain)
            count, opener = len(self.handed_on(fit[0])), fit[0].starts[made.name][0] - 1

    def _told(self, fit: list[Constructor], opener: int) -> list[Constructor]:
        """Which of several constructors the compilers chose for what a bracket opens."""
        source = self.source
        at = source.code[opener].start
        chosen = {facts.constructors[at] for facts in source.facts if at in facts.constructors}
        return [one for one in fit if {source.code[one.opener - 1].start} == chosen]

    def handed_on(self, one: Constructor) -> list[tuple[int, int]]:
        """What a constructor gives the one that it leaves the object to."""
        start = one.starts[self.made.name][0]
        return [(a, b) for a, b in self.source.arguments(start - 1) if a < b]

    def _takes(self, one: Constructor, count: int) -> bool:
        known = self.parameters(one)
        least = sum(kind[1] + 1 == end for _, kind, end in known)
        return least <= count <= len(known)

    def _takes_list(self, one: Constructor) -> bool:
        """Whether braces may be an argument of their own."""
        types = (d.canonical or d.type for _, kind, _ in self.parameters(one) for d in self.source.decls(kind[1]))
        return any("initializer_list" in type_ for type_ in types)

    def parameters(self, one: Constructor) -> list[tuple[bytes, tuple[int, int], int]]:
        """Of a constructor: name, type, and what stands behind the name."""
        source, found = self.source, list[tuple[bytes, tuple[int, int], int]]()
        for a, b in source.arguments(one.opener):
            if a < b:
                name = next((i for i in range(a, b) if source.text(i) == b"="), b) - 1
                found.append((source.text(name), (a, name), b))
        return found

    def body(self, one: Constructor) -> tuple[int, int]:
        return one.brace, self.source.pairs[one.brace]

    def sets(self, one: Constructor, name: bytes) -> bool:
        """Whether a constructor gives its parameter another value."""
        places = self.source.where(name, *self.body(one))
        return any(
            self.source.text(i + 1) in CHANGES or self.source.text(i - 1) in (b"&", b"++", b"--") for i in places
        )

    def arguments(self, one: Object) -> list[tuple[int, int]]:
        """What an object is made of, in parentheses or braces."""
        source, at = self.source, one.opener
        return [(a, b) for a, b in source.arguments(at) if a < b] if source.text(at) in (b"(", b"{") else []

    def given(self, one: Object, name: bytes) -> bytes | None:
        """The variable that a field of an object is made of; None where it is made of anything else."""
        source, made = self.source, self.made
        given, place = self.arguments(one), list(made.fields).index(name)
        if made.constructors:
            if not one.chain:
                return None
            bounds = one.chain[-1].starts.get(name, (0, 0))
            for number in reversed(range(len(one.chain))):
                maker, above = one.chain[number], one.chain[:number]
                place = self._place(maker, bounds)
                given = self.handed_on(above[-1]) if above else self.arguments(one)
                if not 0 <= place < len(given):
                    return None
                bounds = given[place]
        if not 0 <= place < len(given) or given[place][1] - given[place][0] != 1:
            return None
        token = source.code[given[place][0]]
        return token.text if token.kind == Kind.IDENT else None

    def _place(self, one: Constructor, bounds: tuple[int, int]) -> int:
        """Which of a constructor's parameters, that keeps its value, an expression is; -1 where it is none."""
        first, last = bounds
        name = self.source.text(first)
        if last - first != 1 or self.sets(one, name):
            return -1
        return next((n for n, known in enumerate(self.parameters(one)) if known[0] == name), -1)

    def variable(self, one: Object, name: bytes) -> bytes:
        return self.source.text(one.name) + b"_" + name.strip(b"_")

    def parameter_of(self, one: Object, name: bytes, number: int) -> bytes:
        """The variable for a parameter of the constructor that is the nth of those that make an object."""
        return self.variable(one, name) + b"_given" + (str(number + 1).encode() if number else b"")

    def stands(self, one: Object, name: bytes) -> bytes:
        """What a field of an object is in the function."""
        return one.stands.get(name) or self.variable(one, name)

    def is_one(self, one: Object, name: bytes) -> bool:
        """Whether a name means the same variable wherever the function has it, and in the constructor's body."""
        source = self.source
        places = [i for i in source.where(name, *one.function.body) if self._is_alone(i)]
        if len({decl.offset for i in places for decl in source.decls(i)}) != 1:
            return False
        for maker in one.chain:
            (first, last), opener = self.body(maker), maker.opener
            parameters = range(source.code[opener].start, source.code[source.pairs[opener]].end)
            inside = (i for i in source.where(name, first, last) if self._is_alone(i) and not self.is_field(i))
            if not all(decl.offset in parameters for i in inside for decl in source.decls(i)):
                return False
        return True

    def _is_alone(self, index: int) -> bool:
        return self.source.text(index - 1) not in (b".", b"->", b"::")
