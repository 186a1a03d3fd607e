"""Where the stream is declared: once per block, before the first tensor generator of the data flow.

A flow's generators may stand in inner blocks (a loop that fills a vector) and before the call; declaring the stream only at the
call would leave them with another handle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from migrate.frontend.directives import Conditional
from migrate.frontend.torch_flow import Flow, UnitFlows
from migrate.frontend.torch_source import CodeUnit, TorchSource
from migrate.model import Edit, EditKind, Span
from migrate.project.torch_rules import TorchRules

RULE = "torch-stream"


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


class StreamPlanner:
    """Gives each flow of a unit its handle; flows of one block share one declaration."""

    def __init__(
        self, source: TorchSource, flows: UnitFlows, rules: TorchRules, transparent: Callable[[Conditional], bool]
    ) -> None:
        self.source = source
        self.unit = flows.unit
        self.read = flows
        self.rules = rules
        self.transparent = transparent
        self._planned: dict[tuple[int, int], list[int]] = {}
        self._names: dict[int | None, frozenset[bytes]] = {}

    def reserve(self, flow: Flow) -> InsertionPoint | None:
        """First pass: note the uses of a flow so that the second one sees those of the whole block."""
        indices = [use.first for use in flow.uses if use.kind != "holder"]
        place = find_place(self.source, self.unit, indices, self.transparent)
        if place:
            self._planned.setdefault((place.block, place.branch), []).extend(indices)
        return place

    def handle(self, place: InsertionPoint | None, flow: Flow) -> Handle:
        """Second pass: the name, and the place of the declaration that serves all flows of the block."""
        if place is None:
            return Handle(self.rules.stream.expression, None)
        existing = self._existing(place, flow)
        if existing:
            return Handle(existing, None)
        merged = find_place(self.source, self.unit, self._planned[place.block, place.branch], self.transparent)
        assert merged is not None
        return Handle(self._free_name(place), merged)

    def _existing(self, place: InsertionPoint, flow: Flow) -> str | None:
        """A stream variable that is declared before, in this block or around it."""
        around = [place.block, *self.unit.blocks(place.block)]
        for variable in self.read.variables:
            if variable.role != "stream" or variable.block not in around or variable.index >= place.statement:
                continue
            if self._visible(variable.index, place):
                return variable.name.decode("utf-8", "surrogateescape")
        return None

    def _visible(self, declared: int, place: InsertionPoint) -> bool:
        """Whether every configuration that compiles the place also compiles the declaration."""
        at = self.unit.tokens[declared].start
        inside = [b for c, b in self.source.branch_path(at) if not self.transparent(c)]
        use = [b for _, b in self.source.branch_path(self.unit.tokens[place.statement].start)]
        return all(any(b is other for other in use) for b in inside)

    def _free_name(self, place: InsertionPoint) -> str:
        taken = self._taken(self.unit.function_body(place.statement))
        for name in self.rules.stream.names:
            if name.encode() not in taken and name.encode() not in self.unit.parameters:
                return name
        raise NoInsertionPoint(f"the names {', '.join(self.rules.stream.names)} are all taken in this function")

    def _taken(self, body: int | None) -> frozenset[bytes]:
        """Names that mean something in a function; computed once for it."""
        if body in self._names:
            return self._names[body]
        unit = self.unit
        first = unit.head(body) if body is not None else 0
        last = unit.pairs.get(body, len(unit.tokens)) if body is not None else len(unit.tokens)
        streams = {v.index for v in self.read.variables if v.role == "stream"}
        own = {unit.text(i) for i in streams}
        self._names[body] = frozenset(
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
