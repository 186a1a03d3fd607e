"""Whether a flag says, where an object is freed, that its memory is the function's own: `if ( own ) free ( in.addr );`.

The flag is a local truth value that is false until a statement beside the one that gives the object an address of the function's own makes it true; or
one that never changes, and that was asked before as well, by the `if` in which the object is given such an address.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from migrate.frontend.lex import Kind
from migrate.frontend.source import Source
from migrate.frontend.statements import (
    block_around,
    bracket_around,
    branch_end,
    parenthesis_around,
    statement_start,
    without_parentheses,
)
from migrate.rules.context import Context

_TYPES = frozenset(("bool", "int", "const bool", "const int"))
_TRUE, _FALSE = frozenset((b"true", b"1")), frozenset((b"false", b"0"))
_ASKED = frozenset((b"(", b"!", b"&&", b"||", b"==", b"!=", b")", b"?"))
_GROUPS = frozenset((b"(", b"!", b"&&", b"||", b"=", b"return"))
_LOOPS = (b"for", b"while", b"do")
_JUMPS = (b"break", b"continue", b"goto", b"try", b"switch", b"case", b"default", *_LOOPS)
Range = tuple[int, int]
Replaced = Callable[[int, int], int]
"""Of an object's name and a token before which it is asked: where the last statement before it, on every way, ends that gave the object an address of the
function's own; -1 where none did."""
Kept = Callable[[int, int, int], bool]
"""Whether nothing between two tokens gives the object that a name stands for memory of the caller."""


@dataclass(frozen=True)
class Flag:
    declared: int
    sets: tuple[int, ...]  # where it is made true
    steady: bool  # never changed


@dataclass(frozen=True)
class FlagReader:
    """What the function that an object belongs to knows of it."""

    ctx: Context
    replaced: Replaced
    kept: Kept
    passes: Callable[[int, int], bool]

    @property
    def source(self) -> Source:
        return self.ctx.source

    def tells(self, index: int) -> bool:
        """Whether a token stands in a branch that is taken only where its object has an address of the function's own."""
        return any(self._says_own(asked, at, index) for asked, at in self._asked_around(index))

    def _says_own(self, asked: Range, at: int, index: int) -> bool:
        flag = self._flag(asked[0])
        if flag is None or self._is_elsewhere():
            return False
        if flag.steady:
            return self._asked_before(flag, asked, at, index)
        return bool(flag.sets) and all(self._set_where_own(flag, at, index) for at in flag.sets if at < index)

    def _is_elsewhere(self) -> bool:
        """Whether the function has what runs at another time than where it is written."""
        source, body = self.source, self.ctx.function.body
        lambdas = (i for i in source.where(b"[", *body) if source.code[i - 1].kind != Kind.IDENT)
        return bool(source.where(b"goto", *body)) or any(source.text(i - 1) not in (b"]", b")") for i in lambdas)

    def _asked_around(self, index: int) -> Iterator[tuple[Range, int]]:
        """The truth values without which a token is not come to, as they are asked, and the `if` that asks each."""
        source = self.source
        for at in source.where(b"if", self.ctx.function.open_brace, index):
            opener = at + 1 if source.text(at + 1) == b"(" else -1
            closer = source.pairs.get(opener, -1)
            end = branch_end(source, closer + 1) if 0 <= closer < index else None
            if end is not None and index <= end:
                asked = _conjuncts(source, opener + 1, closer)
                yield from ((one, at) for one in asked if _is_truth(source, one))

    def _flag(self, name: int) -> Flag | None:
        """A local truth value, by one of its uses, of which every use is known."""
        source, decl = self.source, self.source.fact(name)
        if decl is None or decl.kind != "variable" or decl.type not in _TYPES or not source.in_function(decl.offset):
            return None
        declared, text = source.index_at(decl.offset), source.text(name)
        start = statement_start(source, declared)
        if source.text(bracket_around(source, declared) or 0) != b"{":
            return None  # in the head of a loop
        if {b"static", b"thread_local", b"extern"} & {source.text(i) for i in range(start, declared)}:
            return None
        if any(text in body for one in source.table.names for body in source.table.bodies([one])):
            return None
        starts_false = source.text(declared + 1) == b"=" and source.text(declared + 2) in _FALSE
        starts_false = starts_false and source.text(declared + 3) in (b";", b",")
        sets, changes = [], False
        for index in source.where(text, *self.ctx.function.body):
            if index == declared or source.text(index - 1) in (b".", b"->"):
                continue
            if any(one.offset != decl.offset for one in source.every_fact(index)):
                return None
            if _is_assigned(source, index):
                changes = True
                sets += [index] if source.text(index + 2) in _TRUE else []
            elif not self._is_read(index):
                return None
        if source.text(declared + 1) != b"=" or (changes and not starts_false):
            return None
        return Flag(declared, tuple(sets), not changes)

    def _is_read(self, index: int) -> bool:
        """Whether a use is a part of a condition, or is printed."""
        source, rules = self.source, self.ctx.rules
        opener = parenthesis_around(source, index)
        head = source.text(opener - 1) if source.text(opener) == b"(" else b""
        if head.decode("utf-8", "replace") in rules.prints:
            return source.text(index - 1) == b"," and source.text(index + 1) in (b",", b")")
        if source.text(index - 1) not in _ASKED or source.text(index + 1) not in _ASKED | {b";"}:
            return False
        asks = {b"if", b"while", *(name.encode() for name in rules.checks)}
        while source.text(opener) == b"(":
            if source.text(opener - 1) in asks:
                return True
            if source.text(opener - 1) not in _GROUPS:
                return False
            opener = parenthesis_around(source, opener - 1)
        return False

    def _set_where_own(self, flag: Flag, at: int, index: int) -> bool:
        """Whether the statement that makes a flag true stands beside one that gives the object of a token an address of the function's own, which it keeps."""
        source = self.source
        block = block_around(source, flag.declared)
        if any(self._repeats(loop, at) for word in _LOOPS for loop in source.where(word, flag.declared, at)):
            return False
        end = self.replaced(index, at)
        end = end if end >= 0 else self._replaced_behind(at, index)
        return end >= 0 and self.kept(index, end, self._until(end, index, block))

    def _replaced_behind(self, at: int, index: int) -> int:
        """The end of the statement that gives the object its address right behind the one that makes the flag true, in the same block."""
        source, block = self.source, block_around(self.source, at)
        closer = source.pairs[block]
        if closer >= index or source.text(at - 1) not in (b";", b"{", b"}"):
            return -1
        if any(source.where(word, block, closer) for word in _JUMPS) or source.where(b"try", *self.ctx.function.body):
            return -1
        end = self.replaced(index, closer)
        return end if end > at and not source.where(b"return", at, end) else -1

    def _repeats(self, loop: int, at: int) -> bool:
        """Whether a token stands in a loop; also where that is not plain to see."""
        source = self.source
        behind = source.pairs[loop + 1] + 1 if source.text(loop + 1) == b"(" else loop + 1
        if source.text(behind) == b"{":
            return source.pairs[behind] > at
        while source.text(behind) not in (b";", b""):
            if source.text(behind) == b"{":
                return True
            behind = source.behind(behind) if source.text(behind) == b"(" else behind + 1
        return behind > at

    def _until(self, first: int, index: int, block: int) -> int:
        """Up to where a statement that stands behind one may run before a token of a block is come to."""
        source = self.source
        if not any(source.where(word, first, index) for word in _LOOPS):
            return index
        return max(source.pairs[block], source.pairs[block_around(source, first)])

    def _asked_before(self, flag: Flag, asked: Range, before: int, index: int) -> bool:
        """Whether an `if` that asks the same flag before has given the object of a token an address of the function's own, which it keeps."""
        source = self.source
        for at in source.where(b"if", flag.declared, before):
            closer = source.pairs.get(at + 1, at)
            opener = closer + 1
            conjuncts = list(_conjuncts(source, at + 2, closer)) if source.text(at + 1) == b"(" else []
            if len(conjuncts) != 1 or source.spell(*conjuncts[0]) != source.spell(*asked):
                continue
            if source.text(opener) != b"{" or source.text(at - 1) not in (b";", b"{", b"}"):
                continue
            last = source.pairs[opener]
            end = self.replaced(index, last) if last < index and self.passes(at, index) else -1
            if end > opener and self.kept(index, end, self._until(end, index, block_around(source, at))):
                return True
        return False


def _is_assigned(source: Source, index: int) -> bool:
    """Whether a statement gives a name one of the two truth values."""
    value, end = source.text(index + 2), source.text(index + 3)
    return source.text(index + 1) == b"=" and value in _TRUE | _FALSE and end == b";" and _begins(source, index)


def _begins(source: Source, index: int) -> bool:
    before = source.text(index - 1)
    opener = source.pairs.get(index - 1, -1) if before == b")" else -1
    return before in (b";", b"{", b"}", b"else") or (opener > 0 and source.text(opener - 1) == b"if")


def _conjuncts(source: Source, first: int, last: int) -> Iterator[tuple[int, int]]:
    """The parts of a condition all of which have to be true."""
    first, last = without_parentheses(source, first, last)
    ands, index = [first - 1], first
    while index < last:
        if source.text(index) in (b"||", b"or", b"?", b",", b";", b"="):
            return
        ands += [index] if source.text(index) == b"&&" else []
        index = source.behind(index)
    for before, behind in pairwise([*ands, last]):
        yield without_parentheses(source, before + 1, behind)


def _is_truth(source: Source, asked: Range) -> bool:
    """Whether a condition is that a name is true."""
    first, last = asked
    words = [source.text(i) for i in range(first, last)]
    compared = len(words) == 3 and (
        (words[1] == b"==" and words[2] in _TRUE) or (words[1] == b"!=" and words[2] in _FALSE)
    )
    return (len(words) == 1 or compared) and source.code[first].kind == Kind.IDENT
