"""What an option of the build decides together with a chip, or outside of functions, is written as builds without the option see it: a line in each
function that it decides something for ends a build with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial

from migrate.frontend.clang import Decl, is_system
from migrate.frontend.directives import DirectiveTree, build_tree, condition_macros
from migrate.frontend.lex import Kind, lex, lex_whole
from migrate.frontend.macros import Definition
from migrate.frontend.option_branches import all_left_out, left_out, turned
from migrate.frontend.option_macros import alone, asked_around, is_free, optional
from migrate.frontend.prepare.by_chip import Change, Step
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.macros import is_named
from migrate.frontend.source import Function, Source
from migrate.model import Span
from migrate.project.library_rules import LibraryRules


def with_option_guards(options: Mapping[str, tuple[str, ...]]) -> Step:
    """`options`: what decides something for each function, by its name."""
    return partial(_changes, options)


def deciding_options(rules: LibraryRules, source: Source) -> Mapping[str, tuple[str, ...]]:
    """For each function the options that decide something in its unified form that no conditional of the output asks about."""
    found: dict[str, set[str]] = {}
    for function in source.functions if source.facts and _has_any(source) else ():
        options = {*_of_conditionals(source, function), *_of_names(rules, source, function)} - rules.drop_macros
        if options := {name for name in options if not turned(source, name.encode())}:
            found.setdefault(function.name, set()).update(options)
    return {name: tuple(sorted(options)) for name, options in found.items()}


def _changes(options: Mapping[str, tuple[str, ...]], source: Source) -> Iterator[Change]:
    for function in source.functions:
        at = source.code[function.open_brace].end
        told = " ".join(message for _, message in all_left_out(source.data[at : function.span.end]))
        names = [name for name in options.get(function.name, ()) if f"{name} " not in f"{told} ".replace(",", " ")]
        if names:
            asked = " || ".join(f"defined {name}" for name in names)
            verb, them = ("decides", "it") if len(names) == 1 else ("decide", "them")
            line = left_out(f"what {', '.join(names)} {verb} for this function is written as without {them}")
            text = f"\n#if {asked}\n".encode() + line + b"#endif\n"
            yield Change(function, (Replacement(Span(at, at), (text,)),))


def _has_any(source: Source) -> bool:
    """Whether any conditional of the file or of the tree's headers asks about what nothing defines."""
    paths = {header.path for facts in source.facts for header in facts.headers if not is_system(header.path)}
    trees = [source.tree, *(_tree(source.table.text(path)) for path in paths)]
    return any(
        is_free(source, name)
        for tree in trees
        for one in tree.walk()
        for branch in one.branches
        for name in condition_macros(branch.condition())
    )


def _of_conditionals(source: Source, function: Function) -> Iterator[str]:
    """Of those that the output does not have: around the function, and in it those that are resolved."""
    for one in source.conditionals_around(function.span):
        yield from source.outcomes.options(one)
    for one in source.conditionals_from(function.span.start, function.span.end):
        if source.resolves(one):
            yield from source.outcomes.options(one)


def _of_names(rules: LibraryRules, source: Source, function: Function) -> Iterator[str]:
    """Of what stands around the definitions of what the function names, and of what constants and functions that give texts are made of."""
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
                    yield from _of_macro(rules, source, decl.name.encode())
                elif decl.kind == "function" and not decl.file:
                    gives_text = decl.type.startswith("const char *")
                    pending += [f.body for f in source.functions if gives_text and f is own.get(decl.offset)]
                elif decl.kind in ("variable", "type", "enumerator", "function"):
                    yield from _around(source, decl)
                    if decl.kind == "variable" and not decl.file and decl.offset >= 0:
                        begin = source.index_at(decl.offset)
                        end = begin + 1
                        while source.text(end) not in (b";", b"}", b")", b""):
                            end = source.behind(end)
                        pending.append((begin, end))


def _of_macro(rules: LibraryRules, source: Source, name: bytes) -> Iterator[str]:
    for inner in source.table.closure([name]):
        one = source.table.single(inner)
        option = optional(source, one) if one is not None else None
        along = one is not None and option is not None and alone(rules, source, one, option) and not _is_text(one)
        if not is_named(rules, inner) and not along:
            yield from asked_around(source, inner)


def _is_text(one: Definition) -> bool:
    """Whether a macro is a string, as a kernel's name is, which the tables get."""
    return len(one.body) == 1 and one.body[0][:1] == b'"'


def _around(source: Source, decl: Decl) -> Iterator[str]:
    """Options that conditionals around a declaration outside of functions, or within it, ask about."""
    if decl.offset < 0 or (not decl.file and source.in_function(decl.offset)):
        return
    data = source.table.text(decl.file)
    tree = _tree(data) if decl.file else source.tree
    end = _end(data, decl.offset)
    for one in tree.walk():
        if one.span.start <= decl.offset < one.span.end or decl.offset < one.span.start < end:
            asked = {name for branch in one.branches for name in condition_macros(branch.condition())}
            yield from (name.decode("utf-8", "replace") for name in asked if is_free(source, name))


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


@lru_cache(maxsize=64)
def _tree(data: bytes) -> DirectiveTree:
    return build_tree(data, lex_whole(data))
