"""A `std::string` that only holds literals, and only gives its characters to what launches under them, becomes a `const char *`, which later steps
follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.compiler.compilers import by_compiler
from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import STRINGS
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.kernels.names import called_name, launching_functions, may_refer
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import (
    behind_value,
    conditional_operator,
    parenthesis_around,
    statement_start,
    without_parentheses,
)
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_ASKS = (b"c_str", b"data")


def literal_strings(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    launching = launching_functions(rules, source) if source.facts and b"string" in source.places else {}
    for function in source.functions if launching else ():
        if (change := _as_texts(source, rules, function, launching)) is not None:
            yield change
            continue
        for index in source.where(b"string", *function.body):
            made = _as_pointer(source, rules, function, index, launching)
            if made:
                name = source.code[index + 1].start
                yield Change(function, tuple(made), retyped=frozenset((name,)))


def _as_pointer(
    source: Source, rules: LibraryRules, function: Function, index: int, launching: Mapping[bytes, frozenset[int]]
) -> list[Replacement] | None:
    """What is replaced for `std::string NAME = "...";` and the uses of it; None where it is something else too."""
    declared = declared_string(source, index)
    if declared is None:
        return None
    first, name, bounds = declared
    code = source.code
    made = [Replacement(Span(code[first].start, code[name].end), (b"const char * ", code[name].text))]
    if source.text(name + 1) != b";":
        if not _is_literal(source, *bounds) and not _is_given_text(source, *bounds):
            return None
        if source.text(name + 1) != b"=":
            made.append(Replacement(code[name + 1].span, (b" = ",)))
            made.append(Replacement(code[bounds[1]].span, ()))
    elif not _is_set_next(source, code[name].text, name + 2):
        return None
    else:
        made.append(Replacement(Span(code[name].end, code[name].end), (b" = nullptr",)))
    targets = kernel_texts(source, function, launching)
    for use in source.where(code[name].text, *function.body):
        if use == name:
            continue
        own = stands_for(source, use, name)
        if own is False:
            continue  # another one's name
        if own and (asks_kernel_name(source, use, launching) or asks_printed(source, rules, use)):
            made.append(Replacement(Span(code[use].end, code[use + 4].end), ()))
        elif own and code[name].start not in targets and is_piece(source, use, targets):
            made.append(Replacement(code[use].span, (b"std::string ( ", code[use].text, b" )")))
        elif not own or source.text(use - 1) not in (b";", b"{", b"}", b")", b"else", b":") or not _is_set(source, use):
            return None
    return made


def gives_string(source: Source, function: Function) -> bool:
    """Whether a function of the file alone gives a string."""
    words = [source.text(i) for i in range(function.first, function.name_index)]
    kind = [word for word in words if word not in (b"inline", b"const")]
    return kind in ([b"static", b"std", b"::", b"string"], [b"static", b"string"])


def _as_texts(
    source: Source, rules: LibraryRules, function: Function, launching: Mapping[bytes, frozenset[int]]
) -> Change | None:
    """A helper that gives one of some literals as a string gives the literal itself; None where somebody does more with it than to launch under it."""
    if not gives_string(source, function) or not _gives_texts(source, function):
        return None
    name, code, asked = source.text(function.name_index), source.code, list[Replacement]()
    if any(name in body for one in source.table.names for body in source.table.bodies([one])):
        return None
    for use in source.where(name, 0, len(code)):
        if use == function.name_index:
            continue
        end = source.pairs.get(use + 1, -1) + 1
        own = {d.offset for d in source.decls(use)} == {code[function.name_index].start}
        around = source.function_at(code[use].start)
        if not own or source.text(use + 1) != b"(" or around is None:
            return None
        if [source.text(end + i) for i in range(4)] == [b".", b"c_str", b"(", b")"]:
            if not is_kernel_name(source, use, end + 4, launching) and not is_printed(source, rules, use, end + 4):
                return None
            asked.append(Replacement(Span(code[end].start, code[end + 3].end), ()))
        elif _is_kept_in_string(source, use):
            continue
        elif is_piece(source, use, kernel_texts(source, around, launching), end):
            asked.append(Replacement(Span(code[use].start, code[use].start), (b"std::string ( ",)))
            asked.append(Replacement(Span(code[end - 1].end, code[end - 1].end), (b" )",)))
        else:
            return None
    head = Span(code[function.first].start, code[function.name_index].end)
    made = (Replacement(head, (b"static const char * ", name)),)
    return Change(function, made, tuple(asked), retyped=frozenset((code[function.name_index].start,)))


def _is_kept_in_string(source: Source, use: int) -> bool:
    """Whether what a call gives, or one of two of them, is the value of a string of its own."""
    first = statement_start(source, use)
    equals = next((i for i in range(first, use) if source.text(i) == b"="), -1)
    end = behind_value(source, equals + 1) if equals >= 0 else -1
    kept = equals > 0 and use < end and source.text(end) == b";" and _is_standard(source, equals - 1)
    return kept and _is_given_text(source, equals + 1, end, strings=True)


def _gives_texts(source: Source, function: Function) -> bool:
    """Whether all that a function gives are literals, also by local pointers."""
    returns = source.where(b"return", *function.body)
    for index in returns:
        end = behind_value(source, index + 1)
        if source.text(end) != b";" or not (
            _is_literal(source, index + 1, end) or (end == index + 2 and _holds_texts(source, function, index + 1))
        ):
            return False
    return bool(returns) and not any(source.where(word, *function.body) for word in (b"try", b"struct", b"class"))


def _holds_texts(source: Source, function: Function, use: int) -> bool:
    """Whether a name is that of a local pointer which is only given literals."""
    decls = list(source.every_fact(use))
    offsets = {decl.offset for decl in decls}
    if len(offsets) != 1 or any(d.kind != "variable" or d.file or d.type != "const char *" for d in decls):
        return False
    at = source.index_at(offsets.pop())
    if not function.open_brace < at < function.close_brace or source.function_at(source.code[at].start) is not function:
        return False
    for one in source.where(source.text(at), *function.body):
        if source.text(one - 1) == b"return" and source.text(one + 1) == b";":
            continue
        begins = one == at or source.text(one - 1) in (b";", b"{", b"}", b")", b"else", b":")
        if not begins or not (_is_set(source, one) or (one == at and source.text(one + 1) == b";")):
            return False
    return True


def _is_given_text(source: Source, first: int, last: int, strings: bool = False) -> bool:
    """Whether an expression is a call of a function of the file that gives literals, with `strings` as strings, too; or one of two such by a condition."""
    first, last = without_parentheses(source, first, last)
    if (parts := conditional_operator(source, first, last)) is not None:
        both = ((parts[0] + 1, parts[1]), (parts[1] + 1, last))
        return all(_is_literal(source, *one) or _is_given_text(source, *one, strings) for one in both)
    decls = list(source.every_fact(first)) if source.pairs.get(first + 1) == last - 1 else []
    offsets = {decl.offset for decl in decls}
    if len(offsets) != 1 or any(
        d.kind != "function" or d.file or not (strings or d.type.startswith("const char *(")) for d in decls
    ):
        return False
    offset = offsets.pop()
    own = next((one for one in source.functions if one.name_offset(source) == offset), None)
    text = own is not None and (gives_string(source, own) or decls[0].type.startswith("const char *("))
    return own is not None and text and _gives_texts(source, own)


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


def asks_printed(source: Source, rules: LibraryRules, use: int) -> bool:
    """Whether a string is only asked for its characters, which are printed."""
    asks = source.text(use + 1) == b"." and source.text(use + 2) in _ASKS
    if not asks or (source.text(use + 3), source.text(use + 4)) != (b"(", b")"):
        return False
    return is_printed(source, rules, use, use + 5)


def is_printed(source: Source, rules: LibraryRules, first: int, last: int) -> bool:
    """Whether [first, last) is a whole argument of a print."""
    if source.text(first - 1) != b"," or source.text(last) not in (b")", b","):
        return False
    called = source.text(parenthesis_around(source, first) - 1)
    return called == b"fprintf" or called.decode("utf-8", "replace") in rules.prints


def kernel_texts(source: Source, function: Function, launching: Mapping[bytes, frozenset[int]]) -> frozenset[int]:
    """Offsets of the strings and character arrays whose text is the name that a function launches under."""
    found = set[int]()
    for index in source.calls(*function.body):
        arguments = source.arguments(index + 1)
        for position in launching.get(called_name(source, index), ()):
            first, last = arguments[position] if position < len(arguments) else (0, 0)
            if first < last and source.spell(first + 1, last) in ("", ". c_str ( )", ". data ( )"):
                found |= {d.offset for d in source.every_fact(first) if _is_text(d) and not d.file}
    return frozenset(found)


def _is_text(decl: Decl) -> bool:
    kind = (decl.canonical or decl.type).removeprefix("const ")
    return decl.kind == "variable" and (kind in STRINGS or kind.startswith(("std::basic_string<char", "char[")))


def is_piece(source: Source, use: int, targets: frozenset[int], end: int = -1) -> bool:
    """Whether a name, or what it begins and stands in front of a token, is an operand of what one of these texts is put together of."""
    before, behind = source.text(use - 1), source.text(end if end >= 0 else use + 1)
    opener = parenthesis_around(source, use)
    head = source.text(opener - 1) if source.text(opener) == b"(" else b""
    made = head in (b"string", b"append", b"snprintf", b"sprintf") or _is_target(source, opener - 1, targets)
    if before in (b"(", b",") and not made:
        return False
    if before not in (b"(", b",", b"+", b"+=", b"=") or behind not in (b")", b",", b"+", b";"):
        return False
    return any(_is_target(source, i, targets) for i in range(statement_start(source, use), use))


def _is_target(source: Source, index: int, targets: frozenset[int]) -> bool:
    return any(decl.offset in targets and not decl.file for decl in source.every_fact(index))


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


def constant_text(source: Source, index: int) -> list[bytes]:
    """The literals that a name outside of functions stands for on every chip, where nothing gives it others."""
    decls = list(source.every_fact(index))
    offsets = {decl.offset for decl in decls}
    if len(decls) != len(source.facts) or len(offsets) != 1 or any(d.kind != "variable" or d.file for d in decls):
        return []
    at = source.index_at(offsets.pop())
    if source.function_at(source.code[at].start) is not None or not _is_kept(source, at, decls[0]):
        return []
    if source.conditionals_around(source.code[at].span) or by_compiler(source, at):
        return []
    behind = at + 3 if source.text(at + 1) == b"[" and source.text(at + 2) == b"]" else at + 1
    bounds = _initialiser(source, behind)
    if bounds is None or bounds[0] == bounds[1] or source.has_directive(at, bounds[1]):
        return []
    tokens = source.code[bounds[0] : bounds[1]]
    return [one.text for one in tokens] if all(one.kind == Kind.STRING for one in tokens) else []


def _is_kept(source: Source, at: int, decl: Decl) -> bool:
    """Whether a text is a constant, or a pointer of this file alone that nothing but its declaration gives a value."""
    kind = decl.canonical or decl.type
    if kind == "const char *const" or kind.startswith(("const char[", "const std::basic_string<char")):
        return True
    if kind.removeprefix("const ") in STRINGS:
        return kind.startswith("const ")
    first = statement_start(source, at)
    if kind != "const char *" or b"static" not in {source.text(i) for i in range(first, at)}:
        return False
    name = source.text(at)
    if any(name in body for one in source.table.names for body in source.table.bodies([one])):
        return False
    uses = [i for i in source.where(name, 0, len(source.code)) if i != at]
    before, behind = (b"(", b",", b"+", b"=", b"+="), (b")", b",", b"+", b";")
    return all(
        source.text(i - 1) in before and source.text(i + 1) in behind and not _may_bind(source, i) and source.reads(i)
        for i in uses
    )


def _may_bind(source: Source, use: int) -> bool:
    """Whether a statement declares a reference, or calls what may be given one."""
    opener = parenthesis_around(source, use)
    first = statement_start(source, use)
    declared = (d for i in range(first, use) for d in source.every_fact(i) if d.offset == source.code[i].start)
    if any("&" in one.type for one in declared):
        return True
    called = source.text(opener) == b"(" and source.text(opener - 1) not in (b"string", b"append")
    return called and any(may_refer(decl.type) for decl in source.decls(opener - 1))
