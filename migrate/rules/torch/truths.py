"""A status as a truth value, or compared with 0: where success is 0 in the legacy headers, that is a comparison with success."""

from __future__ import annotations

from migrate.frontend.torch.operands import CLOSE_END, OPEN_END, stripped
from migrate.model import Edit, EditKind, Span
from migrate.rules.torch.uses import Uses

RULE = "torch-truth"
_JOINS = frozenset((b"&&", b"||", b"and", b"or"))
_NOT = (b"!", b"not")


class Truths(Uses):
    def truth(self, first: int, last: int) -> bool:
        """Whether the tokens, which are a status, stand as a truth value or beside 0; then the edits that compare them are kept."""
        if not self.zero_succeeds:
            return False
        first, last = stripped(self.unit, first, last)
        edits = self._beside_zero(first, last) or self._negated(first, last) or self._bare(first, last)
        self.truths.update({edit.span: edit for edit in edits})
        return bool(edits)

    def _beside_zero(self, first: int, last: int) -> list[Edit]:
        unit = self.unit
        for zero, operator, start, end in (
            (last + 2, last + 1, first, last + 2),
            (first - 2, first - 1, first - 2, last),
        ):
            if unit.text(operator) in (b"==", b"!=") and unit.text(zero) == b"0" and self._whole(start, end):
                return [self._edit(unit.tokens[zero].span, self.rules.status.unified_success)]
        return []

    def _negated(self, first: int, last: int) -> list[Edit]:
        if self.unit.text(first - 1) not in _NOT or not self._whole(first - 1, last):
            return []
        return [self._edit(self.unit.tokens[first - 1].span, ""), self._comparison(last, "==")]

    def _bare(self, first: int, last: int) -> list[Edit]:
        unit = self.unit
        before, after = unit.text(first - 1), unit.text(last + 1)
        parent = unit.parents[first]
        asks = parent > 0 and unit.text(parent - 1) in (b"if", b"while") and after == b")"
        condition = asks and (before == b";" or parent == first - 1)
        joined = before in _JOINS or after in _JOINS or after == b"?"
        if not (condition or joined) or not self._whole(first, last):
            return []
        return [self._comparison(last, "!=")]

    def _whole(self, first: int, last: int) -> bool:
        """Whether tokens are an operand that a comparison may stand for."""
        alone = self.unit.text(first - 1) in OPEN_END and self.unit.text(last + 1) in CLOSE_END
        return alone and not self._spelled(first)

    def _spelled(self, index: int) -> bool:
        """Whether a macro that is no check of the rules makes a string of what stands here."""
        unit, opener = self.unit, self.unit.parents[index]
        while opener > 0:
            name = self.name(opener - 1)
            check = name in self.rules.refusing or name in self.rules.equating
            if unit.text(opener) == b"(" and not check and self.words.spells(unit.text(opener - 1)):
                return True
            opener = unit.parents[opener]
        return False

    def _comparison(self, last: int, operator: str) -> Edit:
        end = self.unit.tokens[last].end
        return self._edit(Span(end, end), f" {operator} {self.rules.status.unified_success}")

    def _edit(self, span: Span, text: str) -> Edit:
        return Edit(span, text.encode(), EditKind.RETURN_TYPE, RULE)
