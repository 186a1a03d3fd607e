"""Edit 13: prints become log calls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from migrate.frontend.clang import is_system
from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import PLAIN, STRINGS
from migrate.frontend.source import Source
from migrate.model import EditKind, Site
from migrate.rules.address_forms import holds_address
from migrate.rules.context import Context
from migrate.rules.effects import answers_constant, operated
from migrate.rules.pure import Known, only_computes, only_makes
from migrate.rules.registry import Rule
from migrate.rules.statuses import status_numbers


def _prints(ctx: Context) -> Iterator[int]:
    first, last = ctx.function.body
    for index in ctx.source.named(
        "prints", lambda n: n in ctx.rules.prints or f"std::{n}" in ctx.rules.prints, first, last
    ):
        if index not in ctx.claimed:
            yield index
    for index in ctx.source.where(_TO_STREAM, first, last):
        if index not in ctx.claimed and _to_stream(ctx.source, index):
            yield index


def _to_stream(source: Source, index: int) -> bool:
    """Whether a print to a stream is a statement: nothing asks how much it printed."""
    start = index - 2 if source.spell(index - 2, index) == "std ::" else index
    before = source.text(start - 1)
    governed = before == b")" and source.text(source.pairs.get(start - 1, start) - 1) in (b"if", b"for", b"while")
    ends = source.text(index + 1) == b"(" and source.text(source.pairs[index + 1] + 1) == b";"
    begins = governed or before in (b";", b"{", b"}", b"else", b"do") or _ends_label(source, start - 1)
    return begins and ends and source.text(index + 2) in _STREAMS and source.text(index + 3) == b","


def _ends_label(source: Source, colon: int) -> bool:
    """Whether a colon ends a label of a `switch` or for `goto`, and is no part of an expression."""
    if source.text(colon) != b":":
        return False
    index = colon - 1
    while source.text(index) not in (b";", b"{", b"}", b"?", b":"):
        if source.text(index) in (b"case", b"default"):
            return True
        index = source.pairs[index] - 1 if source.text(index) in (b")", b"]") else index - 1
    return index == colon - 2 and source.text(index) != b"?" and source.code[colon - 1].kind == Kind.IDENT


_TO_STREAM = b"fprintf"  # stays, with %s where a status or data type was printed by its number
_STREAMS = (b"stderr", b"stdout")


def _rewrite(ctx: Context, index: int) -> None:
    source = ctx.source
    name = source.text(index).decode("utf-8", "replace")
    if name not in ctx.rules.prints and source.text(index) == _TO_STREAM:
        _format(ctx, source.arguments(index + 1)[1:], None)
    elif name in ctx.rules.prints and source.text(index + 1) == b"(":
        site = ctx.site(EditKind.PRINT, index, name)
        effect = _effect(ctx, index + 2, source.pairs[index + 1])
        if effect is not None:
            message = f"an argument of {name} has an effect ({source.text(effect).decode('utf-8', 'replace')})"
            ctx.refuse_at("L142", effect, f"{message}, and a log call that is switched off does not evaluate it", site)
            return
        if (
            source.text(index - 1) not in (b";", b"{", b"}", b")", b"else", b":")
            or source.text(source.pairs[index + 1] + 1) != b";"
        ):
            ctx.refuse_at("L142", index, f"{name} is a part of an expression, and a log call is a statement", site)
            return
        ctx.replace_token(index, ctx.rules.prints[name], EditKind.PRINT, "print")
        _format(ctx, source.arguments(index + 1), site)
    elif f"std::{name}" in ctx.rules.prints and (source.text(index - 1) == b"::" or _is_of_std(ctx, index)):
        site = ctx.site(EditKind.PRINT, index, f"std::{name}")
        _stream(ctx, index, name, site)


def _is_of_std(ctx: Context, index: int) -> bool:
    """Whether a name that stands alone is one of std, by a directive of the file."""
    decl = ctx.source.fact(index)
    return decl is not None and bool(decl.file) and decl.scope.split("::")[0] == "std"


_CHANGES = frozenset((b"++", b"--", b"=", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"<<=", b">>="))


def _effect(ctx: Context, first: int, last: int) -> int | None:
    """Index of what changes something in the arguments of a print: an assignment, or a call that is not known to change nothing."""
    source, rules = ctx.source, ctx.rules
    unnamed = operated(ctx, first, last)
    while unnamed is not None and (_is_joined(source, unnamed) or _is_time(source, unnamed)):
        unnamed = operated(ctx, unnamed + 1, last)
    if unnamed is not None:
        return unnamed
    for index in range(first, last):
        token = source.code[index]
        if token.text in _CHANGES:
            return index
        if token.kind != Kind.IDENT:
            continue
        if _acts(source, index) or _is_own_manipulator(source, index):
            return index
        if _calls_template(source, index):
            if not (token.text in _TEMPLATES and source.is_of_system(index)):
                return index
            continue
        if source.text(index + 1) != b"(" or _only_asks(source, index) or only_makes(source, index):
            continue
        if _reads_clock(source, index):
            continue
        name = token.text.decode("utf-8", "replace")
        called = rules.calls.get(source.call_key(index))
        address = called is not None and called.kind == "address"
        known = name in rules.answering or name in ("sizeof", "int", "strerror") or address
        if not known and not answers_constant(source, index) and not only_computes(source, index, _known(ctx)):
            return index
    return None


def _is_joined(source: Source, index: int) -> bool:
    """Whether a name is a std::string to which another text is added, by the operator of the standard library."""
    sum_ = b"+" in (source.text(index - 1), source.text(index + 1))
    beside = source.text(index - 1) in (b"+", b"(", b"<<", b",") and source.text(index + 1) in (
        b"+",
        b")",
        b"<<",
        b",",
        b";",
    )
    decls = list(source.decls(index))
    named = all(
        d.kind in ("variable", "param") and d.type.removeprefix("const ").rstrip("& ") in STRINGS for d in decls
    )
    return sum_ and beside and bool(decls) and named and not source.where(b"operator", 0, len(source.code))


def _is_time(source: Source, index: int) -> bool:
    """Whether a name is a point in time or a duration of the standard library, whose operators only compute."""
    decls = list(source.decls(index))
    times = all(
        d.kind in ("variable", "param") and (d.canonical or d.type).removeprefix("const ").startswith("std::chrono::")
        for d in decls
    )
    texts = (source.data, *(source.table.text(path) for path in source.header_paths)) if times else ()
    return bool(decls) and times and not any(b"operator" in text for text in texts)


def _is_own_manipulator(source: Source, index: int) -> bool:
    """Whether a name that is not called is a function of the project, which a stream calls."""
    decls = list(source.decls(index))
    named = source.text(index + 1) != b"(" and source.text(index - 1) != b"&"
    return named and any(d.kind in ("function", "template") and not is_system(d.file) for d in decls)


def _known(ctx: Context) -> Known:
    rules = ctx.rules
    functions = frozenset(one.encode() for one in rules.answering)
    return Known(functions, rules.tensor_types | rules.dtype_types | rules.status_types)


def _acts(source: Source, index: int) -> bool:
    """Whether a name does something without a call: a macro that calls or changes, an object with an own `->`, a class that is made."""
    name = source.text(index)
    for inner in source.table.closure([name]) if source.table.definitions(name) else ():
        for one in source.table.definitions(inner):
            if _CHANGES.intersection(one.body) or any(
                word != b"sizeof" and not source.table.definitions(word) for word in one.called
            ):
                return True
    decls = list(source.decls(index))
    if source.text(index + 1) == b"->" and decls:
        kinds = [decl.canonical or decl.type for decl in decls if decl.kind in ("variable", "param", "field")]
        return any("*" not in kind for kind in kinds)
    own = any(decl.kind == "type" and decl.name in source.own_types for decl in decls)
    return (
        own
        and source.text(index - 2) != b"sizeof"
        and source.text(index + 1) != b"::"
        and not _is_enumeration(source, name)
    )


def _is_enumeration(source: Source, name: bytes) -> bool:
    """Whether a type of the file is an enumeration, by its own name or as the alias of one."""
    words = (source.text(i - k) for i in source.where(name, 0, len(source.code)) for k in (1, 2))
    return b"enum" in words


_ASKS = frozenset(
    (
        b"size",
        b"length",
        b"empty",
        b"c_str",
        b"data",
        b"count",
        b"str",
        b"front",
        b"back",
        b"capacity",
        b"find",
        b"time_since_epoch",
        b"what",
    )
)


def _only_asks(source: Source, index: int) -> bool:
    """Whether a call is one of a class of the standard library that only asks what it holds."""
    member = source.text(index - 1) in (b".", b"->") and source.text(index) in _ASKS
    own = source.text(index) == b"what" and any(
        source.text(i - 1) not in (b".", b"->") for i in source.where(b"what", 0, len(source.code))
    )  # of an exception of the source
    return member and not own and source.is_of_system(index, "method")


_TEMPLATES = frozenset(
    (b"duration", b"duration_cast", b"time_point_cast", b"max", b"min", b"get", b"pair", b"vector", b"array")
)  # of the standard library, whose calls and objects set nothing


def _calls_template(source: Source, index: int) -> bool:
    """Whether a template is called, or an object of one made, with its arguments written out."""
    return _has_template_arguments(source, index) and source.text(source.behind_angles(index + 1)) == b"("


def _has_template_arguments(source: Source, index: int) -> bool:
    """Whether a `<` behind a name begins arguments of a template: it is no variable that is compared, and no cast of the language."""
    named = source.text(index + 1) == b"<" and source.text(index) not in _CASTS
    return named and any(decl.kind in ("template", "type", "function", "method") for decl in source.decls(index))


def _reads_clock(source: Source, index: int) -> bool:
    """Whether a call asks a clock of the standard library what time it is, and sets nothing."""
    if source.text(index) == b"now":
        return source.is_of_system(index, "method") and all(
            decl.scope.startswith("std::chrono::") or decl.owner.startswith("std::chrono::")
            for decl in source.decls(index)
        )
    given = source.spell(index + 2, source.pairs[index + 1])
    asked = source.text(index) == b"clock" or (source.text(index) == b"time" and given in ("NULL", "nullptr", "0"))
    return asked and source.text(index - 1) not in (b".", b"->") and source.is_of_system(index, "function")


def _format(ctx: Context, arguments: Sequence[tuple[int, int]], site: Site | None) -> None:
    """The format of a log call, without its newline since a log line ends by itself, and with %s where a status or data type was printed by its number.
    Without a site it is no log call, and only the latter is done."""
    source = ctx.source
    if not arguments:
        return
    literal = range(*arguments[0])
    texts = {position: source.text(position) for position in literal if source.code[position].kind == Kind.STRING}
    if site is not None and any(_COUNTED.search(text) for text in texts.values()):
        ctx.refuse_at(
            "L142", literal[0], "%n in a print sets a number, and a log call that is switched off does not", site
        )
        return
    for number, (first, last) in enumerate(arguments[1:]):
        if _is_cast_address(ctx, first, last) and len(texts) == len(literal):
            _as_address(texts, number)
            continue
        if _is_pointer_to_address(ctx, first, last) and len(texts) == len(literal) and _as_address(texts, number):
            address = source.spell(source.pairs[first] + 1, last).replace(" ", "")
            ctx.drop(first, last, ctx.emit(ctx.rules.unified.address, address=address), EditKind.PRINT, "print")
            continue
        if _is_dtype(ctx, bounds := _without_cast(source, first, last)) and ctx.rules.unified.dtype_text:
            if len(texts) == len(literal) and _as_text(texts, number):
                _name(ctx, first, last, bounds)
            continue
        at = _status(ctx, first, last)
        if at is None:
            continue
        name = source.text(at).decode("utf-8", "replace")
        whole = last - 1 == at and (at == first or source.spell(first, at) in ("( int )", "( unsigned )"))
        named = ctx.rules.unified.status_text
        if not whole or not named or len(texts) != len(literal) or not _as_text(texts, number):
            message = f"{source.spell(first, last)} prints the number of the status {name}, which is another one in the unified library"
            ctx.refuse_at(
                "L143", at, f"{message}; print {name} alone and with %d, or compare it and print the answer", site
            )
            return
        ctx.drop(first, last, ctx.emit(named, status=name), EditKind.PRINT, "print")
    if site is not None and literal and literal[-1] in texts:
        shown = texts[literal[-1]].decode("latin-1")
        if shown.endswith('"'):
            texts[literal[-1]] = (_without_newline(shown[:-1]) + '"').encode("latin-1")
    for position, text in texts.items():
        if text != source.text(position):
            ctx.replace_token(position, text.decode("utf-8", "surrogateescape"), EditKind.PRINT, "print")


def _is_cast_address(ctx: Context, first: int, last: int) -> bool:
    """Whether an argument is a tensor's address that is cast to an integer: the cast goes, the address is an `unsigned long long`."""
    source = ctx.source
    named = source.text(last - 1) == ctx.rules.address_field.encode() and source.text(last - 2) in (b".", b"->")
    return named and source.text(first) == b"(" and holds_address(ctx, source.spell(first + 1, source.pairs[first]))


def _is_pointer_to_address(ctx: Context, first: int, last: int) -> bool:
    """Whether an argument is a tensor's address that is cast to a pointer, as %p wants one."""
    source = ctx.source
    closer = source.pairs.get(first, last)
    cast = source.spell(first, closer + 1) in ("( void * )", "( const void * )") if closer < last else False
    chain = all(source.code[i].kind == Kind.IDENT or source.text(i) in (b".", b"->") for i in range(closer + 1, last))
    decl = source.fact(last - 1) if cast and chain else None
    named = source.text(last - 1) == ctx.rules.address_field.encode() and source.text(last - 2) in (b".", b"->")
    return named and decl is not None and decl.kind == "field" and decl.owner in ctx.rules.tensor_types


def _without_cast(source: Source, first: int, last: int) -> tuple[int, int]:
    """What an argument converts to an integer, or the argument."""
    if source.spell(first, first + 3) in ("( int )", "( unsigned )", "( long )"):
        return first + 3, last
    if source.spell(first, first + 5) == "static_cast < int > (" and source.pairs.get(first + 4) == last - 1:
        return first + 5, last - 1
    return first, last


def _is_dtype(ctx: Context, bounds: tuple[int, int]) -> bool:
    """Whether tokens are a variable of a data type, or a member of something that is one."""
    source, (first, last) = ctx.source, bounds
    decl = source.fact(last - 1) if source.code[last - 1].kind == Kind.IDENT else None
    chain = all(source.code[i].kind == Kind.IDENT or source.text(i) in (b".", b"->") for i in range(first, last))
    kind = decl.type.removeprefix("const ") if decl and decl.kind in ("variable", "param", "field") else ""
    return chain and kind in ctx.rules.dtype_types


def _name(ctx: Context, first: int, last: int, bounds: tuple[int, int]) -> None:
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


_COUNTED = re.compile(rb"(?<!%)(?:%%)*%[-+ #0-9.*]*(?:hh|h|ll|l|j|z|t)?n")
_COMPARED = (b"==", b"!=")


def _status(ctx: Context, first: int, last: int) -> int | None:
    """Where an argument of a print uses a status otherwise than by comparing it."""
    source, kinds = ctx.source, ctx.rules.status_types - PLAIN
    for index in range(first, last):
        decl = source.fact(index) if source.code[index].kind == Kind.IDENT else None
        kind = decl.type.removeprefix("const ") if decl and decl.kind in ("variable", "param", "field") else ""
        number = decl is not None and kind == "int" and decl.offset in status_numbers(ctx)
        if (kind in kinds or number) and not {source.text(index - 1), source.text(index + 1)} & {*_COMPARED, b"."}:
            return index
    return None


_PLAIN_LITERAL = re.compile(rb'"(?:[^"\\]|\\.)*"')
_SPECIFIER = re.compile(rb"%(?:%|[-+ #0]*\d*(?:\.\d+)?(?:hh|h|ll|l|j|z|t|L)?([diouxXcsfFeEgGaAp]))")


def _as_address(texts: dict[int, bytes], wanted: int) -> bool:
    """Makes the specifier of an argument one of an `unsigned long long`, where it prints an integer or a pointer."""
    number = 0
    for position, text in texts.items():
        for match in (m for m in _SPECIFIER.finditer(text) if m[1]):
            if number == wanted and match[1] in b"diouxXp":
                plain = re.sub(rb"(?:hh|h|ll|l|j|z|t)?(.)$", rb"ll\1", match[0])
                plain = b"0x%llx" if match[0] == b"%p" else plain
                texts[position] = text[: match.start()] + plain + text[match.end() :]
                return not plain.endswith(b"p")
            number += 1
    return False


def _as_text(texts: dict[int, bytes], wanted: int) -> bool:
    """Makes the specifier of an argument %s; False where the format is not understood, or prints no integer there."""
    number = 0
    for position, text in texts.items():
        found = list(_SPECIFIER.finditer(text))
        if not _PLAIN_LITERAL.fullmatch(text) or text.count(b"%") != sum(m[0].count(b"%") for m in found):
            return False
        for match in (m for m in found if m[1]):
            if number == wanted:
                if match[1] in b"diuxX":
                    texts[position] = text[: match.start()] + b"%s" + text[match.end() :]
                return match[1] in b"diuxX"
            number += 1
    return False


_FORMATS = {
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


_CHARACTER = re.compile(rb"'(?:[\x20-\x26\x28-\x5b\x5d-\x7e]|\\[abfnrtv\\\"'])'")
_JOINS = re.compile(
    rb'"(?:[^"\\]|\\[abfnrtv\\"\'?]|\\033(?=[^0-7"])|\\x1[bB](?=[^0-9a-fA-F"]))*"'
)  # a literal of which no part is a number that goes on in the next one


def _without_newline(text: str) -> str:
    """A text of a literal without white space at its end: a backslash of its own before an n is none."""
    while found := re.search(r"(?:\s|(?<!\\)(?:\\\\)*(\\[nr]))$", text):
        text = text[: found.start(1) if found[1] else found.start()]
    return text


def _stream(ctx: Context, index: int, name: str, site: Site) -> None:
    """std::cout << "a" << b << std::endl; becomes a log call where the type of every operand is known."""
    source = ctx.source
    start = index - 2 if source.text(index - 1) == b"::" else index
    end = index
    while source.text(end) != b";":
        end = source.pairs.get(end, end) + 1 if source.text(end) in (b"(", b"[", b"{") else end + 1
    operands: list[tuple[int, int]] = []
    position = index + 1
    while position < end:
        stop = position + 1
        while stop < end and source.text(stop) != b"<<":
            stop = source.pairs[stop] + 1 if source.text(stop) in (b"(", b"[", b"{") else stop + 1
        operands.append((position + 1, stop))
        position = stop
    governed = (b";", b"{", b"}", b")", b"else", b"do", b":")
    if source.text(start - 1) not in governed:
        ctx.refuse_at("L142", index, f"std::{name} is a part of an expression, and a log call is a statement", site)
        return
    angles = {
        i
        for at in range(index + 1, end)
        if source.text(at + 1) == b"<" and (source.text(at) in _CASTS or _has_template_arguments(source, at))
        for i in range(at + 1, source.behind_angles(at + 1))
    }
    weak = next(
        (
            i
            for i in _outside(source, index + 1, end)
            if source.text(i) in _WEAK and source.text(i - 1) != b"<<" and i not in angles
        ),
        None,
    )
    if weak is not None:
        message = f"`{source.text(weak).decode()}` binds weaker than <<, and is no part of what is printed"
        ctx.refuse_at("L141", weak, message, site)
        return
    for first, last in operands:
        set_ = bool(_manipulator(source, first, last))
        inner = source.pairs.get(last - 1, last - 1) if set_ else first  # what a manipulator is given
        effect = _effect(ctx, inner, last - set_) if not _is_string(source, first, last) else None
        if effect is not None:
            message = f"what std::{name} prints has an effect ({source.text(effect).decode('utf-8', 'replace')})"
            ctx.refuse_at("L142", effect, f"{message}, and a log call that is switched off does not evaluate it", site)
            return
    log = _Log(ctx, ctx.rules.prints[f"std::{name}"], start, end)
    for number, (first, last) in enumerate(operands):
        if source.spell(first, last) in _FLUSHES:
            continue
        if last - first == 1 and _CHARACTER.fullmatch(source.text(first)):
            log.text += source.text(first).decode()[1:-1].replace("%", "%%").replace('"', '\\"').replace("\\'", "'")
            continue
        if last - first == 1 and source.code[first].kind == Kind.STRING and _JOINS.fullmatch(source.text(first)):
            log.text += source.text(first).decode("utf-8", "surrogateescape")[1:-1].replace("%", "%%")
            continue
        at = _status(ctx, first, last)
        if at is not None and last - first == 1 and ctx.rules.unified.status_text:
            status = source.text(at).decode("utf-8", "replace")
            log.write("%s", ctx.emit(ctx.rules.unified.status_text, status=status))
        elif _is_dtype(ctx, (first, last)) and ctx.rules.unified.dtype_text:
            dtype = source.spell(first, last).replace(" ", "")
            log.write("%s", ctx.emit(ctx.rules.unified.dtype_text, dtype=dtype))
        elif _is_string(source, first, last):
            log.keep("%s", first, last, ".c_str()")
        elif form := _FORMATS.get(_printed_type(source, first, last)):
            log.keep(form, first, last)
        else:
            _as_stream(ctx, name, start, operands, number, site)
            return
    log.finish()


def _as_stream(
    ctx: Context, name: str, start: int, operands: Sequence[tuple[int, int]], unknown: int, site: Site
) -> None:
    """A print of which no format can be made, for what operand `unknown` is: a stream writes the text, and the log call takes it."""
    source, snippet = ctx.source, ctx.rules.unified.stream_text
    printed = list(operands)
    while printed and source.spell(*printed[-1]) in (*_FLUSHES, "'\\n'"):
        printed.pop()
    if not snippet or not printed:
        ctx.refuse_at("L141", operands[unknown][0], _UNKNOWN.format(source.spell(*operands[unknown])), site)
        return
    left = _left_set(source, operands)
    if all(_manipulator(source, *one) for one in printed):
        ctx.refuse_at("L141", operands[0][0], f"std::{name} is only set here, for a print elsewhere", site)
        return
    if left and any(name.encode() in body for one in source.table.names for body in source.table.bodies([one])):
        ctx.refuse_at("L141", operands[0][0], f"std::{name} keeps what is set here, and a macro writes to it", site)
        return
    if left and not all(left <= _set_before(source, at) for at in _streams(ctx, name) if at + 1 != operands[0][0] - 1):
        message = f"std::{name} keeps the {', '.join(sorted(left))} that is set here, and another print does not set it"
        ctx.refuse_at("L141", operands[0][0], message, site)
        return
    before, behind = ctx.around(snippet, "operands")
    macro = ctx.rules.prints[f"std::{name}"]
    ctx.drop(start, printed[0][0], f'{macro}("%s", {before}', EditKind.PRINT, "print")
    for first, last in printed:
        at = _status(ctx, first, last)
        if at is not None and last - first == 1 and ctx.rules.unified.status_text:
            status = source.text(at).decode("utf-8", "replace")
            ctx.replace_token(at, ctx.emit(ctx.rules.unified.status_text, status=status), EditKind.PRINT, "print")
        elif _is_dtype(ctx, (first, last)) and ctx.rules.unified.dtype_text:
            _name(ctx, first, last, (first, last))
    final, end = printed[-1][0], printed[-1][1]
    if end - final == 1 and source.code[final].kind == Kind.STRING and _JOINS.fullmatch(source.text(final)):
        text = _without_newline(source.text(final).decode("utf-8", "surrogateescape")[1:-1])
        ctx.replace_token(final, f'"{text}"', EditKind.PRINT, "print")
    if end < operands[-1][1]:
        ctx.drop(end, operands[-1][1], f"{behind})", EditKind.PRINT, "print")
    else:
        ctx.insert(source.code[end - 1].end, f"{behind})", EditKind.PRINT, "print")


_UNKNOWN = "the type of {} in a print is not known"
_FLUSHES = ("std :: endl", "endl", "std :: flush", "flush")
_BASE, _NOTATION = "base of numbers", "notation of numbers"
_MANIPULATORS: dict[bytes, tuple[str, bool]] = {
    **dict.fromkeys((b"hex", b"oct", b"setbase"), (_BASE, False)),
    b"dec": (_BASE, True),
    **dict.fromkeys((b"fixed", b"scientific", b"hexfloat"), (_NOTATION, False)),
    b"defaultfloat": (_NOTATION, True),
    **{
        word + name: (kind, bool(word))
        for name, kind in (
            (b"boolalpha", "form of truth values"),
            (b"showbase", "prefix of numbers"),
            (b"showpos", "sign of numbers"),
            (b"showpoint", "point of numbers"),
            (b"uppercase", "case of numbers"),
        )
        for word in (b"", b"no")
    },
    **dict.fromkeys((b"left", b"internal"), ("alignment", False)),
    b"right": ("alignment", True),
    b"setprecision": ("precision", False),
    b"setfill": ("fill", False),
}
"""What a manipulator sets of a stream, for all that follows, and whether to what a stream begins with."""


def _manipulator(source: Source, first: int, last: int) -> bytes:
    """The name of the manipulator that an operand is; empty where it is none. One with an argument ends with it."""
    first += 2 if source.spell(first, first + 2) == "std ::" else 0
    ends = first + 1 == last or (source.text(first + 1) == b"(" and source.pairs[first + 1] == last - 1)
    name = source.text(first)
    return name if ends and _is_of_system(source, first) and (name in _MANIPULATORS or name == b"setw") else b""


def _left_set(source: Source, operands: Sequence[tuple[int, int]]) -> set[str]:
    """What a print sets of its stream and does not set back."""
    left: set[str] = set()
    for first, last in operands:
        name = _manipulator(source, first, last)
        kind, back = _MANIPULATORS.get(name, ("width", name != b"setw"))
        left = left - {kind} if back else left | {kind}
        inside = {source.text(i) for i in range(first, last) if not name and _is_of_system(source, i)}
        left |= {_MANIPULATORS[one][0] for one in inside & _MANIPULATORS.keys()}  # as one of two by a condition
    return left


def _is_of_system(source: Source, index: int) -> bool:
    """Whether a name is no member, and nothing of the project."""
    return source.text(index - 1) not in (b".", b"->") and all(is_system(decl.file) for decl in source.decls(index))


def _streams(ctx: Context, name: str) -> Iterator[int]:
    """Every place of the source that writes to a stream, or uses it otherwise."""
    return (i for i in ctx.source.where(name.encode(), 0, len(ctx.source.code)))


def _set_before(source: Source, index: int) -> set[str]:
    """What a print at a stream sets of it before it writes something that depends on that."""
    found: set[str] = set()
    while source.text(index + 1) == b"<<":
        first = last = index + 2
        while source.text(last) not in (b"<<", b";", b")", b""):
            last = source.behind(last)
        name = _manipulator(source, first, last)
        if not name and source.code[first].kind != Kind.STRING:
            break
        found.add(_MANIPULATORS.get(name, ("", True))[0])
        index = last - 1
    return found


class _Log:
    """A log call in place of a statement: the operands that are kept are left where they are, for other rules to see to."""

    def __init__(self, ctx: Context, macro: str, first: int, last: int) -> None:
        self.text = ""
        self._ctx, self._macro, self._end = ctx, macro, last
        self._runs: list[tuple[int, int, str]] = []  # what goes, and what is written there
        self._at, self._pending = first, ""

    def write(self, form: str, value: str) -> None:
        self.text += form
        self._pending += f", {value}"

    def keep(self, form: str, first: int, last: int, behind: str = "") -> None:
        self.text += form
        self._runs.append((self._at, first, f"{self._pending}, "))
        self._at, self._pending = last, behind

    def finish(self) -> None:
        ctx, text = self._ctx, _without_newline(self.text)
        runs = [*self._runs, (self._at, self._end, f"{self._pending})")]
        form = f'"{text}"' if text else '"%s", ""'  # an empty format is one that compilers warn of
        runs[0] = (*runs[0][:2], f"{self._macro}({form}{runs[0][2]}")
        for first, last, written in runs:
            if first < last:
                ctx.drop(first, last, written, EditKind.PRINT, "print")
            else:
                ctx.insert(ctx.source.code[first - 1].end, written, EditKind.PRINT, "print")


def _is_string(source: Source, first: int, last: int) -> bool:
    """Whether an operand is a variable of std::string."""
    decl = source.fact(first) if last - first == 1 and source.code[first].kind == Kind.IDENT else None
    kind = decl.type.removeprefix("const ").rstrip("& ") if decl and decl.kind in ("variable", "param") else ""
    return kind in STRINGS


def _printed_type(source: Source, first: int, last: int) -> str:
    """Of an operand that is a variable, a member of one, an element of an array, a call, a number, a choice of two texts, or computed of such
    numbers; empty of any other."""
    inside = source.text(first) == b"(" and source.pairs.get(first) == last - 1
    within = {source.text(i) for i in _outside(source, first + 1, last - 1)} if inside else set[bytes]()
    if inside and first + 1 < last - 1 and not within & {b"?", b",", *_COMPARISONS}:
        return _printed_type(source, first + 1, last - 1)
    if last - first == 1:
        text = source.text(first)
        literal = _literal_type(text)
        if literal or source.code[first].kind != Kind.IDENT:
            return literal
    operators = [i for i in _outside(source, first, last) if source.text(i) in _ARITHMETIC and i > first]
    if operators:
        bounds = zip([first, *(i + 1 for i in operators)], [*operators, last], strict=True)
        types = {_PROMOTED.get(kind, kind) for one in bounds for kind in (_printed_type(source, *one),)}
        if {"long long", "unsigned long"} <= types:
            types.add("unsigned long long")
        whole = b"%" not in {source.text(i) for i in operators} or types.isdisjoint(("float", "double"))
        return next(kind for kind in _RANKS if kind in types) if whole and types <= {*_RANKS} else ""
    if source.text(first) in (b"-", b"+"):
        kind = _printed_type(source, first + 1, last)
        return _PROMOTED.get(kind, kind) if _PROMOTED.get(kind, kind) in _RANKS else ""
    if cast := _cast(source, first, last):
        return cast
    texts = [source.code[i].kind == Kind.STRING for i in range(first, last)]
    if within & _COMPARISONS and not within & _MIXED:
        return "bool"
    if inside:
        question = next((i for i in _outside(source, first + 1, last - 1) if source.text(i) == b"?"), None)
        two = question is not None and last - question == 5 and source.text(question + 2) == b":"
        return "const char *" if two and texts[-2] and texts[-4] else ""
    asked = (
        source.text(last - 3) in (b"size", b"length") and source.text(last - 2) == b"(" and _only_asks(source, last - 3)
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
    if kind not in _FORMATS and not element:
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
        return named if named in _FORMATS and _is_postfix(source, source.pairs[first] + 1, last) else ""
    if source.spell(first, first + 2) == "static_cast <" and source.text(last - 1) == b")":
        closer = source.behind_angles(first + 1)
        named = source.spell(first + 2, closer - 1)
        return named if source.pairs.get(closer) == last - 1 and named in _FORMATS else ""
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
_CASTS = frozenset((b"static_cast", b"reinterpret_cast", b"const_cast"))
_WEAK = frozenset(b"< > <= >= == != & ^ | && || ? : = , += -= *= /= and or not_eq bitand bitor xor".split())


def _outside(source: Source, first: int, last: int) -> Iterator[int]:
    """The tokens in no brackets of their own."""
    while first < last:
        yield first
        first = source.behind(first)


PRINTS = Rule(
    "prints",
    "Edit 13: printf and std::cout become log calls with a level.",
    _prints,
    _rewrite,
    after=("handle-uses", "performance-blocks"),
    diagnostics=("L141", "L142", "L143"),
    cases=("prints",),
)
