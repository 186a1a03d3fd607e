"""Edit 13: prints become log calls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from migrate.frontend.lex import Kind
from migrate.frontend.source import Source
from migrate.model import EditKind, Site
from migrate.rules.address_forms import holds_address
from migrate.rules.context import Context
from migrate.rules.print_effects import effect_in
from migrate.rules.print_streams import rewrite_stream
from migrate.rules.printed_values import is_dtype, print_by_name, status_in, without_newline
from migrate.rules.registry import Rule


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
        effect = effect_in(ctx, index + 2, source.pairs[index + 1])
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
        rewrite_stream(ctx, index, name, site)


def _is_of_std(ctx: Context, index: int) -> bool:
    """Whether a name that stands alone is one of std, by a directive of the file."""
    decl = ctx.source.fact(index)
    return decl is not None and bool(decl.file) and decl.scope.split("::")[0] == "std"


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
        if is_dtype(ctx, bounds := _without_cast(source, first, last)) and ctx.rules.unified.dtype_text:
            if len(texts) == len(literal) and _as_text(texts, number):
                print_by_name(ctx, first, last, bounds)
            continue
        at = status_in(ctx, first, last)
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
            texts[literal[-1]] = (without_newline(shown[:-1]) + '"').encode("latin-1")
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


_COUNTED = re.compile(rb"(?<!%)(?:%%)*%[-+ #0-9.*]*(?:hh|h|ll|l|j|z|t)?n")


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


PRINTS = Rule(
    "prints",
    "Edit 13: printf and std::cout become log calls with a level.",
    _prints,
    _rewrite,
    after=("handle-uses", "performance-blocks"),
    diagnostics=("L141", "L142", "L143"),
    cases=("prints",),
)
