"""A class of the source whose objects are only locals is taken apart: its fields become variables, its member functions become functions that get the fields
which they use by reference, and what its constructor does is done where an object is declared.

The rules then follow what a buffer's owner allocates, and what a builder of arguments sets. What a destructor does is left out where it only frees: buffers of the unified library end with
the function, so only objects of a function's outermost block are taken apart then. A class that is used in any other way stays, and a rule refuses it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.prepare.by_chip import Change, Step
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.plain_classes import Field, Method, PlainClass, Reader
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import block_around
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

Text = list[bytes | Span]
_SETS = b"= |= &= ^= ++ --".split()


def local_objects(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    if not source.facts:
        return
    for word in (b"struct", b"class"):
        for index in source.where(word, 0, len(source.code)):
            made = Reader(rules, source, index).read()
            change = (
                _Apart(rules, source, made).change()
                if made is not None and (made.methods or made.destructor >= 0)
                else None
            )
            if change is not None:
                yield change
                return  # what another class has may be one of these


@dataclass
class _Object:
    function: Function
    name: int
    end: int  # the semicolon
    stands: dict[bytes, bytes] = field(
        default_factory=dict
    )  # what a field is in the function: a variable of its own, or one that it stands for
    declared: Text = field(default_factory=list)


class _Apart:
    """A class that is taken apart."""

    def __init__(self, rules: LibraryRules, source: Source, made: PlainClass) -> None:
        self.rules, self.source, self.made = rules, source, made
        self.bound: set[bytes] = (
            set()
        )  # fields that stand for a variable of each function: the handle, a flag, a reference
        self.flags: set[bytes] = set()

    def change(self) -> Change | None:
        source, made = self.source, self.made
        if not self._concerns() or not set(made.starts) <= made.fields.keys() or not self._names_are_free():
            return None
        objects = self._objects()
        if not objects or self._in_macros(objects) or not self._bind(objects) or not self._are_plain():
            return None
        if made.destructor >= 0 and not (self._only_frees() and self._are_allocated(objects)):
            return None
        replacements: list[Replacement] = []
        taken: dict[tuple[int, bytes], tuple[bytes, bytes]] = {}
        for one in objects:
            found = self._uses(one)
            if found is None or not self._declare(one) or not self._are_its_own(one, taken):
                return None
            replacements += self._replaced(one, found)
            start = self._statement_start(one)
            replacements.append(
                Replacement(Span(source.code[start].start, source.code[one.end].end), tuple(one.declared))
            )
        replacements += self._qualified()
        functions: Text = []
        for name in self._in_order():
            functions += self._function(made.methods[name])
        whole = Span(source.code[made.first].start, source.code[made.end].end)
        replacements.append(Replacement(whole, tuple(functions)))
        ordered = sorted(replacements, key=lambda r: (r.span.start, r.span.end))
        if any(a.span.end > b.span.start for a, b in pairwise(ordered)):
            return None
        return Change(objects[0].function, tuple(ordered))

    # what it is asked

    def _concerns(self) -> bool:
        """Whether the class has something for the rules."""
        source, rules = self.source, self.rules
        types = rules.tensor_types | rules.memory_types | rules.handle_types | rules.status_types | rules.dtype_types
        words = {source.text(i).decode("utf-8", "replace") for i in range(self.made.brace, self.made.end)}
        name = self.made.name.decode("utf-8", "replace")
        if (
            name in types
            or rules.name(name) is not None
            or any(k.startswith(f"{name}::") for k in (*rules.launch, *rules.calls))
        ):
            return False  # a rule has it, or its member functions
        own = {*types, *rules.argument_types, *rules.launch, *rules.calls, *rules.checks, *rules.safe_calls}
        return bool(words & own)

    def _names_are_free(self) -> bool:
        names = [self._called(one) for one in self.made.methods]
        return all(is_free(self.source, name.decode()) for name in names)

    def _in_macros(self, objects: list[_Object]) -> bool:
        """Whether a macro that the class or a function with an object uses names a member, or the object."""
        source, made = self.source, self.made
        members = {*made.fields, *made.methods, made.name, b"this", b"##"}
        inside = [(made.brace, made.end, members)]
        inside += [(*o.function.body, {made.name, source.text(o.name), b"##"}) for o in objects]
        return any(
            not names.isdisjoint(source.table.words(source.text(index)))
            for first, last, names in inside
            for index in source.macro_names(first, last)
        )

    def _called(self, method: bytes) -> bytes:
        return self.made.name + b"_" + method

    def _frees(self, name: bytes) -> bool:
        rule = self.rules.calls.get(name.decode("utf-8", "replace"))
        return rule is not None and self.rules.unified.has_role("free", rule.text)

    def _only_frees(self, brace: int = -1, depth: int = 0) -> bool:
        """Whether all that a body does is to free, and to set fields."""
        source, made = self.source, self.made
        brace = brace if brace >= 0 else made.destructor
        allowed = {b"if", b"else", b"true", b"false", b"nullptr", b"NULL", b"this"}
        for index in range(brace + 1, source.pairs[brace]):
            token = source.code[index]
            known = made.fields.get(token.text) if self._is_field(index) else None
            if token.text == b"->" and source.text(index - 1) != b"this":
                return False
            if token.kind == Kind.NUMBER or token.text in b"( ) { } ; = ! != == -> , && ||".split():
                continue
            if known is not None and not self._is_value(known, index):
                return False
            if token.text in made.methods and source.text(index + 1) == b"(" and depth < 3:
                if not self._only_frees(made.methods[token.text].brace, depth + 1):
                    return False
            elif token.text not in allowed and known is None and not self._frees(token.text):
                return False
        return True

    def _is_value(self, one: Field, index: int) -> bool:
        """Whether a field has nothing that an assignment, a condition or a call would run, and is freed only where it is known to be a buffer."""
        source, rules = self.source, self.rules
        if source.text(index + 1) in (b"(", b"{"):
            return False
        if one.is_one_of(source, rules.memory_types | rules.handle_types):
            return True
        if source.text(index - 1) in (b"(", b",") and source.text(index + 1) in (b")", b","):
            opener = max(o for o in source.where(b"(", self.made.brace, index) if source.pairs.get(o, -1) > index)
            if source.text(opener - 1) not in (b"if", b"(", b"!", b"&&", b"||"):
                return False
        types = [decl.canonical or decl.type for decl in source.every_fact(index)]
        pointer = source.where(b"*", *one.type)
        return all(pointer or {*kind.encode().split()} <= FUNDAMENTAL for kind in types)

    def _in_order(self) -> list[bytes]:
        """The member functions that are called, each behind those that it calls."""
        source, made, order = self.source, self.made, list[bytes]()
        parts = [self._body(), *made.starts.values(), *(one.value for one in made.fields.values())]
        called = {source.text(i) for part in parts for i in range(*part) if self._is_own_call(i)}
        for index in range(made.end, len(source.code)):
            if source.text(index) in made.methods and source.text(index + 1) == b"(":
                called.add(source.text(index))

        def visit(name: bytes, above: tuple[bytes, ...]) -> None:
            if name in order or name in above:
                return
            method = made.methods[name]
            for index in range(method.brace, source.pairs[method.brace]):
                if self._is_own_call(index):
                    visit(source.text(index), (*above, name))
            order.append(name)

        for name in made.methods:
            if name in called:
                visit(name, ())
        return order

    def _are_allocated(self, objects: list[_Object]) -> bool:
        """Whether buffers that an object frees are nothing but what the class, or the function, allocates."""
        source, made = self.source, self.made
        for one in made.fields.values():
            if one.reference and one.is_one_of(source, self.rules.memory_types):
                for known in objects:
                    variable, begin = known.stands[one.name], known.function.open_brace
                    for index in source.where(variable, *known.function.body):
                        changed = source.text(index + 1) == b"=" or source.text(index - 1) in (b".", b"->", b"*")
                        if changed or (source.text(index - 1) == b"&" and not self._allocates(index, begin)):
                            return False
            elif one.is_one_of(source, self.rules.memory_types):
                for known in objects:
                    for index in self._uses(known) or ():
                        mine = source.text(index + 2) == one.name
                        if mine and not self._is_read(index - 1, index + 3):
                            return False
        return self._is_allocated()

    def _is_read(self, before: int, behind: int) -> bool:
        """Whether a buffer between two tokens is an argument or compared, and nothing refers to it."""
        source = self.source
        if source.text(before) in (b"!", b"&&", b"||", b"==", b"!=") or source.text(behind) in (b"==", b"!="):
            return True
        opener = before if source.text(before) == b"(" else source.pairs.get(behind, -1)
        call = source.text(opener - 2) != b"&" and source.text(opener - 1) != b"swap"
        return source.text(before) in (b"(", b",") and source.text(behind) in (b")", b",") and call

    def _is_allocated(self) -> bool:
        """Whether buffers of the class are nothing but what the class allocates."""
        source, made = self.source, self.made
        for one in made.fields.values():
            if not one.is_one_of(source, self.rules.memory_types) or one.reference:
                continue
            if one.name in made.starts or one.value[0] < one.value[1]:
                return False
            for index in source.where(one.name, made.brace, made.end):
                if source.text(index + 1) == b"=" and index != one.behind[0] - 1:
                    return False
                if source.text(index - 1) == b"&" and not self._allocates(index, made.brace):
                    return False
        kinds = [source.spell(*made.methods[name].returns) for name in self._in_order()]
        given = any(m in kind for m in self.rules.memory_types for kind in kinds)
        return not given

    def _allocates(self, index: int, begin: int) -> bool:
        source, opener = self.source, index
        while source.text(opener) != b"(" or source.pairs.get(opener, -1) < index:
            opener -= 1
            if opener <= begin:
                return False
        rule = self.rules.calls.get(source.text(opener - 1).decode("utf-8", "replace"))
        return rule is not None and rule.allocates

    def _objects(self) -> list[_Object] | None:
        """The objects of the class; None where it is named for anything else."""
        source, made, found = self.source, self.made, list[_Object]()
        for index in source.places.get(made.name, ()):
            if made.first < index < made.end:
                continue
            function = source.function_at(source.code[index].start)
            if function is None or not function.open_brace < index < function.close_brace:
                return None
            if source.text(index + 1) == b"::" and source.text(index + 2) in made.methods:
                if not made.methods[source.text(index + 2)].static or source.text(index + 3) != b"(":
                    return None
                continue
            start = index - (source.text(index - 1) == b"struct")
            if source.code[index + 1].kind != Kind.IDENT or source.text(start - 1) not in (b";", b"{", b"}"):
                return None
            end = index + 2
            while source.text(end) != b";":
                if source.text(end) not in (b"(", b"{", b"=") or end >= function.close_brace:
                    return None
                end = source.pairs[end] + 1 if source.text(end) != b"=" else end + 1
            outer = block_around(source, index) == function.open_brace
            if made.destructor >= 0 and (not outer or source.where(b"goto", *function.body)):
                return None
            kinds = {decl.kind for decl in source.decls(index + 1)}
            if source.has_directive(start, end + 1) or kinds != {"variable"}:
                return None
            found.append(_Object(function, index + 1, end))
        return found

    def _statement_start(self, one: _Object) -> int:
        start = one.name - 1
        return start - (self.source.text(start - 1) == b"struct")

    # what the fields stand for

    def _bind(self, objects: list[_Object]) -> bool:
        """Which fields stand for the handle, a flag or what a reference refers to, in every function."""
        source, made, rules = self.source, self.made, self.rules
        for one in made.fields.values():
            handle = one.is_one_of(source, rules.handle_types)
            flag = source.spell(*one.type) == "bool" and all(
                (self._given(o, one.name) or b"").decode("utf-8", "replace") in rules.flags for o in objects
            )
            if not (handle or flag or one.reference):
                continue
            if self._is_set(one.name) or one.behind[0] < one.behind[1]:
                return False
            for o in objects:
                given = self._given(o, one.name)
                if not given or not (one.reference or self._stays(o.function, given)) or not self._is_one(o, given):
                    return False
                if one.reference and not self._is_of_type(one, o):
                    return False  # a copy
                if one.reference and any(source.text(i + 1) == b"=" for i in source.where(b"[", *o.function.body)):
                    return False  # a lambda would get a copy of what the reference refers to
                o.stands[one.name] = given
            self.bound.add(one.name)
            if flag:
                self.flags.add(one.name)
        return True

    def _is_of_type(self, one: Field, known: _Object) -> bool:
        """Whether a reference refers to what it is given, and to no copy of another type."""
        place = next(
            i
            for a, b in self._arguments(known)
            for i in range(a, b)
            if self._given(known, one.name) == self.source.text(i)
        )
        facts = self.source.every_fact
        own = {_bare(decl.canonical or decl.type) for decl in facts(one.behind[0] - 1)}
        return len(own) > 0 and own == {_bare(decl.canonical or decl.type) for decl in facts(place)}

    def _is_one(self, one: _Object, name: bytes) -> bool:
        """Whether a name means the same variable wherever the function has it, and in the constructor's body."""
        source, made = self.source, self.made
        places = [i for i in source.where(name, *one.function.body) if self._is_alone(i)]
        if len({decl.offset for i in places for decl in source.decls(i)}) != 1:
            return False
        opener, (first, last) = made.constructor[0], self._body()
        parameters = (
            range(source.code[opener].start, source.code[source.pairs[opener]].end) if first < last else range(0)
        )
        inside = (i for i in source.where(name, first, last) if self._is_alone(i) and not self._is_field(i))
        return all(decl.offset in parameters for i in inside for decl in source.decls(i))

    def _is_alone(self, index: int) -> bool:
        return self.source.text(index - 1) not in (b".", b"->", b"::")

    def _stays(self, function: Function, name: bytes) -> bool:
        """Whether a function gives a variable no other value."""
        source = self.source
        return not any(
            source.text(i + 1) in _SETS or source.text(i - 1) in (b"&", b"++", b"--")
            for i in source.where(name, *function.body)
        )

    def _is_set(self, name: bytes) -> bool:
        source, made = self.source, self.made
        places = (i for i in source.where(name, made.brace, made.end) if i != made.fields[name].behind[0] - 1)
        return any(source.text(i + 1) in _SETS or source.text(i - 1) in (b"&", b"++", b"--") for i in places)

    def _arguments(self, one: _Object) -> list[tuple[int, int]]:
        """What an object is made of, in parentheses or braces."""
        source, at = self.source, one.name + 1
        at += source.text(at) == b"="
        return [(a, b) for a, b in source.arguments(at) if a < b] if source.text(at) in (b"(", b"{") else []

    def _given(self, one: _Object, name: bytes) -> bytes | None:
        """The variable that a field of an object is made of; None where it is made of anything else."""
        source, made = self.source, self.made
        given = self._arguments(one)
        if made.constructor[0] >= 0:
            a, b = made.starts.get(name, (0, 0))
            places = [n for n, p in enumerate(self._parameters()) if b - a == 1 and p[0] == source.text(a)]
            place = places[0] if places else -1
            if any(source.text(i + 1) == b"=" for i in source.where(source.text(a), *self._body())) and b - a == 1:
                return None
        else:
            place = list(made.fields).index(name)
        if not 0 <= place < len(given) or given[place][1] - given[place][0] != 1:
            return None
        token = source.code[given[place][0]]
        return token.text if token.kind == Kind.IDENT else None

    def _body(self) -> tuple[int, int]:
        brace = self.made.constructor[1]
        return (brace, self.source.pairs[brace]) if brace >= 0 else (0, 0)

    def _parameters(self) -> list[tuple[bytes, tuple[int, int], int]]:
        """Of the constructor: name, type, and what stands behind the name."""
        source, found = self.source, list[tuple[bytes, tuple[int, int], int]]()
        for a, b in source.arguments(self.made.constructor[0]):
            if a < b:
                name = next((i for i in range(a, b) if source.text(i) == b"="), b) - 1
                found.append((source.text(name), (a, name), b))
        return found

    def _are_plain(self) -> bool:
        """Whether nothing in the class hides a field or names the object but for its members."""
        source, made = self.source, self.made
        for index in source.where(b"this", made.brace, made.end):
            plain = source.text(index + 1) == b"->" and source.text(index + 2) in {*made.fields, *made.methods}
            answer = [source.text(i) for i in (index - 2, index - 1, index + 1)] == [b"return", b"*", b";"]
            if not plain and not answer:
                return False
        if any(source.text(i + 1) == b"=" for i in source.where(b"[", made.brace, made.end)):
            return False  # a lambda has the object, not copies of its fields
        for method in made.methods.values():
            closer, end = source.pairs[method.opener], source.pairs[method.brace]
            parameters = range(source.code[method.opener].start, source.code[closer].end)
            for name in self._given_names(method):
                hidden = name in made.fields
                if not name or (hidden and not is_free(source, "own_" + name.decode())):
                    return False
            if {b"static", b"goto"} & {source.text(i) for i in range(closer, end)}:
                return False
            for index in range(method.brace, end):
                if source.text(index) in made.fields and source.text(index - 1) not in (b".", b"->", b"::"):
                    known = list(source.every_fact(index))
                    given = bool(known) and all(d.kind == "param" and d.offset in parameters for d in known)
                    if not self._is_field(index) and not given:
                        return False
            returned = [source.text(i + 1) for i in source.where(b"return", method.brace, end)]
            if method.fluent and not (
                returned and all(one == b"*" for one in returned) and source.text(end - 1) == b";"
            ):
                return False
        first, last = self._body()
        return not any(
            source.text(i) in made.fields and not self._is_field(i) and source.text(i - 1) not in (b".", b"->")
            for i in range(first, last)
        )

    def _is_field(self, index: int) -> bool:
        decls = list(self.source.every_fact(index))
        own = {self.made.name.decode("utf-8", "replace")}
        return bool(decls) and all(d.kind == "field" and d.owner.rpartition("::")[2] in own for d in decls)

    # how it is used

    def _uses(self, one: _Object) -> list[int] | None:
        """Where an object is named in its function; None where it is more than the object of a member."""
        source, made = self.source, self.made
        start, found = source.code[one.name].start, list[int]()
        for index in source.where(source.text(one.name), *one.function.body):
            if index == one.name:
                continue
            decls = list(source.decls(index))
            if not decls:
                return None
            if all(decl.offset != start for decl in decls):
                continue
            if any(decl.offset != start for decl in decls) or source.text(index + 1) != b".":
                return None
            name = source.text(index + 2)
            if name in made.methods:
                if source.text(index + 3) != b"(" or made.methods[name].static or not self._is_sequence(index):
                    return None
            elif name not in made.fields or (name in self.bound and self._changes(index)):
                return None
            found.append(index)
        return found

    def _changes(self, index: int) -> bool:
        """Whether a field that stands for the handle or a flag is set, or pointed to, where an object is used."""
        source, reference = self.source, self.made.fields[self.source.text(index + 2)].reference
        return not reference and (source.text(index - 1) == b"&" or source.text(index + 3) in _SETS)

    def _chain(self, index: int) -> list[int]:
        """The names of the member functions that are called on an object one behind the other."""
        source, made, found = self.source, self.made, [index + 2]
        while made.methods[source.text(found[-1])].fluent:
            closer = source.pairs[found[-1] + 1]
            if source.text(closer + 1) != b"." or source.text(closer + 2) not in made.methods:
                break
            found.append(closer + 2)
        return found

    def _is_sequence(self, index: int) -> bool:
        """Whether a chain of calls can be calls one after the other: it is a statement, or begins a condition."""
        source, made, chain = self.source, self.made, self._chain(index)
        last = source.pairs[chain[-1] + 1]
        if made.methods[source.text(chain[-1])].fluent and source.text(last + 1) in (b".", b"->", b"["):
            return False
        if any(source.text(i + 1) != b"(" or made.methods[source.text(i)].static for i in chain):
            return False
        if len(chain) == 1:
            return True
        before = source.text(index - 1)
        if before == b"(" and source.text(index - 2) in (b"if", b"switch"):
            end = source.pairs[index - 1]
            return source.text(last + 1) in b") < > <= >= == != && || + -".split() and self._is_first(last, end)
        start = self._start(index)
        if start < index:  # the value of the last call is used first of what stands behind
            used = not made.methods[source.text(chain[-1])].fluent
            behind = b"; < > <= >= == != && || + - * / % ?".split()
            if source.text(start + 1) == b"(":
                behind = [b")", *behind[1:]]
            if not used or source.text(last + 1) not in behind or not self._ends_statement(start, last):
                return False
            if not self._is_first(last, self._semicolon(last)):
                return False
            before = source.text(start - 1)
            plain = before in (b";", b"{", b"}") or (before == b":" and self._is_case(start))
            return plain or self._is_branch(start)
        if self._is_branch(index):
            return source.text(last + 1) == b";"
        plain = before in (b";", b"{", b"}") or (before == b":" and self._is_case(index))
        return plain and source.text(last + 1) in (b";", b",")

    def _is_first(self, last: int, end: int) -> bool:
        """Whether nothing behind a call may run ahead of it: no calls, but for those behind an operator that runs its left side first."""
        ordered = [i for i in range(last + 1, end) if self.source.text(i) in (b"&&", b"||", b"?")]
        return not self._effects(last + 1, ordered[0] if ordered else end)

    def _have_no_order(self, given: list[tuple[int, int]]) -> bool:
        """Whether arguments, which compilers evaluate in different orders, do not concern each other."""
        effects = [bounds for bounds in given if self._effects(*bounds)]
        names = [
            {t.text for t in self.source.code[a:b] if t.kind == Kind.IDENT} for a, b in given if (a, b) not in effects
        ]
        own = {t.text for a, b in effects for t in self.source.code[a:b] if t.kind == Kind.IDENT}
        return len(effects) < 2 and all(own.isdisjoint(others) for others in names)

    def _effects(self, first: int, last: int) -> bool:
        """Whether an expression may do more than to answer."""
        source, rules = self.source, self.rules
        pure = {*rules.calls, "sizeof"}
        calls = (source.text(i - 1) for i in source.where(b"(", first, last) if source.code[i - 1].kind == Kind.IDENT)
        sets = any(source.text(i) in _SETS for i in range(first, last))
        return sets or any(name.decode("utf-8", "replace") not in pure for name in calls)

    def _start(self, index: int) -> int:
        """Where a statement begins that returns, keeps or checks what a chain of calls answers; the chain's own place where there is none."""
        source, rules = self.source, self.rules
        before = source.text(index - 1)
        if before == b"return":
            return index - 1
        known = source.text(index - 2).decode("utf-8", "replace") in rules.checks | rules.safe_calls
        if before == b"(" and known:
            return index - 2
        start = index - 1
        if before != b"=":
            return index
        while source.text(start - 1) not in (b";", b"{", b"}", b")", b":", b"else", b"do"):
            start -= 1
            plain = source.code[start].kind == Kind.IDENT or source.text(start) in b". -> :: & *".split()
            if not plain or source.text(start) in (b"static", b"return", b"case", b"thread_local"):
                return index
        return start

    def _ends_statement(self, start: int, last: int) -> bool:
        """Whether what stands from the one to behind the other is a statement: not a part of a list or of a loop's head."""
        return self._semicolon(last) > last and self.source.text(start - 1) != b"("

    def _semicolon(self, last: int) -> int:
        """Of the statement; -1 where a bracket closes around it ahead of that, but for that of a check."""
        source, at, closed = self.source, last + 1, 0
        while source.text(at) != b";":
            chosen = source.text(at) == b":" and bool(source.where(b"?", last, at))
            if source.text(at) in (b"{", b"}", b"]", b",", b"", b"=", b":") and not closed and not chosen:
                return -1
            closed += source.text(at) == b")"
            at = source.pairs[at] + 1 if source.text(at) in (b"(", b"[") else at + 1
            if closed > 1:
                return -1
        return at

    def _is_branch(self, index: int) -> bool:
        """Whether a statement is the only one of a branch or a loop, without braces."""
        source, before = self.source, self.source.text(index - 1)
        if before == b")":
            return source.text(source.pairs[index - 1] - 1) in (b"if", b"for", b"while")
        return before in (b"else", b"do")

    def _is_case(self, index: int) -> bool:
        """Whether a label of a switch's own block stands before a statement."""
        source, first = self.source, index - 1
        while source.text(first - 1) not in (b";", b"{", b"}"):
            first -= 1
        words = {source.text(i) for i in range(first, index)}
        others = {b"?", b"if", b"for", b"while", b"switch", b"else", b"do"}
        return source.text(first) in (b"case", b"default") and words.isdisjoint(others)

    def _replaced(self, one: _Object, uses: list[int]) -> Iterator[Replacement]:
        source, made = self.source, self.made
        for index in uses:
            name = source.text(index + 2)
            if name in made.fields:
                span = Span(source.code[index].start, source.code[index + 2].end)
                yield Replacement(span, (self._stands(one, name),))
                continue
            first, chain = Span(source.code[index].start, source.code[index + 2].end), self._chain(index)
            start = self._start(index) if len(chain) > 1 else index
            braces = len(chain) > 1 and self._is_branch(start)
            first = Span(source.code[start].start, first.end)
            yield Replacement(first, (b"{ " if braces else b"", self._called(name)))
            for at in chain:
                method = made.methods[source.text(at)]
                if at != chain[0]:
                    joint = Span(source.code[at - 1].start, source.code[at].end)
                    ahead: Text = [self.source.span_of(start, index), b" "] if start < index and at == chain[-1] else []
                    yield Replacement(joint, (b";\n", *ahead, self._called(source.text(at))))
                yield from self._with_fields(method, at + 1, self._values(one, method))
            if braces:
                end = source.code[self._semicolon(source.pairs[chain[-1] + 1])].end
                yield Replacement(Span(end, end), (b" }",))

    def _qualified(self) -> Iterator[Replacement]:
        """Calls of static member functions by the class's name."""
        source, made = self.source, self.made
        for index in source.places.get(made.name, ()):
            if source.text(index + 1) == b"::" and not made.first < index < made.end:
                span = Span(source.code[index].start, source.code[index + 2].end)
                yield Replacement(span, (self._called(source.text(index + 2)),))

    def _with_fields(
        self, method: Method, opener: int, values: tuple[list[bytes], list[bytes]]
    ) -> Iterator[Replacement]:
        """The fields ahead of a call's own arguments, the flags behind them."""
        source = self.source
        closer = source.pairs[opener]
        own = closer > opener + 1
        ahead, behind = values
        if ahead:
            place = Span(source.code[opener].end, source.code[opener].end)
            yield Replacement(place, (b" " + b", ".join(ahead) + (b"," if own or behind else b" "),))
        if behind:
            place = Span(source.code[closer - 1].end, source.code[closer - 1].end)
            yield Replacement(place, ((b", " if own else b" ") + b", ".join(behind) + (b"" if own else b" "),))

    def _values(self, one: _Object, method: Method) -> tuple[list[bytes], list[bytes]]:
        ahead, behind = self._needs(method)
        return [self._stands(one, n) for n in ahead], [self._stands(one, n) for n in behind]

    def _stands(self, one: _Object, name: bytes) -> bytes:
        """What a field of an object is in the function."""
        return one.stands.get(name) or self._variable(one, name)

    def _needs(self, method: Method) -> tuple[list[bytes], list[bytes]]:
        """Fields that a member function uses, also through others: the handle first; and flags."""
        used, pending, seen = set[bytes](), [method], set[bytes]()
        source, made = self.source, self.made
        while pending:
            one = pending.pop()
            seen.add(one.name)
            for index in range(one.brace, source.pairs[one.brace]):
                text = source.text(index)
                if text in made.fields and self._is_field(index):
                    used.add(text)
                elif self._is_own_call(index) and text not in seen:
                    pending.append(made.methods[text])
        handles = [n for n, f in made.fields.items() if n in used and f.is_one_of(source, self.rules.handle_types)]
        others = [n for n in made.fields if n in used and n not in handles and n not in self.flags]
        return handles + others, [n for n in made.fields if n in used & self.flags]

    def _given_names(self, method: Method) -> list[bytes]:
        """Of a member function's parameters; empty where one is not plain."""
        source, found = self.source, list[bytes]()
        for a, b in source.arguments(method.opener):
            last = next((i for i in range(a, b) if source.text(i) == b"="), b) - 1
            if a < b:
                found.append(source.text(last) if source.code[last].kind == Kind.IDENT and last > a else b"")
        return found

    def _inside(self, method: Method, name: bytes) -> bytes:
        """What a field is called in the function that a member function becomes."""
        given = self._given_names(method)
        return b"own_" + name if name in given else name

    def _is_own_call(self, index: int) -> bool:
        source = self.source
        if source.text(index) not in self.made.methods or source.text(index + 1) != b"(":
            return False
        before = source.text(index - 1)
        if any(decl.kind in ("variable", "param") for decl in source.every_fact(index)):
            return False
        return before not in (b".", b"::") and (before != b"->" or source.text(index - 2) == b"this")

    # what is made of it

    def _variable(self, one: _Object, name: bytes) -> bytes:
        return self.source.text(one.name) + b"_" + name.strip(b"_")

    def _are_its_own(self, one: _Object, taken: dict[tuple[int, bytes], tuple[bytes, bytes]]) -> bool:
        """Whether no variable that stands for a field is called as that of another field, or of an object with another name."""
        name, place = self.source.text(one.name), one.function.open_brace
        variables = [(field_, self._variable(one, field_)) for field_ in self.made.fields if field_ not in self.bound]
        variables += [(given + b"()", self._parameter_of(one, given)) for given, *_ in self._known_parameters()]
        return all(taken.setdefault((place, made), (name, field_)) == (name, field_) for field_, made in variables)

    def _ends_early(self, given: list[tuple[int, int]]) -> bool:
        """Whether what an object is made of has a destructor of the source, which runs as soon as the object is made."""
        source = self.source
        ends = {source.text(i + 1) for i in source.where(b"~", 0, len(source.code))} - {self.made.name}
        words = {i for bounds in (*given, *(kind for _, kind, _ in self._known_parameters())) for i in range(*bounds)}
        types = (word for i in words for decl in source.decls(i) for word in re.findall(rb"\w+", decl.type.encode()))
        return not ends.isdisjoint(source.text(i) for i in words) or not ends.isdisjoint(types)

    def _known_parameters(self) -> list[tuple[bytes, tuple[int, int], int]]:
        return self._parameters() if self.made.constructor[0] >= 0 else []

    def _parameter_of(self, one: _Object, name: bytes) -> bytes:
        return self._variable(one, name) + b"_given"

    def _declare(self, one: _Object) -> bool:
        """The variables of an object, and what its constructor does."""
        source, made = self.source, self.made
        given, text = self._arguments(one), Text()
        if self._ends_early(given):
            return False
        bare = source.text(one.name + 1) == b";"
        parameters: dict[bytes, bytes] = {}
        if made.constructor[0] >= 0:
            known = self._parameters()
            values = [(kind[1] + 2, end) for _, kind, end in known[len(given) :]]
            if any(a >= b for a, b in values):
                return False
            if source.text(one.name + 1) != b"{" and not self._have_no_order([*given, *values]):
                return False
            given = [*given, *values]
            if len(known) != len(given) or (source.text(one.name + 1) == b"="):
                return False
            for (name, kind, _), (a, b) in zip(known, given, strict=True):
                if source.code[kind[1]].kind != Kind.IDENT:
                    return False
                bound = next(
                    (f for f in self.bound if made.starts.get(f) and source.text(made.starts[f][0]) == name), None
                )
                handle = source.spell(*kind).removeprefix("const ") in self.rules.handle_types
                if bound is not None or handle:
                    if b - a != 1 or source.code[a].kind != Kind.IDENT or not self._is_one(one, source.text(a)):
                        return False
                    parameters[name] = source.text(a)
                    continue
                own = self._parameter_of(one, name)
                if not is_free(source, own.decode()):
                    return False
                parameters[name] = own
                text += [self.source.span_of(*kind), b" " + own + b" = ", self.source.span_of(a, b), b";\n"]
        elif bare is False and len(given) > len(made.fields):
            return False
        for place, (name, known_) in enumerate(made.fields.items()):
            if name in self.bound:
                continue
            variable = self._variable(one, name)
            if not is_free(source, variable.decode()):
                return False
            text += [self.source.span_of(*known_.type), b" " + variable]
            text += [self.source.span_of(*known_.behind)] if known_.behind[0] < known_.behind[1] else []
            if made.constructor[0] >= 0:
                start = made.starts.get(name)
                if start and start[0] < start[1]:
                    plain = {source.text(i) for i in range(*known_.type)} <= {*FUNDAMENTAL, b"*"}
                    braced = source.text(start[0] - 1) == b"{" and not plain
                    if braced or len(source.arguments(start[0] - 1)) != 1 or known_.behind[0] < known_.behind[1]:
                        return False
                    text += [b" = ", *self._moved(start, one, parameters)]
                elif start:
                    text += [b" = {}"]
                elif known_.value[0] < known_.value[1]:
                    text += [b" = ", *self._moved(known_.value, one, {})]
            elif not bare and place < len(given):
                text += [b" = ", self.source.span_of(*given[place])]
            elif known_.value[0] < known_.value[1]:
                text += [b" = ", *self._moved(known_.value, one, {})]
            elif not bare:
                text += [b" = {}"]
            text += [b";\n"]
        first, last = self._body()
        if made.constructor[0] >= 0 and first + 1 < last:
            text += [b"{\n", *self._moved((first + 1, last), one, parameters), b"\n}\n"]
        one.declared = text
        return True

    def _moved(self, bounds: tuple[int, int], one: _Object, parameters: Mapping[bytes, bytes]) -> Text:
        """A part of the constructor as it reads in the function."""
        source, made = self.source, self.made

        def instead(index: int) -> tuple[bytes, int] | None:
            text, before = source.text(index), source.text(index - 1)
            if text == b"this" or (text == b"->" and before == b"this"):
                return b"", index
            if before in (b".", b"->", b"::") and source.text(index - 2) != b"this":
                return None
            if text in made.fields and self._is_field(index):
                return self._stands(one, text), index
            if text in parameters and all(d.kind == "param" for d in source.every_fact(index)):
                return parameters[text], index
            return None

        return self._rewritten(bounds, instead, partial(self._values, one))

    def _rewritten(
        self,
        bounds: tuple[int, int],
        instead: Callable[[int], tuple[bytes, int] | None],
        values: Callable[[Method], tuple[list[bytes], list[bytes]]],
    ) -> Text:
        """Code of the class that stands elsewhere now: `instead` says what takes the place of a token, and up to which one; calls of its member functions
        get the `values` of the fields that they use."""
        source, text, pending = self.source, Text(), list[tuple[int, bytes]]()
        position = source.code[bounds[0]].start
        for index in range(*bounds):
            token = source.code[index]
            while pending and pending[-1][0] == index:
                text += [Span(position, source.code[index - 1].end), pending.pop()[1]]
                position = source.code[index - 1].end
            found = instead(index)
            if found is not None:
                text += [Span(position, token.start), found[0]]
                position = source.code[found[1]].end
            elif self._is_own_call(index):
                ahead, behind = values(self.made.methods[token.text])
                own = source.pairs[index + 1] > index + 2
                given = b" " + b", ".join(ahead) + (b"," if ahead and (own or behind) else b"")
                text += [Span(position, token.start), self._called(token.text), b" (", given]
                position = source.code[index + 1].end
                if behind:
                    pending.append((source.pairs[index + 1], (b", " if own else b" ") + b", ".join(behind)))
        return [*text, Span(position, source.code[bounds[1] - 1].end)]

    def _function(self, method: Method) -> Iterator[bytes | Span]:
        """A member function as a function of its own."""
        source = self.source
        ahead, behind = self._needs(method)
        yield b"static "
        yield b"void" if method.fluent else self.source.span_of(*method.returns)
        yield b" " + self._called(method.name) + b" ("
        first, closer = method.opener + 1, source.pairs[method.opener]
        pieces: list[Text] = [[b" ", *self._parameter(method, name)] for name in ahead]
        if first < closer:
            pieces.append([b" ", self.source.span_of(first, closer)])
        pieces += [[b" ", *self._parameter(method, name)] for name in behind]
        for number, piece in enumerate(pieces):
            yield from ([b",", *piece] if number else piece)
        yield b" )\n"

        def instead(index: int) -> tuple[bytes, int] | None:
            text = source.text(index)
            itself = (text, source.text(index + 1)) == (b"*", b"this") and source.text(index + 2) != b"->"
            if itself or (text, source.text(index + 1)) == (b"this", b"->"):  # `*this->p` is what a member points to
                return b"", index + 1
            return (self._inside(method, text), index) if text in self.made.fields and self._is_field(index) else None

        def values(called: Method) -> tuple[list[bytes], list[bytes]]:
            ahead, behind = self._needs(called)
            return [self._inside(method, n) for n in ahead], [self._inside(method, n) for n in behind]

        yield from self._rewritten((method.brace, source.pairs[method.brace] + 1), instead, values)
        yield b"\n"

    def _parameter(self, method: Method, field_: bytes) -> Text:
        """A field as a parameter."""
        source, one, name = self.source, self.made.fields[field_], self._inside(method, field_)
        kind = self.source.span_of(*one.type)
        if field_ in self.flags or one.is_one_of(source, self.rules.handle_types):
            return [kind, b" ", name]
        if one.behind[0] < one.behind[1]:
            return [kind, b" ( & ", name, b" )", self.source.span_of(*one.behind)]
        constant = method.constant and not one.reference and self._has_operators(one)
        constant = constant and not source.where(b"const", *one.type)
        return [b"const " if constant else b"", kind, b" " if one.reference else b" & ", name]

    def _has_operators(self, one: Field) -> bool:
        """Whether a field's type may have operators, or member functions, that differ for what is const."""
        source, rules = self.source, self.rules
        known = rules.memory_types | rules.tensor_types | rules.status_types | rules.dtype_types | rules.argument_types
        plain = {source.text(i) for i in range(*one.type)} <= FUNDAMENTAL or bool(source.where(b"*", *one.type))
        return not plain and not one.is_one_of(source, frozenset(known))


def _bare(type_: str) -> str:
    return type_.removesuffix("&").rstrip().removeprefix("const ")
