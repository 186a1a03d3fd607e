"""What stands around an address, asked of the code: operands, casts, conditional operators, assignments, what takes it. Nothing here changes anything."""

from __future__ import annotations

import re
from collections.abc import Iterator

from migrate.frontend.compiler.clang import Decl, is_system
from migrate.frontend.kept_references import refers
from migrate.frontend.lex import Kind
from migrate.frontend.receivers import is_name
from migrate.frontend.source import Source
from migrate.frontend.statements import without_parentheses
from migrate.rules.context import Context

_LEFT_STOPS = frozenset((b"=", b",", b";", b"(", b"{", b"}", b"[", b"return", b"?", b":", b"+=", b"-="))
_RIGHT_STOPS = frozenset((b",", b";", b")", b"}", b"]"))
_SUFFIXES = ("", "u", "U", *(u + x for u in ("", "u", "U") for x in ("l", "L", "ll", "LL")), "lu", "LU", "llu", "LLU")
ZERO = frozenset(f"{zero}{suffix}".encode() for zero in ("0", "0x0", "0X0", "00") for suffix in _SUFFIXES)
_WIDE = re.compile(r"^((unsigned )?long( long)?( int)?|(std :: )?(u?int64_t|u?intptr_t|size_t)|u64|addr_t)$")
_INTEGER = re.compile(
    r"^(const )?(unsigned|signed|long|int|short|u?int(8|16|32|64|ptr)_t|size_t|char|bool|u64|addr_t)\b"
)


def holds_address(ctx: Context, kind: str) -> bool:
    return _WIDE.match(kind) is not None or kind in ctx.rules.address_types


def is_tensor_field(ctx: Context, index: int) -> bool:
    decl = ctx.source.fact(index)
    if decl is None:
        return True  # no chip sees it; the name decides
    owner = decl.owner.replace("const ", "").strip()
    return owner in ctx.rules.tensor_types


def postfix_start(ctx: Context, index: int) -> int:
    """First token of the postfix expression whose last member is at `index`."""
    source = ctx.source
    first = index
    while source.text(first - 1) in (b".", b"->", b"::"):
        if source.text(first - 1) == b"::" and not is_name(source, first - 2):
            return first - 1  # from the outermost namespace: what stands before it is no part of it
        first -= 2
        while source.text(first) in (b"]", b")"):
            if source.text(first) == b")" and not is_call(ctx, source.pairs[first]):
                first = source.pairs[first]  # (*p).addr
                break
            first = source.pairs[first] - 1
    return first


# Operators that an address is a number for; a `*` or `&` in front of one may be of another kind.
_OF_NUMBERS = frozenset((b"%", b"/", b"<", b">", b"<=", b">=", b"<<", b">>", b"|", b"^", b"bitor", b"xor", b"bitand"))


def in_numbers(ctx: Context, first: int, last: int) -> bool:
    """Whether [first, last) is an operand of an operator on numbers alone."""
    source = ctx.source
    before, after = source.text(first - 1), source.text(last)
    if (before in (b"<<", b">>") and not _is_integer(ctx, first - 2)) or (
        after in _OF_NUMBERS and _is_object(ctx, last + 1)
    ):
        return False
    if before in _OF_NUMBERS and _is_object(ctx, first - 2):
        return False
    if before in (b"*", b"&"):
        return source.code[first - 2].kind in (Kind.IDENT, Kind.NUMBER) and source.text(first - 2) != b"return"
    return before in _OF_NUMBERS or after in _OF_NUMBERS or after in (b"*", b"&")


def _is_integer(ctx: Context, index: int) -> bool:
    token = ctx.source.code[index]
    decl = ctx.source.fact(index) if token.kind == Kind.IDENT else None
    return token.kind == Kind.NUMBER or (decl is not None and bool(_INTEGER.match(decl.canonical or decl.type)))


def _is_object(ctx: Context, index: int) -> bool:
    """Whether a token names an object of a class, whose operators are its own."""
    decl = ctx.source.fact(index) if ctx.source.code[index].kind == Kind.IDENT else None
    if decl is None or decl.kind not in ("variable", "param", "field"):
        return False
    kind = (decl.canonical or decl.type).removeprefix("const ").rstrip("& ")
    return is_standard(decl) or kind in ctx.source.own_types


def operand_behind(ctx: Context, operator: int) -> tuple[int, int]:
    source, last = ctx.source, operator + 1
    while source.text(last) not in _ENDS:
        last = source.behind(last)
    return operator + 1, last


def operand_before(ctx: Context, operator: int) -> tuple[int, int]:
    source, first = ctx.source, operator
    while source.text(first - 1) not in _BEGINS:
        first = source.pairs[first - 1] if source.text(first - 1) in (b")", b"]") else first - 1
    return first, operator


_ENDS = frozenset((b"&&", b"||", b"?", b":", b",", b";", b")", b"]", b"}", b"==", b"!=", b""))


_BEGINS = frozenset((b"&&", b"||", b"?", b":", b",", b";", b"(", b"[", b"{", b"}", b"return", b"=", b"!", b"==", b"!="))


def is_number(ctx: Context, first: int, last: int) -> bool:
    """Whether an operand is computed, or an integer: compared with an address, both are numbers."""
    source = ctx.source
    first, last = without_parentheses(source, first, last)
    if (first, last) in ctx.virtual:
        return False
    if any(source.text(i) in (b"+", b"-", b"%", b"/") for i in range(first, last)):
        return any(first <= begin < last for begin, _ in ctx.virtual)
    if last - first != 1:
        return False
    decl = source.fact(first)
    kind = (decl.canonical or decl.type) if decl is not None and decl.kind in ("variable", "param") else ""
    return bool(_INTEGER.match(kind)) and "*" not in kind and not is_zero(ctx, first)


def gives_number(ctx: Context, bounds: tuple[int, int, int, int]) -> bool:
    """Whether a conditional operator has an address as one value and a computed one as another, and an integer takes it."""
    start, question, colon, end = bounds
    mixed = any(_is_computed(ctx, *part) for part in ((question + 1, colon), (colon + 1, end)))
    if not mixed:
        return False
    equals = assignment_of(ctx, start)
    return (
        not is_virtual_target(ctx, equals) if equals is not None else is_returned(ctx, start) and returns_integer(ctx)
    )


def _is_computed(ctx: Context, first: int, last: int) -> bool:
    """Whether an expression is a sum or so, and no address itself."""
    source = ctx.source
    first, last = without_parentheses(source, first, last)
    texts = {source.text(i) for i in range(first, last)}
    return (first, last) not in ctx.virtual and bool(texts & {b"+", b"-", b"/", b"%"})


def is_sum(ctx: Context, first: int, last: int) -> bool:
    """Whether an expression is an address and an offset."""
    source = ctx.source
    return any(begin == first and end < last and source.text(end) in (b"+", b"-") for begin, end in ctx.virtual)


def returns_integer(ctx: Context) -> bool:
    """Whether a helper gives an integer that holds an address: what its callers use it for is checked with that type."""
    return ctx.helper and holds_address(ctx, result_type(ctx).decode("utf-8", "replace"))


def result_type(ctx: Context) -> bytes:
    """The type that the function gives, as it is written."""
    words = (ctx.source.text(index) for index in range(ctx.function.first, ctx.function.name_index))
    return b" ".join(word for word in words if word not in _SPECIFIERS)


_SPECIFIERS = (b"static", b"inline", b"constexpr", b"const", b"extern")


def is_check(ctx: Context, index: int) -> bool:
    return ctx.source.text(index).decode("utf-8", "replace") in ctx.rules.checks


def is_call(ctx: Context, open_paren: int) -> bool:
    token = ctx.source.code[open_paren - 1]
    return token.kind == Kind.IDENT and token.text not in (
        b"return",
        b"case",
        b"if",
        b"while",
        b"switch",
        b"for",
        b"else",
    )


def is_cast(ctx: Context, close_paren: int) -> bool:
    source = ctx.source
    opener = source.pairs.get(close_paren)
    if opener is None or is_call(ctx, opener):
        return False
    inside = source.code[opener + 1 : close_paren]
    words = [t.text for t in inside if t.kind == Kind.IDENT]
    return (
        bool(words)
        and all(t.kind == Kind.IDENT or t.text in (b"*", b"::", b"&") for t in inside)
        and (
            len(words) > 1
            or words[0].endswith(b"_t")
            or words[0].decode("utf-8", "replace") in ctx.rules.address_types
            or words[0]
            in (b"int", b"long", b"unsigned", b"size_t", b"void", b"char", b"bool", b"short", b"float", b"double")
            or any(decl.kind == "type" for decl in source.decls(opener + 1))
        )
    )


def is_zero(ctx: Context, index: int) -> bool:
    """Whether an operand is 0, NULL, or a name for it that is the same on all chips."""
    source, text = ctx.source, ctx.source.text(index)
    if text in ZERO or text == b"NULL":
        return True
    if {source.text(index - 1), source.text(index + 1)} & {b".", b"->", b"::", b"(", b"[", b"+", b"-"} - {b"("}:
        return False
    one = source.table.single(text)
    if one is not None:
        return not one.parameters and [w for w in one.body if w not in (b"(", b")")] in [
            [zero] for zero in (*ZERO, b"NULL")
        ]
    decls = list(source.every_fact(index))
    return bool(decls) and all(decl.kind == "enumerator" and decl.value == "0" for decl in decls)


def question_of(ctx: Context, colon: int) -> int | None:
    """Index of the ? that belongs to a colon; None for a label or case."""
    source, depth, index = ctx.source, 0, colon - 1
    while index > ctx.function.open_brace:
        text = source.text(index)
        if text in (b")", b"]", b"}"):
            index = source.pairs[index]
        elif text in (b"(", b"[", b"{", b";"):
            return None
        elif text == b":":
            depth += 1
        elif text == b"?":
            if depth == 0:
                return index
            depth -= 1
        index -= 1
    return None


def ternary_of(ctx: Context, first: int, last: int, middle: bool) -> tuple[int, int, int, int]:
    """(start, question, colon, end) of the ternary of which [first, last) is a branch."""
    source = ctx.source
    question = first - 1 if middle else question_of(ctx, first - 1)
    assert question is not None
    if middle:
        colon = last
        while source.text(colon) != b":":
            colon = source.pairs.get(colon, colon) + 1 if source.text(colon) in (b"(", b"[", b"{") else colon + 1
    else:
        colon = first - 1
    start = question
    while source.text(start - 1) not in _LEFT_STOPS:
        start = source.pairs[start - 1] if source.text(start - 1) in (b")", b"]") else start - 1
    end = colon + 1
    while source.text(end) not in _RIGHT_STOPS:
        end = source.pairs[end] + 1 if source.text(end) in (b"(", b"[", b"{") else end + 1
    return start, question, colon, end


def is_sum_alone(source: Source, equals: int) -> bool:
    """Whether what is assigned only adds, subtracts and multiplies: then nothing asks what the address is."""
    index = equals + 1
    while source.text(index) not in (b";", b""):
        token = source.code[index]
        if token.kind == Kind.PUNCT and token.text not in _SUMS:
            return False
        if token.kind == Kind.IDENT and (
            token.text in _WORDS or (token.text in source.table.names and source.table.definitions(token.text))
        ):
            return False
        index += 1
    return True


_SUMS = frozenset((b"+", b"-", b"*", b"(", b")", b"[", b"]", b".", b"->", b"::", b","))


_WORDS = frozenset(b"not and or xor bitand bitor compl not_eq".split())


def is_signed(cast: str) -> bool:
    """Whether a cast that goes made a signed number of the address."""
    return bool(cast) and cast.replace("std :: ", "") in _SIGNED


_SIGNED = frozenset(
    (
        "long",
        "long long",
        "long int",
        "long long int",
        "signed long",
        "int64_t",
        "intptr_t",
        "ptrdiff_t",
        "signed long long",
    )
)


def sets_tensor(ctx: Context, equals: int) -> bool:
    """Whether an assignment, or an initialiser by name, sets a tensor's address."""
    index = equals - 1
    field = ctx.source.text(index) == ctx.rules.address_field.encode() and ctx.source.text(index - 1) in (b".", b"->")
    return field and is_tensor_field(ctx, index)


def begins_statement(ctx: Context, index: int) -> bool:
    source = ctx.source
    head = source.text(index - 1) == b")" and source.text(source.pairs[index - 1] - 1) in (b"if", b"for", b"while")
    return head or source.text(index - 1) in (b";", b"{", b"}", b"else")


def is_returned(ctx: Context, index: int, *stops: bytes) -> bool:
    """Whether a token stands in the sum that a return statement gives, in no call or subscript of it, and in no branch of it but where `stops` says so."""
    source = ctx.source
    while source.text(index) not in (b";", b"{", b"}", *(stops or (b"(", b"[", b"?", b":", b","))):
        if source.text(index) == b"return":
            return True
        index = source.pairs[index] - 1 if source.text(index) in (b")", b"]") else index - 1
    return False


def assignment_of(ctx: Context, index: int) -> int | None:
    """Index of the = of the statement of a token."""
    source = ctx.source
    while source.text(index) not in (b";", b"{", b"}"):
        if source.text(index) == b"=":
            return index
        index = source.pairs[index] - 1 if source.text(index) in (b")", b"]") else index - 1
    return None


def target_of(source: Source, equals: int) -> int:
    """Index of the identifier that an assignment writes to, subscripts skipped."""
    index = equals - 1
    while source.text(index) == b"]":
        index = source.pairs[index] - 1
    return index


def is_virtual_target(ctx: Context, equals: int) -> bool:
    target = target_of(ctx.source, equals)
    decl = ctx.source.fact(target)
    if decl is not None:
        kind = re.sub(r"\[\d*\]", "", decl.type)
        if decl.kind == "field" and decl.owner.replace("const ", "") in ctx.rules.tensor_types:
            return True
        plain = kind.removeprefix("const ").strip()
        if "*" not in kind and (plain in ctx.source.own_types or plain.startswith("std::")):
            return False  # a class: what it does with the integer is its own
        return not (_INTEGER.match(kind) or plain in ctx.rules.address_types) or "*" in kind
    return ctx.source.text(target) == ctx.rules.address_field.encode()


def _taken_by_lambda(ctx: Context, decl: Decl, opener: int, first: int, last: int) -> int | None:
    """The same of a lambda that the function has in a variable."""
    source, name = ctx.source, ctx.source.index_at(decl.offset)
    bracket = name + 2
    if source.text(name + 1) != b"=" or source.text(bracket) != b"[":
        return None
    paren = source.pairs[bracket] + 1
    arguments = source.arguments(opener)
    if source.text(paren) != b"(" or (first, last) not in arguments:
        return None
    parameters, position = source.arguments(paren), arguments.index((first, last))
    if position >= len(parameters):
        return None
    begin, end = parameters[position]
    words = " ".join(source.text(i).decode("utf-8", "replace") for i in range(begin, end - 1))
    if source.code[end - 1].kind != Kind.IDENT or not _WIDE.match(words.removeprefix("const ")):
        return None
    return source.code[end - 1].start


def takes_number(ctx: Context, opener: int, index: int) -> bool:
    """Whether a function or class of the standard library, or a macro of the source, is given a copy of the number."""
    source, name = ctx.source, ctx.source.text(opener - 1)
    macro = source.table.single(name)
    if macro is not None and macro.parameters:
        return _only_computes(source, name, frozenset())
    if refers(source, index):
        return False
    decls = list(source.decls(opener - 1))
    return bool(decls) and all(
        (decl.kind in ("function", "method", "template", "type") and is_system(decl.file))
        or (decl.kind == "variable" and is_standard(decl))
        for decl in decls
    )


def _only_computes(source: Source, name: bytes, above: frozenset[bytes]) -> bool:
    """Whether a macro with parameters is an expression of operators alone: it calls, declares, assigns, spells and asks nothing."""
    macro = source.table.single(name)
    if macro is None or name in above:
        return False
    body = macro.body
    if {b";", b"{", b"#", b"##", b"sizeof", b"decltype", b"auto", b"return", b"&=", b"+=", b"-="}.intersection(body):
        return False
    if b"=" in body and not {b".", b"->"}.intersection(body[: body.index(b"=")]):
        return False  # a declaration, perhaps
    return all(_only_computes(source, word, above | {name}) for word in macro.called)


def is_standard(decl: Decl) -> bool:
    return (decl.canonical or decl.type).removeprefix("const ").startswith("std::")


def taken_by(ctx: Context, opener: int, first: int, last: int) -> int | None:
    """Offset of the parameter, an integer by value, by which a helper of the file takes the argument [first, last)."""
    source = ctx.source
    decl = source.fact(opener - 1)
    if decl is not None and decl.kind == "variable" and "(lambda" in decl.type:
        return _taken_by_lambda(ctx, decl, opener, first, last)
    own = (f for f in source.functions if decl and decl.kind == "function" and f.name_offset(source) == decl.offset)
    function = next(own, None)
    if function is None or source.text(function.first) == b"template":
        return None
    parameters, arguments = source.parameters(function), source.arguments(opener)
    if (first, last) not in arguments or not parameters:
        return None
    internal = b"static" in (source.text(i) for i in range(function.first, function.name_index))
    if parameters[0].type in ctx.rules.handle_types and not internal:
        return None  # an operator, which others give addresses too
    position = arguments.index((first, last))
    if position >= len(parameters) or not _WIDE.match(parameters[position].type.removeprefix("const ")):
        return None
    return source.code[parameters[position].name_index].start


def field_of_list(ctx: Context, opener: int, first: int) -> str:
    """The field of a struct that an element of a braced list initialises; empty where it is none, or not known."""
    source, function = ctx.source, ctx.function
    before = opener - 2 if source.text(opener - 1) == b"=" else opener - 1
    decl = source.fact(before)
    if source.text(before) == b"return":
        kind = source.text(function.name_index - 1)
    elif decl is not None and decl.kind == "variable":
        kind = decl.type.removeprefix("const ").encode()
    else:
        kind = source.text(before)
    fields = _fields_of(source, kind)
    position = next(
        (n for n, (begin, last) in enumerate(source.arguments(opener)) if begin <= first < last), len(fields)
    )
    return fields[position] if position < len(fields) else ""


def _fields_of(source: Source, kind: bytes) -> list[str]:
    """Those of a record of the file, else of one of its headers; none where several of these differ."""
    own = next((fields for fields in _fields(source, kind) if fields), [])
    key = ("fields", kind)
    if not own and key not in source.memo:
        texts = ((path, source.table.text(path)) for path in source.header_paths)
        headers = [Source(path, text, ()) for path, text in texts if kind in text]
        found = {tuple(fields) for header in headers for fields in _fields(header, kind) if fields}
        source.memo[key] = list(found.pop()) if len(found) == 1 else []
    known: list[str] = own or source.memo[key]
    return known


def _fields(source: Source, kind: bytes) -> Iterator[list[str]]:
    """Of each record of the file with a name: its fields in order, none where a function is a member of it."""
    for index in source.where(kind, 0, len(source.code)):
        brace = index + 1
        if source.text(index - 1) == b"}" and source.text(brace) == b";":  # typedef struct { ... } kind;
            brace = source.pairs[index - 1]
        if source.text(brace) != b"{" or b"struct" not in (source.text(brace - 1), source.text(brace - 2)):
            continue
        inside = range(brace + 1, source.pairs[brace])
        if any(source.text(i) in (b"(", b"{", b":") for i in inside):
            continue
        ends = (b";", b",", b"[", b"=")
        yield [
            source.text(i).decode("utf-8", "replace")
            for i in inside
            if _is_field(source, i) and source.text(i + 1) in ends
        ]


def _is_field(source: Source, index: int) -> bool:
    return source.code[index].kind == Kind.IDENT and source.text(index - 1) not in (b"[", b"=", b"+", b"*", b"-")


def in_tensor_initialiser(ctx: Context, first: int) -> bool:
    """Whether a braced list initialises a tensor (its address stays virtual)."""
    source, index = ctx.source, first - 1
    while source.text(index) not in (b";", b"{", b"}") or source.text(index - 1) == b"=":
        index -= 1
    return source.text(index + 1).decode("utf-8", "replace") in ctx.rules.tensor_types
