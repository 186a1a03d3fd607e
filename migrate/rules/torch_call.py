"""A legacy call: its name, receiver, tensors, arguments and status. All edits of one data flow are made together or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from migrate.frontend.prototypes import Prototype
from migrate.frontend.torch_flow import Flow, LegacyCall, Use, Variable
from migrate.frontend.torch_source import CONTROL_WORDS, CodeUnit
from migrate.model import Edit, EditKind, Span
from migrate.project.torch_rules import ArgumentRule, SpecialCall, TorchRules
from migrate.rules.editset import apply
from migrate.rules.torch_names import renames
from migrate.rules.torch_status import MixedStatus, StatusReader

RULE = "torch-call"
_LITERALS = {b"true": True, b"1": True, b"false": False, b"0": False}


class Refused(Exception):
    """A flow that is not converted: id, the token to point at, and the sentence."""

    def __init__(self, identifier: str, index: int, message: str) -> None:
        super().__init__(message)
        self.id, self.index, self.message = identifier, index, message


@dataclass(frozen=True)
class CallRule:
    """Rewrites the flows of one unit. `helpers`: functions of the file by name, with the positions of their handle parameters."""

    data: bytes
    unit: CodeUnit
    rules: TorchRules
    prototypes: Mapping[str, Prototype]
    helpers: Mapping[bytes, frozenset[int]]

    def check(self, flow: Flow) -> None:
        """Raises Refused where a part of the flow has a form that is not understood."""
        for call in flow.calls:
            self._check_call(call)
        for use in flow.uses:
            if use.kind == "receiver":
                self._check_receiver(use, flow)
        self._check_addresses(flow)

    def _check_call(self, call: LegacyCall) -> None:
        prototype = self.prototypes.get(call.name)
        if self.prototypes and prototype is None:
            raise Refused(
                "T101", call.index, f"{call.name} is declared in no legacy header; correct the name or add its header"
            )
        if prototype and not prototype.required <= len(call.arguments) <= len(prototype.parameters):
            raise Refused(
                "T102",
                call.index,
                f"{call.name} is called with {len(call.arguments)} arguments, its prototype takes "
                f"{_range(prototype)}; correct the call",
            )
        if prototype is None and call.arguments and self._literal(call.arguments[-1]) in (b"true", b"false"):
            raise Refused(
                "T103",
                call.index,
                f"without a prototype of {call.name} it is unknown whether its last argument is non_blocking; "
                "name the legacy header in the project file",
            )
        if not call.arguments or not self._is_receiver(call):
            raise Refused(
                "T104",
                call.index,
                f"the first argument of {call.name} is no known receiver; add it to `receivers` of the torch rules",
            )

    def _is_receiver(self, call: LegacyCall) -> bool:
        first, end = call.arguments[0]
        texts = tuple(t.text for t in self.unit.tokens[first:end])
        if any(texts == sequence or texts == _unqualified(sequence) for sequence in self.rules.receivers):
            return True
        return len(texts) == 1 and self.unit.is_word(first)

    def _check_receiver(self, use: Use, flow: Flow) -> None:
        unit = self.unit
        if any(call.opener < use.first < call.closer for call in flow.calls):
            return
        if unit.text(use.first - 1) == b"=" or self._helper_argument(use):
            return
        if unit.text(use.first - 1) == b"return":
            return
        raise Refused(
            "T105", use.first, "the receiver goes to a function that migrate does not know; convert that function first"
        )

    def _helper_argument(self, use: Use) -> bool:
        opener = self.unit.parents[use.first]
        name = self.unit.text(opener - 1) if opener > 0 else b""
        if name not in self.helpers:
            return False
        position = sum(
            1 for i in range(opener + 1, use.first) if self.unit.text(i) == b"," and self.unit.parents[i] == opener
        )
        return position in self.helpers[name]

    def _check_addresses(self, flow: Flow) -> None:
        names = {v.name for v in flow.variables if v.role == "tensor"}
        for index, token in enumerate(self.unit.tokens):
            if (
                token.text in names
                and self.unit.text(index + 1) in (b".", b"->")
                and self.unit.text(index + 2) == b"addr"
            ):
                raise Refused(
                    "T106",
                    index,
                    f"the address of {token.text.decode('utf-8', 'replace')} is used here; it becomes a virtual `void *`, so decide by hand",
                )

    def edits(self, flow: Flow, handle: str) -> Iterator[Edit]:
        """All edits of a flow but the declaration of its stream."""
        for use in flow.uses:
            yield from self._use(use, handle)
        for variable in flow.variables:
            yield from self._variable_type(variable)

    def call_edits(self, call: LegacyCall, nested: list[Edit]) -> Iterator[Edit]:
        """Edits of one call; `nested` are those of the flow, of which the call takes back what a moved argument contains."""
        name = self.rules.unified_call(call.name)
        assert name is not None
        yield self._replace(call.index, call.index, name, EditKind.CALL)
        prototype = self.prototypes.get(call.name)
        non_blocking = self._non_blocking(call, prototype)
        special = self.rules.special.get(call.name)
        if special and special.arguments is not None:
            yield from self._arranged(call, special, non_blocking, nested)
        if non_blocking is not None:
            yield self._drop_argument(call, non_blocking)
        try:
            yield from StatusReader(self.unit, self.rules).edits(call)
        except MixedStatus as other:
            raise Refused(
                "T107",
                call.index,
                f"the status variable also holds the result of {other}, which stays; give each its own variable",
            ) from None

    def wait_edits(self, call: LegacyCall, handle: str) -> Iterator[Edit]:
        """A wait behind a call that asked to be blocking."""
        position = self._non_blocking(call, self.prototypes.get(call.name))
        if position is None:
            return
        first, end = call.arguments[position]
        value = self._literal((first, end))
        known = _LITERALS.get(value) if value else None
        if known is True:
            return
        template = self.rules.stream.wait if known is False else self.rules.stream.wait_unless
        condition = self.data[self.unit.tokens[first].start : self.unit.tokens[end - 1].end].decode("utf-8", "replace")
        blocks = self.unit.blocks(call.index)
        statement = self.unit.statement(call.index, blocks[0]) if blocks else -1
        if statement < 0 or self.unit.text(statement) in CONTROL_WORDS:
            raise Refused(
                "T108",
                call.index,
                f"{call.name} is asked to block inside another statement; give it a statement of its own",
            )
        semicolon = self.unit.statement_end(call.index, blocks[0])
        offset = self.unit.tokens[semicolon].end
        text = template.replace("{stream}", handle).replace("{condition}", condition)
        yield Edit(
            Span(offset, offset),
            self._line_break(statement) + text.encode("utf-8", "surrogateescape"),
            EditKind.NON_BLOCKING,
            RULE,
        )

    def _line_break(self, statement: int) -> bytes:
        """What separates a new statement from the one that begins here: the line end and indent of its line, or a blank."""
        start = self.unit.tokens[statement].start
        line = self.data.rfind(b"\n", 0, start) + 1
        indent = self.data[line:start]
        if self.unit.macro or indent.strip():
            return b" "
        return (b"\r\n" if self.data[line - 2 : line] == b"\r\n" else b"\n") + indent

    def _use(self, use: Use, handle: str) -> Iterator[Edit]:
        unit = self.unit
        if use.kind in ("receiver", "holder"):
            text = self.rules.stream.expression if use.kind == "holder" or unit.text(use.first - 1) == b"=" else handle
            yield self._replace(use.first, use.last, text, EditKind.HANDLE)
            return
        new = self.rules.generators[unit.text(use.first).decode("utf-8", "replace")]
        yield self._replace(use.first, use.first, new, EditKind.TENSOR_TYPE)
        start = unit.tokens[use.first + 2].start
        yield Edit(Span(start, start), f"{handle}, ".encode("utf-8", "surrogateescape"), EditKind.HANDLE, RULE)

    def _variable_type(self, variable: Variable) -> Iterator[Edit]:
        if variable.role == "handle" and variable.type_index is not None:
            yield self._replace(variable.type_index, variable.type_index, self.rules.stream.type, EditKind.HANDLE)

    def _replace(self, first: int, last: int, text: str, kind: EditKind) -> Edit:
        span = Span(self.unit.tokens[first].start, self.unit.tokens[last].end)
        return Edit(span, text.encode("utf-8", "surrogateescape"), kind, RULE)

    def _literal(self, argument: tuple[int, int]) -> bytes | None:
        first, end = argument
        return self.unit.text(first) if end - first == 1 else None

    def _non_blocking(self, call: LegacyCall, prototype: Prototype | None) -> int | None:
        """Position of the non_blocking argument where the call passes it."""
        if prototype is None or not prototype.parameters:
            return None
        last = len(prototype.parameters) - 1
        if prototype.parameters[last].name not in self.rules.non_blocking:
            return None
        return last if len(call.arguments) == last + 1 else None

    def _drop_argument(self, call: LegacyCall, position: int) -> Edit:
        first, end = call.arguments[position]
        before = (
            self.unit.tokens[call.arguments[position - 1][1] - 1].end if position else self.unit.tokens[first].start
        )
        return Edit(Span(before, self.unit.tokens[end - 1].end), b"", EditKind.NON_BLOCKING, RULE)

    def _arranged(
        self, call: LegacyCall, special: SpecialCall, non_blocking: int | None, nested: list[Edit]
    ) -> Iterator[Edit]:
        """Arguments put in another order, inserted, dropped or wrapped."""
        assert special.arguments is not None
        self._check_positions(call, special, non_blocking)
        count = len(call.arguments) - (non_blocking is not None)
        spans = [self._argument_span(call, i) for i in range(1, count)]
        texts = [self._render(rule, nested, call, len(spans)) for rule in special.arguments]
        for position, rule in enumerate(special.arguments[: len(spans)]):
            span = spans[position]
            if rule.position == position + 1:
                before, _, after = rule.convert.partition("{}")
                if before:
                    yield Edit(Span(span.start, span.start), before.encode(), EditKind.CALL, RULE)
                if after:
                    yield Edit(Span(span.end, span.end), after.encode(), EditKind.CALL, RULE)
                continue
            _take_back(nested, span)
            yield Edit(span, texts[position], EditKind.CALL, RULE)
        for position in range(len(texts), len(spans)):
            start = spans[position - 1].end if position else self.unit.tokens[call.arguments[0][1] - 1].end
            _take_back(nested, spans[position])
            yield Edit(Span(start, spans[position].end), b"", EditKind.CALL, RULE)
        extra = texts[len(spans) :]
        if extra:
            end = spans[-1].end if spans else self.unit.tokens[call.arguments[0][1] - 1].end
            yield Edit(Span(end, end), b"".join(b", " + text for text in extra), EditKind.CALL, RULE)

    def _check_positions(self, call: LegacyCall, special: SpecialCall, non_blocking: int | None) -> None:
        """A rule that says which parameters its positions count is not for a function with others."""
        prototype = self.prototypes.get(call.name)
        if not special.takes or prototype is None:
            return
        names = tuple(p.name for p in prototype.parameters[1:] if p.name not in self.rules.non_blocking)
        if names != special.takes:
            raise Refused(
                "T114",
                call.index,
                f"the rule of {call.name} is for ({', '.join(special.takes)}), but here it takes ({', '.join(names)}); "
                "give the tree a rule of its own",
            )

    def _render(self, rule: ArgumentRule, nested: list[Edit], call: LegacyCall, count: int) -> bytes:
        """An argument's text as it stands at its new place, everything inside it converted."""
        if rule.position is None:
            return rule.insert.encode()
        if not 1 <= rule.position <= count:
            raise Refused(
                "T102",
                call.index,
                f"the rule of {call.name} asks for argument {rule.position}, the call has {count} besides the receiver",
            )
        first, end = call.arguments[rule.position]
        span = self._argument_span(call, rule.position)
        names = [r.edit for r in renames(self.unit, self.rules, lambda _: False, first, end)]
        inside = sorted((*(e for e in nested if span.covers(e.span)), *names), key=lambda e: e.span)
        return rule.convert.encode().replace(b"{}", apply(self.data, inside, span))

    def _argument_span(self, call: LegacyCall, position: int) -> Span:
        first, end = call.arguments[position]
        return Span(self.unit.tokens[first].start, self.unit.tokens[end - 1].end)


def _take_back(edits: list[Edit], span: Span) -> None:
    edits[:] = [e for e in edits if not span.covers(e.span)]


def _unqualified(sequence: tuple[bytes, ...]) -> tuple[bytes, ...]:
    return sequence[2:] if len(sequence) > 2 and sequence[1] == b"::" else sequence


def _range(prototype: Prototype) -> str:
    most = len(prototype.parameters)
    return str(most) if prototype.required == most else f"{prototype.required} to {most}"
