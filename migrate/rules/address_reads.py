"""Where an address that a field of a struct holds is read otherwise than to move it on: there somebody may ask whether it is there."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from migrate.frontend.lex import Kind
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import is_list
from migrate.project.library_rules import LibraryRules
from migrate.rules.address_forms import is_sum_alone, target_of


def address_reads(
    source: Source, rules: LibraryRules, function: Function, names: Collection[str]
) -> Iterator[tuple[int, bytes]]:
    """The first token of each such read in a function, and the field. `names`: fields that addresses are given to anywhere in the file."""
    body = function.body
    generic = source.text(function.first) == b"template" or bool(
        source.where(b"auto", function.first, function.close_paren)
    )
    indices = {*source.named("address-fields", lambda name: rules.address_fields.search(name) is not None, *body)}
    indices |= {index for name in names for index in source.where(name.encode(), *body)}
    for index in sorted(indices):
        decl = source.fact(index)
        if decl is None:  # of a template nobody knows, else no chip sees it
            of_tensor = not generic or source.text(index) == rules.address_field.encode()
        else:
            of_tensor = decl.owner.removeprefix("const ") in rules.tensor_types
        if source.text(index - 1) not in (b".", b"->") or of_tensor or source.text(index - 2) in (b"{", b","):
            continue
        first, last = member_chain(source, index)
        base = source.fact(first)
        if base is not None and base.type.removeprefix("const ").rstrip("&* ") in rules.memory_types:
            continue  # a buffer's own
        statement = source.text(first - 1) in (b";", b"{", b"}", b")", b"else", b":", b"=")
        set_here = statement and source.text(last) in (b"=", b"+=", b"-=")
        if not set_here and not moves_field(source, first):
            yield first, source.text(index)


def is_of_field(source: Source, rules: LibraryRules, first: int) -> bool:
    """Whether a value that begins with a token is made of a field of a struct that is no tensor: what that was given is not followed."""
    index = first
    while source.text(index) not in (b";", b",", b"}", b""):
        decl = source.fact(index) if source.code[index].kind == Kind.IDENT else None
        if decl is not None and decl.kind == "field" and decl.owner.removeprefix("const ") not in rules.tensor_types:
            return True
        index = source.behind(index)
    return False


def moves_field(source: Source, first: int) -> bool:
    """Whether a field is read to set another one, perhaps with an offset."""
    opener, equals = before_in_statement(source, first)
    if opener >= equals:
        return False
    return source.text(target_of(source, equals) - 1) in (b".", b"->") and is_sum_alone(source, equals)


def before_in_statement(source: Source, index: int) -> tuple[int, int]:
    """In the statement before a token: the outermost bracket around it, and the last `=`; -1 where there is none."""
    equals = opener = -1
    first = index
    while source.text(first - 1) not in (b";", b"{", b"}", b"") or is_list(source, first - 1):
        first -= 1
        if source.text(first) in (b")", b"]"):
            first = source.pairs[first]
        elif source.text(first) in (b"(", b"["):
            opener = first
        elif source.text(first) == b"=" and equals < 0:
            equals = first
    return opener, equals


def member_chain(source: Source, index: int) -> tuple[int, int]:
    """Bounds of `a.b[0]` around its last name."""
    first, last = index, index + 1
    while source.text(first - 1) in (b".", b"->"):
        first = first - 2 if source.text(first - 2) != b"]" else source.pairs[first - 2] - 1
    while source.text(last) == b"[":
        last = source.pairs[last] + 1
    return first, last
