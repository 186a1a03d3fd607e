"""Reads the statements of a function's body."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from migrate.findings.cursor import CLOSES, IsType, partners
from migrate.findings.declarations import Declarations
from migrate.findings.trees import Expr, Statement
from migrate.frontend.lex import Kind, Token

_RECORDS = frozenset((b"struct", b"class", b"union", b"enum"))
_SKIPPED = frozenset((b"using", b"typedef", b"static_assert", b"template", b"asm", b"__asm__"))


def parse_body(tokens: Sequence[Token], is_type: IsType) -> tuple[Statement, ...]:
    """The statements between the braces of a function."""
    return _Statements(tokens, is_type, partners(tokens), 0, len(tokens)).statements()


class _Statements(Declarations):
    __slots__ = ()

    def statements(self) -> tuple[Statement, ...]:
        found = []
        while self.at < self.end:
            before = self.at
            statement = self.statement()
            if statement is not None:
                found.append(statement)
            if self.at == before:
                self.at += 1
        return tuple(found)

    def part(self) -> tuple[Statement, ...]:
        """What a condition or a loop governs."""
        if self.at >= self.end:
            return ()
        statement = self.statement()
        return () if statement is None else statement.body if statement.kind == "block" else (statement,)

    def statement(self) -> Statement | None:
        text, token = self.peek(), self.tokens[self.at]
        if self.accept(b";"):
            return None
        if text == b"{" and token.kind == Kind.PUNCT:
            return Statement("block", token, body=self.block())
        if text == b"[" and self.peek(1) == b"[":
            last = self.close(self.at)
            self.unused = any(t.text == b"maybe_unused" for t in self.tokens[self.at : last])
            self.at = last + 1
            return None
        if token.kind == Kind.IDENT:
            handler = _STATEMENTS.get(text)
            if handler is not None:
                return handler(self, token)
            if self.peek(1) == b":" and text not in (b"default", b"public", b"private", b"protected"):
                self.at += 2
                return Statement("label", token, name=text)
            if text in _SKIPPED:
                return self._skip(token)
            if text in _RECORDS and self._defines_type():
                return self._type_definition(token)
            declared = self._declaration()
            if declared is not None:
                return declared
        value = self.expression()
        self.accept(b";")
        return Statement("expression", token, value)

    def block(self) -> tuple[Statement, ...]:
        last = self.close(self.at)
        self.at += 1
        inner = self.within(last)
        self.at = min(last + 1, self.end)
        return inner.statements()

    def _skip(self, token: Token) -> Statement:
        while self.at < self.end and self.peek() != b";":
            self.at = self.close(self.at) + 1 if self.peek() in CLOSES else self.at + 1
        self.accept(b";")
        return Statement("other", token)

    def _type_definition(self, token: Token) -> Statement:
        """A type, and the variables that are declared with it."""
        words = [self.take().text]
        while self.at < self.end and self.peek() not in (b"{", b";"):
            if self.kind() == Kind.IDENT and len(words) == 1:
                words.append(self.peek())
            self.at += 1
        if self.peek() == b"{":
            self.at = self.close(self.at) + 1
        if self.accept(b";"):
            return Statement("other", token)
        return self._declarators(token, tuple(words), False) or self._skip(token)

    def _defines_type(self) -> bool:
        ahead = 1
        while self.kind(ahead) == Kind.IDENT or self.peek(ahead) in (b":", b"::", b","):
            ahead += 1
        return self.peek(ahead) == b"{" or (self.peek(ahead) == b";" and ahead == 2)

    def _header(self) -> tuple[tuple[Statement, ...], Expr | None, Statement | None]:
        """Of an if, while or switch: what it begins with, the condition, and a declaration that is the condition."""
        self.accept(b"constexpr")
        if self.peek() != b"(":
            return (), None, None
        last = self.close(self.at)
        self.at += 1
        inner = self.within(last)
        parts: list[Statement] = []
        while inner.at < inner.end:
            before = inner.at
            statement = inner.statement()
            if statement is not None and inner.at >= inner.end and _is_no_declaration(statement):
                inner.at = before  # flags & MASK
                statement = Statement("expression", self.tokens[before], inner.expression())
            if statement is not None:
                parts.append(statement)
            if inner.at == before:
                inner.at += 1
        self.at = min(last + 1, self.end)
        if not parts:
            return (), None, None
        final = parts[-1]
        if final.kind == "declare" and final.variables:
            name = final.variables[-1].name
            return tuple(parts), Expr("name", name), final
        return tuple(parts[:-1]), final.head, None

    def _if_statement(self, token: Token) -> Statement:
        self.at += 1
        first, head, _ = self._header()
        body = self.part()
        orelse: tuple[Statement, ...] = ()
        if self.accept(b"else"):
            orelse = self.part()
        return Statement("if", token, head, body, orelse, first)

    def _while_statement(self, token: Token) -> Statement:
        self.at += 1
        first, head, _ = self._header()
        return Statement("while", token, head, self.part(), first=first)

    def _switch_statement(self, token: Token) -> Statement:
        self.at += 1
        first, head, _ = self._header()
        return Statement("switch", token, head, self.part(), first=first)

    def _do_statement(self, token: Token) -> Statement:
        self.at += 1
        body = self.part()
        head = None
        if self.accept(b"while"):
            _, head, _ = self._header()
        self.accept(b";")
        return Statement("do", token, head, body)

    def _for_statement(self, token: Token) -> Statement:
        self.at += 1
        if self.peek() != b"(":
            return Statement("other", token)
        last = self.close(self.at)
        self.at += 1
        inner = self.within(last)
        self.at = min(last + 1, self.end)
        colon = inner._range_colon()
        if colon is not None:
            declaration = inner.within(colon)
            declared = declaration._declaration(each=True)
            inner.at = colon + 1
            over = inner.expression()
            return Statement("each", token, over, self.part(), variables=declared.variables if declared else ())
        first = inner.statement() if inner.at < inner.end else None
        head = None if inner.peek() in (b";", b"") else inner.expression()
        inner.accept(b";")
        step = inner.expression() if inner.at < inner.end else None
        return Statement("for", token, head, self.part(), first=(first,) if first else (), step=step)

    def _range_colon(self) -> int | None:
        i = self.at
        while i < self.end:
            text = self.tokens[i].text
            if text in CLOSES:
                i = self.close(i)
            elif text in (b";", b"?"):
                return None
            elif text == b":":
                return i
            i += 1
        return None

    def _return_statement(self, token: Token) -> Statement:
        self.at += 1
        value = None if self.peek() in (b";", b"") else self.expression()
        self.accept(b";")
        return Statement("return", token, value)

    def _co_return_statement(self, token: Token) -> Statement:
        return self._return_statement(token)

    def _throw_statement(self, token: Token) -> Statement:
        self.at += 1
        value = None if self.peek() in (b";", b"") else self.expression()
        self.accept(b";")
        return Statement("throw", token, value)

    def _break_statement(self, token: Token) -> Statement:
        self.at += 1
        self.accept(b";")
        return Statement("break", token)

    def _continue_statement(self, token: Token) -> Statement:
        self.at += 1
        self.accept(b";")
        return Statement("continue", token)

    def _goto_statement(self, token: Token) -> Statement:
        self.at += 1
        name = self.take().text if self.at < self.end else b""
        self.accept(b";")
        return Statement("goto", token, name=name)

    def _case_statement(self, token: Token) -> Statement:
        self.at += 1
        value: Expr | None = self.expression(2)
        if self.accept(b"..."):
            self.expression(2)
            value = None
        self.accept(b":")
        return Statement("label", token, value, name=b"case")

    def _default_statement(self, token: Token) -> Statement:
        self.at += 1
        self.accept(b":")
        return Statement("label", token, name=b"default")

    def _try_statement(self, token: Token) -> Statement:
        self.at += 1
        body = self.block() if self.peek() == b"{" else ()
        handlers: list[Statement] = []
        while self.accept(b"catch"):
            self.at = self.close(self.at) + 1
            handlers.append(Statement("block", token, body=self.block() if self.peek() == b"{" else ()))
        return Statement("try", token, body=body, orelse=tuple(handlers))


_STATEMENTS: dict[bytes, Callable[[_Statements, Token], Statement]] = {
    name.removeprefix("_").removesuffix("_statement").encode(): handler
    for name, handler in vars(_Statements).items()
    if name.endswith("_statement")
}


def _is_no_declaration(condition: Statement) -> bool:
    """Whether a condition that reads like a declaration declares nothing: it would have to give a value."""
    return condition.kind == "declare" and bool(condition.variables) and condition.variables[-1].value is None
