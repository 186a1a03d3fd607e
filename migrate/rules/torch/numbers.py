"""The forms in which enumerators and other types of the library may be used: their numbers are others in the unified library."""

from __future__ import annotations

from functools import cached_property

from migrate.frontend.torch.flow import Variable
from migrate.frontend.torch.operands import (
    Operand,
    begins_statement,
    callee,
    operand,
    position_in,
)
from migrate.rules.torch.refused import Refused
from migrate.rules.torch.zero import Zeros


class Numbers(Zeros):
    def check_number(self, first: int, last: int, at: int) -> None:
        """A value that has another number from now on: an enumerator, or what a converting function gives."""
        unit = self.unit
        if self._compared_number(first, last) or self._label(first, last) or self._switched(first, last):
            return
        found = operand(unit, first, last)
        if found and self._counts(found):
            raise Refused(
                "T124",
                at,
                f"{self.name(at)} has another number from now on, and the parameter that takes it is one of a plain number; "
                "write the number that is meant",
            )
        if found and (
            self.role_of_argument(found) in ("call", "typed")
            or self.returned(found, "typed")
            or (found.before == b"=" and found.after in (b";", b",", b"}") and self._typed_target(found.first - 2))
            or self._macro_argument(found)
        ):
            return
        raise Refused(
            "T124",
            at,
            f"{self.name(at)} has another number from now on and is used in a form that migrate does not know; "
            "pass it to a call, compare it with its own enumerators, or keep it in a variable of its type",
        )

    def _counts(self, found: Operand) -> bool:
        """Whether it is an argument of a legacy call that takes a number there."""
        opener = self.unit.parents[found.first]
        call = self.calls.get(opener)
        prototype = self.prototypes.get(call.name) if call and found.before in (b"(", b",") else None
        position = position_in(self.unit, opener, found.first)
        special = self.rules.special.get(call.name) if call else None
        made = any(
            entry.position == position and entry.convert != "{}" for entry in (special and special.arguments) or ()
        )
        return prototype is not None and prototype.counts(position) and not made

    def _macro_argument(self, found: Operand) -> bool:
        opener = self.unit.parents[found.first]
        name = callee(self.unit, opener) if opener >= 0 else None
        if name is None or found.before not in (b"(", b","):
            return False
        position = position_in(self.unit, opener, found.first)
        return f"number {position}" in self.macros.get(self.unit.text(name), ())

    def _compared_number(self, first: int, last: int) -> bool:
        unit = self.unit
        closes = (b")", b"&&", b"||", b";", b",", b"?", b":", b"and", b"or")
        if unit.text(first - 1) in (b"==", b"!=") and unit.text(last + 1) in closes:
            return self._typed_end(first - 2)
        opens = (b"(", b"&&", b"||", b",", b"=", b"return", b"?", b":", b"and", b"or")
        if unit.text(last + 1) in (b"==", b"!=") and unit.text(first - 1) in opens:
            index = last + 2
            while unit.text(index + 1) in (b"::", b".", b"->"):
                index += 2
            return self._typed_end(index) or self._converted(index)
        return False

    def _typed_end(self, last: int) -> bool:
        """Whether an operand of the type ends here: a variable of it, the data type of a tensor, a converting function's value."""
        unit = self.unit
        if unit.text(last) == b")":
            name = unit.pairs.get(last, 0) - 1
            return self.name(name) in self.rules.converting or self.helpers.gives(unit.text(name)) == "typed"
        if unit.text(last - 1) in (b".", b"->"):
            return self.name(last) == self.rules.tensor_fields.type or self._typed_at(last - 2)
        word = self.name(last)
        return self._typed_at(last) or self.rules.constant(word) is not None or self.rules.is_unified_constant(word)

    def _label(self, first: int, last: int) -> bool:
        unit = self.unit
        if unit.text(first - 1) != b"case" or unit.text(last + 1) != b":":
            return False
        block = unit.parents[first]
        closer = block - 1
        opener = unit.pairs.get(closer, -1) if unit.text(closer) == b")" else -1
        return opener > 0 and unit.text(opener - 1) == b"switch" and self._typed_end(closer - 1)

    def _switched(self, first: int, last: int) -> bool:
        """Whether it is all that a switch asks. Raises where a label of that is no enumerator of the rules."""
        unit = self.unit
        brace = last + 2
        if unit.pairs.get(first - 1) != last + 1 or unit.text(first - 2) != b"switch" or unit.text(brace) != b"{":
            return False
        for index in range(brace + 1, unit.pairs.get(brace, len(unit.tokens))):
            around = next((block for block in unit.blocks(index) if unit.is_switch(block)), -1)
            own = around == brace and unit.text(index) == b"case" and not self._enumerator(index + 1)
            if own or (unit.is_word(index) and b"case" in self.words.all(unit.text(index))):
                raise Refused(
                    "T124",
                    index,
                    "a label of a switch over values whose numbers are others from now on is no enumerator that the rules know; write "
                    "the enumerator",
                )
        return True

    def _enumerator(self, index: int) -> bool:
        name = self.name(index)
        known = self.rules.constant(name) is not None or self.rules.is_unified_constant(name)
        return known and self.unit.text(index + 1) == b":"

    def _typed_target(self, index: int) -> bool:
        unit = self.unit
        if unit.text(index - 1) in (b".", b"->"):
            return (
                self.name(index) == self.rules.tensor_fields.type
                or self._typed_at(index - 2)
                or self._designated(index)
            )
        return self._typed_at(index)

    def _designated(self, index: int) -> bool:
        """`.field = value` in the initializer of a variable of a type of the rules."""
        brace = self.unit.parents[index]
        if brace < 0 or self.unit.text(brace) != b"{":
            return False
        name = brace - 2 if self.unit.text(brace - 1) == b"=" else brace - 1
        return self._typed_at(name)

    @cached_property
    def typed(self) -> dict[bytes, list[Variable]]:
        found: dict[bytes, list[Variable]] = {}
        for variable in self.read.variables:
            if variable.role == "typed":
                found.setdefault(variable.name, []).append(variable)
        return found

    def _typed_at(self, index: int) -> bool:
        variable = self.read.resolve(index) if self.unit.text(index) in self.typed else None
        return variable is not None and variable.role == "typed"

    def check_typed(self, variable: Variable) -> list[int]:
        """A variable or parameter of another type of the rules: an enumeration, a struct of parameters."""
        unit, index = self.unit, variable.index
        if (variable.block < 0 and not variable.parameter) or (self.lasting(index) and not variable.parameter):
            raise Refused(
                "T124", index, f"{self.name(index)} has a type of the library and is kept outside of a function's block"
            )
        if variable.parameter and not self._is_parameter(variable):
            raise Refused(
                "T124", index, f"{self.name(index)} is a parameter of something that is no function of this file"
            )
        after = unit.text(index + 1)
        if after in (b"(", b"[") or self.container(variable):
            raise Refused("T124", index, f"{self.name(index)} is declared in a form that migrate does not know")
        if after in (b"=", b"{"):
            type_ = self.name(variable.type_index) if variable.type_index is not None else ""
            self._check_typed_value(index + 1 + (after == b"="), index, type_)
        self.check_hidden(index, "T124")
        for use in self._names(variable):
            self._typed_use(use)
        return [] if variable.type_index is None else [variable.type_index]

    def _check_typed_value(self, first: int, variable: int, type_: str = "") -> None:
        """What a variable of another type of the rules is given: braces are for structs, their fields by name; what they leave out is 0."""
        unit = self.unit
        if unit.text(first) == b"{":
            fields = [
                unit.text(i + 1) for i in range(first, unit.pairs.get(first, first)) if unit.text(i) in (b"{", b",")
            ]
            if all(text in (b".", b"}") for text in fields):
                cleared = self.cleared_fields(first, type_)
                if cleared:
                    message = (
                        f"{self.name(variable)} is cleared, or in part, and {cleared}: a data type or enumerator that is 0 may be "
                        "another one in the unified library; name what is meant"
                    )
                    raise Refused("T124", variable, message)
                return
        last = first
        while unit.text(last + 1) not in (b";", b",", b"", b")"):
            last = max(unit.pairs.get(last + 1, last + 1), last + 1)
        if unit.text(first) == b"{" or not self._is_typed(first, last):
            raise Refused(
                "T124",
                variable,
                f"{self.name(variable)} is given something of which migrate does not know what it is in the unified library",
            )

    def _typed_use(self, index: int) -> None:
        unit = self.unit
        after = unit.text(index + 1)
        if after in (b".", b"->"):
            return
        if after == b"=" and begins_statement(unit, index):
            self._check_typed_value(index + 2, index)
            return
        first = index
        if unit.text(index - 1) == b"&" and unit.text(index - 2) in (b"(", b","):
            first = index - 1
        self.check_number(first, index, index)

    def _is_typed(self, first: int, last: int) -> bool:
        """Whether tokens are an expression of another type of the rules."""
        first, last = self._inside(first, last)
        marks = self._level(first, last, (b"?", b":"))
        if len(marks) == 2:
            return self._is_typed(marks[0] + 1, marks[1] - 1) and self._is_typed(marks[1] + 1, last)
        if marks:
            return False
        if first == last:
            return self._typed_end(last)
        index = first
        while self.unit.text(index + 1) in (b"::", b".", b"->") or self.unit.text(index) == b"::":
            index += 1
        whole = index == last or self.unit.pairs.get(index + 1) == last
        return whole and self._typed_end(last)
