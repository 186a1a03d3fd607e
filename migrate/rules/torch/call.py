"""A legacy call: its name, receiver, tensors, arguments and status. All edits of one data flow are made together or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from migrate.frontend.lex import Kind
from migrate.frontend.prototypes import Prototype
from migrate.frontend.torch.flow import Flow, LegacyCall, Use, Variable
from migrate.frontend.torch.operands import (
    EXPRESSION_WORDS,
    compared_by,
    governed,
    in_governed_conditional,
    qualified_start,
)
from migrate.frontend.torch.source import CONTROL_WORDS, CodeUnit
from migrate.model import Edit, EditKind, Span
from migrate.project.torch_rules import ArgumentRule, SpecialCall, TorchRules
from migrate.rules.editset import apply
from migrate.rules.torch.arguments import divided, uncounted
from migrate.rules.torch.effects import Effects, around
from migrate.rules.torch.forms import Forms
from migrate.rules.torch.names import renames
from migrate.rules.torch.refused import Refused
from migrate.rules.torch.status import StatusReader

RULE = "torch-call"
_LITERAL = re.compile(r"[-+]?[0-9.][0-9A-Za-z.']*|true|false|nullptr|NULL")
_QUIET = re.compile(rb"[\w .:!&|=()\[\]<>-]+")  # reads, compares, negates; assignments are excluded by their tokens
_CHANGES = frozenset((b"=", b"++", b"--", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"<<=", b">>="))
_NO_CALLS = ("sizeof", "static_cast", "int", "float", "double", "bool")
_LITERALS = {b"true": True, b"1": True, b"false": False, b"0": False}


@dataclass(frozen=True)
class CallRule:
    """Rewrites the flows of one unit."""

    data: bytes
    unit: CodeUnit
    rules: TorchRules
    prototypes: Mapping[str, Prototype]
    forms: Forms
    effects: Effects
    shadowed: frozenset[bytes] = frozenset()  # names that mean something else here

    def check(self, flow: Flow) -> list[int]:
        """Tokens of types and constants that belong to a flow. Raises Refused where a part of it has a form that is not understood."""
        claimed: list[int] = []
        for name in self._names(flow):
            if self.unit.text(name) in self.shadowed:
                word = self.unit.text(name).decode("utf-8", "replace")
                raise Refused(
                    "T117",
                    name,
                    f"{word} is declared as something else in this file or a header that it includes; give that another name",
                )
        for call in flow.calls:
            self._check_call(call)
            claimed += self.forms.check_result(call.index, call.closer, call.name)
        for use in flow.uses:
            if use.kind == "generator":
                self.forms.check_generator(use)
            elif use.kind == "holder":
                self.forms.check_holder(use)
            else:
                self.forms.check_receiver(use)
        for variable in flow.variables:
            if variable.role == "tensor":
                claimed += self.forms.check_tensor(variable)
            elif variable.role == "handle":
                claimed += self.forms.check_handle(variable)
        return claimed

    def _names(self, flow: Flow) -> Iterator[int]:
        for call in flow.calls:
            yield call.index
        for use in flow.uses:
            yield from range(use.first, use.last + 1)

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

        several = uncounted(self.effects.source, self.unit, call.opener)
        if several:
            raise Refused("T102", call.index, f"{call.name}: {several}; give each argument a name of its own")
        directive = divided(self.effects.source, self.unit, call.opener)
        if directive and self._changes_arguments(call, prototype):
            raise Refused(
                "T112",
                call.index,
                f"{directive} stands between the arguments of {call.name}, which change; decide it before the call",
            )
        for position, (first, end) in enumerate(call.arguments):
            self.forms.check_braced_argument(first, end, prototype.parameters[position].type if prototype else "")

    def _changes_arguments(self, call: LegacyCall, prototype: Prototype | None) -> bool:
        """Whether more of a call changes than its name and what stands for the handle and the tensors."""
        special = self.rules.special.get(call.name)
        arranged = special is not None and special.arguments is not None
        takes = prototype is not None and bool(prototype.parameters)
        whole = not takes or len(call.arguments) == prototype.required  # type: ignore[union-attr]
        return arranged or not whole or self._non_blocking(call, prototype) is not None

    def _is_receiver(self, call: LegacyCall) -> bool:
        first, end = call.arguments[0]
        texts = tuple(t.text for t in self.unit.tokens[first:end])
        texts = texts[1:] if texts[:1] == (b"::",) else texts
        if any(texts == sequence or texts == _unqualified(sequence) for sequence in self.rules.receivers):
            return True
        variable = self.forms.read.resolve(first) if len(texts) == 1 else None
        return variable is not None and variable.role in ("handle", "stream")

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
        if not (special and special.arguments is not None):
            yield from self._left_out(call, prototype, non_blocking)
        yield from StatusReader(self.unit, self.rules, self.forms.equating).edits(call)

    def _left_out(self, call: LegacyCall, prototype: Prototype | None, non_blocking: int | None) -> Iterator[Edit]:
        """Arguments that the legacy header has a default for: the unified function has none."""
        if prototype is None:
            return
        own = [p for p in prototype.parameters if p.name not in self.rules.flags]
        missing = own[len(call.arguments) - (non_blocking is not None) :]
        for parameter in missing:
            if not _LITERAL.fullmatch(parameter.default or ""):
                raise Refused(
                    "T102",
                    call.index,
                    f"{call.name} is called without {parameter.name}, whose default {parameter.default} means something only in the "
                    "legacy header; pass it",
                )
        if missing:
            end = self.unit.tokens[call.arguments[len(own) - len(missing) - 1][1] - 1].end
            text = "".join(f", {parameter.default}" for parameter in missing).encode()
            yield Edit(Span(end, end), text, EditKind.CALL, RULE)

    def waits(self, call: LegacyCall) -> str:
        """`never`, `always`, or the condition under which a call does not wait."""
        prototype = self.prototypes.get(call.name)
        position = self._non_blocking(call, prototype)
        parameters = prototype.parameters if prototype is not None else ()
        waiting = bool(parameters) and parameters[-1].name in self.rules.blocking
        if position is None:
            default = prototype.parameters[-1] if prototype and prototype.parameters else None
            if default is None or default.name not in self.rules.flags:
                return "never"
            known = _LITERALS.get((default.default or "").encode())
            if known is None:
                raise Refused(
                    "T103", call.index, f"it is unknown what {default.default}, the default of {default.name}, means"
                )
            return "never" if known is not waiting else "always"
        first, end = call.arguments[position]
        value = self._literal((first, end))
        known = _LITERALS.get(value) if value else None
        if known is not None:
            return "never" if known is not waiting else "always"
        texts = [self.unit.text(i) for i in range(first, end)]
        calls = any(self.unit.text(i) == b"(" and self.unit.is_word(i - 1) for i in range(first, end))
        others = {self.unit.text(i) for a, b in call.arguments for i in range(a, b)}
        unknown = calls or not _QUIET.fullmatch(b" ".join(texts)) or bool(others & _CHANGES)
        unknown = unknown or any(self.effects.changing_macro(a, b) for a, b in call.arguments)
        if unknown or any(self._may_change(i, call) for i in range(first, end) if self.unit.is_word(i)):
            raise Refused(
                "T108",
                call.index,
                f"what decides whether {call.name} waits may change with the call; store it in a variable first",
            )
        said = self.data[self.unit.tokens[first].start : self.unit.tokens[end - 1].end].decode("utf-8", "replace")
        return f"!({said})" if waiting else said

    def _may_change(self, index: int, call: LegacyCall) -> bool:
        """Whether what is called in the arguments of a call could give a name another value: one that is no plain variable of this function."""
        unit = self.unit
        calls = [i for a, b in call.arguments for i in range(a, b) if unit.text(i + 1) == b"(" and unit.is_word(i)]
        known = {*self.rules.generators, *self.rules.functions, *self.rules.converting, *_NO_CALLS}
        known |= {word.decode() for sequence in self.rules.receivers for word in sequence}
        if all(self.forms.name(i) in known for i in calls):
            return False
        name, body = unit.text(index), unit.function_body(index)
        if body is None or unit.text(index - 1) in (b".", b"->", b"::"):
            return True
        end = unit.pairs.get(body, body)
        mentions = [i for i in range(unit.head(body), end) if unit.text(i) == name and i != index]
        declared = [i for i in mentions if unit.is_word(i - 1) and unit.text(i - 1) not in EXPRESSION_WORDS]
        if not declared:
            return not self._constant(name)
        lambdas = any(unit.is_lambda(block) for i in mentions for block in unit.blocks(i))
        return lambdas or any(unit.text(i - 1) in (b"&", b"&&") for i in mentions)

    def _constant(self, name: bytes) -> bool:
        """Whether the file has a constant of this name, outside of functions."""
        unit = self.unit
        places = (
            i for i, t in enumerate(unit.tokens) if t.text == name and unit.text(i + 1) == b"=" and not unit.blocks(i)
        )
        heads = [{unit.text(j) for j in range(unit.head(i), i)} for i in places]
        return bool(heads) and all({b"const", b"constexpr"} & head and b"*" not in head for head in heads)

    def wait_edits(self, call: LegacyCall, handle: str) -> Iterator[Edit]:
        """A wait behind a call that asked to be blocking."""
        waits = self.waits(call)
        if waits == "never":
            return
        statement = self._own_statement(call)
        variable = (
            self.forms.read.resolve(call.arguments[0][0]) if call.arguments[0][1] - call.arguments[0][0] == 1 else None
        )
        if statement is None or (variable is not None and variable.role == "handle"):
            raise Refused(
                "T108",
                call.index,
                f"{call.name} is asked to block inside another statement, or on a handle that is no stream; give it a statement "
                "of its own and the current stream",
            )
        template = self.rules.stream.wait if waits == "always" else self.rules.stream.wait_unless
        first, semicolon = statement
        offset = self.unit.tokens[semicolon].end
        said = template.replace("{stream}", handle).replace("{condition}", waits).encode("utf-8", "surrogateescape")
        if governed(self.unit, first):
            start = self.unit.tokens[first].start
            yield Edit(Span(start, start), b"{ ", EditKind.NON_BLOCKING, RULE)
            text = b" " + said + b" }"
        else:
            text = self._line_break(first) + said
        yield Edit(Span(offset, offset), text, EditKind.NON_BLOCKING, RULE)

    def _simple(self, index: int, block: int) -> int:
        """First token of the statement around a token: of what an `if`, an `else` or a loop governs, that alone."""
        unit, whole = self.unit, self.unit.statement(index, block)
        first = index
        while unit.parents[first] != block:
            first = unit.parents[first]
        while first > whole and not governed(unit, first):
            first = max(
                unit.pairs.get(first - 1, first - 1) if unit.pairs.get(first - 1, first) < first else first - 1, whole
            )
        return first

    def _own_statement(self, call: LegacyCall) -> tuple[int, int] | None:
        """First token and semicolon of the statement that does nothing but this call, directly in a block."""
        unit = self.unit
        blocks = unit.blocks(call.index)
        if not blocks or in_governed_conditional(self.effects.source, unit, unit.tokens[call.index].start):
            return None
        statement = self._simple(call.index, blocks[0])
        semicolon = unit.statement_end(call.index, blocks[0])
        if unit.text(statement) in CONTROL_WORDS or unit.text(semicolon) != b";":
            return None
        first, last = qualified_start(unit, call.index), call.closer
        before = unit.text(first - 1)
        if before == b"=" and last + 1 == semicolon and unit.is_word(first - 2):
            level = [unit.text(i) for i in range(statement, first - 2)]
            return None if {b",", b"=", b"("} & set(level) else (statement, semicolon)
        if first == statement and last + 1 == semicolon:
            return statement, semicolon
        if [unit.text(statement + i) for i in (0, 1, 2)] == [b"(", b"void", b")"] and first == statement + 3:
            return (statement, semicolon) if last + 1 == semicolon else None
        opener = first - 1
        if before == b"(" and opener - 1 == statement and unit.pairs.get(opener) == semicolon - 1:
            name = unit.text(statement).decode("utf-8", "replace")
            if name in self.rules.wrappers and last + 2 == semicolon:
                return statement, semicolon
            if "prompt" in self.forms.macros.get(unit.text(statement), ()):
                said = [unit.tokens[i].kind for i in range(last + 1, semicolon - 1) if unit.text(i) != b","]
                return (statement, semicolon) if set(said) <= {Kind.STRING} else None
            if name in self.rules.equating and compared_by(unit, first, last, self.forms.equating) is not None:
                return statement, semicolon
            fits = unit.text(last + 3) in (b")", b",") and unit.text(last + 1) == b"=="
            return (statement, semicolon) if name in self.rules.refusing and fits else None
        return None

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
        if prototype.parameters[last].name not in self.rules.flags:
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
        own = call.arguments[1:count]
        lost = self.effects.lost(own, special.arguments) or self.effects.reordered(own, special.arguments)
        if lost:
            raise Refused("T114", call.index, f"{call.name}: {lost}; store it in a variable first")
        spans = [self._argument_span(call, i) for i in range(1, count)]
        texts = [self._render(rule, nested, call, len(spans)) for rule in special.arguments]
        for position, rule in enumerate(special.arguments[: len(spans)]):
            span = spans[position]
            if rule.position == position + 1:
                pieces = around(self.unit, *call.arguments[rule.position], rule.convert)
                if len(pieces) == 2:
                    for place, piece in zip((span.start, span.end), pieces, strict=True):
                        if piece:
                            yield Edit(Span(place, place), piece, EditKind.CALL, RULE)
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
        names = tuple(p.name for p in prototype.parameters[1:] if p.name not in self.rules.flags)
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
        return apply(self.data, inside, span).join(around(self.unit, first, end, rule.convert))

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
