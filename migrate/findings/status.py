"""Statuses that get lost: returned as bool, ignored, assigned and never looked at; results nobody uses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from migrate.findings.behaviour import spell
from migrate.findings.found import Found
from migrate.findings.trees import Expr, Statement, Variable, bare
from migrate.findings.view import FunctionView, Vocabulary
from migrate.frontend.lex import Token
from migrate.model import Confidence

_SAYS_FAILURE = re.compile(r"(?i)fail|err(ors?)?$|error|bad|broken|wrong|invalid")
_PLAIN = frozenset(b"int long short char bool float double unsigned signed size_t".split())


def status_as_bool(view: FunctionView, words: Vocabulary, status_functions: frozenset[str]) -> Iterator[Found]:
    if view.returns != "bool" or words.answers_bool or _SAYS_FAILURE.search(view.name):
        return
    if not view.mentions(status_functions | words.success | words.status_types):
        return
    types = _Types(view, words, status_functions)
    for statement in _own(view.statements):
        if statement.kind == "return" and statement.head is not None and types.is_status(statement.head):
            yield Found(
                "F03",
                statement.token.start,
                f"`{view.name}` returns bool, but this returns the status `{spell(statement.head)}`: success is 0, so a caller reads it as false",
                Confidence.HIGH,
                view.name,
            )


def _own(statements: Sequence[Statement]) -> Iterator[Statement]:
    """Statements of the function itself, those of lambdas left out."""
    for statement in statements:
        yield statement
        yield from _own((*statement.first, *statement.body, *statement.orelse))


def _callables(view: FunctionView, words: Vocabulary, status_functions: frozenset[str]) -> frozenset[str]:
    """Variables of a function that stand for a lambda which gives a status."""
    if "callables" not in view.memo:
        view.memo["callables"] = frozenset(_lambdas(view, words, status_functions))
    known: frozenset[str] = view.memo["callables"]
    return known


def _local_lambdas(view: FunctionView) -> frozenset[bytes]:
    if "lambdas" not in view.memo:
        variables = (variable for statement in view.every_statement for variable in statement.variables)
        named = (v.name.text for v in variables if v.value is not None and bare(v.value).kind == "lambda")
        view.memo["lambdas"] = frozenset(named)
    known: frozenset[bytes] = view.memo["lambdas"]
    return known


def _lambdas(view: FunctionView, words: Vocabulary, status_functions: frozenset[str]) -> Iterator[str]:
    return (
        variable.name.text.decode("utf-8", "replace")
        for statement in view.every_statement
        for variable in statement.variables
        if variable.value is not None
        and b"auto" in variable.type
        and bare(variable.value).kind == "lambda"
        and _gives_status(bare(variable.value), words, status_functions)
    )


_CALLABLE = re.compile(r"(?:const )?(?:std::function<([\w:]+) ?\(|([\w:]+) \(\*(?:const)?(?:\[\d*\])?\)\()")


def _called(call: Expr) -> Expr:
    """What is called; of a pointer that is dereferenced and of an element of a table those."""
    one = bare(call.parts[0])
    while one.kind == "index" or (one.kind == "unary" and one.text == b"*"):
        one = bare(one.parts[0])
    return one


def _calls_status(view: FunctionView, words: Vocabulary, functions: frozenset[str], call: Expr) -> bool:
    """Whether a call gives a status: by what the compiler says is called, else by its name."""
    named = call.text.decode("utf-8", "replace") in functions
    told = view.declared.get(_called(call).token.start)
    if told is None:
        if call.text in _local_lambdas(view):
            return call.text.decode("utf-8", "replace") in _callables(view, words, functions)
        return named and bare(call.parts[0]).kind != "member"
    if told.kind not in ("function", "method"):  # a variable: a lambda, a pointer to a function, std::function
        match = _CALLABLE.match(told.type) or _CALLABLE.match(told.canonical)
        if match is None:
            return call.text.decode("utf-8", "replace") in _callables(view, words, functions)
        return (match[1] or match[2]) in words.status_types
    result = told.type.split("(")[0].strip().removeprefix("const ")
    if result in words.status_types:
        return True
    return named and result != "void" and (result != "bool" or words.answers_bool)


def _gives_status(made: Expr, words: Vocabulary, status_functions: frozenset[str]) -> bool:
    """Whether a lambda gives what functions that it calls give as statuses."""
    if b"->" in made.result and words.status_types.isdisjoint(w.decode("utf-8", "replace") for w in made.result):
        return False
    heads = [bare(s.head) for s in _own(made.body) if s.kind == "return" and s.head is not None]
    names = [head.text.decode("utf-8", "replace") for head in heads]
    calls = [head.kind == "call" and name in status_functions for head, name in zip(heads, names, strict=True)]
    return any(calls) and all(a or name in words.success for a, name in zip(calls, names, strict=True))


def statuses_of(view: FunctionView, words: Vocabulary, functions: frozenset[str]) -> Callable[[Expr], bool]:
    """Tells which calls of a function give a status."""
    wanted = functions | _callables(view, words, functions)
    return lambda call: _calls_status(view, words, wanted, call)


class _Types:
    """Which expressions of a function are statuses."""

    def __init__(self, view: FunctionView, words: Vocabulary, status_functions: frozenset[str]) -> None:
        self.view, self.words = view, words
        self.functions = status_functions | _callables(view, words, status_functions)
        pairs = zip(view.head, view.head[1:], strict=False)
        self.names = {self.key(b) for a, b in pairs if a.text.decode("utf-8", "replace") in words.status_types}
        given: list[tuple[bytes | int, Expr]] = []
        weak: set[bytes | int] = set()  # of a type that a status may be kept in
        numbers: set[bytes | int] = set()  # of a type that anything may be kept in
        for statement in view.every_statement:
            for variable in statement.variables:
                type_ = {word.decode("utf-8", "replace") for word in variable.type}
                key = self.key(variable.name)
                if type_ & words.status_types:
                    self.names.add(key)
                elif type_ & {"auto", "bool", "int"} and not variable.pointer:
                    if not _SAYS_FAILURE.search(variable.name.text.decode("utf-8", "replace")):
                        weak.add(key)
                    if "bool" not in type_:
                        numbers.add(key)
                    if variable.value is not None:
                        given.append((key, variable.value))
            for expression in statement.expressions():
                given += [
                    (self.key(part.parts[0].token), part.parts[1])
                    for part in expression.walk()
                    if part.kind == "assign" and part.text == b"=" and part.parts[0].kind == "name"
                ]
        weak -= {key for key, value in given if key in numbers and self.is_other(value)}
        for _ in range(4):  # of a variable that takes another's value
            self.names |= {key for key, value in given if key in weak and self.is_status(value, literal=False)}

    def key(self, token: Token) -> bytes | int:
        """What tells a variable from another of its name."""
        told = self.view.declared.get(token.start)
        return told.offset if told is not None and told.offset >= 0 else token.text

    def is_other(self, value: Expr) -> bool:
        """Whether it is computed, and no status."""
        one = bare(value)
        if one.kind == "call":
            return one.text.decode("utf-8", "replace") not in self.functions
        return one.kind in ("binary", "postfix", "index") or (one.kind == "unary" and one.text == b"!")

    def is_status(self, expression: Expr, literal: bool = True) -> bool:
        """`literal`: the name of success counts."""
        one = bare(expression)
        if one.kind == "name":
            named = literal and one.text.decode("utf-8", "replace") in self.words.success
            return named or self.key(one.token) in self.names
        if one.kind == "member":
            return self.typed(one, "")
        if one.kind == "index" or (one.kind == "unary" and one.text == b"*"):
            return self.typed(bare(one.parts[0]), "*" if one.kind == "unary" else "[")
        if one.kind == "call":
            return _calls_status(self.view, self.words, self.functions, one)
        if one.kind == "ternary":
            return any(self.is_status(part, literal) for part in one.parts[1:])
        if one.kind in ("comma", "assign") or (one.kind == "binary" and one.text == b"&&"):
            return self.is_status(one.parts[1], literal)
        if one.kind == "list" or one.kind == "cast":
            return len(one.parts) == 1 and self.is_status(one.parts[0], literal)
        return False

    def typed(self, one: Expr, behind: str) -> bool:
        """Whether the compiler says that it is a status, a pointer to one (`*`) or has such for elements (`[`)."""
        told = self.view.declared.get(one.token.start) if one.kind in ("name", "member") else None
        if told is None:
            return False
        type_ = told.type.removeprefix("const ")
        held = re.match(r"std::(?:vector|array)<([\w:]+)[,>]", type_) if behind == "[" else None
        name, _, rest = (held[1], "", "[") if held else type_.replace("[", " [").partition(" ")
        return name in self.words.status_types and rest.strip(" &")[:1] in (
            (behind, "*") if behind == "[" else (behind,)
        )


def status_ignored(view: FunctionView, words: Vocabulary, status_functions: frozenset[str]) -> Iterator[Found]:
    """`(void)` in front says that it is meant."""
    passing = words.safe_calls | words.checks
    wanted = (status_functions | _callables(view, words, status_functions)) - passing
    commas = any(expression.kind == "comma" for expression in view.every_expression)
    for statement in view.every_statement:
        dropped: list[Expr] = []
        if statement.kind == "expression" and statement.head is not None:
            dropped += _dropped(statement.head)
        if statement.step is not None:
            dropped += _dropped(statement.step)
        for expression in statement.expressions() if commas else ():
            dropped += _commas(expression)
        for call in {id(call): call for call in dropped}.values():
            name = _called(call).text.decode("utf-8", "replace")
            if name not in passing and _calls_status(view, words, wanted, call):
                yield Found(
                    "F04",
                    call.token.start,
                    f"the status of `{name}` is ignored: a failure goes on as if nothing had happened",
                    Confidence.MEDIUM,
                    view.name,
                )


def _is_void(one: Expr) -> bool:
    return one.kind == "cast" and one.text == b"void" and not one.arrow


def _dropped(expression: Expr) -> Iterator[Expr]:
    """Calls whose result is that of an expression of which nobody uses the result."""
    one = bare(expression)
    if one.kind == "call":
        yield one
    elif one.kind == "comma":
        yield from _dropped(one.parts[0])
        yield from _dropped(one.parts[1])
    elif one.kind == "ternary":
        yield from _dropped(one.parts[1])
        yield from _dropped(one.parts[2])
    elif one.kind == "binary" and one.text in (b"&&", b"||"):
        yield from _dropped(one.parts[1])
    elif one.kind == "cast" and not _is_void(one):
        for part in one.parts:
            yield from _dropped(part)


def _commas(expression: Expr) -> Iterator[Expr]:
    """Calls in front of a comma operator, wherever it stands."""
    if _is_void(expression):
        return
    if expression.kind == "comma":
        yield from _dropped(expression.parts[0])
    for part in expression.parts:
        yield from _commas(part)


def result_unused(view: FunctionView, words: Vocabulary, status_functions: frozenset[str]) -> Iterator[Found]:
    """A local that takes the result of a call and is never read."""
    uses = _Uses()
    uses.block(view.statements)
    for local in uses.locals:
        if local.read or not local.given or not _plain(view, local.variable, words, status_functions):
            continue
        yield Found(
            "F10",
            local.given[0],
            f"the result in `{local.variable.name.text.decode()}` is never looked at",
            Confidence.MEDIUM,
            view.name,
        )


def _plain(view: FunctionView, variable: Variable, words: Vocabulary, status_functions: frozenset[str]) -> bool:
    """Whether the end of the variable does nothing: a guard is used by living."""
    names = {word.decode("utf-8", "replace") for word in variable.type}
    told = view.declared.get(variable.name.start)
    if b"&" in variable.pointer or not _DELIBERATE.isdisjoint(variable.type):
        return False
    if told is not None:
        return told.plain
    known = bool(set(variable.type) & _PLAIN) or any(name.endswith("_t") for name in names) or b"*" in variable.pointer
    value = bare(variable.value) if variable.value is not None else None
    inferred = (
        b"auto" in variable.type and value is not None and value.text.decode("utf-8", "replace") in status_functions
    )
    return known or bool(names & words.status_types) or inferred


_DELIBERATE = frozenset((b"maybe_unused", b"static", b"volatile"))


@dataclass
class _Local:
    variable: Variable
    given: list[int] = field(default_factory=list)  # where it takes the result of a call
    read: bool = False


class _Uses:
    """What is done with each local variable, by scope."""

    def __init__(self) -> None:
        self.locals: list[_Local] = []
        self.scopes: list[dict[bytes, _Local]] = []

    def block(self, statements: Sequence[Statement], opened: bool = False) -> None:
        if not opened:
            self.scopes.append({})
        for one in statements:
            self.statement(one)
        if not opened:
            self.scopes.pop()

    def statement(self, one: Statement) -> None:
        self.scopes.append({}) if one.kind != "declare" else None
        self.block(one.first, opened=True)
        head = bare(one.head) if one.head is not None else None
        if one.kind == "expression" and head is not None and head.kind == "assign" and head.text == b"=":
            self.assignment(head)
        elif one.head is not None:
            self.expression(one.head)
        for variable in one.variables:
            for part in (*variable.extents, variable.value):
                if part is not None:
                    self.expression(part)
            local = _Local(variable, read=one.name == b"binding" or one.kind == "each")
            if variable.value is not None and not variable.direct and _calls(variable.value):
                local.given.append(variable.name.start)
            self.scopes[-1][variable.name.text] = local
            self.locals.append(local)
        for body in (one.body, one.orelse):
            self.block(body, opened=one.kind == "switch")
        if one.step is not None:
            self.expression(one.step)
        if one.kind != "declare":
            self.scopes.pop()

    def assignment(self, one: Expr) -> None:
        target, value = one.parts
        local = self.find(target.text) if target.kind == "name" else None
        if local is None:
            self.expression(target)
        elif _calls(value):
            local.given.append(target.token.start)
        self.expression(value)

    def expression(self, one: Expr) -> None:
        if one.kind == "name":
            local = self.find(one.text)
            if local is not None:
                local.read = True
        for part in one.parts:
            self.expression(part)
        if one.body:
            self.block(one.body)

    def find(self, name: bytes) -> _Local | None:
        return next((scope[name] for scope in reversed(self.scopes) if name in scope), None)


def _calls(value: Expr) -> bool:
    return any(part.kind == "call" for part in value.walk())
