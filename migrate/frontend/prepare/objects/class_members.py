"""Members of a class that has something for the rules, in the plain form that it is taken apart in: constants of a class become constants of the file, and
member functions of one name get a name each.

Every use is renamed by what the compilers say that it is; where one of them says nothing of a use, or a macro has the name, the class stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import count

from migrate.frontend.lex import Kind
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.objects.members import Members
from migrate.frontend.prepare.objects.plain_classes import PlainClass, unread
from migrate.frontend.prepare.objects.questions import Questions
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Source
from migrate.model import Span
from migrate.project.library_rules import LibraryRules


def class_constants(rules: LibraryRules) -> Step:
    return partial(_constants, rules)


def member_overloads(rules: LibraryRules) -> Step:
    return partial(_overloads, rules)


def classes(rules: LibraryRules, source: Source) -> Iterator[PlainClass]:
    """The classes of the file, unread, that have something for the rules."""
    for word in (b"struct", b"class") if source.facts else ():
        for first in source.where(word, 0, len(source.code)):
            made = unread(source, first)
            if made is not None and Questions(Members(rules, source, made)).concerns():
                yield made


def members(source: Source, made: PlainClass) -> Iterator[tuple[int, int]]:
    """First and last token of what a class declares."""
    first = made.brace + 1
    while first < made.end - 1:
        if source.text(first) in (b"public", b"private", b"protected") and source.text(first + 1) == b":":
            first += 2
            continue
        last = first
        while source.text(last) not in (b";", b"{"):
            last = source.behind(last)
            if last >= made.end:
                return
        if source.text(last) == b"{":
            last = source.pairs[last]
            last += source.text(last + 1) == b";"
        yield first, last
        first = last + 1


def uses(source: Source, name: bytes, places: frozenset[int]) -> list[int] | None:
    """Where a name means what is declared at some offsets; None where that is not plain to see."""
    found = list[int]()
    for index in source.places.get(name, ()):
        known = {decl.offset in places for decl in source.decls(index)}
        if len(known) != 1:
            return None
        if known.pop():
            found.append(index)
    macros = {source.text(index) for index in source.macro_names(0, len(source.code))}
    hidden = any({name, b"##"} & source.table.words(macro) for macro in macros)
    return found if found and not hidden else None


def _constants(rules: LibraryRules, source: Source) -> Iterator[Change]:
    for made in classes(rules, source):
        lifted = [one for one in members(source, made) if _is_constant(source, *one)]
        names = {at: made.name + b"_" + source.text(at) for one in lifted for at in _names(source, *one)}
        function = next((f for f in source.functions if f.first > made.end), None)
        free = all(is_free(source, name.decode()) for name in names.values()) and len({*names.values()}) == len(names)
        if not names or not free or function is None or any(source.has_directive(a, b + 1) for a, b in lifted):
            continue
        found = _renamed(source, made, names)
        if found is not None:
            yield Change(function, tuple(_lifted(source, made, lifted, found)))


def _is_constant(source: Source, first: int, last: int) -> bool:
    words = {source.text(i) for i in source.outer(first, last)}
    if source.text(first) == b"enum":
        closer = last - 1
        return source.text(last) == b";" and source.text(closer) == b"}" and source.pairs[closer] == first + 1
    if not {b"static", b"constexpr"} <= words and not {b"static", b"const"} <= words:
        return False
    value = next((i for i in source.outer(first, last) if source.text(i) in (b"=", b"(", b"{", b"operator")), last)
    plain = source.text(last) == b";" and source.text(value) == b"=" and not source.where(b"(", first, value)
    return plain and all(source.text(i) != b"," for i in source.outer(first, last))


def _names(source: Source, first: int, last: int) -> list[int]:
    if source.text(first) != b"enum":
        at = next(i for i in source.outer(first, last) if source.text(i) == b"=") - 1
        while source.text(at) == b"]":
            at = source.pairs[at] - 1
        return [at]
    return [i for i in source.outer(first + 2, last - 1) if source.text(i - 1) in (b"{", b",")]


def _renamed(source: Source, made: PlainClass, names: Mapping[int, bytes]) -> dict[int, tuple[Span, bytes]] | None:
    """By place of a use: what it is written as, and what that takes the place of."""
    found: dict[int, tuple[Span, bytes]] = {}
    for at, new in names.items():
        places = uses(source, source.text(at), frozenset({source.code[at].start}))
        if places is None or source.code[at].kind != Kind.IDENT:
            return None
        for index in places:
            before, first = source.text(index - 1), index
            if before == b"::":
                first = index - 2
                if source.text(first) != made.name or source.text(first - 1) == b"::":
                    return None
            elif before in (b".", b"->"):
                return None
            found[index] = (Span(source.code[first].start, source.code[index].end), new)
    return found


def _lifted(
    source: Source, made: PlainClass, lifted: Sequence[tuple[int, int]], found: Mapping[int, tuple[Span, bytes]]
) -> Iterator[Replacement]:
    text: list[bytes | Span] = []
    moved = set[int]()
    for first, last in lifted:
        position = source.code[first].start
        for index in range(first, last + 1):
            if index in found:
                span, new = found[index]
                text += [Span(position, span.start), new]
                position = span.end
                moved.add(index)
        text += [Span(position, source.code[last].end), b"\n"]
        yield Replacement(source.span_of(first, last + 1), ())
    start = source.code[made.first].start
    yield Replacement(Span(start, start), tuple(text))
    for index, (span, new) in found.items():
        if index not in moved:
            yield Replacement(span, (new,))


def _overloads(rules: LibraryRules, source: Source) -> Iterator[Change]:
    for made in classes(rules, source):
        by_name: dict[bytes, list[int]] = {}
        for first, last in members(source, made):
            opener = next((i for i in source.outer(first, last) if source.text(i) == b"("), first)
            name = opener - 1
            if opener > first and source.text(name) != made.name and source.text(last) == b"}":
                by_name.setdefault(source.text(name), []).append(name)
        replacements = [one for name, places in by_name.items() for one in _named_apart(source, made, name, places)]
        function = next((f for f in source.functions if f.first > made.end), None)
        if replacements and function is not None:
            yield Change(function, tuple(replacements))


def _named_apart(source: Source, made: PlainClass, name: bytes, places: Sequence[int]) -> Iterator[Replacement]:
    if len(places) < 2 or source.code[places[0]].kind != Kind.IDENT or source.text(places[0] - 1) == b"operator":
        return
    found = [uses(source, name, frozenset({source.code[place].start})) for place in places]
    declared = {i for i in source.where(name, made.brace, made.end) if not list(source.every_fact(i))}
    if any(one is None for one in found) or not declared <= {i for one in found for i in one or ()}:
        return
    free = (name + str(number).encode() for number in count(2))
    for uses_ in found[1:]:
        new = next(one for one in free if is_free(source, one.decode()))
        for index in uses_ or ():
            yield Replacement(source.code[index].span, (new,))
