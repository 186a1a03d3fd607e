"""Names with the scopes written in front of them: `c10::cuda::CUDAGuard`, and what the rules say of the whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from migrate.frontend.lex import Kind
from migrate.frontend.torch.operands import EXPRESSION_WORDS, TYPE_WORDS
from migrate.frontend.torch.source import CONTROL_WORDS, SCOPE_WORDS, CodeUnit
from migrate.model import Span
from migrate.project.torch_rules import FreeCall, TorchRules

_NO_SCOPE = (
    EXPRESSION_WORDS | TYPE_WORDS | CONTROL_WORDS | SCOPE_WORDS | {b"using", b"public", b"protected", b"private"}
)


def scoped(unit: CodeUnit, index: int) -> bool:
    """Whether a name is taken from a scope: `tpu::name`, `Of<int>::name`; `return ::name` is not."""
    if unit.text(index - 1) != b"::":
        return False
    before = index - 2
    if unit.text(before) in (b">", b">>"):
        return unit.tokens[before].end == unit.tokens[index - 1].start
    return unit.is_word(before) and unit.text(before) not in _NO_SCOPE


@dataclass(frozen=True)
class Written:
    """A name with its scopes, from token `first` to `last`; a `::` in front of all is none of it."""

    text: str
    first: int
    last: int

    def span(self, unit: CodeUnit) -> Span:
        return Span(unit.tokens[self.first].start, unit.tokens[self.last].end)


def written(unit: CodeUnit, index: int) -> Iterator[Written]:
    """The name that begins at a token with what follows behind `::`, longest first; nothing where scopes stand in front of it."""
    if not unit.is_word(index) or unit.text(index) in _NO_SCOPE or scoped(unit, index) or unit.is_member(index):
        return
    names = [unit.text(index).decode("utf-8", "replace")]
    while unit.text(index + 2 * len(names) - 1) == b"::" and unit.is_word(index + 2 * len(names)):
        names.append(unit.text(index + 2 * len(names)).decode("utf-8", "replace"))
    for count in range(len(names), 0, -1):
        yield Written("::".join(names[:count]), index, index + 2 * (count - 1))


@dataclass(frozen=True)
class ScopedName:
    """A name that the rules rename together with its scopes."""

    old: Written
    new: str


def scoped_name(unit: CodeUnit, rules: TorchRules, index: int) -> ScopedName | None:
    """What begins at a token and has another name as a whole: the longest that a rule is for. None where a comment may stand within, or where that
    rule is for calls whose arguments change: what renames a part of such a name would take it for another function."""
    if not rules.has_scopes or unit.text(index + 1) != b"::":
        return None
    for name in written(unit, index):
        if name.last == name.first:
            return None
        call = rules.free.get(name.text)
        new = rules.renamed_call(name.text) if call else rules.scoped(name.text)
        if call is not None or new is not None:
            return ScopedName(name, new) if new is not None and _together(unit, name) else None
    return None


def _together(unit: CodeUnit, name: Written) -> bool:
    tokens = unit.tokens[name.first : name.last + 1]
    return all(right.start - left.end <= 1 for left, right in pairwise(tokens))


@dataclass(frozen=True)
class Called:
    """A call of a function without a receiver that a rule is for."""

    rule: FreeCall
    name: Written
    opener: int


def called_free(unit: CodeUnit, rules: TorchRules, index: int) -> Called | None:
    """The call that begins at a token, with its scopes; none where a function is declared, or its brackets do not match."""
    if not rules.free:
        return None
    for name in written(unit, index):
        rule = rules.free.get(name.text)
        opener = name.last + 1
        if rule is None or unit.text(opener) != b"(" or opener not in unit.pairs:
            continue
        if not _together(unit, name):
            return None
        return None if _declares(unit, index) else Called(rule, name, opener)
    return None


def _declares(unit: CodeUnit, index: int) -> bool:
    before = index - 2 if unit.text(index - 1) == b"::" else index - 1
    return unit.is_word(before) and unit.text(before) not in EXPRESSION_WORDS


def unnamed_scopes(
    unit: CodeUnit, rules: TorchRules, named: frozenset[str], index: int, paths: frozenset[str] = frozenset()
) -> bool:
    """Whether the name that begins at a token may be one that a rule is for, without all of its scopes: `cuda::CUDAGuard`, `CUDAGuard`.

    `named`: scopes that the file takes names from or declares things in; only names of those may lack them. `paths`: the same,
    each with its scopes, for rules that are patterns."""
    for name in written(unit, index) if rules.scoped_keys or paths else ():
        scope, _, behind = name.text.partition("::")
        text = behind if f"{scope}=" in named and behind else name.text
        for key in rules.scoped_keys.get(text.rpartition("::")[2], ()):
            rest = key.removesuffix(f"::{text}")
            if rest != key and named & {*rest.split("::"), *key.split("::")[-2:-1]}:
                return True
        if name.first == index and any(
            rules.of_pattern(f"{path}::{text}") for path in paths if not scope_of(text, path)
        ):
            return True
    return False


def scope_of(text: str, path: str) -> bool:
    """Whether a name is written with a namespace already."""
    return text == path or text.startswith(f"{path}::")


def named_paths(unit: CodeUnit) -> frozenset[str]:
    """The namespaces that a text takes names from or declares things in, with their scopes, and those around them."""
    found: set[str] = set()
    for index, token in enumerate(unit.tokens):
        if token.text not in (b"using", b"namespace"):
            continue
        first = index + 1
        while unit.is_word(first) and unit.text(first + 1) == b"=":
            first += 2
        first += (unit.text(first) == b"namespace") + (unit.text(first + (unit.text(first) == b"namespace")) == b"::")
        words: list[str] = _around(unit, index) if token.text == b"namespace" else []
        while unit.is_word(first):
            words.append(unit.text(first).decode("utf-8", "replace"))
            found.add("::".join(words))
            first += 2 if unit.text(first + 1) == b"::" else len(unit.tokens)
    return frozenset(found)


def _around(unit: CodeUnit, index: int) -> list[str]:
    """The namespaces around a token, outermost first."""
    words: list[str] = []
    parent = unit.parents[index]
    while parent >= 0:
        head = [unit.text(i).decode("utf-8", "replace") for i in range(unit.head(parent), parent) if unit.is_word(i)]
        words[:0] = head[1:] if head[:1] == ["namespace"] else []
        parent = unit.parents[parent]
    return words


def named_scopes(unit: CodeUnit, macros: Iterable[CodeUnit] = ()) -> frozenset[str]:
    """Words of the namespaces that a text takes names from, gives another name (`name=`, also by a macro) or declares things in."""
    found: set[str] = set()
    for macro in macros:
        words = [token.text for token in macro.tokens if token.kind == Kind.IDENT]
        if (
            words
            and not macro.parameters
            and len(words) + sum(t.text == b"::" for t in macro.tokens) == len(macro.tokens)
        ):
            found |= {word.decode("utf-8", "replace") for word in (macro.macro + b"=", *words)}
    for index, token in enumerate(unit.tokens):
        if token.text not in (b"using", b"namespace"):
            continue
        index += 1
        while unit.is_word(index) or unit.text(index) in (b"::", b"="):
            alias = unit.text(index + 1) == b"=" and unit.text(index - 1) == b"namespace"
            found.add(unit.text(index).decode("utf-8", "replace") + "=" * alias)
            index += 1
    return frozenset(found - {"::", "="})
