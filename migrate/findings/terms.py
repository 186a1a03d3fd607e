"""Values of expressions as terms, and what a path knows of them: which conditions hold.

A value is a tuple: ("int", n), ("str", text), ("addr", place), ("code", offset, function) of a dtype code, ("list", values), ("any", values)
of one of several, ("lambda", expression), ("op", operator, values...), ("not", value), and ("sym", ...) of anything else. A place is ("var",
key), ("field", place, name), ("elem", place, index) or ("deref", value).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

Value = tuple[Any, ...]
Place = tuple[Any, ...]
ZERO: Value = ("int", 0)
COMPARISONS = frozenset(("==", "!=", "<", ">", "<=", ">="))
_MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


class Infeasible(Exception):
    """No run takes this path."""


def root(place: Place) -> Place:
    """The variable that a place lies in, or the dereferenced value."""
    while place[0] in ("field", "elem"):
        place = place[1]
    return place


def within(place: Place, outer: Place) -> bool:
    """Whether `place` is `outer` or a part of it."""
    while place != outer:
        if place[0] not in ("field", "elem"):
            return False
        place = place[1]
    return True


def parts(value: Value) -> Iterator[Value]:
    """A value and the values that it was computed from or may be."""
    yield value
    if value[0] in ("any", "list"):
        for one in value[1]:
            yield from parts(one)
    elif value[0] == "op" and value[1] in ("+", "-", "?:"):
        for one in value[2:]:
            yield from parts(one)


def strings(value: Value) -> list[str]:
    return [part[1] for part in parts(value) if part[0] == "str"]


def texts(value: Value) -> list[str]:
    """Whole texts that a value is, or one of which it is."""
    if value[0] == "any":
        return [text for one in value[1] for text in texts(one)]
    if value[:2] == ("op", "?:"):
        return [text for one in value[3:] for text in texts(one)]
    return [value[1]] if value[0] == "str" else []


def codes(value: Value) -> list[Value]:
    return [part for part in parts(value) if part[0] == "code"]


def spelled_number(text: bytes) -> int | None:
    """A number as C spells it; None for one with a fraction."""
    digits = text.replace(b"'", b"").rstrip(b"uUlLzZ")
    try:
        return int(digits, 8 if len(digits) > 1 and digits.isdigit() and digits.startswith(b"0") else 0)
    except ValueError:
        return None


@dataclass
class _Domain:
    low: float = float("-inf")
    high: float = float("inf")
    not_: set[int] = field(default_factory=set)

    def answer(self, operator: str, n: int) -> bool | None:
        low, high = self.low, self.high
        while low in self.not_:
            low += 1
        while high in self.not_:
            high -= 1
        if low > high:
            raise Infeasible
        if operator == "==":
            if n < low or n > high or n in self.not_:
                return False
            return True if low == high == n else None
        if operator == "<":
            return True if high < n else False if low >= n else None
        assert operator == ">"
        return True if low > n else False if high <= n else None

    def learn(self, operator: str, n: int, holds: bool) -> None:
        if operator == "==" and holds:
            self.low = self.high = n
        elif operator == "==":
            self.not_.add(n)
        elif operator == "<":
            self.high, self.low = (min(self.high, n - 1), self.low) if holds else (self.high, max(self.low, n))
        else:
            self.low, self.high = (max(self.low, n + 1), self.high) if holds else (self.low, min(self.high, n))


class Knowledge:
    """Conditions that hold. `choose` decides one that does not follow from those before."""

    def __init__(self, choose: Callable[[], bool]) -> None:
        self.choose = choose
        self.domains: dict[Value, _Domain] = {}
        self.orders: dict[tuple[str, Value, Value], bool] = {}
        self.asking: tuple[Value, ...] = ()  # what a decision is about

    def truth(self, value: Value) -> bool:
        kind = value[0]
        if kind == "int":
            return bool(value[1])
        if kind in ("str", "addr", "lambda", "list"):
            return True
        if kind == "not":
            return not self.truth(value[1])
        if kind == "op":
            operator = value[1]
            if operator == "&&":
                return self.truth(value[2]) and self.truth(value[3])
            if operator == "||":
                return self.truth(value[2]) or self.truth(value[3])
            if operator == "?:":
                return self.truth(value[3] if self.truth(value[2]) else value[4])
            if operator in COMPARISONS:
                return self.compare(operator, value[2], value[3])
            if operator == "^" and all(map(_is_logical, value[2:])):
                return self.truth(value[2]) != self.truth(value[3])
        return self.compare("!=", value, ZERO)

    def assume(self, value: Value, holds: bool = True) -> None:
        """Takes for granted what has one reading; of alternatives nothing is known. Raises Infeasible."""
        if value[0] == "not":
            self.assume(value[1], not holds)
        elif value[0] == "op" and value[1] in ("&&", "||"):
            if (value[1] == "&&") == holds:
                self.assume(value[2], holds)
                self.assume(value[3], holds)
        elif not (value[0] == "op" and value[1] == "?:"):
            before, self.choose = self.choose, lambda: True
            try:
                wanted = value if holds else ("not", value)
                known = self.known(value)
                if known is not None and known != holds:
                    raise Infeasible
                if known is None:
                    self._force(wanted)
            finally:
                self.choose = before

    def _force(self, value: Value) -> None:
        negated = value[0] == "not"
        inner = value[1] if negated else value
        self.choose = _first(not negated, inner)
        self.truth(inner)

    def known(self, value: Value) -> bool | None:
        """What follows without a decision."""
        before, self.choose = self.choose, _refuse
        try:
            return self.truth(value)
        except _Undecided:
            return None
        finally:
            self.choose = before

    def asked(self, about: Value) -> bool:
        """Whether something was decided about a value or a part of it."""
        return any(_holds(term, about) for term in self.domains) or any(
            _holds(a, about) or _holds(b, about) for _, a, b in self.orders
        )

    def compare(self, operator: str, a: Value, b: Value) -> bool:
        if operator in ("!=", "<=", ">="):
            return not self.compare({"!=": "==", "<=": ">", ">=": "<"}[operator], a, b)
        if a == b:
            return operator == "=="
        if a[0] == "int" and b[0] == "int":
            return bool({"==": a[1] == b[1], "<": a[1] < b[1], ">": a[1] > b[1]}[operator])
        if a[0] == "int":
            return self.compare(_MIRRORED[operator], b, a)
        if b[0] == "int":
            return self._number(operator, a, b[1])
        if operator == "==" and (self._is_own(a, b) or self._is_own(b, a) or _are_apart(a, b)):
            return False
        if operator == "==" and _is_logical(a) and _is_logical(b):
            return self.truth(a) == self.truth(b)
        if "any" in (a[0], b[0]):
            self.asking = (a, b)
            return self.choose()
        return self._order(operator, a, b)

    def _number(self, operator: str, term: Value, n: int) -> bool:
        if term[0] in ("str", "addr", "list", "lambda"):
            return operator == ">"  # never null
        if _is_logical(term) and operator == "==" and n in (0, 1):
            return self.truth(term) == bool(n)
        if term[0] == "op" and term[1] in ("+", "-") and term[3][0] == "int":
            return self._number(operator, term[2], n - term[3][1] if term[1] == "+" else n + term[3][1])
        if _is_multiple(term):
            known = self._domain(term).answer(operator, n)
            return self._multiple(operator, term[2], term[3][1], n) if known is None else known
        if term[0] == "op" and term[1] in ("+", "-", "*", "|") and all(map(_is_logical, term[2:])):
            first, second = (int(self.truth(one)) for one in term[2:])
            numbers = {"+": first + second, "-": first - second, "*": first * second, "|": first | second}
            return self.compare(operator, ("int", numbers[term[1]]), ("int", n))
        if term[0] == "op" and term[1] == "?:" and "int" in (term[3][0], term[4][0]):
            return self.compare(operator, term[3] if self.truth(term[2]) else term[4], ("int", n))
        domain = self._domain(term)
        answer = domain.answer(operator, n)
        if answer is None:
            self.asking = (term,)
            answer = self.choose()
            domain.learn(operator, n, answer)
        return answer

    def _is_own(self, address: Value, other: Value) -> bool:
        """Whether one is the address of a buffer that is allocated, and the other something that was there before."""
        domain = self.domains.get(address) if address[:2] == ("sym", "address") else None
        return domain is not None and domain.low >= 1 and other[:2] in (("sym", "value"), ("sym", "field"))

    def _multiple(self, operator: str, term: Value, times: int, n: int) -> bool:
        """A comparison of so many times a term."""
        if operator == "==":
            return n % times == 0 and self.compare("==", term, ("int", n // times))
        bound = n // times if operator == ">" else -(-n // times)
        return self.compare(operator, term, ("int", bound))

    def _domain(self, term: Value) -> _Domain:
        """What is known of a term, with what follows from the terms that it has been compared with."""
        domain = self.domains.get(term)
        if domain is None:
            domain = self.domains[term] = _Domain(*_range(term))
        if _is_multiple(term) and (scaled := self._bounds(term)) is not None:
            domain.low, domain.high = max(domain.low, scaled.low), min(domain.high, scaled.high)
        for (operator, a, b), holds in self.orders.items():
            if term not in (a, b) or (operator == "==" and not holds):
                continue
            other = self._bounds(b if term == a else a)
            if other is None:
                continue
            apart = 1 if operator == "<" and holds else 0
            if operator == "==" or (term == a) != holds:
                domain.low = max(domain.low, other.low + apart)
            if operator == "==" or (term == a) == holds:
                domain.high = min(domain.high, other.high - apart)
        return domain

    def _bounds(self, term: Value) -> _Domain | None:
        """What is known of a term by itself; of so many times another what is known of that."""
        if not _is_multiple(term) or term[2] not in self.domains:
            return self.domains.get(term)
        one = self.domains[term[2]]
        return _Domain(one.low * term[3][1], one.high * term[3][1])

    def at_least(self, term: Value, low: int) -> None:
        """Takes for granted that a number is not less."""
        domain = self.domains.setdefault(term, _Domain())
        domain.low = max(domain.low, low)

    def never(self, term: Value, number: int) -> None:
        self.domains.setdefault(term, _Domain()).not_.add(number)

    def _order(self, operator: str, a: Value, b: Value) -> bool:
        if operator == ">":
            operator, a, b = "<", b, a
        if operator == "==" and repr(b) < repr(a):
            a, b = b, a
        known = self.orders.get((operator, a, b))
        if known is None:
            below, above = self.orders.get(("<", a, b)), self.orders.get(("<", b, a))
            first, second = (b, a) if repr(b) < repr(a) else (a, b)
            equal = self.orders.get(("==", first, second))
            if operator == "==":
                known = False if below or above else True if below is False and above is False else None
            else:
                known = False if equal or above else True if equal is False and above is False else None
        if known is None:
            self.asking = (a, b)
            known = self.choose()
        self.orders[operator, a, b] = known
        return known


def _is_multiple(term: Value) -> bool:
    return term[:2] == ("op", "*") and bool(term[3][0] == "int" and term[3][1] > 0)


def _are_apart(a: Value, b: Value) -> bool:
    """Whether they are addresses of different variables, one of them declared here, or of different elements of an array."""
    if a[0] != "addr" or b[0] != "addr":
        return False
    if a[1][0] == b[1][0] == "elem" and a[1][1] == b[1][1]:
        return bool(a[1][2][0] == b[1][2][0] == "int" and a[1][2] != b[1][2])
    first, second = root(a[1]), root(b[1])
    variables = first[0] == second[0] == "var" and first != second
    return variables and (first[1][1] != -1 or second[1][1] != -1)


def _range(term: Value) -> tuple[float, float]:
    """What a remainder or a number of some bits may be."""
    if term[:2] == ("op", "&") and term[3][0] == "int" and term[3][1] >= 0:
        return 0, term[3][1]
    if term[:2] == ("op", "%") and term[3][0] == "int" and term[3][1] > 0:
        return 1 - term[3][1], term[3][1] - 1
    return float("-inf"), float("inf")


def _holds(value: Value, part: Value) -> bool:
    return value == part or any(isinstance(one, tuple) and _holds(one, part) for one in value)


def _is_logical(term: Value) -> bool:
    return bool(term[0] == "not" or (term[0] == "op" and term[1] in ("&&", "||", *COMPARISONS)))


class _Undecided(Exception):
    """A condition that nothing decides."""


def _refuse() -> bool:
    raise _Undecided


def _first(holds: bool, value: Value) -> Callable[[], bool]:
    """The decision that makes a condition of one comparison hold or not, whatever way it is normalised."""
    negations = 0
    while value[0] == "not":
        value, negations = value[1], negations + 1
    operator = value[1] if value[0] == "op" and value[1] in COMPARISONS else "!="
    turned = (operator in ("!=", "<=", ">=")) != (negations % 2 == 1)
    return lambda: holds != turned
