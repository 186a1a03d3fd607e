"""What changes the current device or stream between two places of a torch-side file: guards, functions, and whatever contains them.

Functions of other files leave the device as they found it, unless the rules name them; those of the file and of the headers that are found are
looked into.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from migrate.frontend.directives import Directive
from migrate.frontend.torch.functions import Function, functions
from migrate.frontend.torch.operands import begins_statement, qualified_start
from migrate.frontend.torch.source import CodeUnit
from migrate.project.torch_rules import TorchRules


@dataclass(frozen=True)
class Names:
    """Names that change the device: types as long as their objects live, functions and macros from their call on."""

    guards: frozenset[bytes]
    setters: frozenset[bytes]
    lasting: frozenset[bytes] = frozenset()  # types whose objects change the device when they end
    anywhere: bool = False  # something without a name that can be looked for does: an operator, say


@dataclass(frozen=True)
class Change:
    """A place where the device changes. `end`: where it has its old value again; -1 where nothing takes it back."""

    index: int
    end: int = -1
    unclear: bool = False  # a form that is not understood: nothing in the function is certain
    what: str = ""  # the name that changes it, where that is not the token itself


class _Finder:
    """Names that a set of units makes into changes of the device."""

    def __init__(self, units: Iterable[CodeUnit], rules: TorchRules) -> None:
        self.units = tuple(units)
        self.guards: set[bytes] = set()
        self.setters: set[bytes] = set()
        self.lasting: set[bytes] = set()
        self.anywhere = False
        self.rules = rules

    def is_guard(self, text: bytes) -> bool:
        return text in self.guards or bool(self.rules.stream.guards.search(text.decode("utf-8", "replace")))

    def is_setter(self, text: bytes) -> bool:
        return text in self.setters or bool(self.rules.stream.setters.search(text.decode("utf-8", "replace")))

    def find(self) -> Names:
        known = -1
        while known != len(self.guards) + len(self.setters):
            known = len(self.guards) + len(self.setters)
            for unit in self.units:
                self._unit(unit)
        return Names(frozenset(self.guards), frozenset(self.setters), frozenset(self.lasting), self.anywhere)

    def _unit(self, unit: CodeUnit) -> None:
        self.setters.update(_stored(unit))
        self.setters.update(f.name for f in functions(unit) if self._ends(unit, f))
        telling = [i for i, t in enumerate(unit.tokens) if unit.is_word(i) and self._tells(unit, i, t.text)]
        if not telling:
            return
        if unit.macro:
            self.setters.add(unit.macro)
            return
        bodies = {f.body: f for f in functions(unit) if f.body >= 0}
        for index in telling:
            self._contained(unit, index, bodies)

    def _tells(self, unit: CodeUnit, index: int, text: bytes) -> bool:
        return self.is_guard(text) or self.is_setter(text)

    def _contained(self, unit: CodeUnit, index: int, bodies: Mapping[int, Function]) -> None:
        guard = self.is_guard(unit.text(index))
        first = unit.head(index)
        if unit.text(first) == b"using" and unit.text(first + 2) == b"=" and guard:
            self.guards.add(unit.text(first + 1))
        elif unit.text(first) == b"typedef" and guard:
            end = index
            while unit.text(end + 1) not in (b";", b""):
                end += 1
            self.guards.add(unit.text(end))
        elif not guard and unit.text(index + 1) != b"(" and (name := kept_in(unit, index)):
            self.setters.add(name)
        known = False
        for opener in _openers(unit, index):
            known = known or opener in bodies or unit.is_lambda(opener) or unit.brace_kind(opener) == "scope"
            if opener in bodies and not (guard and _local(unit, index)):
                self._setter(unit, bodies[opener])
            elif unit.is_lambda(opener) and not (guard and _local(unit, index)):
                name = lambda_name(unit, opener)
                if name:
                    self.setters.add(name)
            head = [unit.text(i) for i in range(unit.head(opener), opener)]
            if unit.text(opener) == b"{" and head and head[0] in (b"struct", b"class", b"template"):
                named = next((head[i + 1] for i, w in enumerate(head[:-1]) if w in (b"struct", b"class")), b"")
                if named:
                    self.guards.add(named)
        if unit.blocks(index) and not known and not (guard and _local(unit, index)):
            self.anywhere = True

    def _ends(self, unit: CodeUnit, function: Function) -> bool:
        """Whether an object that changes the device, when it is made or ends, is a parameter of a function."""
        if function.name in self.guards:
            return False
        return any(unit.text(i) in self.guards for first, end in function.parameters for i in range(first, end))

    def _setter(self, unit: CodeUnit, function: Function) -> None:
        """A function that changes the device; where it makes or ends objects of a class, these do as long as they live."""
        self.setters.add(function.name)
        if unit.text(function.index - 1) == b"~":
            self.lasting.add(function.name)
            self.guards.add(function.name)
        elif unit.text(function.index - 1) == b"::" and unit.text(function.index - 2) == function.name:
            self.guards.add(function.name)


def _openers(unit: CodeUnit, index: int) -> Iterator[int]:
    parent = unit.parents[index]
    while parent >= 0:
        if unit.text(parent) == b"{":
            yield parent
        parent = unit.parents[parent]


def _local(unit: CodeUnit, index: int) -> bool:
    """Whether a guard is an object of the block that it stands in: `a::Guard name(..)`, or gone at once: `a::Guard(..);`."""
    last = _after_type(unit, index)
    first = qualified_start(unit, index)
    if unit.text(first - 1) in (b"const", b"maybe_unused"):
        first -= 1
    named = unit.is_word(last) and unit.text(last + 1) in (b"(", b"{", b";", b"=")
    return (named or unit.text(last) in (b"(", b"{")) and begins_statement(unit, first)


def _after_type(unit: CodeUnit, index: int) -> int:
    last = index + 1
    if unit.text(last) == b"<":
        depth = 0
        while last < len(unit.tokens):
            depth += (unit.text(last) == b"<") - (unit.text(last) == b">") - 2 * (unit.text(last) == b">>")
            last += 1
            if depth <= 0:
                break
    return last


def lambda_name(unit: CodeUnit, opener: int) -> bytes:
    """The variable that a lambda initialises."""
    position = opener - 1
    while position > 0 and unit.text(position) != b"]":
        position = min(unit.pairs.get(position, position), position) - (unit.text(position) != b"]")
    first = unit.pairs.get(position, 0)
    return unit.text(first - 2) if unit.text(first - 1) == b"=" and unit.is_word(first - 2) else b""


def kept_in(unit: CodeUnit, index: int) -> bytes:
    """The variable whose declaration or assignment a token stands in, behind its `=`."""
    blocks = unit.blocks(index)
    position = unit.statement(index, blocks[0]) if blocks else unit.head(index)
    while position < index:
        if unit.text(position) == b"=" and unit.is_word(position - 1):
            return unit.text(position - 1)
        position += 1
    return b""


def changing_names(units: Iterable[CodeUnit], rules: TorchRules) -> Names:
    return _Finder(units, rules).find()


def _stored(unit: CodeUnit) -> Iterator[bytes]:
    """Members and variables outside of functions that hold something to call: that may be anything."""
    for index, token in enumerate(unit.tokens):
        if token.text in _CALLABLE and unit.text(index + 1) == b"<" and not unit.blocks(index):
            name = _after_type(unit, index)
            if unit.is_word(name) and unit.text(name + 1) in (b";", b"=", b"{"):
                yield unit.text(name)


_CALLABLE = (b"function", b"function_ref", b"unique_function", b"move_only_function")


def _callbacks(unit: CodeUnit) -> Iterator[int]:
    """Calls of what a function is given to call: that may be anything."""
    for function in functions(unit):
        if function.body < 0:
            continue
        head = [unit.text(i) for i in range(unit.head(function.index), function.index)]
        types = {b for a, b in pairwise(head) if a in (b"typename", b"class", b"...")} | {b"auto"}
        given: set[bytes] = set()
        for first, end in function.parameters:
            words = [i for i in range(first, end) if unit.is_word(i)]
            pointer = next((i for i in words if unit.text(i - 1) == b"*" and unit.text(i - 2) == b"("), None)
            if pointer is not None:
                given.add(unit.text(pointer))
            elif words and {unit.text(i) for i in words[:-1]} & {*_CALLABLE, *types}:
                given.add(unit.text(words[-1]))
        for index in range(function.body, unit.pairs.get(function.body, function.body)) if given else ():
            called = unit.text(index + 1) == b"(" or (unit.text(index + 1) == b")" and unit.text(index + 2) == b"(")
            if unit.text(index) in given and called and unit.text(index - 1) not in (b".", b"->", b"::"):
                yield index


@dataclass(frozen=True)
class Devices:
    """The changes of one unit."""

    unit: CodeUnit
    rules: TorchRules
    names: Names
    includes: tuple[Directive, ...] = ()  # of the file: what one brings into a function is not known

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        unit, finder = self.unit, _Finder((), self.rules)
        finder.guards |= self.names.guards
        finder.setters |= self.names.setters
        found = [change for i in range(len(unit.tokens)) if unit.is_word(i) for change in self._at(finder, i)]
        found += [Change(index) for index in _callbacks(unit)]
        for include in self.includes:
            index = next((i for i, t in enumerate(unit.tokens) if t.start > include.token.start), len(unit.tokens) - 1)
            if index >= 0 and not unit.macro and unit.blocks(index):
                found.append(Change(index, unclear=True, what="an included file"))
        return tuple(sorted(found, key=lambda c: c.index))

    def _at(self, finder: _Finder, index: int) -> Iterator[Change]:
        unit, text = self.unit, self.unit.text(index)
        if not unit.blocks(index) and not unit.macro:
            return
        if finder.is_guard(text) and unit.text(index + 1) != b"::":
            if not _local(unit, index):
                yield Change(index, unclear=True)
                return
            blocks = unit.blocks(index)
            end = unit.pairs.get(blocks[0], len(unit.tokens)) if blocks else len(unit.tokens)
            yield Change(index, end)
            if text in self.names.lasting:
                yield Change(end, what=text.decode("utf-8", "replace"))
            last = _after_type(unit, index)
            if unit.is_word(last):
                mentions = (i for i in range(last + 1, end) if unit.text(i) == unit.text(last))
                yield from (Change(i) for i in mentions if unit.text(i - 1) not in (b".", b"->", b"::"))
        elif finder.is_setter(text) and unit.text(index - 1) not in (b".", b"->") and unit.text(index + 1) != b"(":
            yield Change(index, unclear=True)  # a pointer to it, or a macro
        elif finder.is_setter(text):
            name = kept_in(unit, index)
            if name and not unit.macro:  # what it returned may take the change back
                end = unit.pairs.get(unit.blocks(index)[-1], len(unit.tokens))
                mentions = (i for i in range(index + 1, end) if unit.text(i) == name)
                yield from (Change(i) for i in mentions)
            inside = next((b for b in unit.blocks(index) if unit.is_lambda(b)), None)
            if inside is not None and not lambda_name(unit, inside):
                yield Change(index, unclear=True)
            yield Change(index)

    def between(self, first: int, use: int, block: int) -> Change | None:
        """A change behind which the stream that was taken before token `first` of a block may be another one at token `use`."""
        unit = self.unit
        body = unit.function_body(use)
        last = self._end_of_statement(use, block)
        if self.names.anywhere:
            return Change(use, unclear=True, what="an operator or another function of this file")
        for change in self.changes:
            if change.unclear and unit.function_body(change.index) == body:
                return change
            if change.end >= 0:
                if first <= change.index and change.index < use < change.end:
                    return change
            elif first <= change.index < last:
                return change
        return None

    def since(self, first: int, use: int, block: int) -> Change | None:
        """As `between`, for a use that may be in a lambda: it runs where that is called."""
        unit = self.unit
        inside = [b for b in unit.blocks(use) if b > block and unit.is_lambda(b)]
        body = unit.function_body(use)
        later = (c for c in self.changes if unit.function_body(c.index) == body) if inside else ()
        return self.between(first, use, block) or next(iter(later), None)

    def _end_of_statement(self, index: int, block: int) -> int:
        """Where the statement of a block ends that a token stands in: a loop's body may come again before its end."""
        unit = self.unit
        limit = unit.pairs.get(block, len(unit.tokens)) if block >= 0 else len(unit.tokens)
        position = index
        while position < limit and unit.parents[position] != block:
            position = unit.parents[position]
            if position < 0:
                return limit
        while position < limit:
            text = unit.text(position)
            if text == b";":
                return position
            partner = unit.pairs.get(position, position)
            if (
                text == b"{"
                and partner > position
                and unit.brace_kind(position) == "block"
                and not unit.is_lambda(position)
            ):
                return partner
            position = max(partner, position) + 1
        return limit

    def any_in(self, body: int | None) -> bool:
        return any(self.unit.function_body(change.index) == body for change in self.changes)
