"""A kernel's name that is put together: pieces of a `std::string` or of a text that is formatted become the whole names, which later steps follow.

Only where each piece is a literal, a number that is one of some that are written out, or one of two by a condition, and where the name is read behind all
that changes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count

from migrate.frontend.directives import Conditional
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.kernels.built_names import Name, named, numbered
from migrate.frontend.prepare.kernels.names import launching_functions
from migrate.frontend.prepare.kernels.own_sums import has_own_sum
from migrate.frontend.prepare.kernels.strings import (
    asks_kernel_name,
    asks_printed,
    declared_string,
    gives_string,
    is_kernel_name,
    is_printed,
    stands_for,
)
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import (
    behind_value,
    block_around,
    branch_end,
    branches,
    governs,
)
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_MOST = 16  # names of one launch


def built_strings(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    there = b"string" in source.places or b"snprintf" in source.places or b"sprintf" in source.places
    launching = launching_functions(rules, source) if source.facts and there else {}
    for function in source.functions if launching else ():
        if source.where(b"goto", *function.body):
            continue
        if gives_string(source, function) and (returned := _returned(source, function)):
            yield Change(function, tuple(returned))
            continue
        for index in source.where(b"string", *function.body):
            if (change := _of_string(source, rules, function, index, launching)) is not None:
                yield change
                break
        else:
            for index in (*source.where(b"snprintf", *function.body), *source.where(b"sprintf", *function.body)):
                if (change := _formatted(source, rules, function, index, launching)) is not None:
                    yield change
                    break


def _returned(source: Source, function: Function) -> list[Replacement]:
    """Names that are put together where a function gives them."""
    made: list[Replacement] = []
    for index in source.where(b"return", *function.body):
        end = behind_value(source, index + 1)
        put = _is_put_together(source, index + 1, end) and source.text(end) == b";" and not has_own_sum(source)
        name = named(source, index + 1, end) if put else None
        if name is not None and name.count() <= _MOST:
            span = Span(source.code[index + 1].start, source.code[end - 1].end)
            made.append(Replacement(span, name.written(source)))
    return made


@dataclass
class _Site:
    """A statement that gives the variable a name."""

    name: Name
    span: Span
    declares: bool = False


@dataclass
class _Variable:
    source: Source
    function: Function
    at: int  # its name, where it is declared
    end: int  # the semicolon behind
    sites: list[_Site] = field(default_factory=list)
    reads: list[Span] = field(default_factory=list)  # what goes where a launch names it
    gone: list[Span] = field(default_factory=list)
    declared: int = -1  # where a declaration without a name is put
    plain: bool = True  # whether nothing but the one site decides its value
    asked: list[Replacement] = field(default_factory=list)  # conditions that are kept, for later pieces of the name

    @property
    def name(self) -> bytes:
        return self.source.text(self.at)

    def statement(self, first: int, end: int) -> Span:
        return Span(self.source.code[first].start, self.source.code[end].end)

    def value(self) -> Name | None:
        """The one text that it has; None where it may have several."""
        one = self.sites[0].name if len(self.sites) == 1 and self.plain else None
        return one if one is not None and one.condition is None else None

    def append(self, added: Name, first: int, end: int) -> bool:
        """`name += added;` on every way; whether that is understood."""
        if added.condition is None:
            made = [site.name.with_behind(self.source, added) for site in self.sites]
            self.sites = [replace(s, name=n) for s, n in zip(self.sites, made, strict=True) if n is not None]
            self.gone.append(self.statement(first, end))
            return None not in made
        value = self.value()
        name = value.with_behind(self.source, added) if value is not None else None
        if name is None:
            return False
        self.gone.append(self.sites[0].span)
        self.sites = [_Site(name, self.statement(first, end), declares=True)]
        return True

    def change(self) -> Change | None:
        """As a pointer to the whole names."""
        source, pointer = self.source, b"const char * " + self.name
        if sum(site.name.count() for site in self.sites) > _MOST:
            return None
        made = [*self.asked, *(Replacement(span, ()) for span in (*self.gone, *self.reads))]
        for site in self.sites:
            made.append(
                Replacement(
                    site.span, (pointer if site.declares else self.name, b" = ", *site.name.written(source), b";")
                )
            )
        if self.declared >= 0:
            made.append(Replacement(Span(self.declared, self.declared), (pointer + b";\n",)))
        places = frozenset((source.code[self.at].start,))
        return Change(self.function, tuple(sorted(made, key=lambda one: one.span)), declared=places, retyped=places)


def _of_string(
    source: Source, rules: LibraryRules, function: Function, index: int, launching: Mapping[bytes, frozenset[int]]
) -> Change | None:
    declared = declared_string(source, index)
    if declared is None:
        return None
    first, at, bounds = declared
    end = behind_value(source, at + 1)
    begun = Name() if bounds[0] == bounds[1] else named(source, *bounds)
    if begun is None:
        return None
    changes, reads = _uses(source, rules, function, at, launching)
    if changes is None or not reads or (changes and max(changes) > min(reads)) or has_own_sum(source):
        return None
    if not changes and not _is_put_together(source, *bounds):
        return None
    variable = _Variable(source, function, at, end)
    variable.sites = [_Site(begun, variable.statement(first, end), declares=True)]
    asked = [use for use in reads if source.text(use + 1) == b"."]
    variable.reads = [Span(source.code[use].end, source.code[use + 4].end) for use in asked]
    if source.has_directive(first, end + 1) or not _follow(variable, changes):
        return None
    return variable.change()


def _is_put_together(source: Source, first: int, last: int) -> bool:
    """Whether a value is more than the later steps understand as it is."""
    return any(source.text(i) in (b"+", b"string") for i in range(first, last))


def _formatted(
    source: Source, rules: LibraryRules, function: Function, index: int, launching: Mapping[bytes, frozenset[int]]
) -> Change | None:
    """`char name[64]; snprintf(name, sizeof(name), "...%s", ...);` as a pointer to the whole name."""
    first = index - 2 if source.spell(index - 2, index) == "std ::" else index
    closer = source.pairs.get(index + 1, -1) if source.text(index + 1) == b"(" else -1
    arguments = source.arguments(index + 1) if closer >= 0 else []
    bounded = source.text(index) == b"snprintf"
    alone = source.text(first - 1) in (b";", b"{", b"}") and source.text(closer + 1) == b";"
    if not alone or not source.is_of_system(index, "function") or len(arguments) < 2 + bounded:
        return None
    use = arguments[0][0]
    decls = list(source.every_fact(use)) if arguments[0][1] == use + 1 else []
    offsets = {decl.offset for decl in decls if decl.kind == "variable" and not decl.file}
    if len(offsets) != 1 or len(decls) != len(source.facts):
        return None
    at = source.index_at(offsets.pop())
    size, end = source.text(at + 2), behind_value(source, at + 1)
    fresh = source.spell(at + 4, end) in ("", '= ""', "= { }", "= { 0 }", "= { '\\0' }", "{ }", "{ 0 }")
    plain = source.text(at - 1) == b"char" and source.text(at - 2) in (b";", b"{", b"}") and source.text(at + 1) == b"["
    if not plain or not _is_decimal(size) or source.text(at + 3) != b"]" or source.text(end) != b";" or not fresh:
        return None
    if block_around(source, at) != block_around(source, first) or source.has_directive(at, closer + 2):
        return None
    room = int(size)
    if bounded:
        said, own = source.spell(*arguments[1]).encode(), source.text(at)
        if _is_decimal(said):
            room = min(room, int(said))
        elif said not in (b"sizeof ( %b )" % own, b"sizeof %b" % own):
            return None
    name = _filled(source, arguments[1 + bounded :])
    if name is None or name.longest() >= room:
        return None
    variable = _Variable(source, function, at, end)
    variable.sites = [_Site(name, variable.statement(first, closer + 1), declares=True)]
    variable.gone = [variable.statement(at - 1, end)]
    for other in source.where(source.text(at), *function.body):
        own_use, room_asked = stands_for(source, other, at), bounded and other in range(*arguments[1])
        if other in (at, use) or own_use is False or (own_use and room_asked):
            continue
        printed = is_printed(source, rules, other, other + 1)
        if other < first or not own_use or not (printed or is_kernel_name(source, other, other + 1, launching)):
            return None
    return variable.change()


def _is_decimal(text: bytes) -> bool:
    return text.isdigit() and not text.startswith(b"0")


def _filled(source: Source, arguments: Sequence[tuple[int, int]]) -> Name | None:
    """What a format with `%s`, and `%d` for numbers, makes of its arguments."""
    form = named(source, *arguments[0])
    if form is None or form.condition is not None or form.text.count(b"%") != len(_PLACES.findall(form.text)):
        return None
    texts, kinds = _PLACES.split(form.text), _PLACES.findall(form.text)
    if len(texts) != len(arguments):
        return None
    found: Name | None = Name(texts[0])
    for bounds, kind, text in zip(arguments[1:], kinds, texts[1:], strict=True):
        if kind == b"%s":
            given = named(source, *bounds)
        else:
            given = numbered(source, *bounds, _TAKES[kind])
        found = found.with_behind(source, given) if found is not None and given is not None else None
        found = found.with_behind(source, Name(text)) if found is not None else None
    return found


_PLACES = re.compile(rb"%[sdiu]")
_TAKES = {b"%d": ("int",), b"%i": ("int",), b"%u": ("int", "unsigned int")}


def _uses(
    source: Source, rules: LibraryRules, function: Function, at: int, launching: Mapping[bytes, frozenset[int]]
) -> tuple[list[int] | None, list[int]]:
    """Where statements change the variable, and where its characters name a kernel; None where it is used for something else."""
    changes: list[int] = []
    reads: list[int] = []
    launched = False
    for use in source.where(source.text(at), *function.body):
        own = stands_for(source, use, at)
        if use == at or own is False:
            continue  # another one's name
        if [source.text(i) for i in (use - 2, use - 1, use + 1)] == [source.text(use), b"=", b"+"]:
            continue  # name = name + ...
        names = own and asks_kernel_name(source, use, launching)
        given = own and source.text(use - 1) == b"return" and source.text(use + 1) == b";"
        names = names or (given and gives_string(source, function))
        if names or (own and asks_printed(source, rules, use)):
            launched |= bool(names)
            reads.append(use)
        elif (
            own and source.text(use - 1) in (b";", b"{", b"}", b")", b"else", b":") and _added(source, use) is not None
        ):
            changes.append(use)
        else:
            return None, []
    return changes, reads if launched else []


def _added(source: Source, use: int) -> tuple[bool, Name, int] | None:
    """Of a statement that begins with the variable: whether it appends, what, and the semicolon; None where it is another one."""
    text = source.text(use + 1)
    if text in (b"+=", b"="):
        end = last = behind_value(source, use + 2)
        first, appends = use + 2, text == b"+="
        if not appends and source.text(first) == source.text(use) and source.text(first + 1) == b"+":
            first, appends = first + 2, True
    elif text == b"." and source.text(use + 2) == b"append" and source.text(use + 3) == b"(":
        first, last, appends = use + 4, source.pairs[use + 3], True
        end = last + 1
    else:
        return None
    if source.text(end) != b";" or source.has_directive(use, end + 1):
        return None
    name = named(source, first, last)
    return (appends, name, end) if name is not None else None


def _follow(variable: _Variable, changes: Sequence[int]) -> bool:
    """Follows the variable through the statements of its block; whether all that changes it was understood."""
    source = variable.source
    brace = block_around(source, variable.at)
    index, left = variable.end + 1, list(changes)
    while left and index < source.pairs[brace]:
        if (conditional := _conditional(variable, left[0])) is not None and index >= source.index_at(
            conditional.span.start
        ):
            end = source.index_at(conditional.span.end)
            own = [
                [use for use in left if one.body.start <= source.code[use].start < one.body.end]
                for one in conditional.branches
            ]
            direct = all(
                block_around(source, use) == brace and not governs(source, use - 1) for uses in own for use in uses
            )
            if not direct or index != source.index_at(conditional.span.start):
                return False
            if not _branches(variable, conditional.span.start, own, conditional.has_else):
                return False
            index, left = end, [use for use in left if use >= end]
            continue
        if index == left[0]:
            added = _added(source, index)
            value = variable.value()
            sets = added is not None and not added[0] and (value is None or value.text)
            if added is None or sets or not variable.append(added[1], index, added[2]):
                return False
            index, left = added[2] + 1, left[1:]
            continue
        if source.text(index) == b"if" and source.text(index + 1) == b"(":
            chain = branches(source, source.pairs[index + 1] + 1)
            if chain is None:
                return False
            parts, complete = chain
            end = parts[-1][1]
            own = [[use for use in left if first <= use <= last] for first, last in parts]
            if any(own):
                direct = all(
                    _is_direct(source, branch[0], use) for branch, uses in zip(parts, own, strict=True) for use in uses
                )
                if not direct or source.has_directive(index, end + 1):
                    return False
                several = any(use > end for use in left) or variable.value() is None
                kept = several and (complete or len(parts) == 1) and _keeps_condition(variable, index, parts, own)
                if not kept and not _branches(variable, source.code[index].start, own, complete):
                    return False
            left = [use for use in left if use > end]
            index = end + 1
            continue
        if source.text(index) == b"switch" and source.text(index + 1) == b"(":
            brace_of = source.pairs[index + 1] + 1
            inside = [use for use in left if index < use < source.pairs.get(brace_of, -1)]
            if inside:
                cases = _cases(source, brace_of, inside)
                if cases is None or not _branches(variable, source.code[index].start, [[i] for i in inside], cases):
                    return False
                left, index = [use for use in left if use not in inside], source.pairs[brace_of] + 1
                continue
        behind = _behind_statement(source, index)
        if behind is None or any(index <= use < behind for use in left):
            return False
        index = behind
    return not left


def _conditional(variable: _Variable, use: int) -> Conditional | None:
    """The conditional around a statement that does not stand around the variable's declaration as well."""
    source, declared = (
        variable.source,
        Span(variable.source.code[variable.at].start, variable.source.code[variable.end].end),
    )
    around = source.conditionals_around(source.code[use].span)
    return next((one for one in around if not one.span.covers(declared)), None)


def _is_direct(source: Source, first: int, use: int) -> bool:
    """Whether a statement is the branch that begins at a token, or stands in its braces without any condition of its own."""
    return use == first or (
        source.text(first) == b"{" and block_around(source, use) == first and not governs(source, use - 1)
    )


def _branches(variable: _Variable, start: int, own: Sequence[Sequence[int]], complete: bool) -> bool:
    """Branches of which each changes the variable once, or not at all. `start`: offset of what they are branches of; `own`: what changes it in each;
    `complete`: whether one of them is taken in any case."""
    source, value = variable.source, variable.value()
    if value is None or any(len(uses) > 1 for uses in own):
        return False
    sites: list[_Site] = []
    for use in (use for uses in own for use in uses):
        added = _added(source, use)
        nested = [one for one in source.conditionals_around(source.code[use].span) if one.span.start > start]
        if added is None or nested:
            return False
        name = value.with_behind(source, added[1]) if added[0] else added[1]
        if name is None:
            return False
        sites.append(_Site(name, variable.statement(use, added[2])))
    if complete and all(own):  # what it had before is no name of a kernel
        variable.gone.append(variable.sites[0].span)
        variable.sites, variable.declared = sites, start
    elif value.text:
        variable.sites += sites
    else:
        return False
    variable.plain = False
    return True


def _cases(source: Source, brace: int, uses: Sequence[int]) -> bool | None:
    """Of a switch whose cases change the variable first of all, and end with `break`: whether every value comes to one; None where it is another one."""
    closer = source.pairs[brace]
    if source.text(brace) != b"{" or source.has_directive(brace, closer + 1):
        return None
    labels = [i for word in (b"case", b"default") for i in source.where(word, brace, closer)]
    if any(block_around(source, i) != brace for i in labels):
        return None
    colons = sorted(_colon(source, i) for i in labels)
    own = [colon for colon in colons if colon + 1 in uses]
    ends = [min((i for i in labels if i > colon), default=closer) for colon in own]
    if len(own) != len(uses) or any(source.spell(end - 2, end) != "break ;" for end in ends):
        return None
    if any(block_around(source, end - 2) != brace or governs(source, end - 3) for end in ends):
        return None
    bare = [colon for colon in colons if colon not in own and source.text(colon + 1) not in (b"case", b"default")]
    return bool(source.where(b"default", brace, closer)) and not bare


def _colon(source: Source, label: int) -> int:
    index = label
    while source.text(index) != b":":
        index = source.behind(index)
    return index


def _keeps_condition(
    variable: _Variable, index: int, parts: Sequence[tuple[int, int]], own: Sequence[Sequence[int]]
) -> bool:
    """An `if` that adds a piece to a name which others add to as well: its condition is kept in a variable, by which the whole name is chosen behind it."""
    source, begun = variable.source, variable.sites[0].name
    if len(variable.sites) != 1 or not variable.plain or len(parts) > 2 or any(len(uses) > 1 for uses in own):
        return False
    if not begun.is_told():
        return False
    pieces = [_added(source, uses[0]) if uses else (True, Name(), 0) for uses in (*own, ())[:2]]
    texts = [one[1] for one in pieces if one is not None and one[0] and one[1].condition is None]
    flag = next(one for n in count(1) if is_free(source, (one := variable.name + b"_asked%d" % n).decode()))
    flag += b"" if not variable.asked else b"_%d" % len(variable.asked)
    name = begun.with_behind(source, Name(condition=flag, choices=tuple(texts))) if len(texts) == 2 else None
    if name is None or not is_free(source, flag.decode()):
        return False
    asked = source.span_of(index + 2, source.pairs[index + 1])
    kept = (b"const bool " + flag + b" = ( ", asked, b" ) ? true : false;\n")
    changes = [(use, piece[2]) for uses, piece in zip(own, pieces, strict=False) for use in uses if piece is not None]
    if len(changes) == len(parts) and all(_is_whole(source, *one) for one in zip(parts, changes, strict=True)):
        variable.asked.append(Replacement(source.span_of(index, parts[-1][1] + 1), kept))
    else:
        at = source.code[index].start
        variable.asked += [Replacement(Span(at, at), kept), Replacement(asked, (flag,))]
        variable.asked += [Replacement(variable.statement(*one), (b"{ }",)) for one in changes]
    end = source.code[parts[-1][1]].end
    variable.gone.append(variable.sites[0].span)
    variable.sites = [_Site(name, Span(end, end), declares=True)]
    return True


def _is_whole(source: Source, part: tuple[int, int], change: tuple[int, int]) -> bool:
    """Whether a statement is all that a branch has."""
    return change in (part, (part[0] + 1, part[1] - 1)) and source.text(part[0]) in (b"{", source.text(change[0]))


def _behind_statement(source: Source, index: int) -> int | None:
    """Behind a statement of a block; None where it is of a form that is not followed."""
    text = source.text(index)
    if text in (b"for", b"while", b"switch") and source.text(index + 1) == b"(":
        end = branch_end(source, source.pairs[index + 1] + 1)
    elif text in (b"case", b"default"):
        return None
    else:
        end = branch_end(source, index)
    return end + 1 if end is not None else None
