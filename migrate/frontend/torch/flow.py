"""Data flow of a torch-side file: which legacy calls, tensor generators and local tensors belong together.

All uses of one flow need the same handle, so they are converted together or not at all, and the stream is declared before
the first of them. Found by tokens: statements that mention a local tensor join what feeds it with what takes it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from migrate.frontend.lex import Kind, split_arguments
from migrate.frontend.torch.functions import Helpers
from migrate.frontend.torch.operands import qualified_start
from migrate.frontend.torch.scopes import (
    called_free,
    named_paths,
    named_scopes,
    scoped,
    scoped_name,
    unnamed_scopes,
    written,
)
from migrate.frontend.torch.source import CodeUnit
from migrate.project.torch_rules import TorchRules

_MEMBER = frozenset((b".", b"->", b"::"))
_AFTER_NAME = frozenset((b";", b"=", b",", b")", b"(", b"{", b"[", b":"))


@dataclass(frozen=True)
class LegacyCall:
    """A call of a legacy function that takes a receiver."""

    name: str
    index: int
    opener: int
    closer: int
    arguments: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Use:
    """A place that needs the handle: `receiver` or `holder` (the whole expression first..last; a holder initialises a
    variable with it), or `generator` (its name at first)."""

    kind: str
    first: int
    last: int


@dataclass(frozen=True)
class Variable:
    """A local variable or parameter of a legacy type, or one that a tensor generator initialises."""

    role: str  # tensor, handle, stream, typed (another type of the rules)
    name: bytes
    index: int
    block: int  # the block it lives in; -1: none
    type_index: int | None  # the legacy type's token
    parameter: bool = False


@dataclass
class Flow:
    """What shares one handle."""

    calls: list[LegacyCall] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)


@dataclass(frozen=True)
class UnitFlows:
    unit: CodeUnit
    calls: tuple[LegacyCall, ...]
    uses: tuple[Use, ...]
    variables: tuple[Variable, ...]
    flows: tuple[Flow, ...]
    done: tuple[int, ...]  # names of calls that are unified already
    others: tuple[int, ...]  # legacy names in no recognised form

    @cached_property
    def _by_name(self) -> Mapping[bytes, list[Variable]]:
        return _by_name(self.variables)

    def resolve(self, index: int) -> Variable | None:
        """The variable that a name means: the innermost block that declares it before."""
        return _resolve(self.unit, self._by_name.get(self.unit.text(index), ()), index)


def _by_name(variables: Iterable[Variable]) -> dict[bytes, list[Variable]]:
    found: dict[bytes, list[Variable]] = {}
    for variable in variables:
        found.setdefault(variable.name, []).append(variable)
    return found


def _resolve(unit: CodeUnit, named: Sequence[Variable], index: int) -> Variable | None:
    candidates = [v for v in named if v.index <= index]
    if not candidates:
        return None
    for block in unit.blocks(index):
        inner = [v for v in candidates if v.block == block]
        if inner:
            return max(inner, key=lambda v: v.index)
    return next((v for v in candidates if v.index == index), None)


class _Sets:
    """Union-find over hashable keys."""

    def __init__(self) -> None:
        self.parent: dict[object, object] = {}

    def find(self, key: object) -> object:
        root = key
        while self.parent.setdefault(root, root) != root:
            root = self.parent[root]
        while self.parent[key] != root:
            self.parent[key], key = root, self.parent[key]
        return root

    def join(self, a: object, b: object) -> None:
        self.parent[self.find(a)] = self.find(b)


class UnitReader:
    """Finds calls, uses and variables in one unit, then groups them into flows."""

    def __init__(
        self, unit: CodeUnit, rules: TorchRules, helpers: Helpers | None = None, macros: Sequence[CodeUnit] = ()
    ) -> None:
        self.unit = unit
        self.macros = macros  # of the file
        self.rules = rules
        self.helpers = helpers or Helpers(unit, rules)
        own = Helpers(unit, rules) if unit.macro else self.helpers
        self._functions = {f.index for listed in own.by_name.values() for f in listed}
        self.names = [t.text.decode("utf-8", "replace") if t.kind == Kind.IDENT else "" for t in unit.tokens]
        self.calls: list[LegacyCall] = []
        self.uses: list[Use] = []
        self.variables: list[Variable] = []
        self._named: dict[bytes, list[Variable]] = {}
        self._declared_at: set[int] = set()
        self.done: list[int] = []
        self._renamed: set[int] = set()  # tokens of names that a rule renames with their scopes, or calls otherwise
        self.others: list[int] = []
        self._receivers = {_key_word(seq): seq for seq in rules.receivers}
        self._stream = tuple(rules.stream.expression.encode().replace(b"()", b"").split(b"::"))

    def read(self) -> UnitFlows:
        for index, name in enumerate(self.names):
            if name:
                self._classify(index, name)
        self._tensor_initialisers()
        return UnitFlows(
            self.unit,
            tuple(self.calls),
            tuple(self.uses),
            tuple(self.variables),
            tuple(self._group()),
            tuple(self.done),
            tuple(self.others),
        )

    def _classify(self, index: int, name: str) -> None:
        unit, rules = self.unit, self.rules
        called = unit.text(index + 1) == b"(" and index + 1 in unit.pairs
        token = name.encode()
        if unit.is_member(index) or index in self._renamed:
            return
        known = self._scopes(index)
        if known:
            self._renamed.update(known)
            return
        if token in self._receivers:
            self._receiver(index, self._receivers[token])
        elif name in rules.generators and called:
            self.uses.append(Use("generator", index, index))
        elif name in rules.functions or name in rules.types or name in rules.generators:
            if name in rules.tensor_types:
                self._declared(index, "tensor")
            elif name in rules.types:
                self._declared(index, "typed")
        elif name in rules.receiver_types:
            self._declared(index, "handle")
        elif (
            name in rules.status.types
            or name in rules.status.success
            or (rules.constant(name) and not scoped(unit, index))
        ):
            pass
        elif called and rules.unified_call(name) and not self._is_declaration(index):
            closer = unit.pairs[index + 1]
            arguments = tuple(split_arguments(unit.tokens, index + 1, closer))
            self.calls.append(LegacyCall(name, index, index + 1, closer, arguments))
        elif rules.legacy.match(name) or self._left_with_scopes(index):
            self.others.append(index)
        elif called and name == self._stream[-1].decode():
            self._stream_variable(index)
        if called and rules.is_unified_call(name):
            self.done.append(index)

    def _scopes(self, index: int) -> range:
        """Tokens of a name that a rule renames with its scopes, or calls otherwise; none where no rule does."""
        call = called_free(self.unit, self.rules, index)
        name = scoped_name(self.unit, self.rules, index)
        found = call.name if call else name.old if name else None
        return range(found.first, found.last + 1) if found else range(0)

    def _left_with_scopes(self, index: int) -> bool:
        """Whether a name is one of the legacy library's with its scopes, or may be, and no rule renames it as it is written."""
        unit, rules = self.unit, self.rules
        whole = [name.text for name in written(unit, index) if name.last > name.first]
        if "::" in rules.legacy.text and any(map(rules.legacy.match, whole)):
            return True
        if any(name in rules.free or rules.scoped(name) for name in whole):
            return True
        return unnamed_scopes(unit, rules, self._named_scopes, index, self._paths)

    @cached_property
    def _paths(self) -> frozenset[str]:
        return named_paths(self.helpers.unit) if self.rules.has_patterns else frozenset()

    @cached_property
    def _named_scopes(self) -> frozenset[str]:
        return named_scopes(self.helpers.unit, self.macros) if self.rules.scoped_keys else frozenset()

    def _is_declaration(self, index: int) -> bool:
        before = self.unit.text(index - 1)
        return self.unit.is_word(index - 1) and before not in (b"return", b"else", b"do", b"throw", b"co_return")

    def _receiver(self, index: int, sequence: tuple[bytes, ...]) -> None:
        tail = sequence[sequence.index(self.unit.text(index)) :]
        last = index + len(tail) - 1
        if tuple(self.unit.text(i) for i in range(index, last + 1)) != tail:
            if not (self.unit.text(index + 1) == b";" and self.unit.text(self.unit.head(index)) == b"using"):
                self.others.append(index)
            return
        first = qualified_start(self.unit, index)
        name = first - 2
        if self.unit.text(first - 1) == b"=" and self.unit.is_word(name) and self.unit.text(name - 1) == b"auto":
            self._add("stream", name, None)  # `auto resource = ..` holds the stream from now on
            self.uses.append(Use("holder", first, last))
        else:
            self.uses.append(Use("receiver", first, last))

    def _stream_variable(self, index: int) -> None:
        """`auto NAME = c10_tpu::getCurrentTPUStream()` that stands there already."""
        first = index
        while self.unit.text(first - 1) == b"::" and self.unit.is_word(first - 2):
            first -= 2
        name = first - 2
        ends = [self.unit.text(index + i) for i in (1, 2, 3)] == [b"(", b")", b";"]
        if (
            self.unit.text(first - 1) == b"="
            and self.unit.is_word(name)
            and self.unit.text(name - 1) == b"auto"
            and ends
        ):
            self._add("stream", name, None)

    def _declared(self, type_index: int, role: str) -> None:
        """The variables that a declaration with this type names."""
        unit = self.unit
        index = type_index + 1
        while unit.text(index) in (b">", b">>", b"&", b"*", b"const", b"&&"):
            index += 1
        while unit.is_word(index) and unit.text(index + 1) in _AFTER_NAME and index not in self._functions:
            self._add(role, index, type_index)
            if self._parameter_list(index) is not None:
                return
            index += 1
            while unit.text(index) not in (b",", b";", b"") and unit.parents[index] == unit.parents[type_index]:
                index = max(unit.pairs.get(index, index), index) + 1
            if unit.text(index) != b",":
                return
            index += 1
            while unit.text(index) in (b"&", b"*"):
                index += 1

    def _parameter_list(self, index: int) -> int | None:
        """The function body behind the parameter list that this name stands in; None: it stands in none."""
        parent = self.unit.parents[index]
        if parent < 0 or self.unit.text(parent) != b"(" or self.unit.text(parent - 1) == b"for":
            return None
        closer = self.unit.pairs[parent]
        after = closer + 1
        while self.unit.text(after) in (b"const", b"noexcept", b"override"):
            after += 1
        return after if self.unit.text(after) == b"{" else -1

    def _add(self, role: str, index: int, type_index: int | None) -> None:
        body = self._parameter_list(index)
        if body is not None:
            block = body
        else:
            blocks = self.unit.blocks(index)
            block = blocks[0] if blocks else -1
        variable = Variable(role, self.unit.text(index), index, block, type_index, body is not None)
        if index not in self._declared_at:
            self._declared_at.add(index)
            self.variables.append(variable)
            self._named.setdefault(variable.name, []).append(variable)

    def _tensor_initialisers(self) -> None:
        """`auto x = generator(..)` and `auto &y = cond ? a : b` over such variables."""
        inside = [(c.opener, c.closer) for c in self.calls]
        for use in self.uses:
            if use.kind == "generator" and not any(a < use.first < b for a, b in inside):
                self._auto_of(use.first)
        for index, name in enumerate(self.names):
            if name:
                role = self._gives(index, name)
                if role in ("tensor", "typed"):
                    self._auto_of(index, role)
        changed = True
        while changed:
            before = len(self.variables)
            for index in self.mentions():
                self._auto_of(index)
                self._element_of(index)
            changed = len(self.variables) != before

    def _gives(self, index: int, name: str) -> str:
        """What a name gives whose value is another one from now on: an enumerator, a function of the rules or of the file."""
        if self.unit.is_member(index):
            return ""
        if self.unit.text(index + 1) != b"(":
            return "typed" if self.rules.constant(name) and self.unit.text(index - 1) != b"::" else ""
        if name in self.rules.converting:
            return "typed"
        if name in self.rules.functions:
            return "tensor" if self.unit.text(index + 2) == b")" else ""
        return self.helpers.gives(name.encode())

    def _auto_of(self, index: int, role: str = "tensor") -> None:
        """Where `index` is a whole operand of an `auto` initialiser, its variable holds a tensor, or what `role` says."""
        unit = self.unit
        if unit.text(index + 1) in (b".", b"->", b"["):
            return
        blocks = unit.blocks(index)
        if not blocks or unit.parents[index] != blocks[0]:
            return
        first = unit.statement(index, blocks[0])
        words = [unit.text(i) for i in range(first, min(first + 6, index))]
        if b"auto" not in words[:2]:
            return
        position = index
        while position > first and unit.text(position) not in (b"=", b","):
            position = min(unit.pairs.get(position, position), position) - 1
        if unit.text(position) != b"=":
            return
        name = position - 1
        if unit.is_word(name):
            self._add(role, name, None)

    def _element_of(self, index: int) -> None:
        """`for ( auto &x : list )`: the variable holds a tensor where the list has some."""
        unit, opener = self.unit, self.unit.parents[index]
        header = unit.text(index - 1) == b":" and unit.text(index + 1) == b")" and unit.text(opener - 1) == b"for"
        if header and unit.is_word(index - 2) and b"auto" in [unit.text(i) for i in range(opener, index - 2)]:
            self._add("tensor", index - 2, None)

    def mentions(self) -> Iterable[int]:
        """Tokens that name a variable that holds a tensor."""
        names = {v.name for v in self.variables if v.role == "tensor"}
        if not names:
            return
        for index, token in enumerate(self.unit.tokens):
            if token.text in names and self.unit.text(index - 1) not in _MEMBER and self.resolve(index):
                yield index

    def resolve(self, index: int) -> Variable | None:
        """The variable that a name means: the innermost block that declares it before."""
        return _resolve(self.unit, self._named.get(self.unit.text(index), ()), index)

    def statement_key(self, index: int) -> object:
        blocks = self.unit.blocks(index)
        if not blocks:
            while self.unit.parents[index] >= 0 and self.unit.text(self.unit.parents[index]) != b"{":
                index = self.unit.parents[index]
            return ("top", self.unit.head(index))
        return ("statement", blocks[0], self.unit.statement(index, blocks[0]))

    def _group(self) -> list[Flow]:
        sets = _Sets()
        items: tuple[Use | LegacyCall, ...] = (*self.uses, *self.calls)
        for item in items:
            sets.join(item, self.statement_key(item.index if isinstance(item, LegacyCall) else item.first))
        for index in self.mentions():
            variable = self.resolve(index)
            if variable:
                sets.join(variable, self.statement_key(index))
        for call in self.calls:
            handle = self.handle_argument(call)
            if handle and not handle.parameter:
                sets.join(call, handle)
                sets.join(handle, self.statement_key(handle.index))
        flows: dict[object, Flow] = defaultdict(Flow)
        for call in self.calls:
            flows[sets.find(call)].calls.append(call)
        for use in self.uses:
            flows[sets.find(use)].uses.append(use)
        for variable in self.variables:
            root = sets.find(variable)
            if root in flows:
                flows[root].variables.append(variable)
        return list(flows.values())

    def handle_argument(self, call: LegacyCall) -> Variable | None:
        """The variable that a call takes its receiver from."""
        if not call.arguments:
            return None
        first, end = call.arguments[0]
        if end - first != 1 or not self.unit.is_word(first):
            return None
        variable = self.resolve(first)
        return variable if variable and variable.role in ("handle", "stream") else None


def _key_word(sequence: tuple[bytes, ...]) -> bytes:
    """The last identifier of a receiver expression: tpu::TPUGetDeviceResource() is found by TPUGetDeviceResource."""
    return next(t for t in reversed(sequence) if t.decode().isidentifier())
