"""One function as one chip sees it: its tokens without the branches of other chips, and its statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from migrate.findings.aliases import resolved
from migrate.frontend.lex import Kind, Token


@dataclass(frozen=True)
class Vocabulary:
    """What the legacy idiom calls the things that the checks look for. From the rule set; nothing here names one tree's operator."""

    checks: frozenset[str]  # macros that end the call when their condition is false
    safe_calls: frozenset[str]  # macros around a call whose status they test
    malloc: frozenset[str]
    free: frozenset[str]
    address: frozenset[str]  # address of a device buffer
    memory_types: frozenset[str]
    device_to_host: frozenset[str]
    copies: frozenset[str]  # any call of the rules, copies to the device and within it included
    waits: frozenset[str]
    launches: frozenset[str]
    dtype_codes: frozenset[str]  # functions that give a kernel's dtype code
    sizes: frozenset[str]
    status_types: frozenset[str]
    success: frozenset[str]
    argument_structs: str = ""  # pattern of their types; its group is compared with the kernel's name
    asynchronous: dict[str, frozenset[str]] = field(
        default_factory=dict
    )  # chip: copies that return before they are done


@dataclass(frozen=True)
class Statement:
    """`kind` is simple, if, loop, block or return; `head` the tokens of a condition, header or whole simple statement."""

    kind: str
    head: tuple[Token, ...]
    children: tuple[Statement, ...] = ()
    orelse: tuple[Statement, ...] = ()


@dataclass(frozen=True)
class FunctionView:
    name: str
    returns: str
    chip: str
    head: tuple[Token, ...]  # return type to closing parenthesis
    body: tuple[Token, ...]  # between the braces
    statements: tuple[Statement, ...]
    memo: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)  # what several checks ask for

    @cached_property
    def _called(self) -> dict[bytes, list[int]]:
        """Indices in the body of the names in front of a parenthesis."""
        found: dict[bytes, list[int]] = {}
        for index in _names_of_calls(self.body):
            found.setdefault(self.body[index].text, []).append(index)
        return found

    def calls(self, names: frozenset[str]) -> Iterator[Call]:
        """Calls of `names` in the body, nested ones included, in order."""
        wanted = _encoded(names)
        indices = sorted(i for text in self._called.keys() & wanted for i in self._called[text])
        return (_call(self.body, index) for index in indices)

    def mentions(self, names: frozenset[str]) -> bool:
        return not self._called.keys().isdisjoint(_encoded(names))


@dataclass(frozen=True)
class Call:
    """A call or macro use: `name` token, arguments as token lists, index of the name and of the closing parenthesis in its stream."""

    name: Token
    arguments: tuple[tuple[Token, ...], ...]
    index: int
    close: int

    @property
    def callee(self) -> str:
        return self.name.text.decode()


_OPEN = {b"(": b")", b"[": b"]", b"{": b"}"}


def matching(tokens: Sequence[Token], index: int) -> int:
    """Index of the bracket that closes the one at `index`; the last index when none does."""
    depth = 0
    for i in range(index, len(tokens)):
        if tokens[i].text in _OPEN:
            depth += 1
        elif tokens[i].text in (b")", b"]", b"}"):
            depth -= 1
            if depth == 0:
                return i
    return len(tokens) - 1


def split_arguments(tokens: Sequence[Token]) -> tuple[tuple[Token, ...], ...]:
    parts: list[tuple[Token, ...]] = []
    depth = start = 0
    for i, token in enumerate(tokens):
        if token.text in _OPEN:
            depth += 1
        elif token.text in (b")", b"]", b"}"):
            depth -= 1
        elif token.text == b"," and depth == 0:
            parts.append(tuple(tokens[start:i]))
            start = i + 1
    return (*parts, tuple(tokens[start:])) if tokens else ()


@cache
def _encoded(names: frozenset[str]) -> frozenset[bytes]:
    return frozenset(name.encode() for name in names)


def find_calls(tokens: Sequence[Token], names: frozenset[str] | None) -> Iterator[Call]:
    """Calls of `names` (of anything, when None) in `tokens`, nested ones included."""
    wanted = None if names is None else _encoded(names)
    return (_call(tokens, i) for i in _names_of_calls(tokens) if wanted is None or tokens[i].text in wanted)


def _names_of_calls(tokens: Sequence[Token]) -> list[int]:
    openers = [i for i, token in enumerate(tokens) if token.text == b"("]
    return [i - 1 for i in openers if i and tokens[i - 1].kind == Kind.IDENT]


def _call(tokens: Sequence[Token], index: int) -> Call:
    close = matching(tokens, index + 1)
    return Call(tokens[index], split_arguments(tokens[index + 2 : close]), index, close)


def spelled(tokens: Sequence[Token]) -> str:
    """The tokens as one string without blanks, for comparing expressions."""
    return " ".join(t.text.decode(errors="replace") for t in tokens)


def parse_statements(tokens: Sequence[Token]) -> tuple[Statement, ...]:
    """Statement structure of a body; anything not understood is a simple statement."""
    found: list[Statement] = []
    i = 0
    while i < len(tokens):
        statement, i = _statement(tokens, i)
        if statement is not None:
            found.append(statement)
    return tuple(found)


def _statement(tokens: Sequence[Token], i: int) -> tuple[Statement | None, int]:
    text = tokens[i].text
    if text == b";":
        return None, i + 1
    if text == b"{":
        close = matching(tokens, i)
        return Statement("block", (), parse_statements(tokens[i + 1 : close])), close + 1
    if text in (b"case", b"default") or (tokens[i].kind == Kind.IDENT and _text(tokens, i + 1) == b":"):
        colon = next((k for k in range(i, len(tokens)) if tokens[k].text == b":"), len(tokens) - 1)
        return Statement("label", tuple(tokens[i:colon])), colon + 1
    if text in (b"if", b"for", b"while", b"switch") and i + 1 < len(tokens) and tokens[i + 1].text == b"(":
        close = matching(tokens, i + 1)
        head = tuple(tokens[i + 2 : close])
        if close + 1 >= len(tokens):
            return Statement("simple", tuple(tokens[i:])), len(tokens)
        body, after = _statement(tokens, close + 1)
        children = _children(body) if text != b"switch" else _cases(head, _children(body))
        orelse: tuple[Statement, ...] = ()
        if text == b"if" and after < len(tokens) and tokens[after].text == b"else" and after + 1 < len(tokens):
            other, after = _statement(tokens, after + 1)
            orelse = _children(other)
        return Statement("if" if text == b"if" else "loop", head, children, orelse), after
    end = i
    depth = 0
    while end < len(tokens):
        if tokens[end].text in _OPEN:
            depth += 1
        elif tokens[end].text in (b")", b"]", b"}"):
            depth -= 1
        elif tokens[end].text == b";" and depth <= 0:
            break
        end += 1
    kind = "return" if text == b"return" else "simple"
    return Statement(kind, tuple(tokens[i:end])), end + 1


def _text(tokens: Sequence[Token], index: int) -> bytes:
    return tokens[index].text if index < len(tokens) else b""


_ENDS = (b"break", b"return", b"continue", b"goto", b"throw")


def _cases(head: tuple[Token, ...], statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """The body of a switch as one condition per case; cases that fall through to others are one with them."""
    found: list[Statement] = []
    labels: list[tuple[Token, ...]] = []
    group: list[Statement] = []
    open_ = False  # whether control comes here from the statements before
    for statement in statements:
        if statement.kind == "label" and not open_ and (group or labels) and group:
            found.append(_case(head, labels, group))
            labels, group = [], []
        if statement.kind == "label":
            labels.append(statement.head)
            open_ = bool(group)
            continue
        group.append(statement)
        open_ = not (statement.head[:1] and statement.head[0].text in _ENDS)
    return (*found, _case(head, labels, group)) if group else tuple(found)


def _case(head: tuple[Token, ...], labels: Sequence[tuple[Token, ...]], group: Sequence[Statement]) -> Statement:
    tokens = [*head]
    for label in labels:
        tokens += label if label[0].text == b"default" else [label[0]._replace(text=b"=="), *label[1:]]
    return Statement("if", tuple(tokens), tuple(group))


def _children(statement: Statement | None) -> tuple[Statement, ...]:
    if statement is None:
        return ()
    return statement.children if statement.kind == "block" else (statement,)


def walk(
    statements: Sequence[Statement], conditions: tuple[str, ...] = ()
) -> Iterator[tuple[Statement, tuple[str, ...]]]:
    """All statements in order, each with the conditions it stands under (a negated one begins with `!`)."""
    for statement in statements:
        yield statement, conditions
        inner = conditions
        if statement.kind == "if":
            inner = (*conditions, spelled(statement.head))
        yield from walk(statement.children, inner)
        if statement.orelse:
            yield from walk(statement.orelse, (*conditions, "! " + spelled(statement.head)))


def functions(tokens: Sequence[Token], chip: str) -> list[FunctionView]:
    """Function definitions of a token stream (one chip's view), `extern "C"` and namespaces looked through."""
    found: list[FunctionView] = []
    i = start = 0
    while i < len(tokens):
        text = tokens[i].text
        if text == b"{":
            before = tokens[start:i]
            if any(t.text in (b"extern", b"namespace") for t in before[:2]) and not any(t.text == b"(" for t in before):
                start = i + 1
                i += 1
                continue
            close = matching(tokens, i)
            view = _function(before, tokens[i + 1 : close], chip)
            if view is not None:
                found.append(view)
            i = start = close + 1
            continue
        if text in (b";", b"}"):
            start = i + 1
        i += 1
    return found


def _function(head: Sequence[Token], body: Sequence[Token], chip: str) -> FunctionView | None:
    opening = next((k for k, t in enumerate(head) if t.text == b"("), None)
    if (
        opening is None
        or opening < 2
        or head[opening - 1].kind != Kind.IDENT
        or any(t.text == b"=" for t in head[:opening])
    ):
        return None
    words = [t.text.decode() for t in head[: opening - 1] if t.text not in (b"static", b"inline", b"extern")]
    tokens = resolved(body, head)
    return FunctionView(
        name=head[opening - 1].text.decode(),
        returns=" ".join(words),
        chip=chip,
        head=tuple(head),
        body=tokens,
        statements=parse_statements(tokens),
    )
