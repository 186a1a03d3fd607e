"""What every check of a form asks: what a name is, what an argument is for, what a function returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from migrate.frontend.prototypes import Prototype
from migrate.frontend.torch.flow import LegacyCall, UnitFlows, Variable
from migrate.frontend.torch.functions import Helpers
from migrate.frontend.torch.macro_words import MacroWords, joined
from migrate.frontend.torch.operands import (
    Operand,
    callee,
    position_in,
)
from migrate.frontend.torch.records import Records
from migrate.frontend.torch.source import CodeUnit
from migrate.model import Edit, Span
from migrate.project.torch_rules import TorchRules
from migrate.rules.torch.refused import Refused

_LASTING = frozenset((b"static", b"thread_local", b"extern", b"constexpr"))


@dataclass
class Uses:
    """Checks one unit. `claimed` are the tokens of types and constants whose meaning is certain."""

    unit: CodeUnit
    rules: TorchRules
    read: UnitFlows
    helpers: Helpers  # of the file
    own: Helpers  # of the unit
    prototypes: Mapping[str, Prototype]
    macros: Mapping[bytes, frozenset[str]]  # macro -> what it does with its one argument: status
    words: MacroWords
    records: Records = field(default_factory=dict)  # of headers
    zero_succeeds: bool = False  # success is 0 in the legacy headers
    claimed: set[int] = field(default_factory=set)
    truths: dict[Span, Edit] = field(default_factory=dict)  # comparisons of statuses that are truth values

    def name(self, index: int) -> str:
        return self.unit.text(index).decode("utf-8", "replace")

    @cached_property
    def calls(self) -> dict[int, LegacyCall]:
        return {call.opener: call for call in self.read.calls}

    @cached_property
    def tensors(self) -> dict[bytes, list[Variable]]:
        found: dict[bytes, list[Variable]] = {}
        for variable in self.read.variables:
            if variable.role == "tensor":
                found.setdefault(variable.name, []).append(variable)
        return found

    def tensor_at(self, index: int) -> bool:
        variable = self.read.resolve(index) if self.unit.text(index) in self.tensors else None
        return variable is not None and variable.role == "tensor"

    def head(self, index: int) -> int:
        """First token of the statement or declaration that a token stands in."""
        blocks = self.unit.blocks(index)
        return self.unit.statement(index, blocks[0]) if blocks else self.unit.head(index)

    def lasting(self, index: int) -> bool:
        """Whether a declaration makes something that outlives its block."""
        return any(self.unit.text(i) in _LASTING for i in range(self.head(index), index))

    def check_namespace(self, index: int, allowed: frozenset[bytes]) -> None:
        """A qualified name must be of a namespace that the rules name, or of none."""
        position = index
        while self.unit.text(position - 1) == b"::":
            if not self.unit.is_word(position - 2):
                return
            position -= 2
            if self.unit.text(position) not in allowed:
                raise Refused(
                    "T117",
                    index,
                    f"{self.name(index)} is written with the namespace {self.name(position)}, which the rules do not name for it; so it may be something else",
                )

    def role_of_argument(self, found: Operand) -> str:
        """What an argument is for: call (of the library, behind the handle), receiver (of it), or what a helper of the file takes."""
        opener = self.unit.parents[found.first]
        if opener < 0 or found.before not in (b"(", b",") or found.after not in (b")", b","):
            return ""
        if opener in self.calls:
            return "receiver" if position_in(self.unit, opener, found.first) == 0 else "call"
        name = callee(self.unit, opener)
        if name is None:
            return ""
        if self.rules.is_unified_call(self.name(name)) and not self.helpers.by_name.get(self.unit.text(name)):
            return "receiver" if position_in(self.unit, opener, found.first) == 0 else "call"  # converted before
        return self.helpers.role(self.unit.text(name), position_in(self.unit, opener, found.first))

    def returned(self, found: Operand, what: str) -> bool:
        """Whether it is returned from a function of the file that returns this."""
        if found.before != b"return" or found.after != b";":
            return False
        blocks = self.unit.blocks(found.first)
        if any(self.unit.is_lambda(block) for block in blocks):
            return False
        function = self.own.bodies.get(blocks[-1]) if blocks else None
        return function is not None and self.own.result(function) == what

    def _inside(self, first: int, last: int) -> tuple[int, int]:
        while self.unit.text(first) == b"(" and self.unit.pairs.get(first) == last and last - first > 1:
            first, last = first + 1, last - 1
        return first, last

    def _level(self, first: int, last: int, texts: tuple[bytes, ...]) -> list[int]:
        found, index = [], first
        while index <= last:
            if self.unit.text(index) in texts:
                found.append(index)
            index = max(self.unit.pairs.get(index, index), index) + 1
        return found

    def _is_parameter(self, variable: Variable) -> bool:
        function = self.own.bodies.get(variable.block)
        if variable.block < 0 and not self.unit.macro:  # of a declaration: what is defined is asked for itself
            opener = self.unit.parents[variable.index]
            return opener > 0 and self.helpers.one(self.unit.text(opener - 1)) is not None
        return function is not None and (bool(self.unit.macro) or self.helpers.one(function.name) is function)

    def _names(self, variable: Variable) -> Iterator[int]:
        unit = self.unit
        end = unit.pairs.get(variable.block, len(unit.tokens))
        for index in range(variable.index + 1, end):
            if unit.text(index) == variable.name and unit.text(index - 1) not in (b".", b"->", b"::"):
                found = self.read.resolve(index)
                if found is variable and index != variable.index:
                    yield index

    @cached_property
    def _bringing(self) -> list[int]:
        """Uses of macros whose text names something of the place where they are used."""
        unit = self.unit
        words = (i for i in range(len(unit.tokens)) if unit.is_word(i) and unit.text(i) != unit.macro)
        outside = (i for i in words if unit.text(i) not in unit.parameters and unit.text(i - 1) not in (b".", b"->"))
        return [i for i in outside if self.words.free(unit.text(i))]

    @cached_property
    def _joining(self) -> list[tuple[int, frozenset[bytes]]]:
        """Uses of macros that join names, with what they may be made of."""
        unit = self.unit
        uses = ((i, self.words.joins(unit, i)) for i in range(len(unit.tokens)) if unit.is_word(i))
        return [(i, pieces) for i, pieces in uses if pieces and unit.text(i) not in unit.parameters]

    def joined_at(self, name: bytes, first: int = 0, end: int | None = None) -> int | None:
        """Where in tokens first..end a macro may make a name with ##."""
        last = len(self.unit.tokens) if end is None else end
        return next((i for i, pieces in self._joining if first < i < last and joined(name, pieces)), None)

    def check_hidden(self, declared: int, identifier: str) -> None:
        """No macro behind a declaration may name the variable itself: what becomes of it there is not looked at."""
        unit = self.unit
        blocks = unit.blocks(declared)
        parent = unit.parents[declared]
        body = blocks[0] if blocks else self._body_behind(parent)
        if body < 0 <= parent:
            return  # a parameter of what has no body
        end = unit.pairs.get(body, len(unit.tokens))
        made = self.joined_at(unit.text(declared), declared, end)
        if made is not None:
            raise Refused(
                identifier,
                made,
                f"the macro {self.name(made)} may make the name {self.name(declared)} with ##, whose type is another one from now on; write it out",
            )
        for index in self._bringing:
            if declared < index < end and unit.text(declared) in self.words.free(unit.text(index)):
                raise Refused(
                    identifier,
                    index,
                    f"the macro {self.name(index)} uses {self.name(declared)}, whose type is another one from now on; write out what it does",
                )

    def _body_behind(self, opener: int) -> int:
        """The body of the function with these parameters; -1 where there is none."""
        after = self.unit.pairs.get(opener, -2) + 1
        while self.unit.text(after) in (b"const", b"noexcept", b"override", b"final"):
            after += 1
        return after if self.unit.text(after) == b"{" else -1

    def _converted(self, index: int) -> bool:
        while self.unit.text(index + 1) == b"::" or self.unit.text(index) == b"::":
            index += 1
        return self.name(index) in self.rules.converting
