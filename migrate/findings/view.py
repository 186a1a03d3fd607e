"""One function as one chip sees it: its tokens without the branches of other chips, and its statements as trees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from migrate.findings.statements import parse_body
from migrate.findings.trees import Expr, Statement, Variable
from migrate.frontend.lex import Kind, Token

if TYPE_CHECKING:
    from migrate.frontend.compiler.clang import ChipFacts, Decl


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
    handle_types: frozenset[str]
    answers_bool: bool  # whether a status of the tree is a truth value
    success: frozenset[str]
    argument_structs: str = ""  # pattern of their types; its group is compared with the kernel's name
    asynchronous: dict[str, frozenset[str]] = field(
        default_factory=dict
    )  # chip: copies that return before they are done


@dataclass(frozen=True)
class FunctionView:
    name: str
    returns: str
    chip: str
    head: tuple[Token, ...]  # return type to closing parenthesis
    body: tuple[Token, ...]  # between the braces
    statements: tuple[Statement, ...]
    declared: Mapping[int, Decl] = field(
        default_factory=dict, compare=False, repr=False
    )  # what names stand for, by offset
    memo: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)  # what several checks ask for

    @cached_property
    def every_statement(self) -> tuple[Statement, ...]:
        """Those within others and in lambdas too."""
        return self._everything[0]

    @cached_property
    def every_expression(self) -> tuple[Expr, ...]:
        return self._everything[1]

    @cached_property
    def _everything(self) -> tuple[tuple[Statement, ...], tuple[Expr, ...]]:
        """All statements and all expressions, each in front of what is within it."""
        statements: list[Statement] = []
        expressions: list[Expr] = []

        _collect(self.statements, statements, expressions)
        return tuple(statements), tuple(expressions)

    @cached_property
    def every_call(self) -> Mapping[bytes, tuple[Expr, ...]]:
        """Calls and uses of macros by name, in order."""
        found: dict[bytes, list[Expr]] = {}
        for expression in self._everything[1]:
            if expression.kind == "call":
                found.setdefault(expression.text, []).append(expression)
        return {name: tuple(sorted(calls, key=lambda c: c.token.start)) for name, calls in found.items()}

    @cached_property
    def names(self) -> frozenset[bytes]:
        return frozenset(t.text for t in (*self.head, *self.body) if t.kind == Kind.IDENT)

    @cached_property
    def offsets(self) -> frozenset[int]:
        return frozenset(t.start for t in self.body)

    @cached_property
    def parameters(self) -> tuple[Variable, ...]:
        return tuple(_parameters(self.head))

    @cached_property
    def span(self) -> tuple[int, int]:
        """Of its head and body."""
        return self.head[0].start, (self.body or self.head)[-1].end

    @cached_property
    def pointers(self) -> frozenset[bytes]:
        """Parameters that are pointers."""
        pairs = zip(self.head, self.head[1:], strict=False)
        return frozenset(b.text for a, b in pairs if a.text == b"*" and b.kind == Kind.IDENT)

    def calls(self, names: frozenset[str]) -> Iterator[Expr]:
        """Calls of `names` in the body, nested ones included, in order."""
        found = (call for name in self.every_call.keys() & _encoded(names) for call in self.every_call[name])
        return iter(sorted(found, key=lambda call: call.token.start))

    def mentions(self, names: frozenset[str]) -> bool:
        return not self.names.isdisjoint(_encoded(names))


def _parameters(head: Sequence[Token]) -> Iterator[Variable]:
    opening = next(k for k, t in enumerate(head) if t.text == b"(")
    part, depth = list[Token](), 0
    for token in head[opening + 1 :]:
        depth += (token.text in (b"(", b"[", b"{", b"<")) - (token.text in (b")", b"]", b"}", b">"))
        if depth < 0 or (depth == 0 and token.text == b","):
            end = next((k for k, t in enumerate(part) if t.text in (b"=", b"[")), len(part))
            words = [t for t in part[:end] if t.kind == Kind.IDENT]
            signs = b"".join(t.text for t in part[:end] if t.text in (b"*", b"&", b"&&"))
            signs += b"*" if end < len(part) and part[end].text == b"[" else b""
            if len(words) > 1:
                yield Variable(words[-1], tuple(t.text for t in words[:-1]), signs, (), None)
            elif part:
                yield Variable(part[0], (), signs, (), None)  # without a name
            part = []
        else:
            part.append(token)
        if depth < 0:
            return


def _collect(found: Sequence[Statement], statements: list[Statement], expressions: list[Expr]) -> None:
    for statement in found:
        statements.append(statement)
        for parts in (statement.first, statement.body, statement.orelse):
            if parts:
                _collect(parts, statements, expressions)
        for expression in statement.expressions():
            for one in expression.walk():
                expressions.append(one)
                if one.body:
                    _collect(one.body, statements, expressions)


@cache
def _encoded(names: frozenset[str]) -> frozenset[bytes]:
    return frozenset(name.encode() for name in names)


_OPEN = {b"(": b")", b"[": b"]", b"{": b"}"}


@dataclass(frozen=True)
class Compiler:
    """What a chip's compiler says of the names of a text; without facts, nothing."""

    facts: ChipFacts | None = None

    def is_type(self, token: Token) -> bool:
        entity = self.facts.entities.get(token.start) if self.facts else None
        return entity is not None and entity.kind == "type"

    @cached_property
    def declared(self) -> Mapping[int, Decl]:
        """What names stand for, methods included."""
        if self.facts is None:
            return {}
        methods = {offset: decl for offset, decl in self.facts.entities.items() if decl.kind == "method"}
        return {**self.facts.references, **methods}

    def returning(self, types: frozenset[str]) -> frozenset[str]:
        """Functions that give one of these types."""
        found = {id(d): d for d in self.declared.values() if d.kind == "function"}
        return frozenset(d.name for d in found.values() if d.type.split("(")[0].strip() in types)


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


def functions(tokens: Sequence[Token], chip: str, compiler: Compiler | None = None) -> list[FunctionView]:
    """Function definitions of a token stream (one chip's view), `extern "C"` and namespaces looked through."""
    compiler = compiler or Compiler()
    found = (_function(head, body, chip, compiler) for head, body in _definitions(tokens) if body is not None)
    return [view for view in found if view is not None]


def constants(tokens: Sequence[Token], compiler: Compiler) -> dict[bytes, Variable]:
    """Constants of the file, by name."""
    found: dict[bytes, Variable] = {}
    for part, body in _definitions(tokens):
        if body is None:
            for statement in parse_body(part, compiler.is_type):
                for variable in statement.variables:
                    if variable.value is not None:
                        found[variable.name.text] = variable
    return found


def _definitions(tokens: Sequence[Token]) -> Iterator[tuple[Sequence[Token], Sequence[Token] | None]]:
    """What stands before a body and the body, in order; a declaration of constants has none."""
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
            if any(t.text == b"=" for t in before):  # a list of values
                i = close + 1
                continue
            yield before, tokens[i + 1 : close]
            i = start = close + 1
            continue
        if text in (b";", b"}"):
            part = tokens[start : i + 1]
            if text == b";" and any(t.text in (b"const", b"constexpr") for t in part):
                yield part, None
            start = i + 1
        i += 1


def _function(head: Sequence[Token], body: Sequence[Token], chip: str, compiler: Compiler) -> FunctionView | None:
    opening = next((k for k, t in enumerate(head) if t.text == b"("), None)
    if (
        opening is None
        or opening < 2
        or head[opening - 1].kind != Kind.IDENT
        or any(t.text == b"=" for t in head[:opening])
    ):
        return None
    words = [t.text.decode() for t in head[: opening - 1] if t.text not in (b"static", b"inline", b"extern")]
    try:
        statements = parse_body(body, compiler.is_type)
    except RecursionError:  # nested too deeply to be looked at
        statements = ()
    return FunctionView(
        name=head[opening - 1].text.decode(),
        returns=" ".join(words),
        chip=chip,
        head=tuple(head),
        body=tuple(body),
        statements=statements,
        declared=compiler.declared,
    )
