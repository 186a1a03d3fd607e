"""Reads declarations of variables: types, declarators and what they are initialised with."""

from __future__ import annotations

from migrate.findings.expressions import TYPE_WORDS, Expressions
from migrate.findings.trees import Expr, Statement, Variable
from migrate.frontend.lex import Kind, Token

_QUALIFIERS = frozenset(
    b"const static constexpr volatile register thread_local inline mutable struct enum union class typename".split()
)
_NO_TYPE = frozenset(
    b"return delete new throw goto else case default sizeof if for while do switch break continue using typedef operator "
    b"static_assert template public private protected try catch this".split()
)


class Declarations(Expressions):
    """Reads a declaration where one begins."""

    __slots__ = ()

    def _declaration(self, each: bool = False) -> Statement | None:
        """The declaration that begins here; None, and nothing taken, where none does."""
        start, token = self.at, self.tokens[self.at]
        type_ = self._type()
        if type_ is None:
            self.at = start
            return None
        if self.unused:
            type_, self.unused = (b"maybe_unused", *type_), False
        declared = self._declarators(token, type_, each)
        if declared is None:
            self.at = start
        return declared

    def _declarators(self, token: Token, type_: tuple[bytes, ...], each: bool) -> Statement | None:
        variables: list[Variable] = []
        while True:
            pointer = b""
            while self.peek() in (b"*", b"&", b"&&", b"const", b"volatile"):
                word = self.take().text
                pointer += word if word[:1] in (b"*", b"&") else b""
            if self.peek() == b"[" and type_[-1:] == (b"auto",) and not variables:  # a structured binding
                last = self.close(self.at)
                names = [t for t in self.tokens[self.at + 1 : last] if t.kind == Kind.IDENT]
                self.at = last + 1
                value = self._initial()[0]
                self.accept(b";")
                bound = [Variable(name, type_, b"&", (), None) for name in names]
                hidden = Variable(token, type_, pointer, (), value)
                return Statement("declare", token, variables=(hidden, *bound), name=b"binding")
            variable = self._declarator(type_, pointer, bool(variables), each)
            if variable is None:
                return None
            variables.append(variable)
            if not self.accept(b","):
                break
        if self.peek() not in (b";", b"") and not each:
            return None
        self.accept(b";")
        return Statement("declare", token, variables=tuple(variables))

    def _type(self) -> tuple[bytes, ...] | None:
        words: list[bytes] = []
        named = False
        while self.kind() == Kind.IDENT and self.at < self.end:
            text = self.peek()
            if text in _NO_TYPE:
                return None
            if text in _QUALIFIERS:
                words.append(self.take().text)
                continue
            if named and not (text in TYPE_WORDS and words[-1] in TYPE_WORDS):
                break
            words.append(self.take().text)
            named = True
            while self.peek() in (b"::", b"<"):
                if self.peek() == b"<":
                    last = self._angle()
                    if last is None:
                        return None
                    self.at = last + 1
                elif self.kind(1) == Kind.IDENT:
                    self.at += 1
                    words[-1] = self.take().text
                else:
                    return None
        return tuple(words) if named else None

    def _declarator(self, type_: tuple[bytes, ...], pointer: bytes, further: bool, each: bool) -> Variable | None:
        if self.kind() != Kind.IDENT or self.peek() in _NO_TYPE:
            return None
        name = self.take()
        follows = self.peek()
        extents: list[Expr | None] = []
        while self.peek() == b"[":
            last = self.close(self.at)
            self.at += 1
            inner = self.within(last)
            extents.append(inner.expression() if inner.at < inner.end else None)
            self.at = last + 1
        if follows not in (b"=", b";", b",", b"[", b"(", b"{", b"") or (
            follows == b"(" and pointer and not further and not self.is_known(type_)
        ):
            return None
        if each and follows != b"":
            return None
        value, direct = self._initial()
        return Variable(name, type_, pointer, tuple(extents), value, direct)

    def is_known(self, type_: tuple[bytes, ...]) -> bool:
        return any(word in TYPE_WORDS or word.endswith(b"_t") for word in type_)

    def _initial(self) -> tuple[Expr | None, bool]:
        if self.accept(b"="):
            return self.expression(1), False
        if self.peek() in (b"(", b"{"):
            opening = self.tokens[self.at]
            if self.peek() == b"{":
                return self.primary(), True
            return Expr("list", opening, self._arguments()), True
        return None, False
