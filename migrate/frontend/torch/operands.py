"""Where an expression stands in the text: as a statement, an argument, an initializer, an operand. Only what is certain is answered."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection
from dataclasses import dataclass

from migrate.frontend.torch.source import CodeUnit, TorchSource

_CONTROL = frozenset((b"if", b"for", b"while", b"switch", b"constexpr"))
OPEN_END = frozenset((b"&&", b"||", b"?", b":", b"and", b"or", b",", b"(", b"{", b";", b"}", b"=", b"return", b"case"))
CLOSE_END = frozenset((b"&&", b"||", b"?", b":", b"and", b"or", b",", b")", b"}", b";"))
_LEFT = frozenset((b",", b"(", b"[", b"{", b";", b"}", b"=", b"return", b"case", b"else", b"do"))
_RIGHT = frozenset((b",", b")", b"]", b"}", b";"))
# Words in front of a name that is used there, not declared.
EXPRESSION_WORDS = frozenset(
    b"return else do throw case goto new delete sizeof typeid not and or xor compl bitand bitor alignof co_return "
    b"co_await co_yield noexcept decltype not_eq and_eq or_eq xor_eq".split()
)
TYPE_WORDS = frozenset(
    b"const static inline constexpr extern volatile mutable typename thread_local register friend virtual explicit "
    b"constinit consteval".split()
)
_BEFORE_NAMES = EXPRESSION_WORDS | TYPE_WORDS | {b"using", b"namespace"}


def qualified_start(unit: CodeUnit, index: int) -> int:
    """The first token of a name, its namespaces included: of `return ::a::b` the first `::`."""
    while unit.text(index - 1) == b"::":
        if not unit.is_word(index - 2) or unit.text(index - 2) in _BEFORE_NAMES:
            return index - 1
        index -= 2
    return index


@dataclass(frozen=True)
class Operand:
    """A whole operand: `first`..`last` are its tokens, brackets around it and a conditional operator that it is a choice of included."""

    first: int
    last: int
    before: bytes  # the token in front of it
    after: bytes


def stripped(unit: CodeUnit, first: int, last: int) -> tuple[int, int]:
    """With the grouping brackets around it."""
    while unit.text(first - 1) == b"(" and unit.pairs.get(first - 1) == last + 1 and not called(unit, first - 1):
        first, last = first - 1, last + 1
    return first, last


def called(unit: CodeUnit, opener: int) -> bool:
    """Whether a `(` belongs to what stands before it: a call, a control word, a template, a cast's result."""
    before = unit.text(opener - 1)
    return before in (b")", b"]", b">", b"}") or (
        unit.is_word(opener - 1) and before not in (b"return", b"case", b"else", b"do", b"and", b"or")
    )


def operand(unit: CodeUnit, first: int, last: int) -> Operand | None:
    """The operand that the tokens are, or a choice of; None where they are a part of something else."""
    first, last = stripped(unit, first, last)
    before, after = unit.text(first - 1), unit.text(last + 1)
    if before in (b"?", b":") or after == b":":
        first, last = _choice(unit, first, last)
        first, last = stripped(unit, first, last)
        before, after = unit.text(first - 1), unit.text(last + 1)
    if before not in _LEFT and first != 0:
        return None
    return Operand(first, last, before, after) if after in _RIGHT or last + 1 == len(unit.tokens) else None


def _choice(unit: CodeUnit, first: int, last: int) -> tuple[int, int]:
    """The whole `condition ? a : b` that the tokens are a or b of."""
    parent = unit.parents[first]
    if unit.text(first - 1) not in (b"?", b":") or unit.text(last + 1) not in (b":", *_RIGHT):
        return first, last
    marks = []
    position = first - 1
    while position > parent and unit.text(position) not in _LEFT:
        if unit.text(position) in (b"?", b":"):
            marks.append(unit.text(position))
        position = min(unit.pairs.get(position, position), position) - 1
    if not marks or marks[-1] != b"?":
        return first, last
    start = position + 1
    end = last
    while end + 1 < len(unit.tokens) and unit.text(end + 1) not in _RIGHT:
        end += 1
        end = max(unit.pairs.get(end, end), end)
    return start, end


def compared(unit: CodeUnit, first: int, last: int) -> int | None:
    """The other operand of == or != where the tokens are one of them and nothing else is mixed in; one token, by its index."""
    first, last = stripped(unit, first, last)
    for place, operator, start, end in (
        (last + 2, last + 1, first, last + 2),
        (first - 2, first - 1, first - 2, last),
    ):
        if unit.text(operator) in (b"==", b"!=") and unit.is_word(place):
            before, after = unit.text(start - 1), unit.text(end + 1)
            opens = before in OPEN_END or (start == 0 and bool(unit.macro))
            closes = after in CLOSE_END or (end + 1 == len(unit.tokens) and bool(unit.macro))
            return place if opens and closes else None
    return None


def compared_by(unit: CodeUnit, first: int, last: int, macros: Collection[bytes]) -> int | None:
    """The other argument, one token, where the tokens are one of the two of a statement that is a use of one of the macros."""
    opener = unit.parents[first]
    closer = unit.pairs.get(opener, -1)
    if opener < 1 or unit.text(opener) != b"(" or unit.text(opener - 1) not in macros:
        return None
    if not begins_statement(unit, opener - 1):
        return None
    first, last = stripped(unit, first, last)
    if first == opener + 1 and unit.text(last + 1) == b"," and last + 3 == closer and unit.is_word(last + 2):
        return last + 2
    if last + 1 == closer and unit.text(first - 1) == b"," and first - 2 == opener + 1 and unit.is_word(first - 2):
        return first - 2
    return None


def begins_statement(unit: CodeUnit, index: int) -> bool:
    """Whether a token is the first of a statement, a label before it left aside."""
    before = unit.text(index - 1)
    if index == 0:
        return bool(unit.macro)
    if not _in_block(unit, index):
        return False
    if before in (b";", b"{", b"}", b"else", b"do") or index - 1 in unit.ends:
        return True
    if before == b")":
        return unit.text(unit.pairs.get(index - 1, 0) - 1) in _CONTROL
    if before == b"]":
        opener = unit.pairs.get(index - 1, index - 1)
        return unit.text(opener + 1) == b"[" and begins_statement(unit, opener)
    return before == b":" and label_start(unit, index - 1) is not None


def governed(unit: CodeUnit, index: int) -> bool:
    """Whether a token begins what an `if`, an `else` or a loop governs."""
    before = unit.text(index - 1)
    control = before == b")" and unit.text(unit.pairs.get(index - 1, 0) - 1) in _CONTROL
    return control or before in (b"else", b"do")


def in_governed_conditional(source: TorchSource, unit: CodeUnit, offset: int) -> bool:
    """Whether a directive decides what an `if`, an `else` or a loop governs, of which the place is a part."""
    starts = [token.start for token in unit.tokens]
    conditionals = [] if unit.macro else [c for c, _ in source.branch_path(offset)]
    return any(governed(unit, bisect_left(starts, c.span.start)) for c in conditionals)


def _in_block(unit: CodeUnit, index: int) -> bool:
    parent = unit.parents[index]
    return bool(unit.macro) if parent < 0 else unit.text(parent) == b"{" and unit.brace_kind(parent) == "block"


def object_start(unit: CodeUnit, member: int) -> int | None:
    """Where the expression begins whose member this is: `a`, in `a.b(c)->member`; None where it is not understood."""
    index = member
    while unit.text(index - 1) in (b".", b"->"):
        index -= 2
        while unit.text(index) in (b")", b"]", b"}"):
            index = unit.pairs.get(index, 0) - 1
        if not unit.is_word(index) or unit.text(index) in EXPRESSION_WORDS:
            return None
        index = qualified_start(unit, index)
    return index


def label_start(unit: CodeUnit, colon: int) -> int | None:
    """Where the label begins that a colon ends."""
    if unit.text(colon - 1) == b"default":
        return colon - 1
    if unit.is_word(colon - 1) and unit.text(colon - 2) in (b";", b"{", b"}", b":"):
        return colon - 1
    position = colon - 1
    while position > unit.parents[colon] and unit.text(position) not in (b";", b"{", b"}", b"?"):
        if unit.text(position) == b"case":
            return position
        position = min(unit.pairs.get(position, position), position) - 1
    return None


def callee(unit: CodeUnit, opener: int) -> int | None:
    """The name before a `(`, a template's arguments left aside."""
    if unit.text(opener) != b"(":
        return None
    return opener - 1 if unit.is_word(opener - 1) and unit.text(opener - 1) not in EXPRESSION_WORDS else None


def position_in(unit: CodeUnit, opener: int, index: int) -> int:
    """Number of the argument that a token of it stands in, from 0."""
    count, position = 0, opener + 1
    while position < index:
        count += unit.text(position) == b","
        position = max(unit.pairs.get(position, position), position) + 1
    return count


def result_words(unit: CodeUnit, body: int) -> list[bytes]:
    """Words of the result's type of the function with this body, as far as it is written before its name; lambdas have none."""
    position = body - 1
    while unit.text(position) in (b"const", b"noexcept", b"override", b"final", b"try"):
        position -= 1
    if unit.text(position) != b")":
        return []
    name = unit.pairs.get(position, 0) - 1
    if not unit.is_word(name):
        return []
    while unit.text(name - 1) == b"::" and unit.is_word(name - 2):
        name -= 2
    words = [unit.text(i) for i in range(unit.head(body), name)]
    return [word for word in words if word not in TYPE_WORDS]


def function_name(unit: CodeUnit, body: int) -> bytes:
    position = body - 1
    while unit.text(position) in (b"const", b"noexcept", b"override", b"final", b"try"):
        position -= 1
    name = unit.pairs.get(position, 0) - 1 if unit.text(position) == b")" else -1
    return unit.text(name) if unit.is_word(name) else b""
