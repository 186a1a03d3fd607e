"""A tensor whose initialiser leaves its data type out has the one that is 0, which has another number in the unified library: it is named."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.source import Source
from migrate.model import EditKind
from migrate.rules.context import Context
from migrate.rules.registry import Rule

_MOST = 32  # elements of an array that are written out


def _short_lists(ctx: Context) -> Iterator[int]:
    """Opening braces of tensors' initialisers that are empty, have a 0 alone, or designators and none for the data type."""
    source = ctx.source
    for name in _declared(ctx):
        brace = name + 1
        brace += source.text(brace) == b"="
        if source.text(brace) == b"{" and _is_short(ctx, brace):
            yield brace


def _declared(ctx: Context) -> Iterator[int]:
    """The names of tensors that are declared in the function, and the type where a tensor is made without a name."""
    source, rules = ctx.source, ctx.rules
    first, last = ctx.function.body
    for index in source.named("tensor", rules.tensor_types.__contains__, first, last) if rules.zero_dtype else ():
        if source.text(index - 1) == b"static":
            continue
        if source.code[index + 1].kind != Kind.IDENT:
            yield index
        name, end = index + 1, index + 1
        while source.code[name].kind == Kind.IDENT:
            yield name
            while source.text(end) not in (b",", b";", b")", b"}", b":", b""):
                end = source.behind(end)
            name = end = end + 1 if source.text(end) == b"," else len(source.code) - 1


def _is_short(ctx: Context, brace: int) -> bool:
    source = ctx.source
    inside = [source.text(i) for i in range(brace + 1, source.pairs[brace])]
    return not inside or inside == [b"0"] or (inside[0] == b"." and ctx.rules.dtype_field.encode() not in inside)


def _name(ctx: Context, brace: int) -> None:
    closer = ctx.source.pairs[brace]
    empty = closer == brace + 1
    ctx.site(EditKind.DTYPE, brace, "data type left out")
    if ctx.source.text(brace + 1) == b"0":
        ctx.replace_token(brace + 1, _zero(ctx), EditKind.DTYPE, "initialiser")
        return
    end = ctx.source.code[closer - 1].end
    comma = "" if empty or ctx.source.text(closer - 1) == b"," else ","
    ctx.insert(end, f"{comma} {_zero(ctx)}", EditKind.DTYPE, "initialiser")


def _zero(ctx: Context) -> str:
    return f".{ctx.rules.dtype_field} = {ctx.rules.zero_dtype}"


def _arrays(ctx: Context) -> Iterator[int]:
    """Opening braces of the lists that arrays of tensors are initialised with, where elements are left out or short."""
    source = ctx.source
    for name in _declared(ctx):
        bracket = name + 1
        if source.text(bracket) != b"[" or bracket not in source.pairs:
            continue
        brace = source.pairs[bracket] + 1
        brace += source.text(brace) == b"="
        if source.text(brace) == b"{" and (
            _missing(source, brace) or any(_is_short(ctx, one) for one in _braced(source, brace))
        ):
            yield brace


def _elements(source: Source, brace: int) -> list[tuple[int, int]]:
    return [(first, last) for first, last in source.arguments(brace) if first < last]


def _braced(source: Source, brace: int) -> list[int]:
    return [first for first, _ in _elements(source, brace) if source.text(first) == b"{"]


def _missing(source: Source, brace: int) -> int:
    """How many elements the list lacks of those that a literal says the array has; 0 where that is not said."""
    closer = brace - 2 if source.text(brace - 1) == b"=" else brace - 1
    number = source.text(closer - 1)
    if source.pairs[closer] != closer - 2 or not number.isdigit() or number[:1] == b"0" or int(number) > _MOST:
        return 0
    return int(number) - len([one for one in _elements(source, brace) if not _alone(source, one)])


def _alone(source: Source, element: tuple[int, int]) -> bool:
    """Whether an element is a 0, which stands for the first member of the first one."""
    return element[1] == element[0] + 1 and source.text(element[0]) == b"0"


def _fill(ctx: Context, brace: int) -> None:
    source = ctx.source
    elements = _elements(source, brace)
    for one in _braced(source, brace):
        if _is_short(ctx, one):
            _name(ctx, one)
    if missing := _missing(source, brace):
        ctx.site(EditKind.DTYPE, brace, "data types left out")
        more = ", ".join([f"{{{_zero(ctx)}}}"] * missing)
        if len(elements) == 1 and _alone(source, elements[0]):
            ctx.replace_token(elements[0][0], more, EditKind.DTYPE, "initialiser")
            return
        end = source.code[source.pairs[brace] - 1].end
        comma = "" if not elements else " " if source.text(source.pairs[brace] - 1) == b"," else ", "
        ctx.insert(end, comma + more, EditKind.DTYPE, "initialiser")


def _made_by_number(ctx: Context) -> Iterator[int]:
    """Parentheses of vectors of tensors that are made of so many elements: `std::vector<T> v ( n )`."""
    source, rules = ctx.source, ctx.rules
    for index in source.where(b"vector", *ctx.function.body) if rules.zero_dtype else ():
        of_tensors = source.text(index + 1) == b"<" and source.text(index + 3) == b">"
        if not of_tensors or source.text(index + 2).decode("utf-8", "replace") not in rules.tensor_types:
            continue
        name = index + 4
        made = source.code[name].kind == Kind.IDENT and source.text(name + 1) == b"("
        if made and _is_number(source, name + 2, source.pairs[name + 1]):
            yield name + 1


def _is_number(source: Source, first: int, last: int) -> bool:
    """Whether an argument is a literal, or a variable, parameter or member of a number's type."""
    if last - first == 1 and source.text(first).isdigit():
        return True
    chain = all(source.code[i].kind == Kind.IDENT or source.text(i) in (b".", b"->") for i in range(first, last))
    decls = list(source.every_fact(last - 1)) if chain and first < last else []
    kinds = {word for decl in decls for word in (decl.canonical or decl.type).split()}
    return bool(decls) and all(word.encode() in FUNDAMENTAL for word in kinds)


def _with_element(ctx: Context, opener: int) -> None:
    """What each element is a copy of: one of the type that stands before the vector's name."""
    source = ctx.source
    ctx.site(EditKind.DTYPE, opener, "data types left out")
    legacy = source.text(opener - 3).decode("utf-8", "replace")
    kind = ctx.rules.name(legacy) or legacy
    end = source.code[source.pairs[opener] - 1].end
    ctx.insert(end, f", {kind} {{{_zero(ctx)}}}", EditKind.DTYPE, "initialiser")


INITIALISERS = Rule(
    "initialisers",
    "Edit 12: a tensor's initialiser that leaves the data type out names the one that is 0 in the legacy numbers.",
    _short_lists,
    _name,
    after=("tensor-addresses",),
    cases=("initialisers",),
)
ARRAYS = Rule(
    "array-initialisers",
    "Edit 12: so does the initialiser of an array of tensors, for each element that it leaves out.",
    _arrays,
    _fill,
    after=("initialisers",),
    cases=("initialisers",),
)
VECTORS = Rule(
    "vector-elements",
    "Edit 12: so do the elements of a vector of tensors that is made of a number of them.",
    _made_by_number,
    _with_element,
    after=("array-initialisers",),
    cases=("initialisers",),
)
