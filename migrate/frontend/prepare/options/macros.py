"""Macros that an option of the build defines in another way, together with what cannot come along, as those that measure or trace: their uses are
expanded as the chips' builds see them; option_guards.py has a line that ends a build with the option."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from migrate.frontend.compiler.clang import BUILT_IN, SYSTEM
from migrate.frontend.macros import Definition
from migrate.frontend.option_branches import turned
from migrate.frontend.option_macros import alone, free, optional
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.files.macros import Expander, Macro, is_named
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, Source
from migrate.model import Span
from migrate.project.library_rules import LibraryRules


def without_option_macros(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    macros = _macros(rules, source) if source.facts else {}
    expander = Expander(source, macros)
    for function in source.functions if macros else ():
        made = list(_replacements(source, function, expander))
        if made:
            yield Change(function, tuple(made))


def _replacements(source: Source, function: Function, expander: Expander) -> Iterator[Replacement]:
    end = 0
    for index in source.macro_names(*function.body):
        if source.text(index) not in expander.macros or index < end:
            continue
        use = expander.use(index)
        if use is None:
            continue
        last, text = use
        empty = not text.strip() and source.text(index - 1) in (b";", b"{", b"}") and source.text(last + 1) == b";"
        last += empty
        yield Replacement(Span(source.code[index].start, source.code[last].end), (text,))
        end = last + 1


def _macros(rules: LibraryRules, source: Source) -> dict[bytes, list[Macro]]:
    bodies = (index for f in source.functions for index in source.macro_names(*f.body))
    used = source.table.closure({source.text(index) for index in bodies}) & source.table.names
    wanted = {name for name in used if _behind_option(rules, source, name)}
    wanted |= {name for name in used if wanted and wanted & source.table.closure([name])}
    found: dict[bytes, list[Macro]] = {}
    for name in wanted:
        of_chips = {chip: known for chip, table in source.table.chips.items() if (known := table.get(name))}
        if is_named(rules, name) or name in source.table.undefined or any(len(k) > 1 for k in of_chips.values()):
            continue
        found[name] = [_macro(known[0], chip) for chip, known in of_chips.items()]
    return found


def _macro(one: Definition, chip: str) -> Macro:
    made = Macro.of(one.text.replace(b"\\\r\n", b" ").replace(b"\\\n", b" "))
    return Macro(made.name, made.parameters, made.body, (chip,), -1 if one.file else one.offset)


def _behind_option(rules: LibraryRules, source: Source, name: bytes) -> bool:
    for one in source.table.definitions(name):
        option = optional(source, one) if one.file not in (BUILT_IN, SYSTEM) else None
        if option is not None and not alone(rules, source, one, option):
            return not any(turned(source, asked) for asked in free(source, one, option))
    return False
