"""Prints to a stream of the standard library become log calls, or the text that a stream writes is given to one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from migrate.frontend.compiler.clang import is_system
from migrate.frontend.lex import Kind
from migrate.frontend.source import Source
from migrate.model import EditKind, Site
from migrate.rules.context import Context
from migrate.rules.print_effects import CASTS, effect_in, has_template_arguments
from migrate.rules.printed_values import (
    FORMATS,
    is_dtype,
    is_string,
    print_by_name,
    printed_type,
    status_in,
    without_newline,
)

_CHARACTER = re.compile(rb"'(?:[\x20-\x26\x28-\x5b\x5d-\x7e]|\\[abfnrtv\\\"'])'")


_JOINS = re.compile(
    rb'"(?:[^"\\]|\\[abfnrtv\\"\'?]|\\033(?=[^0-7"])|\\x1[bB](?=[^0-9a-fA-F"]))*"'
)  # a literal of which no part is a number that goes on in the next one


def rewrite_stream(ctx: Context, index: int, name: str, site: Site) -> None:
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
        if source.text(at + 1) == b"<" and (source.text(at) in CASTS or has_template_arguments(source, at))
        for i in range(at + 1, source.behind_angles(at + 1))
    }
    weak = next(
        (
            i
            for i in source.outer(index + 1, end)
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
        effect = effect_in(ctx, inner, last - set_) if not is_string(source, first, last) else None
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
        at = status_in(ctx, first, last)
        if at is not None and last - first == 1 and ctx.rules.unified.status_text:
            status = source.text(at).decode("utf-8", "replace")
            log.write("%s", ctx.emit(ctx.rules.unified.status_text, status=status))
        elif is_dtype(ctx, (first, last)) and ctx.rules.unified.dtype_text:
            dtype = source.spell(first, last).replace(" ", "")
            log.write("%s", ctx.emit(ctx.rules.unified.dtype_text, dtype=dtype))
        elif is_string(source, first, last):
            log.keep("%s", first, last, ".c_str()")
        elif form := FORMATS.get(printed_type(source, first, last)):
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
        at = status_in(ctx, first, last)
        if at is not None and last - first == 1 and ctx.rules.unified.status_text:
            status = source.text(at).decode("utf-8", "replace")
            ctx.replace_token(at, ctx.emit(ctx.rules.unified.status_text, status=status), EditKind.PRINT, "print")
        elif is_dtype(ctx, (first, last)) and ctx.rules.unified.dtype_text:
            print_by_name(ctx, first, last, (first, last))
    final, end = printed[-1][0], printed[-1][1]
    if end - final == 1 and source.code[final].kind == Kind.STRING and _JOINS.fullmatch(source.text(final)):
        text = without_newline(source.text(final).decode("utf-8", "surrogateescape")[1:-1])
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
        ctx, text = self._ctx, without_newline(self.text)
        runs = [*self._runs, (self._at, self._end, f"{self._pending})")]
        form = f'"{text}"' if text else '"%s", ""'  # an empty format is one that compilers warn of
        runs[0] = (*runs[0][:2], f"{self._macro}({form}{runs[0][2]}")
        for first, last, written in runs:
            if first < last:
                ctx.drop(first, last, written, EditKind.PRINT, "print")
            else:
                ctx.insert(ctx.source.code[first - 1].end, written, EditKind.PRINT, "print")


_WEAK = frozenset(b"< > <= >= == != & ^ | && || ? : = , += -= *= /= and or not_eq bitand bitor xor".split())
