"""Arguments of torch-side calls that a rule drops, doubles or moves: whether they certainly have no effect, by the declarations that the file shows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from migrate.frontend.directives import defined_name
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.receivers import KEYWORDS
from migrate.frontend.torch.source import CodeUnit, TorchSource
from migrate.project.torch_rules import ArgumentRule, TorchRules
from migrate.rules.quiet import (
    INDEXED,
    POINTER,
    RECORD,
    VALUE,
    Quiet,
    compound,
    conditional,
    stands_whole,
)

_BEHIND_NAME = (b"=", b";", b",", b")", b"{", b"[", b"(", b":")
_SPECIFIERS = frozenset(b"static constexpr inline extern thread_local const register mutable constinit".split())

_TENSOR, _OPTIONAL = b"Tensor", b"optional"
_OF_TENSOR = frozenset((_TENSOR,))
# Members of PyTorch's tensors and of optionals that only give a value, and what they are members of.
_ASKED = {
    **dict.fromkeys((b"defined", b"dim", b"numel", b"size", b"stride", b"scalar_type", b"is_contiguous"), _OF_TENSOR),
    b"has_value": frozenset((_OPTIONAL,)),
}


class Effects:
    """What is known of the names of one unit."""

    def __init__(self, source: TorchSource, unit: CodeUnit, rules: TorchRules) -> None:
        self.source, self.unit, self.rules = source, unit, rules
        self.gone = False
        self.moved = False
        self.quiet = Quiet(unit.tokens, unit.pairs, self)
        self._types: dict[bytes, frozenset[bytes]] = {}

    def lost(self, arguments: Sequence[tuple[int, int]], entries: Sequence[ArgumentRule]) -> str:
        """What is wrong with the first argument, counted from 1, that may have an effect and does not happen exactly once; else empty."""
        for number, argument in enumerate(arguments, 1):
            forms = [entry.convert for entry in entries if entry.position == number]
            times = sum(form.count("{}") for form in forms)
            maybe = any(conditional(form) for form in forms)
            if (times != 1 or maybe) and self.effect(*argument, gone=times == 0) is not None:
                how = "go with it" if times == 0 else f"happen {times} times" if times > 1 else "happen on a condition"
                return f"argument {number} has an effect, which would {how}"
        return ""

    def reordered(self, arguments: Sequence[tuple[int, int]], entries: Sequence[ArgumentRule]) -> str:
        """Two arguments of which one may have an effect on the other, or both have one, and that change places; else empty.

        The order of arguments is the compiler's choice, but one that it makes by their places."""
        order = [entry.position - 1 for entry in entries if entry.position is not None]
        order = [position for position in order if position < len(arguments)]
        for later, left in enumerate(order):
            for right in order[:later]:
                if left < right and self._depend(arguments[left], arguments[right]):
                    return f"arguments {left + 1} and {right + 1} change places, and what one does may be seen by the other"
        return ""

    def _depend(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        acting = [argument for argument in (one, other) if self._acts(*argument)]
        if len(acting) != 1:
            return len(acting) == 2
        actor, reader = (one, other) if acting[0] == one else (other, one)
        read = {self.unit.text(i) for i in range(*reader) if self._read(i)}
        return bool(read & {self.unit.text(i) for i in range(*actor)}) or not all(map(self._local, read))

    def _acts(self, first: int, last: int) -> bool:
        """Whether an argument may do more than give a value; one that is nothing but a name, with its members, does not."""
        names = all(self.unit.is_word(i) or self.unit.text(i) in (b".", b"->", b"::") for i in range(first, last))
        macros = any(self.macro(self.unit.text(i)) is not None for i in range(first, last))
        return (macros or not names) and self.effect(first, last, moved=True) is not None

    def _read(self, index: int) -> bool:
        """Whether a token names something whose value is read: no function, type, constant or macro."""
        unit, rules = self.unit, self.rules
        text = unit.text(index)
        if not unit.is_word(index) or unit.is_member(index) or text in KEYWORDS or text in FUNDAMENTAL:
            return False
        name = text.decode("utf-8", "replace")
        if unit.text(unit.parents[index] - 1) in (b"sizeof", b"alignof") or unit.text(index + 1) == b">":
            return False
        known = name in rules.types or rules.constant(name) is not None or self.macro(text) is not None
        return not known and unit.text(index + 1) not in (b"(", b"::")

    def _local(self, name: bytes) -> bool:
        """Whether all that the file declares with a name stands in a function, or among its parameters, and is no reference but a constant one."""
        unit = self.unit
        places = [i for i, token in enumerate(unit.tokens) if token.text == name and self._declaration(i)]
        return bool(places) and all(unit.blocks(i) or unit.text(unit.parents[i]) == b"(" for i in places)

    def effect(self, first: int, last: int, gone: bool = False, moved: bool = False) -> int | None:
        self.gone, self.moved = gone, moved
        return self.quiet.effect(first, last)

    def changing_macro(self, first: int, last: int) -> bool:
        """Whether a macro stands in tokens [first, last) that is not known to give a value only."""
        names = (i for i in range(first, last) if self.unit.is_word(i) and self.macro(self.unit.text(i)) is not None)
        return any(self.effect(i, i + 1) is not None for i in names)

    def macro(self, name: bytes) -> Sequence[tuple[bytes, ...]] | None:
        own = [unit for unit in self.source.units if unit.macro == name]
        found = [() if unit.parameters else tuple(t.text for t in unit.tokens) for unit in own]
        compiler = self.source.compiler
        if compiler is not None:
            found += [() if one.parameters else one.body for one in compiler.macros.definitions(name)]
        if not found and name in self._empty:
            return [()]
        return found or None

    @cached_property
    def _empty(self) -> frozenset[bytes]:
        """Macros of the file that stand for nothing."""
        others = (d for d in self.source.tree.others if d.keyword == b"define" and d.argument)
        return frozenset(map(defined_name, others))

    def called(self, index: int, first: int, last: int) -> bool:
        """Where they go: functions that make a library tensor of a tensor, and those that only ask one."""
        name = self.unit.text(index).decode("utf-8", "replace")
        if self.moved and self.unit.text(index - 1) not in (b".", b"->"):
            only = name in self.rules.generators or name in self.rules.functions or name in self.rules.converting
            return only and not any(self.unit.text(i) in (b"(", b"=", b"++", b"--") for i in range(first, last))
        if not self.gone or self.unit.text(index - 1) in (b".", b"->"):
            return False
        if name in self.rules.generators:
            return last - first == 1 and self._declared(first) == _OF_TENSOR
        return name in self.rules.functions and self.quiet.effect(first, last) is None

    def asks(self, index: int, first: int, last: int) -> bool:
        """`tensor.dim()`, `optional.has_value()`: on a name that is declared as such."""
        unit = self.unit
        asked = _ASKED.get(unit.text(index), frozenset())
        direct = unit.text(index - 1) == b"." and unit.is_word(index - 2)
        if not asked or not direct or unit.text(index - 3) in (b".", b"->", b"::"):
            return False
        declared = self._declared(index - 2)
        return bool(declared) and declared <= asked and self.quiet.effect(first, last) is None

    def kind(self, index: int) -> str:
        unit, rules = self.unit, self.rules
        text = unit.text(index)
        before = unit.text(index - 1)
        if before in (b".", b"->"):
            field = text.decode("utf-8", "replace")
            known = field in (*rules.tensor_fields.same, rules.tensor_fields.type)
            return INDEXED if before == b"." and known and self.kind(index - 2) == RECORD else ""
        if text in unit.parameters:
            return ""  # whatever a use of the macro gives
        types = frozenset() if before == b"::" else self._declared(index)
        if not types:
            return VALUE if rules.constant(text.decode("utf-8", "replace")) is not None else ""
        kinds = {self._of(one) for one in types}
        return kinds.pop() if len(kinds) == 1 else POINTER if kinds <= {VALUE, INDEXED, POINTER} else ""

    def _of(self, declared: bytes) -> str:
        base = declared.rstrip(b"*")
        if base in FUNDAMENTAL:
            return POINTER if base == b"void" else INDEXED if base != declared else VALUE
        name = base.decode("utf-8", "replace")
        if name in self.rules.types or name in self.rules.tensor_types or self.rules.constant(name) is not None:
            return POINTER if base != declared else RECORD
        return POINTER if base != declared and base else ""

    def _declared(self, index: int) -> frozenset[bytes]:
        """The types that the file declares the name with anywhere, each as its last word with stars; `?` for what is not known."""
        text = self.unit.text(index)
        if text not in self._types:
            found = (self._declaration(i) for i, token in enumerate(self.unit.tokens) if token.text == text)
            self._types[text] = frozenset(one for one in found if one)
        return self._types[text]

    def _declaration(self, index: int) -> bytes:
        """The type that a name is declared with at an index; empty where it is used only."""
        unit = self.unit
        if unit.text(index - 1) in (b".", b"->", b"::"):
            return b""
        if unit.text(index - 1) == b"[" or (unit.text(index - 1) in (b",", b"&") and self._within(index, b"[")):
            opener = unit.parents[index]
            binds = unit.text(opener - 1) in (b"auto", b"&", b"&&") or unit.text(index + 1) == b"="
            return b"?" if binds else b""
        if unit.text(index - 1) == b",":
            return self._further(index)
        return self._typed(index)

    def _within(self, index: int, opener: bytes) -> bool:
        return unit_text(self.unit, self.unit.parents[index]) == opener

    def _typed(self, index: int) -> bytes:
        """A declaration with the type right before the name."""
        unit, at, stars, ends = self.unit, index - 1, 0, unit_text(self.unit, index + 1) in _BEHIND_NAME
        while unit.text(at) in (b"*", b"&", b"&&", b"const"):
            stars += unit.text(at) == b"*"
            at -= 1
        word, direct = unit.text(at), at == index - 1
        if word == b">":
            opener = self._angles(at) if ends else -1
            template = unit.text(opener - 1)
            return b"" if opener < 0 else template if template == _OPTIONAL else b"?"
        if not unit.is_word(at) or word in KEYWORDS or at < 0:
            return b""
        if direct or word in FUNDAMENTAL or unit.text(at + 1) == b"const":
            return word + b"*" * stars + (b"*" if unit.text(index + 1) == b"[" else b"")
        if not ends:
            return b""
        starts = unit.text(at - 1) in (b";", b"{", b"}", b"(", b",", b"::", b"") or unit.text(at - 1) in _SPECIFIERS
        return (word + b"*" * stars) if starts else b""  # T * name, or a product

    def _angles(self, closer: int) -> int:
        """Where the brackets open that a token closes; -1 where it is no such."""
        index, depth = closer, 0
        while index >= 0 and self.unit.text(index) not in (b";", b"{", b"}"):
            depth += self.unit.text(index).count(b">") if self.unit.text(index) in (b">", b">>") else 0
            depth -= self.unit.text(index) == b"<"
            if not depth:
                return index
            index -= 1
        return -1

    def _further(self, index: int) -> bytes:
        """`int a, name;`: the type stands at the head of the statement."""
        unit = self.unit
        parent = unit.parents[index]
        if unit_text(unit, parent) in (b"(", b"[") or (parent >= 0 and unit.brace_kind(parent) == "value"):
            return b""
        head = unit.head(index)
        while unit.text(head) in _SPECIFIERS:
            head += 1
        if not unit.is_word(head) or unit.text(head) in KEYWORDS:
            return b""
        if unit.text(head) in FUNDAMENTAL:
            last = head
            while unit.text(last + 1) in FUNDAMENTAL:
                last += 1
            return unit.text(last) + (b"*" if unit.text(index + 1) == b"[" else b"")
        after = unit.text(head + 1)
        return b"?" if unit.is_word(head + 1) or after in (b"*", b"&", b"::", b"<") else b""


def unit_text(unit: CodeUnit, index: int) -> bytes:
    return unit.text(index) if index >= 0 else b""


def around(unit: CodeUnit, first: int, last: int, convert: str) -> list[bytes]:
    """The pieces of a form around an argument's places, with parentheses where an operator could take a part of the argument only."""
    pieces = convert.encode().split(b"{}")
    wide = compound([unit.text(i) for i in range(first, last)])
    for number in range(1, len(pieces)):
        before, behind = pieces[number - 1].rstrip(), pieces[number].lstrip()
        whole = stands_whole(before[-1:] or b",", behind[:1] or b",")
        if wide and not whole:
            pieces[number - 1] += b"("
            pieces[number] = b")" + pieces[number]
    return pieces
