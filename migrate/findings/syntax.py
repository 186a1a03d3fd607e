"""Statements and expressions of a function as trees. What is not understood is an expression of kind `unknown` with the parts that are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from migrate.frontend.lex import Kind, Token


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


IsType = Callable[[Token], bool]
_CLOSES = {b"(": b")", b"[": b"]", b"{": b"}"}
_CLOSING = frozenset(_CLOSES.values())
_BINARY = {
    b"*": 13, b"/": 13, b"%": 13, b"+": 12, b"-": 12, b"<<": 11, b">>": 11, b"<=>": 10, b"<": 9, b">": 9, b"<=": 9, b">=": 9,
    b"==": 8, b"!=": 8, b"&": 7, b"^": 6, b"|": 5, b"&&": 4, b"||": 3, b".*": 14, b"->*": 14,
}  # fmt: skip
_ASSIGN = frozenset((b"=", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"<<=", b">>="))
_UNARY = frozenset((b"!", b"~", b"-", b"+", b"*", b"&", b"++", b"--"))
_CASTS = frozenset((b"static_cast", b"reinterpret_cast", b"const_cast", b"dynamic_cast"))
_WORDS = frozenset(
    b"void bool char short int long float double signed unsigned const auto size_t volatile static constexpr".split()
)
_QUALIFIERS = frozenset(
    b"const static constexpr volatile register thread_local inline mutable struct enum union class typename".split()
)
_NO_TYPE = frozenset(
    b"return delete new throw goto else case default sizeof if for while do switch break continue using typedef operator "
    b"static_assert template public private protected try catch this".split()
)
_BEGINS_UNARY = frozenset((b"sizeof", b"alignof", b"decltype", b"(", b"new", b"delete"))
_ENDS = frozenset((b")", b";", b"]", b"}", b":"))  # what ends an expression wherever it stands
_POSTFIX = frozenset((b"(", b"[", b".", b"->", b"++", b"--"))
_BEHIND_NAME = frozenset((b"::", b"<", b"{", b"("))
_RECORDS = frozenset((b"struct", b"class", b"union", b"enum"))
_SKIPPED = frozenset((b"using", b"typedef", b"static_assert", b"template", b"asm", b"__asm__"))


def parse_body(tokens: Sequence[Token], is_type: IsType) -> tuple[Statement, ...]:
    """The statements between the braces of a function."""
    return _Parser(tokens, is_type, _partners(tokens), 0, len(tokens)).statements()


def _partners(tokens: Sequence[Token]) -> dict[int, int]:
    """Where each opening bracket closes, of whatever kind the brackets between are; those that nothing closes are absent."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for position, token in enumerate(tokens):
        if token.kind == Kind.PUNCT:
            if token.text in _CLOSES:
                opened.append(position)
            elif token.text in _CLOSING and opened:
                found[opened.pop()] = position
    return found


class _Parser:
    __slots__ = ("at", "end", "is_type", "partners", "tokens", "unused")

    def __init__(
        self, tokens: Sequence[Token], is_type: IsType, partners: Mapping[int, int], at: int, end: int
    ) -> None:
        self.tokens, self.is_type, self.partners = tokens, is_type, partners
        self.at, self.end = at, end
        self.unused = False  # [[maybe_unused]] stands in front of what comes

    # ---- tokens

    def peek(self, ahead: int = 0) -> bytes:
        position = self.at + ahead
        return self.tokens[position].text if position < self.end else b""

    def kind(self, ahead: int = 0) -> int:
        position = self.at + ahead
        return self.tokens[position].kind if position < self.end else 0

    def take(self) -> Token:
        token = self.tokens[min(self.at, len(self.tokens) - 1)]
        self.at += 1
        return token

    def accept(self, text: bytes) -> bool:
        if self.at >= self.end:
            return False
        token = self.tokens[self.at]
        if token.text != text or token.kind == Kind.STRING:
            return False
        self.at += 1
        return True

    def close(self, position: int) -> int:
        """Where the bracket at `position` closes."""
        if position >= self.end:
            return self.end
        token = self.tokens[position]
        if token.kind == Kind.PUNCT and token.text in _CLOSES:
            return min(self.partners.get(position, self.end), self.end)
        depth = 0
        for i in range(position, self.end):  # none does: the end of what stands there in its place
            token = self.tokens[i]
            if token.kind == Kind.PUNCT:
                depth += (token.text in _CLOSES) - (token.text in _CLOSING)
                if depth == 0:
                    return i
        return self.end

    def within(self, last: int) -> _Parser:
        """A parser of what stands before `last`."""
        return _Parser(self.tokens, self.is_type, self.partners, self.at, last)

    # ---- statements

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
            self.at = self.close(self.at) + 1 if self.peek() in _CLOSES else self.at + 1
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
            if text in _CLOSES:
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

    # ---- declarations

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
            if named and not (text in _WORDS and words[-1] in _WORDS):
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

    def _angle(self) -> int | None:
        """Where template arguments that begin here end; None where < compares."""
        depth = 0
        for i in range(self.at, min(self.end, self.at + 60)):
            token = self.tokens[i]
            if token.text == b"<":
                depth += 1
            elif token.text in (b">", b">>"):
                depth -= len(token.text)
                if depth <= 0:
                    return i
            elif not (
                token.kind in (Kind.IDENT, Kind.NUMBER)
                or token.text in (b"::", b",", b"*", b"&", b"(", b")", b"...", b"]")
                or (token.text == b"[" and i + 1 < self.end and self.tokens[i + 1].text == b"]")
            ):
                return None
        return None

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
        return any(word in _WORDS or word.endswith(b"_t") for word in type_)

    def _initial(self) -> tuple[Expr | None, bool]:
        if self.accept(b"="):
            return self.expression(1), False
        if self.peek() in (b"(", b"{"):
            opening = self.tokens[self.at]
            if self.peek() == b"{":
                return self.primary(), True
            return Expr("list", opening, self._arguments()), True
        return None, False

    # ---- expressions

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
        known = any(t.text in _WORDS for t in names) or self.is_type(names[-1])
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

    def _rest(self, inner: _Parser) -> tuple[Expr, ...]:
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
        if self.peek() == b"(" and (token.text in _WORDS or self.is_type(token)):
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


_STATEMENTS: dict[bytes, Callable[[_Parser, Token], Statement]] = {
    name.removeprefix("_").removesuffix("_statement").encode(): handler
    for name, handler in vars(_Parser).items()
    if name.endswith("_statement")
}


def _is_no_declaration(condition: Statement) -> bool:
    """Whether a condition that reads like a declaration declares nothing: it would have to give a value."""
    return condition.kind == "declare" and bool(condition.variables) and condition.variables[-1].value is None


def _parameters(tokens: Sequence[Token]) -> tuple[bytes, ...]:
    names, depth, last = [], 0, b""
    for token in tokens:
        depth += (token.text in (b"(", b"[", b"{", b"<")) - (token.text in (b")", b"]", b"}", b">"))
        if token.text == b"," and depth == 0:
            names.append(last)
        elif token.kind == Kind.IDENT:
            last = token.text
    return (*names, last) if last else ()


def bare(expression: Expr) -> Expr:
    """Without parentheses around it."""
    while expression.kind == "paren":
        expression = expression.parts[0]
    return expression
