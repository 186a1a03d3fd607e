"""A helper that puts a kernel's name together of a text, or a number, that its callers give it is written once for each: `nameOf ( "add", f16 )` becomes
`nameOf_add ( f16 )`. What it says then is made of literals, which later steps follow."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from migrate.frontend.plain_types import STRINGS
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.kernels.launchers import Call, Launcher
from migrate.frontend.prepare.kernels.names import is_quiet, launching_functions, literal
from migrate.frontend.prepare.kernels.strings import constant_text, gives_string, is_kernel_name, is_piece, kernel_texts
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import ParameterTokens, Source
from migrate.frontend.statements import conditional_operator, parenthesis_around, statement_start
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_TEXT = ("const char *", "const char *const")
_BEFORE = (b"(", b",", b"+", b"+=", b"=", b"return", b"?", b":")
_BEHIND = (b")", b",", b"+", b";", b":", b"}")
_ASKS = (b"c_str", b"data")
_INT = re.compile(rb"0|[1-9][0-9]{0,8}")  # what every int holds


def named_texts(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    taken: list[Span] = []
    there = b"string" in source.places or b"snprintf" in source.places
    for function in source.functions if source.facts and there and launching_functions(rules, source) else ():
        helper = TextHelper.of(source, rules, function)
        change = helper.change() if helper is not None else None
        if change is None and helper is not None:
            change = helper.split()
        spans = [one.span for one in change.replacements] if change is not None else []
        if change is not None and not any(a.start < b.end and b.start < a.end for a in spans for b in taken):
            taken += spans
            yield change


class TextHelper(Launcher):
    """A helper of which some parameters are pieces of a kernel's name."""

    def _find(self) -> bool:
        source, function = self.source, self.function
        if source.text(function.first) == b"template" or self._is_cut() or self._keeps():
            return False
        gives = gives_string(source, function)
        if gives and not self._names_kernel():
            return False
        for position, parameter in enumerate(self.parameters):
            if (self._is_text(parameter) and self._is_read(position, gives)) or (
                gives and self._is_number(parameter) and self._is_counted(position)
            ):
                self.named.append(position)
        return bool(self.named)

    def _is_text(self, parameter: ParameterTokens) -> bool:
        kind = self._kind(parameter)
        return kind in _TEXT or self._is_string(parameter)

    def _is_string(self, parameter: ParameterTokens) -> bool:
        kind = self._kind(parameter)
        bare = kind.removesuffix("&").strip().removeprefix("const ")
        plain = not kind.endswith("&") or kind.startswith("const ")
        return plain and (bare in STRINGS or bare.startswith("std::basic_string<char"))

    def _is_number(self, parameter: ParameterTokens) -> bool:
        return self._kind(parameter) in ("int", "const int")

    def _names_kernel(self) -> bool:
        """Whether a call of it makes a kernel's name, or a piece of one."""
        source, rules = self.source, self.rules
        launching = launching_functions(rules, source)
        for use in source.places[self.function.name.encode()]:
            around = source.function_at(source.code[use].start)
            if use == self.function.name_index or around is None or source.text(use + 1) != b"(":
                continue
            end = source.pairs[use + 1] + 1
            if gives_string(source, around) and around is not self.function:
                return True
            if source.text(end) == b"." and is_kernel_name(source, use, end + 4, launching):
                return True
            targets = kernel_texts(source, around, launching)
            first = statement_start(source, use)
            if any(d.offset in targets and not d.file for i in range(first, use) for d in source.every_fact(i)):
                return True
        return False

    def _is_read(self, position: int, gives: bool) -> bool:
        """Whether a parameter is only read as a text, so that a literal may stand in its place."""
        source, parameter, own = self.source, self.parameters[position], self._uses(position)
        launching = launching_functions(self.rules, source)
        targets = frozenset[int]() if gives else kernel_texts(source, self.function, launching)
        declared, pieces = source.code[parameter.name_index].start, gives
        for use in own:
            if {(d.offset, d.file) for d in source.decls(use)} != {(declared, "")}:
                return False
            asks = self._is_string(parameter) and self._asks(use)
            behind = source.text(use + 5 if asks else use + 1)
            if source.text(use - 1) not in _BEFORE or behind not in _BEHIND or self._is_told_by_type(use):
                return False
            names = asks and is_kernel_name(source, use, use + 5, launching)
            pieces = pieces or names or is_piece(source, use, targets)
        return bool(own) and pieces

    def _asks(self, use: int) -> bool:
        """Whether it is asked for its characters."""
        asked = [self.source.text(use + i) for i in range(1, 5)]
        return asked[0] == b"." and asked[1] in _ASKS and asked[2:] == [b"(", b")"]

    def _is_told_by_type(self, use: int) -> bool:
        """Whether what is done with it depends on more than the text that it is: its type, or where it lies."""
        source = self.source
        opener = parenthesis_around(source, use)
        first = statement_start(source, use)
        words = [source.text(i) for i in range(first, use)]
        if {b"auto", b"&", b"&&", b"sizeof", b"decltype", b"typeid", b"["} & {*words}:
            return True
        if source.text(opener) != b"(" or source.text(use - 1) not in (b"(", b","):
            return False
        name = opener - 1
        if source.text(name) in (b"string", b"append", b"snprintf", b"sprintf", b"if", b"while", b"return"):
            return source.text(name) in (b"if", b"while")
        decls = list(source.every_fact(name))
        if any(d.kind == "variable" and d.offset == source.code[name].start for d in decls):
            return False  # a text that is declared
        plain = bool(decls) and all(d.kind == "function" and "&&" not in d.type for d in decls)
        return not plain or any("&" in d.type.replace("const std::string &", "") for d in decls)

    def _is_counted(self, position: int) -> bool:
        """Whether a number is only written into the text."""
        source, own = self.source, self._uses(position)
        declared = source.code[self.parameters[position].name_index].start
        return bool(own) and all(
            {(d.offset, d.file) for d in source.decls(use)} == {(declared, "")}
            and source.text(use - 2) == b"to_string"
            and (source.text(use - 1), source.text(use + 1)) == (b"(", b")")
            for use in own
        )

    def _said(self, first: int, last: int, position: int) -> bytes:
        """The literal that an argument is; empty where it is none."""
        source = self.source
        if self._is_number(self.parameters[position]):
            number = last - first == 1 and _INT.fullmatch(source.text(first)) is not None
            return source.text(first) if number else b""
        if last - first == 1 and (texts := constant_text(source, first)):
            return b" ".join(texts)
        return literal(source, first, last)

    def _at_use(self, position: int, text: bytes) -> dict[int, bytes]:
        instead: dict[int, bytes] = {}
        string = self._is_string(self.parameters[position])
        for use in self._uses(position):
            asks = string and self._asks(use)
            instead[use] = b"std::string ( " + text + b" )" if string and not asks else text
            if asks:
                instead |= dict.fromkeys(range(use + 1, use + 5), b"")
        return instead

    def split(self) -> Change | None:
        """A call that is given one of two texts as one of two calls, where it gives a text."""
        source = self.source
        if not gives_string(source, self.function):
            return None
        for call in self._calls(self._declarations()) or ():
            caller = source.function_at(source.code[call.index].start)
            for position in self.named if caller is not None else ():
                made = self._one_of_two(call, position) if self._is_plain_beside(call.arguments, position) else None
                if made is not None and caller is not None:
                    return Change(caller, (made,))
        return None

    def _one_of_two(self, call: Call, position: int) -> Replacement | None:
        source, code = self.source, self.source.code
        first, last = call.arguments[position]
        question, colon = conditional_operator(source, first, last) or (first, first)
        bounds = (question + 1, colon), (colon + 1, last)
        if question == first or not all(self._said(*one, position) for one in bounds):
            return None
        if not is_quiet(source, first, question):
            return None
        whole = Span(code[call.index].start, code[source.pairs[call.index + 1]].end)
        before, behind = Span(whole.start, code[first].start), Span(code[last - 1].end, whole.end)
        condition, yes, no = (source.span_of(*one) for one in ((first, question), *bounds))
        made = (b"( ", condition, b" ? ", before, yes, behind, b" : ", before, no, behind, b" )")
        return Replacement(whole, made)

    def _is_plain_beside(self, arguments: Sequence[tuple[int, int]], position: int) -> bool:
        """Whether the other arguments do nothing, so that one may be chosen before them."""
        return all(
            n == position or (n in self.named and bool(self._said(a, b, n))) or is_quiet(self.source, a, b)
            for n, (a, b) in enumerate(arguments)
        )
