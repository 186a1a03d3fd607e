"""A class of the source whose objects are only locals is taken apart: its fields become variables, its member functions become functions that get the fields
which they use by reference, and what its constructor does is done where an object is declared.

The rules then follow what a buffer's owner allocates, and what a builder of arguments sets. A destructor may only free: buffers of the unified library end with the function, so what it does
is left out for objects of a function's outermost block, and stands where inner blocks end. A class that is used in any other way stays, and a rule refuses it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.objects.lifetimes import lie_apart
from migrate.frontend.prepare.objects.members import Members, Text
from migrate.frontend.prepare.objects.plain_classes import PlainClass, Reader
from migrate.frontend.prepare.objects.questions import Bindings, Buffers, Questions
from migrate.frontend.prepare.objects.uses import Uses
from migrate.frontend.prepare.objects.writing import Written
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Source
from migrate.model import Span
from migrate.project.library_rules import LibraryRules


def local_objects(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    if not source.facts:
        return
    taken = set[int]()  # functions that name classes which are taken apart
    names = list[bytes]()
    places = (index for word in (b"struct", b"class") for index in source.where(word, 0, len(source.code)))
    for index in sorted(places):
        made = Reader(rules, source, index).read()
        if made is None or not (made.methods or made.destructor):
            continue
        if any(source.where(name, made.brace, made.end) for name in names):
            continue  # what another class has may be one of these: in a later round
        functions = _naming(source, made)
        if not taken.isdisjoint(functions):
            continue
        change = _apart(rules, source, made)
        if change is not None:
            taken |= functions
            names.append(made.name)
            yield change


def _naming(source: Source, made: PlainClass) -> set[int]:
    """The first tokens of the functions that name a class."""
    found = (source.function_at(source.code[index].start) for index in source.places.get(made.name, ()))
    return {one.first for one in found if one is not None}


def _apart(rules: LibraryRules, source: Source, made: PlainClass) -> Change | None:
    """The class taken apart; None where it stays."""
    members = Members(rules, source, made)
    asked, uses = Questions(members), Uses(members)
    buffers, written = Buffers(members, uses), Written(members, uses)
    starts = {name for one in made.constructors for name in one.starts}
    if not asked.concerns() or not starts <= {*made.fields, made.name} or not asked.names_are_free():
        return None
    objects = uses.objects()
    if not objects or asked.in_macros(objects) or not Bindings(members).bind(objects) or not asked.are_plain():
        return None
    if made.destructor and not (buffers.only_frees(made.destructor) and buffers.are_allocated(objects)):
        return None
    if len(made.fields) > 1 and not lie_apart(rules, source, uses.of_fields(objects)):
        return None
    replacements: list[Replacement] = []
    taken: dict[tuple[int, bytes], tuple[bytes, bytes]] = {}
    for one in objects:
        found = uses.places(one)
        if found is None or not written.declare(one) or not written.are_its_own(one, taken):
            return None
        replacements += written.replaced(one, found)
        replacements.append(Replacement(source.span_of(one.first, one.end + 1), tuple(one.declared)))
    replacements += written.qualified()
    replacements += [Replacement(span, ()) for span in uses.usings]
    functions: Text = []
    for name in members.in_order():
        functions += written.function(made.methods[name])
    if made.destructor and members.ends_in_blocks:
        functions += written.function(made.destructor)
    if not written.end_once(objects):
        return None
    replacements += written.ended(objects)
    whole = Span(source.code[made.first].start, source.code[made.end].end)
    replacements.append(Replacement(whole, tuple(functions)))
    ordered = sorted(replacements, key=lambda r: (r.span.start, r.span.end))
    if any(a.span.end > b.span.start for a, b in pairwise(ordered)):
        return None
    return Change(objects[0].function, tuple(ordered))
