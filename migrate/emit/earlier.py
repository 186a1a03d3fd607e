"""What earlier runs wrote into the unified tree of sources that this run does not convert: it stays, and means there what it meant."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from migrate.emit.families import declared_in
from migrate.emit.manifest import Generated, Manifest, digest
from migrate.emit.plan import Reader
from migrate.project.config import Target


@dataclass(frozen=True)
class Standing:
    """One macro, type, constant or function of an earlier run: the source that gives it, its digest, and whether it is a macro."""

    source: str
    digest: str
    macro: bool = False


Rows = frozenset[tuple[str, str, str]]
"""Of a function: chip, key and what the chip's kernel table says, as text."""


def row_of(chip: str, key: str, row: Mapping[str, Any]) -> tuple[str, str, str]:
    return chip, key, json.dumps(row, sort_keys=True)


@dataclass(frozen=True)
class Earlier:
    """`shared`: by each name that it declares what no header declares; `operators`: by unified name; `keys`: of kernel rows, with the unified name
    that has each; `texts`: of all of it, by source; `rows`: of each of the shared functions; `numbers`: by chip and symbol, of constants that name kernels, empty
    for names in quotes."""

    shared: Mapping[str, Standing] = field(default_factory=dict)
    operators: Mapping[str, Standing] = field(default_factory=dict)
    keys: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    texts: Mapping[str, bytes] = field(default_factory=dict)
    rows: Mapping[str, Rows] = field(default_factory=dict)
    numbers: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def using(self, name: str, macro: bool) -> str:
        """A source whose functions, as they stand, use a name that nothing of earlier runs declares; empty where none does."""
        word = re.escape(name.encode())
        wanted = re.compile(rb"\b%b\b" % word if macro else rb"(?<![\w.>:])%b\s*\(" % word)
        return next((source for source, text in self.texts.items() if wanted.search(text)), "")


def earlier(
    read: Reader, target: Target, inputs: Collection[str], alive: Callable[[str], bool], chips: Collection[str]
) -> Earlier:
    """`inputs`: the sources of this run; `alive`: whether a source of an earlier run is one of the project still; `chips`: the project's. Raises
    UsageError."""
    beside, generated = Manifest.origins_path(target.manifest), Generated.path(target.manifest)
    known = Manifest.read(read(target.manifest), target.manifest).with_origins(read(beside), beside)
    others = {
        name: next((s for s in origin.sources if s not in inputs and alive(s)), "")
        for name, origin in known.origins.items()
    }
    others = {name: source for name, source in others.items() if source}
    if not others:
        return Earlier()
    texts = Generated.read(read(generated), generated).texts
    shared: dict[str, Standing] = {}
    operators: dict[str, Standing] = {}
    by_source: dict[str, bytes] = {}
    for name, source in others.items():
        text = texts.get(name)
        if text is None or text.startswith(b"/* MIGRATE "):  # a refused function is not there
            continue
        by_source[source] = by_source.get(source, b"") + text + b"\n"
        one = Standing(source, digest(text), text.startswith(b"#ifndef "))
        if name in known.declared:
            operators[name] = one
            continue
        names = {name.lstrip("#"), *(n.decode() for n in declared_in(text) if name[:1] == "#" and not one.macro)}
        shared |= dict.fromkeys(names, one)
    keys = {key: (owner, others[owner]) for key, owner in known.owners.items() if owner in operators}
    rows: dict[str, Rows] = {}
    for chip, table in known.rows.items():
        for key, row in table.items() if chip in chips else ():
            owner = known.owners.get(key, "")
            if owner in shared:
                rows[owner] = rows.get(owner, frozenset()) | {row_of(chip, key, row)}
    numbers = {
        (chip, str(row["symbol"])): known.numbers.get(chip, {}).get(str(row["symbol"]), "")
        for chip, table in known.rows.items()
        for key, row in table.items()
        if chip in chips and known.owners.get(key, "") in others and row.get("symbol")
    }
    return Earlier(shared, operators, keys, by_source, rows, numbers)
