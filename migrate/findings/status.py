"""Statuses that get lost: returned as bool, ignored, assigned and never looked at; results nobody uses."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.findings.found import Found
from migrate.findings.view import FunctionView, Vocabulary, find_calls, spelled, walk
from migrate.frontend.lex import Kind, Token
from migrate.model import Confidence


def status_as_bool(view: FunctionView, words: Vocabulary, status_functions: frozenset[str]) -> Iterator[Found]:
    if view.returns != "bool":
        return
    for statement, _ in walk(view.statements):
        if statement.kind != "return":
            continue
        value = statement.head[1:]
        first = value[0].text.decode() if value else ""
        if len(value) == 1:
            status = first in words.success or _holds_status(view, value[0].text, words, status_functions)
        else:
            status = first in status_functions and not _compared(value)
        if status:
            yield Found(
                "F03",
                statement.head[0].start,
                f"`{view.name}` returns bool, but this returns the status `{spelled(value)}`: success is 0, so a caller reads it as false",
                Confidence.HIGH,
                view.name,
            )


def _holds_status(view: FunctionView, name: bytes, words: Vocabulary, status_functions: frozenset[str]) -> bool:
    """Whether `name` is a variable or parameter of a status type, or of the type of a status that it is given."""
    tokens = (*view.head, *view.body)
    for i in range(1, len(tokens) - 3):
        deduced = tokens[i - 1].text == b"auto" and tokens[i].text == name and tokens[i + 1].text == b"="
        called = tokens[i + 2].text.decode(errors="replace") in status_functions and tokens[i + 3].text == b"("
        if deduced and called:
            return True
    return any(
        t.text == name and i and tokens[i - 1].text.decode(errors="replace") in words.status_types
        for i, t in enumerate(tokens)
    )


def _compared(tokens: tuple[Token, ...]) -> bool:
    return any(t.text in (b"==", b"!=", b"!") for t in tokens)


def status_ignored(view: FunctionView, words: Vocabulary, status_functions: frozenset[str]) -> Iterator[Found]:
    for statement, _ in walk(view.statements):
        head = statement.head
        if statement.kind != "simple" or len(head) < 3 or head[1].text != b"(":
            continue
        name = head[0].text.decode()
        if name in status_functions and name not in words.safe_calls | words.checks:
            yield Found(
                "F04",
                head[0].start,
                f"the status of `{name}` is ignored: a failure goes on as if nothing had happened",
                Confidence.MEDIUM,
                view.name,
            )


def result_unused(view: FunctionView, words: Vocabulary, status_functions: frozenset[str]) -> Iterator[Found]:
    """A local that takes the result of a call and is never read."""
    for statement, _ in walk(view.statements):
        head = statement.head
        equals = next((i for i, t in enumerate(head) if t.text == b"="), None)
        if statement.kind != "simple" or equals is None or equals < 1 or head[equals - 1].kind != Kind.IDENT:
            continue
        if equals > 1 and head[equals - 2].text in (b".", b"->", b"]"):
            continue
        if next(find_calls(head[equals + 1 :], None), None) is None:
            continue
        name = head[equals - 1].text
        declared = equals >= 2 or any(
            t.text == name and i and view.body[i - 1].kind == Kind.IDENT for i, t in enumerate(view.body)
        )
        if declared and not _read(view, name):
            yield Found(
                "F10",
                head[equals - 1].start,
                f"the result in `{name.decode()}` is never looked at",
                Confidence.MEDIUM,
                view.name,
            )


def _read(view: FunctionView, name: bytes) -> bool:
    """Whether `name` occurs other than as the target of an assignment or in its declaration."""
    body = view.body
    for i, token in enumerate(body):
        if token.text != name or (i and body[i - 1].text in (b".", b"->")):
            continue
        following = body[i + 1].text if i + 1 < len(body) else b";"
        if following == b"=":
            continue
        if i and body[i - 1].kind == Kind.IDENT and body[i - 1].text != b"return" and following in (b";", b","):
            continue
        return True
    return False
