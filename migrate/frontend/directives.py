"""The tree of preprocessor conditionals, and what each chip sees of it.

Evaluation has three values: a macro that a configuration names as defined or as undefined decides, every other macro is
unknown. So a conditional on a chip's macro is resolved while `#ifdef USE_SOMETHING` stays as it is.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from migrate.frontend.lex import SIGNS, Kind, LineMap, Token, all_texts, lex, lex_whole
from migrate.model import Chip, Span

MacroSet = Mapping[bytes, "int | None"]
"""Known macros: name -> value, None for a macro known to be undefined. A macro that is absent is unknown."""


@dataclass(frozen=True)
class Directive:
    token: Token
    keyword: bytes  # if, ifdef, elif, else, endif, define, include, ...
    argument: bytes  # comments removed, continuation lines joined
    line: Span  # the whole line or lines, newline included


def included_name(directive: Directive) -> str | None:
    """What a directive includes by its place."""
    name = _NAME.fullmatch(directive.token.text.lstrip(b"#%: \t")) if directive.keyword == b"include" else None
    return name[1].decode("utf-8", "replace") if name else None


_NAME = re.compile(rb'include[ \t]*"([^"\n]+)"\s*')


def defined_name(directive: Directive) -> bytes:
    """The macro of a #define or #undef."""
    return directive.argument.split(b" ")[0].split(b"(")[0]


@dataclass(frozen=True)
class Branch:
    opening: Directive
    body: Span  # between the lines of the directives
    children: tuple[Conditional, ...]

    def condition(self) -> bytes:
        keyword, argument = self.opening.keyword, self.opening.argument
        if keyword in (b"ifdef", b"elifdef"):
            return b"defined " + argument
        if keyword in (b"ifndef", b"elifndef"):
            return b"! defined " + argument
        return b"1" if keyword == b"else" else argument


@dataclass(frozen=True)
class Conditional:
    branches: tuple[Branch, ...]
    closing: Directive | None  # None: the file ends first
    span: Span  # from the #if line to the #endif line, both included

    @property
    def has_else(self) -> bool:
        return self.branches[-1].opening.keyword == b"else"


@dataclass(frozen=True)
class DirectiveTree:
    conditionals: tuple[Conditional, ...]
    others: tuple[Directive, ...]  # includes, defines, pragmas
    stray: tuple[Directive, ...]  # #else, #elif, #endif that belong to no #if

    def walk(self) -> Iterator[Conditional]:
        """All conditionals, outer before inner, in file order."""
        pending = list(reversed(self.conditionals))
        while pending:
            conditional = pending.pop()
            yield conditional
            for branch in reversed(conditional.branches):
                pending.extend(reversed(branch.children))

    @property
    def balanced(self) -> bool:
        return not self.stray and all(c.closing for c in self.conditionals)


_WORD = re.compile(rb"(?:#|%:)(?:\s|/\*.*?\*/)*([A-Za-z_]*)", re.DOTALL)
_OPENERS = (b"if", b"ifdef", b"ifndef")
_MIDDLES = (b"elif", b"elifdef", b"elifndef", b"else")


def read_directive(token: Token, lines: LineMap) -> Directive:
    line = Span(lines.line_start(token.start), lines.line_end(max(token.end - 1, token.start)))
    return Directive(token, *_said(token.text), line)


@lru_cache(maxsize=4096)
def _said(text: bytes) -> tuple[bytes, bytes]:
    """Keyword and argument of a directive. The same text is met again in what each chip sees of a source."""
    text = re.sub(rb"\\[ \t]*\r?\n", b"", text)
    found = _WORD.match(text)
    assert found is not None
    rest = b" ".join(t.text for t in lex(b" " + text[found.end() :]) if t.kind not in (Kind.COMMENT, Kind.DIRECTIVE))
    return found.group(1), rest


@dataclass
class _Open:
    """A conditional whose #endif has not come yet."""

    start: int
    branches: list[Branch]
    opening: Directive
    children: list[Conditional]

    def close_branch(self, end: int) -> None:
        begin = self.opening.line.end
        self.branches.append(Branch(self.opening, Span(begin, max(begin, end)), tuple(self.children)))
        self.children = []


def build_tree(data: bytes, tokens: Sequence[Token], lines: LineMap | None = None) -> DirectiveTree:
    """Tree of all conditionals. Never raises: stray directives are listed, open conditionals end with the file."""
    lines = lines or LineMap(data)
    top: list[Conditional] = []
    others: list[Directive] = []
    stray: list[Directive] = []
    stack: list[_Open] = []

    def finish(closing: Directive | None, end: int, body_end: int) -> None:
        done = stack.pop()
        done.close_branch(body_end)
        conditional = Conditional(tuple(done.branches), closing, Span(done.start, end))
        (stack[-1].children if stack else top).append(conditional)

    for token in tokens:
        if token.kind != Kind.DIRECTIVE:
            continue
        directive = read_directive(token, lines)
        if directive.keyword in _OPENERS:
            stack.append(_Open(directive.line.start, [], directive, []))
        elif directive.keyword in _MIDDLES and stack and stack[-1].opening.keyword != b"else":
            stack[-1].close_branch(directive.line.start)
            stack[-1].opening = directive
        elif directive.keyword == b"endif" and stack:
            finish(directive, directive.line.end, directive.line.start)
        elif directive.keyword in (*_MIDDLES, b"endif"):
            stray.append(directive)
        else:
            others.append(directive)
    while stack:
        finish(None, len(data), len(data))
    return DirectiveTree(tuple(top), tuple(others), tuple(stray))


def chip_macros(chips: Sequence[Chip], selected: Chip | None) -> dict[bytes, int | None]:
    """What is known of a configuration: the selected chip's definitions that are numbers, what only others define is not defined.

    A definition that is no number is left out: it is not known."""
    macros: dict[bytes, int | None] = {}
    for chip in chips:
        for definition in chip.definitions:
            macros.setdefault(definition.partition("=")[0].encode(), None)
    for definition in selected.definitions if selected else ():
        name, equals, text = definition.partition("=")
        value = _number(text.encode()) if equals else 1
        if value is None:
            macros.pop(name.encode(), None)
        else:
            macros[name.encode()] = value
    return macros


def _number(text: bytes) -> int | None:
    digits = re.sub(rb"[uUlL']+", b"", text.strip())
    try:
        return int(digits, 8) if digits[:1] == b"0" and digits.isdigit() else int(digits, 0)
    except ValueError:
        return None


_OPERATORS = frozenset((b"defined", *SIGNS))


class _Expression:
    """Recursive descent over the tokens of a condition; every value is an int or None for unknown."""

    LEVELS: tuple[tuple[bytes, ...], ...] = (
        (b"||",),
        (b"&&",),
        (b"==", b"!="),
        (b"<", b">", b"<=", b">="),
        (b"+", b"-"),
    )

    def __init__(self, text: bytes, macros: MacroSet) -> None:
        tokens = (t.text for t in lex(b" " + text) if t.kind != Kind.COMMENT)
        self.tokens = [SIGNS.get(t, t) for t in tokens]
        self.macros = macros
        self.position = 0

    def peek(self) -> bytes:
        return self.tokens[self.position] if self.position < len(self.tokens) else b""

    def take(self) -> bytes:
        text = self.peek()
        self.position += 1
        return text

    def value(self) -> int | None:
        result = self.binary(0)
        return result if self.position >= len(self.tokens) else None

    def binary(self, level: int) -> int | None:
        if level == len(self.LEVELS):
            return self.unary()
        left = self.binary(level + 1)
        while self.peek() in self.LEVELS[level]:
            operator = self.take()
            left = _combine(operator, left, self.binary(level + 1))
        return left

    def unary(self) -> int | None:
        text = self.take()
        if text == b"!":
            value = self.unary()
            return None if value is None else int(not value)
        if text == b"-":
            value = self.unary()
            return None if value is None else -value
        if text == b"(":
            value = self.binary(0)
            return value if self.take() == b")" else None
        if text == b"defined":
            parenthesis = self.peek() == b"("
            if parenthesis:
                self.take()
            name = self.take()
            if parenthesis and self.take() != b")":
                return None
            return int(self.macros[name] is not None) if name in self.macros else None
        if text[:1].isdigit():
            return _number(text)
        return self.identifier(text)

    def identifier(self, name: bytes) -> int | None:
        if self.peek() == b"(":  # __has_include(...), a macro with arguments: not decided here
            depth = 0
            while self.position < len(self.tokens):
                text = self.take()
                depth += (text == b"(") - (text == b")")
                if depth == 0:
                    break
            return None
        if name not in self.macros:
            return {b"true": 1, b"false": 0}.get(name)
        value = self.macros[name]
        return 0 if value is None else value


def _combine(operator: bytes, left: int | None, right: int | None) -> int | None:
    if operator == b"||":
        if left or right:
            return 1
        return None if left is None or right is None else 0
    if operator == b"&&":
        if left == 0 or right == 0:
            return 0
        return None if left is None or right is None else 1
    if left is None or right is None:
        return None
    results = {
        b"==": left == right,
        b"!=": left != right,
        b"<": left < right,
        b">": left > right,
        b"<=": left <= right,
        b">=": left >= right,
        b"+": left + right,
        b"-": left - right,
    }
    return int(results[operator])


def evaluate(condition: bytes, macros: MacroSet) -> bool | None:
    """Whether a condition holds; None where it depends on a macro that `macros` does not know."""
    try:
        value = _Expression(condition, macros).value()
    except RecursionError:  # a pathological condition is simply not decided
        return None
    return None if value is None else bool(value)


@lru_cache(maxsize=4096)
def condition_macros(condition: bytes) -> frozenset[bytes]:
    """Names that a condition asks about: all that stand in it, whatever its operators are."""
    names = (t.text for t in lex(b" " + condition) if t.kind == Kind.IDENT)
    return frozenset(name for name in names if name not in _OPERATORS)


def branch_states(conditional: Conditional, macros: MacroSet) -> list[bool | None]:
    """For each branch of one conditional: taken, not taken, or unknown."""
    states: list[bool | None] = []
    earlier: bool | None = False  # whether a branch before this one was taken
    for branch in conditional.branches:
        if earlier is True:
            states.append(False)
            continue
        own = evaluate(branch.condition(), macros)
        if own is False:
            states.append(False)
        elif own is True and earlier is False:
            states.append(True)
            earlier = True
        else:
            states.append(None)
            earlier = True if own is True else None
    return states


def inactive_spans(tree: DirectiveTree, macros: MacroSet) -> list[Span]:
    """Bodies of branches that the configuration does not see, outermost only, in order."""
    spans: list[Span] = []
    pending = list(tree.conditionals)  # no recursion: a file may nest deeper than Python's stack
    while pending:
        conditional = pending.pop()
        for branch, state in zip(conditional.branches, branch_states(conditional, macros), strict=True):
            if state is False:
                spans.append(branch.body)
            else:
                pending.extend(branch.children)
    return sorted(spans)


def inactive_everywhere(per_chip: Sequence[Sequence[Span]]) -> list[Span]:
    """What no chip sees: the intersection of the spans that each chip skips."""
    if not per_chip:
        return []
    common = sorted(per_chip[0])
    for spans in map(sorted, per_chip[1:]):
        starts = [span.start for span in spans]
        ends = list(accumulate((span.end for span in spans), max))
        common = [
            Span(max(a.start, b.start), min(a.end, b.end))
            for a in common
            for b in spans[bisect_right(ends, a.start) : bisect_left(starts, a.end)]
            if max(a.start, b.start) < min(a.end, b.end)
        ]
    return common


def asks_about(conditional: Conditional, names: Iterable[bytes]) -> bool:
    """Whether any branch of this conditional (children not counted) asks about one of the macros."""
    wanted = frozenset(names)
    return any(condition_macros(b.condition()) & wanted for b in conditional.branches)


def macros_asked(text: bytes) -> frozenset[bytes]:
    """Names that the conditionals of a piece of code ask about."""
    if b"if" not in text or not (b"#" in text or b"%:" in text):
        return frozenset()
    if not any(b"if" in token for token in all_texts(text) if token.startswith((b"#", b"%:"))):
        return frozenset()
    conditionals = build_tree(text, lex_whole(text)).walk()
    return frozenset(name for c in conditionals for b in c.branches for name in condition_macros(b.condition()))
