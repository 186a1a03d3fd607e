"""Branches that no chip's compiler reads, of conditionals that stay: an option of the build, or another compiler, brings them. What is not plain in them is refused, since
neither the rules nor the checks know what it is; and so is an option that another place of the tree turns on or off."""

from __future__ import annotations

import re
from dataclasses import replace

from migrate.convert.function import Converted
from migrate.convert.translation_unit import TranslationUnit
from migrate.frontend.lex import Kind, identifiers
from migrate.frontend.option_branches import all_left_out, is_decision, turned, unknown
from migrate.frontend.option_macros import asked_around, asked_by
from migrate.frontend.source import Function, Source
from migrate.model import Refusal, Span


def check_unseen(unit: TranslationUnit, item: Converted) -> Converted:
    """Refuses a function for what is not known of such a branch; says which options decided what is not in its text any more."""
    if not item.text or not unit.source.facts:
        return item
    source, function = unit.source, item.function
    for one in source.conditionals_from(function.span.start, function.span.end):
        gone = any(edit.span.start <= one.span.start and one.span.end <= edit.span.end for edit in item.edits)
        asked = asked_by(one)
        own = all(source.table.definitions(name) for name in source.outcomes.names(one))
        if gone or source.resolves(one) or own:  # the output has what decides: no build sees the branch
            continue
        for name in sorted(asked) if source.outcomes.options(one) else ():
            if why := turned(source, name):
                message = f"a conditional asks about {name.decode('utf-8', 'replace')}, {why}; what a build would see of it is not known"
                return _refused(item, "L161", one.span, message)
        for branch in one.branches:
            index = next(unknown(unit.rules, source, function, branch), None)
            if index is not None:
                option = b" ".join(sorted(asked)).decode("utf-8", "replace")
                message = f"{source.text(index).decode('utf-8', 'replace')} stands in a branch that only a build with another {option} has: no compiler says here what it is"
                return _refused(item, "L150", source.code[index].span, message)
    return _with_left_out(unit, _with_decided(unit, item))


def _with_left_out(unit: TranslationUnit, item: Converted) -> Converted:
    """What is left to do in a function that stays as it is, where a branch was left out that an option brings; and said where an option decided."""
    span, name = item.function.span, item.function.name
    kept = {message for _, message in all_left_out(item.text)}
    found = [one for one in all_left_out(unit.source.data[span.start : span.end]) if one[1] in kept]
    left = [
        Refusal("L150", Span(span.start + at, span.start + at + 1), message, None, name)
        for at, message in found
        if not is_decision(message)
    ]
    said = [("D206", span.start + at, message) for at, message in found if is_decision(message)]
    return replace(item, refusals=(*item.refusals, *left), differences=(*item.differences, *said))


def _refused(item: Converted, id: str, span: Span, message: str) -> Converted:
    return item.refused(Refusal(id, span, message, None, item.function.name))


def _has_form(unit: TranslationUnit, name: bytes) -> bool:
    """Whether the unified library has the macro in another form."""
    word = name.decode("utf-8", "replace")
    return unit.rules.concerns(word) or unit.rules.has_legacy_form(word) or unit.rules.name(word) is not None


def _with_decided(unit: TranslationUnit, item: Converted) -> Converted:
    """With a difference for each option that decided what a macro of the function is, where the macro has become its value and no line ends a build with the option."""
    source = unit.original or unit.source
    function = next((f for f in source.functions if f.name == item.function.name), None)
    told = {word for _, message in all_left_out(item.text) for word in re.findall(r"\w+", message)}
    lost = sorted({*unit.options.get(item.function.name, ())} - told)
    if lost:  # the line that would say so is not there
        message = f"a build with another {lost[0]} would see something else here, and no line of the output can end such a build"
        return _refused(item, "L150", item.function.span, message)
    if function is None:
        return item
    macros = source.macro_names(function.first, function.close_brace)
    kept, (decided, inside) = {*identifiers(item.text)}, _behind(source, function, item.text)
    names = {source.text(index) for index in macros} | inside
    gone = {name for name in names - kept if not _has_form(unit, name)}
    given = {*unit.expanded_options.get(item.function.name, ())} - told
    if not gone and not decided and not given:
        return item
    asked = {o for name in source.table.closure(gone) for o in asked_around(source, name, own=True)}
    options = decided | asked
    given |= {o for o in options - told if source.table.definitions(o.encode())}  # those that have a default
    untold = options - told - given
    messages = [f"{one} is defined nowhere; what a build with it would see here is gone" for one in sorted(untold)]
    messages += [f"a build may say what {one} is; what it would see here then is gone" for one in sorted(given)]
    start = item.function.name_offset(unit.source)
    return replace(item, differences=(*item.differences, *(("D206", start, message) for message in messages)))


def _behind(source: Source, function: Function, text: bytes) -> tuple[set[str], set[bytes]]:
    """What the output does not name any more of the variables and helpers that a function uses, directly or through each other: the options that
    decide over their definitions, and the macros in these."""
    if not _has_options(source):
        return set(), set()
    kept = {*identifiers(text)}
    own_functions = {f.name_offset(source): f for f in source.functions}
    options, macros, seen = set[str](), set[bytes](), set[int]()
    pending = [(function.open_brace, function.close_brace)]
    while pending:
        first, last = pending.pop()
        for index in range(first, last):
            for decl in source.decls(index) if source.code[index].kind == Kind.IDENT else ():
                if decl.kind == "macro" and len(seen) > 0:
                    macros.add(source.text(index))
                if decl.kind not in ("variable", "function") or decl.file or decl.offset < 0 or decl.offset in seen:
                    continue
                at, local = source.index_at(decl.offset), function.span.start <= decl.offset < function.span.end
                uses = source.where(source.text(index), *function.body) if local else []
                if (not local and source.text(index) in kept) or (
                    local and len(uses) <= text.count(source.text(index))
                ):
                    continue
                seen.add(decl.offset)
                around = source.conditionals_around(source.code[at].span)
                if local:
                    around = [one for one in around if function.span.covers(one.span)]
                options.update(o for one in around if not source.resolves(one) for o in source.outcomes.options(one))
                own = own_functions.get(decl.offset)
                end = at
                while own is None and source.text(end) not in (b";", b""):
                    end = source.behind(end)
                if not local:
                    pending.append((at + 1, end) if own is None else own.body)
    return options, macros


def _has_options(source: Source) -> bool:
    """Whether any conditional of the file asks about what nothing defines, or what a build may define otherwise."""
    if _has_options not in source.memo:
        free = (one for one in source.conditionals if not source.resolves(one))
        optional = any(source.outcomes.options(one) for one in free)
        source.memo[_has_options] = optional or any(asked_around(source, n, own=True) for n in source.table.names)
    answer: bool = source.memo[_has_options]
    return answer
