"""What holds the status of a converted call: its variable's type, the constants it is compared with, the macro around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from migrate.frontend.torch.flow import LegacyCall
from migrate.frontend.torch.operands import compared_by, qualified_start
from migrate.frontend.torch.source import CodeUnit
from migrate.model import Edit, EditKind, Span
from migrate.project.torch_rules import TorchRules

RULE = "torch-status"
_COMPARISONS = (b"==", b"!=")


@dataclass(frozen=True)
class StatusReader:
    unit: CodeUnit
    rules: TorchRules
    equating: frozenset[bytes]  # macros that compare their two arguments

    def edits(self, call: LegacyCall) -> Iterator[Edit]:
        unit, index = self.unit, qualified_start(self.unit, call.index)
        before = unit.text(index - 1)
        yield from self._compared(index, call.closer)
        if before == b"=" and unit.is_word(index - 2):
            yield from self._variable(index - 2, call)
        elif before == b"(" and unit.is_word(index - 2):
            yield from self._wrapped(index - 2, call)

    def _name(self, index: int) -> str:
        return self.unit.text(index).decode("utf-8", "replace")

    def _edit(self, index: int, text: str) -> Edit:
        return Edit(self.unit.tokens[index].span, text.encode(), EditKind.RETURN_TYPE, RULE)

    def _compared(self, first: int, last: int) -> Iterator[Edit]:
        """`operand == SUCCESS`, `SUCCESS == operand` and `EXPECT_EQ(operand, SUCCESS)`, the operand being the tokens first..last."""
        other = compared_by(self.unit, first, last, self.equating)
        if other is not None and self._name(other) in self.rules.status.success:
            yield self._edit(other, self.rules.status.unified_success)
        for place, operator in ((last + 2, last + 1), (first - 2, first - 1)):
            if self.unit.text(operator) in _COMPARISONS and self._name(place) in self.rules.status.success:
                yield self._edit(place, self.rules.status.unified_success)

    def _wrapped(self, wrapper: int, call: LegacyCall) -> Iterator[Edit]:
        rule = self.rules.wrappers.get(self._name(wrapper))
        if rule and self.unit.pairs.get(wrapper + 1) == call.closer + 1:
            yield self._edit(wrapper, rule.name)
            end = self.unit.tokens[call.closer].end
            yield Edit(Span(end, end), rule.suffix.encode(), EditKind.RETURN_TYPE, RULE)

    def _wrapped_variable(self, index: int) -> Iterator[Edit]:
        unit = self.unit
        rule = self.rules.wrappers.get(self._name(index - 2)) if unit.text(index - 1) == b"(" else None
        if rule and unit.text(index + 1) == b")":
            yield self._edit(index - 2, rule.name)
            end = unit.tokens[index].end
            yield Edit(Span(end, end), rule.suffix.encode(), EditKind.RETURN_TYPE, RULE)

    def _variable(self, name: int, call: LegacyCall) -> Iterator[Edit]:
        unit, status = self.unit, self.rules.status
        blocks = unit.blocks(name)
        declaration = self._declaration(name, blocks)
        if declaration is None:
            return
        type_index, block = declaration
        if self._name(type_index) in status.types:
            yield self._edit(type_index, status.unified_type)
        end = unit.pairs.get(block, len(unit.tokens)) if block >= 0 else len(unit.tokens)
        variable = unit.text(name)
        for index in range(type_index + 1, end):
            if unit.text(index) != variable or unit.text(index - 1) in (b".", b"->", b"::"):
                continue
            if index > name and unit.is_word(index - 1) and unit.text(index - 1) not in (b"return", b"else"):
                if unit.blocks(index)[:1] == [block]:
                    break  # a second declaration in the same block: another branch of a conditional
                continue
            if self._owner(index) in (None, type_index):
                yield from self._compared(index, index)
                yield from self._wrapped_variable(index)

    def _declaration(self, name: int, blocks: list[int]) -> tuple[int, int] | None:
        """Type token and block of the variable's declaration."""
        unit = self.unit
        variable = unit.text(name)
        for block in [*blocks, -1]:
            for index in range(name, max(block, 0), -1):
                own = unit.blocks(index)
                if unit.text(index) == variable and (own[0] if own else -1) == block and self._is_declared(index):
                    return index - 1, block
        return None

    def _is_declared(self, index: int) -> bool:
        before = self.unit.text(index - 1)
        return self.unit.is_word(index - 1) and before not in (b"return", b"else", b"throw", b"case")

    def _owner(self, index: int) -> int | None:
        found = self._declaration(index, self.unit.blocks(index))
        return found[0] if found else None
