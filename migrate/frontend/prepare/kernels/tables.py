"""Kernels' names in tables of more than names: rows of a struct of which one field is the name, and tables of two subscripts."""

from __future__ import annotations

import re

from migrate.frontend.compiler.compilers import by_compiler
from migrate.frontend.kernel_constants import is_kernel_type
from migrate.frontend.lex import Kind
from migrate.frontend.prepare.chip_branches import Text
from migrate.frontend.prepare.kernels.names import literal
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import block_around
from migrate.model import Span

Element = tuple[list[bytes], Text]
"""All names of a table, and which of them is meant."""


def named_element(source: Source, function: Function, first: int, last: int) -> Element | None:
    """What an expression for a name is: `table[i].name`, `row.name` and `row->name` with a row of a constant table, `table[i][j]`; None where it
    is none of these."""
    if source.text(first + 1) == b"[" and source.text(last - 1) == b"]":
        return _of_two(source, first, last)
    if source.text(last - 2) not in (b".", b"->") or source.code[last - 1].kind != Kind.IDENT:
        return None
    field = _field(source, last - 1)
    if field is None:
        return None
    if source.text(first + 1) == b"[" and source.pairs.get(first + 1) == last - 3 and source.text(last - 2) == b".":
        names, row = _column(source, first, *field), subscript(source, first + 1)
        return (names, row) if names is not None and row is not None else None
    if last - first == 3:
        return _of_row(source, function, first, field)
    return None


def subscript(source: Source, opener: int) -> Text | None:
    """What stands between brackets, where it is one expression without a comma."""
    close = source.pairs[opener]
    if close == opener + 1 or any(source.text(i) == b"," for i in range(opener + 1, close)):
        return None
    return (Span(source.code[opener + 1].start, source.code[close - 1].end),)


def _of_row(source: Source, function: Function, index: int, field: tuple[int, bytes]) -> Element | None:
    """Of a local reference or pointer that is bound once, to a row of a table."""
    decls = list(source.every_fact(index))
    offsets = {decl.offset for decl in decls}
    if len(offsets) != 1 or any(d.kind != "variable" or d.file for d in decls):
        return None
    at = source.index_at(offsets.pop())
    if not function.open_brace < at < function.close_brace:
        return None
    kinds = {decl.canonical or decl.type for decl in decls}
    reference = all(kind.startswith("const ") and kind.endswith("&") for kind in kinds)
    pointer = all(kind.startswith("const ") and kind.endswith(("*", "*const")) for kind in kinds)
    if pointer and not all(
        source.text(i + 1) in (b"->", b"-") for i in source.where(source.text(at), at + 1, function.close_brace)
    ):
        return None  # it may be another row's by then
    behind, table = source.text(at + 1), -1
    if reference and behind == b":" and source.text(at + 3) == b")":
        table = at + 2
    elif reference and behind == b"=" and source.text(at + 3) == b"[":
        table = at + 2 if source.text(source.pairs[at + 3] + 1) == b";" else -1
    elif pointer and [behind, source.text(at + 2), source.text(at + 4)] == [b"=", b"&", b"["]:
        table = at + 3 if source.text(source.pairs[at + 4] + 1) == b";" else -1
    names = _column(source, table, *field) if table >= 0 else None
    if names is None:
        return None
    name = source.text(table)
    same = {d.offset for d in source.decls(table)}
    hidden = any({d.offset for d in source.decls(i)} != same for i in source.where(name, at, index))
    if hidden:
        return None
    row = source.text(index) if pointer else b"&" + source.text(index)
    return names, (b"(int) ( " + row + b" - " + name + b" )",)


def _field(source: Source, index: int) -> tuple[int, bytes] | None:
    """Position and name of a field that is a text, in a struct of the file which is nothing but fields of one value each."""
    decls = list(source.every_fact(index))
    offsets = {decl.offset for decl in decls}
    plain = all(d.kind == "field" and not d.file and is_kernel_type(source, d.canonical or d.type) for d in decls)
    if len(offsets) != 1 or not plain:
        return None
    at = source.index_at(offsets.pop())
    opener = block_around(source, at)
    if opener < 0 or source.text(opener) != b"{" or source.has_directive(opener, source.pairs[opener]):
        return None
    if not {source.text(opener - 1), source.text(opener - 2)} & {b"struct"}:
        return None
    position = found = 0
    for i in range(opener + 1, source.pairs[opener]):
        text = source.text(i)
        if text in _NO_FIELD:
            return None
        if i == at:
            found = position
        position += text in (b";", b",")
    return found, source.text(at)


_NO_FIELD = frozenset((b"(", b"{", b"[", b"=", b":", b"static", b"using", b"typedef", b"struct", b"union", b"<"))


def _column(source: Source, index: int, position: int, field: bytes) -> list[bytes] | None:
    """The names of a constant table's rows."""
    brace = _initializer(source, index, 1)
    if brace is None:
        return None
    found = []
    for first, last in source.arguments(brace):
        if first == last:
            continue  # behind the last comma
        if source.text(first) != b"{" or source.pairs[first] != last - 1:
            return None
        parts = source.arguments(first)
        named = [p for p in parts if p[0] < p[1] and source.text(p[0]) == b"."]
        if named:
            mine = [p for p in named if source.text(p[0] + 1) == field and source.text(p[0] + 2) == b"="]
            one = literal(source, mine[0][0] + 3, mine[0][1]) if len(mine) == 1 else b""
        else:
            one = literal(source, *parts[position]) if position < len(parts) else b""
        if not one:
            return None
        found.append(one)
    return found if _fits(source, index, [len(found)]) else None


def _of_two(source: Source, first: int, last: int) -> Element | None:
    """Of `table[i][j]`, each row of which is whole."""
    middle = source.pairs.get(first + 1, last) + 1
    if source.text(middle) != b"[" or source.pairs.get(middle) != last - 1:
        return None
    brace = _initializer(source, first, 2)
    row, column = subscript(source, first + 1), subscript(source, middle)
    if brace is None or row is None or column is None:
        return None
    rows = [(a, b) for a, b in source.arguments(brace) if a < b]
    if any(source.text(a) != b"{" or source.pairs[a] != b - 1 for a, b in rows):
        return None
    names = [[literal(source, c, d) for c, d in source.arguments(a) if c < d] for a, _ in rows]
    width = len(names[0]) if names else 0
    if not width or any(len(one) != width or not all(one) for one in names):
        return None
    if not _fits(source, first, [len(names), width]):
        return None
    return [one for each in names for one in each], (b"( ", *row, b" ) * %d + ( " % width, *column, b" )")


def _initializer(source: Source, index: int, subscripts: int) -> int | None:
    """The brace of the initializer of a constant table that one declaration declares."""
    decls = list(source.every_fact(index))
    offsets = {decl.offset for decl in decls}
    if len(offsets) != 1 or any(d.kind != "variable" or d.file for d in decls):
        return None
    for decl in decls:
        kind = re.sub(r"(?:\s*\[\d*\])+$", "", decl.canonical or decl.type)
        if kind == decl.type or not (kind.startswith("const ") if subscripts == 1 else kind.endswith("*const")):
            return None
    at = source.index_at(offsets.pop())
    if by_compiler(source, at):
        return None
    behind = at + 1
    for _ in range(subscripts):
        if source.text(behind) != b"[":
            return None
        behind = source.pairs[behind] + 1
    brace = behind + 1 if source.text(behind) == b"=" else behind
    if source.text(brace) != b"{" or source.text(source.pairs[brace] + 1) != b";":
        return None
    return None if source.has_directive(brace, source.pairs[brace]) else brace


def _fits(source: Source, index: int, extents: list[int]) -> bool:
    """Whether a table has as many elements as its initializer, by the compiler."""
    types = {decl.canonical or decl.type for decl in source.every_fact(index)}
    wanted = "".join(f"[{extent}]" for extent in extents)
    return bool(extents[0]) and all(kind.replace(" ", "").endswith(wanted) for kind in types)
