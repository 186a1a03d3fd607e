"""What an option of the build decides together with a chip, or outside of functions, is written as builds without the option see it: a line in each
function that it decides something for ends a build with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from migrate.frontend.compiler.clang import BUILT_IN, SYSTEM, Decl, is_system
from migrate.frontend.directives import Conditional, DirectiveTree
from migrate.frontend.lex import Kind, lex
from migrate.frontend.macros import Definition
from migrate.frontend.option_branches import all_left_out, decided, left_out, turned
from migrate.frontend.option_macros import (
    alone,
    asked_around,
    asked_by,
    is_free,
    is_of_another_chip,
    only_optional,
    optional,
    trees,
)
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, Source
from migrate.model import Span
from migrate.project.library_rules import LibraryRules


def with_option_guards(options: Mapping[str, tuple[str, ...]]) -> Step:
    """`options`: what decides something for each function, by its name."""
    return partial(_changes, options)


def deciding_options(rules: LibraryRules, source: Source) -> Mapping[str, tuple[str, ...]]:
    """For each function the options that decide something in its unified form that no conditional of the output asks about."""
    if not source.facts:
        return {}
    found: dict[str, set[str]] = {}
    deciding = _Deciding(rules, source)
    for function in () if deciding.nothing else source.functions:
        if options := {name for name in deciding.of(function) if not turned(source, name.encode())}:
            found.setdefault(function.name, set()).update(options)
    return {name: tuple(sorted(options)) for name, options in found.items()}


def expanded_options(source: Source, raw: bytes) -> Mapping[str, tuple[str, ...]]:
    """For each function the options that decide what a macro stands for which was expanded in it. `raw`: the text before that."""
    before = Source(source.path, raw, source.chips)
    named: dict[str, set[bytes]] = {}
    for function in before.functions:
        words = {before.text(i) for i in range(function.first, function.close_brace)}
        named.setdefault(function.name, set()).update(words & source.table.names)
    found: dict[str, set[str]] = {}
    for function in source.functions:
        left = {source.text(i) for i in range(function.first, function.close_brace)}
        gone = source.table.closure(named.get(function.name, set()) - left)
        if options := {option for name in gone for option in asked_around(source, name, own=True)}:
            found.setdefault(function.name, set()).update(o for o in options if not _is_defined(source, o))
    return {name: tuple(sorted(options)) for name, options in found.items() if options}


def _is_defined(source: Source, option: str) -> bool:
    """Whether something but a default of its own defines a macro."""
    known = source.table.definitions(option.encode())
    return turned(source, option.encode()) != "" or any(
        option not in asked_around(source, d.name, own=True) for d in known
    )


def _changes(options: Mapping[str, tuple[str, ...]], source: Source) -> Iterator[Change]:
    for function in source.functions:
        at = source.code[function.open_brace].end
        told = " ".join(message for _, message in all_left_out(source.data[at : function.span.end]))
        names = [name for name in options.get(function.name, ()) if f"{name} " not in f"{told} ".replace(",", " ")]
        if names:
            asked = " || ".join(_asked_as(source, name) for name in names)
            line = left_out(decided(names))
            text = f"\n#if {asked}\n".encode() + line + b"#endif\n"
            yield Change(function, (Replacement(Span(at, at), (text,)),))


def _asked_as(source: Source, name: str) -> str:
    """What asks whether a build has an option, or gives a macro another value than its default in the source."""
    one = source.table.single(name.encode())
    value = (
        b" ".join(one.body).decode("utf-8", "replace") if one is not None and one.file not in (BUILT_IN, SYSTEM) else ""
    )
    return f"(defined {name} && ({name}) != ({value}))" if value else f"defined {name}"


class _Deciding:
    """Where the source and the tree's headers ask about options, and what that decides for functions."""

    def __init__(self, rules: LibraryRules, source: Source) -> None:
        self.rules, self.source = rules, source
        self.around: dict[Decl, frozenset[str]] = {}
        self.macros: dict[bytes, frozenset[str]] = {}
        self.replaced = only_optional(source)
        asking = {path: (tree, self._asking(tree)) for path, tree in trees(source).items()}
        self.everywhere = frozenset(n for tree, spans in asking.values() for n in _including(tree, spans))
        self.spans = {path: spans for path, (_, spans) in asking.items() if path not in source.kept}
        self.spans[""] = [one for one in self.spans[""] if not source.in_function(one[0].start)]
        asks = any(source.resolves(one) or source.outcomes.options(one) for one in source.conditionals)
        self.nothing = not (self.everywhere or any(self.spans.values()) or asks or self.replaced)

    def _asking(self, tree: DirectiveTree) -> list[tuple[Span, frozenset[str]]]:
        found = []
        for one in tree.walk():
            names = (name.decode("utf-8", "replace") for name in asked_by(one) if is_free(self.source, name))
            if free := frozenset(names) - self.rules.drop_macros:
                found.append((one.span, free))
        return found

    def of(self, function: Function) -> set[str]:
        found = {*self.everywhere, *self._of_conditionals(function), *self._of_names(function)}
        others = {name for name in found if is_of_another_chip(self.source, name.encode())}
        return found - self.rules.drop_macros - others

    def _of_conditionals(self, function: Function) -> Iterator[str]:
        """Of those that the output does not have: around the function, and in it those that are resolved."""
        source = self.source
        for one in source.conditionals_around(function.span):
            yield from source.outcomes.options(one)
        for one in source.conditionals_from(function.span.start, function.span.end):
            if source.where(b"char", source.index_at(one.span.start), source.index_at(one.span.end)):
                yield from source.outcomes.options(one)  # it may be a kernel's name, which the tables get
            if source.resolves(one):
                yield from source.outcomes.options(one)
                for name in source.outcomes.names(one):
                    yield from asked_around(source, name)
                own = (name.decode("utf-8", "replace") for name in asked_by(one) if self._defines(one, name))
                yield from own  # its default stands in the function

    def _defines(self, conditional: Conditional, name: bytes) -> bool:
        inside = (d for d in self.source.tree.others if conditional.span.covers(d.token.span))
        return any(d.keyword == b"define" and d.argument.split(b"(")[0].split()[:1] == [name] for d in inside)

    def _of_names(self, function: Function) -> Iterator[str]:
        """Of what stands around the definitions of what the function names, and of what constants and functions that give texts are made of."""
        source = self.source
        for name, options in self.replaced.items():
            if source.where(name, function.first, function.close_brace):
                yield from options
        if not any(self.spans.values()):
            for index in source.macro_names(function.first, function.close_brace):
                yield from self._of_macro(source.text(index))
            return
        own = {f.name_offset(source): f for f in source.functions}
        seen: set[Decl] = set()
        pending = [(function.first, function.close_brace)]
        while pending:
            first, last = pending.pop()
            for index in range(first, last):
                for decl in source.decls(index) if source.code[index].kind == Kind.IDENT else ():
                    if decl in seen or is_system(decl.file) or decl.file in source.kept:
                        continue
                    seen.add(decl)
                    if decl.kind == "macro":
                        yield from self._of_macro(decl.name.encode())
                    elif decl.kind == "function" and not decl.file:
                        gives_text = decl.type.startswith("const char *")
                        pending += [f.body for f in source.functions if gives_text and f is own.get(decl.offset)]
                    elif decl.kind in ("variable", "type", "enumerator", "function"):
                        yield from self._around(decl)
                        pending += self._value(decl)

    def _value(self, decl: Decl) -> Iterator[tuple[int, int]]:
        """The tokens that a variable of the source gets its value from."""
        if decl.kind == "variable" and not decl.file and decl.offset >= 0:
            begin = self.source.index_at(decl.offset)
            end = begin + 1
            while self.source.text(end) not in (b";", b"}", b")", b""):
                end = self.source.behind(end)
            yield begin, end

    def _of_macro(self, name: bytes) -> frozenset[str]:
        if name not in self.macros:
            source, found = self.source, set[str]()
            differs = source.table.differs(name)
            for inner in source.table.closure([name]):
                asked = asked_around(source, inner, own=differs)
                one = source.table.single(inner) if asked else None
                option = optional(source, one) if one is not None else None
                places = {(known.file, known.offset) for known in source.table.definitions(inner)}
                along = one is not None and option is not None and alone(self.rules, source, one, option)
                along = along and len(places) == 1
                if not along or differs or (one is not None and _is_text(one)):
                    found |= asked
            self.macros[name] = frozenset(found)
        return self.macros[name]

    def _around(self, decl: Decl) -> frozenset[str]:
        """Options that conditionals around a declaration outside of functions, or within it, ask about."""
        if decl.offset < 0 or (not decl.file and self.source.in_function(decl.offset)):
            return frozenset()
        if decl not in self.around:
            spans = self.spans.get(decl.file, ())
            behind = any(decl.offset < span.start for span, _ in spans)
            end = _end(self.source.table.text(decl.file), decl.offset) if behind else decl.offset
            near = (
                free for span, free in spans if span.start <= decl.offset < span.end or decl.offset < span.start < end
            )
            self.around[decl] = frozenset().union(*near)
        return self.around[decl]


def _including(tree: DirectiveTree, spans: Sequence[tuple[Span, frozenset[str]]]) -> Iterator[str]:
    """Options with which a header of the tree is included, that may say anything."""
    for one in tree.others if spans else ():
        if one.keyword == b"include" and one.argument[:1] == b'"':
            yield from (n for span, free in spans if span.start <= one.token.start < span.end for n in free)


def _is_text(one: Definition) -> bool:
    """Whether a macro is a string, as a kernel's name is, which the tables get."""
    return len(one.body) == 1 and one.body[0][:1] == b'"'


def _end(data: bytes, offset: int) -> int:
    """Where a declaration ends whose name stands at an offset."""
    depth = 0
    for token in lex(data, offset, offset + _LONGEST):
        depth += (token.text in _OPENERS) - (token.text in _CLOSERS)
        if depth < 0 or (depth == 0 and token.text in (b";", b"}")):
            return token.end
    return len(data)


_LONGEST = 20000
_OPENERS, _CLOSERS = (b"{", b"(", b"["), (b"}", b")", b"]")
