"""What a kernel's name that is put together may say: literals, numbers that are some of those that are written out, and one of two by a condition."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from migrate.frontend.lex import Kind
from migrate.frontend.prepare.chip_branches import Text
from migrate.frontend.prepare.kernels.names import is_quiet
from migrate.frontend.prepare.kernels.strings import constant_text
from migrate.frontend.prepare.numbers import Numbers, numbers_of
from migrate.frontend.source import Source
from migrate.frontend.statements import conditional_operator, without_parentheses
from migrate.model import Span

_COUNTED = ("int", "unsigned int", "long", "unsigned long", "size_t")


@dataclass(frozen=True)
class Name:
    """A text, or one of two by the condition [first, last), or by one that is written: whether a variable is a number."""

    text: bytes = b""
    condition: tuple[int, int] | bytes | None = None
    choices: tuple[Name, ...] = ()

    def with_behind(self, source: Source, other: Name) -> Name | None:
        if self.condition is None and other.condition is None:
            return Name(self.text + other.text)
        if isinstance(self.condition, bytes) and self.condition == other.condition:
            both = [one.with_behind(source, two) for one, two in zip(self.choices, other.choices, strict=True)]
            same = tuple(one for one in both if one is not None)
            return Name(condition=self.condition, choices=same) if len(same) == 2 else None
        conditions = [one for one in (self.condition, other.condition) if isinstance(one, tuple)]
        if len(conditions) > 1 and not all(is_quiet(source, *one) for one in conditions):
            return None
        inner = self.choices if self.condition is not None else other.choices
        pairs = ((one, other) if self.condition is not None else (self, one) for one in inner)
        made = [one.with_behind(source, behind) for one, behind in pairs]
        known = tuple(one for one in made if one is not None)
        return Name(condition=self.condition or other.condition, choices=known) if len(known) == 2 else None

    def count(self) -> int:
        return sum(one.count() for one in self.choices) if self.choices else 1

    def is_told(self) -> bool:
        """Whether nothing but variables that are written decides it."""
        return not isinstance(self.condition, tuple) and all(one.is_told() for one in self.choices)

    def longest(self) -> int:
        return max(one.longest() for one in self.choices) if self.choices else len(self.text)

    def written(self, source: Source) -> Text:
        if self.condition is None:
            return (b'"' + self.text + b'"',)
        condition: bytes | Span
        if isinstance(self.condition, tuple):
            condition = Span(source.code[self.condition[0]].start, source.code[self.condition[1] - 1].end)
        else:
            condition = self.condition
        yes, no = (one.written(source) for one in self.choices)
        return (b"( ", condition, b" ? ", *yes, b" : ", *no, b" )")


def named(source: Source, first: int, last: int) -> Name | None:
    """What an expression says; None where it is not made of literals."""
    first, last = without_parentheses(source, first, last)
    if first >= last or source.has_directive(first, last):
        return None
    type_ = first + 2 if source.spell(first, first + 2) == "std ::" else first
    if source.text(type_) == b"string" and source.is_of_system(type_, "type", "template"):
        opener = type_ + 1
        if source.text(opener) in (b"(", b"{") and source.pairs.get(opener) == last - 1:
            return named(source, opener + 1, last - 1)
    opener = first + (3 if source.text(first) == b"std" else 1)
    if source.text(opener - 1) == b"to_string" and source.pairs.get(opener) == last - 1:
        known = source.is_of_system(opener - 1)
        return numbered(source, opener + 1, last - 1, _COUNTED) if known else None
    if (parts := conditional_operator(source, first, last)) is not None:
        question, colon = parts
        yes, no = named(source, question + 1, colon), named(source, colon + 1, last)
        return Name(condition=(first, question), choices=(yes, no)) if yes is not None and no is not None else None
    plus = [i for i in source.outer(first, last) if source.text(i) == b"+"]
    if plus:
        found: Name | None = Name()
        for begin, end in zip((first, *(i + 1 for i in plus)), (*plus, last), strict=True):
            part = named(source, begin, end)
            found = found.with_behind(source, part) if found is not None and part is not None else None
        return found
    words: list[bytes] = []
    for index in range(first, last):
        macro = source.table.single(source.text(index)) if source.code[index].kind == Kind.IDENT else None
        if source.code[index].kind == Kind.STRING:
            words.append(source.text(index))
        elif last == first + 1 and (text := constant_text(source, index)):
            words += text
        elif macro is not None and not macro.parameters and macro.body:
            words += macro.body
        else:
            return None
    plain = all(word[:1] == b'"' and word[-1:] == b'"' and b"\\" not in word for word in words)
    return Name(b"".join(word[1:-1] for word in words)) if words and plain else None


def numbered(source: Source, first: int, last: int, kinds: Collection[str]) -> Name | None:
    """A number of one of some types as a text, also one of two by a condition."""
    first, last = without_parentheses(source, first, last)
    if (parts := conditional_operator(source, first, last)) is not None:
        question, colon = parts
        bounds = ((question + 1, colon), (colon + 1, last))
        if not all(a + 1 == b and source.text(a).isdigit() for a, b in bounds):
            return None  # of two types there is a third one
        yes, no = (numbered(source, *one, kinds) for one in bounds)
        return Name(condition=(first, question), choices=(yes, no)) if yes is not None and no is not None else None
    numbers = numbers_of(source, first, last)
    return _counted(source, numbers if numbers is not None and numbers.kind in kinds else None)


def _counted(source: Source, numbers: Numbers | None) -> Name | None:
    """A number as a text."""
    if numbers is None:
        return None
    *others, found = (Name(b"%d" % one) for one in numbers.values)
    for one in reversed(others):
        found = Name(condition=numbers.name + b" == " + one.text, choices=(one, found))
    return found
