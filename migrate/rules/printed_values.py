"""What a print prints: the type of a value, and whether it is a status, a data type or a text."""

from __future__ import annotations

import re

from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import PLAIN, STRINGS
from migrate.frontend.source import Source
from migrate.model import EditKind
from migrate.rules.context import Context
from migrate.rules.print_effects import only_asks
from migrate.rules.statuses import status_numbers


def is_dtype(ctx: Context, bounds: tuple[int, int]) -> bool:
    """Whether tokens are a variable of a data type, or a member of something that is one."""
    source, (first, last) = ctx.source, bounds
    decl = source.fact(last - 1) if source.code[last - 1].kind == Kind.IDENT else None
    chain = all(source.code[i].kind == Kind.IDENT or source.text(i) in (b".", b"->") for i in range(first, last))
    kind = decl.type.removeprefix("const ") if decl and decl.kind in ("variable", "param", "field") else ""
    return chain and kind in ctx.rules.dtype_types


def print_by_name(ctx: Context, first: int, last: int, bounds: tuple[int, int]) -> None:
    """A data type is printed by its name."""
    before, behind = ctx.around(ctx.rules.unified.dtype_text, "dtype")
    begin, end = bounds
    if begin > first:
        ctx.drop(first, begin, before, EditKind.PRINT, "print")
    else:
        ctx.insert(ctx.source.code[first].start, before, EditKind.PRINT, "print")
    if end < last:
        ctx.drop(end, last, behind, EditKind.PRINT, "print")
    else:
        ctx.insert(ctx.source.code[last - 1].end, behind, EditKind.PRINT, "print")


_COMPARED = (b"==", b"!=")


def status_in(ctx: Context, first: int, last: int) -> int | None:
    """Where an argument of a print uses a status otherwise than by comparing it."""
    source, kinds = ctx.source, ctx.rules.status_types - PLAIN
    for index in range(first, last):
        decl = source.fact(index) if source.code[index].kind == Kind.IDENT else None
        kind = decl.type.removeprefix("const ") if decl and decl.kind in ("variable", "param", "field") else ""
        number = decl is not None and kind == "int" and decl.offset in status_numbers(ctx)
        if (kind in kinds or number) and not {source.text(index - 1), source.text(index + 1)} & {*_COMPARED, b"."}:
            return index
    return None


FORMATS = {
    "int": "%d",
    "bool": "%d",
    "short": "%d",
    "unsigned short": "%d",
    "char": "%c",
    "unsigned char": "%c",
    "unsigned int": "%u",
    "long": "%ld",
    "long long": "%lld",
    "unsigned long": "%lu",
    "size_t": "%zu",
    "unsigned long long": "%llu",
    "float": "%g",
    "double": "%g",
    "const char *": "%s",
}


def without_newline(text: str) -> str:
    """A text of a literal without white space at its end: a backslash of its own before an n is none."""
    while found := re.search(r"(?:\s|(?<!\\)(?:\\\\)*(\\[nr]))$", text):
        text = text[: found.start(1) if found[1] else found.start()]
    return text


def is_string(source: Source, first: int, last: int) -> bool:
    """Whether an operand is a variable of std::string."""
    decl = source.fact(first) if last - first == 1 and source.code[first].kind == Kind.IDENT else None
    kind = decl.type.removeprefix("const ").rstrip("& ") if decl and decl.kind in ("variable", "param") else ""
    return kind in STRINGS


def printed_type(source: Source, first: int, last: int) -> str:
    """Of an operand that is a variable, a member of one, an element of an array, a call, a number, a choice of two texts, or computed of such
    numbers; empty of any other."""
    inside = source.text(first) == b"(" and source.pairs.get(first) == last - 1
    within = {source.text(i) for i in source.outer(first + 1, last - 1)} if inside else set[bytes]()
    if inside and first + 1 < last - 1 and not within & {b"?", b",", *_COMPARISONS}:
        return printed_type(source, first + 1, last - 1)
    if last - first == 1:
        text = source.text(first)
        literal = _literal_type(text)
        if literal or source.code[first].kind != Kind.IDENT:
            return literal
    operators = [i for i in source.outer(first, last) if source.text(i) in _ARITHMETIC and i > first]
    if operators:
        bounds = zip([first, *(i + 1 for i in operators)], [*operators, last], strict=True)
        types = {_PROMOTED.get(kind, kind) for one in bounds for kind in (printed_type(source, *one),)}
        if {"long long", "unsigned long"} <= types:
            types.add("unsigned long long")
        whole = b"%" not in {source.text(i) for i in operators} or types.isdisjoint(("float", "double"))
        return next(kind for kind in _RANKS if kind in types) if whole and types <= {*_RANKS} else ""
    if source.text(first) in (b"-", b"+"):
        kind = printed_type(source, first + 1, last)
        return _PROMOTED.get(kind, kind) if _PROMOTED.get(kind, kind) in _RANKS else ""
    if cast := _cast(source, first, last):
        return cast
    texts = [source.code[i].kind == Kind.STRING for i in range(first, last)]
    if within & _COMPARISONS and not within & _MIXED:
        return "bool"
    if inside:
        question = next((i for i in source.outer(first + 1, last - 1) if source.text(i) == b"?"), None)
        two = question is not None and last - question == 5 and source.text(question + 2) == b":"
        return "const char *" if two and texts[-2] and texts[-4] else ""
    asked = (
        source.text(last - 3) in (b"size", b"length") and source.text(last - 2) == b"(" and only_asks(source, last - 3)
    )
    if asked and _is_chain(source, first, last - 2):
        return "size_t"
    called = source.text(last - 1) == b")" and source.pairs[last - 1] == first + 1
    if called and source.code[first].kind == Kind.IDENT:
        answers = {d.type.partition("(")[0].strip() for d in source.decls(first)}
        return answers.pop() if len(answers) == 1 and all(d.kind == "function" for d in source.decls(first)) else ""
    element = source.text(last - 1) == b"]"
    end = source.pairs[last - 1] if element else last
    if end <= first or not _is_chain(source, first, end):
        return ""
    decl = source.fact(end - 1)
    if decl is None or decl.kind not in ("variable", "param", "field"):
        return ""
    if decl.kind == "field" and decl.offset >= 0 and source.text(source.index_at(decl.offset) + 1) == b":":
        return ""  # a bit field, which is printed as another type than it is declared with
    kind = decl.type.removeprefix("const ") if not decl.type.startswith("const char") else decl.type
    if kind not in FORMATS and not element:
        kind = (decl.canonical or decl.type).removesuffix("&").rstrip().removeprefix("const ")
    if element:
        found = re.fullmatch(r"([\w ]+?) ?\[\d*\]", kind)
        return found[1] if found else ""
    return kind


def _is_chain(source: Source, first: int, last: int) -> bool:
    """Whether tokens are a name, or members of one."""
    return all(
        (source.code[i].kind == Kind.IDENT) if (i - first) % 2 == 0 else source.text(i) in (b".", b"->")
        for i in range(first, last)
    )


def _literal_type(text: bytes) -> str:
    """Of a number, a truth value or the name of a place; empty where it is none, or may be a larger integer."""
    if text.isdigit():
        return "int" if int(text) < 1 << 31 and text[:2] != b"00" else ""
    return _DECIMAL.get(text[-1:], "") if _DOUBLE.fullmatch(text) else _PLACES.get(text, "")


def _is_postfix(source: Source, first: int, last: int) -> bool:
    """Whether tokens are a name or something in parentheses, with members, elements and calls behind it."""
    index = source.pairs[first] + 1 if source.text(first) == b"(" else first + 1
    if source.code[first].kind not in (Kind.IDENT, Kind.NUMBER) and source.text(first) != b"(":
        return False
    while index < last:
        if source.text(index) in (b".", b"->") and source.code[index + 1].kind == Kind.IDENT:
            index += 2
        elif source.text(index) in (b"(", b"["):
            index = source.pairs[index] + 1
        else:
            return False
    return index == last


def _cast(source: Source, first: int, last: int) -> str:
    """The fundamental type that an operand is converted to."""
    if source.text(first) == b"(" and source.pairs[first] < last - 1:
        named = source.spell(first + 1, source.pairs[first])
        return named if named in FORMATS and _is_postfix(source, source.pairs[first] + 1, last) else ""
    if source.spell(first, first + 2) == "static_cast <" and source.text(last - 1) == b")":
        closer = source.behind_angles(first + 1)
        named = source.spell(first + 2, closer - 1)
        return named if source.pairs.get(closer) == last - 1 and named in FORMATS else ""
    return ""


_DOUBLE = re.compile(rb"\d+\.\d*f?")


_DECIMAL = {b"f": "float", **{b"%d" % digit: "double" for digit in range(10)}, b".": "double"}


_COMPARISONS = frozenset(b"== != <= >= && ||".split())


_MIXED = frozenset(
    b"? , = & | ^ < > << >> ~ += -= *= /= and or not bitand bitor xor".split()
)  # beside them it may be no truth value


_PROMOTED = {"bool": "int", "short": "int", "unsigned short": "int", "size_t": "unsigned long"}


_PLACES = {
    b"__func__": "const char *",
    b"__FUNCTION__": "const char *",
    b"__FILE__": "const char *",
    b"__LINE__": "int",
}


_ARITHMETIC = frozenset((b"+", b"-", b"*", b"/", b"%"))


_RANKS = (
    "double",
    "float",
    "unsigned long long",
    "long long",
    "unsigned long",
    "long",
    "unsigned int",
    "int",
)  # what two numbers give, the higher one
