"""A call that waits and stands behind `&&` or `||`, in the condition of a loop, or in one of two values, gets an `if` of its own in whose condition it comes first.

What was computed before it, or in its place, still is: the `if` stands where the operator did.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count

from migrate.frontend.lex import Kind
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.prepare.waits.calls import waits
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import (
    begins_statement,
    bracket_around,
    branch_end,
    branches,
    conditional_operator,
    governs,
    statement,
    without_parentheses,
)
from migrate.frontend.temporaries import classes_with_an_end
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

Range = tuple[int, int]
_JOINS = (b"&&", b"||")
_ODD = frozenset((b"?", b",", b";", b"=", b"+=", b"-=", b"|=", b"&=", b"^="))


def waiting_conditions(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


@dataclass(frozen=True)
class _Made:
    last: int  # the last token of the statement
    replacements: tuple[Replacement, ...]


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    free = (name for number in count(1) if is_free(source, name := f"asked{number if number > 1 else ''}"))
    for function in source.functions if source.facts else ():
        done, replacements = -1, list[Replacement]()
        for index in source.calls(*function.body):
            if index <= done or not waits(rules, source, index) or classes_with_an_end(source):
                continue
            made = _Statement(rules, source, function, index).apart(free)
            if made is not None:
                done = made.last
                replacements += made.replacements
        if replacements:
            yield Change(function, tuple(replacements))


@dataclass(frozen=True)
class _Statement:
    """The statement that a call which waits is a part of."""

    rules: LibraryRules
    source: Source
    function: Function
    index: int

    def apart(self, free: Iterator[str]) -> _Made | None:
        source = self.source
        opener = bracket_around(source, self.index) or 0
        while source.text(opener) == b"(" and source.text(opener - 1) not in (b"if", b"while", b"for"):
            opener = bracket_around(source, opener) or 0
        if source.text(opener) != b"(":
            return self._plain()
        first, closer = opener - 1, source.pairs[opener]
        if not self._begins(first) or source.has_directive(first, closer + 2):
            return None
        if source.text(first) == b"if":
            return self._if(first, closer, free)
        return self._loop(first, closer)

    def _begins(self, first: int) -> bool:
        return begins_statement(self.source, first) and first > self.function.open_brace

    # conditions

    def _if(self, first: int, closer: int, free: Iterator[str]) -> _Made | None:
        source, bounds = self.source, without_parentheses(self.source, first + 2, closer)
        found, otherwise = branches(source, closer + 1) or ([], False)
        if not found or any(source.has_directive(end, end + 2) for _, end in found[:-1]):
            return None
        last, negated = found[-1][1], False
        while source.text(bounds[0]) == b"!" and source.pairs.get(bounds[0] + 1) == bounds[1] - 1:
            bounds, negated = without_parentheses(source, bounds[0] + 1, bounds[1]), not negated
        parts, operator = self._parts(bounds)
        if len(parts) < 2 and not (negated and self._is_joined(bounds)):
            return None
        nested = self._nested(parts)
        if operator == b"&&" and not negated and not otherwise and len(found) == 1:
            heads = (b"if ( ", *_between(nested, b" )\n{\nif ( "), b" )")
            return _Made(last, (self._instead(first, closer, heads), self._behind(last, b"\n}" * (len(parts) - 1))))
        name = next(free).encode()
        yes, no = (b"false", b"true") if negated else (b"true", b"false")
        set_ = b" )\n{\n" + name + b" = " + yes + b";\n}"
        joint = b" )\n{\nif ( " if operator == b"&&" else set_ + b"\nelse\n{\nif ( "
        head = (b"{\nbool " + name + b" = " + no + b";\nif ( ", *_between(nested, joint), set_)
        tail = b"\n}" * (len(parts) - 1) + b"\nif ( " + name + b" )"
        return _Made(last, (self._instead(first, closer, (*head, tail)), self._behind(last, b"\n}")))

    def _is_joined(self, bounds: Range) -> bool:
        return any(self.source.text(i) in _JOINS for i in range(*bounds))

    def _parts(self, bounds: Range, all_: bool = False) -> tuple[list[Range], bytes]:
        """The parts of a condition, each of which begins with a call that waits, but for the first, and what joins them. `all_`: every part alone."""
        source, (first, last) = self.source, bounds
        outer = list(source.outer(first, last))
        if any(source.text(i) in _ODD for i in outer):
            return [], b""
        operator = next((one for one in reversed(_JOINS) if any(source.text(i) == one for i in outer)), b"")
        joins = [i for i in outer if source.text(i) == operator]
        every = [(a, b) for a, b in zip([first, *(i + 1 for i in joins)], [*joins, last], strict=True)]
        parts: list[Range] = []
        for one in every:
            if (
                parts
                and not all_
                and not self._waits(one)
                and not (self._waits(parts[-1]) and not self._leads(parts[-1]))
            ):
                parts[-1] = (parts[-1][0], one[1])
            else:
                parts.append(one)
        return parts, operator

    def _waits(self, bounds: Range) -> bool:
        return any(waits(self.rules, self.source, index) for index in self.source.calls(*bounds))

    def _leads(self, bounds: Range) -> bool:
        """Whether what is computed first of an expression is its only call that waits."""
        source = self.source
        calls = [index for index in source.calls(*bounds) if waits(self.rules, source, index)]
        before = {source.text(i) for i in range(bounds[0], calls[0])} if calls else set[bytes]()
        return len(calls) == 1 and not before & {*_JOINS, b"?"}

    def _nested(self, parts: list[Range]) -> list[Span]:
        return [self.source.span_of(*without_parentheses(self.source, *one)) for one in parts]

    def _instead(self, first: int, last: int, made: tuple[bytes | Span, ...]) -> Replacement:
        return Replacement(self.source.span_of(first, last + 1), made)

    def _behind(self, last: int, text: bytes) -> Replacement:
        end = self.source.code[last].end
        return Replacement(Span(end, end), (text,))

    # loops

    def _loop(self, first: int, closer: int) -> _Made | None:
        """A loop that leaves where its condition, which is asked at the beginning of each turn, is not so."""
        source, body = self.source, closer + 1
        end = branch_end(source, body)
        if end is None or source.text(body) == b";":
            return None
        begin, last = first + 2, closer
        if source.text(first) == b"for":
            ends = [i for i in source.outer(begin, closer) if source.text(i) == b";"]
            if len(ends) != 2 or not ends[0] < self.index < ends[1]:
                return None
            begin, last = ends[0] + 1, ends[1]
        if any(source.text(i) in (b"=", b",", b";") for i in source.outer(begin, last)):
            return None
        condition = self.source.span_of(begin, last)
        leave = (b"\nif ( !( ", condition, b" ) )\n{\nbreak;\n}")
        always = b"" if source.text(first) == b"for" else b"true"
        made = [Replacement(condition, (always,))]
        if source.text(body) == b"{":
            at = source.code[body].end
            return _Made(end, (*made, Replacement(Span(at, at), leave)))
        at = source.code[body].start
        return _Made(end, (*made, Replacement(Span(at, at), (b"{", *leave, b"\n")), self._behind(end, b"\n}")))

    # values

    def _plain(self) -> _Made | None:
        """Of a statement that gives a value to a variable, or returns it."""
        source, bounds = self.source, statement(self.source, self.index)
        if bounds is None or source.text(bounds[0]) in (b"case", b"default"):
            return None
        first, last = bounds
        if not self._begins(first) or source.has_directive(first, last + 1):
            return None
        begin = first + 1 if source.text(first) == b"return" else self._value(first, last)
        if begin < 0:
            return self._checked(first, last)
        if source.text(begin - 1) == b"=" and self._is_truth(begin - 2):
            return self._truth(first, begin, last)
        return self._chosen(first, (begin, last), last)

    def _value(self, first: int, last: int) -> int:
        """Where what a local variable is given begins; -1 where the statement does something else."""
        source = self.source
        equals = [i for i in source.outer(first, last) if source.text(i) == b"="]
        if len(equals) != 1 or source.code[equals[0] - 1].kind != Kind.IDENT or source.text(first) == b"const":
            return -1
        decls, (begin, end) = list(source.every_fact(equals[0] - 1)), (source.code[i].start for i in self.function.body)
        own = decls and all(
            one.kind == "variable" and begin < one.offset < end and one.type[-1:] != "&" for one in decls
        )
        plain = equals[0] - 1 == first or all(source.code[i].kind == Kind.IDENT for i in range(first, equals[0]))
        kept = {source.text(i) for i in range(first, equals[0])} & {b"static", b"constexpr", b"auto", b"const"}
        return equals[0] + 1 if own and plain and not kept else -1

    def _is_truth(self, name: int) -> bool:
        return all(decl.type == "bool" for decl in self.source.every_fact(name))

    def _truth(self, first: int, begin: int, last: int) -> _Made | None:
        """A variable that is true where a condition is so."""
        source, name = self.source, self.source.span_of(begin - 2, begin - 1)
        if not self._is_joined((begin, last)) or any(source.text(i) in _ODD for i in source.outer(begin, last)):
            return None
        declared = self.source.span_of(first, begin - 1) if first < begin - 2 else None
        head: tuple[bytes | Span, ...] = (declared, b" = false;\n") if declared is not None else (b"{\n",)
        text = source.text(begin - 2)
        made = (b"if ( ", self.source.span_of(begin, last), b" )\n{\n", text, b" = true;\n}")
        other: tuple[bytes | Span, ...] = () if declared is not None else (b"\nelse\n{\n", name, b" = false;\n}\n}")
        if declared is not None and governs(source, first - 1):
            return None
        return _Made(last, (self._instead(first, last, (*head, *made, *other)),))

    def _checked(self, first: int, last: int) -> _Made | None:
        """Of a statement that is a check of a status, or of a condition."""
        source, name = self.source, self.source.text(first).decode("utf-8", "replace")
        if source.text(first + 1) != b"(" or source.pairs.get(first + 1) != last - 1:
            return None
        if name in self.rules.safe_calls:
            return self._chosen(first, (first + 2, last - 1), last)
        parts, operator = self._parts(without_parentheses(source, first + 2, last - 1), all_=True)
        if name not in self.rules.checks or operator != b"&&" or len(parts) < 2:
            return None
        head, behind = self.source.span_of(first, first + 2), b" );"
        every = [piece for part in self._nested(parts) for piece in (b"\n", head, b" ", part, behind)]
        return _Made(last, (self._instead(first, last, (b"{", *every, b"\n}")),))

    def _chosen(self, first: int, value: Range, last: int) -> _Made | None:
        """The statement once for each of two values."""
        source = self.source
        begin, end = without_parentheses(source, *value)
        found = conditional_operator(source, begin, end)
        if found is None or any(source.text(i) in (b",", b"=") for i in source.outer(begin, end)):
            return None
        question, colon = found
        if source.text(value[0] - 1) == b"=" and first < value[0] - 2:
            if governs(source, first - 1):
                return None
            declared: tuple[bytes | Span, ...] = (self.source.span_of(first, value[0] - 1), b";\n")
            before = self.source.span_of(value[0] - 2, value[0])
        else:
            declared, before = (), self.source.span_of(first, value[0])
        behind = self.source.span_of(value[1], last + 1)
        two = [(before, b" ", self.source.span_of(*one), behind) for one in ((question + 1, colon), (colon + 1, end))]
        head = (*declared, b"if ( ", self.source.span_of(begin, question), b" )\n{\n")
        return _Made(last, (self._instead(first, last, (*head, *two[0], b"\n}\nelse\n{\n", *two[1], b"\n}")),))


def _between(parts: list[Span], joint: bytes) -> Iterator[bytes | Span]:
    for number, part in enumerate(parts):
        yield from (joint, part) if number else (part,)
