"""The flag by which a helper is told whether to wait gets the name that the rules know it by."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import voided
from migrate.project.library_rules import LibraryRules


def named_flags(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    known = [
        sorted(names, key=lambda name: (name.encode() not in source.places, name))
        for names in (rules.non_blocking, rules.blocking)
    ]
    for function in source.functions if any(known) else ():
        parameters = source.parameters(function)
        last = parameters[-1] if parameters else None
        if rules.is_legacy(function.name) or rules.name(function.name) is not None:
            continue  # a header may say what the parameters of an operator are called
        if last is None or source.text(last.name_index).decode("utf-8", "replace") in rules.flags:
            continue
        waits, uses = _uses(rules, source, function, last.name_index)
        new = known[waits][0].encode() if known[waits] else b""
        if (
            uses
            and new
            and not source.where(new, function.first, function.close_brace)
            and new not in source.table.names
        ):
            places = (last.name_index, *uses)
            yield Change(function, tuple(Replacement(source.code[i].span, (new,)) for i in places))


def _uses(rules: LibraryRules, source: Source, function: Function, parameter: int) -> tuple[bool, list[int]]:
    """Whether a truth value says that calls wait, and where it is given to launches as the flag, or to functions of the file that have it by its name;
    empty where it is used for anything else."""
    decl = source.fact(parameter)
    declared = source.code[parameter].start
    uses = source.where(source.text(parameter), *function.body)
    if decl is None or decl.kind != "param" or decl.type not in ("bool", "int") or not uses:
        return False, []
    flags = {index for index in uses if voided(source, index) is not None}
    dropped, kinds = len(flags), set[bool]()
    for index in source.calls(*function.body):
        position, waits = _position(rules, source, index)
        arguments = source.arguments(index + 1) if position >= 0 else []
        if len(arguments) > position >= 0:
            first, last = arguments[position]
            given = {first} & set(uses) if last - first == 1 else set()
            flags |= given
            kinds |= {waits} if given else set()
    plain = all(i in flags and all(d.offset == declared for d in source.decls(i)) for i in uses)
    return any(kinds), uses if plain and len(uses) > dropped and len(kinds) == 1 else []


def _position(rules: LibraryRules, source: Source, index: int) -> tuple[int, bool]:
    """At which place a call takes the flag, and whether it waits where that is true; -1 where it takes none, or that is not known."""
    rule = rules.launch.get(source.text(index).decode("utf-8", "replace"))
    if rule is not None:
        return rule.wait, rule.waits
    own = [f for f in source.functions if f.name == source.text(index).decode("utf-8", "replace")]
    taken = [source.parameters(f) for f in own]
    names = {source.text(p[-1].name_index).decode("utf-8", "replace") if p else "" for p in taken}
    waits = names <= rules.blocking
    known = bool(taken) and (waits or names <= rules.non_blocking) and len({*map(len, taken)}) == 1
    return (len(taken[0]) - 1 if known else -1), waits
