"""Rows of a chip's kernel table, put into its YAML text: what else stands there, comments included, stays as it is."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

import yaml

from migrate.model import KernelRow

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class TableError(ValueError):
    """A kernel table that cannot be read; the message says where, as `line N, column M: ...` where that is known."""


def combine(rows: Iterable[KernelRow]) -> list[KernelRow]:
    """One row per chip and key: rows of one key complete each other."""
    found: dict[tuple[str, str], KernelRow] = {}
    for row in rows:
        known = found.get((row.chip, row.key))
        if known is None:
            found[row.chip, row.key] = row
            continue
        found[row.chip, row.key] = replace(
            known,
            symbol=known.symbol or row.symbol,
            cores=known.cores if known.symbol else row.cores,
            args=known.args or row.args,
            dtypes=known.dtypes or row.dtypes,
            follows=known.follows or row.follows,
        )
    return list(found.values())


def render(row: KernelRow, indent: str = "  ") -> str:
    lines = []
    if row.symbol:
        lines += [f"symbol: {row.symbol}", f"cores: {row.cores}"]
        if row.args:
            lines.append(f"args: {row.args}")
    if row.dtypes:
        lines.append(f"dtypes: [{', '.join(row.dtypes)}]")
    if row.follows:
        lines.append(f"follows: {row.follows}")
    if not lines:
        return f"{indent}{row.key}: {{}}\n"
    return f"{indent}{row.key}:\n" + "".join(f"{indent}  {line}\n" for line in lines)


def merge_rows(existing: bytes | None, chip: str, rows: Iterable[KernelRow], ours: Collection[str]) -> bytes:
    """The table with the rows added, each once. A row that is there is replaced only where its key is in `ours`."""
    try:
        text = existing.decode("utf-8") if existing is not None else f"chip: {chip}\nkernels:\n"
        kernels, entries = _entries(text)
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise TableError(
            f"line {line}: a kernel table is UTF-8 text, and byte 0x{error.object[error.start]:02x} is none"
        ) from None
    except RecursionError:
        raise TableError("its entries are nested too deeply") from None
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    end = max((last for _, last in entries.values()), default=kernels + 1)
    added: list[str] = []
    changes: list[tuple[int, int, str]] = []
    for row in rows:
        place = entries.get(row.key)
        if place is None:
            added.append(render(row))
        elif row.key in ours and yaml.safe_load("".join(lines[slice(*place)])) != yaml.safe_load(render(row)):
            changes.append((*place, render(row)))
    lines[end:end] = added
    for first, last, new in sorted(changes, reverse=True):
        lines[first:last] = [new]
    return "".join(lines).encode()


def _entries(text: str) -> tuple[int, dict[str, tuple[int, int]]]:
    """Line of `kernels:` and the line range of each row in it."""
    try:
        node = yaml.compose(text, Loader=LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        raise TableError(f"{where}not valid YAML: {error.problem or error.context}") from None
    except yaml.YAMLError as error:
        raise TableError(f"not valid YAML: {' '.join(str(error).split())}") from None
    if not isinstance(node, yaml.MappingNode):
        raise TableError("the kernel table is not a mapping with chip and kernels")
    for key, value in node.value:
        if key.value != "kernels":
            continue
        if not isinstance(value, yaml.MappingNode):
            if value.tag != "tag:yaml.org,2002:null":
                raise TableError(f"line {value.start_mark.line + 1}: kernels is a mapping of keys to rows")
            return key.start_mark.line, {}
        if value.flow_style and (value.value or key.start_mark.line == node.start_mark.line):
            raise TableError(
                f"line {key.start_mark.line + 1}: rows are added one below the other; write kernels without braces"
            )
        rows = {}
        lines = text.splitlines()
        for name, body in value.value:
            if not isinstance(name, yaml.ScalarNode):
                raise TableError(f"line {name.start_mark.line + 1}: the key of a row is one word")
            block = isinstance(body, yaml.CollectionNode) and not body.flow_style
            last = body.end_mark.line if block and body.end_mark.line > name.start_mark.line else body.end_mark.line + 1
            rows[name.value] = (name.start_mark.line, _trim(lines, name.start_mark.line, last))
        return key.start_mark.line, rows
    raise TableError("the kernel table has no kernels")


def _trim(lines: list[str], first: int, last: int) -> int:
    """Without the blank and comment lines behind a row."""
    while last - 1 > first and (not lines[last - 1].strip() or lines[last - 1].lstrip().startswith("#")):
        last -= 1
    return last
