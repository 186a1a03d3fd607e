"""What holds at one point of a path: what names stand for, what variables hold, what became of each buffer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from migrate.findings.behaviour import Behaviour, Fork, Leak, Path, Struct
from migrate.findings.macros import Macros
from migrate.findings.terms import ZERO, Knowledge, Place, Value, root, within
from migrate.findings.trees import Expr, Variable
from migrate.findings.view import FunctionView, Vocabulary

STEPS = 6000  # statements and parts of expressions of one path
Key = tuple[str, int]  # of a variable: its name and where it is declared, -1 for what the function does not declare


ENDS = frozenset(("abort", "exit", "_Exit", "quick_exit", "terminate"))
SIZE = "<size>"  # the member that stands for how many elements a container has
_PARTS = frozenset(("field", "elem"))  # of another place


@lru_cache(maxsize=65536)
def word(text: bytes) -> str:
    return text.decode("utf-8", "replace")


class TooLong(Exception):
    """The path has too many steps."""


def _is_vague(value: Value) -> bool:
    if value[:2] == ("sym", "maybe"):
        return True
    if value[0] == "var" and value[1][1] == -1:
        return bool(value[1][0].isupper())
    return any(isinstance(part, tuple) and bool(part) and _is_vague(part) for part in value)


@dataclass(frozen=True)
class File:
    """What the source of a function has besides it, as one chip sees it."""

    constants: Mapping[bytes, Variable]
    helpers: Mapping[str, FunctionView]  # that are run where they are called
    sizing: frozenset[str]  # helpers that are run only where they are given a dtype code: they multiply with it
    functions: frozenset[str]
    macros: Macros
    initialised: frozenset[bytes] = frozenset()  # types whose constructors or members set what they hold

    ended: frozenset[bytes] = frozenset()  # types with destructors
    ending: frozenset[str] = frozenset()  # functions that never return
    throwing: frozenset[str] = frozenset()  # checks and safe calls that throw
    naming: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # functions that give one of some texts

    @cached_property
    def named(self) -> frozenset[str]:
        return frozenset(self.helpers) - self.sizing


@dataclass
class Buffer:
    state: str  # unset, allocated, freed, other
    offset: int = -1
    status: Value = ZERO
    held: bool = False  # whether something had set it before, which it keeps where it is not allocated


class State:
    """Of one path."""

    def __init__(
        self,
        view: FunctionView,
        words: Vocabulary,
        statuses: frozenset[str],
        file: File,
        found: Behaviour,
        decisions: list[list[bool]],
    ) -> None:
        self.view, self.words, self.statuses, self.file, self.found = view, words, statuses, file, found
        self.site = -1  # of the call whose helper is run
        self.passed: frozenset[str] = frozenset()  # texts that it was given
        self.decisions, self.position = decisions, 0
        self.knowledge = Knowledge(self.choose)
        self.path = Path()
        self.scopes: list[dict[bytes, Key]] = [{}]
        self.variables: dict[Key, Variable] = {}
        self.aliases: dict[Key, Place] = {}
        self.values: dict[Place, Value] = {}
        self.whole: set[Place] = set()  # places of whose parts something is or was known
        self.buffers: dict[Place, Buffer] = {}
        self.pending: dict[Place, str] = {}
        self.copied_for: set[str] = set()  # what a helper copies into
        self.visits: dict[int, int] = {}
        self.steps = 0
        self.quiet = 0
        self.dead = False
        self.at: Expr | None = None
        self.forks = 0
        self.depth = 0
        self.tries = 0  # how many `try` the place is in
        self.running = {id(view)}  # what is run just now: lambdas and helpers too

    def choose(self) -> bool:
        if self.quiet:
            return True
        self.forks += 1
        if self.position == len(self.decisions):
            self.decisions.append([True, True])
        answer = self.decisions[self.position][0]
        self.position += 1
        if self.at is not None:
            self.path.forks.append(Fork(self.told(self.at.token.start), self.at, answer))
        self.path.unsure |= self.site >= 0 or self.asks_again()
        return answer

    def asks_again(self) -> bool:
        """Whether a condition is about what may have changed since it was last asked, or a macro that is not known."""
        return any(map(_is_vague, self.knowledge.asking))

    def told(self, offset: int) -> int:
        """Where something is said to happen: what a helper does happens where the function calls it."""
        return offset if self.site < 0 else self.site

    def step(self) -> None:
        self.steps += 1
        if self.steps > STEPS:
            raise TooLong

    def fresh(self, token_start: int, what: str = "fresh") -> Value:
        count = self.visits[token_start] = self.visits.get(token_start, 0) + 1
        return ("sym", what, token_start, count)

    @cached_property
    def asked(self) -> frozenset[str]:
        words = self.words
        return (
            words.malloc
            | words.free
            | words.launches
            | words.address
            | words.device_to_host
            | words.waits
            | self.file.named
        )

    @cached_property
    def handles(self) -> frozenset[bytes]:
        """Names of buffers, of what stands for one, and of lambdas."""
        if "handles" not in self.view.memo:
            found = set()
            for statement in self.view.every_statement:
                for variable in statement.variables:
                    named = variable.value is not None and any(
                        p.kind == "lambda" or (p.kind == "name" and p.text in found) for p in variable.value.walk()
                    )
                    holds = b"*" in variable.pointer or b"&" in variable.pointer or b"auto" in variable.type
                    if self.is_handle(variable) or (named and holds):
                        found.add(variable.name.text)
            self.view.memo["handles"] = frozenset(found)
        known: frozenset[bytes] = self.view.memo["handles"]
        return known

    def is_handle(self, variable: Variable) -> bool:
        """Whether it is a device buffer, or an array of them."""
        return not variable.pointer and self.is_memory_type(variable)

    def is_memory_type(self, variable: Variable) -> bool:
        return any(word(text) in self.words.memory_types for text in variable.type)

    def frees_itself(self, place: Place) -> bool:
        """Whether it lies in an object whose end does something, and that is none of the standard library's holding bare buffers."""
        base = root(place)
        told = self.view.declared.get(base[1][1]) if base[0] == "var" else None
        if told is None:
            variable = self.variables.get(base[1]) if base[0] == "var" else None
            return variable is not None and not self.file.ended.isdisjoint(variable.type)
        if told.plain:
            return False
        types = (told.type, told.canonical)
        known = any(kind in type_ for type_ in types for kind in self.words.memory_types)
        return not (known and any(type_.removeprefix("const ").startswith("std::") for type_ in types))

    def is_static(self, variable: Variable) -> bool:
        return b"static" in variable.type or b"extern" in variable.type

    def is_array(self, place: Place) -> bool:
        return place[0] == "var" and place[1] in self.variables and bool(self.variables[place[1]].extents)

    def is_memory(self, place: Place) -> bool:
        base = root(place)
        return base[0] == "var" and base[1] in self.variables and self.is_handle(self.variables[base[1]])

    def lookup(self, name: bytes) -> Key | None:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None

    def moved(self, place: Place, by: Value) -> Place:
        if by == ZERO:
            return place
        if place[0] != "elem":
            return ("elem", place, by)
        number = place[2]
        both = number[0] == by[0] == "int"
        return (
            "elem",
            place[1],
            ("int", number[1] + by[1]) if both else by if number == ZERO else ("op", "+", number, by),
        )

    def behind(self, value: Value) -> Place:
        if value[0] == "addr":
            place: Place = value[1]
            return place
        array = value[:2] == ("sym", "value") and value[2][0] == "field" and self.own(value[2])
        return ("elem", value[2], ZERO) if array else ("deref", value)  # a member that is an array is its first element

    def hold(self, place: Place, value: Value) -> None:
        """Notes what lies at a place."""
        self.values[place] = value
        while place[0] in _PARTS and (place := place[1]) not in self.whole:
            self.whole.add(place)

    def forget(self, place: Place) -> None:
        if place not in self.whole:
            self.values.pop(place, None)
            return
        for other in [p for p in self.values if p == place or (p[0] in _PARTS and within(p[1], place))]:
            del self.values[other]

    def assign(self, place: Place, value: Value, offset: int) -> None:
        self.forget(place)
        self.hold(place, value)
        if self.pending:
            self.pending = {p: name for p, name in self.pending.items() if not within(p, place)}
        part = place
        while part[0] in ("field", "elem"):
            if part[0] == "field":
                self.found.structs.setdefault(part[1], Struct()).fields.setdefault(part[2], self.told(offset))
            part = part[1]
        if place[0] == "var":
            self.found.structs.setdefault(place, Struct()).zeroed = True
        for other, buffer in self.buffers.items():
            if (within(other, place) or within(place, other)) and buffer.state in ("unset", "freed"):
                buffer.state = "other"

    def spelled(self, place: Place) -> str:
        if place[0] == "var":
            return str(place[1][0])
        if place[0] == "field":
            return f"{self.spelled(place[1])}.{place[2]}"
        if place[0] == "elem":
            return f"{self.spelled(place[1])}[{place[2][1] if place[2][0] == 'int' else ''}]"
        return "*"

    def own(self, place: Place) -> bool:
        """Whether it lies in a variable of the function."""
        base = root(place)
        return (
            base[0] == "var"
            and base[1] in self.variables
            and base[1][1] != -1
            and not self.is_static(self.variables[base[1]])
        )

    def tracked(self, place: Place) -> bool:
        return place in self.buffers or self.is_memory(place)

    def holds_buffer(self, place: Place) -> bool:
        return any(within(other, place) or within(place, other) for other in self.buffers)

    def siblings(self, place: Place) -> list[Place]:
        """Buffers that an element of an array may be, where its number is not known."""
        if place in self.buffers and (
            place[0] != "elem" or place[2][0] == "int" or self.buffers[place].state == "allocated"
        ):
            return [place]
        if place[0] != "elem":
            return [place] if place in self.buffers else []
        others = [p for p in self.buffers if p[0] == "elem" and p[1] == place[1]]
        return [p for p in others if place[2][0] != "int" or p[2][0] != "int"]

    def is_set(self, place: Place) -> bool:
        buffer = self.buffers.get(place)
        if place in self.values and (buffer is None or buffer.state != "allocated"):
            return True
        if buffer is not None:
            return buffer.state != "unset" and (buffer.held or not self.failed(buffer))
        if place[0] == "elem":
            outer = self.buffers.get(place[1])
            if outer is not None and outer.state == "other":
                return True
            siblings = [b for p, b in self.buffers.items() if p[0] == "elem" and p[1] == place[1]]
            unknown = place[2][0] != "int" or any(
                p[2][0] != "int" for p in self.buffers if p[0] == "elem" and p[1] == place[1]
            )
            return bool(siblings) and unknown and any(b.state != "unset" for b in siblings)
        base = root(place)
        if place[0] == "field" and base[0] == "var":
            variable = self.variables[base[1]]
            initialised = not self.file.initialised.isdisjoint(variable.type)
            return variable.value is not None or base in self.values or initialised
        return False

    def failed(self, buffer: Buffer) -> bool:
        """Whether the path knows that the allocation failed."""
        return buffer.state == "allocated" and self.knowledge.known(buffer.status) is True

    def escape(self, place: Place) -> None:
        for other, buffer in self.buffers.items():
            if within(other, place) or within(place, other) or place in self.siblings(other):
                buffer.state = "other"
                self.path.escaped.add(self.spelled(other))

    def lost(self, place: Place, buffer: Buffer, exit: int) -> None:
        if buffer.state == "allocated" and not self.failed(buffer) and not self.of_helper(place):
            self.path.leaks.append(Leak(self.spelled(place), buffer.offset, exit))

    def of_helper(self, place: Place) -> bool:
        """Whether it lies in a variable of the helper that is run, which is looked at by itself."""
        base = root(place)
        return self.site >= 0 and base[0] == "var" and self.view.span[0] <= base[1][1] < self.view.span[1]

    def leave(self, exit: int) -> None:
        for place, buffer in self.buffers.items():
            self.lost(place, buffer, exit)

    def notice(self, place: Place, offset: int) -> None:
        """A read of what an asynchronous copy writes."""
        for target, name in self.pending.items():
            whole = target[1] if target[0] == "deref" else target
            if (
                within(place, target)
                or (place[0] == "elem" and place[1] == target)
                or place == whole
                or (
                    target[0] == "deref"
                    and place[0] == "elem"
                    and target[1] in (("sym", "value", place[1]), self.values.get(place[1]))
                )
            ):
                helper_decided = name in self.copied_for and self.path.unsure
                if not self.dead and self.site < 0 and not helper_decided:
                    self.found.early.setdefault(offset, name)
                self.pending = {}
                return
