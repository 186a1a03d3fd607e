"""The forms in which library tensors and handles may be used: their layout and their types are others in the unified library."""

from __future__ import annotations

from itertools import pairwise

from migrate.frontend.lex import split_arguments
from migrate.frontend.torch.flow import Use, Variable
from migrate.frontend.torch.operands import (
    Operand,
    begins_statement,
    operand,
    qualified_start,
    stripped,
)
from migrate.rules.torch.refused import Refused
from migrate.rules.torch.zero import Zeros

_VECTOR = frozenset((b"size", b"empty", b"clear", b"reserve", b"resize", b"push_back", b"emplace_back"))
_ENDS = (b")", b";", b",", b"&&", b"||", b"?", b":")
_ADDS = (b"push_back", b"emplace_back")


class Tensors(Zeros):
    def check_generator(self, use: Use) -> None:
        closer = self.unit.pairs[use.first + 1]
        self.check_namespace(use.first, self.rules.namespaces)
        if len(self.unit.tokens) <= use.first + 2 or closer == use.first + 2:
            raise Refused("T119", use.first, f"{self.name(use.first)} is called without a tensor")
        self._tensor_value(qualified_start(self.unit, use.first), closer, use.first)

    def _tensor_value(self, first: int, last: int, at: int) -> None:
        """A tensor as a value must be an argument, initialise or become a variable, or be returned."""
        found = operand(self.unit, first, last)
        if found is None or not self._tensor_place(found):
            raise Refused(
                "T119",
                at,
                f"{self.name(at)} is used in a form that migrate does not know; use the library tensor as an argument of a call, "
                "of a function of this file, or keep it in a local variable",
            )

    def _tensor_place(self, found: Operand) -> bool:
        unit = self.unit
        if self.role_of_argument(found) in ("call", "tensor") or self.returned(found, "tensor"):
            return True
        opener = unit.parents[found.first]
        if found.before in (b"(", b",") and unit.text(opener - 1) in _ADDS and unit.text(opener - 2) == b".":
            return self.tensor_at(opener - 3)
        if found.before == b"=" and found.after in (b";", b","):
            return self._tensor_target(found.first - 2)
        if found.before in (b"{", b",") and opener >= 0 and unit.text(opener) == b"{":
            name = opener - 2 if unit.text(opener - 1) == b"=" else opener - 1
            return unit.is_word(name) and self.tensor_at(name) and unit.text(name - 1) == b">"
        return False

    def _tensor_target(self, index: int) -> bool:
        unit = self.unit
        while unit.text(index) == b"]":
            index = unit.pairs.get(index, 0) - 1
        return unit.is_word(index) and self.tensor_at(index) and not self.lasting(index)

    def _is_tensor(self, first: int, last: int) -> bool:
        """Whether tokens are an expression that gives a tensor."""
        unit = self.unit
        first, last = self._inside(first, last)
        if first == last:
            return self.tensor_at(first)
        marks = self._level(first, last, (b"?", b":"))
        if marks and unit.text(marks[0]) == b"?" and unit.text(marks[-1]) == b":":
            split = marks[1:]
            edges = [marks[0], *split, last + 1]
            parts = [(a + 1, b - 1) for a, b in pairwise(edges)]
            return len(marks) == 2 and all(self._is_tensor(a, b) for a, b in parts)
        index = first
        while unit.text(index) == b"::" or unit.text(index + 1) == b"::":
            index += 1
        if unit.text(index + 1) == b"[" and self.tensor_at(index):
            return unit.pairs.get(index + 1) == last
        if unit.text(index + 1) != b"(" or unit.pairs.get(index + 1) != last:
            return False
        return self._gives_tensor(index)

    def _gives_tensor(self, index: int) -> bool:
        name = self.name(index)
        if name in self.rules.generators:
            return True
        if name in self.rules.functions:
            prototype = self.prototypes.get(name)
            return self.unit.pairs[index + 1] == index + 2 if prototype is None else self._is_type(prototype.result)
        return self.helpers.gives(self.unit.text(index)) == "tensor"

    def _is_type(self, words: str) -> bool:
        return bool(self.rules.tensor_types.intersection(words.split()))

    def check_function(self, index: int) -> None:
        """A function of the library without a handle: its tensors are arguments, its result a tensor or a value that stays."""
        self.check_namespace(index, frozenset())
        if self._gives_tensor(index):
            self._tensor_value(qualified_start(self.unit, index), self.unit.pairs[index + 1], index)

    def check_tensor(self, variable: Variable) -> list[int]:
        """Declaration and all uses of a local library tensor; the token of its type."""
        unit, index = self.unit, variable.index
        problem = ""
        after = unit.text(index + 1)
        container = self.container(variable)
        if variable.block < 0 and not (variable.parameter and self._is_parameter(variable)):
            problem = "is kept outside of a function's block"
        elif self.lasting(index) and not variable.parameter:
            problem = "outlives its block"
        elif variable.parameter and not self._is_parameter(variable):
            problem = "is a parameter of something that is no function of this file"
        elif container == b"?":
            problem = "is kept in a container that migrate does not know: one may make a tensor with the data type 0, which is another one"
        elif after in (b"(", b"[") and not (container and after == b"("):
            problem = "is declared in a form that migrate does not know"
        elif after == b"{" and not container:
            problem = "starts with the data type 0, or another that is not understood: it is another one in the unified library"
        elif container and after in (b"(", b"{", b"=") and not self._list(index + 1 + (after == b"=")):
            problem = "is made with elements of which migrate does not know what they are: a cleared one has another data type"
        elif after == b"=" and not container and not self._initialiser(index + 2):
            problem = "is initialised by something that makes no library tensor"
        if problem:
            raise Refused("T119", index, f"the library tensor {self.name(index)} {problem}")
        self.check_hidden(index, "T119")
        for use in self._names(variable):
            self._tensor_use(use)
        return [] if variable.type_index is None else [variable.type_index]

    def _list(self, first: int) -> bool:
        """Whether a list of tensors starts with tensors that are understood: in braces, as copies of one, or as another list."""
        unit, closer = self.unit, self.unit.pairs.get(first, first)
        if unit.text(first) not in (b"{", b"("):
            return self._initialiser(first)
        parts = [(a, b - 1) for a, b in split_arguments(unit.tokens, first, closer)]
        if unit.text(first) == b"(":
            return len(parts) in (1, 2) and self._is_tensor(*parts[-1])
        return all(self._is_tensor(a, b) for a, b in parts)

    def _is_element(self, first: int, last: int) -> bool:
        return self._is_tensor(first, last)

    def _adds_tensors(self, member: bytes, opener: int) -> bool:
        """Whether a list gets no element but tensors that are understood: `resize ( n )` makes cleared ones."""
        unit = self.unit
        parts = [(a, b - 1) for a, b in split_arguments(unit.tokens, opener, unit.pairs.get(opener, opener))]
        if member == b"resize":
            none = len(parts) == 1 and [unit.text(i) for i in range(parts[0][0], parts[0][1] + 1)] == [b"0"]
            return none or (len(parts) == 2 and self._is_tensor(*parts[1]))
        return member not in _ADDS or (len(parts) == 1 and self._is_tensor(*parts[0]))

    def _initialiser(self, first: int) -> bool:
        last = first
        while self.unit.text(last + 1) not in (b";", b",", b"", b")"):
            last += 1
            last = max(self.unit.pairs.get(last, last), last)
        return self._is_tensor(first, last)

    def _tensor_use(self, index: int) -> None:
        unit = self.unit
        last = index
        while unit.text(last + 1) == b"[":
            last = unit.pairs.get(last + 1, last + 1)
        after = unit.text(last + 1)
        if after in (b".", b"->"):
            self._tensor_member(index, last)
        elif unit.text(index - 1) == b"&" and unit.text(index - 2) in (b"(", b","):
            self._tensor_pointer(index, last)
        elif last == index and self._ranged(index):
            return
        elif after == b"=" and (begins_statement(unit, index) or unit.text(index - 1) in (b"&",)):
            if not self._initialiser(last + 2):
                raise Refused("T119", index, f"{self.name(index)} is given something that is no library tensor")
        else:
            self._tensor_value(index, last, index)

    def _ranged(self, index: int) -> bool:
        """Whether a list is what a loop goes over, whose variable is looked at as a tensor."""
        unit, opener = self.unit, self.unit.parents[index]
        header = unit.text(index - 1) == b":" and unit.text(index + 1) == b")" and unit.text(opener - 1) == b"for"
        listed = self.read.resolve(index) if header else None
        return listed is not None and self.container(listed) not in (b"", b"?") and self.tensor_at(index - 2)

    def _address(self, index: int) -> None:
        raise Refused(
            "T106",
            index,
            f"the address of {self.name(index)} is used here; it becomes a virtual `void *`, so decide by hand",
        )

    def _tensor_member(self, index: int, last: int) -> None:
        unit, fields = self.unit, self.rules.tensor_fields
        member = self.name(last + 2)
        if member == fields.address:
            self._address(index)
        if member in fields.same:
            return
        if member == fields.type and self._type_field(index, last + 2):
            return
        if unit.text(last + 1) == b"." and unit.text(last + 3) == b"(":
            if member.encode() in _VECTOR and self._adds_tensors(member.encode(), last + 3):
                return
            found = operand(unit, index, unit.pairs.get(last + 3, last + 3)) if member == "data" else None
            if found and self.role_of_argument(found) in ("call", "tensor"):
                return
        raise Refused("T119", index, f"{self.name(index)}.{member} is used in a form that migrate does not know")

    def _type_field(self, first: int, last: int) -> bool:
        """The data type of a tensor: compared with or set to an enumerator of the rules."""
        unit = self.unit
        after = unit.text(last + 1)
        if after in (b"==", b"!=", b"=") and self._has_type_field(last + 2):
            return unit.text(last + 5) in _ENDS
        if unit.text(first - 1) in (b"==", b"!=", b"=") and unit.text(first - 3) == b"." and after in _ENDS:
            return self._has_type_field(first - 4)
        if after in (b"==", b"!=", b"="):
            return self.rules.constant(self.name(last + 2)) is not None or self._converted(last + 2)
        return unit.text(first - 1) in (b"==", b"!=") and self.rules.constant(self.name(first - 2)) is not None

    def _has_type_field(self, index: int) -> bool:
        """`tensor.dtype`"""
        field = self.unit.text(index + 1) == b"." and self.name(index + 2) == self.rules.tensor_fields.type
        return field and self.tensor_at(index)

    def _tensor_pointer(self, index: int, last: int) -> None:
        unit = self.unit
        found = operand(unit, index - 1, last)
        opener = unit.parents[index]
        if found and self.role_of_argument(found) in ("call", "tensor"):
            return
        if found and unit.text(opener) == b"(" and self.name(opener - 1) in self.rules.functions:
            return
        raise Refused(
            "T119", index, f"a pointer to the library tensor {self.name(index)} goes to what migrate does not know"
        )

    # ---- handles

    def check_receiver(self, use: Use) -> None:
        found = operand(self.unit, use.first, use.last)
        role = self.role_of_argument(found) if found else ""
        whole = found is not None and (found.first, found.last) == stripped(self.unit, use.first, use.last)
        if whole and role in ("receiver", "handle"):
            return
        if self._initialises_handle(use):
            return
        raise Refused(
            "T105",
            use.first,
            "the receiver goes where migrate does not know what becomes of it; pass it to the call itself or to a function of this file",
        )

    def _initialises_handle(self, use: Use) -> bool:
        name = use.first - 2
        if self.unit.text(use.first - 1) != b"=" or self.unit.text(use.last + 1) != b";" or self.lasting(name):
            return False
        return any(
            v.role == "handle" and v.index == name and v.block >= 0 and not v.parameter for v in self.read.variables
        )

    def check_handle(self, variable: Variable) -> list[int]:
        """Declaration and uses of a variable or parameter of the handle's type; the token of its type."""
        unit, index = self.unit, variable.index
        if variable.parameter:
            fine = self._is_parameter(variable) and unit.text(index + 1) in (b",", b")")
        else:
            taken = any(use.kind == "receiver" and use.first == index + 2 for use in self.read.uses)
            fine = variable.block >= 0 and not self.lasting(index) and unit.text(index + 1) == b"=" and taken
        if not fine:
            raise Refused(
                "T105", index, f"the handle {self.name(index)} is kept or passed in a form that migrate does not know"
            )
        self.check_handle_uses(variable)
        return [] if variable.type_index is None else [variable.type_index]

    def check_holder(self, use: Use) -> None:
        """`auto h = ..`: the variable is a stream from now on, and is used as the handle of calls only."""
        name = use.first - 2
        if self.lasting(name) or self.unit.text(use.last + 1) != b";" or not self.unit.blocks(name):
            raise Refused("T105", name, f"the handle {self.name(name)} is kept in a form that migrate does not know")
        variable = next(v for v in self.read.variables if v.index == name)
        self.check_handle_uses(variable)

    def check_handle_uses(self, variable: Variable) -> None:
        self.check_hidden(variable.index, "T105")
        for use in self._names(variable):
            found = operand(self.unit, use, use)
            if not found or self.role_of_argument(found) not in ("receiver", "handle"):
                raise Refused("T105", use, f"the handle {self.name(use)} is used in a form that migrate does not know")
