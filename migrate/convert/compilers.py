"""A function that depends on the compiler which reads it is refused, unless its conditional stays and the build decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from migrate.convert.function import Converted
from migrate.convert.translation_unit import TranslationUnit
from migrate.frontend.compiler.compilers import Compilers
from migrate.frontend.directives import Conditional, condition_macros
from migrate.frontend.source import Source
from migrate.model import Refusal, Span
from migrate.rules.local_types import LocalType, used, with_inner


def check_compilers(unit: TranslationUnit, types: Mapping[bytes, LocalType], item: Converted) -> Converted:
    if not item.text:
        return item
    problem = next(_problems(unit, types, item), None)
    if problem is None:
        return item
    id, span, message = problem
    return item.refused(Refusal(id, span, message, None, item.function.name))


def _problems(
    unit: TranslationUnit, types: Mapping[bytes, LocalType], item: Converted
) -> Iterator[tuple[str, Span, str]]:
    source, function, known = unit.source, item.function, Compilers.of(unit.source)
    for one in _deciding(source):
        around = one.span.covers(function.span)
        named = any(condition_macros(branch.condition()) & known.asking for branch in one.branches)
        inside = function.span.covers(one.span) and (named or source.resolves(one))
        if around or inside:
            message = (
                "a conditional asks which compiler it is, and the one that answers here is not the one that builds"
            )
            yield "L150", one.span if inside else function.span, message
    deciding = _deciding(source)
    if not known.selected and not deciding:
        return
    named_here = [declared for _, declared in used(source, types, function.first, function.close_brace)]
    own = with_inner(source, types, named_here)
    for declared in own:
        if any(conditional.span.covers(declared.span(source)) for conditional in deciding):
            which = declared.names[0].decode("utf-8", "replace")
            yield "L150", function.span, f"uses {which}, which a conditional that asks about the compiler chooses"
    places = [(function.first, function.close_brace)] + [(t.first, t.last) for t in own]
    for name in sorted(known.selected):
        for first, last in places:
            for index in source.where(name, first, last):
                message = f"uses {name.decode('utf-8', 'replace')}, a macro that cannot come along: a conditional that asks which compiler it is chooses it"
                yield "L161", source.code[index].span, message


def _deciding(source: Source) -> Sequence[Conditional]:
    if _deciding not in source.memo:
        known = Compilers.of(source)
        source.memo[_deciding] = tuple(one for one in source.conditionals if known.decides(one))
    found: Sequence[Conditional] = source.memo[_deciding]
    return found
