"""A source's own names for the legacy library's types: functions are written with the library's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from migrate.frontend.lex import Kind
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Source
from migrate.project.library_rules import LibraryRules


def without_aliases(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    aliases = _aliases(rules, source) if source.facts else {}
    names = {source.text(source.index_at(offset)) for offset in aliases}
    for function in source.functions if aliases else ():
        made = []
        for index in sorted(i for name in names for i in source.where(name, function.first, function.close_brace)):
            decls = list(source.decls(index))
            target = aliases.get(decls[0].offset) if decls else None
            alone = source.text(index - 1) not in (b"::", b".", b"->", b"struct") and source.text(index + 1) != b"::"
            if target is None or not alone or len({(d.kind, d.offset, d.file) for d in decls}) != 1 or decls[0].file:
                continue
            if any(
                d.kind != "type"
                for i in source.where(target, function.first, function.close_brace)
                for d in source.decls(i)
            ):
                continue  # it is another thing's name here
            made.append(Replacement(source.code[index].span, (target,)))
        if made:
            stands = tuple(
                (source.text(source.index_at(at)).decode(), target.decode()) for at, target in aliases.items()
            )
            yield Change(function, tuple(made), aliases=stands)


def _aliases(rules: LibraryRules, source: Source) -> Mapping[int, bytes]:
    """Offsets of names that stand for one of the library's types and nothing more, with the type's."""
    types = rules.tensor_types | rules.dtype_types | rules.status_types | rules.memory_types | rules.handle_types
    known = {name.encode() for name in types}
    found: dict[int, bytes] = {}
    names: dict[bytes, bytes] = {}
    starts = sorted(i for word in (b"using", b"typedef") for i in source.where(word, 0, len(source.code)))
    for index in starts:
        word = source.text(index)
        if word == b"using" and source.text(index + 2) == b"=" and source.text(index + 4) == b";":
            name, target = index + 1, index + 3
        elif word == b"typedef" and source.text(index + 3) == b";":
            name, target = index + 2, index + 1
        else:
            continue
        text = names.get(source.text(target), source.text(target))
        if text not in known or source.code[name].kind != Kind.IDENT or source.in_function(source.code[name].start):
            continue
        if source.text(index - 1) in (b">",):  # a template
            continue
        names[source.text(name)] = text
        found[source.code[name].start] = text
    return found
