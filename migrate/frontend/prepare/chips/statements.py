"""What differs between the chips within a statement, by a conditional or a macro, is put around it: each chip's statement is whole.

Before that, a statement that an `if`, a loop or an `else` governs gets braces, and the condition of an `if` a variable of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from migrate.frontend.directives import Conditional
from migrate.frontend.lex import all_texts, match_texts
from migrate.frontend.prepare.chip_branches import Text, conditional
from migrate.frontend.prepare.chips.chip_macros import ChipMacros
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.names import free_name
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import behind_labels, governs, is_whole, statement
from migrate.model import Chip, Span
from migrate.project.library_rules import LibraryRules

_KEYWORDS = frozenset((b"if", b"else", b"for", b"while", b"do", b"switch", b"goto", b"try", b"catch", b"using"))
_BLOCKS = (b";", b"{", b"}")


def whole_statements(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    """One statement is changed in one way at a time."""
    macros = ChipMacros.of(source, rules)
    done, number = 0, 0
    for function, cut in cuts(source, macros):
        if cut.start < done:
            continue
        found = statement(source, source.index_at(cut.start))
        condition = _condition(source, cut)
        if condition is not None:
            number += 1
            name = free_name(source, "condition", number).encode()
            first, opener, closer = condition
            inside = Span(source.code[opener].end, source.code[closer].start)
            declared = Replacement(
                Span(source.code[first].start, source.code[first].start), (b"bool " + name + b" =", inside, b";\n")
            )
            done = source.code[closer].end
            yield Change(function, (declared, Replacement(inside, (b" " + name + b" ",))))
        elif found is not None:
            first, last = behind_labels(source, *found), found[1]
            span = Span(source.code[first].start, source.code[last].end)
            made = _made(source, macros, found[0], first, span) if _begins(source, first, cut, span) else None
            if made is not None and function.span.covers(span):
                done = span.end
                yield Change(function, (Replacement(span, made),))
    yield from _governed(source, done)


def cuts(source: Source, macros: ChipMacros) -> Iterator[tuple[Function, Span]]:
    """Conditionals on the chips that are not made of statements, and uses of macros that each chip has its own meaning of, in order."""
    found = [c.span for c in source.conditionals if source.resolves(c) and not is_whole(source, c)]
    for name in macros.depends:
        found += [source.code[i].span for i in source.places[name] if macros.used(i)]
    for span in sorted(found):
        function = source.function_at(span.start)
        if function is not None and span.start > source.code[function.open_brace].start:
            yield function, span


def _begins(source: Source, first: int, cut: Span, span: Span) -> bool:
    return source.text(first) not in _KEYWORDS and span.start <= cut.start and cut.end <= span.end


def _made(source: Source, macros: ChipMacros, start: int, first: int, span: Span) -> Text | None:
    """A statement as each chip has it, in braces where something governs it."""
    before = source.text(start - 1)
    governed = governs(source, start - 1)
    if before not in _BLOCKS and not governed:
        return None
    texts: dict[Chip, Text] = {}
    for chip in source.chips:
        if source.sees(chip, span.start):
            found = taken(source, macros, chip, span)
            if found is None:
                return None
            whole = b"".join(part if isinstance(part, bytes) else source.data[part.start : part.end] for part in found)
            if governed and not _in_one_statement(whole.rstrip().removesuffix(b";")):
                return None
            texts[chip] = found
    if len(set(texts.values())) == 1:
        return next(iter(texts.values()))
    made = conditional(source, texts)
    return (b"{", *made, b"}\n") if made is not None and governed else made


_CUTTING = frozenset((b";", b"if", b"else", b"for", b"while", b"switch", b"case", b"default", b"}", b"{"))


def _in_one_statement(expanded: bytes) -> bool:
    """Whether what a macro stands for is a part of a statement, or a block or loop that is one, and not several of them or the head of one."""
    texts = list(all_texts(expanded))
    pairs = match_texts(texts)
    opener = {b"do": 1, b"{": 0}.get(texts[0] if texts else b"", -1)
    if opener >= 0 and texts[opener : opener + 1] == [b"{"] and opener in pairs:
        rest = texts[pairs[opener] + 1 :]
        return rest == [] if opener == 0 else rest[:1] == [b"while"] and _CUTTING.isdisjoint(rest[1:])
    return _CUTTING.isdisjoint(texts)


def taken(source: Source, macros: ChipMacros, chip: Chip, span: Span) -> Text | None:
    """The parts of a statement that a chip sees. A conditional that has nothing to do with the chips stays."""
    parts: list[bytes | Span] = []
    position = span.start
    events: list[tuple[int, Conditional | int]] = [
        (c.span.start, c) for c in source.conditionals_from(span.start, span.end) if source.resolves(c)
    ]
    inside = range(source.index_at(span.start), source.index_at(span.end))
    events += [(source.code[i].start, i) for i in inside if macros.used(i)]
    for start, one in sorted(events, key=lambda event: event[0]):
        if start < position:
            continue
        parts.append(Span(position, start))
        if isinstance(one, int):
            found = macros.expanded(one, chip)
            if found is None:
                return None
            parts.append(found[1])
            position = found[0].end
            continue
        states = source.states(one, chip)
        if None in states:
            return None
        for branch, state in zip(one.branches, states, strict=True):
            if state:
                inner = taken(source, macros, chip, branch.body)
                if inner is None:
                    return None
                parts += inner
        position = one.span.end
    return (*parts, Span(position, span.end))


def _condition(source: Source, cut: Span) -> tuple[int, int, int] | None:
    """An `if` between statements in whose parentheses something differs: itself and these."""
    first = source.index_at(cut.start)
    while first > 0 and source.text(first) not in (b";", b"{", b"}"):
        if source.text(first) == b"if" and source.text(first + 1) == b"(":
            closer = source.pairs.get(first + 1)
            if closer is None or not source.code[first + 1].end <= cut.start < cut.end <= source.code[closer].start:
                return None
            plain = source.text(first - 1) in _BLOCKS and b"explicit" not in source.places
            return (first, first + 1, closer) if plain else None
        first -= 1
    return None


def _governed(source: Source, done: int) -> Iterator[Change]:
    """A conditional on the chips whose branches are what an `if`, a loop or an `else` governs: one statement each."""
    for one in source.conditionals:
        function = source.function_at(one.span.start)
        if function is None or one.span.start < max(done, source.code[function.open_brace].start):
            continue
        index = source.index_at(one.span.start) - 1
        if governs(source, index) and source.resolves(one) and _one_statement_each(source, one):
            opening, closing = (Span(at, at) for at in one.span)
            yield Change(function, (Replacement(opening, (b"{\n",)), Replacement(closing, (b"}\n",))))


def _one_statement_each(source: Source, one: Conditional) -> bool:
    seen = set()
    for chip in source.chips:
        if source.sees(chip, one.span.start):
            states = source.states(one, chip)
            if True not in states or None in states:
                return False
            seen.add(states.index(True))
    return all(_one_statement(source, one.branches[number].body) for number in seen)


def _one_statement(source: Source, body: Span) -> bool:
    first, last = source.index_at(body.start), source.index_at(body.end)
    if source.conditionals_from(body.start, body.end) or first >= last or source.text(first) in _KEYWORDS:
        return False
    if source.text(first) == b"{":
        return source.pairs.get(first) == last - 1
    index, table = first, source.table
    while index < last - 1:
        if source.text(index) in (b";", b"}"):
            return False
        if not all(_in_one_statement(b" ".join(body)) for body in table.bodies([source.text(index)])):
            return False
        index = source.pairs.get(index, index) + 1 if source.text(index) in (b"(", b"[", b"{") else index + 1
    return index == last - 1 and source.text(index) == b";"
