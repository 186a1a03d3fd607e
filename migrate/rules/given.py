"""Which objects of a function may have memory of its caller: followed like a function's own buffers (rules/flows.py), through helpers of the file by what
each of them returns, stores and frees.

What a tensor had does not count any more where a statement before, on every way, gave it an address of the function's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from migrate.frontend.lex import Kind
from migrate.frontend.source import Function
from migrate.frontend.statements import block_around, parenthesis_around, statement_start
from migrate.model import Span
from migrate.rules.context import Context
from migrate.rules.flows import Escape, Flows, Key, Range, _Call, _Transfer
from migrate.rules.told_by_flag import FlagReader

_CHANGES = frozenset((b"=", b"+=", b"-=", b"|=", b"^=", b"&=", b"<<=", b">>="))
_SHIFTS = frozenset((b"+", b"-", b"<<", b">>", b"|", b"^", b"%", b"++", b"--"))
_LOOPS = (b"for", b"while", b"do", b"goto")
_BLOCKS = (b";", b"{", b"}", b"else", b"do", b"try", b":")
_HEADS = (b"if", b"for", b"while", b"switch", b"constexpr", b"catch")
_BINDS = (b"case", b"default")


@dataclass(frozen=True)
class Passed:
    """What a helper does with what its caller gives it, by positions of its parameters."""

    returns: frozenset[int] = frozenset()
    stores: Mapping[int, frozenset[int]] = field(
        default_factory=dict
    )  # what is given -> through which others it is stored
    frees: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """What is freed -> the others that it has to differ from wherever it is."""
    shifts: bool = False  # whether an address may become another one that is in the same memory


@dataclass
class Given(Flows):
    """Seeds: the caller's objects, by the places of their declarations."""

    seeds: frozenset[int] = frozenset()
    helpers: Mapping[str, Passed] = field(default_factory=dict)
    calls: Sequence[_Call] = ()
    transfers: Sequence[_Transfer] = ()
    asked: set[int] = field(default_factory=set)
    members: set[tuple[Key, bytes]] = field(default_factory=set)  # of objects that are not held as a whole

    def solved(self) -> Given:
        self.calls, self.transfers = list(self._all_calls()), list(self._all_transfers())
        self.held |= self.seeds
        self._reach(list(self.calls), list(self.transfers))
        before = -1
        while before < len(self.held) + len(self.members):
            before = len(self.held) + len(self.members)
            for _ in (*self._stored(list(self.transfers)), *self._handed(list(self.calls))):
                pass
        return self

    def live(self, first: int, last: int) -> bool:
        return any(True for _ in self.of(first, last))

    def of(self, first: int, last: int) -> Iterator[int]:
        """The objects of an expression through which it may be the caller's memory."""
        for index in self._objects(first, last):
            if self._is_held(index) and not self._stopped(index, first, last) and not self._is_replaced(index):
                yield index

    @cached_property
    def _parameters(self) -> frozenset[int]:
        return frozenset(self.source.code[p.name_index].start for p in self.source.parameters(self.ctx.function))

    def _is_held(self, index: int) -> bool:
        decl, key, member = self.source.fact(index), self._key(index), self._member(index)
        if key in self.held or (
            (key, member) in self.members if member else any(one == key for one, _ in self.members)
        ):
            return True
        return (
            decl is not None
            and decl.kind in ("param", "field")
            and decl.offset not in self._parameters
            and not self._small(decl.type)
        )

    def _put(self, index: int) -> str:
        self._hold(index)
        return ""

    def _hold(self, index: int) -> None:
        key, member = self._key(index), self._member(index)
        if not member:
            super()._hold(index)
            return
        self.members.add((key, member))
        self._hold_all([*self.links.get(key, ())])

    def _member(self, index: int) -> bytes:
        """The member that is named of a structure of the function's own; empty where more may be meant."""
        source, decl = self.source, self.source.fact(index)
        kind = "" if decl is None or decl.kind != "variable" else decl.type.removeprefix("const ")
        whole = (
            not kind
            or {"*", "&", "[", "<"} & {*kind}
            or kind in self.ctx.rules.tensor_types | self.ctx.rules.memory_types
        )
        if (
            whole
            or source.text(index + 1) != b"."
            or source.text(index + 3) == b"("
            or (source.where(b"union", 0, len(source.code)) and not self._is_flat(index))
        ):
            return b""
        return source.text(index + 2)

    def _copies(self, transfer: _Transfer) -> bool:
        if super()._copies(transfer) or self._whole(transfer) is not None:
            return True
        decl = self.source.fact(transfer.at - 1)
        member = decl is not None and decl.kind == "field" and self._value(decl.type)
        return member and not transfer.stores and all(map(self._is_flat, transfer.bases))

    def _whole(self, transfer: _Transfer) -> tuple[int, int] | None:
        """The two objects of `one = other;`, both of the same structure without pointers, of which each member is the other's."""
        source, (first, last) = self.source, transfer.given
        if len(transfer.bases) != 1 or transfer.stores or last - first != 1:
            return None
        base = transfer.bases[0]
        same = {decl.type if decl is not None else "" for decl in map(source.fact, (base, first))}
        whole = source.text(base + 1) == b"=" and len(same) == 1 and self._is_flat(base) and self._is_flat(first)
        return (base, first) if whole else None

    def _is_flat(self, index: int) -> bool:
        """Whether a token names a variable of a structure of the file that has no pointers, references, methods or overlapping members."""
        source, decl = self.source, self.source.fact(index)
        kind = decl.type if decl is not None and decl.kind == "variable" else ""
        if not kind.isidentifier():
            return False
        named = source.where(kind.encode(), 0, len(source.code))
        opened = [source.pairs[i - 1] for i in named if source.text(i - 1) == b"}" and i - 1 in source.pairs]
        opened += [i + 1 for i in named if source.text(i - 1) == b"struct" and source.text(i + 1) == b"{"]
        opened = [i for i in opened if b"struct" in (source.text(i - 1), source.text(i - 2))]
        body = {source.text(i) for opener in opened for i in range(opener + 1, source.pairs[opener])}
        return bool(opened) and not {b"*", b"&", b"<", b"(", b"union"} & body and not self._unions() & body

    def _unions(self) -> set[bytes]:
        """Names of the unions of the file."""
        source, found = self.source, set[bytes]()
        for index in source.where(b"union", 0, len(source.code)):
            opener = index + 1 if source.text(index + 1) == b"{" else index + 2
            found |= {source.text(index + 1), source.text(source.pairs.get(opener, index) + 1)}
        return found

    def _stored(self, transfers: list[_Transfer]) -> Iterator[Escape]:
        rest: list[_Transfer] = []
        for transfer in transfers:
            both = self._whole(transfer)
            if both is None or self._key(both[1]) in self.held:
                rest.append(transfer)
                continue
            one, other = map(self._key, both)
            self.members |= {(one, member) for key, member in self.members if key == other}
        yield from super()._stored(rest)

    def _stopped(self, index: int, first: int, last: int) -> bool:
        if super()._stopped(index, first, last):
            return True
        around = (
            i for i in range(first, index) if self.source.text(i) == b"(" and self.source.pairs.get(i, -1) > index
        )
        return any(not self._gives(opener, index) for opener in around)

    def _gives(self, opener: int, index: int) -> bool:
        """Whether what a call gives may be what a token in its arguments is."""
        arguments = enumerate(self.source.arguments(opener))
        position = next((n for n, (first, last) in arguments if first <= index < last), -1)
        passed, rule = self.helper(opener - 1), self.ctx.rules.calls.get(self._name(opener - 1))
        if rule is not None:
            return position in rule.template
        return passed is None or position in passed.returns

    def helper(self, head: int) -> Passed | None:
        source = self.source
        if head < 0 or source.text(head - 1) in (b".", b"->") or self._known(head):
            return None
        named = any(decl.kind in ("function", "template") and not decl.file for decl in source.decls(head))
        return self.helpers.get(self._name(head)) if named else None

    def _handed(self, calls: list[_Call]) -> Iterator[Escape]:
        for call in calls:
            for position, one in self._written_by(call):
                if any(self.live(*other) for other in self._sources(call, position)):
                    for index in self._objects(*one, subscripts=False):
                        self._hold(index)
        return iter(())

    def _written_by(self, call: _Call) -> Iterator[tuple[int, Range]]:
        """What a call that no rule describes may write to."""
        if call.head >= 0 and self._known(call.head):
            return
        ranges = [*call.arguments, *([call.receiver] if call.receiver else [])]
        for position, one in enumerate(ranges):
            if position >= len(call.arguments) or self._written(call, position):
                yield position, one

    def _sources(self, call: _Call, written: int) -> list[Range]:
        """What a call may store through one of its arguments."""
        passed = self.helper(call.head)
        arguments = list(enumerate(call.arguments))
        if passed is not None:
            return [one for n, one in arguments if written in passed.stores.get(n, ())]
        others = [one for n, one in arguments if n != written]
        return others + ([call.receiver] if call.receiver and written < len(arguments) else [])

    # what has an address of the function's own by now

    def _is_replaced(self, index: int) -> bool:
        decl = self.source.fact(index)
        plain = (
            decl is not None and decl.kind in ("variable", "param") and self._value(decl.type) and "[" not in decl.type
        )
        if not plain or decl is None or "<" in decl.type or index in self.asked:
            return False
        self.asked.add(index)
        end = self._replaced(index, index)
        found = end >= 0 and self._stays_own(index, end, self._last(end, index))
        found = found or FlagReader(self.ctx, self._replaced, self._stays_own, self._passes).tells(index)
        self.asked.discard(index)
        return found

    def _replaced(self, index: int, before: int) -> int:
        """Where the last statement before a place ends that gives the object of a token something else, if every way passes by it and it is not the
        caller's; else -1."""
        source, decl, end = self.source, self.source.fact(index), -1
        tensor = decl is not None and decl.type.removeprefix("const ") in self.ctx.rules.tensor_types
        field_ = [b".", self.ctx.rules.address_field.encode()] if tensor else []
        for at in source.where(source.text(index), self.ctx.function.open_brace, before):
            if self._key(at) != self._key(index):
                continue
            equals = at + 1 + len(field_)
            assigned = [source.text(i) for i in range(at + 1, equals + 1)] == [*field_, b"="]
            if assigned and source.text(at - 1) in (b";", b"{", b"}"):
                behind = self._end(equals + 1)
                if self.live(equals + 1, behind):
                    end = -1
                elif self._passes(at, before):
                    end = behind
            elif self._is_allocated(at) and self._passes(statement_start(source, at), before):
                end = self._end(at)
        return end

    def _is_allocated(self, at: int) -> bool:
        """Whether a statement of its own, which leaves where that fails, allocates memory in the object of a token."""
        source, opener = self.source, parenthesis_around(self.source, at)
        if source.text(at - 1) != b"&" or source.text(at + 1) not in (b",", b")") or source.text(opener) != b"(":
            return False
        rule = self.ctx.rules.calls.get(source.call_key(opener - 1))
        start = statement_start(source, at)
        checked = source.text(start).decode("utf-8", "replace") in self.ctx.rules.safe_calls
        return rule is not None and rule.allocates and checked

    def _last(self, end: int, index: int) -> int:
        """Up to where a statement behind one may run before a token."""
        loops = any(self.source.where(word, end, index) for word in _LOOPS)
        return self.source.pairs[block_around(self.source, end)] if loops else index

    def _passes(self, at: int, index: int) -> bool:
        """Whether every way to a token passes by the statement that another one begins."""
        source, block = self.source, block_around(self.source, at)
        if source.pairs.get(block, -1) < index:
            return False
        start, end = (Span(source.code[i].start, source.code[i].start) for i in (at, index))
        around = [one.branches for one in source.conditionals_around(start)]
        if not all(any(branch.body.covers(start) and branch.body.covers(end) for branch in one) for one in around):
            return False  # no statement of other chips
        for inner in range(at, index):
            if source.text(inner) in _BINDS or (
                source.text(inner) == b":"
                and source.text(inner - 2) in (b";", b"{", b"}", b":")
                and source.code[inner - 1].kind == Kind.IDENT
            ):
                return False
            if source.text(inner) == b"{" and source.pairs.get(inner, -1) > index and not self._is_block(inner):
                return False
        return True

    def _is_block(self, opener: int) -> bool:
        """Whether a brace opens a block of a statement, not of a lambda or a class."""
        source, before = self.source, self.source.text(opener - 1)
        if before == b")":
            return source.text(source.pairs[opener - 1] - 1) in _HEADS
        return before in _BLOCKS

    def _stays_own(self, index: int, end: int, last: int) -> bool:
        """Whether nothing between two places gives the object of a token what is the caller's."""
        key = self._key(index)
        same, pending = {key}, [key]
        while pending:
            new = self.links.get(pending.pop(), set()) - same
            same |= new
            pending += new
        for transfer in self.transfers:
            reached = transfer.unknown or any(self._key(base) in same for base in transfer.bases)
            if end < transfer.at < last and reached and self.live(*transfer.given):
                return False
        for call in self.calls:
            for position, one in self._written_by(call) if end < call.opener < last else ():
                reached = any(self._key(i) in same for i in self._objects(*one, subscripts=False))
                if reached and any(self.live(*other) for other in self._sources(call, position)):
                    return False
        return True

    # what is asked before a free

    def guards(self, index: int) -> Iterator[tuple[int, int]]:
        """The two tensors of each `a.addr != b.addr` without which a call is not come to, by their names."""
        yield from self._asked_around(index)
        yield from self._left_before(index)

    def _asked_around(self, index: int) -> Iterator[tuple[int, int]]:
        """Of an `if` around a call."""
        source = self.source
        start = statement_start(source, index)
        if source.text(start) != b"if" and source.text(start - 1) == b"{":
            start = statement_start(source, start - 1)
        if source.text(start) != b"if" or source.text(start + 1) != b"(":
            return
        closer = source.pairs[start + 1]
        plain = {b"{", b"(", b")", b"void", *(name.encode() for name in self.ctx.rules.safe_calls)}
        if any(source.text(i) in (b"||", b"or", b"?", b",", b";") for i in range(start + 2, closer)):
            return
        if any(source.text(i) not in plain for i in range(closer + 1, index)):
            return  # something may change before the call
        parts = [start + 1, *(i for i in source.where(b"&&", start, closer) if not self._nested(start + 1, i)), closer]
        for before, behind in pairwise(parts):
            yield from self._compared(before + 1, behind, b"!=")

    def _left_before(self, index: int) -> Iterator[tuple[int, int]]:
        """Of an `if ( a.addr == b.addr ) return;` before a call, where neither is changed anywhere."""
        source = self.source
        for start in source.where(b"if", self.ctx.function.open_brace, index):
            closer = source.pairs.get(start + 1, start) if source.text(start + 1) == b"(" else start
            leaves = closer + 1 + (source.text(closer + 1) == b"{")
            if source.text(leaves) != b"return" or not self._passes(start, index):
                continue
            if source.text(start - 1) in (b";", b"{", b"}"):
                found = list(self._compared(start + 2, closer, b"=="))
                yield from (pair for pair in found if all(map(self.is_steady, pair)))

    def _compared(self, first: int, last: int, operator: bytes) -> Iterator[tuple[int, int]]:
        """The names of two tensors, where an expression compares their addresses and nothing else."""
        words, address = [self.source.text(i) for i in range(first, last)], self.ctx.rules.address_field.encode()
        whole = len(words) == 7 and words[3] == operator and words[2] == words[6] == address
        if whole and {words[1], words[5]} <= {b".", b"->"}:
            yield first, first + 4

    def _nested(self, opener: int, index: int) -> bool:
        return any(
            self.source.pairs.get(i, -1) > index for i in range(opener + 1, index) if self.source.text(i) == b"("
        )

    def is_steady(self, index: int) -> bool:
        """Whether an object is a parameter, and what it was given from beginning to end."""
        decl, key = self.source.fact(index), self._key(index)
        if decl is None or decl.kind != "param" or self.links.get(key):
            return False
        if any(self._key(base) == key for transfer in self.transfers for base in transfer.bases):
            return False
        written = (one for call in self.calls for _, one in self._written_by(call))
        return not any(self._key(i) == key for one in written for i in self._objects(*one, subscripts=False))

    def shifts(self) -> bool:
        """Whether an address that was given may become another one within the same memory, here or in a helper that is called."""
        source, structs = self.source, self.ctx.rules.argument_types
        kinds = {launch.args for launch in self.ctx.launches} | set(structs)
        for transfer in self.transfers:
            decls = [source.fact(base) for base in transfer.bases]
            if decls and all(decl is not None and decl.type in kinds for decl in decls):
                continue
            compound = source.text(transfer.at) not in (b"=", b":") and source.code[transfer.at].kind != Kind.IDENT
            if self._is_shift(transfer.given) or (compound and any(self._is_held(base) for base in transfer.bases)):
                return True
        for call in self.calls:
            passed = self.helper(call.head)
            if (passed is not None and passed.shifts) or any(map(self._is_shift, call.arguments)):
                return True
        ends = [i + 1 for i in source.where(b"return", *self.ctx.function.body)]
        stepped = (i for word in (b"++", b"--") for i in source.where(word, *self.ctx.function.body))
        return any(self._is_shift((i, self._end(i))) for i in ends) or any(
            source.code[j].kind == Kind.IDENT and self._is_held(j) and not self._small_at(j)
            for i in stepped
            for j in (i - 1, i + 1)
        )

    def _small_at(self, index: int) -> bool:
        decl = self.source.fact(index)
        return decl is not None and self._small(decl.type, decl.canonical)

    def _is_shift(self, given: Range) -> bool:
        return any(self.source.text(i) in _SHIFTS for i in range(*given)) and self.live(*given)


def given(ctx: Context, helpers: Mapping[str, Passed], but: int = -1) -> Given:
    """What may be the caller's in a function, `but` what comes from one of its parameters alone."""
    return Given(ctx, (), (), seeds=_seeds(ctx) - {but}, helpers=helpers).solved()


def _seeds(ctx: Context) -> frozenset[int]:
    flows = Flows(ctx, (), ())
    return frozenset(
        ctx.source.code[p.name_index].start
        for p in ctx.parameters
        if p.type.removeprefix("const ") not in ctx.rules.handle_types and not flows._small(p.type)
    )


def passed_on(ctx: Context) -> Mapping[str, Passed]:
    """What the functions of the file do with what they are given, by their names."""
    source, rules = ctx.source, ctx.rules
    known: tuple[object, dict[str, Passed]] | None = source.memo.get(passed_on)
    if known is None or known[0] is not rules:
        described = (rules.provided, rules.launch, rules.calls, rules.infrastructure)
        own = {f.name for f in source.functions if not any(f.name in names for names in described)}
        called = {
            f.name: {source.text(i).decode("utf-8", "replace") for i in source.calls(*f.body)} for f in source.functions
        }
        wanted = own & {name for names in called.values() for name in names}
        found: dict[str, Passed] = {name: Passed() for name in wanted}
        pending = set(wanted)
        while pending:
            changed = set[str]()
            for function in (f for f in source.functions if f.name in pending):
                joined = _joined(found[function.name], _passed(ctx, function, found))
                changed |= {function.name} if joined != found[function.name] else set()
                found[function.name] = joined
            pending = {name for name in wanted if called[name] & changed}
        known = source.memo[passed_on] = rules, found
    return known[1]


def _joined(one: Passed, other: Passed) -> Passed:
    stores = {
        n: one.stores.get(n, frozenset()) | other.stores.get(n, frozenset()) for n in {*one.stores, *other.stores}
    }
    frees = {
        n: one.frees.get(n, other.frees.get(n, frozenset())) & other.frees.get(n, one.frees.get(n, frozenset()))
        for n in {*one.frees, *other.frees}
    }
    return Passed(one.returns | other.returns, stores, frees, one.shifts or other.shifts)


def _passed(outer: Context, function: Function, helpers: Mapping[str, Passed]) -> Passed:
    ctx = Context(outer.source, function, outer.rules, outer.prototypes, outer.internals, outer.passing)
    source, places = ctx.source, [ctx.source.code[p.name_index].start for p in ctx.parameters]
    returns, stores, frees, shifts = set[int](), dict[int, frozenset[int]](), dict[int, frozenset[int]](), False
    for position, place in enumerate(places):
        if place not in _seeds(ctx):
            continue
        flows = Given(ctx, (), (), seeds=frozenset((place,)), helpers=helpers).solved()
        ends = [i + 1 for i in source.where(b"return", *function.body)]
        if any(flows.live(i, flows._end(i)) for i in ends) and not flows._small(flows._result()):
            returns.add(position)
        others = {n for n, p in enumerate(ctx.parameters) if flows.reaches(p.type, "") and places[n] in flows.held}
        stores[position] = frozenset(others - {position})
        for _, against in freed(flows):
            compared = {n for n, p in enumerate(places) for i in against if flows._key(i) == p and n != position}
            frees[position] = frees.get(position, frozenset(compared)) & compared
        shifts = shifts or flows.shifts()
    return Passed(frozenset(returns), stores, frees, shifts)


def freed(flows: Given) -> Iterator[tuple[int, frozenset[int]]]:
    """Calls that may free the caller's memory, and the names of parameters that the one object which is freed has to differ from there."""
    source, rules = flows.source, flows.ctx.rules
    for call in flows.calls:
        if call.head < 0:
            continue
        rule = rules.calls.get(source.call_key(call.head))
        passed = flows.helper(call.head)
        frees: Mapping[int, frozenset[int]] = passed.frees if passed is not None else {}
        if rule is not None and rules.unified.has_role("free", rule.text):
            frees = {n: frozenset() for n in range(len(call.arguments))}
        for position, compared in frees.items():
            if position >= len(call.arguments):
                yield call.head, frozenset()
                continue
            objects = list(flows.of(*call.arguments[position]))
            if not objects:
                continue
            against = {
                i for n in compared if n < len(call.arguments) for i in [_named(flows, call.arguments[n])] if i >= 0
            }
            asked = set[int]()
            names = {flows._key(i) for i in objects}
            for one, other in flows.guards(call.head):
                for left, right in ((one, other), (other, one)):
                    asked |= {right} if names == {flows._key(left)} else set()
            whole = len(names) == 1 and not any(
                source.text(i) in _SHIFTS | _CHANGES for i in range(*call.arguments[position])
            )
            yield call.head, frozenset(i for i in against | asked if whole and flows.is_steady(i))


def _named(flows: Given, argument: Range) -> int:
    """The object that an argument is, or is the address of; -1 where it is more than that."""
    first, last = argument
    first += flows.source.text(first) in (b"&", b"*")
    return first if last - first == 1 and flows.source.code[first].kind == Kind.IDENT else -1


def frees_given(ctx: Context) -> Iterator[tuple[int, str]]:
    """Calls of an operator that may free memory which is its caller's, and whose."""
    source, rules = ctx.source, ctx.rules
    names = {n.rpartition("::")[2] for n, rule in rules.calls.items() if rules.unified.has_role("free", rule.text)}
    if not any(source.where(name.encode(), 0, len(source.code)) for name in names):
        return
    helpers = passed_on(ctx)
    names |= {name for name, passed in helpers.items() if passed.frees}
    if not any(source.where(name.encode(), *ctx.function.body) for name in names):
        return
    flows = given(ctx, helpers)
    for index, against in freed(flows):
        if not any(_only_copies(ctx, flows, index, i, helpers) for i in against):
            yield index, _whose(ctx, index, helpers)


def _only_copies(ctx: Context, flows: Given, index: int, compared: int, helpers: Mapping[str, Passed]) -> bool:
    """Whether what is freed is the caller's only where it is the tensor that it is compared with."""
    decl = ctx.source.fact(compared)
    if decl is None or flows.shifts():
        return False
    others = given(ctx, helpers, decl.offset)
    return not any(head == index for head, _ in freed(others))


def _whose(ctx: Context, index: int, helpers: Mapping[str, Passed]) -> str:
    for parameter in ctx.parameters:
        place = ctx.source.code[parameter.name_index].start
        if place in _seeds(ctx):
            flows = Given(ctx, (), (), seeds=frozenset((place,)), helpers=helpers).solved()
            if any(head == index for head, _ in freed(flows)):
                return ctx.source.text(parameter.name_index).decode("utf-8", "replace")
    return "what it is given"
