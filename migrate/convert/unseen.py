"""Branches that no chip's compiler reads, of conditionals that stay: an option of the build, or another compiler, brings them. What is not plain in them is refused, since
neither the rules nor the checks know what it is; and so is an option that another place of the tree turns on or off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from migrate.convert.function import Converted
from migrate.convert.macros import asked_around
from migrate.convert.translation_unit import TranslationUnit
from migrate.frontend.directives import Branch, condition_macros
from migrate.frontend.lex import Kind, identifiers
from migrate.frontend.source import Function, Source
from migrate.model import Refusal, Span

_WORDS = frozenset(
    b"int unsigned signed long short char bool float double const void auto if else for while do return break continue true false "
    b"nullptr NULL switch case default std cout cerr endl flush printf fprintf puts fflush stderr stdout __func__ __FUNCTION__ __FILE__ "
    b"__LINE__ size_t static_cast and or not".split()
)
_TYPES = frozenset(b"int unsigned long short char bool float double size_t auto".split())


def check_unseen(unit: TranslationUnit, item: Converted) -> Converted:
    """Refuses a function for what is not known of such a branch; says which options decided what is not in its text any more."""
    if not item.text or not unit.source.facts:
        return item
    source, function = unit.source, item.function
    for one in source.conditionals_from(function.span.start, function.span.end):
        gone = any(edit.span.start <= one.span.start and one.span.end <= edit.span.end for edit in item.edits)
        asked = {name for branch in one.branches for name in condition_macros(branch.condition())}
        own = all(source.table.definitions(name) for name in source.outcomes.names(one))
        if gone or source.resolves(one) or own:  # the output has what decides: no build sees the branch
            continue
        for name in sorted(asked) if source.outcomes.options(one) else ():
            if why := _turned(source, name):
                message = f"a conditional asks about {name.decode('utf-8', 'replace')}, {why}; what a build would see of it is not known"
                return _refused(item, "L161", one.span, message)
        for branch in one.branches:
            index = next(_unknown(unit, item, branch), None)
            if index is not None:
                option = b" ".join(sorted(asked)).decode("utf-8", "replace")
                message = f"{source.text(index).decode('utf-8', 'replace')} stands in a branch that only a build with another {option} has: no compiler says here what it is"
                return _refused(item, "L150", source.code[index].span, message)
    return _with_decided(unit, item)


def _refused(item: Converted, id: str, span: Span, message: str) -> Converted:
    return item.refused(Refusal(id, span, message, None, item.function.name))


def _turned(source: Source, name: bytes) -> str:
    """Where the tree defines an option or takes it back, though no compiler sees it defined; empty where it does not."""
    if source.table.definitions(name):
        return ""
    pattern = re.compile(rb"^[ \t]*#[ \t]*(define|undef)[ \t]+%b\b" % re.escape(name), re.MULTILINE)
    paths = dict.fromkeys(header.path for facts in source.facts for header in facts.headers)
    for text in (source.data, *(source.table.text(path) for path in paths)):
        if found := pattern.search(text):
            return "which the source takes back" if found[1] == b"undef" else "which the source defines for some builds"
    return ""


def _unknown(unit: TranslationUnit, item: Converted, branch: Branch) -> Iterator[int]:
    """Names of a branch that no compiler reads which are not known to be plain."""
    source, function = unit.source, item.function
    first, last = source.index_at(branch.body.start), source.index_at(branch.body.end)
    if first >= last or not source.outcomes.unread(source.code[first].start):
        return
    local = _locals(source, item)
    own = {
        source.text(i)
        for i in range(first, last)
        if source.text(i - 1) in _TYPES and source.text(i + 1) in (b"=", b";", b":")
    }
    rules = unit.rules
    for index in range(first, last):
        token, before, after = source.code[index], source.text(index - 1), source.text(index + 1)
        if token.kind != Kind.IDENT or token.text in _WORDS or token.text in own:
            continue
        word = token.text.decode("utf-8", "replace")
        if before in (b".", b"->"):
            address = word == rules.address_field or rules.address_fields.search(word)
            compared = after in (b"==", b"!=") and source.text(index + 2).decode("utf-8", "replace") in rules.dtypes
            if address or after == b"(" or (word == rules.dtype_field and not compared):
                yield index
            continue
        kind = local.get(token.text, "")
        known = word in rules.prints or word in rules.checks or word in rules.safe_calls or word in rules.success
        if (
            known
            or (word in rules.dtypes and before in (b"==", b"!="))
            or (word in rules.names and before == b"return")
        ):
            continue
        if kind and (after in (b".", b"->") or not rules.concerns(kind.removeprefix("const ").rstrip("&* "))):
            continue
        seen = source.where(token.text, function.first, function.close_brace)
        if any(
            d.kind in ("function", "macro", "enumerator")
            for i in seen
            if not first <= i < last
            for d in source.decls(i)
        ):
            continue
        yield index


def _locals(source: Source, item: Converted) -> Mapping[bytes, str]:
    """Parameters and variables of the function by name, with their types."""
    found: dict[bytes, str] = {}
    for index in range(item.function.open_paren, item.function.close_brace):
        for decl in source.decls(index) if source.code[index].kind == Kind.IDENT else ():
            if decl.kind in ("param", "variable") and decl.offset == source.code[index].start:
                found[source.text(index)] = decl.type
    return found


def _has_form(unit: TranslationUnit, name: bytes) -> bool:
    """Whether the unified library has the macro in another form."""
    word = name.decode("utf-8", "replace")
    return unit.rules.concerns(word) or unit.rules.has_legacy_form(word) or unit.rules.name(word) is not None


def _with_decided(unit: TranslationUnit, item: Converted) -> Converted:
    """With a difference for each option that decided what a macro of the function is, where the macro has become its value."""
    source = unit.original or unit.source
    function = next((f for f in source.functions if f.name == item.function.name), None)
    if function is None:
        return item
    macros = source.macro_names(function.first, function.close_brace)
    kept, (decided, inside) = {*identifiers(item.text)}, _behind(source, function, item.text)
    names = {source.text(index) for index in macros} | inside
    gone = {name for name in names - kept if not _has_form(unit, name)}
    if not gone and not decided:
        return item
    options = sorted(decided | {o for name in source.table.closure(gone) for o in asked_around(source, name)})
    start = item.function.name_offset(unit.source)
    said = {message for _, _, message in item.differences}
    for option in options:
        message = f"{option} is defined nowhere; what a build with it would see of a macro here is gone"
        if message not in said:
            item = replace(item, differences=(*item.differences, ("D206", start, message)))
    return item


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
    """Whether any conditional of the file asks about what nothing defines."""
    if _has_options not in source.memo:
        free = (one for one in source.conditionals if not source.resolves(one))
        source.memo[_has_options] = any(source.outcomes.options(one) for one in free)
    answer: bool = source.memo[_has_options]
    return answer
