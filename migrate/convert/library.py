"""Library side: the functions of one legacy source, each converted and checked against the file it stands in."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import Path

from migrate.convert import load_time
from migrate.convert.compilers import check_compilers
from migrate.convert.definitions import (
    body_digest,
    compiled,
    exported_variables,
    operators_of_headers,
    other_definitions,
    other_names,
    referring,
)
from migrate.convert.entities import Scope, check_all, refuse, with_includes
from migrate.convert.function import Converted, convert_function
from migrate.convert.header_context import check_context
from migrate.convert.helper_bodies import compared
from migrate.convert.macros import CarriedMacro, carried, check_macros, one_meaning
from migrate.convert.optional import handed_on, with_known_offsets
from migrate.convert.passing import with_passing
from migrate.convert.translation_unit import TranslationUnit, load_unit
from migrate.convert.unnamed import check_unnamed
from migrate.convert.unseen import check_unseen
from migrate.frontend.compiler.background import BackgroundTask
from migrate.frontend.compiler.clang import ChipFacts
from migrate.frontend.option_branches import only_with_option
from migrate.frontend.source import CONTROL, Function, Source
from migrate.frontend.unified import unified_names
from migrate.model import FunctionResult, Refusal
from migrate.project.config import Project
from migrate.rules.context import Passing
from migrate.rules.local_types import LocalType, local_types, obstacle, used, with_inner

SMALL = 16 << 10  # bytes of functions that it is not worth while to give away a part of
SHARE = 0.66  # of the functions' text that is left to the process which does nothing else


@dataclass(frozen=True)
class Conversion:
    """The functions of one library source in their unified form, before anything is proven or emitted."""

    unit: TranslationUnit
    items: tuple[Converted, ...]
    internal: frozenset[str]  # functions with a handle that no header declares
    wanted: frozenset[str]
    skipped: Mapping[int, str]  # functions that are left out, by the offset of their name -> why
    macros: tuple[CarriedMacro, ...]
    types: Mapping[bytes, LocalType]
    others: tuple[FunctionResult, ...]  # definitions of kinds that are not converted
    complete: bool  # all functions of the source were asked for
    passing: Passing = field(default_factory=dict)  # helpers that their callers give something, and what


@dataclass(frozen=True)
class Draft:
    """The functions as the rules leave them, before they are checked against the file that they stand in."""

    unit: TranslationUnit
    items: tuple[Converted, ...]
    internal: frozenset[str]
    passing: Passing


def convert_source(
    project: Project,
    path: Path,
    only: Collection[str] | None = None,
    facts: Sequence[ChipFacts] | None = None,
    begin: Callable[[Draft], None] = lambda _: None,
) -> Conversion:
    """Convert one library source. `only` names legacy or unified functions; what they call in the file comes too. `begin`: is given the draft,
    for what is done beside the checks that follow."""
    unit = load_unit(project, path, facts)
    source, rules = unit.source, unit.rules
    internal = _internal(unit)
    wanted = _wanted(unit, only)

    def convert(function: Function, passing: Passing) -> Converted:
        return convert_function(source, function, rules, unit.prototypes, internal, passing=passing)

    def each(given: Sequence[Function]) -> dict[int, Converted]:
        return {f.name_offset(source): convert(f, {}) for f in given}

    mine, rest = _shared_out([f for f in source.functions if f.name in wanted and not _skip_reason(unit, f, {})])
    beside = BackgroundTask(lambda: (compared(project, unit), each(rest)))
    converted = each(mine)
    unlike, more = beside.result()
    converted |= more
    skipped = {
        f.name_offset(source): reason for f in source.functions if (reason := _skip_reason(unit, f, unlike.source))
    }
    functions = {
        offset: f for f in source.functions if (offset := f.name_offset(source)) not in skipped and f.name in wanted
    }
    tried = {offset: converted.get(offset) or convert(f, {}) for offset, f in functions.items()}
    settled, passing = with_passing(unit, functions, tried, convert)
    items = [settled[offset] for offset in functions]
    begin(Draft(unit, tuple(items), internal, passing))
    items = [_check_headers(unit, _check_provided(unit, item, unlike.source), unlike.headers) for item in items]
    items = _tell(unit, items, unlike.told)
    aliases = unit.merged.aliases if unit.merged else frozenset()
    types = {name: declared for name, declared in local_types(source).items() if name not in aliases}
    launched = frozenset(launch.args for item in items for launch in item.launches)
    scope = Scope(unit, types, unified_names(project), skipped, internal, launched, frozenset(passing))
    items = [_check_conflicts(unit, _check_globals(unit, types, item)) for item in items]
    known = frozenset(chip.unified_macro.encode() for chip in project.chips)
    unified = scope.names.macros | scope.names.expanded
    # Macros before types: a name that a chip's conditional changes is refused as what it is.
    captured = scope.names.captured
    items = [
        _check_types(unit, types, internal, check_macros(unit, item, known, internal, unified, captured))
        for item in items
    ]
    items = check_all(scope, one_meaning(unit, with_known_offsets(unit, items, internal), types))
    items = [check_compilers(unit, types, check_context(source, types, item)) for item in items]
    items = [check_unseen(unit, _unknown(unit, check_unnamed(unit, types, item))) for item in items]
    items = with_includes(scope, handed_on(unit, items))
    items, running = load_time.refused(unit, items, skipped)
    sources = {os.path.realpath(file) for file in project.source_files(project.library.sources)}
    others = (*_beside_functions(unit, types, sources), *running) if only is None else ()
    return Conversion(
        unit,
        tuple(items),
        internal,
        wanted,
        skipped,
        carried(unit, items, known, types),
        types,
        others,
        only is None,
        passing,
    )


def _beside_functions(
    unit: TranslationUnit, types: Mapping[bytes, LocalType], sources: Collection[str]
) -> Iterator[FunctionResult]:
    """What the file has that is no function of the report and does not come along."""
    yield from other_definitions(unit, types)
    yield from referring(unit)
    yield from other_names(unit)
    yield from exported_variables(unit)
    yield from operators_of_headers(unit, sources)


def _shared_out(functions: Sequence[Function]) -> tuple[Sequence[Function], Sequence[Function]]:
    """Functions for this process, and for the one that compares the helpers as well; of one the rules need to know nothing of the others."""
    sizes = list(accumulate(f.span.end - f.span.start for f in functions))
    if not sizes or sizes[-1] < SMALL:
        return functions, ()
    first = bisect_right(sizes, sizes[-1] * SHARE)
    return functions[:first], functions[first:]


def _internal(unit: TranslationUnit) -> frozenset[str]:
    """Functions that no header declares. Without a header every one is public that is called like an operator and not static."""
    if not unit.public:
        source, rules = unit.source, unit.rules
        return frozenset(
            f.name
            for f in source.functions
            if source.where(b"static", f.first, f.name_index) or not (rules.operator(f.name) or rules.is_legacy(f.name))
        )
    return frozenset(f.name for f in unit.source.functions if f.name not in unit.public and f.name.strip("_"))


def _seen(unit: TranslationUnit, function: Function) -> bool:
    """Whether a chip's compiler comes to the text of a function."""
    return any(unit.source.sees(chip, function.span.start) for chip in unit.source.chips)


def _unknown(unit: TranslationUnit, item: Converted) -> Converted:
    """A function that the compilers come to and say nothing of is refused."""
    if item.function.name in CONTROL or compiled(unit.source, item.function):
        return item
    option = only_with_option(unit.source, item.function)
    why = f"only a build with another {option} has it" if option else "what it stands in begins in another file, say"
    message = f"no compiler sees the function {item.function.name} here: {why}"
    return item.refused(Refusal("L178", item.function.span, message, None, item.function.name))


def _skip_reason(unit: TranslationUnit, function: Function, unlike: Mapping[int, str]) -> str:
    name, rules = function.name, unit.rules
    if name not in CONTROL and not compiled(unit.source, function) and not _seen(unit, function):
        return "no chip's build compiles it"
    option = only_with_option(unit.source, function) if not rules.operator(name) else ""
    if option and not compiled(unit.source, function):
        return f"only a build with another {option} compiles it"
    if name in rules.infrastructure:
        return rules.infrastructure[name]
    if name in rules.provided and function.name_offset(unit.source) not in unlike:
        return f"the unified library has {rules.provided[name]}"
    return ""


def _wanted(unit: TranslationUnit, only: Collection[str] | None) -> frozenset[str]:
    names = {f.name: f for f in unit.source.functions}
    if only is None:
        return frozenset(names)
    found = {n for n in names if n in only or unit.rules.operator(n) in only or unit.rules.name(n) in only}
    pending = list(found)
    while pending:
        function = names[pending.pop()]
        mentioned = {n for n in names.keys() - found if unit.source.where(n.encode(), *function.body)}
        found |= mentioned  # also through a pointer, or with template arguments
        pending += mentioned
    return frozenset(found)


def _check_provided(unit: TranslationUnit, item: Converted, unlike: Mapping[int, str]) -> Converted:
    """A helper that the unified library has is left out only where its definition does the same."""
    why = unlike.get(item.function.name_offset(unit.source))
    if not why:
        return item
    digest = body_digest(unit.source, item.function)
    helper = unit.rules.provided[item.function.name]
    message = f"it is not known to do what {helper} does: {why}; its digest for provided_bodies is {digest}"
    return refuse(item, "L165", unit.source.code[item.function.name_index].span, message)


def _check_headers(unit: TranslationUnit, item: Converted, unlike: Mapping[str, str]) -> Converted:
    """A function that calls a helper of the tree's headers calls the unified library's from now on."""
    for name, why in unlike.items():
        places = unit.source.where(name.encode(), *item.function.body)
        if places and item.text:
            message = f"{name} of a header is not known to do what {unit.rules.provided[name]} does: {why}"
            return refuse(item, "L165", unit.source.code[places[0]].span, message)
    return item


def _tell(unit: TranslationUnit, items: list[Converted], told: Mapping[str, tuple[str, ...]]) -> list[Converted]:
    """Says where a helper is called first that answers differently for what is no data type, or for strides that lead to no element."""
    for name, phrase in told.items():
        found = [unit.source.where(name.encode(), *item.function.body) if item.text else [] for item in items]
        callers = [position for position, places in enumerate(found) if places]
        if callers:
            at = unit.source.code[found[callers[0]][0]].start
            many = f" (called in {len(callers)} functions)" if len(callers) > 1 else ""
            message = f"{name}{many} has another answer for {' and '.join(phrase)} than {unit.rules.provided[name]}"
            item = items[callers[0]]
            items[callers[0]] = replace(item, differences=(*item.differences, ("D207", at, message)))
    return items


def _check_conflicts(unit: TranslationUnit, item: Converted) -> Converted:
    """A function that the chips' own files declare differently has no one form; one that is no C++ has none at all."""
    if item.function.name in unit.broken:
        why = f"the compiler does not take it as C++: {unit.broken[item.function.name]}"
        return item.refused(Refusal("L180", item.function.span, why, None, item.function.name))
    message = unit.merged.conflicts.get(item.function.name) if unit.merged else None
    if message is None:
        return item
    refusal = Refusal("L172", item.function.span, message, None, item.function.name)
    return item.refused(refusal)


def _check_globals(unit: TranslationUnit, types: Mapping[bytes, LocalType], item: Converted) -> Converted:
    """A function that uses a variable of the legacy file cannot move away from it; a constant comes along."""
    source, function = unit.source, item.function
    for index in source.where(b"extern", *function.body):
        for name in range(index, function.close_brace):
            if source.text(name) == b";":
                break
            decls = [d for d in source.decls(name) if d.kind == "variable" and d.offset == source.code[name].start]
            if decls:
                message = f"uses {decls[0].name}, a variable of the legacy library, which extern declares here"
                return item.refused(Refusal("L160", source.code[name].span, message, None, function.name))
    first, last = (source.code[index].start for index in function.body)
    for offset, decl in source.globals:
        if not first <= offset < last:
            continue
        token = source.code[source.index_at(offset)]
        constant = types.get(token.text)
        if constant and constant.span(source).start <= decl.offset < constant.span(source).end:
            continue
        if any(_is_constant_member(source, declared, decl.offset) for declared in types.values()):
            continue
        message = f"uses {decl.name}, a variable of the legacy file"
        return item.refused(Refusal("L160", token.span, message, None, function.name))
    return item


def _is_constant_member(source: Source, declared: LocalType, offset: int) -> bool:
    """Whether a variable is a constant that a type has a value for."""
    if not declared.span(source).start <= offset < declared.span(source).end:
        return False
    index = first = source.index_at(offset)
    while source.text(first - 1) not in (b";", b"{", b"}", b":"):
        first -= 1
    words = {source.text(i) for i in range(first, index)}
    return source.text(index + 1) == b"=" and bool(words & {b"const", b"constexpr"})


def _check_types(
    unit: TranslationUnit, types: Mapping[bytes, LocalType], internal: frozenset[str], item: Converted
) -> Converted:
    """A function that uses a type of the legacy file which cannot come along stays."""
    source, function = unit.source, item.function
    found = used(source, types, function.first, function.close_brace) if item.text and types else []
    public = item.operator and function.name not in internal
    for index, declared in found:
        reasons = (obstacle(source, unit.rules, one) for one in with_inner(source, types, [declared]))
        why = next((reason for reason in reasons if reason), "")
        if not why and public and index < function.close_paren:
            why = "the declaration in the public header would need it; give it a type of the unified library in `names`, or hand on its values"
        if why:
            name = source.text(index).decode("utf-8", "replace")
            message = f"uses {name}, a type or constant of the legacy file that cannot come along: {why}"
            refusal = Refusal("L162", source.code[index].span, message, None, function.name)
            return item.refused(refusal)
    return item
