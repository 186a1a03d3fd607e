"""The forms in which the result of a call may be used: its numbers but for success are others in the unified library."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from migrate.frontend.torch.operands import (
    EXPRESSION_WORDS,
    begins_statement,
    called,
    compared,
    compared_by,
    operand,
    qualified_start,
    stripped,
)
from migrate.rules.torch.refused import Refused
from migrate.rules.torch.truths import Truths

_JOINS = (b"::", b".", b"->")
_OF_TYPES = (b"::", b"<", b">", b">>", b",", b"*", b"&", b"&&", b"[", b"]")


class Results(Truths):
    def check_result(self, index: int, closer: int, what: str) -> list[int]:
        """Success constants and types that belong to the result of a call; raises where its use is not understood."""
        first = qualified_start(self.unit, index)
        if first == index - 2 or (first < index - 2):
            raise Refused(
                "T117",
                index,
                f"{what} is written with a namespace, and the library's functions are in none; so it may be another function",
            )
        return self.check_value(first, index, closer, what)

    def check_value(self, first: int, index: int, closer: int, what: str) -> list[int]:
        """The same for a call that begins at `first`, with the object whose member it is."""
        unit = self.unit
        other = self.compared(first, closer)
        if other is not None:
            return self.success(other)
        first, last = stripped(unit, first, closer)
        before, after = unit.text(first - 1), unit.text(last + 1)
        if begins_statement(unit, first) and (after == b";" or (unit.macro and last + 1 == len(unit.tokens))):
            return []
        if self._in_for(first, last) or self._to_void(first, last):
            return []
        if before == b"=" and unit.is_word(first - 2) and (after == b";" or self._in_for(first - 2, last)):
            return self.check_status(first - 2)
        if self._compared_assignment(first - 2, last):
            return [*self.check_status(first - 2), *self._success_of(first - 2, last)]
        if self.truth(first, last):
            return []
        opener = first - 1
        if before == b"(" and unit.is_word(opener - 1) and unit.pairs.get(opener):
            whole = unit.pairs[opener] == last + 1
            checks = "status" in self.macros.get(unit.text(opener - 1), ()) and (whole or after == b",")
            known = checks or (whole and self.name(opener - 1) in self.rules.wrappers)
            anywhere = whole and "comparison" in self.macros.get(unit.text(opener - 1), ())
            if known and (anywhere or begins_statement(unit, opener - 1)):
                return []
        found = operand(unit, first, last)
        if found and self.returned(found, "status"):
            return []  # what else may be returned there is asked with the function
        if found and found.first != first and found.before == b"=" and found.after == b";":
            return self.check_status(found.first - 2)
        if (
            self.helpers.role(unit.text(opener - 1), 0) == "status"
            and found
            and self.role_of_argument(found) == "status"
        ):
            return []
        raise Refused(
            "T116",
            index,
            f"what becomes of the status that {what} returns is not understood; compare it with the success constant, "
            "or store it in a variable of its own that is compared",
        )

    def compared(self, first: int, last: int) -> int | None:
        """What the tokens are compared with, by an operator or by a macro of two arguments."""
        other = compared(self.unit, first, last)
        return other if other is not None else compared_by(self.unit, first, last, self.equating)

    @cached_property
    def equating(self) -> frozenset[bytes]:
        """Macros that compare their two arguments."""
        return frozenset(name for name, kinds in self.macros.items() if "equality" in kinds)

    def _compared_assignment(self, name: int, last: int) -> bool:
        """`(name = ..) != SUCCESS`, to the last token of what is assigned."""
        unit = self.unit
        whole = unit.text(name - 1) == b"(" and unit.pairs.get(name - 1) == last + 1 and unit.text(name + 1) == b"="
        grouped = whole and unit.is_word(name) and not called(unit, name - 1)
        return grouped and (compared(unit, name - 1, last + 1) is not None or self.truth(name - 1, last + 1))

    def _success_of(self, name: int, last: int) -> list[int]:
        other = compared(self.unit, name - 1, last + 1)
        return self.success(other) if other is not None else []

    def success(self, index: int) -> list[int]:
        name = self.name(index)
        if name in self.rules.status.success or name == self.rules.status.unified_success:
            return [index]
        raise Refused(
            "T116",
            index,
            f"a status is compared with {name}, which the rules do not name as success; other codes have other numbers in the unified library",
        )

    def _in_for(self, first: int, last: int) -> bool:
        """A statement of a for's header on its own."""
        parent = self.unit.parents[first]
        if parent < 0 or self.unit.text(parent) != b"(" or self.unit.text(parent - 1) != b"for":
            return False
        before, after = self.unit.text(first - 1), self.unit.text(last + 1)
        begins = before in (b"(", b";") or (self.unit.is_word(first - 1) and before not in (b"return",))
        return begins and after in (b";", b")")

    def _to_void(self, first: int, last: int) -> bool:
        unit = self.unit
        if [unit.text(first - i) for i in (3, 2, 1)] == [b"(", b"void", b")"]:
            return begins_statement(unit, first - 3) and unit.text(last + 1) == b";"
        words = [unit.text(first - i) for i in (5, 4, 3, 2, 1)]
        return (
            words == [b"static_cast", b"<", b"void", b">", b"("]
            and begins_statement(unit, first - 5)
            and [unit.text(last + 1), unit.text(last + 2)] == [b")", b";"]
        )

    def check_status(self, name: int) -> list[int]:
        """All uses of a variable that holds a status; the tokens of its type and of what it is compared with."""
        unit = self.unit
        declared = self.declaration(name)
        if declared is None or unit.text(declared - 1) in (b"&", b"*"):
            raise Refused(
                "T116",
                name,
                f"{self.name(name)} takes the status, and its declaration is not understood; declare it alone, with the status type or auto",
            )
        type_name = self.name(declared - 1)
        owner = [unit.text(i) for i in range(self.head(declared), declared)]
        kinds = [w for w in owner if w not in (b"const", b"[", b"]", b"maybe_unused", b"for", b"if", b"(")]
        if kinds != [type_name.encode()] or (type_name not in self.rules.status.types and type_name != "auto"):
            raise Refused(
                "T116",
                name,
                f"{self.name(name)} takes the status, but is of another type; declare it with the status type or auto",
            )
        self.check_hidden(declared, "T116")
        claimed = [declared - 1] if type_name != "auto" else []
        for index in self.uses(declared):
            claimed += self._status_use(index, declared)
        return claimed

    def declaration(self, index: int) -> int | None:
        """The declaration that a name means, looked for from its block outwards; parameters and members are none."""
        unit, variable = self.unit, self.unit.text(index)
        for block in [*unit.blocks(index), *([-1] if unit.macro else [])]:
            for place in range(index, max(block, -1), -1):
                if unit.text(place) != variable or not self.declares(place):
                    continue
                own = unit.blocks(place)
                parent = unit.parents[place]
                header = parent >= 0 and unit.text(parent) == b"(" and unit.text(parent - 1) in (b"for", b"if")
                if (own[0] if own else -1) == block and (parent == block or header):
                    return place
        return None

    def declares(self, index: int) -> bool:
        before = self.unit.text(index - 1)
        after = self.unit.text(index + 1)
        typed = self.unit.is_word(index - 1) and before not in EXPRESSION_WORDS and before not in (b"else", b"do")
        typed = typed or (before in (b"&", b"*", b">") and self._type_before(index))
        return typed and after in (b"=", b";", b"{", b"(", b"[", b",", b":", b")")

    def _type_before(self, index: int) -> bool:
        """Whether nothing but a type stands before a name in its statement, or in its brackets: not `x & name`, `x > name`."""
        unit = self.unit
        first = max(self.head(index), unit.parents[index] + 1)
        texts = [unit.text(i) for i in range(first, index)]
        kinds = all(
            (unit.is_word(i) and unit.text(i) not in EXPRESSION_WORDS) or unit.text(i) in _OF_TYPES
            for i in range(first, index)
        )
        return kinds and bool(texts) and (b">" not in texts or b"<" in texts)

    def uses(self, declared: int) -> Iterator[int]:
        """Tokens that mean the variable, its declaration first."""
        unit = self.unit
        blocks = unit.blocks(declared)
        end = unit.pairs.get(blocks[0], len(unit.tokens)) if blocks else len(unit.tokens)
        variable = unit.text(declared)
        for index in range(declared, end):
            if unit.text(index) != variable or unit.text(index - 1) in (b".", b"->", b"::"):
                continue
            if index == declared or self.declaration(index) == declared:
                yield index

    def _status_use(self, index: int, declared: int) -> list[int]:
        unit = self.unit
        after = unit.text(index + 1)
        if after == b"=" and (index == declared or begins_statement(unit, index) or self._for_step(index)):
            return self._status_value(index + 2, index)
        if index == declared and after == b";":
            return []
        if after == b"=" and self._compared_assignment(index, unit.pairs.get(index - 1, 0) - 1):
            return self._status_value(index + 2, index)
        other = self.compared(index, index)
        if other is not None:
            return self.success(other)
        if self._to_void(index, index) or self.truth(index, index):
            return []
        found = operand(unit, index, index)
        if found and found.first == index and self.returned(found, "status"):
            return []
        if found and found.before == b"=" and unit.text(found.first - 2) == unit.text(index) and found.after == b";":
            return []  # a branch of what it is given itself
        opener = index - 1
        if unit.text(opener) == b"(" and unit.text(index + 1) == b")" and begins_statement(unit, opener - 1):
            wrapper = unit.text(opener - 1)
            if self.name(opener - 1) in self.rules.wrappers or "status" in self.macros.get(wrapper, ()):
                return []
        if found and self.role_of_argument(found) == "status":
            return []
        raise Refused(
            "T116",
            index,
            f"{self.name(index)} holds a status, and what becomes of it here is not understood; compare it with the success constant",
        )

    def _for_step(self, index: int) -> bool:
        parent = self.unit.parents[index]
        return (
            parent >= 0 and self.unit.text(parent - 1) == b"for" and self.unit.text(index - 1) == b";"
        )  # what is assigned there is checked with its call

    def branches(self, first: int, last: int) -> list[tuple[int, int]]:
        """What an expression may give: the two of `a ? b : c`, or itself."""
        first, last = self._inside(first, last)
        marks = self._level(first, last, (b"?", b":"))
        if len(marks) != 2 or self.unit.text(marks[0]) != b"?":
            return [(first, last)]
        return [(marks[0] + 1, marks[1] - 1), (marks[1] + 1, last)]

    def success_in(self, first: int, last: int) -> list[int]:
        """The success constants that an expression may give."""
        return [end for _, end in self.branches(first, last) if self.name(end) in self.rules.status.success]

    def _status_value(self, first: int, variable: int) -> list[int]:
        """What a status variable is given: a converted call, a helper's status, the success constant."""
        unit = self.unit
        last = first
        while unit.text(last + 1) not in (b";", b",", b")", b""):
            last = max(unit.pairs.get(last + 1, last + 1), last + 1)
        branches = self.branches(first, last)
        if len(branches) > 1:
            return [token for branch in branches for token in self._one_value(*branch, variable)]
        return self._one_value(first, last, variable)

    def _one_value(self, first: int, last: int, variable: int) -> list[int]:
        unit = self.unit
        index = first
        while unit.text(index) in _JOINS or unit.text(index + 1) in _JOINS:
            index += 1
        if self.name(index) in self.rules.status.success and index == last:
            return [index]
        if (
            first == last
            and unit.text(first) == unit.text(variable)
            and self.declaration(first) == self.declaration(variable)
        ):
            return []
        if index + 1 in self.calls or self.helpers.gives(unit.text(index)) == "status":
            return []
        name = self.name(index)
        raise Refused(
            "T107",
            variable,
            f"the status variable also holds the result of {name}, which stays; give each its own variable",
        )
