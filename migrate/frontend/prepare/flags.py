"""The flag by which a helper is told whether to wait gets the name that the rules know it by."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from migrate.frontend.prepare.by_chip import Change, Step
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import voided
from migrate.project.library_rules import LibraryRules


def named_flags(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    wanted = sorted(rules.non_blocking, key=lambda name: (name.encode() not in source.places, name))
    for function in source.functions if wanted else ():
        parameters = source.parameters(function)
        last = parameters[-1] if parameters else None
        if rules.is_legacy(function.name) or rules.name(function.name) is not None:
            continue  # a header may say what the parameters of an operator are called
        if last is None or source.text(last.name_index).decode("utf-8", "replace") in rules.non_blocking:
            continue
        new = wanted[0].encode()
        uses = _uses(rules, source, function, last.name_index)
        if uses and not source.where(new, function.first, function.close_brace) and new not in source.table.names:
            places = (last.name_index, *uses)
            yield Change(function, tuple(Replacement(source.code[i].span, (new,)) for i in places))


def _uses(rules: LibraryRules, source: Source, function: Function, parameter: int) -> list[int]:
    """Where a truth value is given to launches as the flag, or to functions of the file that have it by its name; empty where it is used for anything
    else."""
    decl = source.fact(parameter)
    declared = source.code[parameter].start
    uses = source.where(source.text(parameter), *function.body)
    if decl is None or decl.kind != "param" or decl.type != "bool" or not uses:
        return []
    flags = {index for index in uses if voided(source, index) is not None}
    dropped = len(flags)
    for index in source.calls(*function.body):
        position = _position(rules, source, index)
        arguments = source.arguments(index + 1) if position >= 0 else []
        if len(arguments) > position >= 0:
            first, last = arguments[position]
            flags |= {first} if last - first == 1 else set()
    plain = all(i in flags and all(d.offset == declared for d in source.decls(i)) for i in uses)
    return uses if plain and len(uses) > dropped else []


def _position(rules: LibraryRules, source: Source, index: int) -> int:
    """At which place a call takes the flag; -1 where it takes none, or that is not known."""
    rule = rules.launch.get(source.text(index).decode("utf-8", "replace"))
    if rule is not None:
        return rule.wait
    own = [f for f in source.functions if f.name == source.text(index).decode("utf-8", "replace")]
    taken = [source.parameters(f) for f in own]
    named = [p and source.text(p[-1].name_index).decode("utf-8", "replace") in rules.non_blocking for p in taken]
    return len(taken[0]) - 1 if taken and all(named) and len({*map(len, taken)}) == 1 else -1
