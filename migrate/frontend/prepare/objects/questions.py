"""What a class is asked before it is taken apart: whether its members can be variables and functions, and its buffers end with the function."""

from __future__ import annotations

from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.objects.members import Members, Object
from migrate.frontend.prepare.objects.plain_classes import Field, Method
from migrate.frontend.prepare.objects.uses import Uses
from migrate.frontend.source import Function
from migrate.frontend.statements import CHANGES

_OF_ITSELF = frozenset((b"__func__", b"__FUNCTION__", b"__PRETTY_FUNCTION__"))
_HEADS = frozenset((b"if", b"for", b"while", b"switch", b"return", b"sizeof", b"void", *FUNDAMENTAL))
_GIVES = frozenset(b"= |= &= ^= ++ --".split())
_DEPTH = 3


class Questions:
    """What is asked of the definition."""

    def __init__(self, members: Members) -> None:
        self.members, self.rules, self.source, self.made = members, members.rules, members.source, members.made

    def concerns(self) -> bool:
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

    def names_are_free(self) -> bool:
        names = [self.members.called(one) for one in (*self.made.methods, b"end")]
        return all(is_free(self.source, name.decode()) for name in names)

    def in_macros(self, objects: list[Object]) -> bool:
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

    def are_plain(self) -> bool:
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
            for name in self.members.given_names(method):
                hidden = name in made.fields
                if not name or (hidden and not is_free(source, "own_" + name.decode())):
                    return False
            if (_OF_ITSELF | {b"static", b"goto"}) & {source.text(i) for i in range(closer, end)}:
                return False
            if source.where(b"noexcept", closer, method.brace) and self._may_throw(method.brace):
                return False
            for index in range(method.brace, end):
                if source.text(index) in made.fields and source.text(index - 1) not in (b".", b"->", b"::"):
                    known = list(source.every_fact(index))
                    given = bool(known) and all(d.kind == "param" and d.offset in parameters for d in known)
                    if not self.members.is_field(index) and not given:
                        return False
            returned = [source.text(i + 1) for i in source.where(b"return", method.brace, end)]
            if method.fluent and not (
                returned and all(one == b"*" for one in returned) and source.text(end - 1) == b";"
            ):
                return False
        for maker in made.constructors:
            promised = source.where(b"noexcept", source.pairs[maker.opener], maker.brace)
            handed = any(self._calls_out(*bounds, 0) for bounds in maker.starts.values())
            if promised and (handed or made.name in maker.starts or self._may_throw(maker.brace)):
                return False
        bodies = [self.members.body(one) for one in made.constructors]
        if any(_OF_ITSELF & {source.text(i) for i in range(*bounds)} for bounds in bodies):
            return False
        return not any(
            source.text(i) in made.fields and not self.members.is_field(i) and source.text(i - 1) not in (b".", b"->")
            for bounds in bodies
            for i in range(*bounds)
        )

    def _may_throw(self, brace: int, depth: int = 0) -> bool:
        """Whether a body, which ends the program where it throws, may do so."""
        source = self.source
        return depth > _DEPTH or self._calls_out(brace, source.pairs[brace], depth)

    def _calls_out(self, first: int, last: int, depth: int) -> bool:
        source, made, rules = self.source, self.made, self.rules
        if any(source.where(word, first, last) for word in (b"throw", b"new", b"std", b"dynamic_cast")):
            return True
        known = {*rules.calls, *rules.launch, *rules.checks, *rules.safe_calls}
        for index in source.where(b"(", first, last):
            name, own = source.text(index - 1), made.methods.get(source.text(index - 1))
            if source.code[index - 1].kind != Kind.IDENT or name in _HEADS:
                continue
            if own is not None and self.members.is_own_call(index - 1):
                if self._may_throw(own.brace, depth + 1):
                    return True
            elif name.decode("utf-8", "replace") not in known:
                return True
        return False


class Bindings:
    """Which fields stand for a variable of each function: the handle, a flag, what a reference refers to."""

    def __init__(self, members: Members) -> None:
        self.members, self.rules, self.source, self.made = members, members.rules, members.source, members.made

    def bind(self, objects: list[Object]) -> bool:
        """Which fields stand for the handle, a flag or what a reference refers to, in every function."""
        source, made, rules = self.source, self.made, self.rules
        for one in made.fields.values():
            handle = one.is_one_of(source, rules.handle_types)
            flag = source.spell(*one.type) == "bool" and all(
                (self.members.given(o, one.name) or b"").decode("utf-8", "replace") in rules.flags for o in objects
            )
            if not (handle or flag or one.reference):
                continue
            if self._is_set(one.name) or one.behind[0] < one.behind[1]:
                return False
            for o in objects:
                given = self.members.given(o, one.name)
                if (
                    not given
                    or not (one.reference or self._stays(o.function, given))
                    or not self.members.is_one(o, given)
                ):
                    return False
                if one.reference and not self._is_of_type(one, o):
                    return False  # a copy
                if one.reference and any(source.text(i + 1) == b"=" for i in source.where(b"[", *o.function.body)):
                    return False  # a lambda would get a copy of what the reference refers to
                o.stands[one.name] = given
            self.members.bound.add(one.name)
            if flag:
                self.members.flags.add(one.name)
        return True

    def _is_of_type(self, one: Field, known: Object) -> bool:
        """Whether a reference refers to what it is given, and to no copy of another type."""
        place = next(
            i
            for a, b in self.members.arguments(known)
            for i in range(a, b)
            if self.members.given(known, one.name) == self.source.text(i)
        )
        facts = self.source.every_fact
        own = {_bare(decl.canonical or decl.type) for decl in facts(one.behind[0] - 1)}
        return len(own) > 0 and own == {_bare(decl.canonical or decl.type) for decl in facts(place)}

    def _stays(self, function: Function, name: bytes) -> bool:
        """Whether a function gives a variable no other value."""
        source = self.source
        return not any(
            source.text(i + 1) in CHANGES or source.text(i - 1) in (b"&", b"++", b"--")
            for i in source.where(name, *function.body)
        )

    def _is_set(self, name: bytes) -> bool:
        source, made = self.source, self.made
        places = (i for i in source.where(name, made.brace, made.end) if i != made.fields[name].behind[0] - 1)
        sets = (
            _GIVES if made.fields[name].reference else CHANGES
        )  # of what a reference refers to, a part of the value stays
        return any(source.text(i + 1) in sets or source.text(i - 1) in (b"&", b"++", b"--") for i in places)


class Buffers:
    """Whether what a destructor does is to free the class's own buffers, which end with the function."""

    def __init__(self, members: Members, uses: Uses) -> None:
        self.members, self.rules, self.source, self.made = members, members.rules, members.source, members.made
        self.uses = uses

    def _frees(self, name: bytes) -> bool:
        rule = self.rules.calls.get(name.decode("utf-8", "replace"))
        return rule is not None and self.rules.unified.has_role("free", rule.text)

    def only_frees(self, method: Method, depth: int = 0) -> bool:
        """Whether all that a body does is to free, and to set fields."""
        source, made, brace = self.source, self.made, method.brace
        allowed = {b"if", b"else", b"true", b"false", b"nullptr", b"NULL", b"this", b"return"}
        for index in range(brace + 1, source.pairs[brace]):
            token = source.code[index]
            known = made.fields.get(token.text) if self.members.is_field(index) else None
            if token.text == b"->" and source.text(index - 1) != b"this":
                return False
            if token.kind == Kind.NUMBER or token.text in b"( ) { } ; = ! != == -> , && ||".split():
                continue
            if known is not None and not self._is_value(known, index):
                return False
            if token.text in made.methods and source.text(index + 1) == b"(" and depth < 3:
                if not self.only_frees(made.methods[token.text], depth + 1):
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

    def are_allocated(self, objects: list[Object]) -> bool:
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
                    for index in self.uses.places(known) or ():
                        name = source.text(index + 2)
                        answer = name != one.name and self.members.buffer_of(name) == one
                        if (name == one.name or answer) and not self._is_read(index - 1, index + (5 if answer else 3)):
                            return False
        return self._is_allocated()

    def _is_read(self, before: int, behind: int) -> bool:
        """Whether a buffer between two tokens is an argument or compared, and nothing refers to it."""
        source = self.source
        if source.text(before) in (b"!", b"&&", b"||", b"==", b"!=") or source.text(behind) in (b"==", b"!="):
            return True
        opener = before if source.text(before) == b"(" else source.pairs.get(behind, -1)
        call = source.text(opener - 2) != b"&" and source.text(opener - 1) != b"swap"
        called = source.text(opener - 1).decode("utf-8", "replace")
        known = self.rules.checks | self.rules.safe_calls
        macro = source.text(opener - 1) in source.table.names and called not in known
        call = call and source.code[opener - 1].kind == Kind.IDENT and not macro
        return source.text(before) in (b"(", b",") and source.text(behind) in (b")", b",") and call

    def _is_allocated(self) -> bool:
        """Whether buffers of the class are nothing but what the class allocates."""
        source, made = self.source, self.made
        for one in made.fields.values():
            if not one.is_one_of(source, self.rules.memory_types) or one.reference:
                continue
            given = source.spell(*one.value) not in ("", "{ }", "nullptr")
            starts = (maker.starts[one.name] for maker in made.constructors if one.name in maker.starts)
            if given or any(first < last for first, last in starts):
                return False
            for index in source.where(one.name, made.brace, made.end):
                if source.text(index + 1) == b"=" and index != one.behind[0] - 1:
                    return False
                if source.text(index - 1) == b"&" and not self._allocates(index, made.brace):
                    return False
        kinds = [source.spell(*made.methods[name].returns) for name in self.members.in_order()]
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


def _bare(type_: str) -> str:
    return type_.removesuffix("&").rstrip().removeprefix("const ")
