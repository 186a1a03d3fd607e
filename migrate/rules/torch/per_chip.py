"""Functions that a torch-side file defines once per chip, in the branches of a conditional: one definition with a block for each chip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from migrate.frontend.directives import Branch, Conditional
from migrate.frontend.lex import Kind, lex
from migrate.frontend.torch.functions import Function, Helpers, functions
from migrate.frontend.torch.source import CodeUnit, TorchSource
from migrate.model import Edit, EditKind, Span
from migrate.project.torch_rules import TorchRules
from migrate.rules.torch.device import current_problem

RULE = "torch-per-chip"


@dataclass(frozen=True)
class PerChip:
    """The definitions, one of each branch, or why they cannot be one."""

    bodies: tuple[Span, ...] = ()  # with their braces
    problem: str = ""

    @property
    def between(self) -> list[Span]:
        """From the end of each definition to the beginning of the next one's body."""
        pairs = zip(self.bodies, self.bodies[1:], strict=False)
        return [Span(before.end - 1, behind.start + 1) for before, behind in pairs]


OUTSIDE = "it stands outside of a function, where no device can be asked"


def per_chip(source: TorchSource, conditional: Conditional, taken: Sequence[Branch], rules: TorchRules) -> PerChip:
    """What the branches of a conditional outside of functions define; `taken`: the branches of which each chip takes one, if each does."""
    unit = source.units[0]
    found = [_definition(source, unit, branch) for branch in conditional.branches]
    defined = [function for function in found if function is not None]
    if len(defined) < len(conditional.branches) or list(taken) != list(conditional.branches) or len(defined) < 2:
        return PerChip(problem=OUTSIDE)
    heads = [tuple(unit.text(i) for i in range(unit.head(f.index), f.body)) for f in defined]
    if len(set(heads)) > 1:
        return PerChip(problem="each branch defines another function, or one that is written otherwise before its body")
    helpers = Helpers(unit, rules)
    if any(helpers.role_of_word(word.decode("utf-8", "replace")) for word in heads[0]):
        return PerChip(
            problem="it defines a function whose parameters or result change once per chip; make it one function"
        )
    if {b"auto", b"decltype", b"operator"} & set(heads[0]):
        return PerChip(
            problem="the type of what its functions return is not written, each chip's build finds it for itself"
        )
    for function in defined:
        inside = range(function.body, unit.pairs[function.body])
        if any(unit.text(i) == b"goto" for i in inside):
            return PerChip(problem="its functions have labels, which are one for a whole function")
        problem = current_problem(source, conditional, function.body, rules)
        if problem:
            return PerChip(problem=problem)
    return PerChip(tuple(Span(unit.tokens[f.body].start, unit.tokens[unit.pairs[f.body]].end) for f in defined))


def _definition(source: TorchSource, unit: CodeUnit, branch: Branch) -> Function | None:
    """The function that is all of a branch."""
    body = branch.body
    if any(t.kind == Kind.DIRECTIVE for t in lex(source.data[body.start : body.end])):
        return None
    inside = [i for i, t in enumerate(unit.tokens) if body.start <= t.start < body.end]
    for function in functions(unit) if inside else ():
        whole = function.body >= 0 and unit.pairs.get(function.body) == inside[-1]
        if whole and unit.head(function.index) == inside[0] and not unit.blocks(inside[0]):
            return function
    return None


def per_chip_edits(source: TorchSource, conditional: Conditional, found: PerChip, tests: Sequence[str]) -> list[Edit]:
    """The head of the first definition, and a block for each; `tests`: of the branches but the last one, which is what is left."""
    eol = source.eol
    first, last = found.bodies[0], found.bodies[-1]
    line = source.data[conditional.branches[0].body.start : first.start].splitlines()[-1:]
    indent = line[0][: len(line[0]) - len(line[0].lstrip())] if line else b""
    edits = [_edit(Span(conditional.span.start, conditional.branches[0].body.start), b"")]
    edits.append(_edit(Span(first.start + 1, first.start + 1), eol + indent + b"  if (" + tests[0].encode() + b") {"))
    for number, span in enumerate(found.between, 1):
        more = b"if (" + tests[number].encode() + b") " if number < len(tests) else b""
        edits.append(_edit(span, _deeper(source, span.start) + b"} else " + more + b"{"))
    end = conditional.span.end
    tail = eol if source.data[end - 1 : end] == b"\n" else b""
    edits.append(_edit(Span(last.end - 1, end), _deeper(source, last.end - 1) + b"}" + eol + indent + b"}" + tail))
    return edits


def _deeper(source: TorchSource, offset: int) -> bytes:
    """What a brace gets in front where it begins its line."""
    line = source.data.rfind(b"\n", 0, offset) + 1
    return b"" if source.data[line:offset].strip() else b"  "


def _edit(span: Span, text: bytes) -> Edit:
    return Edit(span, text, EditKind.CONDITIONAL, RULE)
