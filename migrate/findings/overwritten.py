"""Statuses that the next one takes the place of before anybody looks at them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from migrate.findings.found import Found
from migrate.findings.status import statuses_of
from migrate.findings.trees import Expr, Statement, bare
from migrate.findings.view import FunctionView, Vocabulary
from migrate.frontend.lex import Token
from migrate.model import Confidence

_JUMPS = frozenset(("label", "return", "break", "continue", "goto", "throw", "try", "other"))


def status_overwritten(view: FunctionView, words: Vocabulary, status_functions: frozenset[str]) -> Iterator[Found]:
    """Only where one statement follows the other in a block, and nothing between them, nor what they call, may see the variable."""
    if any(statement.kind == "try" for statement in view.every_statement):
        return  # a handler may read what was set when something failed
    is_status = statuses_of(view, words, status_functions)
    for block in _blocks(view.statements):
        for number, statement in enumerate(block):
            given = _given(statement)
            if given is None or not is_status(given[1]) or not _is_alone(view, given[0].text):
                continue
            for later in block[number + 1 :]:
                again = _given(later)
                if again is not None and again[0].text == given[0].text and not _names(again[1], given[0].text):
                    yield Found(
                        "F10",
                        given[0].start,
                        f"the status in `{given[0].text.decode()}` is overwritten before anybody looks at it",
                        Confidence.MEDIUM,
                        view.name,
                    )
                    break
                if _may_look(later, given[0].text):
                    break


def _blocks(statements: Sequence[Statement]) -> Iterator[Sequence[Statement]]:
    yield statements
    for one in statements:
        for inner in (one.body, one.orelse):
            if inner:
                yield from _blocks(inner)


def _given(statement: Statement) -> tuple[Token, Expr] | None:
    """The local variable that a statement gives the result of a call, and the call."""
    if statement.kind == "declare" and len(statement.variables) == 1:
        variable = statement.variables[0]
        plain = variable.value is not None and not variable.pointer and not variable.extents and not variable.direct
        value = bare(variable.value) if plain and variable.value is not None else None
        return (variable.name, value) if value is not None and value.kind == "call" else None
    head = bare(statement.head) if statement.kind == "expression" and statement.head is not None else None
    if head is None or head.kind != "assign" or head.text != b"=" or head.parts[0].kind != "name":
        return None
    value = bare(head.parts[1])
    return (head.parts[0].token, value) if value.kind == "call" else None


def _is_alone(view: FunctionView, name: bytes) -> bool:
    """Whether a name is that of one local variable, and nothing refers to it or gets its address."""
    declared = [v for statement in view.every_statement for v in statement.variables if v.name.text == name]
    if len(declared) != 1 or {b"static", b"volatile"} & {*declared[0].type} or declared[0].pointer:
        return False
    variables = (v for statement in view.every_statement for v in statement.variables)
    if any(b"&" in v.pointer and v.value is not None and _names(v.value, name) for v in variables):
        return False
    for expression in view.every_expression:
        taken = expression.kind == "unary" and expression.text == b"&" and _names(expression, name)
        if taken or expression.kind == "lambda":  # a lambda is called who knows where
            return False
    return True


def _names(expression: Expr, name: bytes) -> bool:
    return any(part.kind == "unknown" or (part.kind == "name" and part.text == name) for part in expression.walk())


def _may_look(statement: Statement, name: bytes) -> bool:
    """Whether what is in a statement reads the variable, or leads past what sets it again."""
    return any(
        one.kind in _JUMPS
        or any(v.name.text == name for v in one.variables)
        or any(
            part.kind == "unknown" or (part.kind == "name" and part.text == name)
            for expression in one.expressions()
            for part in expression.walk()
        )
        for one in statement.walk()
    )
