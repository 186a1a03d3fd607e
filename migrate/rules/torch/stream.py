"""Where the stream is declared: once per block, before the first tensor generator of the data flow.

A flow's generators may stand in inner blocks (a loop that fills a vector) and before the call; declaring the stream only at the
call would leave them with another handle.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from migrate.frontend.directives import Conditional
from migrate.frontend.torch.devices import Devices, lambda_name
from migrate.frontend.torch.flow import Flow, UnitFlows, Variable
from migrate.frontend.torch.macro_words import MacroWords
from migrate.frontend.torch.operands import in_governed_conditional
from migrate.frontend.torch.source import CodeUnit, TorchSource
from migrate.model import Edit, EditKind, Span
from migrate.project.torch_rules import TorchRules
from migrate.rules.torch.refused import Refused

RULE = "torch-stream"
_ADDS = (b"push_back", b"emplace_back", b"insert", b"emplace", b"assign")


class NoInsertionPoint(Exception):
    """The stream cannot be declared for a flow; the message says why."""


@dataclass(frozen=True)
class InsertionPoint:
    """Declare before token `statement` of `block`; `offset` is where, `branch` the dead branch it lies in (or -1)."""

    block: int
    statement: int
    offset: int
    branch: int


@dataclass(frozen=True)
class Handle:
    """How a flow names its handle, and the declaration that it needs (None: something declares it already)."""

    name: str
    place: InsertionPoint | None


def common_block(unit: CodeUnit, indices: Sequence[int]) -> int | None:
    chains = [unit.blocks(i) for i in indices]
    if not chains or any(not chain for chain in chains):
        return None
    for block in chains[0]:
        if all(block in chain for chain in chains):
            return block
    return None


def crosses_lambda(unit: CodeUnit, block: int, index: int) -> bool:
    """Whether a lambda without a capture default lies between a block and a token."""
    for inner in unit.blocks(index):
        if inner == block:
            return False
        if unit.is_lambda(inner):
            opener = next(i for i in range(inner, 0, -1) if unit.text(i) == b"]")
            first = unit.text(unit.pairs.get(opener, opener) + 1)
            if first not in (b"&", b"="):
                return True
    return False


def find_place(
    source: TorchSource, unit: CodeUnit, indices: Sequence[int], transparent: Callable[[Conditional], bool]
) -> InsertionPoint | None:
    """Where to declare for the uses at `indices`; None where no block holds them all."""
    block = common_block(unit, indices)
    if block is None:
        return None
    while unit.is_switch(block):  # a declaration inside would be jumped over by the labels
        outer = unit.blocks(block)
        if not outer:
            return None
        block = outer[0]
    if any(crosses_lambda(unit, block, i) for i in indices):
        raise NoInsertionPoint("a lambda between the tensors and the call captures by name")
    statement = min(unit.statement(i, block) for i in indices)
    offset = unit.tokens[statement].start
    dead = source.dead_span(offset)
    if in_governed_conditional(source, unit, offset):
        raise NoInsertionPoint("a directive decides what an `if`, an `else` or a loop without braces governs")
    if not unit.macro:
        offset = _before_conditionals(source, [unit.tokens[i].start for i in indices], offset, transparent)
    return InsertionPoint(block, statement, offset, dead.start if dead else -1)


def _before_conditionals(
    source: TorchSource, uses: Sequence[int], offset: int, transparent: Callable[[Conditional], bool]
) -> int:
    """Out of every conditional that not all uses share."""
    for conditional, branch in source.branch_path(offset):
        if not transparent(conditional) and not all(branch.body.start <= use < branch.body.end for use in uses):
            return conditional.span.start
    return offset


def _declared(unit: CodeUnit, index: int) -> bool:
    """Whether a word stands where a declaration has its name."""
    before = unit.is_word(index - 1) or unit.text(index - 1) in (b"*", b"&", b">")
    return before and unit.text(index + 1) in (b";", b"=", b",", b")", b"(", b"{", b":", b"[")


@dataclass
class _Shared:
    """Uses in one block that take their handle from one declaration."""

    uses: list[int]
    name: str = ""


class StreamPlanner:
    """Gives each flow of a unit its handle; flows of one block share one declaration as long as the device stays the same."""

    def __init__(
        self,
        source: TorchSource,
        flows: UnitFlows,
        rules: TorchRules,
        transparent: Callable[[Conditional], bool],
        devices: Devices,
        gone: Callable[[int], bool],
        words: MacroWords,
    ) -> None:
        """`gone` says of which offsets the text leaves the file with its branch, `words` what macros name."""
        self.source = source
        self.unit = flows.unit
        self.read = flows
        self.rules = rules
        self.transparent = transparent
        self.devices = devices
        self.gone = gone
        self.words = words
        self._planned: dict[tuple[int, int], list[_Shared]] = {}
        self._groups: dict[int, _Shared] = {}  # use -> the group that it is in
        self._names: dict[int | None, frozenset[bytes]] = {}

    def reserve(self, flow: Flow) -> InsertionPoint | None:
        """First pass: note the uses of a flow so that the second one sees those of the whole block."""
        indices = [use.first for use in flow.uses if use.kind != "holder"]
        place = find_place(self.source, self.unit, indices, self.transparent)
        self._check_lambdas(indices, place)
        self._check_device(flow, indices, place)
        self._check_leaving(flow)
        if place:
            self._check_jumps(place)
            self._share(indices, place)
        return place

    def _share(self, indices: list[int], place: InsertionPoint) -> None:
        groups = self._planned.setdefault((place.block, place.branch), [])
        for group in groups:
            together = [*group.uses, *indices]
            merged = find_place(self.source, self.unit, together, self.transparent)
            if merged and not any(self.devices.between(merged.statement, use, merged.block) for use in together):
                group.uses.extend(indices)
                break
        else:
            group = _Shared(list(indices))
            groups.append(group)
        self._groups.update(dict.fromkeys(indices, group))

    def _check_device(self, flow: Flow, indices: Sequence[int], place: InsertionPoint | None) -> None:
        """All parts of a flow must see the device that it began with."""
        first = place.statement if place else min(indices)
        block = place.block if place else -1
        kept = [
            v for v in flow.variables if v.role in ("handle", "stream") and not v.parameter and v.index < max(indices)
        ]
        uses = [*indices, *(call.index for call in flow.calls), *self._passed_on(flow)]
        between, since = self.devices.between, self.devices.since
        starts = [(first, block, between), *((v.index, v.block, between) for v in kept)]
        starts += [(*start, between) for start in self._given_tensors(flow)]
        starts += [(v.index, v.block, since) for v in self._given_handles(flow)]
        for start, around, between in starts:
            change = next((c for use in uses if use > start and (c := between(start, use, around))), None)
            if change is not None:
                text = change.what or self.unit.text(change.index).decode("utf-8", "replace")
                raise Refused(
                    "T118",
                    change.index,
                    f"{text} may change the current device or stream between the tensors and the call; make both behind it",
                )

    def _passed_on(self, flow: Flow) -> Iterator[int]:
        """Where tensors of a flow go to a function, or are returned: its calls may be elsewhere."""
        unit = self.unit
        for variable in flow.variables:
            if variable.role == "tensor":
                for index in range(variable.index + 1, unit.pairs.get(variable.block, len(unit.tokens))):
                    passed = unit.text(index - 1) in (b"(", b",", b"return") and unit.text(index + 1) in (
                        b")",
                        b",",
                        b";",
                    )
                    if unit.text(index) == variable.name and passed:
                        yield index

    def _given_tensors(self, flow: Flow) -> Iterator[tuple[int, int]]:
        """Where tensor variables of a flow get their tensors, with their blocks: a function of the file may make them."""
        unit = self.unit
        for variable in flow.variables:
            if variable.role == "tensor":
                for index in range(variable.index, unit.pairs.get(variable.block, len(unit.tokens))):
                    added = unit.text(index + 1) == b"." and unit.text(index + 2) in _ADDS
                    if unit.text(index) == variable.name and (added or unit.text(index + 1) == b"="):
                        yield index, variable.block

    def _given_handles(self, flow: Flow) -> Iterator[Variable]:
        """Parameters that calls of a flow take their handle from: it is the current one where the function begins."""
        for call in flow.calls:
            variable = self.read.resolve(call.arguments[0][0]) if call.arguments else None
            if variable and variable.role == "handle" and variable.parameter:
                yield variable

    def _check_leaving(self, flow: Flow) -> None:
        """Tensors come into a function, and leave it, with the stream that is current outside."""
        unit = self.unit
        first = min([*(use.first for use in flow.uses), *(call.index for call in flow.calls)])
        body = unit.function_body(first)
        change = next((c for c in self.devices.changes if unit.function_body(c.index) == body), None)
        if body is None or change is None:
            return
        made = [use.first for use in flow.uses if use.kind == "generator"]
        taken = any(v.role == "tensor" and v.parameter for v in flow.variables)
        returned = any(unit.text(unit.statement(i, unit.blocks(i)[0])) == b"return" for i in made if unit.blocks(i))
        returned = returned or any(unit.text(i - 1) == b"return" for i in self._passed_on(flow))
        if taken or returned:
            text = change.what or unit.text(change.index).decode("utf-8", "replace")
            raise Refused(
                "T118",
                change.index,
                f"{text} may change the current device or stream in a function that library tensors come into or leave: they would "
                "be made for another stream than their calls run on; make the tensors where the calls are",
            )

    def _check_lambdas(self, indices: Sequence[int], place: InsertionPoint | None) -> None:
        """A lambda between the declaration and a use runs when it is called: only its direct calls in the block are known."""
        unit = self.unit
        block = place.block if place else -1
        for index in indices:
            for inner in unit.blocks(index):
                if inner == block:
                    break
                if unit.is_lambda(inner) and not self._called_here(inner):
                    raise NoInsertionPoint("a lambda between the tensors and the call may run later or elsewhere")

    def _called_here(self, block: int) -> bool:
        unit = self.unit
        name = lambda_name(unit, block)
        body = unit.function_body(block)
        if not name or body is None or self.devices.any_in(body):
            return False
        uses = [i for i in range(block, unit.pairs.get(body, block)) if unit.text(i) == name]
        return bool(uses) and all(unit.text(i + 1) == b"(" for i in uses)

    def _check_jumps(self, place: InsertionPoint) -> None:
        body = self.unit.function_body(place.statement)
        first, last = (body, self.unit.pairs.get(body, body)) if body is not None else (0, len(self.unit.tokens))
        if any(self.unit.text(i) == b"goto" and not self.gone(self.unit.tokens[i].start) for i in range(first, last)):
            raise NoInsertionPoint("a goto of this function could jump over the declaration")

    def handle(self, place: InsertionPoint | None, flow: Flow) -> Handle:
        """Second pass: the name, and the place of the declaration that serves all flows of the block."""
        if place is None:
            return Handle(self.rules.stream.expression, None)
        existing = self._existing(place, flow)
        if existing:
            return Handle(existing, None)
        group = next(self._groups[use.first] for use in flow.uses if use.first in self._groups)
        merged = find_place(self.source, self.unit, group.uses, self.transparent)
        assert merged is not None
        used = {g.name for g in self._planned[place.block, place.branch] if g is not group}
        group.name = group.name or self._free_name(place, used)
        return Handle(group.name, merged)

    def _existing(self, place: InsertionPoint, flow: Flow) -> str | None:
        """A stream variable that is declared before, in this block or around it."""
        around = [place.block, *self.unit.blocks(place.block)]
        for variable in self.read.variables:
            if variable.role != "stream" or variable.block not in around or variable.index >= place.statement:
                continue
            if self._visible(variable.index, place) and self._same(variable, flow):
                return variable.name.decode("utf-8", "surrogateescape")
        return None

    def _same(self, variable: Variable, flow: Flow) -> bool:
        """Whether a stream variable still holds the current stream where a flow is."""
        unit = self.unit
        blocks = unit.blocks(variable.index)
        first = unit.statement(variable.index, blocks[0]) if blocks else variable.index
        if [t.text for t in unit.tokens[first : variable.index]] not in ([b"auto"], [b"const", b"auto"]):
            return False
        end = unit.pairs.get(variable.block, len(unit.tokens))
        named = [i for i in range(variable.index + 1, end) if unit.text(i) == variable.name]
        if not all(self._only_read(i) for i in named):
            return False
        if any(variable.name in self.words.free(unit.text(i)) for i in range(variable.index + 1, end)):
            return False
        uses = [*(use.first for use in flow.uses if use.kind != "holder"), *(call.index for call in flow.calls)]
        return not any(self.devices.between(variable.index, use, variable.block) for use in uses)

    def _only_read(self, index: int) -> bool:
        """Whether a mention of a stream variable certainly leaves it as it is: asked, copied, returned, or the handle of the library."""
        unit = self.unit
        before, after = unit.text(index - 1), unit.text(index + 1)
        if before in (b".", b"->", b"::") or after == b".":
            return True
        if before in (b"return", b"==", b"!="):
            return True
        if before == b"=" and after == b";":  # a copy, and no other name of it
            first = unit.statement(index, unit.blocks(index)[0]) if unit.blocks(index) else unit.head(index)
            return b"&" not in [unit.text(i) for i in range(first, index)]
        opener = unit.parents[index]
        if before not in (b"(", b",") or after not in (b",", b")") or opener < 0:
            return False
        callee = unit.text(opener - 1).decode("utf-8", "replace")
        unified = (*self.rules.generators, *self.rules.generators.values())
        library = callee in unified or self.rules.unified_call(callee) or self.rules.is_unified_call(callee)
        guard = unit.text(opener - 2).decode("utf-8", "replace")  # `Guard name(stream)` takes a copy
        return bool(library) or any(self.rules.stream.guards.search(word) for word in (callee, guard))

    def _visible(self, declared: int, place: InsertionPoint) -> bool:
        """Whether every configuration that compiles the place also compiles the declaration."""
        at = self.unit.tokens[declared].start
        inside = [b for c, b in self.source.branch_path(at) if not self.transparent(c)]
        use = [b for _, b in self.source.branch_path(self.unit.tokens[place.statement].start)]
        return all(any(b is other for other in use) for b in inside)

    def _free_name(self, place: InsertionPoint, used: Collection[str]) -> str:
        around = (place.block, *self.unit.blocks(place.block))
        streams = {v.name for v in self.read.variables if v.role == "stream" and v.block in around}
        taken = self._taken(self.unit.function_body(place.statement)) | self._foreign | streams
        for name in self.rules.stream.names:
            if name not in used and name.encode() not in taken and name.encode() not in self.unit.parameters:
                return name
        raise NoInsertionPoint(f"the names {', '.join(self.rules.stream.names)} are all taken in this function")

    @cached_property
    def _foreign(self) -> frozenset[bytes]:
        """Names that would mean another thing: macros, and in a macro every name that its arguments may bring."""
        macros = {unit.macro for unit in self.source.units}
        if self.source.compiler is not None:
            macros |= {name for table in self.source.compiler.macros.chips.values() for name in table}
        if self.unit.macro:
            macros |= {t.text for unit in self.source.units if unit is not self.unit for t in unit.tokens}
        return frozenset(macros)

    def _taken(self, body: int | None) -> frozenset[bytes]:
        """Names that mean something in a function; computed once for it."""
        if body in self._names:
            return self._names[body]
        unit = self.unit
        first = unit.head(body) if body is not None else 0
        last = unit.pairs.get(body, len(unit.tokens)) if body is not None else len(unit.tokens)
        streams = {v.index for v in self.read.variables if v.role == "stream"}
        own = {unit.text(i) for i in streams}
        words = {unit.text(i) for i in range(first, last) if unit.is_word(i)}
        brought = frozenset(name for word in words for name in self.words.all(word))
        self._names[body] = brought | frozenset(
            unit.text(i)
            for i in range(first, last)
            if unit.is_word(i)
            and unit.text(i - 1) not in (b".", b"->")
            and (i not in streams)
            # a stream's own name may be declared again in another block; any other use of a name may be a member or a global
            and (unit.text(i) not in own or _declared(unit, i))
        )
        return self._names[body]


def declaration(source: TorchSource, unit: CodeUnit, handle: Handle, rules: TorchRules) -> Edit:
    """The line that declares the stream, with the indent, line end and, in a macro, the continuation of its place."""
    assert handle.place is not None
    text = f"auto {handle.name} = {rules.stream.expression};".encode("utf-8", "surrogateescape")
    return insert_line(source, unit, handle.place.offset, handle.place.statement, text, EditKind.STREAM, RULE)


def insert_line(
    source: TorchSource, unit: CodeUnit, offset: int, statement: int, text: bytes, kind: EditKind, rule: str
) -> Edit:
    """An edit that puts a line of its own before the statement; inline where the statement does not begin its line."""
    data = source.data
    start = unit.tokens[statement].start
    line = source.lines.line_start(start)
    indent = data[line:start]
    own_line = not indent.strip()
    if offset != start:  # before a directive
        return Edit(Span(offset, offset), (indent if own_line else b"") + text + source.eol, kind, rule)
    if not own_line:
        return Edit(Span(start, start), text + b" ", kind, rule)
    if unit.macro:
        line_text = data[line : source.lines.line_end(start)].rstrip(b"\r\n")
        width = line_text.rfind(b"\\") - len(indent) - len(text) if line_text.endswith(b"\\") else 1
        return Edit(Span(start, start), text + b" " * max(width, 1) + b"\\" + source.eol + indent, kind, rule)
    return Edit(Span(start, start), text + source.eol + indent, kind, rule)
