"""Whether what a `try` block may throw is the same in the unified form: nothing in it is a check, a call of the legacy library or a helper that makes one."""

from __future__ import annotations

import re

from migrate.frontend.compiler.clang import Decl, is_system
from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.source import Source
from migrate.project.library_rules import LibraryRules
from migrate.rules.context import Context

_WORDS = frozenset(b"if for while switch return sizeof catch throw decltype alignof".split())
_WORD = re.compile(r"[A-Za-z_]\w*")
_OBJECTS = ("variable", "param", "field")


def throws_alike(ctx: Context, index: int) -> bool:
    """Whether a `try` and its handlers, by the word, mean the same in the unified form."""
    source = ctx.source
    block = Throwing(ctx.rules, source)
    if source.text(index + 1) != b"{" or not block.is_plain(index + 2, source.pairs[index + 1], frozenset()):
        return False
    behind = source.pairs[index + 1] + 1
    while source.text(behind) == b"catch":
        opener = source.pairs[behind + 1] + 1
        if not block.gives_no_address(opener, source.pairs[opener]):
            return False
        behind = source.pairs[opener] + 1
    return not source.has_directive(index, behind)


class Throwing:
    """What stretches of a source may throw."""

    def __init__(self, rules: LibraryRules, source: Source) -> None:
        self._rules, self._source = rules, source
        self._own = {f.name_offset(source): f for f in source.functions}

    def gives_no_address(self, first: int, last: int) -> bool:
        """Whether no tensor gets an address in tokens [first, last), as a whole or by its member."""
        source, rules = self._source, self._rules
        for index in range(first, last):
            if source.text(index) == rules.address_field.encode():
                return False
            kinds = {
                (decl.canonical or decl.type).removeprefix("const ").rstrip("&* ")
                for decl in source.decls(index)
                if decl.kind in _OBJECTS
            }
            if kinds & rules.tensor_types and source.text(index + 1) not in (b".", b"->"):
                return False
        return True

    def is_plain(self, first: int, last: int, above: frozenset[int]) -> bool:
        """Whether tokens [first, last) call nothing but the standard library and functions of the source that do so too."""
        source = self._source
        if (
            not self.gives_no_address(first, last)
            or source.where(b"goto", first, last)
            or source.where(b"try", first, last)
        ):
            return False
        return all(
            self._is_plain_name(index, above) for index in range(first, last) if source.code[index].kind == Kind.IDENT
        )

    def _is_plain_name(self, index: int, above: frozenset[int]) -> bool:
        source, rules = self._source, self._rules
        text, decls = source.text(index), list(source.decls(index))
        name = text.decode("utf-8", "replace")
        called = source.text(index + 1) == b"("
        if text in _WORDS or name in rules.prints:
            return True
        if text in source.table.names:
            return not called and not any(b"(" in body for body in source.table.bodies((text,)))
        if name in rules.provided or (called and (rules.concerns(name) or rules.is_legacy(name))):
            return False
        functions = [decl for decl in decls if decl.kind in ("function", "method", "template")]
        if called and not decls and text not in FUNDAMENTAL:
            return False
        others = (decl for decl in decls if decl not in functions)
        return all(self._is_plain_object(decl) for decl in others) and all(
            self._is_plain_function(decl, above) for decl in functions
        )

    def _is_plain_object(self, decl: Decl) -> bool:
        """Whether what is made, or named, is of no type of the tree that may have functions, and is no function that is kept."""
        if decl.kind not in (*_OBJECTS, "type"):
            return True
        if decl.kind == "type":
            known = self._rules.dtype_types | self._rules.status_types
            return is_system(decl.file) or decl.name in known or decl.name.encode() in FUNDAMENTAL
        words = {*_WORD.findall(decl.type), *_WORD.findall(decl.canonical)}
        return not words & self._source.own_types and "(" not in decl.type + decl.canonical

    def _is_plain_function(self, decl: Decl, above: frozenset[int]) -> bool:
        if decl.file:
            return is_system(decl.file)
        source, function = self._source, self._own.get(decl.offset)
        if function is None or source.has_directive(function.first, function.close_brace):
            return False
        head = range(function.open_paren + 1, function.open_brace)
        words = {source.text(i).decode("utf-8", "replace") for i in head}
        if words & source.own_types or source.calls(function.open_paren + 1, function.open_brace):
            return False
        start = function.name_index
        return start in above or self.is_plain(*function.body, above | {start})
