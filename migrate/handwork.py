"""Torch-side files in an output folder that a person has changed since the last run: merged, or marked, never overwritten."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from migrate.edits.merge3 import keep_changes
from migrate.model import Confidence, FileResult, Finding, Place, Refusal, Span
from migrate.pipeline import Run

RECORD = "migrated.generated.json"  # in the output folder: what the last run wrote, the base of a merge


def protect(done: Run, base: Path) -> tuple[Run, dict[Path, bytes]]:
    """The run with texts that keep what a person changed below `base`, and the record to write with it."""
    last = _read(base / RECORD)
    outputs = dict(done.outputs)
    states: dict[str, str] = {}
    for name in done.origins.keys() & done.outputs.keys():
        file = base / name
        current = file.read_bytes() if file.is_file() else None
        if current is not None and name in last and current not in (last[name], outputs[name]):
            outputs[name], states[name] = keep_changes(last[name], current, outputs[name], last[name] == outputs[name])
    record = last | {name: done.outputs[name] for name in done.origins if name in done.outputs}
    inputs = tuple(replace(item, result=_report(item.result, states)) for item in done.inputs)
    files = {base / RECORD: _write(record)} if record != last else {}
    return replace(done, inputs=inputs, outputs=outputs), files


def _report(result: FileResult, states: Mapping[str, str]) -> FileResult:
    for name in result.outputs:
        state = states.get(name)
        if state == "conflict":
            sentence = (
                f"{name} was changed by hand and would be changed by this run in the same lines; both texts stand there"
            )
            result = replace(result, refusals=(*result.refusals, Refusal("T115", Span(0, 0), sentence)))
        elif state:
            does = "what changed since was merged in" if state == "merged" else "it stays as it is"
            finding = Finding("D205", Place(result.path, 1, 1), f"{name} was changed by hand; {does}", Confidence.HIGH)
            result = replace(result, findings=(*result.findings, finding))
    return result


def _read(path: Path) -> dict[str, bytes]:
    try:
        return {name: text.encode("latin-1") for name, text in json.loads(path.read_bytes()).items()}
    except (OSError, ValueError, AttributeError):
        return {}


def _write(record: Mapping[str, bytes]) -> bytes:
    return json.dumps({n: t.decode("latin-1") for n, t in sorted(record.items())}, indent=1).encode() + b"\n"
