"""A variable of a plain type that each chip's branch declares is declared before the conditional: the branches set it.

A constant stays one: what the branches set is another variable, and the constant is declared behind them with its value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.directives import Conditional
from migrate.frontend.kernel_constants import is_enumeration
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.names import free_name
from migrate.frontend.prepare.scalars import is_scalar
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import block_around, is_asked_for_type, is_whole
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_STAYS = frozenset((b"static", b"thread_local", b"volatile", b"extern", b"register", b"auto", b"decltype", b"&"))


@dataclass(frozen=True)
class _Declaration:
    name: str
    type: bytes  # without a const of the variable itself
    constant: bool
    first: int
    name_index: int
    last: int  # the semicolon

    def as_constant(self) -> bytes:
        pointer = self.type.endswith(b"*")
        return (
            self.type + b" const " + self.name.encode()
            if pointer
            else b"const " + self.type + b" " + self.name.encode()
        )

    def set(self, source: Source, name: bytes) -> Replacement:
        """What becomes of it in its branch, where the variable has a name."""
        if self.name_index + 1 == self.last:
            return Replacement(Span(source.code[self.first].start, source.code[self.last].end), ())
        own = source.code[self.name_index]
        assigned = b"" if source.text(self.name_index + 1) == b"=" else b" = "
        if name == own.text and not assigned:
            return Replacement(Span(source.code[self.first].start, own.start), ())
        return Replacement(Span(source.code[self.first].start, own.end), (name + assigned,))


def before_branches(rules: LibraryRules) -> Step:
    """Also of the types that the rules name as statuses, data types and tensors, which are plain in C."""
    return partial(_changes, rules.status_types | rules.dtype_types | rules.tensor_types)


def _changes(plain: frozenset[str], source: Source) -> Iterator[Change]:
    for conditional in source.conditionals:
        function = source.function_at(conditional.span.start)
        if function is None or conditional.span.start < source.code[function.open_brace].start:
            continue
        if not source.resolves(conditional) or not is_whole(source, conditional):
            continue
        change = _change(source, plain, function, conditional)
        if change is not None:
            yield change


def _change(source: Source, plain: frozenset[str], function: Function, conditional: Conditional) -> Change | None:
    preceding = source.text(source.index_at(conditional.span.start) - 1)
    by_name: dict[str, list[_Declaration]] = {}
    branches = [(source.index_at(b.body.start), source.index_at(b.body.end)) for b in conditional.branches]
    for first, last in branches:
        for one in _declarations(source, plain, first, last):
            by_name.setdefault(one.name, []).append(one)
    if not by_name or preceding not in (b";", b"{", b"}"):
        return None
    uses = [
        (index, decl.name)
        for index in range(source.index_at(conditional.span.end), function.close_brace)
        for decl in source.decls(index)
        if not decl.file and conditional.span.start <= decl.offset < conditional.span.end
    ]
    behind = {name for _, name in uses} | _named_unread(source, by_name, conditional, function)
    if any(is_asked_for_type(source, index) for index, _ in uses):
        return None
    if any(_declares(source, name, first, last) > 1 for name in behind for first, last in branches):
        return None
    moved = {name: found for name, found in by_name.items() if name in behind}
    if behind - moved.keys() or any(len({(one.type, one.constant) for one in found}) > 1 for found in moved.values()):
        return None
    if not moved:
        return None
    declared, constants, sets = b"", b"", list[Replacement]()
    for found in moved.values():
        one = found[0]
        own = one.name.encode()
        name = free_name(source, one.name).encode() if one.constant else own
        declared += one.type + b" " + name + b";\n"
        if one.constant:
            constants += one.as_constant() + b" = " + name + b";\n"
        sets += [other.set(source, name) for other in found]
    places = frozenset(source.code[one.name_index].start for found in moved.values() for one in found)
    before, behind_it = (Span(at, at) for at in conditional.span)
    around = (Replacement(before, (declared,)), Replacement(behind_it, (constants,)))
    return Change(function, (*around, *sets), declared=places)


def _named_unread(
    source: Source, names: Mapping[str, object], conditional: Conditional, function: Function
) -> set[str]:
    """Names that stand behind a conditional, in its block, where no compiler reads them: what only a build with an option sees."""
    first = source.index_at(conditional.span.end)
    opener = block_around(source, first)
    last = source.pairs.get(opener, function.close_brace) if opener > function.open_brace else function.close_brace
    return {
        name
        for name in names
        for index in source.where(name.encode(), first, last)
        if next(iter(source.decls(index)), None) is None and source.text(index - 1) not in (b".", b"->", b"::")
    }


def _declares(source: Source, name: str, first: int, last: int) -> int:
    """How many variables of that name a branch declares, blocks in it included."""
    places = source.where(name.encode(), first, last)
    return sum(any(_is_declared(source, index, decl) for decl in source.decls(index)) for index in places)


def _is_declared(source: Source, index: int, decl: Decl) -> bool:
    return decl.kind == "variable" and not decl.file and decl.offset == source.code[index].start


def _declarations(source: Source, plain: frozenset[str], first: int, last: int) -> Iterator[_Declaration]:
    """Those of one variable each, of the branch itself."""
    start = index = first
    while index < last:
        if source.text(index) == b";":
            found = _declaration(source, plain, start, index)
            if found is not None:
                yield found
        if source.text(index) in (b";", b"}"):
            start = index + 1
        index = source.pairs.get(index, index) + 1 if source.text(index) in (b"(", b"[", b"{") else index + 1
        if source.text(index - 1) == b"}":
            start = index


def _declaration(source: Source, plain: frozenset[str], first: int, last: int) -> _Declaration | None:
    for index in range(first + 1, last):
        decl = next((d for d in source.decls(index) if _is_declared(source, index, d)), None)
        if decl is None:
            continue
        words = [source.text(i) for i in range(first, index)]
        type_name = (decl.canonical or decl.type).removeprefix("const ")
        copied = is_scalar(type_name) or is_enumeration(source, type_name)
        if _STAYS.intersection(words) or not (copied or decl.type.removeprefix("const ") in plain):
            return None
        if not _is_alone(source, index, last):
            return None
        type_ = _without_const(words)
        constant = type_ != b" ".join(words) and not is_enumeration(source, type_name)  # what kernels are chosen by
        return _Declaration(decl.name, type_, constant, first, index, last)
    return None


def _is_alone(source: Source, name: int, last: int) -> bool:
    """Whether a declaration has one variable, and a value that can be assigned."""
    behind = source.text(name + 1)
    if behind in (b"(", b"{"):
        return source.pairs.get(name + 1) == last - 1 and last - name > 3
    if behind not in (b"=", b";") or source.text(name + 2) == b"{":
        return False
    place = name + 1
    while place < last and source.text(place) != b",":
        place = source.pairs.get(place, place) + 1 if source.text(place) in (b"(", b"[", b"{") else place + 1
    return place == last


def _without_const(words: list[bytes]) -> bytes:
    """The type of what is no constant any more; what a pointer points to stays one."""
    pointer = max((i for i, word in enumerate(words) if word == b"*"), default=-1)
    kept = [w for i, w in enumerate(words) if i < pointer or w not in (b"const", b"constexpr")]
    return b" ".join(w for w in kept if w != b"constexpr")
