"""What is written where a class is taken apart: variables for an object, functions for member functions, and the calls of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.object_members import Members, Object, Text
from migrate.frontend.prepare.object_uses import Uses
from migrate.frontend.prepare.plain_classes import Field, Method
from migrate.model import Span


class Written:
    """What stands instead of a class and its objects."""

    def __init__(self, members: Members, uses: Uses) -> None:
        self.members, self.rules, self.source, self.made = members, members.rules, members.source, members.made
        self.uses = uses

    def replaced(self, one: Object, uses: list[int]) -> Iterator[Replacement]:
        source, made = self.source, self.made
        for index in uses:
            name = source.text(index + 2)
            if name in made.fields:
                span = Span(source.code[index].start, source.code[index + 2].end)
                yield Replacement(span, (self.members.stands(one, name),))
                continue
            first, chain = Span(source.code[index].start, source.code[index + 2].end), self.uses.chain(index)
            start = self.uses.start(index) if len(chain) > 1 else index
            braces = len(chain) > 1 and self.uses.is_branch(start)
            first = Span(source.code[start].start, first.end)
            yield Replacement(first, (b"{ " if braces else b"", self.members.called(name)))
            for at in chain:
                method = made.methods[source.text(at)]
                if at != chain[0]:
                    joint = Span(source.code[at - 1].start, source.code[at].end)
                    ahead: Text = [self.source.span_of(start, index), b" "] if start < index and at == chain[-1] else []
                    yield Replacement(joint, (b";\n", *ahead, self.members.called(source.text(at))))
                yield from self._with_fields(method, at + 1, self._values(one, method))
            if braces:
                end = source.code[self.uses.semicolon(source.pairs[chain[-1] + 1])].end
                yield Replacement(Span(end, end), (b" }",))

    def qualified(self) -> Iterator[Replacement]:
        """Calls of static member functions by the class's name."""
        source, made = self.source, self.made
        for index in source.places.get(made.name, ()):
            if source.text(index + 1) == b"::" and not made.first < index < made.end:
                span = Span(source.code[index].start, source.code[index + 2].end)
                yield Replacement(span, (self.members.called(source.text(index + 2)),))

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

    def _values(self, one: Object, method: Method) -> tuple[list[bytes], list[bytes]]:
        ahead, behind = self.members.needs(method)
        return [self.members.stands(one, n) for n in ahead], [self.members.stands(one, n) for n in behind]

    def are_its_own(self, one: Object, taken: dict[tuple[int, bytes], tuple[bytes, bytes]]) -> bool:
        """Whether no variable that stands for a field is called as that of another field, or of an object with another name."""
        name, place = self.source.text(one.name), one.function.open_brace
        variables = [
            (field_, self.members.variable(one, field_))
            for field_ in self.made.fields
            if field_ not in self.members.bound
        ]
        variables += [
            (given + b"()", self.members.parameter_of(one, given)) for given, *_ in self.members.known_parameters()
        ]
        return all(taken.setdefault((place, made), (name, field_)) == (name, field_) for field_, made in variables)

    def _ends_early(self, given: list[tuple[int, int]]) -> bool:
        """Whether what an object is made of has a destructor of the source, which runs as soon as the object is made."""
        source = self.source
        ends = {source.text(i + 1) for i in source.where(b"~", 0, len(source.code))} - {self.made.name}
        words = {
            i for bounds in (*given, *(kind for _, kind, _ in self.members.known_parameters())) for i in range(*bounds)
        }
        types = (word for i in words for decl in source.decls(i) for word in re.findall(rb"\w+", decl.type.encode()))
        return not ends.isdisjoint(source.text(i) for i in words) or not ends.isdisjoint(types)

    def _have_no_order(self, given: list[tuple[int, int]]) -> bool:
        """Whether arguments, which compilers evaluate in different orders, do not concern each other."""
        effects = [bounds for bounds in given if self.uses.effects(*bounds)]
        names = [
            {t.text for t in self.source.code[a:b] if t.kind == Kind.IDENT} for a, b in given if (a, b) not in effects
        ]
        own = {t.text for a, b in effects for t in self.source.code[a:b] if t.kind == Kind.IDENT}
        return len(effects) < 2 and all(own.isdisjoint(others) for others in names)

    def declare(self, one: Object) -> bool:
        """The variables of an object, and what its constructor does."""
        source, made = self.source, self.made
        given, text = self.members.arguments(one), Text()
        if self._ends_early(given):
            return False
        bare = source.text(one.name + 1) == b";"
        parameters: dict[bytes, bytes] = {}
        if made.constructor[0] >= 0:
            known = self.members.parameters()
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
                    (f for f in self.members.bound if made.starts.get(f) and source.text(made.starts[f][0]) == name),
                    None,
                )
                handle = source.spell(*kind).removeprefix("const ") in self.rules.handle_types
                if bound is not None or handle:
                    if b - a != 1 or source.code[a].kind != Kind.IDENT or not self.members.is_one(one, source.text(a)):
                        return False
                    parameters[name] = source.text(a)
                    continue
                own = self.members.parameter_of(one, name)
                if not is_free(source, own.decode()):
                    return False
                parameters[name] = own
                text += [self.source.span_of(*kind), b" " + own + b" = ", self.source.span_of(a, b), b";\n"]
        elif bare is False and len(given) > len(made.fields):
            return False
        for place, (name, known_) in enumerate(made.fields.items()):
            if name in self.members.bound:
                continue
            variable = self.members.variable(one, name)
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
        first, last = self.members.body()
        if made.constructor[0] >= 0 and first + 1 < last:
            text += [b"{\n", *self._moved((first + 1, last), one, parameters), b"\n}\n"]
        one.declared = text
        return True

    def _moved(self, bounds: tuple[int, int], one: Object, parameters: Mapping[bytes, bytes]) -> Text:
        """A part of the constructor as it reads in the function."""
        source, made = self.source, self.made

        def instead(index: int) -> tuple[bytes, int] | None:
            text, before = source.text(index), source.text(index - 1)
            if text == b"this" or (text == b"->" and before == b"this"):
                return b"", index
            if before in (b".", b"->", b"::") and source.text(index - 2) != b"this":
                return None
            if text in made.fields and self.members.is_field(index):
                return self.members.stands(one, text), index
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
            elif self.members.is_own_call(index):
                ahead, behind = values(self.made.methods[token.text])
                own = source.pairs[index + 1] > index + 2
                given = b" " + b", ".join(ahead) + (b"," if ahead and (own or behind) else b"")
                text += [Span(position, token.start), self.members.called(token.text), b" (", given]
                position = source.code[index + 1].end
                if behind:
                    pending.append((source.pairs[index + 1], (b", " if own else b" ") + b", ".join(behind)))
        return [*text, Span(position, source.code[bounds[1] - 1].end)]

    def function(self, method: Method) -> Iterator[bytes | Span]:
        """A member function as a function of its own."""
        source = self.source
        ahead, behind = self.members.needs(method)
        yield b"static "
        yield b"void" if method.fluent else self.source.span_of(*method.returns)
        yield b" " + self.members.called(method.name) + b" ("
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
            return (
                (self.members.inside(method, text), index)
                if text in self.made.fields and self.members.is_field(index)
                else None
            )

        def values(called: Method) -> tuple[list[bytes], list[bytes]]:
            ahead, behind = self.members.needs(called)
            return [self.members.inside(method, n) for n in ahead], [self.members.inside(method, n) for n in behind]

        yield from self._rewritten((method.brace, source.pairs[method.brace] + 1), instead, values)
        yield b"\n"

    def _parameter(self, method: Method, field_: bytes) -> Text:
        """A field as a parameter."""
        source, one, name = self.source, self.made.fields[field_], self.members.inside(method, field_)
        kind = self.source.span_of(*one.type)
        if field_ in self.members.flags or one.is_one_of(source, self.rules.handle_types):
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

    def statement_start(self, one: Object) -> int:
        start = one.name - 1
        return start - (self.source.text(start - 1) == b"struct")
