"""Torch-side files in an output folder that a person has changed since the last run: merged, or marked, never overwritten."""

from __future__ import annotations

import json
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from pathlib import Path

from migrate.emit.merge3 import keep_changes
from migrate.emit.records import read_texts
from migrate.model import Confidence, FileResult, Finding, Location, Refusal, Span

CONFLICT = "T115"  # id of a refusal
RECORD = "migrated.generated.json"  # in the output folder: what the last run wrote, the base of a merge


@dataclass(frozen=True)
class Preserved:
    """Texts that keep what a person changed, the record to write with them, and by output what became of changes: kept, merged or conflict."""

    outputs: Mapping[str, bytes]
    record: Mapping[Path, bytes]
    states: Mapping[str, str]


def preserve(made: Mapping[str, bytes], whole: Set[str], base: Path) -> Preserved:
    """What a run made, with a person's changes below `base` in it; `whole`: outputs that are files of their own, which no other tool merges."""
    last = _read(base / RECORD)
    outputs = dict(made)
    states: dict[str, str] = {}
    for name in whole & made.keys():
        file = base / name
        current = file.read_bytes() if file.is_file() else None
        if current is not None and name in last and current not in (last[name], outputs[name]):
            outputs[name], states[name] = keep_changes(last[name], current, outputs[name], last[name] == outputs[name])
    record = last | {name: made[name] for name in whole if name in made}
    return Preserved(outputs, {base / RECORD: _write(record)} if record != last else {}, states)


def with_states(result: FileResult, states: Mapping[str, str]) -> FileResult:
    """The result with what became of changes by hand to its outputs."""
    for name in result.outputs:
        state = states.get(name)
        if state == "conflict":
            message = (
                f"{name} was changed by hand and would be changed by this run in the same lines; both texts stand there"
            )
            result = replace(result, refusals=(*result.refusals, Refusal(CONFLICT, Span(0, 0), message)))
        elif state:
            does = "what changed since was merged in" if state == "merged" else "it stays as it is"
            finding = Finding(
                "D205", Location(result.path, 1, 1), f"{name} was changed by hand; {does}", Confidence.HIGH
            )
            result = replace(result, findings=(*result.findings, finding))
    return result


def _read(path: Path) -> dict[str, bytes]:
    return read_texts(path.read_bytes() if path.is_file() else None, str(path), "latin-1")


def _write(record: Mapping[str, bytes]) -> bytes:
    return json.dumps({n: t.decode("latin-1") for n, t in sorted(record.items())}, indent=1).encode() + b"\n"
