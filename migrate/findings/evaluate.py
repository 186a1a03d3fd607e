"""Expressions on terms: values and places."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from migrate.findings.state import STEPS, State, TooLong, word
from migrate.findings.terms import (
    COMPARISONS,
    ZERO,
    Place,
    Value,
    codes,
    spelled_number,
    strings,
    within,
)
from migrate.findings.trees import Expr, bare
from migrate.frontend.plain_types import FUNDAMENTAL

_NUMBERS = {b"true": 1, b"false": 0, b"nullptr": 0, b"NULL": 0}
_UNSIGNED = re.compile(r"(const )?(unsigned|size_t|uint\d+_t)\b[\w ]*$")
_FAILURE = re.compile(r"FAIL|ERR(OR)?(_|$)")  # in the name of a constant, which is then no success
_UNSIGNED_WORDS = frozenset((b"unsigned", b"size_t", b"uint32_t", b"uint64_t"))


class Evaluator(State):
    """Does what the evaluation of an expression does, and gives its value or place."""

    def holds(self, expression: Expr) -> bool:
        """Decides a condition, with what its evaluation does."""
        one = bare(expression)
        if one.kind == "binary" and one.text in (b"&&", b"||"):
            first = self.holds(one.parts[0])
            if first == (one.text == b"||"):
                return first
            return self.holds(one.parts[1])
        if one.kind == "unary" and one.text == b"!":
            return not self.holds(one.parts[0])
        value = self.value(one)
        before, self.at = self.at, one
        forks = self.path.forks
        position = len(forks)
        try:
            answer = self.knowledge.truth(value)
        finally:
            self.at = before
        forks[position:] = [
            replace(fork, holds=answer) for fork in forks[position:]
        ]  # not that of `==` where `!=` is asked
        return answer

    def place(self, expression: Expr | None) -> Place | None:
        """What an expression stands for in memory; None for a mere value. Does what its evaluation does."""
        if expression is None:
            return None
        one = expression
        while (kind := one.kind) == "paren":
            one = one.parts[0]
        if kind == "name":
            text = one.token.text
            key = self.lookup(text)
            if key is not None:
                return self.aliases.get(key) or ("var", key)
            return None if text in _NUMBERS or word(text) in self.words.success else ("var", (word(text), -1))
        if kind == "member":
            if one.arrow:
                return ("field", self.behind(self.value(one.parts[0])), word(one.text))
            outer = self.place(one.parts[0])
            return None if outer is None else ("field", outer, word(one.text))
        if kind == "index":
            return self.element_place(one)
        if kind == "unary" and one.text == b"*":
            return self.behind(self.value(one.parts[0]))
        if kind == "unary" and one.text in (b"++", b"--"):
            self.value(one)
            return self.place(one.parts[0])
        if kind == "ternary":
            return self.place(one.parts[1] if self.holds(one.parts[0]) else one.parts[2])
        if kind == "comma":
            self.value(one.parts[0])
            return self.place(one.parts[1])
        if kind == "assign":
            self.value(one)
            return self.place(one.parts[0])
        if kind == "cast" and len(one.parts) == 1 and not one.arrow:
            return self.place(one.parts[0]) if bare(one.parts[0]).kind in ("name", "member", "index") else None
        if kind == "call" and len(one.parts) == 2 and word(one.text) in ("ref", "cref", "as_const"):
            return self.place(one.parts[1])
        return None

    def element_place(self, one: Expr) -> Place | None:
        index = self.value(one.parts[1]) if len(one.parts) > 1 else ZERO
        if index[0] == "op":
            self.found.keys |= _codes_within(index)
        outer = self.place(one.parts[0])
        if outer is None or not self.is_array(outer):
            held = self.value(one.parts[0]) if outer is None else self.values.get(outer)
            if held is not None and (held[0] == "addr" or self.behind(held)[0] == "elem"):
                return self.moved(self.behind(held), index)
            if outer is None:
                return None
        return ("elem", outer, index)

    def read(self, place: Place, offset: int) -> Value:
        if self.pending:
            self.notice(place, offset)
        held: Value | None = self.values.get(place)
        if held is not None:
            return self.counted(held, place, offset) if held[0] == "sym" else held
        if place[0] == "elem":
            return self.read_element(place)
        if place[0] == "field" and place[1] in self.values:
            held = self.values[place[1]]
            if held == ("list", ()) or (held[0] == "list" and all(v == ZERO for v in held[1])):
                return ZERO
            if held[:2] == ("sym", "value"):  # a copy
                return self.counted(("sym", "value", ("field", held[2], place[2])), place, offset)
            return ("sym", "field", held, place[2])
        if place[0] == "var" and place[1][1] == -1:
            constant = self.file.constants.get(place[1][0].encode())
            if constant is not None and constant.value is not None and self.depth < 4:
                self.depth += 1
                try:
                    self.values[place] = self.value(constant.value)
                finally:
                    self.depth -= 1
                if constant.extents:
                    self.variables[place[1]] = constant
                return self.values[place]
            if _FAILURE.search(place[1][0]):
                self.knowledge.never(("sym", "value", place), 0)
        if place[0] == "deref" and place[1][0] == "any":
            return ("any", tuple(self.read(v[1], offset) for v in place[1][1] if v[0] == "addr"))
        if self.is_array(place):
            return ("addr", ("elem", place, ZERO))
        symbol = self.counted(("sym", "value", place), place, offset)
        if place[0] == "field" and any(within(place, p) and b.state == "allocated" for p, b in self.buffers.items()):
            self.knowledge.at_least(symbol, 1)
        return symbol

    def counted(self, value: Value, place: Place, offset: int) -> Value:
        """The value of the name at `offset`, of which its type may say that it is not negative."""
        told = self.view.declared.get(offset)
        if told is not None:
            unsigned = is_unsigned(told.canonical or told.type)
        else:
            variable = self.variables.get(place[1]) if place[0] == "var" else None
            unsigned = variable is not None and not variable.pointer and not _UNSIGNED_WORDS.isdisjoint(variable.type)
        if unsigned:
            self.knowledge.at_least(value, 0)
        return value

    def read_element(self, place: Place) -> Value:
        outer, index = place[1], place[2]
        held = self.values.get(outer)
        if held is None and outer[0] == "var" and outer[1][1] == -1:
            self.read(outer, -1)
            held = self.values.get(outer)
        others = {p[2]: v for p, v in self.values.items() if p[0] == "elem" and p[1] == outer}
        siblings = [*others.values()]
        if held is not None and held[0] == "list":
            if index[0] == "int" and all(number[0] == "int" for number in others):
                return held[1][index[1]] if 0 <= index[1] < len(held[1]) else ZERO
            siblings += held[1]
        if index[0] == "int":
            siblings = [v for p, v in self.values.items() if p[0] == "elem" and p[1] == outer and p[2][0] != "int"]
        telling = tuple(v for v in siblings if codes(v) or strings(v) or v[0] == "addr")
        return ("any", telling) if telling else ("sym", "value", place)

    def value(self, expression: Expr | None) -> Value:
        if expression is None:
            return ZERO
        self.steps += 1
        if self.steps > STEPS:
            raise TooLong
        handler = _VALUES.get(expression.kind)
        return handler(self, expression) if handler else self.unknown(expression)

    def unknown(self, one: Expr) -> Value:
        for part in one.parts:
            self.give_away(part, self.value(part))
        return self.fresh(one.token.start)

    def _value_paren(self, one: Expr) -> Value:
        return self.value(one.parts[0])

    def _value_cast(self, one: Expr) -> Value:
        if len(one.parts) != 1:
            return self.unknown(one)
        if self.pending and not one.arrow and one.text in FUNDAMENTAL and self.names_array(one.parts[0]):
            self.unread(one.parts[0])
            return ("sym", "cast", one.token.start)  # an address as a number, by which nobody reads
        value = self.value(one.parts[0])
        if value[0] == "lambda":  # an object is made of it
            self.give_away(one.parts[0], value)
        return value

    def names_array(self, expression: Expr) -> bool:
        """Whether it is an array, or the address of one or of an element, and not what is in it."""
        one = bare(expression)
        if one.kind == "unary" and one.text == b"&" and not self.acts(one):
            one = bare(one.parts[0])
            return one.kind in ("name", "member", "index") and self.place(one) is not None
        place = self.place(one) if one.kind in ("name", "member") else None
        return place is not None and self.is_array(place)

    def unread(self, expression: Expr) -> Value:
        """The value of an expression that takes an address and reads nothing."""
        pending, self.pending = self.pending, {}
        try:
            return self.value(expression)
        finally:
            self.pending = pending

    def _value_number(self, one: Expr) -> Value:
        known = spelled_number(one.text)
        return ("sym", "number", one.text) if known is None else ("int", known)

    def _value_char(self, one: Expr) -> Value:
        return ("sym", "char", one.text)

    def _value_string(self, one: Expr) -> Value:
        pieces = one.parts or (one,)
        return ("str", "".join(p.text.decode("utf-8", "replace").strip('"') for p in pieces))

    def _value_sizeof(self, one: Expr) -> Value:
        return ("sym", "sizeof", one.token.start)

    def _value_lambda(self, one: Expr) -> Value:
        return ("lambda", one)

    def _value_list(self, one: Expr) -> Value:
        return ("list", tuple(self.value(part) for part in one.parts))

    def _value_name(self, one: Expr) -> Value:
        text = one.token.text
        key = self.lookup(text)
        if key is not None:
            return self.read(self.aliases.get(key) or ("var", key), one.token.start)
        if text in _NUMBERS:
            return ("int", _NUMBERS[text])
        if word(text) in self.words.success:
            return ZERO
        told = self.view.declared.get(one.token.start)
        if told is not None and told.kind == "enumerator":
            return ("int", int(told.value))
        return self.read(("var", (word(text), -1)), one.token.start)

    def _value_member(self, one: Expr) -> Value:
        place = self.place(one)
        if place is None:
            return ("sym", "member", self.value(one.parts[0]), word(one.text))
        return self.read(place, one.token.start)

    def _value_index(self, one: Expr) -> Value:
        place = self.place(one)
        if place is not None:
            return self.read(place, one.token.start)
        held = self.value(one.parts[0])
        index = self.value(one.parts[1]) if len(one.parts) > 1 else ZERO
        if held[0] == "list":
            if index[0] == "int" and 0 <= index[1] < len(held[1]):
                item: Value = held[1][index[1]]
                return item
            return ("any", held[1]) if held[1] else ZERO
        return ("sym", "item", held, index)

    def _value_unary(self, one: Expr) -> Value:
        operand = one.parts[0]
        if one.text == b"&":
            place = self.place(operand)
            return self.fresh(one.token.start) if place is None else ("addr", place)
        if one.text == b"*":
            place = self.place(one)
            assert place is not None
            return self.read(place, one.token.start)
        if one.text in (b"++", b"--"):
            return self.changed(one, operand)
        value = self.value(operand)
        if one.text == b"!":
            return ("not", value)
        if one.text == b"-" and value[0] == "int":
            return ("int", -value[1])
        return value if one.text == b"+" else ("op", word(one.text), value, ZERO)

    def _value_postfix(self, one: Expr) -> Value:
        before = self.value(one.parts[0])
        self.changed(one, one.parts[0])
        return before

    def changed(self, one: Expr, operand: Expr) -> Value:
        place = self.place(operand)
        value = self.computed(one.text[:1].decode(), self.value(operand), ("int", 1), one.token.start)
        if place is not None:
            self.assign(place, value, one.token.start)
        return value

    def computed(self, operator: str, a: Value, b: Value, offset: int) -> Value:
        if operator in ("*", "/") and (codes(b) or (operator == "*" and codes(a))):
            for code in (*codes(a), *codes(b)):
                self.found.sizes.setdefault(code[1], code[2])
        if operator in ("+", "|") and (_packs(a, b) or _packs(b, a)):
            self.found.keys |= _codes_within(a) | _codes_within(b)
        if operator == "+" and (strings(a) and a[0] == "str" and b[0] == "str"):
            return ("str", a[1] + b[1])
        if a[0] == "int" and b[0] == "int":
            return _calculated(operator, a[1], b[1])
        if operator == "+" and a[0] == "addr":
            return ("addr", self.moved(a[1], b))
        if operator == "+" and b[0] == "addr":
            return ("addr", self.moved(b[1], a))
        if b == ZERO and operator in ("+", "-", "|", "<<", ">>"):
            return a
        if a == ZERO and operator in ("+", "|"):
            return b
        if operator == "&" and a == b:
            return a
        return ("op", operator, a, b)

    def _value_binary(self, one: Expr) -> Value:
        operator = word(one.text)
        left = self.value(one.parts[0])
        if operator in ("&&", "||"):
            if self.acts(one.parts[1]) and not self.quiet:
                before, self.at = self.at, one.parts[0]
                first = self.knowledge.truth(left)
                self.at = before
                return ("int", int(first)) if first == (operator == "||") else self.value(one.parts[1])
            return ("op", operator, left, self.value(one.parts[1]))
        return self.computed(operator, left, self.value(one.parts[1]), one.token.start)

    def _value_comma(self, one: Expr) -> Value:
        self.value(one.parts[0])
        return self.value(one.parts[1])

    def _value_ternary(self, one: Expr) -> Value:
        condition, first, second = one.parts
        if not self.acts(first) and not self.acts(second):
            held, a, b = self.value(condition), self.value(first), self.value(second)
            if a == b:
                return a
            if "addr" not in (a[0], b[0]):
                known = self.knowledge.known(held)
                if known is not None:
                    return a if known else b
                if not (strings(a) or strings(b) or codes(a) or codes(b)):
                    return ("op", "?:", held, a, b)
                return ("any", tuple(v for one_of in (a, b) for v in (one_of[1] if one_of[0] == "any" else (one_of,))))
        return self.value(first if self.holds(condition) else second)

    def acts(self, expression: Expr) -> bool:
        """Whether the evaluation of an expression does something that is noted."""
        known = self.view.memo.setdefault("acts", {})
        if id(expression) not in known:
            known[id(expression)] = self._acts(expression)
        return bool(known[id(expression)])

    def _acts(self, expression: Expr) -> bool:
        return any(
            part.kind in ("assign", "postfix", "lambda")
            or (part.kind == "unary" and part.text in (b"++", b"--"))
            or (part.kind == "call" and (word(part.text) in self.asked or word(part.text) in self.words.safe_calls))
            or (part.kind == "name" and part.text in self.handles)
            for part in expression.walk()
        )

    def _value_assign(self, one: Expr) -> Value:
        target, given = one.parts
        value = self.value(given)
        source = (
            self.place(given)
            if bare(given).kind in ("name", "member", "index", "ternary") or bare(given).text == b"*"
            else None
        )
        place = self.place(target)
        if one.text != b"=":
            now = self.read(place, one.token.start) if place is not None else self.value(target)
            value = self.computed(word(one.text[:-1]), now, value, one.token.start)
        if place is None:
            self.give_away(given, value)
            return value
        if source is not None and self.holds_buffer(source):
            self.escape(source)
        if value[0] == "addr" and (place[0] != "var" or place[1][1] == -1) and self.holds_buffer(value[1]):
            self.escape(value[1])
        self.assign(place, value, first_token(target))
        self.copied(place, value)
        return value

    def copied(self, place: Place, value: Value) -> None:
        """What is known of the parts of what is copied is known of those of the copy."""
        if value[:2] == ("sym", "value") and value[2] in self.whole:
            for part, held in [*self.values.items()]:
                if part != value[2] and within(part, value[2]):
                    self.hold(moved_part(part, value[2], place), held)

    def _value_call(self, one: Expr) -> Value:
        return self.call(one)

    def call(self, one: Expr) -> Value:
        """Does what a call does, and gives its value."""
        raise NotImplementedError

    def give_away(self, expression: Expr, value: Value) -> None:
        """What a function that no rule knows gets, or a caller."""
        one = bare(expression)
        for given in value[1] if value[0] in ("any", "list") else (value,):
            if given[0] == "addr":
                self.escape(given[1])
        if one.kind in ("name", "member", "index") or (one.kind == "unary" and one.text == b"*"):
            place = None if self.acts_alone(one) else self.place(one)
            if place is not None and self.holds_buffer(place):
                self.escape(place)
        if one.kind == "list":
            for part in one.parts:
                self.give_away(part, ZERO)
        for part in one.walk():
            if part.kind == "lambda":
                self.capture(part)

    def capture(self, made: Expr) -> None:
        """A lambda that somebody else calls may do anything with what it names."""
        for statement in made.body:
            for inner in statement.walk():
                for expression in inner.expressions():
                    for part in expression.walk():
                        key = self.lookup(part.text) if part.kind == "name" else None
                        if key is not None:
                            self.escape(self.aliases.get(key, ("var", key)))

    def acts_alone(self, expression: Expr) -> bool:
        """Whether evaluating it again does something once more."""
        return any(p.kind in ("assign", "postfix", "call") or p.text in (b"++", b"--") for p in expression.walk())


@lru_cache(maxsize=4096)
def is_unsigned(type_: str) -> bool:
    return _UNSIGNED.match(type_) is not None


def _packs(high: Value, low: Value) -> bool:
    """Whether two dtype codes become one number, of which the lower one keeps its place: `code * 16 + code`."""
    factors = [part[1] for part in high[2:] if part[0] == "int"] if high[:2] == ("op", "*") else []
    return bool(factors) and factors[0] > _LARGEST_CODE and low[0] == "code" and bool(_codes_within(high))


_LARGEST_CODE = 9  # a factor for digits of a decimal number, or more


def _codes_within(value: Value) -> set[int]:
    """Offsets of the dtype codes that a number is computed from."""
    if value[0] == "code":
        return {value[1]}
    return {offset for part in value[2:] for offset in _codes_within(part)} if value[0] == "op" else set()


def moved_part(part: Place, whole: Place, other: Place) -> Place:
    """The same part of another place."""
    return other if part == whole else (part[0], moved_part(part[1], whole, other), *part[2:])


def first_token(expression: Expr) -> int:
    while expression.parts:
        expression = expression.parts[0]
    return expression.token.start


def _calculated(operator: str, a: int, b: int) -> Value:
    if operator in COMPARISONS:
        answers = {"==": a == b, "!=": a != b, "<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b}
        return ("int", int(answers[operator]))
    simple = {"+": a + b, "-": a - b, "*": a * b, "&": a & b, "|": a | b, "^": a ^ b}
    if operator in simple:
        return ("int", simple[operator])
    if operator in ("/", "%") and b:
        return ("int", abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1) if operator == "/" else abs(a) % abs(b))
    if operator in ("<<", ">>") and 0 <= b < 64:
        return ("int", a << b if operator == "<<" else a >> b)
    return ("op", operator, ("int", a), ("int", b))


_VALUES: dict[str, Callable[[Evaluator, Expr], Value]] = {
    name.removeprefix("_value_"): handler for name, handler in vars(Evaluator).items() if name.startswith("_value_")
}
