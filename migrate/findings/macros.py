"""Macros of a source that stand for a value: texts, numbers, and expressions of their arguments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from migrate.findings.statements import parse_body
from migrate.findings.trees import Expr, Variable, bare
from migrate.frontend.lex import Kind, Token, lex_whole, significant

_DEFINE = re.compile(
    rb"^[ \t]*#[ \t]*define[ \t]+(\w+)(\([\w \t,]*\))?[ \t]*((?:[^\\\n]|\\[ \t]*\r?\n|\\.)*)$", re.MULTILINE
)
_CONTINUED = re.compile(rb"\\[ \t]*\r?\n")
_ARGUMENT = b"\0"  # in front of a parameter whose argument becomes a text
DEPTH = 4  # of macros within macros
LONGEST = 40  # tokens of an expression that is read


@dataclass(frozen=True)
class Macro:
    """One that takes arguments and is an expression of them."""

    names: tuple[bytes, ...]
    body: Expr


@dataclass(frozen=True)
class Macros:
    constants: Mapping[bytes, Variable]
    functions: Mapping[bytes, Macro]

    def expanded(self, expression: Expr, depth: int = 0) -> Expr:
        """An expression with the expressions that macros in it stand for."""
        if depth > DEPTH or not self.functions:
            return expression
        parts = tuple(self.expanded(part, depth) for part in expression.parts)
        macro = self.functions.get(expression.text) if expression.kind == "call" else None
        if macro is not None and len(macro.names) == len(parts) - 1:
            return self.expanded(_given(macro.body, dict(zip(macro.names, parts[1:], strict=True))), depth + 1)
        if all(a is b for a, b in zip(parts, expression.parts, strict=True)):
            return expression
        one = expression
        return Expr(one.kind, one.token, parts, one.arrow, one.body, one.names, one.result)


def read_macros(data: bytes, headers: Iterable[bytes]) -> Macros:
    """Those that are defined once; of the headers only the numbers."""
    constants: dict[bytes, Variable] = {}
    functions: dict[bytes, Macro] = {}
    for text in (*headers, data):
        several = set()
        found: dict[bytes, tuple[bytes | None, bytes]] = {}
        for match in _DEFINE.finditer(text):
            several |= {match[1]} & found.keys()
            found[match[1]] = match[2], _CONTINUED.sub(b" ", match[3])
        for name, (parameters, body) in found.items():
            constants.pop(name, None)
            if name in several:
                continue
            value = _value(body, parameters is not None)
            if value is None:
                continue
            if parameters is not None and text is data:
                functions[name] = Macro(tuple(re.findall(rb"\w+", parameters)), value)
            elif parameters is None and (_is_constant(value) or (text is data and bare(value).kind == "string")):
                constants[name] = Variable(Token(Kind.IDENT, -1, -1, name), (b"const",), b"", (), value)
    return Macros(constants, functions)


def _value(body: bytes, takes: bool) -> Expr | None:
    """The expression that a body is."""
    if not body.strip() or len(body) > 16 * LONGEST:
        return None
    tokens = [Token(t.kind, -1, -1, t.text) for t in significant(lex_whole(body))]
    if takes:
        tokens = _stringized(tokens)
    if len(tokens) > LONGEST or any(t.text in _NO_VALUE for t in tokens):
        return None
    statements = parse_body(tokens, lambda token: False)
    one = statements[0] if len(statements) == 1 else None
    return one.head if one is not None and one.kind == "expression" else None


_NO_VALUE = frozenset((b"#", b"##", b"{", b"}", b";", b"=", b"++", b"--", b"__VA_ARGS__"))


def _stringized(tokens: list[Token]) -> list[Token]:
    made: list[Token] = []
    for token in tokens:
        if made and made[-1].text == b"#":
            made[-1] = Token(Kind.STRING, -1, -1, _ARGUMENT + token.text)
        else:
            made.append(token)
    return made


def _is_constant(value: Expr) -> bool:
    return all(part.kind in ("number", "paren", "binary", "unary") for part in value.walk())


def _given(body: Expr, arguments: Mapping[bytes, Expr]) -> Expr:
    if body.kind == "name" and body.text in arguments:
        argument = arguments[body.text]
        return Expr("paren", argument.token, (argument,))
    if body.kind == "string" and body.text.startswith(_ARGUMENT) and not body.parts:
        argument = arguments.get(body.text[1:], body)
        token = argument.token
        return Expr("string", Token(Kind.STRING, token.start, token.end, b'"' + argument.text + b'"'))
    parts = tuple(_given(part, arguments) for part in body.parts)
    return Expr(body.kind, body.token, parts, body.arrow, body.body, body.names, body.result)
