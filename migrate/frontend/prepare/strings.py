"""A `std::string` that only holds literals, and only gives its characters to what launches under them, becomes a `const char *`, which later steps
follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import STRINGS
from migrate.frontend.prepare.by_chip import Change, Step
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.kernel_names import called_name, launching_functions
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import conditional_operator, parenthesis_around, without_parentheses
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_ASKS = (b"c_str", b"data")


def literal_strings(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    launching = launching_functions(rules, source) if source.facts and b"string" in source.places else {}
    for function in source.functions if launching else ():
        for index in source.where(b"string", *function.body):
            made = _as_pointer(source, function, index, launching)
            if made:
                name = source.code[index + 1].start
                yield Change(function, tuple(made), retyped=frozenset((name,)))


def _as_pointer(
    source: Source, function: Function, index: int, launching: Mapping[bytes, frozenset[int]]
) -> list[Replacement] | None:
    """What is replaced for `std::string NAME = "...";` and the uses of it; None where it is something else too."""
    declared = declared_string(source, index)
    if declared is None:
        return None
    first, name, bounds = declared
    code = source.code
    made = [Replacement(Span(code[first].start, code[name].end), (b"const char * ", code[name].text))]
    if source.text(name + 1) != b";":
        if not _is_literal(source, *bounds):
            return None
        if source.text(name + 1) != b"=":
            made.append(Replacement(code[name + 1].span, (b" = ",)))
            made.append(Replacement(code[bounds[1]].span, ()))
    elif not _is_set_next(source, code[name].text, name + 2):
        return None
    else:
        made.append(Replacement(Span(code[name].end, code[name].end), (b" = nullptr",)))
    for use in source.where(code[name].text, *function.body):
        if use == name:
            continue
        own = stands_for(source, use, name)
        if own is False:
            continue  # another one's name
        if own and asks_kernel_name(source, use, launching):
            made.append(Replacement(Span(code[use].end, code[use + 4].end), ()))
        elif not own or source.text(use - 1) not in (b";", b"{", b"}", b")", b"else", b":") or not _is_set(source, use):
            return None
    return made


def stands_for(source: Source, use: int, declared: int) -> bool | None:
    """Whether a name is that of the variable that is declared at an index; None where it is on some chips only, or not known."""
    own = {decl.offset == source.code[declared].start and not decl.file for decl in source.decls(use)}
    return own.pop() if len(own) == 1 else None


def declared_string(source: Source, index: int) -> tuple[int, int, tuple[int, int]] | None:
    """Of `std::string NAME ...;` with the word `string` at an index: its first token, the name, and the bounds of what it is given."""
    first = index - 2 if source.spell(index - 2, index) == "std ::" else index
    first -= source.text(first - 1) == b"const"
    name = index + 1
    if source.text(first - 1) not in (b";", b"{", b"}") or source.code[name].kind != Kind.IDENT:
        return None
    bounds = _initialiser(source, name + 1)
    return (first, name, bounds) if bounds is not None and _is_standard(source, name) else None


def _is_standard(source: Source, name: int) -> bool:
    """Whether a declared name is one of the standard library's strings on every chip."""
    kinds = {(decl.canonical or decl.type).removeprefix("const ") for decl in source.decls(name)}
    return bool(kinds) and all(kind in STRINGS or kind.startswith("std::basic_string<char") for kind in kinds)


def asks_kernel_name(source: Source, use: int, launching: Mapping[bytes, frozenset[int]]) -> bool:
    """Whether a string is only asked for its characters, as the name that a function launches under."""
    asks = source.text(use + 1) == b"." and source.text(use + 2) in _ASKS
    if not asks or (source.text(use + 3), source.text(use + 4)) != (b"(", b")"):
        return False
    return is_kernel_name(source, use, use + 5, launching)


def is_kernel_name(source: Source, use: int, end: int, launching: Mapping[bytes, frozenset[int]]) -> bool:
    """Whether [use, end) is the name that a function launches under."""
    if source.text(use - 1) not in (b"(", b",") or source.text(end) not in (b")", b","):
        return False
    opener = parenthesis_around(source, use)
    positions = launching.get(called_name(source, opener - 1), frozenset())
    given = [number for number, (first, _) in enumerate(source.arguments(opener)) if first == use]
    return bool(given) and given[0] in positions


def _is_set(source: Source, use: int) -> bool:
    """Whether a statement sets it to a literal."""
    end = use + 1
    while source.text(end) not in (b";", b""):
        end = source.behind(end)
    return source.text(use + 1) == b"=" and _is_literal(source, use + 2, end)


def _is_set_next(source: Source, name: bytes, index: int) -> bool:
    """Whether the statement at an index sets a variable on every way: `if ( a ) name = "..."; else if ( b ) ... else name = "...";`."""
    while source.text(index) == b"if" and source.text(index + 1) == b"(":
        index = _behind_setting(source, name, source.pairs[index + 1] + 1)
        if index < 0 or source.text(index) != b"else":
            return False
        if source.text(index + 1) != b"if":
            return _behind_setting(source, name, index + 1) >= 0
        index += 1
    return False


def _behind_setting(source: Source, name: bytes, index: int) -> int:
    """Behind a statement that does nothing but set a variable, in braces or not; -1 where it is another one."""
    braced = source.text(index) == b"{"
    index += braced
    end = index
    while source.text(end) not in (b";", b""):
        end = source.behind(end)
    if source.text(index) != name or not _is_set(source, index) or (braced and source.text(end + 1) != b"}"):
        return -1
    return end + 1 + braced


def _initialiser(source: Source, behind: int) -> tuple[int, int] | None:
    """What stands behind a declared name, without the sign or the brackets around it."""
    if source.text(behind) == b";":
        return behind, behind
    if source.text(behind) == b"=":
        end = behind + 1
        while source.text(end) not in (b";", b",", b""):
            end = source.behind(end)
        return (behind + 1, end) if source.text(end) == b";" else None
    closer = source.pairs.get(behind, -1)
    if (
        source.text(behind) in (b"(", b"{")
        and source.text(closer + 1) == b";"
        and (closer > behind + 1 or source.text(behind) == b"{")
    ):
        return behind + 1, closer
    return None


def _is_literal(source: Source, first: int, last: int) -> bool:
    """Whether an expression is a literal, or one of two by a condition."""
    first, last = without_parentheses(source, first, last)
    if first < last and all(source.code[i].kind == Kind.STRING for i in range(first, last)):
        return all(source.text(i)[:1] == b'"' and b"\\0" not in source.text(i) for i in range(first, last))
    parts = conditional_operator(source, first, last)
    if parts is None:
        return False
    question, colon = parts
    return _is_literal(source, question + 1, colon) and _is_literal(source, colon + 1, last)
