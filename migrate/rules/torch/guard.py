"""Conditionals on chip macros in torch-side files, which are built once for all chips.

A guard whose other branches only refuse goes, since the library answers NOT_SUPPORTED itself. Equal branches become one. What is
left becomes a test on the device of a tensor; where that cannot be, the guard is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from migrate.frontend.directives import Branch, Conditional, Directive, branch_states, defined_name
from migrate.frontend.lex import Kind, Token, lex, match_brackets, significant
from migrate.frontend.prototypes import Prototype
from migrate.frontend.torch.facts import Preprocessed
from migrate.frontend.torch.source import CodeUnit, TorchSource
from migrate.model import Chip, Edit, EditKind, Site, Span
from migrate.project.torch_rules import TorchRules
from migrate.rules.torch.device import CURRENT, Asked, asked_device, test_of
from migrate.rules.torch.per_chip import PerChip, per_chip, per_chip_edits
from migrate.rules.torch.same import Meaning

RULE = "torch-guard"


@dataclass(frozen=True)
class Guard:
    """A conditional on chip macros: for each branch the chips that take it."""

    conditional: Conditional
    chips: tuple[tuple[str, ...], ...]
    undecided: str  # why a branch is not known for a chip; empty where all are
    uncovered: tuple[str, ...]  # chips that take no branch

    @property
    def taken(self) -> list[Branch]:
        """The branches that chips take; none where one takes none."""
        taken = (b for b, names in zip(self.conditional.branches, self.chips, strict=True) if names)
        return [] if self.uncovered else list(taken)


@dataclass(frozen=True)
class GuardPlan:
    """What becomes of a guard: `keep` one branch, `test` the device, `merge` the functions that its branches define, or `refuse`."""

    guard: Guard
    action: str
    keep: int = -1
    reason: str = ""
    unused: tuple[int, ...] = ()  # branches that no chip takes, a last one that refuses excepted
    definitions: PerChip | None = None  # where it is one of functions
    asked: Asked = CURRENT  # what a test asks

    @property
    def site(self) -> Site:
        opening = self.guard.conditional.branches[0].opening
        return Site(EditKind.CONDITIONAL, opening.token.span, opening.token.text.decode("utf-8", "replace").strip())

    @property
    def dropped(self) -> list[Span]:
        """Branches that go: all but the one that stays; with a test those that no chip takes."""
        if self.action == "refuse":
            return []
        if self.definitions is not None:
            return self.definitions.between
        branches = enumerate(self.guard.conditional.branches)
        return [b.body for i, b in branches if i in self.unused or (self.action == "keep" and i != self.keep)]


def find_guards(source: TorchSource, chips: Sequence[Chip]) -> list[Guard]:
    """Conditionals that may not stay: their outcome differs between the chips, or they ask about what the output will not have."""
    compiler = source.compiler
    if compiler is None:
        return []
    guards = []
    for conditional in source.tree.walk():
        if conditional.closing is None or not _must_go(compiler, conditional) or _once(source, conditional):
            continue
        states = [compiler.outcomes.states(conditional, chip.name) for chip in chips]
        per_branch = tuple(
            tuple(chip.name for chip, own in zip(chips, states, strict=True) if own[i] is not False)
            for i in range(len(conditional.branches))
        )
        taken = {name for own in per_branch for name in own}
        uncovered = tuple(chip.name for chip in chips if chip.name not in taken)
        reason = "" if all(state is not None for own in states for state in own) else _ALSO
        guards.append(
            Guard(conditional, per_branch, reason or _undecided(compiler, conditional, chips, states), uncovered)
        )
    return guards


_ALSO = "its condition also asks about another macro"
_HEADERS = frozenset((b"__has_include", b"__has_include_next"))


def _must_go(compiler: Preprocessed, conditional: Conditional) -> bool:
    names = compiler.outcomes.names(conditional)
    return bool(names & compiler.chip_names) or compiler.outcomes.resolved(conditional)


def _once(source: TorchSource, conditional: Conditional) -> bool:
    """Whether a header is read once by this: `#ifndef NAME`, and `#define NAME` before anything else, nowhere else."""
    opening, inside = conditional.branches[0].opening, conditional.branches[0].body
    name = opening.argument
    chosen = source.compiler is not None and name in source.compiler.chip_names
    if opening.keyword != b"ifndef" or len(conditional.branches) > 1 or chosen:
        return False
    made = [d for d in source.tree.others if d.keyword == b"define" and defined_name(d) == name]
    first = next((t for t in source.tokens if t.start >= inside.start and t.kind != Kind.COMMENT), None)
    return len(made) == 1 and first == made[0].token


def _undecided(
    compiler: Preprocessed, conditional: Conditional, chips: Sequence[Chip], states: Sequence[Sequence[bool | None]]
) -> str:
    """Why the compiler's answer may be another one in a real build: it saw no header of PyTorch, and none of the build's options."""
    names = compiler.outcomes.names(conditional)
    if names & _HEADERS:
        return "its condition asks whether there is a header"
    free = {
        n for n in names - compiler.chip_names if not compiler.macros.definitions(n) and n not in (b"true", b"false")
    }
    if not free:
        return ""
    known = [branch_states(conditional, compiler.known[chip.name]) for chip in chips]
    return "" if known == [list(own) for own in states] else _ALSO


def plan_guards(
    source: TorchSource,
    chips: Sequence[Chip],
    rules: TorchRules,
    prototypes: Mapping[str, Prototype],
    balanced: bool = True,
) -> list[GuardPlan]:
    """A plan for every guard of a file. What stands in a guard that stays, stays too: it depends on what a person decides."""
    if not balanced:
        return [
            GuardPlan(g, "refuse", reason="the brackets of this file do not match") for g in find_guards(source, chips)
        ]
    plans: list[GuardPlan] = []
    limit = 0
    for guard in find_guards(source, chips):  # outer before inner
        if guard.conditional.span.start < limit:
            plans.append(GuardPlan(guard, "refuse", reason="it stands in a conditional that stays"))
            continue
        plan = plan_guard(source, guard, rules, prototypes)
        if plan.action == "refuse":
            limit = guard.conditional.span.end
        plans.append(plan)
    return plans


def plan_guard(source: TorchSource, guard: Guard, rules: TorchRules, prototypes: Mapping[str, Prototype]) -> GuardPlan:
    """What can be done with a guard, before its contents are rewritten."""
    branches = guard.conditional.branches
    if guard.undecided:
        return GuardPlan(guard, "refuse", reason=guard.undecided)
    bodies = [branch_tokens(source, b) for b in branches]
    if any(len(match_brackets(body)) != _brackets(body) for body in bodies):
        return GuardPlan(guard, "refuse", reason="it cuts through a block")
    taken = [i for i, chips in enumerate(guard.chips) if chips]
    working = [i for i in taken if not refuses(bodies[i], rules) and not empty(source, branches[i])]
    idle = [i for i in taken if empty(source, branches[i])]
    if not working and (not taken or len(idle) == len(taken) or not (idle or guard.uncovered)):
        return GuardPlan(guard, "keep", next((i for i in taken if bodies[i]), taken[0] if taken else -1))
    meaning = Meaning(rules, prototypes)
    same = len({meaning.of(source, branches[i]) for i in working}) == 1  # false where every branch refuses or is empty
    alone = len(working) == len(taken) or _answers(bodies[working[0]], rules) if working else True
    if same and not idle and not guard.uncovered and alone:
        return GuardPlan(guard, "keep", working[0])
    return _plan_test(source, guard, bodies, rules)


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


def _answers(body: Sequence[Token], rules: TorchRules) -> bool:
    """Whether a branch calls the library and checks what it answers: then the library refuses where another chip's branch only did that.

    An effect before the call would happen on a chip that refused at once; members only ask, or change what ends with the function."""
    texts = [token.text.decode("utf-8", "replace") for token in body]
    first = next((i for i, name in enumerate(texts) if rules.unified_call(name)), None)
    if first is None or not any(name in rules.wrappers or name in rules.refusing for name in texts):
        return False
    quiet = {*rules.wrappers, "if", "for", "while", "switch"}
    called = (i for i in range(first) if body[i].kind == Kind.IDENT and texts[i + 1] == "(" and texts[i] not in quiet)
    return all(i > 0 and texts[i - 1] in (".", "->") for i in called)


def _plan_test(source: TorchSource, guard: Guard, bodies: Sequence[Sequence[Token]], rules: TorchRules) -> GuardPlan:
    unit = source.units[0]
    start = guard.conditional.span.start
    index = next((i for i, t in enumerate(unit.tokens) if t.start >= start), len(unit.tokens) - 1)
    if index < 0 or unit.function_body(index) is None:
        found = per_chip(source, guard.conditional, guard.taken, rules)
        if found.problem:
            return GuardPlan(guard, "refuse", reason=found.problem)
        return GuardPlan(guard, "merge", definitions=found)
    if any(
        t.kind == Kind.DIRECTIVE
        for b in guard.conditional.branches
        for t in lex(source.data[b.body.start : b.body.end])
    ):
        return GuardPlan(guard, "refuse", reason="it contains other directives")
    if not _whole_statements(unit, guard, bodies):
        return GuardPlan(guard, "refuse", reason="it cuts through a statement")
    lasting = next((name for body in bodies if (name := _lasting(body, rules))), None)
    if lasting:
        reason = f"it declares {lasting.decode('utf-8', 'replace')}, whose end would come earlier in a block of its own"
        return GuardPlan(guard, "refuse", reason=reason)
    escaping = _escaping(unit, guard, bodies)
    if escaping:
        return GuardPlan(
            guard, "refuse", reason=f"{escaping.decode('utf-8', 'replace')} is declared inside and used behind it"
        )
    asked = asked_device(source, guard.conditional, guard.taken, rules)
    if asked.problem:
        return GuardPlan(guard, "refuse", reason=asked.problem)
    unused = [i for i, chips in enumerate(guard.chips) if not chips]
    if unused and guard.conditional.has_else and refuses(bodies[unused[-1]], rules):
        unused = [i for i in unused if i != len(bodies) - 1]
    return GuardPlan(guard, "test", unused=tuple(unused), asked=asked)


def _whole_statements(unit: CodeUnit, guard: Guard, bodies: Sequence[Sequence[Token]]) -> bool:
    """Whether each branch can stand in braces of its own: statements without a label, and no `else` that reaches across."""
    span = guard.conditional.span
    first = next((i for i, t in enumerate(unit.tokens) if t.start >= span.start), len(unit.tokens))
    behind = next((i for i, t in enumerate(unit.tokens) if t.start >= span.end), len(unit.tokens))
    if unit.text(first - 1) not in (b";", b"{", b"}") or unit.text(behind) in (b"else", b"catch"):
        return False
    return all(_statements(body) for body in bodies if body)


def _statements(body: Sequence[Token]) -> bool:
    if body[0].text in (b"else", b"catch") or body[-1].text not in (b";", b"}"):
        return False
    depth = 0
    for i, token in enumerate(body):
        if token.kind == Kind.PUNCT:
            depth += (token.text in (b"{", b"(", b"[")) - (token.text in (b"}", b")", b"]"))
        before = body[i - 1].text if i else b";"
        label = i + 1 < len(body) and body[i + 1].text == b":" and token.kind == Kind.IDENT
        if depth == 0 and (token.text == b"case" or (label and before in (b";", b"{", b"}", b":"))):
            return False
    return True


_PLAIN = frozenset(
    b"auto Tensor bool char short int long unsigned float double size_t int8_t int16_t int32_t int64_t uint8_t uint32_t "
    b"uint64_t vector string Scalar ScalarType IntArrayRef optional".split()
)


def _lasting(body: Sequence[Token], rules: TorchRules) -> bytes | None:
    """What a branch declares at its own level that is no value whose end has no effect."""
    depth = 0
    plain = _PLAIN | {w.encode() for w in (*rules.types, *rules.status.types)}
    for i, token in enumerate(body):
        if token.kind == Kind.PUNCT:
            depth += (token.text in (b"{", b"(")) - (token.text in (b"}", b")"))
        if depth or token.kind != Kind.IDENT or i + 1 >= len(body):
            continue
        if rules.stream.guards.search(token.text.decode("utf-8", "replace")):
            return token.text
        if token.text in (b"using", b"namespace", b"typedef", b"struct", b"class", b"static", b"thread_local"):
            return body[i + 1].text
        before = body[i - 1] if i else None
        declared = before is not None and before.text not in (b"return", b"else", b"throw", b"goto", b"new", b"const")
        after = body[i + 1].text in (b"=", b";", b"(", b"{", b"[")
        if before is not None and declared and after and before.kind == Kind.IDENT and before.text not in plain:
            return token.text
        made = before is not None and before.text in (b"&", b"*", b">") and body[i + 1].text in (b"=", b";", b"{")
        if (
            made
            and before is not None
            and before.text == b">"
            and b"vector" not in [t.text for t in body[max(i - 6, 0) : i]]
        ):
            return token.text
    return None


def _escaping(unit: CodeUnit, guard: Guard, bodies: Sequence[Sequence[Token]]) -> bytes | None:
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


def guard_edits(source: TorchSource, plan: GuardPlan, rules: TorchRules) -> list[Edit]:
    conditional = plan.guard.conditional
    if plan.action == "keep":
        end = Span(conditional.span.end, conditional.span.end)
        kept = conditional.branches[plan.keep].body if plan.keep >= 0 else end
        spans = [Span(conditional.span.start, kept.start), Span(kept.end, conditional.span.end)]
        return [Edit(s, b"", EditKind.CONDITIONAL, RULE) for s in spans if s.start < s.end]
    if plan.action == "test":
        return _test_edits(source, plan, rules)
    if plan.definitions is not None:
        tests = [test_text(plan, i, rules).decode() for i in range(len(conditional.branches) - 1)]
        return per_chip_edits(source, conditional, plan.definitions, tests)
    return []


def test_text(plan: GuardPlan, number: int, rules: TorchRules) -> bytes:
    """The condition that one branch of a guard becomes: the device is one of its chips."""
    tests = [test_of(plan.asked, chip, rules) for chip in plan.guard.chips[number]]
    return " || ".join(tests).encode("utf-8", "surrogateescape")


def _test_edits(source: TorchSource, plan: GuardPlan, rules: TorchRules) -> list[Edit]:
    conditional = plan.guard.conditional
    edits = []
    first = True
    for number, branch in enumerate(conditional.branches):
        if number in plan.unused:
            edits.append(Edit(Span(branch.opening.line.start, branch.body.end), b"", EditKind.CONDITIONAL, RULE))
            continue
        text = f"if ({test_text(plan, number, rules).decode('utf-8', 'surrogateescape')}) {{"
        if not first:
            text = "} else {" if branch.opening.keyword == b"else" else "} else " + text
        first = False
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
    return Edit(token.span, indent + text.encode("utf-8", "surrogateescape"), EditKind.CONDITIONAL, RULE)
