"""Functions that a torch-side file declares or defines, read by tokens: parameters by position, the result's type, the body."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from migrate.frontend.lex import split_arguments
from migrate.frontend.torch.operands import EXPRESSION_WORDS, result_words
from migrate.frontend.torch.source import CONTROL_WORDS, CodeUnit
from migrate.project.torch_rules import TorchRules

_BEHIND = frozenset((b"const", b"noexcept", b"override", b"final"))


@dataclass(frozen=True)
class Function:
    name: bytes
    index: int  # of its name
    opener: int
    body: int  # the opening brace; -1: declared only
    parameters: tuple[tuple[int, int], ...]
    result: tuple[bytes, ...]  # words of the result's type


def functions(unit: CodeUnit) -> Iterator[Function]:
    """Those at the file's, a namespace's or a class's level."""
    for opener, token in enumerate(unit.tokens):
        if token.text != b"(" or opener not in unit.pairs or not unit.is_word(opener - 1):
            continue
        name = unit.text(opener - 1)
        if name in CONTROL_WORDS or name in EXPRESSION_WORDS or unit.blocks(opener):
            continue
        closer = unit.pairs[opener]
        after = closer + 1
        while unit.text(after) in _BEHIND:
            after += 1
        if unit.text(after) == b"{" and unit.brace_kind(after) == "block":
            result = tuple(result_words(unit, after))
            yield Function(name, opener - 1, opener, after, _parameters(unit, opener, closer), result)
        elif unit.text(after) == b";" and unit.parents[opener] == _scope(unit, opener):
            words = [unit.text(i) for i in range(unit.head(opener - 1), opener - 1)]
            if words and b"=" not in words:
                yield Function(name, opener - 1, opener, -1, _parameters(unit, opener, closer), tuple(words))


def _scope(unit: CodeUnit, index: int) -> int:
    parent = unit.parents[index]
    return parent if parent < 0 or unit.text(parent) == b"{" else -2


def _parameters(unit: CodeUnit, opener: int, closer: int) -> tuple[tuple[int, int], ...]:
    return tuple(split_arguments(unit.tokens, opener, closer))


@dataclass(frozen=True)
class Helpers:
    """The functions of one file with what they take: per parameter handle, tensor, typed, status or nothing."""

    unit: CodeUnit
    rules: TorchRules

    @cached_property
    def by_name(self) -> Mapping[bytes, tuple[Function, ...]]:
        found: dict[bytes, tuple[Function, ...]] = {}
        for function in functions(self.unit):
            found[function.name] = (*found.get(function.name, ()), function)
        return found

    @cached_property
    def bodies(self) -> Mapping[int, Function]:
        return {f.body: f for listed in self.by_name.values() for f in listed if f.body >= 0}

    def one(self, name: bytes) -> Function | None:
        """The function of a name that has one definition in this file."""
        defined = [f for f in self.by_name.get(name, ()) if f.body >= 0]
        return defined[0] if len(defined) == 1 else None

    def role(self, name: bytes, position: int) -> str:
        """What the one function of this name takes at a position."""
        function = self.one(name)
        if function is None or position >= len(function.parameters):
            return ""
        first, end = function.parameters[position]
        words = [self.unit.text(i).decode("utf-8", "replace") for i in range(first, end)]
        return next((role for word in words if (role := self.role_of_word(word))), "")

    def role_of_word(self, word: str) -> str:
        rules = self.rules
        if word in rules.tensor_types:
            return "tensor"
        if word in rules.receiver_types:
            return "handle"
        if word in rules.status.types:
            return "status"
        return "typed" if word in rules.types else ""

    def gives(self, name: bytes) -> str:
        """What the one function of this name returns: tensor, handle, typed, status or nothing that matters."""
        function = self.one(name)
        return self.result(function) if function else ""

    def result(self, function: Function) -> str:
        roles = [self.role_of_word(word.decode("utf-8", "replace")) for word in function.result]
        return next((role for role in roles if role), "")

    def takes(self, function: Function, count: int) -> bool:
        """Whether a call with so many arguments may be one of a function."""
        words = [[self.unit.text(i) for i in range(first, end)] for first, end in function.parameters]
        packs = any(b"..." in texts for texts in words)
        required = sum(b"=" not in texts and b"..." not in texts for texts in words)
        return required <= count and (packs or count <= len(words))

    def changes(self, function: Function) -> bool:
        """Whether its parameters or its result change."""
        roles = (self.role(function.name, i) for i in range(len(function.parameters)))
        return bool(self.result(function)) or any(roles) or self._any_role(function)

    def _any_role(self, function: Function) -> bool:
        texts = (
            self.unit.text(i).decode("utf-8", "replace")
            for first, end in function.parameters
            for i in range(first, end)
        )
        return any(self.role_of_word(text) for text in texts)
