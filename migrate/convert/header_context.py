"""Headers of argument structs come along as they are, into an output that has nothing of what stood before their #include in the legacy build.

What chips' macros make of them is asked beside every use (kept_headers.py). Here: macros of the command line and of other code that they
depend on, the layout that a #pragma pack around the #include gives them, and what macros and types that come along are made of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import PurePath

from migrate.convert.entities import Problem, uses
from migrate.convert.function import Converted
from migrate.frontend.compiler.clang import BUILT_IN
from migrate.frontend.compiler.packing import packing
from migrate.frontend.directives import Conditional, DirectiveTree, build_tree, condition_macros
from migrate.frontend.header_declarations import HeaderDeclaration, declarations_of
from migrate.frontend.lex import Kind, identifiers, lex_whole
from migrate.frontend.macros import read_definition
from migrate.frontend.source import Source
from migrate.model import Refusal, Span
from migrate.rules.local_types import LocalType, used, with_inner


def check_context(source: Source, types: Mapping[bytes, LocalType], item: Converted) -> Converted:
    """The function, refused where it uses something whose header says another thing in the output."""
    if not item.text or not source.kept:
        return item
    changing = _changing(source)
    asked = changing or _operators(source) or _template_operators(source)
    problem = next(_problems(source, types, changing, item), None) if asked else None
    if problem is None:
        return item
    id, span, message = problem
    return item.refused(Refusal(id, span, message, None, item.function.name))


def absent(source: Source) -> frozenset[str]:
    """What those headers define that the output need not have: no chip sees it, or not every one does."""
    hidden: set[bytes] = set()
    seen: set[bytes] = set()
    for facts in source.facts:
        for header in (h for h in facts.headers if h.path in source.kept):
            for declared in declarations_of(source.table.text(header.path)):
                there = not any(s.start <= declared.span.start < s.end for s in header.skipped)
                (seen if there else hidden).update(declared.names)
    return frozenset(name.decode("utf-8", "replace") for name in (hidden - seen) | _changing(source).keys())


def _problems(
    source: Source, types: Mapping[bytes, LocalType], changing: Mapping[bytes, str], item: Converted
) -> Iterator[Problem]:
    for use in uses(source, item):
        decl = use.decl
        name = (
            re.sub(r"\b(const|struct|union|enum)\b|[&*]", "", decl.owner).strip() if decl.kind == "field" else decl.name
        )
        if decl.file in source.kept and (why := changing.get(name.encode())):
            yield "L166", source.code[use.index].span, f"uses {decl.name}, {why}"
    operators = _operators(source)
    for use in uses(source, item) if operators else ():
        kind = re.sub(r"\b(const|enum)\b|[&*]", "", use.decl.type).strip()
        if use.decl.kind in ("variable", "param", "field", "enumerator") and (header := operators.get(kind)):
            what = f"{use.decl.name} is of type {kind}, for which {header} has operators that the output does not have"
            yield "L166", source.code[use.index].span, what
    for symbol, header in sorted(_template_operators(source).items()):
        if source.where(symbol, item.function.first, item.function.close_brace):
            what = f"uses {symbol.decode()}, for which {header} has a template that the output does not have"
            yield "L166", item.function.span, what
    for launch in item.launches:
        if why := changing.get(launch.args.encode()):
            yield "L166", item.function.span, f"launches with {launch.args}, {why}"
    first, last = item.function.first, item.function.close_brace
    declared = with_inner(source, types, [one for _, one in used(source, types, first, last)]) if types else []
    words = {source.text(index) for one in declared for index in range(one.first, one.last)}
    own = {*identifiers(item.text)}
    words |= source.table.closure(own & source.table.names) | {name for name in own if name in source.table.names}
    for word in sorted(words & changing.keys()):
        yield "L166", item.function.span, f"needs {word.decode('utf-8', 'replace')}, {changing[word]}"


def _operators(source: Source) -> Mapping[str, str]:
    """Enumerations that come along -> the header, which does not, that has an operator for them: without it they would be numbers."""
    known: dict[str, str] | None = source.memo.get(_operators)
    if known is None:
        known = source.memo[_operators] = {}
        headers = dict.fromkeys(h.path for facts in source.facts for h in facts.headers)
        kept = [one for path in headers if path in source.kept for one in declarations_of(source.table.text(path))]
        enumerations = {name for one in kept if b"enum" in one.words for name in one.names}
        for path in (path for path in headers if path not in source.kept and enumerations):
            for one in declarations_of(source.table.text(path)):
                named = one.words & enumerations if b"operator" in one.words else ()
                known |= {name.decode("utf-8", "replace"): PurePath(path).name for name in named}
    return known


_OPERATOR = re.compile(rb"\boperator\s*([^\w\s(]+)\s*\(")


def _template_operators(source: Source) -> Mapping[bytes, str]:
    """Operators for which a header that does not come along has a template, which any class or enumeration may fit, with the header's name."""
    known: dict[bytes, str] | None = source.memo.get(_template_operators)
    if known is None:
        known = source.memo[_template_operators] = {}
        for path in dict.fromkeys(h.path for facts in source.facts for h in facts.headers if h.path not in source.kept):
            data = source.table.text(path)
            for one in declarations_of(data) if b"operator" in data and b"template" in data else ():
                found = _OPERATOR.search(data, one.span.start, one.span.end) if b"template" in one.words else None
                if found:
                    known[found[1]] = PurePath(path).name
    return known


def _changing(source: Source) -> Mapping[bytes, str]:
    """Names that the headers which come along declare -> why they may mean another thing there."""
    known: Mapping[bytes, str] | None = source.memo.get(_changing)
    if known is None:
        known = source.memo[_changing] = _spread(source, dict(_first(source)))
    return known


def _first(source: Source) -> Iterator[tuple[bytes, str]]:
    packed = packing(source).included
    for path in dict.fromkeys(h.path for facts in source.facts for h in facts.headers if h.path in source.kept):
        data, name = source.table.text(path), PurePath(path).name
        whole = f"which {name} declares and whose layout depends on a pragma around the #include"
        places = [(Span(0, len(data)), whole)] if name.encode() in packed else []
        places += _conditionals(source, path, data)
        places += _foreign(source, path, data)
        for span, why in places:
            for declared in declarations_of(data):
                if declared.span.overlaps(span):
                    yield from ((one, why) for one in declared.names)
            yield from ((one, why) for one in _defined(source, path, data, span))


def _spread(source: Source, found: dict[bytes, str]) -> Mapping[bytes, str]:
    """With what is made of such names."""
    texts = [source.table.text(h.path) for facts in source.facts[:1] for h in facts.headers if h.path in source.kept]
    pending: list[HeaderDeclaration] = [one for data in texts for one in declarations_of(data)] if found else []
    before = -1
    while before < len(found):
        before = len(found)
        for one in pending:
            name = min(one.words & found.keys(), default=None)
            if name is not None:
                found |= {n: found[name] for n in one.names if n not in found}
    return found


@lru_cache(maxsize=64)
def _tree(data: bytes) -> DirectiveTree:
    return build_tree(data, lex_whole(data))


def _conditionals(source: Source, path: str, data: bytes) -> Iterator[tuple[Span, str]]:
    """Conditionals whose outcome the output need not share, and what they may include."""
    skipped = [header.skipped for facts in source.facts for header in facts.headers if header.path == path]
    for conditional in _tree(data).walk():
        why = _outcome(source, conditional, skipped)
        if why:
            yield conditional.span, f"which {PurePath(path).name} declares under a condition that {why}"


def _outcome(source: Source, conditional: Conditional, skipped: Iterable[tuple[Span, ...]]) -> str:
    at = conditional.branches[0].opening.token.start
    seeing = [spans for spans in skipped if not any(s.start < at < s.end for s in spans)]
    ends = [branch.body.start - 1 for branch in conditional.branches]
    if len({tuple(any(s.start <= end < s.end for s in spans) for end in ends) for spans in seeing}) > 1:
        return "is not the same on every chip; the output has one text for all"
    table = source.table
    asked = table.closure(name for branch in conditional.branches for name in condition_macros(branch.condition()))
    for name in sorted(asked) if seeing else ():
        one = table.single(name)
        if table.definitions(name) and (one is None or one.file not in source.kept):
            return f"asks about {name.decode('utf-8', 'replace')}, which the output does not define there"
    return ""


def _foreign(source: Source, path: str, data: bytes) -> Iterator[tuple[Span, str]]:
    """Macros in its declarations that are defined elsewhere."""
    table, foreign = source.table, set()
    includes = [d.token.start for d in source.tree.others if d.keyword == b"include"]
    for name in table.names:
        for one in table.definitions(name):
            before = bool(one.file) or any(one.offset < at for at in includes)
            if one.file not in source.kept and before and name in data:
                foreign.add(name)
    for token in lex_whole(data) if foreign else ():
        if token.kind == Kind.IDENT and token.text in foreign:
            macro = token.text.decode("utf-8", "replace")
            where = "the command line" if _on_command_line(source, token.text) else "other code"
            yield token.span, f"which {PurePath(path).name} declares with the macro {macro} of {where}"


def _on_command_line(source: Source, name: bytes) -> bool:
    return any(one.file == BUILT_IN for one in source.table.definitions(name))


def _defined(source: Source, path: str, data: bytes, span: Span) -> Iterator[bytes]:
    """Macros that a part of a header defines, but for those that have that meaning everywhere."""
    for directive in _tree(data).others:
        if directive.keyword == b"define" and span.start <= directive.token.start < span.end:
            name = re.match(rb"\w+", directive.argument)
            offset = data.find(name[0], directive.token.start + 1) if name else -1
            known = source.table.single(name[0]) if name else None
            same = known is not None and known.meaning == read_definition(known.name, path, data, offset).meaning
            if name and not same:
                yield name[0]
