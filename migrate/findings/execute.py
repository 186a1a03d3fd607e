"""Runs a function on terms instead of numbers, path by path, and notes what happens to its buffers, codes, structs and launches.

A condition that follows from those before it has one outcome, any other one both. What comes behind a check or a safe call has
passed it. A loop runs as often as its numbers say, else never, once or twice. Conditions on nothing that the checks ask for are not told apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from migrate.findings.behaviour import Behaviour, spell
from migrate.findings.calls import Calls, Jump, Thrown
from migrate.findings.state import SIZE, Buffer, File, Key, TooLong, word
from migrate.findings.terms import ZERO, Infeasible, Place, Value, codes, strings, within
from migrate.findings.trees import Expr, Statement, Variable, bare
from migrate.findings.view import FunctionView, Vocabulary

PATHS = 192  # of one function
ROUNDS = 16  # of a loop


def behaviour(view: FunctionView, words: Vocabulary, statuses: frozenset[str], file: File) -> Behaviour:
    found = Behaviour()
    decisions: list[list[bool]] = []  # what was chosen, and whether the other choice is still to come
    for _ in range(PATHS):
        run = _Run(view, words, statuses, file, found, decisions)
        run.go()
        while decisions and not decisions[-1][1]:
            decisions.pop()
        if not decisions:
            return found
        decisions[-1] = [not decisions[-1][0], False]
    found.complete = False
    return found


class _Run(Calls):
    """One path."""

    def go(self) -> None:
        try:
            try:
                self.block(self.view.statements)
                self.leave(-1)
            except Jump as jump:
                if jump.kind == "return":
                    self.leave(jump.offset)
        except Infeasible:
            return
        except (TooLong, RecursionError):
            self.found.complete = False
            return
        if not self.dead:
            self.found.paths.append(self.path)

    def block(self, statements: Sequence[Statement]) -> None:
        self.scopes.append({})
        try:
            self.sequence(statements)
        finally:
            self.scopes.pop()

    def sequence(self, statements: Sequence[Statement], start: int = 0) -> None:
        index, jumps = start, 0
        while index < len(statements):
            try:
                self.statement(statements[index])
            except Jump as jump:
                target = next((i for i, s in enumerate(statements) if s.kind == "label" and s.name == jump.name), None)
                if jump.kind != "goto" or target is None:
                    raise
                jumps += 1
                if jumps > ROUNDS:
                    raise Infeasible from None
                index = target
            index += 1

    def statement(self, one: Statement) -> None:
        self.step()
        getattr(self, f"_{one.kind}", self._other)(one)

    def _other(self, one: Statement) -> None:
        pass

    _label = _other

    def _block(self, one: Statement) -> None:
        self.block(one.body)

    def _expression(self, one: Statement) -> None:
        if one.head is not None:
            self.value(one.head)

    def _declare(self, one: Statement) -> None:
        if one.name == b"binding":
            self._binding(one)
            return
        for variable in one.variables:
            self.declare(variable)

    def _binding(self, one: Statement) -> None:
        value = one.variables[0].value
        place = self.place(value) if value is not None else None
        held = ZERO if place is not None or value is None else self.value(value)
        for number, variable in enumerate(one.variables[1:]):
            key = self.bind(variable)
            if place is not None and self.is_array(place):
                self.aliases[key] = ("elem", place, ("int", number))
            elif place is not None:
                self.aliases[key] = ("field", place, f"<{number}>")
            elif held[0] == "list" and number < len(held[1]):
                self.values["var", key] = held[1][number]
            else:
                self.values["var", key] = ("sym", "part", held, number)

    def bind(self, variable: Variable) -> Key:
        key = (variable.name.text.decode("utf-8", "replace"), variable.name.start)
        place = ("var", key)
        for other, buffer in [*self.buffers.items()]:  # a variable of a loop's body begins anew
            if within(other, place):
                self.lost(other, buffer, -1)
                del self.buffers[other]
        self.forget(place)
        self.scopes[-1][variable.name.text] = key
        self.variables[key] = variable
        self.aliases.pop(key, None)
        return key

    def declare(self, variable: Variable) -> None:
        given = variable.value
        reference = b"&" in variable.pointer
        source = self.place(given) if given is not None and (reference or self.is_handle(variable)) else None
        if given is not None and variable.direct and given.kind == "list" and len(given.parts) == 1:
            source = self.place(given.parts[0]) if reference else source
        if reference and source is None and given is not None and self.is_memory_type(variable):
            self.give_away(given, self.value(given))
            self.aliases[self.bind(variable)] = ("deref", self.fresh(variable.name.start))  # somebody else's
            return
        value = None if given is None or (reference and source is not None) else self.initial(variable, given)
        for extent in variable.extents:
            if extent is not None:
                self.value(extent)
        key = self.bind(variable)
        place = ("var", key)
        if source is not None and (reference or self.tracked(source)):
            self.aliases[key] = source
            return
        copied = bare(given) if given is not None and not reference else None
        if copied is not None and copied.kind in ("name", "member", "index") and not self.acts_alone(copied):
            holder = self.place(copied)
            if holder is not None and self.holds_buffer(holder):
                self.escape(holder)
        if value is not None:
            self.values[place] = value
            self.copied(place, value)
            if variable.direct and given is not None and given.token.text == b"(" and b"vector" in variable.type:
                self.hold(("field", place, SIZE), self.value(given.parts[0]) if given.parts else ZERO)
        elif self.is_handle(variable) and not self.is_static(variable):
            self.buffers[place] = Buffer("unset")

    def initial(self, variable: Variable, given: Expr) -> Value:
        if variable.direct and given.kind == "list" and not variable.extents:
            values = [self.value(part) for part in given.parts]
            if b"*" in variable.pointer or any(w in _PLAIN for w in variable.type) or strings_of(values):
                return values[0] if len(values) == 1 else ZERO if not values else ("list", tuple(values))
            for part, value in zip(given.parts, values, strict=True):
                self.give_away(part, value)
            return ("list", tuple(values)) if given.token.text == b"{" else self.fresh(variable.name.start)
        value = self.value(given)
        if given.kind == "list":
            if not variable.pointer or not variable.extents:  # an address in it stays in what is no table of pointers
                self.kept(value)
            for part in given.parts:
                place = self.place(part) if part.kind != "list" else None
                if place is not None and self.tracked(place):
                    self.escape(place)
        return value

    def kept(self, value: Value) -> None:
        for part in value[1]:
            if part[0] == "list":
                self.kept(part)
            elif part[0] == "addr" and self.holds_buffer(part[1]):
                self.escape(part[1])

    def _return(self, one: Statement) -> None:
        value = ZERO
        if one.head is not None:
            value = self.value(one.head)
            self.give_away(one.head, value)
        raise Jump("return", value=value, offset=one.token.start)

    def _throw(self, one: Statement) -> None:
        raise Thrown if self.tries and not self.quiet else Infeasible

    def _break(self, one: Statement) -> None:
        raise Jump("break")

    def _continue(self, one: Statement) -> None:
        raise Jump("continue")

    def _goto(self, one: Statement) -> None:
        raise Jump("goto", one.name)

    def _try(self, one: Statement) -> None:
        handlers = one.orelse
        self.tries += bool(handlers)
        try:
            self.block(one.body)
            return
        except Thrown:
            self.pending.clear()  # it may be the copy that failed
        finally:
            self.tries -= bool(handlers)
        handler = next((each for each in handlers[:-1] if self.choose()), handlers[-1])
        self.statement(handler)

    def _if(self, one: Statement) -> None:
        self.scopes.append({})
        try:
            for first in one.first:
                self.statement(first)
            if not self.quiet and not self.tells(one):
                self.both(one)
            elif self.holds(one.head) if one.head is not None else True:
                self.block(one.body)
            else:
                self.block(one.orelse)
        finally:
            self.scopes.pop()

    def both(self, one: Statement) -> None:
        """All branches that are not ruled out, one after the other: what they set is not known behind them."""
        self.quiet += 1
        before = dict(self.values)
        try:
            head = self.value(one.head) if one.head is not None else None
            decided = self.knowledge.known(head) if head is not None and one.kind == "if" else None
            for part in [one.body] * (decided is not False) + [one.orelse] * (decided is not True):
                with suppress(Jump):
                    self.block(part)
            if one.step is not None:
                self.value(one.step)
        finally:
            self.quiet -= 1
        for place, value in [*self.values.items()]:
            old = before.get(place)
            if old is not value and old != value:
                kept = tuple(v for v in (old, value) if v is not None and (codes(v) or strings(v) or v[0] == "addr"))
                self.values[place] = ("any", kept) if kept else self.fresh(one.token.start)

    def _switch(self, one: Statement) -> None:
        self.scopes.append({})
        try:
            for first in one.first:
                self.statement(first)
            if not self.quiet and not self.tells(one):
                self.both(one)
                return
            value = self.value(one.head) if one.head is not None else ZERO
            labels = [i for i, s in enumerate(one.body) if s.kind == "label" and s.name in (b"case", b"default")]
            start = next((i for i in labels if one.body[i].name == b"default"), None)
            self.at, before = one.head, self.at
            for index in labels:
                case = one.body[index].head
                if case is not None and self.knowledge.truth(("op", "==", value, self.value(case))):
                    start = index
                    break
            self.at = before
            if start is not None:
                self.sequence(one.body, start)
        except Jump as jump:
            if jump.kind != "break":
                raise
        finally:
            self.scopes.pop()

    def _while(self, one: Statement) -> None:
        self.loop(one, one.head, None, first=False)

    def _do(self, one: Statement) -> None:
        self.loop(one, one.head, None, first=True)

    def _for(self, one: Statement) -> None:
        self.loop(one, one.head, one.step, first=False)

    def loop(self, one: Statement, head: Expr | None, step: Expr | None, first: bool) -> None:
        self.scopes.append({})
        try:
            for statement in one.first:
                self.statement(statement)
            if (not self.tells(one) and not first) or self.quiet:
                self.both(one)
                return
            undecided = rounds = 0
            while True:
                if not first and head is not None:
                    before = self.forks
                    if undecided >= 2:
                        self.knowledge.assume(self.value(head), False)
                        return
                    if not self.holds(head):
                        return
                    undecided += self.forks > before
                first = False
                rounds += 1
                if rounds > ROUNDS:
                    raise TooLong
                if not self.round(one.body):
                    return
                if step is not None:
                    self.value(step)
        finally:
            self.scopes.pop()

    def round(self, body: Sequence[Statement]) -> bool:
        """Whether the loop goes on."""
        try:
            self.block(body)
        except Jump as jump:
            if jump.kind == "break":
                return False
            if jump.kind != "continue":
                raise
        return True

    def _each(self, one: Statement) -> None:
        self.scopes.append({})
        try:
            for variable, item in self.items(one):
                self.element(variable, item)
                if not self.round(one.body):
                    return
        finally:
            self.scopes.pop()

    def element(self, variable: Variable, item: tuple[Place | None, Value]) -> None:
        place, value = item
        key = self.bind(variable)
        if place is not None and (b"&" in variable.pointer or self.is_memory(place)):
            self.aliases[key] = place
        else:
            self.values["var", key] = self.read(place, variable.name.start) if place is not None else value

    def items(self, one: Statement) -> Iterator[tuple[Variable, tuple[Place | None, Value]]]:
        if one.head is None or not one.variables:
            return
        variable, head = one.variables[-1], bare(one.head)
        if head.kind == "list":
            for part in head.parts[:ROUNDS]:
                yield (
                    variable,
                    (self.place(part) if bare(part).kind in ("name", "member", "index") else None, self.value(part)),
                )
            return
        place = self.place(head)
        if place is not None and len(one.variables) > 1 and self.holds_buffer(place):
            self.escape(place)  # its elements' members get names
        if place is None:
            value = self.value(head)
            for number in range(2):
                self.at = head
                if not self.knowledge.truth(("sym", "has", value, number)):
                    return
                yield variable, (None, ("sym", "item", value, number))
            return
        count = self.extent(place)
        size = self.size(place) if count is None else ZERO
        if size[0] == "int":
            count = size[1] if count is None else count
        for number in range(min(count, ROUNDS) if count is not None else 2):
            self.at = head
            if count is None and not self.knowledge.truth(("op", "<", ("int", number), size)):
                return
            yield variable, (("elem", place, ("int", number)), ZERO)

    def extent(self, place: Place) -> int | None:
        held = self.values.get(place)
        if held is not None and held[0] == "list" and held[1]:
            return len(held[1])
        if self.is_array(place):
            extent = self.variables[place[1]].extents[0]
            value = self.value(extent) if extent is not None else ZERO
            return int(value[1]) if value[0] == "int" and value[1] else None
        return None

    def tells(self, one: Statement) -> bool:
        """Whether its outcomes are told apart: something is done in it that the checks ask for, or that decides about such."""
        known = self.view.memo.setdefault("tells", {})
        if id(one) not in known:
            known[id(one)] = self.does(one) or (one.kind in ("if", "switch") and bool(_set_in(one) & self.deciding))
        return bool(known[id(one)])

    def does(self, one: Statement) -> bool:
        known = self.view.memo.setdefault("does", {})
        if id(one) not in known:
            known[id(one)] = self._does(one)
        return bool(known[id(one)])

    @property
    def deciding(self) -> frozenset[str]:
        """Variables and members whose values decide what becomes of buffers: flags, counters, sizes."""
        known: frozenset[str] | None = self.view.memo.get("deciding")
        if known is None:
            known = self.view.memo["deciding"] = (
                self._deciding() if self.view.mentions(self.words.malloc) else frozenset()
            )
        return known

    def _deciding(self) -> frozenset[str]:
        found: set[str] = set()
        branches: list[tuple[frozenset[str], set[str]]] = []  # what an `if` sets, and what its condition names
        given: list[tuple[str, set[str]]] = []
        for statement in self.view.every_statement:
            if statement.kind in ("if", "while", "do", "for", "switch") and statement.head is not None:
                if self.does(statement):
                    found |= _named(statement.head)
                elif statement.kind in ("if", "switch"):
                    branches.append((_set_in(statement), _named(statement.head)))
            for expression in statement.expressions():
                for part in expression.walk():
                    if part.kind == "assign":
                        given.append((spell(part.parts[0]), _named(part.parts[1])))
                    elif part.kind == "ternary" or (part.kind == "binary" and part.text in (b"&&", b"||")):
                        if any(map(self.acts, part.parts[1:])):
                            found |= _named(part.parts[0])
                    elif part.kind == "call" and word(part.text) in self.words.malloc | self.words.free:
                        indexes = (p.parts[1] for p in part.walk() if p.kind == "index" and len(p.parts) > 1)
                        found |= {name for index in indexes for name in _named(index)}
            given += [(word(v.name.text), _named(v.value)) for v in statement.variables if v.value is not None]
        while True:
            more = {n for name, names in given if name in found for n in names}
            more |= {n for assigned, names in branches if assigned & found for n in names}
            if more <= found:
                return frozenset(found)
            found |= more

    def _does(self, one: Statement) -> bool:
        for inner in one.walk():
            if inner.kind in ("return", "goto", "throw"):
                return True
            if inner.kind in ("break", "continue") and one.kind == "if":
                return True
            for variable in inner.variables:
                if self.is_handle(variable) or (variable.value is not None and _text_in(variable.value)):
                    return True
            for expression in inner.expressions():
                for part in expression.walk():
                    if part.kind in ("call", "name") and self._counts(part):
                        return True
                    if part.kind == "assign" and (_text_in(part.parts[1]) or self._takes_buffer(part.parts[1])):
                        return True
        return False

    def _takes_buffer(self, value: Expr) -> bool:
        return any(p.kind == "unary" and p.text == b"&" for p in value.walk())

    def _counts(self, part: Expr) -> bool:
        name = part.text.decode("utf-8", "replace")
        if part.kind == "call":
            return name in self.asked or self.ends(name)
        return part.text in self.handles


_PLAIN = frozenset(b"int long short char bool float double unsigned signed size_t auto".split())


def _named(expression: Expr) -> set[str]:
    """Variables and members that an expression names."""
    return {spell(part) for part in expression.walk() if part.kind in ("name", "member")}


def _set_in(one: Statement) -> frozenset[str]:
    """Variables and members that a statement sets to something else."""
    found = set()
    for inner in one.walk():
        for expression in inner.expressions():
            for part in expression.walk():
                if part.kind in ("assign", "postfix") or (part.kind == "unary" and part.text in (b"++", b"--")):
                    found.add(spell(bare(part.parts[0])))
    return frozenset(found)


def strings_of(values: Sequence[Value]) -> bool:
    return any(strings(value) for value in values)


def _text_in(expression: Expr) -> bool:
    one = bare(expression)
    if one.kind == "ternary":
        return any(_text_in(part) for part in one.parts[1:])
    return one.kind == "string"
