"""White space of what moves: four blanks of indent per block, single blanks between tokens. Tokens never change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from migrate.frontend.lex import Kind, Token, lex, lex_whole

INDENT = 4
WIDTH = 120
_KEYWORDS = frozenset((b"if", b"for", b"while", b"switch", b"catch"))
_STATEMENTS = _KEYWORDS | {b"else"}
_OPERATORS = frozenset(b"= == != <= >= && || += -= *= /= %= &= |= ^= <<= >>= ? << >> / % | ^ <=>".split())
_MAYBE_UNARY = frozenset((b"-", b"+", b"*", b"&", b"&&"))
_TYPE_WORDS = frozenset(b"int char bool float double void long short unsigned signed const auto size_t struct".split())


_CLOSE_BEFORE = frozenset((b")", b"]", b",", b";", b".", b"->", b"::"))  # no blank stands before these
_BEFORE_GLOBAL = frozenset((b"return", b"throw", b"case", b"else", b"new", b"delete", b"const"))
_CLOSE_BEHIND = frozenset((b"(", b"[", b".", b"->", b"::", b"!", b"~"))  # and none behind these


@lru_cache(maxsize=4096)
def _merge(a: bytes, b: bytes) -> bool:
    """Whether two tokens would be read as others without a blank between them."""
    return [token.text for token in lex(a + b)] != [a, b]


def _gap_spaces(before: Token, after: Token, previous: Token | None, had: bool) -> bool:
    """Whether a blank stands between two tokens of one line; `had` where the input has one."""
    if _usual_gap(before, after, previous, had):
        return True
    return had and before.kind == Kind.PUNCT and after.kind == Kind.PUNCT and _merge(before.text, after.text)


def _usual_gap(before: Token, after: Token, previous: Token | None, had: bool) -> bool:
    a, b = before.text, after.text
    if before.kind == Kind.COMMENT or after.kind == Kind.COMMENT:
        return had or after.kind == Kind.COMMENT
    if b == b"::" and (a in _BEFORE_GLOBAL or (before.kind != Kind.IDENT and a not in (b">", *_CLOSE_BEHIND))):
        return had
    if b in _CLOSE_BEFORE or a in _CLOSE_BEHIND:
        return False
    if b in (b"++", b"--"):
        return a in _OPERATORS or a in (b",", b";")
    if a in (b"++", b"--"):
        return after.kind not in (Kind.IDENT, Kind.NUMBER) or (
            previous is not None and (previous.kind == Kind.IDENT or previous.text in (b"]", b")"))
        )
    if a in (b",", b";"):
        return True
    if b == b"{" and (a == b")" or before.kind == Kind.IDENT):
        return True
    if b == b"(":
        if a in _KEYWORDS or a == b"return" or (before.kind == Kind.PUNCT and a not in (b")", b"]", b">")):
            return not (a in _MAYBE_UNARY and _is_unary(previous))
        return a == b")" and had
    if b == b"[":
        return False
    if a in _OPERATORS or b in _OPERATORS or b in (b":",) or a == b":":
        return True
    return _ambiguous(before, after, previous, had)


def _is_unary(previous: Token | None) -> bool:
    if previous is None or previous.text in (b"return", b"case"):
        return True
    if previous.kind in (Kind.IDENT, Kind.NUMBER, Kind.STRING, Kind.CHAR):
        return False
    return previous.text not in (b")", b"]")


def _is_type(token: Token | None) -> bool:
    return token is not None and (token.text in _TYPE_WORDS or token.text.endswith(b"_t") or token.text == b">")


def _ambiguous(before: Token, after: Token, previous: Token | None, had: bool) -> bool:
    """* & - + < > mean several things; what cannot be told keeps what the input has."""
    a, b = before.text, after.text
    if a in (b"*", b"&", b"&&") and (_is_type(previous) or (previous is not None and previous.text in (b"*",))):
        return False
    if b in (b"*", b"&") and _is_type(before):
        return True
    if a in _MAYBE_UNARY and _is_unary(previous):
        return False
    if b in (b"-", b"+"):
        return True
    if a in (b"-", b"+"):
        return True
    if before.kind in (Kind.IDENT, Kind.NUMBER, Kind.STRING) and after.kind in (Kind.IDENT, Kind.NUMBER, Kind.STRING):
        return True
    return had


@dataclass
class _Line:
    tokens: list[Token] = field(default_factory=list)
    blank_before: bool = False


def _lines(text: bytes, tokens: Sequence[Token]) -> list[_Line]:
    lines: list[_Line] = []
    previous_end = 0
    for token in tokens:
        kind, start, end, _ = token
        ends = text.count(b"\n", previous_end, start) if previous_end < start else 0
        if not lines or ends or kind == Kind.DIRECTIVE:
            lines.append(_Line(blank_before=ends > 1))
        lines[-1].tokens.append(token)
        previous_end = end
    return lines


@dataclass
class _Spelled:
    """Macros that make a string of an argument: the blanks in it are part of what the program says."""

    macros: frozenset[bytes] = frozenset()
    depth: int = 0
    named: bool = False

    def keeps(self, token: Token) -> bool:
        """Whether the gap before a token stays as it is; to be asked for each token in turn."""
        inside = self.depth > 0
        if inside or (self.named and token.text == b"("):
            self.depth += (token.text == b"(") - (token.text == b")")
        self.named = not inside and token.text in self.macros
        return inside


def _join(line: Sequence[Token], previous: Token | None, spelled: _Spelled | None = None) -> tuple[bytes, list[int]]:
    """The line with the blanks that belong between its tokens, and where each token ends in it."""
    parts: list[bytes] = []
    ends: list[int] = []
    before: Token | None = None
    end = 0
    for token in line:
        kept = spelled is not None and spelled.keeps(token)
        if before is not None:
            had = before.end != token.start
            if had if kept else _gap_spaces(before, token, previous, had):
                parts.append(b" ")
                end += 1
            if before.kind != Kind.COMMENT:
                previous = before
        parts.append(token.text)
        end += len(token.text)
        ends.append(end)
        before = token
    return b"".join(parts), ends


@dataclass
class _State:
    """Where a line begins: open brackets with the column behind them, and headers that wait for their statement."""

    stack: list[tuple[bytes, int]] = field(default_factory=list)
    headers: list[int] = field(default_factory=list)  # depth of brackets at each if, for, while that is not closed yet
    pending: int = 0  # nested headers without braces
    open_statement: bool = False
    last: Token | None = None


def reindent(text: bytes, base: int = 0, spelling: frozenset[bytes] = frozenset()) -> bytes:
    """The same tokens with the white space of the unified tree. `base` is the indent of the first line in blanks; `spelling` are macros
    that make a string of an argument, which keeps its blanks."""
    tokens = lex(text)
    spelled = _Spelled(spelling) if spelling else None
    state = _State()
    out: list[bytes] = []
    for line in _lines(text, tokens):
        first = line.tokens[0]
        if line.blank_before and out and first.text != b"}" and not out[-1].endswith(b"{"):
            out.append(b"")
        if first.kind == Kind.DIRECTIVE:
            out.append(first.text)
            continue
        column = _column(state, first, base)
        body, ends = _join(line.tokens, state.last, spelled)
        out.append(b" " * column + body)
        for token, end in zip(line.tokens, ends, strict=True):
            kind, _, _, word = token
            if kind == Kind.COMMENT:
                continue
            if kind != Kind.PUNCT and word not in _STATEMENTS:
                state.open_statement = True
            else:
                _step(state, token, column + end)
            state.last = token
    return b"\n".join(out) + b"\n"


def _blocks(state: _State) -> int:
    return sum(1 for bracket, _ in state.stack if bracket == b"{")


def _column(state: _State, first: Token, base: int) -> int:
    stack = state.stack
    if first.text == b"}":
        depth = sum(1 for bracket, _ in stack[: _last_brace(stack)] if bracket == b"{")
        return base + INDENT * depth
    if stack and stack[-1][0] in (b"(", b"["):
        return stack[-1][1]
    depth = _blocks(state) + (state.pending if first.text != b"{" else max(0, state.pending - 1))
    if state.open_statement and first.text not in (b"{",) and first.kind != Kind.COMMENT:
        depth += 1
    return base + INDENT * depth


def _last_brace(stack: Sequence[tuple[bytes, int]]) -> int:
    for index in range(len(stack) - 1, -1, -1):
        if stack[index][0] == b"{":
            return index
    return 0


def _step(state: _State, token: Token, end: int) -> None:
    """What a bracket, a semicolon or a keyword of _STATEMENTS changes."""
    text = token.text
    stack = state.stack
    if text in (b"(", b"["):
        stack.append((text, end))
        if not state.open_statement:
            state.open_statement = True
    elif text == b"{":
        stack.append((text, state.pending))
        state.pending = 0
        state.open_statement = False
    elif text in (b")", b"]"):
        if stack and stack[-1][0] in (b"(", b"["):
            stack.pop()
        if _closes_header(state, token):
            state.pending += 1
            state.open_statement = False
    elif text == b"}":
        while stack and stack[-1][0] != b"{":
            stack.pop()
        if stack:
            stack.pop()
        state.pending = 0
        state.open_statement = False
        state.headers.clear()
    elif text == b";":
        if not stack or stack[-1][0] == b"{":
            state.pending = 0
            state.open_statement = False
    elif text == b"else":
        state.pending += 1
        state.open_statement = False
    else:
        state.open_statement = True
    _remember_header(state, token)


def _remember_header(state: _State, token: Token) -> None:
    if token.text in _KEYWORDS:
        if state.last is not None and state.last.text == b"else" and state.pending:
            state.pending -= 1
        state.headers.append(len(state.stack))
        state.open_statement = False


def _closes_header(state: _State, token: Token) -> bool:
    if state.headers and state.headers[-1] == len(state.stack):
        state.headers.pop()
        return True
    return False


def one_line(text: bytes) -> bytes:
    """All tokens of a piece of code on one line; line comments must not occur in it."""
    return _join(lex_whole(text), None)[0]


def reflow_signature(text: bytes, width: int = WIDTH) -> bytes:
    """A declaration on one line where it fits, else its parameters filled into lines below the opening parenthesis."""
    if any(t.kind in (Kind.COMMENT, Kind.DIRECTIVE) for t in lex_whole(text)):
        return reindent(text).rstrip(b"\n")
    line = one_line(text)
    if len(line) <= width:
        return line
    head, _, rest = line.partition(b"(")
    pieces = rest.split(b", ")
    indent = len(head) + 1
    lines = [head + b"("]
    for number, piece in enumerate(pieces):
        piece += b", " if number < len(pieces) - 1 else b""
        if len(lines[-1]) + len(piece.rstrip()) > width and lines[-1].strip():
            lines[-1] = lines[-1].rstrip()
            lines.append(b" " * indent)
        lines[-1] += piece
    return b"\n".join(line.rstrip() for line in lines)
