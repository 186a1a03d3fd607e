"""Conditionals on chip macros in torch-side files, which are built once for all chips.

A guard whose other branches only refuse goes, since the library answers NOT_SUPPORTED itself. Equal branches become one. What is
left becomes a test on the device of a tensor; where that cannot be, the guard is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from migrate.frontend.directives import Branch, Conditional, Directive, asks_about, branch_states
from migrate.frontend.lex import Kind, Token, lex, match_brackets, significant
from migrate.frontend.torch_source import TorchSource, Unit, chip_macros
from migrate.model import Chip, Edit, EditKind, Site, Span
from migrate.rules.torch_rules import TorchRules

RULE = "torch-guard"


@dataclass(frozen=True)
class Guard:
    """A conditional on chip macros: for each branch the chips that take it."""

    conditional: Conditional
    chips: tuple[tuple[str, ...], ...]
    decided: bool  # every branch is known for every chip
    uncovered: tuple[str, ...]  # chips that take no branch


@dataclass(frozen=True)
class Plan:
    """What becomes of a guard: `keep` one branch, or `test` the device, or `refuse`."""

    guard: Guard
    action: str
    keep: int = -1
    reason: str = ""

    @property
    def site(self) -> Site:
        opening = self.guard.conditional.branches[0].opening
        return Site(EditKind.CONDITIONAL, opening.token.span, opening.token.text.decode("utf-8", "replace").strip())

    @property
    def dropped(self) -> list[Span]:
        if self.action != "keep":
            return []
        return [b.body for i, b in enumerate(self.guard.conditional.branches) if i != self.keep]


def find_guards(source: TorchSource, chips: Sequence[Chip]) -> list[Guard]:
    names = [chip.legacy_macro.encode() for chip in chips]
    guards = []
    for conditional in source.tree.walk():
        if conditional.closing is None or not asks_about(conditional, names):
            continue
        states = [branch_states(conditional, chip_macros(chips, chip)) for chip in chips]
        per_branch = tuple(
            tuple(chip.name for chip, own in zip(chips, states, strict=True) if own[i] is not False)
            for i in range(len(conditional.branches))
        )
        decided = all(state is not None for own in states for state in own)
        taken = {name for own in per_branch for name in own}
        uncovered = tuple(chip.name for chip in chips if chip.name not in taken)
        guards.append(Guard(conditional, per_branch, decided, uncovered))
    return guards


def plan_guard(source: TorchSource, guard: Guard, rules: TorchRules) -> Plan:
    """What can be done with a guard, before its contents are rewritten."""
    branches = guard.conditional.branches
    if not guard.decided:
        return Plan(guard, "refuse", reason="its condition also asks about another macro")
    bodies = [branch_tokens(source, b) for b in branches]
    if any(len(match_brackets(body)) != _brackets(body) for body in bodies):
        return Plan(guard, "refuse", reason="it cuts through a block")
    taken = [i for i, chips in enumerate(guard.chips) if chips]
    working = [i for i in taken if not refuses(bodies[i], rules) and not empty(source, branches[i])]
    if not working:
        return Plan(guard, "keep", next((i for i in taken if bodies[i]), taken[0] if taken else 0))
    idle = [i for i in taken if empty(source, branches[i])]
    same = len({tuple(t.text for t in bodies[i]) for i in working}) == 1
    if same and not idle and not guard.uncovered:
        return Plan(guard, "keep", working[0])
    return _plan_test(source, guard, bodies)


def branch_tokens(source: TorchSource, branch: Branch) -> list[Token]:
    """Code tokens of a branch, those of nested conditionals included."""
    return significant(lex(source.data[branch.body.start : branch.body.end]))


def empty(source: TorchSource, branch: Branch) -> bool:
    return all(t.kind == Kind.COMMENT for t in lex(source.data[branch.body.start : branch.body.end]))


def _brackets(tokens: Sequence[Token]) -> int:
    return sum(t.kind == Kind.PUNCT and t.text in (b"(", b")", b"[", b"]", b"{", b"}") for t in tokens)


def refuses(tokens: Sequence[Token], rules: TorchRules) -> bool:
    """Whether code does nothing but refuse: CHECK(false), throw, AT_ERROR(..), one or more of them."""
    if not tokens:
        return False
    pairs = match_brackets(tokens)
    index = 0
    while index < len(tokens):
        text = tokens[index].text
        if text == b";":
            index += 1
            continue
        if text == b"throw":
            while index < len(tokens) and tokens[index].text != b";":
                index += 1
            continue
        name = text.decode("utf-8", "replace")
        if index + 1 >= len(tokens) or tokens[index + 1].text != b"(" or index + 1 not in pairs:
            return False
        false = tokens[index + 2].text in (b"false", b"0") and tokens[index + 3].text in (b")", b",")
        if not (name in rules.refusing_always or (name in rules.refusing and false)):
            return False
        index = pairs[index + 1] + 1
    return True


def _plan_test(source: TorchSource, guard: Guard, bodies: Sequence[Sequence[Token]]) -> Plan:
    unit = source.units[0]
    start = guard.conditional.span.start
    index = next((i for i, t in enumerate(unit.tokens) if t.start >= start), len(unit.tokens) - 1)
    if index < 0 or unit.function_body(index) is None:
        return Plan(guard, "refuse", reason="it stands outside of a function, where no device can be asked")
    if any(
        t.kind == Kind.DIRECTIVE
        for b in guard.conditional.branches
        for t in lex(source.data[b.body.start : b.body.end])
    ):
        return Plan(guard, "refuse", reason="it contains other directives")
    if tensor_parameter(unit, index) is None:
        return Plan(guard, "refuse", reason="the function has no tensor parameter whose device could be asked")
    escaping = _escaping(unit, guard, bodies)
    if escaping:
        return Plan(guard, "refuse", reason=f"{escaping.decode()} is declared inside and used behind it")
    return Plan(guard, "test")


def tensor_parameter(unit: Unit, index: int) -> str | None:
    """Name of the first parameter of type Tensor of the function around a token."""
    body = unit.function_body(index)
    if body is None:
        return None
    for i in range(unit.head(body), body):
        if unit.text(i) == b"Tensor" and unit.text(unit.parents[i]) == b"(":
            j = i + 1
            while unit.text(j) in (b"&", b"*", b"const"):
                j += 1
            if unit.is_word(j) and unit.text(j + 1) in (b",", b")", b"="):
                return unit.text(j).decode()
    return None


def _escaping(unit: Unit, guard: Guard, bodies: Sequence[Sequence[Token]]) -> bytes | None:
    declared = set()
    for body in bodies:
        depth = 0
        for i, token in enumerate(body):
            depth += token.text in (b"{", b"(") and token.kind == Kind.PUNCT
            depth -= token.text in (b"}", b")") and token.kind == Kind.PUNCT
            after = body[i + 1].text if i + 1 < len(body) else b""
            word_before = i > 0 and body[i - 1].kind == Kind.IDENT and body[i - 1].text not in (b"return", b"else")
            if depth == 0 and token.kind == Kind.IDENT and word_before and after in (b"=", b";", b"(", b"{", b"["):
                declared.add(token.text)
    end = guard.conditional.span.end
    first = next((i for i, t in enumerate(unit.tokens) if t.start >= end), len(unit.tokens))
    before = next((i for i, t in enumerate(unit.tokens) if t.start >= guard.conditional.span.start), 0)
    blocks = unit.blocks(before)
    last = unit.pairs.get(blocks[0], len(unit.tokens)) if blocks else len(unit.tokens)
    return next((unit.text(i) for i in range(first, last) if unit.text(i) in declared), None)


def guard_edits(source: TorchSource, plan: Plan, rules: TorchRules) -> list[Edit]:
    conditional = plan.guard.conditional
    if plan.action == "keep":
        kept = conditional.branches[plan.keep].body
        spans = [Span(conditional.span.start, kept.start), Span(kept.end, conditional.span.end)]
        return [Edit(s, b"", EditKind.CONDITIONAL, RULE) for s in spans if s.start < s.end]
    if plan.action == "test":
        return _test_edits(source, plan, rules)
    return []


def _test_edits(source: TorchSource, plan: Plan, rules: TorchRules) -> list[Edit]:
    unit = source.units[0]
    conditional = plan.guard.conditional
    index = next(i for i, t in enumerate(unit.tokens) if t.start >= conditional.span.start)
    tensor = tensor_parameter(unit, index)
    assert tensor is not None
    edits = []
    for number, (branch, chips) in enumerate(zip(conditional.branches, plan.guard.chips, strict=True)):
        tests = [rules.device_test.format(tensor=tensor, chip=chip) for chip in chips] or ["false"]
        text = "else {" if branch.opening.keyword == b"else" else f"if ({' || '.join(tests)}) {{"
        if number:
            text = "} else {" if branch.opening.keyword == b"else" else "} else " + text
        edits.append(_line_edit(source, branch.opening, conditional, text))
    assert conditional.closing is not None
    edits.append(_line_edit(source, conditional.closing, conditional, "}"))
    return edits


def _line_edit(source: TorchSource, directive: Directive, conditional: Conditional, text: str) -> Edit:
    """Replaces a directive; one at the start of its line gets the indent of the code in the first branch."""
    token = directive.token
    indent = b""
    if token.start == directive.line.start:
        body = conditional.branches[0].body
        found = re.match(rb"(?:[ \t]*\r?\n)*([ \t]*)", source.data[body.start : body.end])
        indent = found.group(1) if found else b""
    return Edit(token.span, indent + text.encode(), EditKind.CONDITIONAL, RULE)
