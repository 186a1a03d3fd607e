"""Which device a test on the chip asks: that of a tensor parameter which certainly lies on the device, else the current one.

A torch-side file is built once for all chips. Calls of the library go to the current device, so its chip is the one whose branch counts, unless
something behind the guard makes another device current; a tensor that the library is given there lies on that device, too.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from migrate.frontend.directives import Branch, Conditional, defined_name
from migrate.frontend.torch.devices import changing_names
from migrate.frontend.torch.functions import functions
from migrate.frontend.torch.operands import EXPRESSION_WORDS, begins_statement, result_words
from migrate.frontend.torch.source import CodeUnit, TorchSource
from migrate.model import Span
from migrate.project.torch_rules import TorchRules


@dataclass(frozen=True)
class Asked:
    """The tensor whose device is asked, empty for the current device; or why none can be."""

    tensor: str = ""
    problem: str = ""


CURRENT = Asked()


def asked_device(source: TorchSource, conditional: Conditional, taken: Sequence[Branch], rules: TorchRules) -> Asked:
    """What a test in the place of a conditional, which stands in a function, asks; `taken`: the branches of which each chip takes one, if each does."""
    unit = source.units[0]
    index = next((i for i, t in enumerate(unit.tokens) if t.start >= conditional.span.start), len(unit.tokens) - 1)
    body = unit.function_body(index)
    assert body is not None
    place = _Place(source, unit, conditional, tuple(taken), index, body, rules)
    tensor = next(place.tensors(), None)
    if tensor is not None:
        return Asked(tensor.decode("utf-8", "surrogateescape"))
    return Asked(problem=place.current_problem())


def current_problem(source: TorchSource, conditional: Conditional, body: int, rules: TorchRules) -> str:
    """Why the current device cannot be asked where the body of a function begins; empty where it can."""
    return _Place(source, source.units[0], conditional, (), body + 1, body, rules).current_problem()


def test_of(asked: Asked, chip: str, rules: TorchRules) -> str:
    """The condition that the device is of a chip."""
    if asked.tensor:
        return rules.device_test.format(tensor=asked.tensor, chip=chip)
    return rules.current_device_test.format(chip=chip)


_BRANCHES = frozenset(
    b"if for while switch do else case ? && || and or goto try catch return throw co_return [".split()
)
_CHANGING = frozenset(b"reset set_data swap unsafeReleaseTensorImpl".split())


@dataclass(frozen=True)
class _Place:
    source: TorchSource
    unit: CodeUnit
    conditional: Conditional
    taken: tuple[Branch, ...]  # by the chips; none where a chip takes no branch
    index: int  # of the first token behind the opening directive
    body: int  # of the function around it
    rules: TorchRules

    def tensors(self) -> Iterator[bytes]:
        """Parameters whose tensor certainly lies on the device where the conditional stands, those that its branches give the library first."""
        if any(self.unit.is_lambda(block) for block in self.unit.blocks(self.index)):
            return
        names = [name for name, constant in self._parameters() if self._keeps(name, constant)]
        yield from (name for name in names if self._given_by_branches(name))
        yield from (name for name in names if self._on_device_before(name))

    def _parameters(self) -> Iterator[tuple[bytes, bool]]:
        """Names of parameters of type Tensor, no pointers, and whether each is constant."""
        unit = self.unit
        for i in range(unit.head(self.body), self.body):
            if unit.text(i) != b"Tensor" or unit.text(unit.parents[i]) != b"(":
                continue
            j = i + 1
            while unit.text(j) in (b"&", b"const"):
                j += 1
            first = i
            while unit.text(first - 1) not in (b"(", b","):
                first -= 1
            if unit.is_word(j) and unit.text(j + 1) in (b",", b")", b"="):
                yield unit.text(j), b"const" in [unit.text(k) for k in range(first, j)]

    def _keeps(self, name: bytes, constant: bool) -> bool:
        """Whether the name means the parameter in the whole function, and nothing there gives it another tensor."""
        return all(
            not self._declares(i) and (constant or self._reads(i))
            for i in range(self.body + 1, self.unit.pairs.get(self.body, len(self.unit.tokens)))
            if self.unit.text(i) == name and self.unit.text(i - 1) not in (b".", b"->", b"::")
        )

    def _declares(self, index: int) -> bool:
        unit = self.unit
        before, after = unit.text(index - 1), unit.text(index + 1)
        typed = unit.is_word(index - 1) and before not in EXPRESSION_WORDS
        bound = before in (b"&", b"*", b"&&", b">") and after in (b";", b")", b":", b"{")
        listed = unit.text(unit.parents[index]) == b"["  # a structured binding, a capture, or an index
        return typed or after == b"=" or bound or listed

    def _reads(self, index: int) -> bool:
        """`x.member`, a tensor of the library made of it, a check that it lies on the device, `return x`."""
        unit = self.unit
        if unit.text(index + 1) == b".":
            return unit.text(index + 2) not in _CHANGING
        if unit.text(index - 1) == b"return" and unit.text(index + 1) == b";":
            return True
        alone = unit.text(index - 1) == b"(" and unit.text(index + 1) == b")"
        called = unit.text(index - 2).decode("utf-8", "replace")
        return alone and (called in self.rules.generators or self._is_check(self.unit.text(index - 2)))

    # ---- where it certainly lies on the device

    def _given_by_branches(self, name: bytes) -> bool:
        """Whether each branch, of which one is taken, gives the library the tensor, whatever happens there."""
        return bool(self.taken) and all(self._given_first(name, self._inside(branch.body)) for branch in self.taken)

    def _given_first(self, name: bytes, where: range) -> bool:
        for index in where:
            if self.unit.text(index) in _BRANCHES:
                return False
            if self._is_given(index, name):
                return self._certain(index - 1, where.start)
        return False

    def _is_given(self, index: int, name: bytes) -> bool:
        unit = self.unit
        alone = unit.text(index) == name and unit.text(index - 1) == b"(" and unit.text(index + 1) == b")"
        return alone and unit.text(index - 2).decode("utf-8", "replace") in self.rules.generators

    def _certain(self, opener: int, first: int) -> bool:
        """Whether the call with this bracket happens where its statement does: nothing but the library and checks is around it."""
        unit, rules = self.unit, self.rules
        around = unit.parents[opener]
        while around >= first and unit.text(around) != b"{":
            name = unit.text(around - 1).decode("utf-8", "replace")
            known = rules.unified_call(name) or name in rules.wrappers or name in rules.refusing
            if unit.text(around) != b"(" or (unit.is_word(around - 1) and not known):
                return False
            around = unit.parents[around]
        return True

    def _on_device_before(self, name: bytes) -> bool:
        """Whether a statement on every way to the conditional checks that the tensor lies on the device, or gives it to the library."""
        return any(
            self.unit.text(i) == name and self._on_every_way(i) and (self._is_given(i, name) or self._checked(i))
            for i in range(self.body + 1, self.index)
        )

    def _checked(self, index: int) -> bool:
        unit = self.unit
        whole = unit.text(index - 1) == b"(" and unit.text(index + 1) == b")" and begins_statement(unit, index - 2)
        return whole and self._is_check(unit.text(index - 2))

    def _is_check(self, name: bytes) -> bool:
        """Whether a name is a check of the rules, of which the file has none of its own."""
        directives = (d for d in self.source.tree.others if d.keyword == b"define")
        own = any(defined_name(d) == name for d in directives) or any(f.name == name for f in functions(self.unit))
        return name.decode("utf-8", "replace") in self.rules.device_checks and not own

    def _on_every_way(self, index: int) -> bool:
        """Whether a place before the conditional lies in a statement of a block around it that is always come to, in no other conditional."""
        unit = self.unit
        around = [(c.span, b.body) for c, b in self.source.branch_path(self.conditional.span.start)]
        own = [(c.span, b.body) for c, b in self.source.branch_path(unit.tokens[index].start)]
        block = unit.blocks(index)[0]
        if own != around[: len(own)] or block not in unit.blocks(self.index):
            return False
        first = unit.statement(index, block)
        behind = self._behind_label(first, block)
        return not behind and not any(unit.text(i) in _BRANCHES for i in range(first, index + 2))

    def _behind_label(self, first: int, block: int) -> bool:
        """Whether a jump may come to the conditional without coming by a statement of its block."""
        unit = self.unit
        within = range(block + 1, self.index)
        return any(unit.text(i) in (b"goto", b"case", b"default") for i in within) or any(
            unit.text(i) == b"goto" for i in range(self.body, unit.pairs.get(self.body, self.body))
        )

    def _inside(self, span: Span) -> range:
        starts = [t.start for t in self.unit.tokens]
        return range(bisect_left(starts, span.start), bisect_left(starts, span.end))

    # ---- the current device

    def current_problem(self) -> str:
        """Why the current device cannot be asked here; empty where it can."""
        unit, end = self.unit, self.unit.pairs.get(self.body, self.body)
        words = result_words(unit, self.body)
        if not words or unit.macro:
            return "it stands in no plain function, and may be come to when the library is loaded, where no device can be asked"
        head = {unit.text(i) for i in range(unit.head(self.body), self.body)}
        if head & {b"constexpr", b"consteval"}:
            return "its function is a constant expression, where no device can be asked"
        changes = changing_names(self.source.units, self.rules)
        stream = self.rules.stream
        for i in range(self.index, end):
            text = unit.text(i).decode("utf-8", "replace")
            known = unit.text(i) in changes.guards | changes.setters
            if unit.is_word(i) and (known or stream.guards.search(text) or stream.setters.search(text)):
                return f"{text} behind it makes another device current, and no tensor parameter certainly lies on the device"
        if self._deduced(head) and any(
            unit.text(i) == b"return" for b in self.conditional.branches for i in self._inside(b.body)
        ):
            return "a branch returns from what has no written type, which each chip's build finds for itself"
        loaded = self._called_at_load(unit.text(self._name()))
        return (
            f"{loaded} may be called only once, or when the library is loaded, where no device can be asked"
            if loaded
            else ""
        )

    def _name(self) -> int:
        position = self.body - 1
        while self.unit.text(position) != b")":
            position -= 1
        return self.unit.pairs[position] - 1

    def _deduced(self, head: set[bytes]) -> bool:
        unit = self.unit
        lambdas = [block for block in unit.blocks(self.index) if unit.is_lambda(block)]
        typed = lambdas and b"->" in [unit.text(i) for i in range(self._capture(lambdas[0]), lambdas[0])]
        return not typed if lambdas else bool({b"auto", b"decltype"} & head)

    def _capture(self, block: int) -> int:
        position = block - 1
        while position > 0 and self.unit.text(position) != b"]":
            position = min(self.unit.pairs.get(position, position), position) - 1
        return position

    def _called_at_load(self, name: bytes) -> str:
        """A function of the file, by way of which the conditional's function is called where a value is kept for all devices."""
        unit = self.unit
        defined = [f for f in functions(unit) if f.body >= 0]
        asking, known = {name}, -1
        while known != len(asking):
            known = len(asking)
            for function in defined:
                inside = range(function.body, unit.pairs.get(function.body, function.body))
                if function.name not in asking and any(self._calls(i, asking) for i in inside):
                    asking.add(function.name)
        heads = {f.index for f in functions(unit)}
        for index in range(len(unit.tokens)):
            if index not in heads and self._calls(index, asking) and self._kept(index):
                return unit.text(index).decode("utf-8", "replace")
        return ""

    def _calls(self, index: int, names: set[bytes]) -> bool:
        return self.unit.text(index) in names and self.unit.text(index + 1) == b"("

    def _kept(self, index: int) -> bool:
        """Whether a call stands outside of functions, or initialises what outlives its block."""
        unit = self.unit
        blocks = unit.blocks(index)
        if not blocks or not (result_words(unit, blocks[-1]) or any(map(unit.is_lambda, blocks))):
            return True
        first = unit.statement(index, blocks[0])
        return bool({b"static", b"thread_local"} & {unit.text(i) for i in range(first, index)})
