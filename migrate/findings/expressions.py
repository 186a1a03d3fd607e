"""Reads expressions, lambdas and casts included."""

from __future__ import annotations

from collections.abc import Sequence

from migrate.findings.cursor import Cursor
from migrate.findings.trees import Expr, Statement
from migrate.frontend.lex import Kind, Token

_BINARY = {
    b"*": 13, b"/": 13, b"%": 13, b"+": 12, b"-": 12, b"<<": 11, b">>": 11, b"<=>": 10, b"<": 9, b">": 9, b"<=": 9, b">=": 9,
    b"==": 8, b"!=": 8, b"&": 7, b"^": 6, b"|": 5, b"&&": 4, b"||": 3, b".*": 14, b"->*": 14,
}  # fmt: skip
_ASSIGN = frozenset((b"=", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"<<=", b">>="))
_UNARY = frozenset((b"!", b"~", b"-", b"+", b"*", b"&", b"++", b"--"))
_CASTS = frozenset((b"static_cast", b"reinterpret_cast", b"const_cast", b"dynamic_cast"))
TYPE_WORDS = frozenset(
    b"void bool char short int long float double signed unsigned const auto size_t volatile static constexpr".split()
)
_BEGINS_UNARY = frozenset((b"sizeof", b"alignof", b"decltype", b"(", b"new", b"delete"))
_ENDS = frozenset((b")", b";", b"]", b"}", b":"))  # what ends an expression wherever it stands
_POSTFIX = frozenset((b"(", b"[", b".", b"->", b"++", b"--"))
_BEHIND_NAME = frozenset((b"::", b"<", b"{", b"("))


class Expressions(Cursor):
    """Reads an expression from where it stands."""

    __slots__ = ()

    def block(self) -> tuple[Statement, ...]:
        """The body of a lambda, from its brace on."""
        raise NotImplementedError

    def expression(self, lowest: int = 0) -> Expr:
        """`lowest`: 0 with commas, 1 an assignment, 2 a conditional, above that a binary operator."""
        left = self.unary()
        while self.at < self.end:
            operator = self.tokens[self.at]
            if operator.kind != Kind.PUNCT:
                break
            text = operator.text
            binds = _BINARY.get(text, 0)
            if binds >= lowest and binds >= 3:
                self.at += 1
                left = Expr("binary", operator, (left, self.expression(binds + 1)))
            elif binds or text in _ENDS:
                break
            elif text == b"?" and lowest <= 2:
                self.at += 1
                first = self.expression(0)
                self.accept(b":")
                left = Expr("ternary", operator, (left, first, self.expression(1)))
            elif text in _ASSIGN and lowest <= 2:
                self.at += 1
                left = Expr("assign", operator, (left, self.expression(1)))
            elif text == b"," and lowest == 0:
                self.at += 1
                left = Expr("comma", operator, (left, self.expression(1)))
            else:
                break
        return left

    def unary(self) -> Expr:
        if self.at >= self.end:
            return self.primary()
        token = self.tokens[self.at]
        text = token.text
        if token.kind == Kind.PUNCT and text in _UNARY:
            self.at += 1
            return Expr("unary", token, (self.unary(),))
        if text not in _BEGINS_UNARY:
            return self.postfix(self.primary())
        if text == b"sizeof" or text == b"alignof" or text == b"decltype":
            self.at += 1
            if self.peek() == b"(":
                self.at = self.close(self.at) + 1
            else:
                self.unary()
            return Expr("sizeof", token)
        if text == b"(" and self._is_cast():
            last = self.close(self.at)
            token = self.tokens[last - 1]
            words = [t for t in self.tokens[self.at + 1 : last] if t.kind == Kind.IDENT]
            self.at = last + 1
            pointer = token.text == b"*"
            return Expr("cast", words[-1] if words else token, (self.unary(),), arrow=pointer)
        if text == b"new":
            token = self.take()
            while self.at < self.end and (self.kind() == Kind.IDENT or self.peek() in (b"::", b"*")):
                self.at += 1
            parts = self._arguments() if self.peek() == b"(" else ()
            if self.peek() == b"[":
                self.at = self.close(self.at) + 1
            return Expr("unknown", token, parts)
        if text == b"delete":
            token = self.take()
            if self.peek() == b"[":
                self.at = self.close(self.at) + 1
            return Expr("unknown", token, (self.unary(),))
        return self.postfix(self.primary())

    def _is_cast(self) -> bool:
        """Whether the parenthesis here holds a type and stands in front of an operand."""
        last = self.close(self.at)
        inner = self.tokens[self.at + 1 : last]
        if not inner or last + 1 >= self.end or inner[0].kind != Kind.IDENT:
            return False
        if not all(t.kind == Kind.IDENT or t.text in (b"::", b"*", b"&", b"<", b">", b",") for t in inner):
            return False
        names = [t for t in inner if t.kind == Kind.IDENT]
        following = self.tokens[last + 1]
        operand = following.kind in (Kind.IDENT, Kind.NUMBER, Kind.STRING, Kind.CHAR) or following.text in (
            b"(", b"&", b"*", b"!", b"~", b"-", b"+", b"{", b"++", b"--", b"[",
        )  # fmt: skip
        if not operand:
            return False
        known = any(t.text in TYPE_WORDS for t in names) or self.is_type(names[-1])
        if known or inner[-1].text == b"*":
            return True
        return len(names) == 1 and names[0].text.endswith(b"_t") and following.kind != Kind.PUNCT

    def primary(self) -> Expr:
        if self.at >= self.end:
            return Expr("unknown", self.tokens[max(self.end - 1, 0)])
        token, kind = self.tokens[self.at], self.kind()
        if kind == Kind.NUMBER:
            return Expr("number", self.take())
        if kind == Kind.CHAR:
            return Expr("char", self.take())
        if kind == Kind.STRING:
            parts = []
            while self.kind() == Kind.STRING and self.at < self.end:
                parts.append(Expr("string", self.take()))
            return parts[0] if len(parts) == 1 else Expr("string", token, tuple(parts))
        if kind == Kind.IDENT:
            return self._name()
        if token.text == b"::":
            self.at += 1
            return self.primary()
        if token.text == b"(":
            last = self.close(self.at)
            self.at += 1
            inner = self.within(last)
            value = inner.expression() if inner.at < inner.end else Expr("unknown", token)
            rest = self._rest(inner)
            self.at = min(last + 1, self.end)
            return Expr("unknown", token, (value, *rest)) if rest else Expr("paren", token, (value,))
        if token.text == b"{":
            return Expr("list", token, self._arguments())
        if token.text == b"[":
            return self._lambda()
        if token.text in (b")", b"]", b"}", b";", b":", b","):
            return Expr("unknown", token)
        self.at += 1
        return Expr("unknown", token)

    def _rest(self, inner: Expressions) -> tuple[Expr, ...]:
        found = []
        while inner.at < inner.end:
            before = inner.at
            found.append(inner.expression())
            if inner.at == before:
                inner.at += 1
        return tuple(found)

    def _name(self) -> Expr:
        token = self.take()
        if token.text in _CASTS and self.peek() == b"<":
            last = self._angle()
            if last is not None:
                inner = self.tokens[self.at + 1 : last]
                words = [t for t in inner if t.kind == Kind.IDENT]
                self.at = last + 1
                arguments = self._arguments() if self.peek() == b"(" else ()
                return Expr(
                    "cast", words[-1] if words else token, arguments, arrow=bool(inner) and inner[-1].text == b"*"
                )
        if self.peek() not in _BEHIND_NAME:
            return Expr("name", token)
        while self.peek() == b"::" and self.kind(1) == Kind.IDENT:
            self.at += 1
            token = self.take()
        if self.peek() == b"<":
            last = self._angle()
            if last is not None and last + 1 < self.end and self.tokens[last + 1].text in (b"(", b"{", b"::"):
                self.at = last + 1
                if self.peek() == b"::":
                    self.at += 1
                    return self._name() if self.kind() == Kind.IDENT else Expr("name", token)
        if self.peek() == b"{" and self.is_type(token):
            opening = self.tokens[self.at]
            return Expr("cast", token, (Expr("list", opening, self._arguments()),))
        if self.peek() == b"(" and (token.text in TYPE_WORDS or self.is_type(token)):
            arguments = self._arguments()
            return Expr("cast", token, arguments) if len(arguments) == 1 else Expr("unknown", token, arguments)
        return Expr("name", token)

    def _arguments(self) -> tuple[Expr, ...]:
        """Of a call or a list in braces: what stands between the bracket here and its end."""
        last = self.close(self.at)
        self.at += 1
        inner = self.within(last)
        found = []
        while inner.at < inner.end:
            before = inner.at
            if inner.peek() == b"." and inner.kind(1) == Kind.IDENT:  # a designator
                inner.at += 2
                inner.accept(b"=")
            found.append(inner.expression(1))
            if inner.at == before or not inner.accept(b","):
                inner.at += inner.at == before
        self.at = min(last + 1, self.end)
        return tuple(found)

    def postfix(self, value: Expr) -> Expr:
        while self.at < self.end:
            token = self.tokens[self.at]
            text = token.text
            if token.kind != Kind.PUNCT or text not in _POSTFIX:
                break
            if text == b"(":
                value = Expr("call", value.token, (value, *self._arguments()))
            elif text == b"[":
                value = Expr("index", token, (value, *self._arguments()))
            elif text in (b".", b"->") and self.kind(1) == Kind.IDENT:
                self.at += 1
                value = Expr("member", self.take(), (value,), arrow=text == b"->")
            elif text in (b"++", b"--"):
                value = Expr("postfix", self.take(), (value,))
            else:
                break
        return value

    def _lambda(self) -> Expr:
        token = self.tokens[self.at]
        captures = self.tokens[self.at + 1 : self.close(self.at)]
        self.at = self.close(self.at) + 1
        names: tuple[bytes, ...] = ()
        if self.peek() == b"(":
            last = self.close(self.at)
            names = _parameters(self.tokens[self.at + 1 : last])
            self.at = last + 1
        result: list[bytes] = []
        while self.at < self.end and self.peek() not in (b"{", b";"):
            result.append(self.take().text)
        if self.peek() != b"{":
            return Expr("unknown", token)
        body = self.block()
        held = tuple(Expr("name", t) for t in captures if t.kind == Kind.IDENT and t.text != b"this")
        return Expr("lambda", token, held, body=body, names=names, result=tuple(result))


def _parameters(tokens: Sequence[Token]) -> tuple[bytes, ...]:
    names, depth, last = [], 0, b""
    for token in tokens:
        depth += (token.text in (b"(", b"[", b"{", b"<")) - (token.text in (b")", b"]", b"}", b">"))
        if token.text == b"," and depth == 0:
            names.append(last)
        elif token.kind == Kind.IDENT:
            last = token.text
    return (*names, last) if last else ()
