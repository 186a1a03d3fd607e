"""Rows of a chip's kernel table, put into its YAML text: what else stands there, comments included, stays as it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import yaml

from migrate.emit.families import Rank, between
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


_NO_WORDS = frozenset(("true", "false", "yes", "no", "on", "off", "null", "y", "n"))
"""Keys that YAML would read as something other than a word."""


def _word(text: str) -> str:
    return f'"{text}"' if text.lower() in _NO_WORDS or not re.fullmatch(r"[A-Za-z_][\w.]*", text) else text


def render(row: KernelRow, indent: str = "  ") -> str:
    lines = []
    if row.symbol:
        lines += [f"symbol: {_word(row.symbol)}", *([f"cores: {row.cores}"] if row.cores else [])]
        if row.args:
            lines.append(f"args: {row.args}")
    if row.dtypes:
        lines.append(f"dtypes: [{', '.join(row.dtypes)}]")
    if row.follows:
        lines.append(f"follows: {row.follows}")
    key = _word(row.key)
    if not lines:
        return f"{indent}{key}: {{}}\n"
    return f"{indent}{key}:\n" + "".join(f"{indent}  {line}\n" for line in lines)


CONFLICT = "# MIGRATE L158: "
"""Begins a comment in a row that a person and migrate changed in the same field; what migrate would write stands behind it."""


@dataclass(frozen=True)
class Table:
    """A table with its rows, those as migrate would write them, and the keys of rows that a person changed: kept, merged, conflict or orphan."""

    text: bytes
    rows: Mapping[str, Mapping[str, Any]]
    states: Mapping[str, str]
    order: tuple[str, ...]  # of all keys


def recorded(row: KernelRow) -> Mapping[str, Any]:
    """A row as a table has it, without its key."""
    made: Mapping[str, Any] = yaml.load(render(row), Loader=LOADER)[row.key]
    return made


def merge_rows(
    existing: bytes | None,
    chip: str,
    rows: Iterable[KernelRow],
    last: Mapping[str, Mapping[str, Any]],
    ours: Collection[str],
    outdated: Collection[str] = (),
    rank: Rank = lambda _: None,
) -> Table:
    """The table with the rows added, each once. `last`: rows of the run before, `ours`: keys of functions that no person changed,
    for rows of which no run left a record. `outdated`: keys whose function is gone."""
    text, kernels, entries = _read(existing, chip)
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    made: dict[str, Mapping[str, Any]] = {}
    states: dict[str, str] = {}
    present: list[tuple[str, str]] = []
    behind: dict[str | None, str] = {}  # row that is there -> new ones that stand behind it
    own = {row.key: row for row in rows}
    others = [k for k in last if k in entries and k not in own and k not in outdated and rank(k) is not None]
    for key in between([*own], others, rank):
        if key not in own:
            present.append((key, "".join(lines[slice(*entries[key])])))
            continue
        row = own[key]
        place = entries.get(row.key)
        new = made[row.key] = recorded(row)
        if place is None:
            before = present[-1][0] if present else None
            behind[before] = behind.get(before, "") + render(row)
            continue
        body, state = _settle("".join(lines[slice(*place)]), row, new, last.get(row.key), row.key in ours)
        states.update({row.key: state} if state else {})
        present.append((row.key, body))
    changes: list[tuple[int, int, str]] = []
    slots = _slots([key for key, _ in present], entries, last)
    first = min(slots, key=lambda key: slots[key], default=None)
    for key, body in present:
        changes.append((*slots[key], (behind.get(None, "") if key == first else "") + body + behind.get(key, "")))
    if first is None and None in behind:
        end = max((last for _, last in entries.values()), default=kernels + 1)
        changes.append((end, end, behind[None]))
    for key in outdated:
        place = entries.get(key)
        body = "".join(lines[slice(*place)]) if place else ""
        if place and unchanged(body, key, last.get(key)):
            changes.append((*place, ""))
        elif place:
            states[key] = "orphan"
    for begin, end, text in sorted(changes, reverse=True):
        lines[begin:end] = [text]
    text = "".join(lines)
    return Table(text.encode(), made, states, tuple(_entries(text)[1]))


def _slots(keys: list[str], entries: Mapping[str, tuple[int, int]], last: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Where each row goes: where it stands, or in the order of this run where that changed and no person moved a row."""
    standing = sorted(keys, key=lambda key: entries[key])
    if standing == keys or standing != [key for key in last if key in keys]:
        return {key: entries[key] for key in keys}
    return {key: entries[other] for key, other in zip(keys, standing, strict=True)}


def _read(existing: bytes | None, chip: str) -> tuple[str, int, dict[str, tuple[int, int]]]:
    try:
        text = existing.decode("utf-8") if existing is not None else f"chip: {chip}\nkernels:\n"
        return (text, *_entries(text))
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise TableError(
            f"line {line}: a kernel table is UTF-8 text, and byte 0x{error.object[error.start]:02x} is none"
        ) from None
    except RecursionError:
        raise TableError("its entries are nested too deeply") from None


def _settle(old: str, row: KernelRow, new: Any, last: Any, ours: bool) -> tuple[str, str]:
    """What stands where a row is there already, and what became of a person's change."""
    current = yaml.load(old, Loader=LOADER)[row.key]
    if CONFLICT in old:
        return (old, "conflict") if last in (None, new) else _shown_again(old, row, current, new, last)
    if current == new:
        return old, ""
    if current == last or (last is None and ours):
        return _rewritten(old, row.key, render(row), new), ""
    if last is None:
        return old, "kept"
    if last == new:
        return old, "kept"
    return _merge(old, row, current, new, last)


def _shown_again(old: str, row: KernelRow, current: Any, new: Any, last: Any) -> tuple[str, str]:
    """A row whose conflict waits, with what this run would write in its comments: a person chooses between the values of now."""
    waiting = {name: object() for name in re.findall(rf"{re.escape(CONFLICT)}(\w+):", old)}
    lines = (line for line in old.splitlines(keepends=True) if not line.lstrip().startswith(CONFLICT))
    base = {**(last if isinstance(last, dict) else {}), **waiting}
    return _merge("".join(lines), row, current, new, base)


def _merge(old: str, row: KernelRow, current: Any, new: Any, last: Any) -> tuple[str, str]:
    """Both changes, field by field; where both changed one, the person's, with migrate's in a comment."""
    ours, theirs, base = ((value if isinstance(value, dict) else {}) for value in (current, new, last))
    merged, notes = {}, []
    for name in dict.fromkeys((*theirs, *ours, *base)):
        mine, other, before = ours.get(name), theirs.get(name), base.get(name)
        if mine != before and other not in (before, mine):
            notes.append(f"{CONFLICT}{name}: {_flow(other)} is what this run would write; take one and this line away")
        value = other if mine == before else mine
        if value is not None:
            merged[name] = value
    body = [f"{name}: {_flow(value)}" for name, value in merged.items()] if merged else ["{}"]
    whole = f"  {row.key}:\n" + "".join(f"    {line}\n" for line in body)
    first, rest = _rewritten(old, row.key, whole, merged).split("\n", 1)
    noted = "".join(f"    {line}\n" for line in notes)
    return f"{first}\n{noted}{rest}", "conflict" if notes else "merged"


def _rewritten(old: str, key: str, whole: str, fields: Mapping[str, Any]) -> str:
    """A row with other fields. A comment that a person put into it stays: then only those lines change whose fields do."""
    if not _comments(old):
        return whole
    node = yaml.compose(old, Loader=LOADER)
    body = node.value[0][1] if isinstance(node, yaml.MappingNode) else None
    if not isinstance(body, yaml.MappingNode) or body.flow_style or not fields:
        first, rest = whole.split("\n", 1)
        if not rest:  # nothing but `key: {}`
            first, rest = first.removesuffix(" {}"), "    {}\n"
        return first + "\n" + "".join(f"    {comment}\n" for comment in _comments(old)) + rest
    lines = old.splitlines(keepends=True)
    values = yaml.load(old, Loader=LOADER)[key]
    indent = " " * body.start_mark.column
    for name, value in reversed(body.value):
        first, last = (
            name.start_mark.line,
            max(name.start_mark.line, value.end_mark.line - (value.end_mark.column == 0)),
        )
        if name.value not in fields:
            comments = [indent + comment + "\n" for comment in _comments("".join(lines[first : last + 1]))]
            lines[first : last + 1] = comments
        elif values[name.value] != fields[name.value]:
            behind = lines[last][value.end_mark.column :] if value.end_mark.line == last else "\n"
            lines[first : last + 1] = [f"{indent}{name.value}: {_flow(fields[name.value])}{behind}"]
    new = [f"{indent}{name}: {_flow(value)}\n" for name, value in fields.items() if name not in values]
    return "".join([*lines, *new])


def _comments(text: str) -> list[str]:
    """The comments in a row, but for those of migrate."""
    found: list[str] = []
    end = 0
    for token in yaml.scan(text, Loader=yaml.SafeLoader):
        between = text[end : token.start_mark.index]
        found += [c.strip() for c in re.findall(r"(?:^|(?<=\s))#[^\n]*", between)]
        end = token.end_mark.index
    found += [c.strip() for c in re.findall(r"(?:^|(?<=\s))#[^\n]*", text[end:])]
    return [comment for comment in found if not comment.startswith(CONFLICT)]


def _flow(value: Any) -> str:
    return str(yaml.safe_dump(value, default_flow_style=True, width=1 << 20)).removesuffix("...\n").strip()


def cut(text: bytes, chip: str, keys: Collection[str]) -> tuple[bytes, dict[str, str]]:
    """The table without these rows, and the rows as they stand there."""
    content, _, entries = _read(text, chip)
    lines = content.splitlines(keepends=True)
    found = {key: "".join(lines[slice(*place)]) for key, place in entries.items() if key in keys}
    for begin, end in sorted((entries[key] for key in found), reverse=True):
        del lines[begin:end]
    return "".join(lines).encode(), found


def put(text: bytes | None, chip: str, rows: Mapping[str, str]) -> bytes:
    """The table with further rows, as they are, behind its own; a row that is there stays."""
    content, kernels, entries = _read(text, chip)
    lines = [line if line.endswith("\n") else line + "\n" for line in content.splitlines(keepends=True)]
    end = max((last for _, last in entries.values()), default=kernels + 1)
    lines[end:end] = [row if row.endswith("\n") else row + "\n" for key, row in rows.items() if key not in entries]
    return "".join(lines).encode()


def unchanged(row: str, key: str, last: Any) -> bool:
    """Whether a row as it stands in a table is as a run wrote it."""
    return bool(yaml.load(row, Loader=LOADER)[key] == last) and not _comments(row) and CONFLICT not in row


def keys(text: bytes) -> frozenset[str]:
    """Of all rows; none where the text is no table."""
    try:
        return frozenset(_entries(text.decode("utf-8"))[1])
    except (TableError, UnicodeDecodeError, RecursionError):
        return frozenset()


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
