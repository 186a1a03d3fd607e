"""The forms in which results, tensors, handles and enumerators may be used. What has none of them is refused, with its place.

A torch-side file is read without its headers, so nothing is concluded from what a name looks like alone: each use of a value whose type,
number or layout changes must stand where its meaning is certain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from migrate.frontend.lex import split_arguments
from migrate.frontend.torch.checks import checking
from migrate.frontend.torch.functions import Function
from migrate.frontend.torch.operands import begins_statement, callee, object_start, position_in, qualified_start
from migrate.frontend.torch.scopes import scoped
from migrate.rules.torch.numbers import Numbers
from migrate.rules.torch.refused import Refused
from migrate.rules.torch.results import Results
from migrate.rules.torch.tensors import Tensors


class Forms(Results, Tensors, Numbers):
    """All checks of one unit, and those of what no data flow contains."""

    def check_rest(
        self, skip: Callable[[int], bool], refused: Callable[[int], bool], shadowed: frozenset[bytes]
    ) -> Iterator[Refused]:
        """Checks every name of the rules outside of flows and claims what is certain.

        `skip` says which offsets are left aside, `refused` which stand where something was refused already."""
        unit = self.unit
        told: set[int | None] = set()
        for index, token in enumerate(unit.tokens):
            if unit.is_member(index) and not skip(token.start):
                try:
                    self.claimed.update(self._method(index))
                except Refused as reason:
                    yield reason
                continue
            if not unit.is_word(index) or unit.is_member(index) or token.text in unit.parameters:
                continue
            name = self.name(index)
            if skip(token.start):
                self.claimed.add(index)
                continue
            try:
                claimed = self._rest(index, name, shadowed)
            except Refused as reason:
                yield reason
                told.add(index)
                continue
            self.claimed.update(claimed)
        for brace, token in enumerate(unit.tokens):
            if token.text == b"{" and unit.text(brace - 1) in (b"(", b",") and not skip(token.start):
                try:
                    self._check_braces_for_helper(brace)
                except Refused as reason:
                    yield reason
        for variable in self.read.variables:
            if variable.role in ("typed", "tensor", "handle") and not refused(unit.tokens[variable.index].start):
                try:
                    check = {"typed": self.check_typed, "tensor": self.check_tensor, "handle": self.check_handle}
                    self.claimed.update(check[variable.role](variable))
                except Refused as reason:
                    yield reason
                    told.add(variable.type_index)
        if "status" in self.macros.get(unit.macro, ()):
            others = {name for name, kinds in self.macros.items() if "status" in kinds}
            self.claimed.update(checking(unit, self.rules, others) or ())
        for index in (i for f in self._declared_before() for i in range(unit.head(f.index), f.index)):
            self.claimed.update([index] if self.own.role_of_word(self.name(index)) else [])
        for function in self.own.bodies.values():
            role = self.own.result(function)
            words = range(unit.head(function.index), function.index)
            if role in ("tensor", "typed", "status"):
                try:
                    self.claimed.update(self._returns(function, role, skip))
                    self.claimed.update(i for i in words if self.own.role_of_word(self.name(i)))
                except Refused as reason:
                    yield reason
                    told.update(i for i in words)
        yield from self._made_helpers(skip)
        yield from self._left(told, refused)

    def _made_helpers(self, skip: Callable[[int], bool]) -> Iterator[Refused]:
        """Functions of the file whose parameters or result change, and whose name a macro may make with ##."""
        for listed in self.helpers.by_name.values():
            if any(self.helpers.changes(function) for function in listed):
                made = self.joined_at(listed[0].name, -1)
                if made is not None and not skip(self.unit.tokens[made].start):
                    name = listed[0].name.decode("utf-8", "replace")
                    message = f"the macro {self.name(made)} may make the name {name} with ##, whose parameters or result change; write it out"
                    yield Refused("T113", made, message)

    def _declared_before(self) -> Iterator[Function]:
        """Declarations of functions that the file defines, once, as well."""
        for listed in self.own.by_name.values():
            if self.helpers.one(listed[0].name) is not None and self.own is self.helpers:
                yield from (function for function in listed if function.body < 0)

    def _method(self, index: int) -> list[int]:
        """The result of a method that the file has, where it is another one from now on."""
        unit = self.unit
        opener = index + 1 if unit.text(index + 1) == b"(" else -1
        named = self.helpers.by_name.get(unit.text(index), ()) if opener > 0 else ()
        count = len(split_arguments(unit.tokens, opener, unit.pairs.get(opener, opener))) if named else 0
        roles = {self.helpers.result(f) for f in named if self.helpers.takes(f, count)}
        role = next((role for role in ("status", "tensor", "typed") if role in roles), "")
        first = object_start(unit, index) if role else None
        if not role:
            return []
        if first is None:
            raise Refused(
                "T113",
                index,
                f"{self.name(index)}, whose result changes, is called on what migrate does not understand",
            )
        closer = unit.pairs.get(opener, opener)
        if begins_statement(unit, first) and unit.text(closer + 1) == b";":
            return []
        if role == "status":
            return self.check_value(first, index, closer, self.name(index))
        if role == "tensor":
            self._tensor_value(first, closer, index)
        else:
            self.check_number(first, closer, index)
        return []

    def _check_braces_for_helper(self, brace: int) -> None:
        """Braces that are an argument of a function of the file."""
        unit, opener = self.unit, self.unit.parents[brace]
        name = callee(unit, opener) if opener >= 0 else None
        function = self.helpers.one(unit.text(name)) if name is not None else None
        position = position_in(unit, opener, brace)
        if function is not None and position < len(function.parameters):
            words = range(*function.parameters[position])
            kinds = " ".join(self.helpers.unit.text(i).decode("utf-8", "replace") for i in words)
            self.check_braced_argument(brace, unit.pairs.get(brace, brace) + 1, kinds.partition("=")[0])

    def _returns(self, function: Function, role: str, skip: Callable[[int], bool]) -> list[int]:
        """Everything that a function of such a result returns must be understood; the success constants among it."""
        unit = self.unit
        claimed = []
        for index in range(function.body, unit.pairs.get(function.body, function.body)):
            if unit.text(index) != b"return" or any(unit.is_lambda(b) for b in unit.blocks(index)):
                continue
            if skip(unit.tokens[index].start):
                continue
            first, last = index + 1, unit.statement_end(index, unit.blocks(index)[0]) - 1
            if not self._is_value(first, last, role):
                raise Refused(
                    "T116" if role == "status" else "T119" if role == "tensor" else "T124",
                    first,
                    f"what {function.name.decode('utf-8', 'replace')} returns here is not understood, so it is unknown what it is in the "
                    "unified library",
                )
            claimed += self.success_in(first, last)
        return claimed

    def _is_value(self, first: int, last: int, role: str) -> bool:
        if role == "tensor":
            return self._is_tensor(first, last)
        if role == "typed":
            return self._is_typed(first, last)
        unit = self.unit
        branches = self.branches(first, last)
        if len(branches) > 1:
            return all(self._is_value(*branch, role) for branch in branches)
        index = first
        while unit.text(index) == b"::" or unit.text(index + 1) == b"::":
            index += 1
        if index == last:
            declared = self.declaration(index)
            return self.name(index) in self.rules.status.success or (
                declared is not None and self.name(declared - 1) in (*self.rules.status.types, "auto")
            )
        return unit.pairs.get(index + 1) == last and (
            index + 1 in self.calls or self.helpers.gives(unit.text(index)) == "status"
        )

    def _left(self, told: set[int | None], refused: Callable[[int], bool]) -> Iterator[Refused]:
        """Types and constants of the library that nothing claimed."""
        unit, rules = self.unit, self.rules
        rules_types = {*rules.types, *rules.receiver_types}
        for index in range(len(unit.tokens)):
            name = self.name(index)
            if index in told or refused(unit.tokens[index].start) or unit.text(index) in unit.parameters:
                continue
            status = bool(rules.legacy.match(name)) and (name in rules.status.types or name in rules.status.success)
            known = (name in rules_types or status) and unit.is_word(index) and index not in self.claimed
            if known and not unit.is_member(index):
                message = f"{name} is used in a form that migrate does not know; convert it by hand"
                yield Refused("T113", index, message)

    def _rest(self, index: int, name: str, shadowed: frozenset[bytes]) -> list[int]:
        unit, rules = self.unit, self.rules
        called_ = unit.text(index + 1) == b"("
        if rules.constant(name) and not scoped(unit, index):
            if unit.tokens[index].text in shadowed:
                return []
            self.check_number(index, index, index)
            return [index]
        if name in rules.converting or name in rules.functions or name in rules.generators:
            if self._using(index):
                return [index]
            if not called_:
                raise Refused("T113", index, f"{name} is used in a form that migrate does not know; convert it by hand")
            if name in rules.converting:
                self.check_number(qualified_start(self.unit, index), unit.pairs.get(index + 1, index), index)
            elif name in rules.functions:
                self.check_function(index)
            return [index]
        helper = self.helpers.one(unit.text(index)) if called_ else None
        if helper is not None and index != helper.index and not self.declares_function(index):
            role = self.helpers.result(helper)
            closer = unit.pairs.get(index + 1, index)
            if role == "status":
                return self.check_result(index, closer, name)
            if role == "tensor":
                self._tensor_value(qualified_start(self.unit, index), closer, index)
            elif role == "typed":
                self.check_number(qualified_start(self.unit, index), closer, index)
        elif not called_ and (other := self.helpers.one(unit.text(index))) and self.helpers.changes(other):
            raise Refused("T113", index, f"{name}, whose parameters or result change, is used other than by a call")
        elif called_ and len([f for f in self.helpers.by_name.get(unit.text(index), ()) if f.body >= 0]) > 1:
            several = [f for f in self.helpers.by_name[unit.text(index)] if f.body >= 0 and self.helpers.changes(f)]
            if several and index not in [f.index for f in several]:
                raise Refused(
                    "T117",
                    index,
                    f"this file defines several functions {name}, and not all of them change; give each a name of its own",
                )
        return []

    def declares_function(self, index: int) -> bool:
        """Whether a function of the file has its name here, where it is declared."""
        return (
            any(f.index == index for f in self.helpers.by_name.get(self.unit.text(index), ()))
            and self.unit is self.helpers.unit
        )

    def _using(self, index: int) -> bool:
        """`using tpu::name;`"""
        unit = self.unit
        return (
            unit.text(index + 1) == b";"
            and unit.text(index - 1) == b"::"
            and unit.text(index - 2) in self.rules.namespaces
            and unit.text(qualified_start(self.unit, index) - 1) == b"using"
        )
