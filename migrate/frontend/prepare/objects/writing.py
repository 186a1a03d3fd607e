"""What is written where a class is taken apart: variables for an object, functions for member functions, and the calls of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import FUNDAMENTAL, STRINGS
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.objects.lifetimes import ends_late
from migrate.frontend.prepare.objects.members import Members, Object, Text
from migrate.frontend.prepare.objects.plain_classes import Constructor, Field, Method
from migrate.frontend.prepare.objects.uses import Uses
from migrate.frontend.statements import qualified_start
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
            if (buffer := self.members.buffer_of(name)) is not None:
                yield Replacement(source.span_of(index, index + 5), (self.members.stands(one, buffer.name),))
                continue
            first, chain = Span(source.code[index].start, source.code[index + 2].end), self.uses.chain(index)
            start = self.uses.start(index) if len(chain) > 1 else index
            braces = len(chain) > 1 and self.uses.is_branch(start)
            first = Span(source.code[start].start, first.end)
            yield Replacement(first, (b"{ " if braces else b"", self.members.call(name)))
            for at in chain:
                method = made.methods[source.text(at)]
                if at != chain[0]:
                    joint = Span(source.code[at - 1].start, source.code[at].end)
                    ahead: Text = [self.source.span_of(start, index), b" "] if start < index and at == chain[-1] else []
                    yield Replacement(joint, (b";\n", *ahead, self.members.call(source.text(at))))
                yield from self._with_fields(method, at + 1, self._values(one, method))
            if braces:
                end = source.code[self.uses.semicolon(source.pairs[chain[-1] + 1])].end
                yield Replacement(Span(end, end), (b" }",))

    def ended(self, objects: list[Object]) -> Iterator[Replacement]:
        """What the destructor does, ahead of what ends objects of inner blocks: the last one first."""
        source, method = self.source, self.made.destructor
        for index in sorted({index for one in objects for index in one.ends}):
            ending = sorted((one for one in objects if index in one.ends), key=lambda one: -one.name)
            calls = [self._end(one, method) for one in ending if method is not None]
            jump, start = source.text(index) != b"}", source.code[index].start
            yield Replacement(Span(start, start), (b"{ " if jump else b"", *calls))
            if jump:
                end = source.code[index + 1].end
                yield Replacement(Span(end, end), (b" }",))

    def end_once(self, objects: list[Object]) -> bool:
        """Whether no two objects of one name end at the same place: the name would be that of the inner one for both."""
        names = [(index, self.source.text(one.name)) for one in objects for index in one.ends]
        return len(names) == len(set(names))

    def _end(self, one: Object, method: Method) -> bytes:
        ahead, behind = self._values(one, method)
        return self.members.call(method.name) + b" ( " + b", ".join([*ahead, *behind]) + b" );\n"

    def qualified(self) -> Iterator[Replacement]:
        """Calls of static member functions by the class's name."""
        source, made = self.source, self.made
        for index in source.places.get(made.name, ()):
            if source.text(index + 1) == b"::" and not made.first < index < made.end:
                span = Span(source.code[qualified_start(self.source, index)].start, source.code[index + 2].end)
                yield Replacement(span, (self.members.call(source.text(index + 2)),))

    def _with_fields(
        self, method: Method, opener: int, values: tuple[list[bytes], list[bytes]]
    ) -> Iterator[Replacement]:
        """The fields ahead of a call's own arguments, defaults and the flags behind them."""
        source, closer = self.source, self.source.pairs[opener]
        own, (ahead, behind) = closer > opener + 1, values
        rest = self._rest(method, opener, behind)
        if ahead:
            place = Span(source.code[opener].end, source.code[opener].end)
            yield Replacement(place, (b" " + b", ".join(ahead) + (b"," if own or rest else b" "),))
        if rest:
            place = Span(source.code[closer - 1].end, source.code[closer - 1].end)
            yield Replacement(place, (b", " if own else b" ", *rest, b"" if own else b" "))

    def _rest(self, method: Method, opener: int, behind: list[bytes]) -> Text:
        """What a call gives behind its own arguments."""
        rest: list[bytes | Span] = [self.source.span_of(*bounds) for bounds in self.members.left_out(method, opener)]
        made: Text = []
        for one in [*rest, *behind]:
            made += [b", ", one] if made else [one]
        return made

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
            (b"%s(%d)" % (given, number), self.members.parameter_of(one, given, number))
            for number, maker in enumerate(one.chain)
            for given, *_ in self.members.parameters(maker)
        ]
        return all(taken.setdefault((place, made), (name, field_)) == (name, field_) for field_, made in variables)

    def _ends_early(self, one: Object, given: list[tuple[int, int]]) -> bool:
        """Whether what an object is made of has a destructor of the source, which runs as soon as the object is made."""
        source = self.source
        ends = {source.text(i + 1) for i in source.where(b"~", 0, len(source.code))} - {self.made.name}
        kinds = [kind for maker in one.chain for _, kind, _ in self.members.parameters(maker)]
        handed = [bounds for maker in one.chain[:-1] for bounds in self.members.handed_on(maker)]
        words = {i for bounds in (*given, *kinds, *handed) for i in range(*bounds)}
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
        """The variables of an object, and what its constructors do."""
        source, made = self.source, self.made
        given = self.members.arguments(one)
        bare = source.text(one.name + 1) == b";"
        if self._ends_early(one, given) or (one.chain and source.text(one.opener - 1) == b"="):
            return False
        if not one.chain and not bare and len(given) > len(made.fields):
            return False
        text, known = Text(), list[dict[bytes, bytes]]()
        for number, maker in enumerate(one.chain):
            parameters = self._given(one, number, given, known[-1] if known else {}, text)
            if parameters is None:
                return False
            known.append(parameters)
            given = self.members.handed_on(maker) if number + 1 < len(one.chain) else []
        arguments = self.members.arguments(one)
        for place, (name, field_) in enumerate(made.fields.items()):
            if name in self.members.bound:
                continue
            if not is_free(source, self.members.variable(one, name).decode()):
                return False
            if one.chain:
                value = self._start(one, field_, known[-1])
            elif not bare and place < len(arguments):
                value = [b" = ", self.source.span_of(*arguments[place])]
            else:
                value = self._usual(one, field_, not bare)
            if value is None:
                return False
            behind = [self.source.span_of(*field_.behind)] if field_.behind[0] < field_.behind[1] else []
            variable = self.members.variable(one, name)
            text += [self.source.span_of(*field_.type), b" " + variable, *behind, *value, b";\n"]
        for maker, parameters in zip(reversed(one.chain), reversed(known), strict=True):
            first, last = self.members.body(maker)
            if first + 1 < last:
                text += [b"{\n", *self._moved((first + 1, last), one, parameters), b"\n}\n"]
        one.declared = text
        return True

    def _given(
        self, one: Object, number: int, given: list[tuple[int, int]], outer: Mapping[bytes, bytes], text: Text
    ) -> dict[bytes, bytes] | None:
        """What stands for the parameters of the nth constructor, whose variables are added to the text."""
        source, maker = self.source, one.chain[number]
        known = self.members.parameters(maker)
        values = [(kind[1] + 2, end) for _, kind, end in known[len(given) :]]
        if any(a >= b for a, b in values) or len(known) != len(given) + len(values):
            return None
        braces = not number and source.text(one.opener) == b"{"
        if not braces and not self._have_no_order([*given, *values]):
            return None
        parameters: dict[bytes, bytes] = {}
        for place, ((name, kind, _), (a, b)) in enumerate(zip(known, [*given, *values], strict=True)):
            if source.code[kind[1]].kind != Kind.IDENT:
                return None
            if self._stands_for(name, kind, maker):
                known_name = self._named(one, (a, b), outer if number else None)
                if known_name is None or self.members.sets(maker, name):
                    return None
                parameters[name] = known_name
                continue
            own = self.members.parameter_of(one, name, number)
            if not is_free(source, own.decode()) or ends_late(self.rules, source, kind[1], (a, b)):
                return None
            parameters[name] = own
            handed = number > 0 and place < len(given)
            value = self._moved((a, b), one, outer) if handed else [self.source.span_of(a, b)]
            text += [self.source.span_of(*kind), b" " + own + b" = ", *value, b";\n"]
        return parameters

    def _stands_for(self, name: bytes, kind: tuple[int, int], maker: Constructor) -> bool:
        """Whether a parameter of a constructor is a variable of the function: it is the handle, or becomes a field that stands for one."""
        source = self.source
        bound = any(maker.starts.get(f) and source.text(maker.starts[f][0]) == name for f in self.members.bound)
        return bound or source.spell(*kind).removeprefix("const ") in self.rules.handle_types

    def _named(self, one: Object, bounds: tuple[int, int], outer: Mapping[bytes, bytes] | None) -> bytes | None:
        """The variable that an argument is: of the function, or what stands for a parameter of the outer constructor."""
        first, last = bounds
        name = self.source.text(first)
        if last - first != 1 or self.source.code[first].kind != Kind.IDENT:
            return None
        if outer is not None:
            return outer.get(name)
        return name if self.members.is_one(one, name) else None

    def _start(self, one: Object, known: Field, parameters: Mapping[bytes, bytes]) -> Text | None:
        """What a constructor gives a field; None where it is not understood."""
        source, start = self.source, one.chain[-1].starts.get(known.name)
        if start is None:
            return self._usual(one, known, False)
        if start[0] == start[1]:
            return [b" = {}"]
        plain = {source.text(i) for i in range(*known.type)} <= {*FUNDAMENTAL, b"*"}
        braced = source.text(start[0] - 1) == b"{" and not plain
        if braced or len(source.arguments(start[0] - 1)) != 1 or known.behind[0] < known.behind[1]:
            return None
        value = self._moved(start, one, parameters)
        return [b" = ", *value] if self._is_copied(known) else [b" ( ", *value, b" )"]

    def _is_copied(self, one: Field) -> bool:
        """Whether it makes no difference that a variable is given a value by `=`: its type has no constructors for one value, or is a string."""
        source, rules = self.source, self.rules
        known = rules.memory_types | rules.tensor_types | rules.status_types | rules.dtype_types | rules.argument_types
        types = [decl.canonical or decl.type for decl in source.every_fact(one.behind[0] - 1)]
        scalar = all(kind.endswith("*") or {*kind.encode().split()} <= FUNDAMENTAL for kind in types)
        return scalar or one.is_one_of(source, frozenset((*known, *STRINGS)))

    def _usual(self, one: Object, known: Field, empty: bool) -> Text:
        """A field's own value; nothing, or an empty list, where it has none."""
        if known.value[0] < known.value[1]:
            return [b" = ", *self._moved(known.value, one, {})]
        return [b" = {}"] if empty else []

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
        source, text, pending = self.source, Text(), list[tuple[int, Text]]()
        position = source.code[bounds[0]].start
        for index in range(*bounds):
            token = source.code[index]
            while pending and pending[-1][0] == index:
                text += [Span(position, source.code[index - 1].end), *pending.pop()[1]]
                position = source.code[index - 1].end
            found = instead(index)
            if found is not None:
                text += [Span(position, token.start), found[0]]
                position = source.code[found[1]].end
            elif self.members.is_own_call(index):
                ahead, behind = values(self.made.methods[token.text])
                own = source.pairs[index + 1] > index + 2
                rest = self._rest(self.made.methods[token.text], index + 1, behind)
                given = b" " + b", ".join(ahead) + (b"," if ahead and (own or rest) else b"")
                text += [Span(position, token.start), self.members.call(token.text), b" (", given]
                position = source.code[index + 1].end
                if rest:
                    pending.append((source.pairs[index + 1], [b", " if own else b" ", *rest]))
        return [*text, Span(position, source.code[bounds[1] - 1].end)]

    def function(self, method: Method) -> Iterator[bytes | Span]:
        """A member function as a function of its own."""
        source = self.source
        ahead, behind = self.members.needs(method)
        yield b"static "
        answers = method.returns[0] < method.returns[1] and not method.fluent
        yield self.source.span_of(*method.returns) if answers else b"void"
        yield b" " + self.members.called(method.name) + b" ("
        first, closer = method.opener + 1, source.pairs[method.opener]
        pieces: list[Text] = [[b" ", *self._parameter(method, name)] for name in ahead]
        if first < closer and not behind:
            pieces.append([b" ", self.source.span_of(first, closer)])
        elif first < closer:
            pieces += [[b" ", self.source.span_of(*kind)] for kind, _ in self.members.split(method)]
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
        if one.is_one_of(source, self.rules.memory_types) and self.members.is_only_given(method, one):
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
