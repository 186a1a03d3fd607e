"""Where a device buffer, its address, or what holds one may go: followed through the objects of a function, whatever the order of its statements.

A place is the function's own only where every object that is named in it is declared here, and nothing of the caller's is reached through it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from migrate.frontend.compiler.clang import Decl, is_system
from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import listed_types
from migrate.frontend.receivers import receiver_start
from migrate.frontend.source import Function, Source
from migrate.rules.context import Context
from migrate.rules.handles import parameters_of

Range = tuple[int, int]
Key = int | bytes
Escape = tuple[int, str]

CONTROL = frozenset((b"if", b"while", b"for", b"switch", b"return", b"sizeof", b"decltype", b"catch", b"alignof"))
_ASSIGNS = frozenset((b"=", b"+=", b"-=", b"|=", b"^=", b"&="))
_LHS_STOPS = frozenset((b";", b"{", b"}", b"(", b",", b"=", b"return", b"?", b":", b"[", b"else", b"do", b"&&", b"||"))
_HEADS = frozenset((b"if", b"while", b"for", b"switch"))
_ASKED = frozenset((b"==", b"!=", b"<", b">", b"<=", b">=", b"&&", b"||", b"?"))
_COUNTS = frozenset((b"size", b"empty", b"length", b"capacity", b"max_size"))
_TAKES = frozenset(
    (b"push_back", b"push_front", b"emplace_back", b"emplace", b"insert", b"assign", b"resize", b"fill")
)  # not written: arguments
_STORAGE = frozenset((b"static", b"thread_local", b"extern"))
_SMALL = re.compile(r"^((un)?signed )?(char|short|int|bool|float|(un)?signed|void|double|short int)$")
_WIDE = re.compile(r"^((un)?signed )?(long|long long|long int|__int128)( int)?( unsigned)?$|^unsigned long( long)?$")
_LISTS = re.compile(
    r"^std::(?:__\w+::)?(vector|array|deque|list|initializer_list|pair|optional|basic_string|set)<(.*)>$"
)


@dataclass(frozen=True)
class _Call:
    head: int  # code index of the name; -1 where it is no name
    opener: int
    receiver: Range | None
    arguments: tuple[Range, ...]


@dataclass(frozen=True)
class _Transfer:
    """What is assigned to, or declared, at `at`: the objects of its target, and the code tokens that it is given."""

    at: int
    bases: tuple[int, ...]
    stores: bool  # what the target reaches is written, not the object alone
    given: Range
    unknown: bool = False


@dataclass
class Flows:
    ctx: Context
    names: Collection[bytes]  # memory objects
    made: Collection[bytes]  # functions that allocate in the scope of this one
    returns: bool = True  # whether what is returned is a buffer of this function, not one that it was given
    held: set[Key] = field(default_factory=set)
    outside: dict[Key, str] = field(default_factory=dict)  # objects through which what outlives the function is reached
    links: dict[Key, set[Key]] = field(default_factory=dict)

    def escapes(self) -> list[Escape]:
        calls, transfers = list(self._all_calls()), list(self._all_transfers())
        for index in self._objects(*self.ctx.function.body):
            if self.source.text(index) in self.names:
                self.held.add(self._key(index))
        self._reach(calls, transfers)
        found: dict[int, str] = {}
        before = -1
        while before < len(self.held):
            before = len(self.held)
            for escape in (*self._stored(transfers), *self._handed(calls)):
                found.setdefault(*escape)
        for index in self.source.where(b"return", *self.ctx.function.body):
            if self.returns and not self._small(self._result()) and self.live(index + 1, self._end(index + 1)):
                found.setdefault(index, "is returned")
        return sorted(found.items())

    @property
    def source(self) -> Source:
        return self.ctx.source

    def _result(self) -> str:
        function = self.ctx.function
        words = [self.source.text(i).decode("utf-8", "replace") for i in range(function.first, function.name_index)]
        return " ".join(word for word in words if word not in ("static", "inline", "constexpr", "extern", '"C"'))

    # objects

    def _key(self, index: int) -> Key:
        decl = self.source.fact(index)
        return decl.offset if decl is not None and decl.offset >= 0 else self.source.text(index)

    def _objects(self, first: int, last: int, subscripts: bool = True) -> Iterator[int]:
        """Identifiers of objects in a range, but for handles and members of others."""
        source, index = self.source, first
        while index < last:
            if source.text(index) == b"[" and not subscripts and index in source.pairs:
                index = source.pairs[index] + 1
                continue
            if source.code[index].kind == Kind.IDENT and source.text(index - 1) not in (b".", b"->"):
                decl = source.fact(index)
                known = decl is not None and decl.kind in ("param", "variable", "field")
                if (known and not self._is_handle(decl)) or (decl is None and source.text(index) in self.names):
                    yield index
            index += 1

    def _is_handle(self, decl: Decl | None) -> bool:
        return decl is not None and decl.type.removeprefix("const ") in self.ctx.rules.handle_types

    def _outer(self, index: int) -> str:
        """The name of an object that outlives the function, or through which its caller's is reached; empty for the function's own."""
        source, decl = self.source, self.source.fact(index)
        if decl is None:
            return ""
        name = source.text(index).decode("utf-8", "replace")
        if decl.kind == "field":
            designates = source.text(index - 1) in (b"{", b",") or decl.offset == source.code[index].start
            return "" if designates else name
        if decl.kind == "variable":
            if decl.offset >= 0 and source.in_function(decl.offset):
                return name if self._storage(source.index_at(decl.offset)) else ""
            return "" if decl.type.startswith("const ") and "*" not in decl.type else name
        return name if self.reaches(decl.type, decl.canonical) else ""

    def _storage(self, index: int) -> bool:
        source = self.source
        while source.text(index - 1) not in (b";", b"{", b"}", b"(", b")"):
            index -= 1
            if source.text(index) in _STORAGE:
                return True
        return False

    def reaches(self, kind: str, canonical: str) -> bool:
        """Whether what somebody else has can be written through an object of a type."""
        kind, canonical = (re.sub(r"\s*\[\w*\]$", " *", one) for one in (kind, canonical))
        if (
            kind.removeprefix("const ") in self.ctx.rules.memory_types
            or self._value(kind)
            or self._value(canonical or kind)
        ):
            return False
        plain = (canonical or kind).strip()
        if plain.startswith("const ") and plain[-1] in "*&":
            inner = (kind if kind.startswith("const ") and kind[-1] in "*&" else plain)[6:-1].strip()
            return not (self._value(inner) or self._value(plain[6:-1].strip()))
        return True

    def _value(self, kind: str) -> bool:
        """Whether an object of a type, as the compiler spells it, holds all that is reached through it."""
        rules = self.ctx.rules
        plain = re.sub(r"\s*\[\w*\]$", "", kind.strip()).removeprefix("const ").removesuffix(" const").strip()
        plain = plain.removeprefix("struct ").removeprefix("enum ")
        found = _LISTS.match(plain)
        if found:
            parts = [
                p
                for p in listed_types(found[2])
                if p and not re.match(r"std::(\w+::)?(allocator|char_traits|less)<|\d+$", p)
            ]
            return all(self._value(part) for part in parts)
        known = (rules.tensor_types, rules.dtype_types, rules.status_types, rules.argument_types, rules.memory_types)
        simple = bool(_SMALL.match(plain) or _WIDE.match(plain)) or plain in rules.address_types
        return simple or any(plain in kinds for kinds in known) or plain in ("std::string", "size_t", "int64_t")

    def _small(self, kind: str, canonical: str = "") -> bool:
        """Whether a value of a type is too small for an address."""
        rules, plain = self.ctx.rules, re.sub(r"\s*\[\w*\]", "", canonical or kind).removeprefix("const ").strip()
        named = kind.removeprefix("const ").strip()
        return bool(_SMALL.match(plain)) or named in rules.status_types or named in rules.dtype_types

    def _free(self, index: int) -> bool:
        """Whether a local object may reach others: it is a pointer, a reference, or of a type that nothing is known of."""
        decl = self.source.fact(index)
        return (
            decl is not None
            and decl.kind != "field"
            and not (self._value(decl.type) or self._value(decl.canonical or decl.type))
        )

    # what is where

    def _end(self, index: int) -> int:
        """The end of an expression: the next semicolon, comma or closing bracket outside of brackets."""
        source = self.source
        while source.text(index) not in (b";", b",", b")", b"}", b"]") and index < self.ctx.function.close_brace:
            index = (
                source.pairs[index] + 1
                if source.text(index) in (b"(", b"{", b"[") and index in source.pairs
                else index + 1
            )
        return index

    def _begin(self, equals: int) -> int:
        """The first token of what stands left of an assignment."""
        source, index = self.source, equals
        while source.text(index - 1) not in _LHS_STOPS:
            opener = source.pairs.get(index - 1, -1) if source.text(index - 1) in (b")", b"]") else -1
            if opener >= 0 and source.text(index - 1) == b")" and source.text(opener - 1) in _HEADS:
                break
            index = opener if opener >= 0 else index - 1
        return index

    def _declares(self, index: int) -> bool:
        decl = self.source.fact(index)
        return decl is not None and decl.kind == "variable" and decl.offset == self.source.code[index].start

    def _all_transfers(self) -> Iterator[_Transfer]:
        source, (first, last) = self.source, self.ctx.function.body
        for index in range(first, last):
            text = source.text(index)
            if text in _ASSIGNS and source.text(index + 1) != b"]":
                yield from self._assignment(index)
            elif text == b"for" and source.text(index + 1) == b"(":
                yield from self._range_for(index + 1)
            elif (
                source.code[index].kind == Kind.IDENT
                and source.text(index + 1) in (b"(", b"{")
                and self._declares(index)
            ):
                yield _Transfer(index, (index,), False, (index + 2, source.pairs[index + 1]))

    def _assignment(self, equals: int) -> Iterator[_Transfer]:
        source, begin = self.source, self._begin(equals)
        given = (equals + 1, self._end(equals + 1))
        declared = [i for i in range(begin, equals) if source.code[i].kind == Kind.IDENT and self._declares(i)]
        if declared:
            yield _Transfer(declared[-1], (declared[-1],), False, given)
            return
        bases = tuple(self._objects(begin, equals, subscripts=False))
        designator = source.text(begin) == b"." or source.text(begin - 1) == b"["
        called = any(
            source.text(i + 1) == b"(" and source.text(i - 1) not in (b".", b"->") and source.code[i].kind == Kind.IDENT
            for i in range(begin, equals)
        )
        if (self._ends_small(equals) and not self._splits(*given)) or (designator and not bases):
            return
        decl = source.fact(begin) if equals - begin == 1 else None
        direct = decl is not None and "&" not in decl.type and decl.kind in ("param", "variable")
        direct = direct and not (decl is not None and decl.kind == "variable" and self._outer(begin))
        yield _Transfer(equals, bases, not direct, given, called or not bases)

    def _ends_small(self, behind: int) -> bool:
        index = behind - 1
        while self.source.text(index) == b"]":
            index = self.source.pairs[index] - 1
        decl = self.source.fact(index)
        return (
            decl is not None
            and "*" not in decl.type
            and self._small(decl.type.rstrip("& "), decl.canonical.rstrip("& "))
        )

    def _splits(self, first: int, last: int) -> bool:
        """Whether an expression takes a part of a number, of which others may be the rest."""
        source = self.source
        if source.where(b">>", first, last) or source.where(b"%", first, last):
            return True
        return any(
            source.code[i - 1].kind in (Kind.IDENT, Kind.NUMBER) or source.text(i - 1) in (b")", b"]")
            for i in source.where(b"&", first, last)
        )

    def _range_for(self, opener: int) -> Iterator[_Transfer]:
        source, index = self.source, opener + 1
        closer = source.pairs[opener]
        while index < closer and source.text(index) not in (b";", b":"):
            index = source.pairs[index] + 1 if source.text(index) in (b"(", b"[", b"{") else index + 1
        if index < closer and source.text(index) == b":":
            declared = tuple(
                i for i in range(opener + 1, index) if source.code[i].kind == Kind.IDENT and self._declares(i)
            )
            yield _Transfer(index, declared, False, (index + 1, closer), not declared)

    def _all_calls(self) -> Iterator[_Call]:
        source = self.source
        for opener in source.where(b"(", *self.ctx.function.body):
            head = opener - 1
            if source.text(head) in (b">", b">>"):
                head = next((i for i in range(head, max(0, head - 60), -1) if source.text(i) == b"<"), opener) - 1
                if source.text(head).endswith(b"_cast"):
                    continue
            arguments = tuple(source.arguments(opener))
            if source.code[head].kind != Kind.IDENT:
                if source.text(opener - 1) in (b")", b"]") and len(arguments) > 1:
                    yield _Call(-1, opener, None, arguments)
                continue
            if source.text(head) in CONTROL or self._declares(head):
                continue
            start = receiver_start(source, head)
            member = source.text(head - 1) in (b".", b"->")
            yield _Call(head, opener, (start, head - 1) if member else None, arguments)

    # what recognised calls do

    def _known(self, head: int) -> str:
        """Of a call that a rule describes: `gives` the buffer or address, `allocates`, or `nothing`; empty for any other."""
        source, rules = self.source, self.ctx.rules
        key = source.call_key(head)
        rule = rules.calls.get(key)
        if rule is not None:
            if rule.allocates:
                return "allocates"
            results = {t.partition("(")[0].strip() for t in self._function_types(head)}
            gives = rule.kind == "address" or (not rule.answers and not all(map(self._small, results)))
            return "gives" if gives else "nothing"
        known = (rules.launch, rules.checks, rules.safe_calls, rules.prints, rules.provided)
        return "nothing" if any(key in names for names in known) else ""

    def _function_types(self, head: int) -> list[str]:
        return [decl.type for decl in self.source.every_fact(head) if decl.kind == "function"]

    def _written(self, call: _Call, position: int) -> bool:
        """Whether what is called may write to what an argument names."""
        if call.receiver and self.source.text(call.head) in _TAKES and self._standard(call.head):
            return False
        known = list(parameters_of(self.ctx, call.head)) if call.head >= 0 else []
        kinds = [types[position] for types in known if position < len(types)]
        return len(kinds) != len(known) or not known or any(self.reaches(kind, "") for kind in kinds)

    def _standard(self, head: int) -> bool:
        found = [decl for decl in self.source.decls(head) if decl.kind in ("method", "template")]
        return bool(found) and all(is_system(decl.file) for decl in found)

    # liveness

    def live(self, first: int, last: int) -> bool:
        """Whether the value of an expression may be a buffer's, an address, or hold one."""
        source = self.source
        if any(self._key(i) in self.held and not self._stopped(i, first, last) for i in self._objects(first, last)):
            return True
        for index in range(first, last):
            if source.code[index].kind == Kind.IDENT and source.opener(index) >= 0:
                fresh = source.text(index) in self.made or self._known(index) == "allocates"
                results = [t.partition("(")[0].strip() for t in self._function_types(index)]
                if fresh and not (results and all(map(self._small, results))) and not self._stopped(index, first, last):
                    return True
        return False

    def _stopped(self, index: int, first: int, last: int) -> bool:
        """Whether what becomes of an object within an expression is no address any more."""
        source = self.source
        end = index + 1
        while source.text(end) in (b".", b"->", b"[", b"(") and end < last:
            if source.text(end) in (b".", b"->"):
                decl = source.fact(end + 1)
                if (
                    decl is not None
                    and decl.kind == "field"
                    and "*" not in decl.type
                    and self._small(decl.type, decl.canonical)
                ):
                    return True
                if source.text(end + 1) in _COUNTS and source.text(end + 2) == b"(":
                    return True
                end += 2
            else:
                end = source.pairs[end] + 1
        start = index
        while source.text(start - 1) in (b"*", b"&") and start > first:
            start -= 1
        if source.text(end) in _ASKED or source.text(start - 1) in (b"==", b"!=", b"!"):
            return True
        at = index - 1
        while at >= first:
            text = source.text(at)
            if text == b"[" and source.code[at - 1].kind == Kind.IDENT:
                return True
            if text == b"(" and source.code[at - 1].kind == Kind.IDENT and self._opaque(at - 1):
                return True
            at = source.pairs[at] - 1 if text in (b")", b"]", b"}") else at - 1
        return False

    def _opaque(self, head: int) -> bool:
        """Whether what a call gives is no address of what it is given."""
        known = self._known(head)
        if known or self.source.text(head) in (b"sizeof", b"decltype", b"alignof"):
            return known != "gives"
        results = [kind.partition("(")[0].strip() for kind in self._function_types(head)]
        return bool(results) and all(map(self._small, results))

    # what reaches what

    def _reach(self, calls: list[_Call], transfers: list[_Transfer]) -> None:
        """Which local objects are the caller's under another name, or one another's."""
        carrying = [t for t in transfers if not self._copies(t)]
        pairs = [(base, other) for t in carrying for base in t.bases for other in self._objects(*t.given)]
        for call in calls:
            if call.head >= 0 and self._known(call.head):
                continue
            ranges = [one for position, one in enumerate(call.arguments) if self._written(call, position)]
            ranges += [call.receiver] if call.receiver else []
            objects = [i for one in ranges for i in self._objects(*one, subscripts=False)]
            pairs += [(one, other) for one in objects for other in objects if one != other]
        pairs = [(one, other) for one, other in pairs if self._free(one) and not self._read(other)]
        for one, other in pairs:
            self.links.setdefault(self._key(one), set()).add(self._key(other))
            if not self._outer(other):
                self.links.setdefault(self._key(other), set()).add(self._key(one))
        changed = True
        while changed:
            changed = False
            for one, other in pairs:
                name = self._outer(other) or self.outside.get(self._key(other), "")
                if name and self._key(one) not in self.outside:
                    self.outside[self._key(one)] = name
                    changed = True

    def _copies(self, transfer: _Transfer) -> bool:
        """Whether a member is assigned that holds all that is reached through it."""
        index = transfer.at - 1
        while self.source.text(index) == b"]":
            index = self.source.pairs[index] - 1
        decl = self.source.fact(index)
        field_ = decl is not None and decl.kind == "field" and transfer.stores
        return field_ and decl is not None and (self._value(decl.type) or self._value(decl.canonical or decl.type))

    def _read(self, index: int) -> bool:
        """Whether only a number is read of an object."""
        decl = self.source.fact(index)
        plain = decl is not None and self._small(decl.type, decl.canonical) and self.source.text(index - 1) != b"&"
        return plain and not (decl is not None and "&" in decl.type)

    def _hold(self, index: int) -> None:
        self._hold_all([self._key(index)])

    def _hold_all(self, pending: list[Key]) -> None:
        """Objects, and those that are linked with them."""
        while pending:
            key = pending.pop()
            if key not in self.held:
                self.held.add(key)
                pending += self.links.get(key, ())

    def _put(self, index: int) -> str:
        """A buffer's address is written to what an object names: what it outlives the function in, if it does."""
        found = self._outer(index) or self.outside.get(self._key(index), "")
        if not found:
            self._hold(index)
        return found

    def _stored(self, transfers: list[_Transfer]) -> Iterator[Escape]:
        for transfer in transfers:
            if not self.live(*transfer.given):
                continue
            if transfer.unknown:
                yield transfer.at, "is stored in what is not known to end with the function"
            for base in transfer.bases:
                if not transfer.stores:
                    if self._declares(base) and self._storage(base):
                        yield transfer.at, f"is stored in {self._name(base)}, which outlives the function"
                    if not self._ends_small(base + 1) or self._splits(*transfer.given):
                        self._hold(base)
                elif name := self._put(base):
                    yield transfer.at, f"is stored in {name}, which outlives the function"

    def _name(self, index: int) -> str:
        return self.source.text(index).decode("utf-8", "replace")

    def _handed(self, calls: list[_Call]) -> Iterator[Escape]:
        source = self.source
        for call in calls:
            known = self._known(call.head) if call.head >= 0 else ""
            name = self._name(call.head) if call.head >= 0 else "a function"
            fresh = known == "allocates" or (call.head >= 0 and source.text(call.head) in self.made)
            if known and not fresh:
                continue
            ranges = [*call.arguments, *([call.receiver] if call.receiver and not known else [])]
            if not fresh and not any(self.live(*one) for one in ranges):
                continue
            for position, one in enumerate(ranges):
                if position < len(call.arguments) and not self._written(call, position):
                    continue
                for index in self._objects(*one, subscripts=False):
                    decl = source.fact(index)
                    if (
                        decl is not None
                        and decl.kind == "variable"
                        and decl.type.startswith("const ")
                        and "*" not in decl.type
                    ):
                        continue
                    if found := self._put(index):
                        made = f"that {name} makes may be stored in" if fresh else f"is handed to {name} together with"
                        yield index, f"{made} {found}, which outlives the function"
            if not fresh and call.head >= 0 and self._keeps(call.head):
                yield call.head, f"is handed to {name}, which may keep it"

    def _keeps(self, head: int) -> bool:
        """Whether a function of the file, or one that it calls, has what stays from one call to the next."""
        source = self.source
        places = {decl.offset for decl in source.decls(head) if decl.kind in ("function", "template") and not decl.file}
        called = [f for f in source.functions if f.name_offset(source) in places]
        rules, seen = self.ctx.rules, set[int]()
        described = (rules.provided, rules.launch, rules.calls, rules.infrastructure)
        while called:
            function = called.pop()
            if function.first in seen or any(function.name in names for names in described):
                continue
            seen.add(function.first)
            if _stays(source, function):
                return True
            names = {source.text(index).decode("utf-8", "replace") for index in source.calls(*function.body)}
            called += [f for f in source.functions if f.name in names]
        return False


def _stays(source: Source, function: Function) -> bool:
    first, last = function.body
    if any(source.where(word, first, last) for word in _STORAGE):
        return True
    begin, end = source.code[first].start, source.code[last - 1].end
    return any(begin <= at < end and not decl.type.startswith("const ") for at, decl in source.globals)
