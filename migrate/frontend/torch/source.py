"""A torch-side file as tokens: brackets, blocks, statements, macro bodies, and what each chip sees.

No parser: all branches of all conditionals stand in one token stream, so a call is found whatever macro guards it.
A macro body is a unit of its own. Positions are byte offsets, indices are into `CodeUnit.tokens`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from migrate.frontend.directives import (
    Branch,
    Conditional,
    DirectiveTree,
    build_tree,
    inactive_everywhere,
    inactive_spans,
)
from migrate.frontend.lex import Kind, LineMap, Token, lex, match_brackets, significant
from migrate.frontend.outcomes import hidden
from migrate.frontend.torch.facts import Environment, Preprocessed, preprocess
from migrate.model import Chip, Span

SCOPE_WORDS = frozenset((b"namespace", b"class", b"struct", b"union", b"enum", b"extern"))
CONTROL_WORDS = frozenset((b"if", b"else", b"for", b"while", b"do", b"switch", b"return", b"throw", b"case", b"goto"))
_BLOCK_BEFORE = frozenset((b")", b"else", b"do", b"try", b";", b"{", b"}", b":", b"]"))
_BLOCK_WORDS = frozenset((b"const", b"noexcept", b"override", b"final", b"mutable"))


@dataclass(frozen=True)
class CodeUnit:
    """A run of code: the file outside directives, or the body of one macro (`macro` its name, `parameters` its parameters)."""

    tokens: tuple[Token, ...]
    macro: bytes = b""
    parameters: tuple[bytes, ...] = ()
    ends: frozenset[int] = frozenset()  # last tokens of macros that are statements, without a `;` behind them

    @cached_property
    def pairs(self) -> dict[int, int]:
        return match_brackets(self.tokens)

    @cached_property
    def parents(self) -> list[int]:
        """For each token the index of the innermost opening bracket around it; -1 at the top."""
        parents: list[int] = []
        stack: list[int] = []
        for index in range(len(self.tokens)):
            partner = self.pairs.get(index)
            if partner is not None and partner < index and stack:
                stack.pop()
            parents.append(stack[-1] if stack else -1)
            if partner is not None and partner > index:
                stack.append(index)
        return parents

    def text(self, index: int) -> bytes:
        return self.tokens[index].text if 0 <= index < len(self.tokens) else b""

    def is_word(self, index: int) -> bool:
        return 0 <= index < len(self.tokens) and self.tokens[index].kind == Kind.IDENT

    def is_member(self, index: int) -> bool:
        """Whether a name is taken from an object: `a.name`, `a->name`; the type behind a function's `->` is not."""
        before = self.text(index - 1)
        return before == b"." or (before == b"->" and index - 1 not in self._trailing)

    @cached_property
    def _trailing(self) -> frozenset[int]:
        """The `->` in front of results of functions and lambdas."""
        return frozenset(
            i for i, token in enumerate(self.tokens) if token.text == b"->" and self._ends_parameters(i - 1)
        )

    def _ends_parameters(self, index: int) -> bool:
        while self.text(index) in _BLOCK_WORDS:
            index -= 1
        opener = self.pairs.get(index, -1) if self.text(index) == b")" else -1
        if self.text(opener - 1) == b"]":
            bracket = self.pairs.get(opener - 1, 0)
            return (
                not (self.is_word(bracket - 1) or self.text(bracket - 1) in (b")", b"]"))
                or self.text(bracket - 1) == b"return"
            )
        if opener < 0 or not self.is_word(opener - 1):
            return False
        head = [self.text(i) for i in range(self.head(opener - 1), opener - 1)]
        return b"auto" in head and b"=" not in head and b"(" not in head

    def brace_kind(self, opener: int) -> str:
        """What an opening brace begins: block, scope (namespace, class), or value (an initializer)."""
        before = self.text(opener - 1)
        if opener == 0:
            return "block"
        head = [t.text for t in self.tokens[self.head(opener) : opener]]
        if SCOPE_WORDS.intersection(head[:3]) and b"(" not in head and b"=" not in head:
            return "scope"
        if before == b":" and self.parents[opener] >= 0 and self.text(self.parents[opener]) == b"(":
            return "value"  # the range of a for
        if before in _BLOCK_BEFORE or before in _BLOCK_WORDS:
            return "block"
        return "block" if b"->" in head and b"=" not in head else "value"

    def head(self, index: int) -> int:
        """First token of the run before `index` that no `;`, `{`, `}` of the same nesting interrupts."""
        parent = self.parents[index]
        first = index
        position = index - 1
        while position > parent:
            if self.text(position) in (b";", b"}", b"{") or position in self.ends:
                break
            partner = self.pairs.get(position)
            first = partner if partner is not None and partner < position else position
            position = first - 1
        return first

    @cached_property
    def _blocks(self) -> dict[int, list[int]]:
        return {-1: []}

    def blocks(self, index: int) -> list[int]:
        """Opening braces of the blocks around a token, innermost first, up to the function body."""
        known = self._blocks
        if index >= len(self.tokens):
            return []  # behind the last token, where a bracket has no partner
        chain = []
        parent = self.parents[index]
        while parent not in known:
            chain.append(parent)
            parent = self.parents[parent]
        for opener in reversed(chain):
            around = known[self.parents[opener]]
            kind = self.brace_kind(opener) if self.text(opener) == b"{" else ""
            known[opener] = [] if kind == "scope" else [opener, *around] if kind == "block" else around
        return known[self.parents[index]]

    def function_body(self, index: int) -> int | None:
        blocks = self.blocks(index)
        return blocks[-1] if blocks else None

    def extent(self, body: int) -> Span:
        """Of a function, from the head of its signature to the end of its body."""
        first = self.head(body)
        return Span(self.tokens[first].start, self.tokens[self.pairs.get(body, len(self.tokens) - 1)].end)

    def is_lambda(self, block: int) -> bool:
        """Whether a block is the body of a lambda: `[..] {` or `[..] (..) .. {`."""
        position = block - 1
        while position > 0 and self.text(position) not in (b")", b"]", b";", b"{", b"}"):
            position -= 1
        if self.text(position) == b")":
            opener = self.pairs.get(position, position)
            position = opener - 1
        return self.text(position) == b"]"

    def is_switch(self, block: int) -> bool:
        opener = self.pairs.get(block - 1) if self.text(block - 1) == b")" else None
        return opener is not None and self.text(opener - 1) == b"switch"

    def statement(self, index: int, block: int) -> int:
        """First token of the statement of `block` in which a token stands; an `else` belongs to its `if`."""
        position = index
        while self.parents[position] != block:
            position = self.parents[position]
            if position < 0:
                return index
        first = self._statement_head(position, block)
        if self.text(first) == b"while" and self.text(first - 1) == b"}":
            opener = self.pairs.get(first - 1, first)
            if self.text(opener - 1) == b"do":
                first = opener - 1
        while self.text(first) == b"else":
            before = first - 1
            if self.text(before) == b"}":
                before = self.pairs.get(before, before)
            else:
                before -= 1
            if before <= block:
                break
            first = self._statement_head(before, block)
        return first

    def _statement_head(self, index: int, block: int) -> int:
        """Back to the token after `;`, a sub-block's `}` or the block's `{`."""
        position = index
        while position - 1 > block:
            before = position - 1
            text = self.text(before)
            if text == b";" or before in self.ends:
                break
            partner = self.pairs.get(before)
            if partner is not None and partner < before:
                if text == b"}" and self.brace_kind(partner) == "block" and not self.is_lambda(partner):
                    break
                position = partner
                continue
            position = before
        return position

    def statement_end(self, index: int, block: int) -> int:
        """Index of the `;` that ends the simple statement of `block` around a token."""
        closer = self.pairs.get(block, len(self.tokens))
        position = index
        while position < closer and self.parents[position] != block:
            position = self.parents[position]
            if position < 0:
                return closer
        while position < closer and self.text(position) != b";":
            position = max(self.pairs.get(position, position), position) + 1
        return min(position, closer)


@dataclass(frozen=True)
class TorchSource:
    path: str
    data: bytes
    tokens: tuple[Token, ...]  # comments and directives included
    lines: LineMap
    tree: DirectiveTree
    units: tuple[CodeUnit, ...]
    dead: tuple[Span, ...]  # branches that no configuration can take (#if 0)
    inactive: tuple[Span, ...] = field(default=())  # branches that none of the chips sees; `dead` included
    compiler: Preprocessed | None = None  # None where no chip was asked about

    @cached_property
    def _dead_starts(self) -> list[int]:
        return [span.start for span in self.dead]

    def dead_span(self, offset: int) -> Span | None:
        return find_span(self.dead, self._dead_starts, offset)

    @cached_property
    def eol(self) -> bytes:
        return b"\r\n" if b"\r\n" in self.data else b"\n"

    def comments(self) -> Iterable[Token]:
        return (t for t in self.tokens if t.kind == Kind.COMMENT)

    def branch_path(self, offset: int) -> list[tuple[Conditional, Branch]]:
        """Conditionals around an offset with the branch it lies in, outermost first."""
        path: list[tuple[Conditional, Branch]] = []
        conditionals: Sequence[Conditional] = self.tree.conditionals
        while True:
            for conditional in conditionals:
                if conditional.span.start <= offset < conditional.span.end:
                    break
            else:
                return path
            branch = next((b for b in conditional.branches if b.body.start <= offset < b.body.end), None)
            if branch is None:
                return path
            path.append((conditional, branch))
            conditionals = branch.children


def find_span(spans: Sequence[Span], starts: Sequence[int], offset: int) -> Span | None:
    index = bisect_right(starts, offset) - 1
    return spans[index] if index >= 0 and spans[index].start <= offset < spans[index].end else None


def read_source(path: str, data: bytes, chips: Sequence[Chip], environment: Environment | None = None) -> TorchSource:
    tokens = lex(data)
    lines = LineMap(data)
    tree = build_tree(data, tokens, lines)
    dead = tuple(inactive_spans(tree, {}))
    compiler = preprocess(path, data, chips, environment or Environment()) if chips else None
    inactive: Sequence[Span] = dead
    if compiler is not None:
        inactive = inactive_everywhere([hidden(tree.conditionals, compiler.outcomes, chip.name) for chip in chips])
    units = [CodeUnit(tuple(_without_prose(significant(tokens), dead))), *_macros(data, tree)]
    if compiler is not None:
        units = [_with_ends(unit, compiler) for unit in units]
    return TorchSource(path, data, tuple(tokens), lines, tree, tuple(units), dead, tuple(inactive), compiler)


def _without_prose(tokens: Sequence[Token], dead: Sequence[Span]) -> Iterable[Token]:
    """The tokens without those of branches that nothing can take whose brackets do not match: text of any kind may stand there."""
    starts = [token.start for token in tokens]
    gone: set[int] = set()
    for span in dead:
        inside = range(bisect_left(starts, span.start), bisect_left(starts, span.end))
        if not balanced(tokens[inside.start : inside.stop]):
            gone.update(inside)
    return (token for index, token in enumerate(tokens) if index not in gone)


def balanced(tokens: Sequence[Token]) -> bool:
    """Whether every bracket has its partner."""
    brackets = sum(t.kind == Kind.PUNCT and t.text in (b"(", b")", b"[", b"]", b"{", b"}") for t in tokens)
    return len(match_brackets(tokens)) == brackets


def _with_ends(unit: CodeUnit, compiler: Preprocessed) -> CodeUnit:
    """The unit with the places where a macro ends a statement in a block: `TIMING_START` alone on its line."""
    names = compiler.macros.names - compiler.macros.undefined
    ends: set[int] = set()
    for index, token in enumerate(unit.tokens):
        if token.text not in names or not (unit.text(index - 1) in (b";", b"{", b"}") or index - 1 in ends):
            continue
        definitions = compiler.macros.definitions(token.text)
        called = any(one.parameters for one in definitions)
        if called and unit.text(index + 1) != b"(":
            continue
        last = unit.pairs.get(index + 1, index) if called else index
        whole = definitions and all(_is_statement(one.body) for one in definitions)
        if whole and unit.text(last + 1) != b";" and unit.blocks(index):
            ends.add(last)
    return replace(unit, ends=frozenset(ends)) if ends else unit


def _is_statement(body: Sequence[bytes]) -> bool:
    """Whether what a macro stands for ends where a statement ends, or is nothing."""
    pairs = ((b"(", b")"), (b"{", b"}"), (b"[", b"]"))
    balanced = all(body.count(opener) == body.count(closer) for opener, closer in pairs)
    return not body or (balanced and body[-1] in (b";", b"}"))


def macro_units(data: bytes) -> list[CodeUnit]:
    """The bodies of the macros that a text defines."""
    tokens = lex(data)
    return _macros(data, build_tree(data, tokens, LineMap(data)))


def _macros(data: bytes, tree: DirectiveTree) -> list[CodeUnit]:
    return [unit for d in tree.others if d.keyword == b"define" for unit in _macro_unit(data, d.token)]


def _macro_unit(data: bytes, token: Token) -> list[CodeUnit]:
    start = data.index(b"define", token.start)
    tokens = significant(lex(data, start, token.end))
    if len(tokens) < 3:
        return []
    name = tokens[1]
    parameters: tuple[bytes, ...] = ()
    body = 2
    if tokens[2].text == b"(" and tokens[2].start == name.end:
        close = next((i for i, t in enumerate(tokens) if t.text == b")"), len(tokens) - 1)
        parameters = tuple(t.text for t in tokens[3:close] if t.kind == Kind.IDENT or t.text == b"...")
        body = close + 1
    return [CodeUnit(tuple(tokens[body:]), name.text, parameters)] if body < len(tokens) else []
