"""A helper that answers with an int which is nothing but a status answers with the status: `static int run ( ... ) { int ret = launch ( ... ); return ret; }`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import PLAIN
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import behind_value, parenthesis_around
from migrate.frontend.success import zero_succeeds
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_JOINS = frozenset((b"&&", b"||", b"!"))


def status_helpers(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    plain = not source.facts or bool(rules.status_types & PLAIN)
    for function in source.functions if not plain else ():
        words = [source.text(i) for i in range(function.first, function.name_index)]
        if words[-1:] == [b"int"] and words[:1] == [b"static"] and {*words} <= {b"static", b"inline", b"int"}:
            change = _Helper(rules, source, function).change()
            if change is not None:
                yield change


@dataclass(frozen=True)
class _Helper:
    rules: LibraryRules
    source: Source
    function: Function

    def change(self) -> Change | None:
        """With the status for the int, and success for 0; None where what it answers is not known to be one."""
        source, function = self.source, self.function
        if not self._is_only_called() or self._has_more() or not zero_succeeds(self.rules.success, source):
            return None
        variables, kinds, zeros = dict[bytes, int](), set[str](), list[int]()
        for index in source.where(b"return", *function.body):
            end = behind_value(source, index + 1)
            if source.text(end) != b";" or not (
                self._is_status(index + 1, end, kinds, zeros) or self._is_variable(index + 1, end, variables)
            ):
                return None
        for at in variables.values():
            if not self._holds_status(at, kinds, zeros):
                return None
        success = next((n for n in sorted(self.rules.success) if self._is_known(n)), "")
        if len(kinds) != 1 or not kinds <= self.rules.status_types - PLAIN or (zeros and not success):
            return None
        kind, code = kinds.pop().encode(), source.code
        made = [Replacement(code[i].span, (success.encode(),)) for i in dict.fromkeys(zeros)]
        names = [function.name_index, *variables.values()]
        for name in names:
            made.append(Replacement(Span(code[name - 1].start, code[name].end), (kind + b" " + source.text(name),)))
        places = frozenset(code[name].start for name in names)
        return Change(function, tuple(sorted(made, key=lambda one: one.span)), retyped=places)

    def _is_known(self, name: str) -> bool:
        return name.encode() in self.source.table.names or name.encode() in self.source.places

    def _is_only_called(self) -> bool:
        """Whether the function is one of its name, and everything that names it calls it."""
        source, function = self.source, self.function
        name = source.text(function.name_index)
        if sum(one.name.encode() == name for one in source.functions) != 1:
            return False
        if any(name in body for one in source.table.names for body in source.table.bodies([one])):
            return False
        others = [i for i in source.where(name, 0, len(source.code)) if i != function.name_index]
        return bool(others) and all(
            source.text(i + 1) == b"(" and source.text(i - 1) not in (b"int", b"&", b"::", b".", b"->") for i in others
        )

    def _has_more(self) -> bool:
        """Whether the body has functions of its own, or a macro in it may return."""
        source, body = self.source, self.function.body
        lambdas = any(
            source.code[i - 1].kind != Kind.IDENT and source.text(i - 1) not in (b")", b"]")
            for i in source.where(b"[", *body)
        )
        classes = any(source.where(word, *body) for word in (b"struct", b"class", b"union", b"try", b"goto"))
        used = source.table.names.intersection(source.text(i) for i in range(*body))
        return lambdas or classes or any(b"return" in source.table.words(name) for name in used)

    def _is_status(self, first: int, last: int, kinds: set[str], zeros: list[int]) -> bool:
        """Whether an expression is success, or a call that gives a status."""
        source = self.source
        if last - first == 1 and source.text(first) == b"0":
            zeros.append(first)
            return True
        if last - first == 1 and source.text(first).decode("utf-8", "replace") in self.rules.success:
            return True
        decls = list(source.every_fact(first)) if source.pairs.get(first + 1) == last - 1 else []
        given = {decl.type.partition("(")[0].strip() for decl in decls if decl.kind == "function"}
        if len(given) != 1 or any(decl.kind != "function" for decl in decls):
            return False
        kinds |= given
        return True

    def _is_variable(self, first: int, last: int, variables: dict[bytes, int]) -> bool:
        source = self.source
        decls = list(source.every_fact(first)) if last - first == 1 else []
        offsets = {decl.offset for decl in decls}
        begin, end = (source.code[i].start for i in self.function.body)
        own = len(offsets) == 1 and all(
            d.kind == "variable" and d.type == "int" and begin < d.offset < end for d in decls
        )
        if own:
            variables.setdefault(source.text(first), source.index_at(offsets.pop()))
        return own and source.code[variables[source.text(first)]].start == decls[0].offset

    def _holds_status(self, at: int, kinds: set[str], zeros: list[int]) -> bool:
        """Whether a variable is given nothing but statuses, and only asked whether it is success."""
        source = self.source
        if source.text(at - 1) != b"int" or source.text(at - 2) not in (b";", b"{", b"}"):
            return False
        for index in source.where(source.text(at), *self.function.body):
            if any(decl.offset != source.code[at].start for decl in source.every_fact(index)):
                return False
            if source.text(index + 1) == b"=":
                end = behind_value(source, index + 2)
                begins = index == at or source.text(index - 1) in (b";", b"{", b"}", b")", b"else")
                if not begins or source.text(end) != b";" or not self._is_status(index + 2, end, kinds, zeros):
                    return False
            elif index == at:
                if source.text(index + 1) != b";":
                    return False
            elif not self._is_asked(index):
                return False
        return True

    def _is_asked(self, index: int) -> bool:
        source = self.source
        before, behind = source.text(index - 1), source.text(index + 1)
        if before == b"return" and behind == b";":
            return True
        opener = parenthesis_around(source, index)
        head = source.text(opener - 1) if source.text(opener) == b"(" else b""
        if head.decode("utf-8", "replace") in self.rules.prints:
            return before == b"," and behind in (b",", b")")
        others = [at for operator, at in ((before, index - 2), (behind, index + 2)) if operator in (b"==", b"!=")]
        if others:
            return all(
                source.text(i) == b"0" or source.text(i).decode("utf-8", "replace") in self.rules.success
                for i in others
            )
        asks = {b"if", b"while", *(name.encode() for name in self.rules.checks)}
        if (before, behind) == (b"(", b")"):
            return head in asks or source.text(opener - 1) == b"!"
        return (before in _JOINS and behind in {*_JOINS, b")"}) or (
            before == b"(" and behind in _JOINS and head in asks
        )
