"""What calls do: those that the rules describe, helpers of the file, lambdas, and functions that nobody knows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from migrate.findings.behaviour import Launch, Struct, Use, spell
from migrate.findings.evaluate import Evaluator
from migrate.findings.state import SIZE, Buffer, Key, word
from migrate.findings.terms import ZERO, Infeasible, Place, Value, codes, strings, texts, within
from migrate.findings.trees import Expr, Statement, Variable, bare
from migrate.findings.view import FunctionView

_OBSERVERS = frozenset(
    ("size", "length", "empty", "capacity", "max_size", "at", "front", "back", "data", "c_str", "count", "get", "what")
)
_LOOKED_AT = frozenset(("data", "begin", "size", "length", "empty", "capacity"))  # without a look at the elements
_TEXTS = frozenset(("c_str", "data", "string", "basic_string", "string_view"))
_PLAIN_TYPES = frozenset(b"const bool char short int long float double unsigned size_t".split())


class Jump(Exception):
    """Control goes elsewhere: `kind` is return, break, continue or goto."""

    def __init__(self, kind: str, name: bytes = b"", value: Value = ZERO, offset: int = -1) -> None:
        super().__init__(kind)
        self.kind, self.name, self.value, self.offset = kind, name, value, offset


class Thrown(Exception):
    """Control goes to the handlers of a `try`."""


class Calls(Evaluator):
    """Does what the calls of an expression do as well."""

    def block(self, statements: Sequence[Statement]) -> None:
        """Runs the body of a lambda or a helper."""
        raise NotImplementedError

    def call(self, one: Expr) -> Value:
        callee = bare(one.parts[0])
        arguments = one.parts[1:]
        name = word(callee.text) if callee.kind in ("name", "member") else ""
        made = (
            self.value(callee)
            if callee.kind == "lambda" or (callee.kind == "name" and self.lookup(callee.text))
            else ZERO
        )
        if made[0] == "lambda":
            return self.run_lambda(made[1], arguments)
        if callee.kind == "name" and callee.text in self.file.macros.functions:
            memo = self.view.memo.setdefault("expanded", {})
            if id(one) not in memo:
                memo[id(one)] = self.file.macros.expanded(one)
            if memo[id(one)] is not one:
                return self.value(memo[id(one)])
        words, start = self.words, callee.token.start
        if name in words.checks:
            return self.check(one)
        if name in words.safe_calls:
            for argument in arguments:
                status = self.value(argument)
                self.may_throw(one, name, ("not", status))
                self.knowledge.assume(status, False)
            return ZERO
        if name in words.dtype_codes:
            for argument in arguments:
                self.value(argument)
            return ("code", start, name)
        if name in words.malloc:
            return self.allocate(arguments, start)
        if name in words.free:
            return self.free(arguments, start)
        if name in words.address:
            return self.address(arguments, start)
        if callee.kind == "name" and self.ends(name) and not self.quiet:
            raise Infeasible
        values = [
            self.unread(argument)
            if self.pending and name.endswith("printf") and self.prints_address(argument)
            else self.value(argument)
            for argument in arguments
        ]
        if name in words.sizes:
            for code in (code for value in values for code in codes(value)):
                self.found.sizes.setdefault(code[1], code[2])
            return ("sym", "call", name, tuple(values))
        if name in words.launches:
            self.launch(values, start)
            if any(bare(argument).text == b"false" for argument in arguments):
                self.pending.clear()  # it waits
            return self.fresh(start, "status")
        if name in words.device_to_host:
            self.copy(name, arguments, values)
            return self.fresh(start, "status")
        if name in words.waits:
            self.pending.clear()
        if name in words.copies:
            return self.fresh(start, "status") if name in self.statuses else ("sym", "call", name, tuple(values))
        if name in ("memset", "bzero"):
            self.cleared(arguments, values, name == "bzero")
            return ZERO
        if callee.kind == "member":
            return self.method(one, callee, name, values)
        if name in ("addressof", "__addressof") and len(arguments) == 1:
            place = self.place(arguments[0])
            return self.fresh(start) if place is None else ("addr", place)
        if name in _TEXTS and len(values) == 1 and strings(values[0]):
            return values[0]
        helper = self.file.helpers.get(name) if callee.kind == "name" else None
        if helper is not None and self.concerns(name, arguments, values):
            return self.run_helper(helper, arguments, values, start)
        if self.pending and name not in self.file.functions and any(map(self.is_device, arguments)):
            self.pending.clear()  # who has the device may wait for it
        return self.other_call(one, name, arguments, values)

    def prints_address(self, argument: Expr) -> bool:
        """Whether an array is cast to a pointer, of which a print says where it is; a pointer to characters it follows."""
        one = bare(argument)
        return one.kind == "cast" and one.arrow and one.text == b"void" and self.names_array(one.parts[0])

    def ends(self, name: str) -> bool:
        """Whether a function of this name never returns."""
        return name in self.file.ending

    def is_device(self, argument: Expr) -> bool:
        told = self.view.declared.get(bare(argument).token.start)
        return told is not None and told.type in self.words.handle_types

    def concerns(self, name: str, arguments: Sequence[Expr], values: Sequence[Value]) -> bool:
        """Whether a helper gets a buffer, a text that it may launch, or a dtype code."""
        if self.depth > 3 or id(self.file.helpers[name]) in self.running:
            return False
        if any(map(codes, values)):
            return True
        if name in self.file.sizing:
            return False
        parameters = self.file.helpers[name].parameters
        given = {n for n, p in enumerate(parameters) if b"&" in p.pointer and _PLAIN_TYPES.isdisjoint(p.type)}
        for number, (argument, value) in enumerate(zip(arguments, values, strict=True)):
            if value[0] == "addr" and self.own(value[1]):
                return True
            if strings(value) or value[:2] == ("sym", "buffer"):
                return True
            if bare(argument).kind in ("name", "member", "index") and not self.acts_alone(argument):
                place = self.place(argument)
                if place is not None and (self.tracked(place) or self.holds_buffer(place)):
                    return True
                if place is not None and self.own(place) and number in given:
                    return True
        return False

    def run_helper(
        self, helper: FunctionView, arguments: Sequence[Expr], values: Sequence[Value], offset: int
    ) -> Value:
        """What a function of the file does with what it is given."""
        scope: dict[bytes, Key] = {}
        for variable, argument, value in zip(helper.parameters, arguments, values, strict=False):
            key = (word(variable.name.text), variable.name.start)
            scope[variable.name.text] = key
            named = bare(argument).kind in ("name", "member", "index") and not self.acts_alone(argument)
            place = self.place(argument) if named else value[2] if value[:2] == ("sym", "buffer") else None
            self.forget(("var", key))
            self.variables[key] = variable
            self.aliases.pop(key, None)
            if place is not None and (b"&" in variable.pointer or self.tracked(place)):
                self.aliases[key] = place
            elif variable.pointer == b"*" and place is not None and self.is_array(place):
                self.values["var", key] = ("addr", ("elem", place, ZERO))
            else:
                self.values["var", key] = value
        before = self.view, self.scopes, self.site, self.passed
        self.passed |= {text for value in values for text in strings(value)}
        self.site = self.told(offset)
        self.view, self.scopes = helper, [scope]
        self.depth += 1
        self.running.add(id(helper))
        try:
            self.block(helper.statements)
        except Jump as jump:
            if jump.kind != "return":
                raise
            return jump.value
        finally:
            for place in [p for p in self.buffers if self.of_helper(p)]:
                del self.buffers[place]
            self.running.discard(id(helper))
            self.depth -= 1
            self.view, self.scopes, self.site, self.passed = before
        return ZERO

    def method(self, one: Expr, callee: Expr, name: str, values: list[Value]) -> Value:
        owner = self.place(callee.parts[0]) if not callee.arrow else self.behind(self.value(callee.parts[0]))
        if owner is None and not callee.arrow:
            self.value(callee.parts[0])
        told = self.view.declared.get(callee.token.start)
        if self.pending and name not in _OBSERVERS and told is not None and not told.scope.startswith("std"):
            self.pending.clear()  # an object of the tree may wait
        held = self.read(owner, callee.token.start) if owner is not None and name not in _LOOKED_AT else ZERO
        if owner is not None and name in _TEXTS:
            held = self.values.get(owner, ZERO)
            if strings(held):
                return held
            if name == "data":
                return ("addr", ("elem", owner, ZERO))
        if owner is not None and name in ("at", "front") and (self.is_memory(owner) or owner in self.values):
            return self.read(("elem", owner, values[0] if values else ZERO), callee.token.start)
        if owner is not None and name in ("size", "length", "empty") and not values:
            size = self.size(owner)
            return ("op", "==", size, ZERO) if name == "empty" else size
        if owner is not None and not callee.arrow and name not in _OBSERVERS:
            self.worked_on(owner, one.token.start)
            if name == "resize" and values:
                self.hold(("field", owner, SIZE), values[0])
        return self.other_call(one, name, one.parts[1:], values, held)

    def size(self, place: Place) -> Value:
        """How many elements a container has."""
        known: Value | None = self.values.get(("field", place, SIZE))
        if known is None:
            known = ("sym", "call", "size", self.values.get(place, ("sym", "value", place)), ())
            self.knowledge.at_least(known, 0)
        return known

    def worked_on(self, owner: Place, offset: int) -> None:
        """A method of an object that no rule knows may change the object, and give it away."""
        if self.holds_buffer(owner):
            self.escape(owner)
        if not self.is_memory(owner) or owner in self.values:
            self.changed_elsewhere(owner, offset)

    def changed_elsewhere(self, place: Place, offset: int) -> None:
        """What lies there is not known any more; where something was decided about it, it may be what it was."""
        before = self.values.get(place, ("sym", "value", place))
        decided = before[0] not in ("int", "list") and (self.knowledge.asked(before) or self.knowledge.asked(place))
        self.forget(place)
        self.hold(place, self.fresh(offset, "maybe" if decided else "fresh"))

    def other_call(
        self, one: Expr, name: str, arguments: Sequence[Expr], values: Sequence[Value], owner: Value = ZERO
    ) -> Value:
        """A function that no rule knows may free, keep or set what it is given."""
        if name == "sizeof":
            return ("sym", "sizeof", one.token.start)
        told = self.view.declared.get(bare(one.parts[0]).token.start)
        by_reference, constant = (frozenset(), frozenset()) if told is None else parameters(told.canonical or told.type)
        for number, (argument, value) in enumerate(zip(arguments, values, strict=False)):
            offset = argument.token.start
            self.give_away(argument, value)
            field = self.behind(value)
            if value[0] != "addr" and field[0] == "elem":  # a member that is an array, which the function may fill
                self.found.structs.setdefault(field[1][1], Struct()).fields.setdefault(field[1][2], offset)
            if value[0] == "addr":
                if not name.endswith("printf"):  # which prints the address
                    self.notice(value[1], offset)
                if number not in constant:
                    self.set_elsewhere(value[1], offset)
            elif (told is None or number in by_reference) and bare(argument).kind in ("name", "member", "index"):
                place = self.place(argument)
                if place is not None and self.own(place):
                    self.set_elsewhere(place, offset, values=told is not None)
            elif (
                value[0] == "str" and bare(argument).kind == "name"
            ):  # an array of characters, or a pointer to constant ones
                place = self.place(argument)
                if place is not None and self.is_array(place):
                    self.changed_elsewhere(place, offset)
        if name in self.statuses:
            return self.fresh(one.token.start, "status")
        if name in self.file.naming and bare(one.parts[0]).kind == "name":
            return ("any", tuple(("str", text) for text in self.file.naming[name]))
        return ("sym", "call", name, owner, tuple(values))

    def set_elsewhere(self, place: Place, offset: int, values: bool = True) -> None:
        """A function that no rule knows may set what lies there."""
        self.set_whole(place, offset)
        whole = place[1] if place[0] == "elem" else place
        if not values or not self.own(place) or self.is_memory(place):
            return
        constant = whole[0] == "var" and b"const" in self.variables[whole[1]].type
        if not constant and (place[0] == "var" or any(within(p, whole) for p in self.values)):
            self.changed_elsewhere(whole, offset)

    def set_whole(self, place: Place, offset: int) -> None:
        """Something sets all of it, as far as argument structs are asked."""
        self.found.structs.setdefault(place, Struct()).zeroed = True
        part = place
        while part[0] in ("field", "elem"):
            if part[0] == "field":
                self.found.structs.setdefault(part[1], Struct()).fields.setdefault(part[2], self.told(offset))
            part = part[1]

    def cleared(self, arguments: Sequence[Expr], values: Sequence[Value], zero: bool) -> None:
        """memset: all of it is 0 where that is what it is set to, and its size is asked for by `sizeof`."""
        place = self.behind(values[0]) if values else ()
        if not place or place[0] == "deref":
            return
        offset = arguments[0].token.start
        self.set_whole(place, offset)
        if self.own(place):
            place = place[1] if place[0] == "elem" and place[2] == ZERO else place
            zero = (zero or (len(values) > 1 and values[1] == ZERO)) and bare(arguments[-1]).kind == "sizeof"
            self.assign(place, ("list", ()) if zero else self.fresh(offset), offset)

    def run_lambda(self, made: Expr, arguments: Sequence[Expr]) -> Value:
        if self.depth > 3 or id(made) in self.running:
            for argument in arguments:
                self.give_away(argument, self.value(argument))
            return self.fresh(made.token.start)
        scope: dict[bytes, Key] = {}
        for name, argument in zip(made.names, arguments, strict=False):
            key = (word(name), made.token.start)
            scope[name] = key
            place = self.place(argument) if bare(argument).kind in ("name", "member", "index") else None
            if place is not None:
                self.aliases[key] = place
            else:
                self.aliases.pop(key, None)
                self.values["var", key] = self.value(argument)
        self.depth += 1
        self.scopes.append(scope)
        self.running.add(id(made))
        try:
            self.block(made.body)
        except Jump as jump:
            if jump.kind != "return":
                raise
            return jump.value
        finally:
            self.running.discard(id(made))
            self.scopes.pop()
            self.depth -= 1
        return ZERO

    def may_throw(self, one: Expr, name: str, passes: Value) -> None:
        """Where a handler waits for it, what a check throws is followed as well."""
        if not self.tries or self.quiet or name not in self.file.throwing or self.knowledge.known(passes) is True:
            return
        before, self.at = self.at, one
        goes_on = self.choose()
        self.at = before
        if not goes_on:
            self.knowledge.assume(passes, False)
            raise Thrown

    def check(self, one: Expr) -> Value:
        arguments = one.parts[1:]
        for argument in arguments[:1]:
            if self.acts(argument) and bare(argument).text in (b"&&", b"||"):
                if not self.holds(argument):
                    raise Infeasible
            else:
                value = self.value(argument)
                if value == ZERO:  # code behind it is dead; what it launches is said all the same
                    self.dead = True
                else:
                    self.may_throw(one, word(one.text), value)
                    self.knowledge.assume(value)
        for argument in arguments[1:]:
            self.value(argument)
        return ZERO

    def allocate(self, arguments: Sequence[Expr], offset: int) -> Value:
        status = self.fresh(offset, "status")
        for argument in arguments:
            value = self.value(argument)
            for code in codes(value):
                self.found.sizes.setdefault(code[1], code[2])
            if value[0] != "addr" or not self.own(value[1]):
                continue
            place = value[1]
            if self.frees_itself(place):
                self.path.escaped.add(self.spelled(place))
                self.buffers[place] = Buffer("other", offset, status)
                continue
            before = self.buffers.get(place)
            if before is not None and (place[0] != "elem" or place[2][0] == "int"):
                self.lost(place, before, -1)
            held = place in self.values if before is None else before.state == "other"
            self.forget(place)
            self.buffers[place] = Buffer("allocated", self.told(offset), status, held)
            self.path.allocations.append((self.spelled(place), self.told(offset)))
            if place[0] == "elem" and place[2][0] != "int":
                continue
            self.hold(place, ("sym", "buffer", place))
            self.knowledge.at_least(self.values[place], 1)
        return status

    def free(self, arguments: Sequence[Expr], offset: int) -> Value:
        for argument in arguments:
            place, uncertain = self.place(argument), False
            if place is None:
                value = self.value(argument)
                uncertain = value[0] == "any"
                places = [v[1] for v in (value[1] if value[0] == "any" else (value,)) if v[0] == "addr"]
                places += [value[2]] if value[:2] == ("sym", "buffer") else []
            else:
                held = self.values.get(place)
                places = [held[1]] if held is not None and held[0] == "addr" and place not in self.buffers else [place]
            self.freed_by_address(argument, place)
            if place is not None and place[0] == "deref" and place[1][0] == "any":
                uncertain = True
                places = [v[1] for v in place[1][1] if v[0] == "addr"]
            if uncertain:  # one of them, or of others
                for one in places:
                    self.path.frees.append((self.spelled(one), self.told(offset)))
                    self.escape(one)
                continue
            for one in places:
                if self.is_asked(one):
                    buffer = self.buffers.get(one)
                    known = self.is_set(one) if buffer is None else buffer.state != "unset"
                    self.path.uses.append(Use(self.spelled(one), self.told(offset), known, freed=True))
                self.freed_part(one)
                self.path.frees += [(self.spelled(p), self.told(offset)) for p in self.siblings(one) or [one]]
                if one in self.buffers and self.buffers[one].state == "freed":
                    self.path.again.append((self.spelled(one), self.told(offset)))
                for sibling in self.siblings(one):
                    self.buffers[sibling].state = "freed"
        return self.fresh(offset, "status")

    def freed_by_address(self, argument: Expr, place: Place | None) -> None:
        """What a call made of an address may be any buffer whose address was taken."""
        made = bare(argument).kind == "call" or (
            place is not None and self.values.get(place, ZERO)[:2] == ("sym", "call")
        )
        self.path.escaped |= {use.buffer for use in self.path.uses if made and not use.freed}

    def freed_part(self, place: Place) -> None:
        """A member of what a container holds (`entry.second`) may be any of the buffers in it."""
        part = place
        while part[0] == "field" and part not in self.buffers:
            part = part[1]
            inside = part[0] == "elem" and not self.is_array(part[1])
            if inside and any(other[0] == "elem" and other[1] == part[1] for other in self.buffers):
                self.escape(part[1])

    def address(self, arguments: Sequence[Expr], offset: int) -> Value:
        for argument in arguments:
            place = self.place(argument)
            if place is None:
                self.value(argument)
                continue
            if self.is_asked(place):
                self.path.uses.append(Use(self.spelled(place), self.told(offset), self.is_set(place)))
            address = ("sym", "address", place)
            buffer = self.buffers.get(place)
            if buffer is not None and buffer.state == "allocated" and not self.failed(buffer):
                self.knowledge.at_least(address, 1)  # asked instead of a flag
            return address
        return self.fresh(offset)

    def is_asked(self, place: Place) -> bool:
        """Whether it is a buffer of the function of which nothing else says that it is set."""
        inner = self.of_helper(place) or any(within(place, p) and p != place for p in self.values)
        return self.own(place) and not inner

    def launch(self, values: Sequence[Value], offset: int) -> None:
        place = next((v[1] for v in values if v[0] == "addr"), ())
        if self.site >= 0:  # looked at by itself, but for what it is given
            values = [v for v in values if self.passed.issuperset(strings(v))]
            offset = self.site
        if place and self.own(place):
            struct = self.found.structs.setdefault(place, Struct())
            variable = self.variables[place[1]] if place[0] == "var" else None
            struct.type, struct.canonical = self.types_of(variable) if variable else ("", "")
            struct.zeroed |= variable is not None and variable.value is not None
            struct.zeroed |= variable is not None and not self.file.initialised.isdisjoint(variable.type)
        for value in values:
            for name in texts(value):
                self.found.launches.setdefault((name, offset), Launch(name, place, offset))

    def types_of(self, variable: Variable) -> tuple[str, str]:
        """The struct that it is, by its name and without aliases."""
        told = self.view.declared.get(variable.name.start)
        if told is None:
            name = next((word(w) for w in reversed(variable.type)), "")
            return name, name
        name, canonical = (_struct(type_) for type_ in (told.type, told.canonical or told.type))
        return name, canonical

    def copy(self, name: str, arguments: Sequence[Expr], values: Sequence[Value]) -> None:
        """A copy to the host, which may go on behind the call."""
        if name not in self.words.asynchronous.get(self.view.chip, frozenset()):
            return
        for argument, value in zip(arguments, values, strict=True):
            target = self.target(argument, value)
            if target is not None:
                said = "*" + spell(argument) if target[0] == "deref" else self.spelled(target)
                self.pending[target] = said
                if self.site >= 0:
                    self.copied_for.add(said)
                return

    def target(self, argument: Expr, value: Value) -> Place | None:
        """What a copy to the host writes, if it is this argument that says so."""
        if value[0] == "addr" and not self.is_memory(value[1]):
            place: Place = value[1][1] if value[1][0] == "elem" else value[1]
            return place
        if value[0] == "sym" and self.is_pointer(argument, value):
            return ("deref", value)
        return self.holder(argument)

    def is_pointer(self, argument: Expr, value: Value) -> bool:
        """Whether it is a pointer that the function is given, or one that holds what a call gave."""
        if value[:2] == ("sym", "value"):
            place = value[2]
            return bool(place[0] == "var" and place[1][1] == -1 and place[1][0].encode() in self.view.pointers)
        given = self.place(argument) if bare(argument).kind == "name" else None
        return given is not None and given[0] == "var" and self.own(given) and b"*" in self.variables[given[1]].pointer

    def holder(self, argument: Expr) -> Place | None:
        """A variable of the function that owns what `get` gives."""
        one = bare(argument)
        callee = bare(one.parts[0]) if one.kind == "call" and len(one.parts) == 1 else one
        if callee.kind != "member" or callee.arrow or callee.text != b"get":
            return None
        owner = self.place(callee.parts[0])
        return owner if owner is not None and self.own(owner) and not self.is_memory(owner) else None


def _struct(type_: str) -> str:
    """The name of a struct in the type of a variable or an array of it."""
    return re.sub(r"\b(const|volatile|struct)\b|[*&]|\[\d*\]", "", type_).strip()


@lru_cache(maxsize=4096)
def parameters(function: str) -> tuple[frozenset[int], frozenset[int]]:
    """Of a function of this type the numbers of the parameters that are references which it may set, and of those that are constant."""
    opening = function.find("(")
    found, constant = set[int](), set[int]()
    depth, number, start = 0, 0, opening + 1
    for position in range(opening, len(function)):
        sign = function[position]
        depth += (sign in "(<[{") - (sign in ")>]}")
        if (sign == "," and depth == 1) or depth == 0:
            parameter = function[start:position].strip()
            if parameter.startswith("const "):
                constant.add(number)
            elif "&" in parameter:
                found.add(number)
            number, start = number + 1, position + 1
            if depth == 0:
                break
    return frozenset(found), frozenset(constant)
