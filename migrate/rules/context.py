"""What the rules of one function share while they collect its edits."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from migrate.frontend.directives import Branch
from migrate.frontend.lex import all_texts
from migrate.frontend.plain_types import PLAIN
from migrate.frontend.prototypes import Prototype
from migrate.frontend.source import Function, ParameterTokens, Source
from migrate.model import Chip, Edit, EditKind, Refusal, Site, Span
from migrate.project.library_rules import LibraryRules
from migrate.project.snippets import fill, places
from migrate.rules.editset import EditSet, apply


@dataclass(frozen=True)
class Launch:
    """One kernel launch: `offset` of the launch function's name, `args` type of the argument struct."""

    offset: int
    symbol: str
    cores: str
    args: str
    literal: int  # code index of the kernel's name
    key: str = ""
    call: tuple[int, int] = (0, 0)  # code tokens of the call
    given: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # `arguments`, `size`: code tokens
    form: str = ""  # what it becomes
    numbers: Mapping[str, str] = field(default_factory=dict)  # by chip, of the constant that names the kernel


@dataclass
class Notes:
    """What a function needs declared at its beginning, and what is worth telling."""

    variables: set[str] = field(default_factory=set)  # of the unified form, that what is emitted names
    differences: list[tuple[str, int, str]] = field(default_factory=list)  # id, offset, message
    structs: list[tuple[int, str, int]] = field(
        default_factory=list
    )  # per launch: its struct's declaration and type, place
    opening: str = ""  # a statement that comes before what the body does
    locals: tuple[str, ...] = ()  # declarations of what parameters stood for before a rule arranged them
    physical: set[int] = field(
        default_factory=set
    )  # offsets of integers declared here that a translated address is given to
    address_fields: set[str] = field(default_factory=set)  # fields of structs that one is given to
    offsets: list[tuple[int, int]] = field(
        default_factory=list
    )  # code tokens of addresses that an offset is added to, not known to be there
    arranged: list[tuple[str, list[tuple[int, int]]]] = field(default_factory=list)  # calls: operator, its arguments
    placed: list[Any] = field(default_factory=list)  # rules/placing.py: calls whose arguments change their order


HELPER_KEY = "helper."  # what keys of helpers begin with
Tokens = tuple[bytes, ...]
Passing = Mapping[str, frozenset[str]]
"""Functions of the file that are given what only an operator has: `handle`, or variables of the unified form, by their callers."""


@dataclass(frozen=True)
class Variant:
    """One rewritten text and the chips that have it."""

    chips: tuple[Chip, ...]
    branch: Branch | None
    tokens: Tokens


def encoded(text: str) -> bytes:
    """The bytes of a text, those that are no UTF-8 in the legacy file as they are there."""
    return text.encode("utf-8", "surrogateescape")


def _named_in_macros(source: Source) -> frozenset[bytes]:
    """All identifiers in what macros of the project stand for."""
    known: frozenset[bytes] | None = source.memo.get(_named_in_macros)
    if known is None:
        table = source.table
        found = (inner for name in table.names for one in table.definitions(name) for inner in one.names)
        known = source.memo[_named_in_macros] = frozenset(found)
    return known


class Context:
    """Edits, sites and refusals of one function. Rules read `source` and add to the rest."""

    def __init__(
        self,
        source: Source,
        function: Function,
        rules: LibraryRules,
        prototypes: Mapping[str, Prototype],
        internals: Collection[str] = (),
        passing: Passing | None = None,
    ) -> None:
        self.source = source
        self.function = function
        self.rules = rules
        self.prototypes = prototypes
        self.internals = internals  # functions that no header declares
        self.internal = function.name in internals  # becomes static
        self.passing: Passing = passing or {}
        self.passed = self.passing.get(function.name, frozenset())
        self.needs: set[str] = set()  # what would have to be passed to this function
        self.edits = EditSet(source.data)
        self.sites: list[Site] = []
        self.refusals: list[Refusal] = []
        self.launches: list[Launch] = []
        self.claimed: set[int] = set()  # code indices that an edit already covers
        self.notes = Notes()
        self.dropped_comments: list[Span] = []
        self.conversions: set[str] = set()
        self.dropped: list[Span] = []  # performance blocks
        self.virtual: set[tuple[int, int]] = set()  # expressions that are virtual addresses, as code indices
        self.wrapped: set[tuple[int, int]] = set()  # those that are translated
        self.tested: set[int] = set()  # where a tensor's address is asked whether it is there: first code index
        self.follows: dict[str, str] = {}  # chip -> the variant it follows
        self.implementing: list[Chip] = []
        self.variants: dict[int, tuple[list[Variant] | None, list[Chip]]] = {}  # of chip conditionals, by their offset
        self.relation = "none"
        self.parameters: Sequence[ParameterTokens] = source.parameters(function)
        self.variables = {name: self._free_name(name) for name in rules.unified.variables}

    def _free_name(self, wanted: str) -> str:
        name, number = wanted, 1
        while self.source.where(name.encode(), self.function.first, self.function.close_brace) or self._in_macro(name):
            number += 1
            name = f"{wanted}{number}"
        return name

    def _in_macro(self, name: str) -> bool:
        """Whether a macro that the function expands names something so."""
        table, function = self.source.table, self.function
        if name.encode() not in _named_in_macros(self.source):
            return False
        own = {self.source.text(index) for index in range(function.first, function.close_brace)} & table.names
        return name.encode() in table.closure(own)

    @cached_property
    def handle_name(self) -> str:
        """The unified name of the handle; in a helper that calls something else so, a name that is free there."""
        name, source = self.rules.unified.handle, self.source
        own = self.handle is not None and source.text(self.handle.name_index) == name.encode()
        if own or not self.helper or not self.named(name):
            return name
        return self._free_name(name)

    def named(self, name: str) -> list[int]:
        """Where the function names something so, but for members that it accesses."""
        found = self.source.where(name.encode(), self.function.open_paren, self.function.close_brace)
        return [index for index in found if self.source.text(index - 1) not in (b".", b"->", b"::")]

    @property
    def handle(self) -> ParameterTokens | None:
        """The parameter that is a handle; None where the function is no operator."""
        position = self.handle_position
        return None if position < 0 else self.parameters[position]

    @cached_property
    def handle_position(self) -> int:
        return self.rules.handle_position([parameter.type for parameter in self.parameters])

    @cached_property
    def flag(self) -> ParameterTokens | None:
        """The parameter for not waiting: the last one beside the handle, by its name."""
        own = [p for number, p in enumerate(self.parameters) if number != self.handle_position]
        last = own[-1] if own and self.handle else None
        named = last and self.source.text(last.name_index).decode("utf-8", "replace") in self.rules.flags
        return last if named else None

    @property
    def own_parameters(self) -> list[ParameterTokens]:
        """The parameters that rules count: without the handle and the flag for not waiting."""
        return [p for p in self.parameters if p is not self.handle and p is not self.flag]

    @property
    def returns_status(self) -> bool:
        """A plain number or truth value is a status of functions with a handle alone."""
        function = self.function
        before = self.source.text(function.name_index - 1).decode("utf-8", "replace")
        plain = before in PLAIN and self.handle is None
        return function.first < function.name_index and before in self.rules.status_types and not plain

    @property
    def refuses_by_throw(self) -> bool:
        """Whether a function that gives no status has another way to say that its chip is not supported: one that no header declares."""
        return self.helper and not self.returns_status and bool(self.rules.unified.helper_not_supported)

    @property
    def answers_value(self) -> bool:
        """Whether an operator that gives no status has a value to say so with."""
        return not self.helper and not self.returns_status and bool(self.rules.unified.value_not_supported)

    @property
    def refusal_forms(self) -> tuple[str, str]:
        """How the function asks for its kernel, and how it says that its chip is not supported."""
        form = self.rules.unified
        if self.refuses_by_throw:
            return form.helper_require_kernel, form.helper_not_supported
        if self.answers_value:
            return form.value_require_kernel, form.value_not_supported
        return form.require_kernel, form.not_supported

    @property
    def helper(self) -> bool:
        """Whether only functions of this source call it."""
        return self.internal or self.handle is None

    @cached_property
    def key(self) -> str:
        name = self.rules.operator(self.function.name)
        if self.handle is None or (self.internal and name is None):
            return f"{HELPER_KEY}{self.function.name}"  # no operator's key, whatever it is called
        return self.rules.unified.key(name or self.function.name)

    def emit(self, snippet: str, **values: str) -> str:
        """A snippet of the rules with its places filled in; the variables that it names are declared at the function's beginning."""
        self.notes.variables.update(name for name in places(snippet) if name in self.variables)
        return fill(snippet, {"handle": self.handle_name, **self.variables, **values})

    def around(self, snippet: str, place: str) -> tuple[str, str]:
        """What a snippet has before and behind one of its places."""
        before, _, behind = snippet.partition("{" + place + "}")
        return self.emit(before), self.emit(behind)

    def edit(self, start: int, end: int, text: str, kind: EditKind, rule: str) -> Edit:
        return Edit(Span(start, end), encoded(text), kind, rule)

    def site(self, kind: EditKind, index: int, what: str, done: bool = False) -> Site:
        token = self.source.code[index]
        site = Site(kind, Span(token.start, token.end), what, self.function.name, done)
        self.sites.append(site)
        return site

    def replace_token(self, index: int, text: str, kind: EditKind, rule: str) -> None:
        token = self.source.code[index]
        if token.text != encoded(text):
            self.add([self.edit(token.start, token.end, text, kind, rule)])
        self.claimed.add(index)

    def insert(self, offset: int, text: str, kind: EditKind, rule: str) -> None:
        self.add([self.edit(offset, offset, text, kind, rule)])

    def add(self, edits: Sequence[Edit]) -> None:
        problem = self.edits.try_add(edits)
        if problem:
            self.refuse("L100", edits[0].span, f"two rules want the same place: {problem}")

    def refuse(self, id: str, span: Span, message: str, site: Site | None = None) -> None:
        self.refusals.append(Refusal(id, span, message, site, self.function.name))

    def refuse_at(self, id: str, index: int, message: str, site: Site | None = None) -> None:
        token = self.source.code[index]
        self.refuse(id, Span(token.start, token.end), message, site)

    def drop(self, first: int, last: int, text: str, kind: EditKind, rule: str) -> None:
        """Replace code tokens [first, last) by text, but for tokens that both have at either end."""
        code = self.source.code
        new = [*all_texts(encoded(text))]
        start, end = first, last
        while start < end and new and code[start].text == new[0]:
            text = text[text.index(new[0].decode("utf-8", "surrogateescape")) + len(new.pop(0)) :]
            start += 1
        while end > start and new and code[end - 1].text == new[-1]:
            text = text[: text.rindex(new.pop().decode("utf-8", "surrogateescape"))]
            end -= 1
        self.claimed.update(range(first, last))
        if start == end:
            if text.strip():
                at = code[start].start if start < last else code[last - 1].end
                self.insert(at, text, kind, rule)
            return
        self._note_comments(code[start].start, code[end - 1].end)
        self.add([self.edit(code[start].start, code[end - 1].end, text, kind, rule)])

    def _note_comments(self, start: int, end: int) -> None:
        self.dropped_comments += [c.span for c in self.source.comments_from(start, end)]

    def rewritten(self, span: Span) -> bytes:
        return apply(self.source.data, self.edits.inside(span), span)

    def with_key(self, launch: Launch, key: str) -> Launch:
        return replace(launch, key=key)
