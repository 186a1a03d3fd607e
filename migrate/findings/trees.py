"""Statements and expressions of a function as trees. What is not understood is an expression of kind `unknown` with the parts that are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from migrate.frontend.lex import Token


@dataclass(slots=True, eq=False)  # not frozen, and never changed: made by the ten thousand, at a third of the time
class Expr:
    """`kind`, with what `token` and `parts` are:

    name, number, string, char: the token; call (callee, arguments...), index (object, index), unary and postfix (operand), binary and
    assign (left, right): the operator; member: the member's name (object), `arrow` where -> stands; ternary (condition, first, second);
    comma (left, right); cast: the type's last word (operand); list (elements); lambda: `body`, `names` of its parameters; sizeof: nothing
    is evaluated."""

    kind: str
    token: Token
    parts: tuple[Expr, ...] = ()
    arrow: bool = False
    body: tuple[Statement, ...] = ()
    names: tuple[bytes, ...] = ()
    result: tuple[bytes, ...] = ()  # of a lambda: the words of the type behind ->

    @property
    def text(self) -> bytes:
        return self.token.text

    def walk(self) -> Iterator[Expr]:
        """The expression and all parts of it; bodies of lambdas are statements and not among them."""
        left = [self]
        while left:
            one = left.pop()
            yield one
            left += reversed(one.parts)


@dataclass(slots=True, eq=False)
class Variable:
    """One declarator. `type`: the words in front of it; `pointer`: its stars and ampersands; `extents`: of an array."""

    name: Token
    type: tuple[bytes, ...]
    pointer: bytes
    extents: tuple[Expr | None, ...]
    value: Expr | None
    direct: bool = False  # T x(value) or T x{value}: a constructor may be given the value


@dataclass(slots=True, eq=False)
class Statement:
    """`kind`: expression, declare, if, while, do, for, each, switch, label, block, return, break, continue, goto, throw, try or other.

    `first`: what a header begins with; `head`: condition, value or range; `step`: of a for; `name`: a label (a case's value is `head`)."""

    kind: str
    token: Token
    head: Expr | None = None
    body: tuple[Statement, ...] = ()
    orelse: tuple[Statement, ...] = ()
    first: tuple[Statement, ...] = ()
    step: Expr | None = None
    variables: tuple[Variable, ...] = ()
    name: bytes = b""

    def walk(self) -> Iterator[Statement]:
        """The statement and all within it, bodies of lambdas included."""
        yield self
        for part in (*self.first, *self.body, *self.orelse):
            yield from part.walk()
        for expression in self.expressions():
            for one in expression.walk():
                for inner in one.body:
                    yield from inner.walk()

    def expressions(self) -> Iterator[Expr]:
        """Its own expressions, those of statements within it left out."""
        for one in (self.head, self.step):
            if one is not None:
                yield one
        for variable in self.variables:
            yield from (e for e in variable.extents if e is not None)
            if variable.value is not None:
                yield variable.value


def bare(expression: Expr) -> Expr:
    """Without parentheses around it."""
    while expression.kind == "paren":
        expression = expression.parts[0]
    return expression
