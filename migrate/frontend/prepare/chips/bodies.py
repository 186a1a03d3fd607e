"""A function in which something differs between the chips that no smaller part of it can be written around: each chip's body is written whole.

So are an `else` behind a conditional on the chips, the condition of a loop, the size of an array and a case label that is another number on each chip.
What each chip declares in its own way outside of functions, a table, an enumeration or a type, is declared in the body that uses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from migrate.frontend.compiler.clang import ChipFacts
from migrate.frontend.directives import Conditional
from migrate.frontend.lex import Kind
from migrate.frontend.prepare.chip_branches import Text, conditional
from migrate.frontend.prepare.chips.chip_macros import ChipMacros
from migrate.frontend.prepare.chips.statements import cuts, taken
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.scalars import is_scalar
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import is_whole
from migrate.model import Chip, Span
from migrate.project.library_rules import LibraryRules

_KEPT = frozenset((b"extern", b"thread_local", b"volatile", b"inline", b"template", b"namespace", b"using", b"mutable"))
_CONSTANT = frozenset((b"const", b"constexpr", b"enum", b"typedef", b"struct"))


_CONST = re.compile(r"const (?!.*\*)[^*]*|.*\*\s*const(?:\[\d*\])*")
_TELLS_TYPES = (b"template", b"any", b"any_cast", b"typeid", b"type_index", b"dynamic_cast", b"variant")


def whole_bodies(rules: LibraryRules) -> Step:
    """To be taken last: what the other steps know has a shorter form."""
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    macros = ChipMacros.of(source, rules)
    cut = {function.span.start for function, _ in cuts(source, macros)}
    outside = _Declared(source, macros, rules)
    for function in source.functions:
        if function.span.start in cut or _is_cut(source, function) or outside.differ(function):
            made = _made(source, macros, outside, function)
            if made is not None:
                yield Change(function, (made,))


def _is_cut(source: Source, function: Function) -> bool:
    """Whether a conditional on the chips, made of statements, is no statement itself."""
    body = _body(source, function)
    return any(
        source.resolves(one) and is_whole(source, one) and _reaches_out(source, function, one)
        for one in source.conditionals_from(body.start, body.end)
    )


def _reaches_out(source: Source, function: Function, one: Conditional) -> bool:
    """Whether an `else` stands behind a conditional or begins a branch, a branch has a case, or a variable of it is used behind it."""
    branches = [(source.index_at(branch.body.start), source.index_at(branch.body.end)) for branch in one.branches]
    if any(source.text(first) == b"else" or _has_case(source, first, last) for first, last in branches if first < last):
        return True
    behind = source.index_at(one.span.end)
    return source.text(behind) == b"else" or any(
        decl.kind == "variable" and not decl.file and one.span.start <= decl.offset < one.span.end
        for index in range(behind, function.close_brace)
        for decl in source.every_fact(index)
    )


def _has_case(source: Source, first: int, last: int) -> bool:
    index = first
    while index < last:
        text = source.text(index)
        if text in (b"case", b"default"):
            return True
        index = source.pairs.get(index, index) + 1 if text in (b"(", b"[", b"{") else index + 1
    return False


def _body(source: Source, function: Function) -> Span:
    return Span(source.code[function.open_brace].end, source.code[function.close_brace].start)


def _made(source: Source, macros: ChipMacros, outside: _Declared, function: Function) -> Replacement | None:
    body = _body(source, function)
    directives = (other.token for other in source.tree.others)
    if any(body.start <= token.start < body.end for token in directives):
        return None
    texts: dict[Chip, Text] = {}
    for facts, chip in zip(source.facts, source.chips, strict=True):
        if source.sees(chip, function.span.start):
            text, declared = taken(source, macros, chip, body), outside.of(function, facts, chip)
            if text is None or declared is None:
                return None
            texts[chip] = (*declared, *text)
    if len(set(texts.values())) < 2:
        return None
    made = conditional(source, texts)
    return Replacement(body, made) if made is not None else None


class _Declared:
    """Constants and types outside of functions that are something else on each chip."""

    def __init__(self, source: Source, macros: ChipMacros, rules: LibraryRules) -> None:
        self.source, self.macros, self.rules = source, macros, rules
        self._spans: dict[int, Span | None] = {}
        self._texts: dict[tuple[str, Span], Text | None] = {}
        self._loads = frozenset(at for facts in source.facts for file, at in facts.at_load if not file)
        used = any(macros.used(i) for name in macros.depends for i in source.places[name] if not self._within(i))
        self._any = used or any(
            source.resolves(one) and not source.in_function(one.span.start) for one in source.conditionals
        )

    def _within(self, index: int) -> bool:
        return self.source.in_function(self.source.code[index].start)

    def differ(self, function: Function) -> bool:
        """Whether a function uses one."""
        if not self._any:
            return False
        texts = [
            self.of(function, facts, chip)
            for facts, chip in zip(self.source.facts, self.source.chips, strict=True)
            if self.source.sees(chip, function.span.start)
        ]
        return None not in texts and len(set(texts)) > 1

    def of(self, function: Function, facts: ChipFacts, chip: Chip) -> Text | None:
        """The declarations that a chip's body needs, in their order; None where one cannot stand in a function."""
        spans = self._needed(facts, Span(function.span.start, function.span.end)) if self._any else set()
        texts = []
        for span in sorted(spans):
            if not self._differs(span):
                continue
            text = self._text(chip, span)
            if text is None or not self._may_move(span):
                return None
            texts.append((b"\nstatic " if self._is_automatic(span) else b"\n", *text))
        return tuple(part for text in texts for part in text)

    def _is_automatic(self, span: Span) -> bool:
        """Whether a variable that lives as long as the program would not in a function."""
        source = self.source
        words = {source.text(i) for i in range(source.index_at(span.start), source.index_at(span.end))}
        return b"=" in words and not words & {b"static", b"typedef", b"enum"} and bool(words & {b"const", b"constexpr"})

    def _needed(self, facts: ChipFacts, inside: Span) -> set[Span]:
        """Declarations outside of functions that a part of the text uses, and those that these use."""
        source, found, pending = self.source, set[Span](), [inside]
        while pending:
            part = pending.pop()
            for index in range(source.index_at(part.start), source.index_at(part.end)):
                if source.code[index].kind != Kind.IDENT:
                    continue
                at = source.code[index].start
                decl = facts.references.get(at) or facts.entities.get(at)
                if decl is None or decl.file or decl.offset < 0 or decl.kind not in ("variable", "enumerator", "type"):
                    continue
                if decl.name in self.rules.names:
                    continue  # what is written in its place is the unified library's
                span = self._declaration(decl.offset)
                if span is not None and span not in found and not part.covers(span):
                    found.add(span)
                    pending.append(span)
        return found

    def _declaration(self, offset: int) -> Span | None:
        """The statement that declares something outside of functions and namespaces."""
        if offset not in self._spans:
            source = self.source
            self._spans[offset] = None if source.in_function(offset) else self._statement(source.index_at(offset))
        return self._spans[offset]

    def _statement(self, index: int) -> Span | None:
        source, first = self.source, index
        while first > 0 and source.text(first - 1) != b";":
            before = first - 1
            if source.text(before) in (b")", b"]", b"}"):
                opener = source.pairs.get(before)
                if opener is None or source.in_function(source.code[before].start):
                    break
                first = opener
            else:
                first = before
        last = index
        while source.text(last) not in (b";", b""):
            last = source.pairs.get(last, last) + 1 if source.text(last) in (b"(", b"[", b"{") else last + 1
            if source.text(last) == b"}":  # out of the list that it stands in
                last += 1
        if source.text(last) != b";" or any(source.pairs.get(i, i) > last for i in range(first, index)):
            return None
        return Span(source.code[first].start, source.code[last].end)

    def _differs(self, span: Span) -> bool:
        """Whether the chips do not all have it, or have another one."""
        source = self.source
        if any(one.span.covers(span) and source.resolves(one) for one in source.conditionals):
            return True
        texts = {self._text(chip, span) for chip in source.chips}
        if len(texts) > 1:
            return True
        needed = (inner for facts in source.facts for inner in self._needed(facts, span))
        return any(inner != span and self._differs(inner) for inner in needed)

    def _text(self, chip: Chip, span: Span) -> Text | None:
        key = (chip.name, span)
        if key not in self._texts:
            self._texts[key] = taken(self.source, self.macros, chip, span)
        return self._texts[key]

    def _may_move(self, span: Span) -> bool:
        """Whether a declaration means the same in a function: a constant whose value is known before the program runs, or a type."""
        source = self.source
        words = [source.text(i) for i in range(source.index_at(span.start), source.index_at(span.end))]
        head = words[: words.index(b"=")] if b"=" in words else words
        if _KEPT.intersection(words) or not _CONSTANT.intersection(head):
            return False
        if any(span.start <= at < span.end for at in self._loads):
            return False
        return self._is_constant(span) and self._is_same_type(span, words) and self._is_one(span)

    def _is_constant(self, span: Span) -> bool:
        """Whether all variables that a declaration defines keep their values."""
        declared = (
            decl
            for facts in self.source.facts
            for at, decl in facts.references.items()
            if decl.kind == "variable" and decl.offset == at and not decl.file and span.start <= at < span.end
        )
        return all(_CONST.fullmatch(decl.canonical or decl.type) for decl in declared)

    def _is_same_type(self, span: Span, words: list[bytes]) -> bool:
        """Whether nobody can tell that each function has a type of its own: it does nothing by itself, and one function uses it, or nothing asks which
        type it is."""
        source = self.source
        if not {b"struct", b"class", b"union", b"enum"} & set(words):
            return True
        users = set[int]()
        for facts in source.facts:
            for known in (facts.references, facts.entities):
                for at, decl in known.items():
                    inside = not decl.file and span.start <= decl.offset < span.end
                    if inside and decl.kind in ("type", "enumerator") and not span.start <= at < span.end:
                        function = source.function_at(at)
                        users.add(function.span.start if function is not None else -1)
        acts = b"(" in words or any(word in source.places for word in _TELLS_TYPES)
        return len(users) <= 1 or not acts

    def _is_one(self, span: Span) -> bool:
        """Whether nobody can tell that each function has a variable of its own: one function uses it, or only its elements are read."""
        source, users, apart = self.source, set[int](), False
        for facts in source.facts:
            for at, decl in facts.references.items():
                if (
                    decl.kind != "variable"
                    or decl.file
                    or not span.start <= decl.offset < span.end
                    or span.start <= at < span.end
                ):
                    continue
                function, index = source.function_at(at), source.index_at(at)
                users.add(function.span.start if function is not None else -1)
                read = source.text(index + 1) == b"[" if "[" in decl.type else is_scalar(decl.canonical or decl.type)
                sized = source.text(index - 2) in (b"sizeof", b"size") and source.text(index - 1) == b"("
                scalars = is_scalar((decl.canonical or decl.type).partition("[")[0].strip())
                apart = apart or not ((read and scalars and source.text(index - 1) != b"&") or sized)
                if not scalars and b"mutable" in source.places:
                    return False
        return not apart or len(users) <= 1
