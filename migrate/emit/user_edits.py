"""Torch-side files in an output folder that a person has changed since the last run: merged, or marked, never overwritten. What an earlier run
made of a source that is gone goes with it, unless a person changed it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from migrate.emit.merge3 import has_conflict, keep_changes
from migrate.emit.records import read_texts
from migrate.emit.taken_away import taken_away
from migrate.model import Confidence, FileResult, Finding, Location, Refusal, Span

CONFLICT = "T115"  # id of a refusal
RECORD = "migrated.generated.json"  # in the output folder: what the last run wrote, the base of a merge
ORIGINS = "migrated.origins.json"  # beside it: which source each file was made of
SOURCES = (".cpp", ".cc", ".cxx", ".h", ".hpp")  # a unit test is written again by the files that call its operators
IsGone = Callable[[str, str], bool]  # of an output and its source: whether the sources of now do not make it any more


@dataclass(frozen=True)
class Preserved:
    """Texts that keep what a person changed, the record to write with them, by output what became of changes (kept, merged, conflict, or orphan
    where its source is gone), the files of earlier runs that go with their sources, with their texts, and those that a person took away and
    that are of no source of this run, with their sources."""

    outputs: Mapping[str, bytes]
    record: Mapping[Path, bytes]
    states: Mapping[str, str]
    stale: Mapping[Path, bytes]
    missing: Mapping[str, str] = field(default_factory=dict)


def preserve(made: Mapping[str, bytes], whole: Mapping[str, str], base: Path, is_gone: IsGone) -> Preserved:
    """What a run made, with a person's changes below `base` in it; `whole`: outputs that are files of their own, which no other tool merges,
    with their sources."""
    last = _read(base / RECORD)
    sources = {n: os.fsdecode(s) for n, s in read_texts(_bytes(base / ORIGINS), str(base / ORIGINS), "utf-8").items()}
    moved = _moved(whole, sources, made, is_gone)
    last |= {name: last[old] for name, old in moved.items() if old in last}
    outputs = dict(made)
    states: dict[str, str] = {}
    for name in whole.keys() & made.keys():
        current = _bytes(base / moved.get(name, name))
        if current is not None and current not in (last.get(name), outputs[name]):
            before = last.get(name, b"")  # without a record all of it may be a person's
            outputs[name], states[name] = keep_changes(before, current, outputs[name], before == outputs[name])
    stale: dict[Path, bytes] = {}
    dropped: set[str] = set()
    missing: dict[str, str] = {}
    for name, source in sources.items():
        if name in made:
            continue
        current = _bytes(base / name)
        if not is_gone(name, source):
            missing |= {name: source} if current is None else {}
            continue
        if current is not None and current != last.get(name) and name not in moved.values():
            states[name] = "orphan"
            continue
        dropped.add(name)
        if current is not None:
            stale[base / name] = current
    waiting = {
        n for n, state in states.items() if state == "conflict" and has_conflict(_bytes(base / moved.get(n, n)) or b"")
    }
    record = {n: t for n, t in last.items() if n not in dropped}
    record |= {name: made[name] for name in whole if name in made and name not in waiting}
    origins = {n: s for n, s in sources.items() if n not in dropped} | {n: s for n, s in whole.items() if n in made}
    written = {base / RECORD: _write(record)} if record != last or moved else {}
    if origins != sources:
        written[base / ORIGINS] = json.dumps(origins, indent=1, sort_keys=True).encode() + b"\n"
    return Preserved(outputs, written, states, stale, missing)


def _moved(
    whole: Mapping[str, str], sources: Mapping[str, str], made: Collection[str], is_gone: IsGone
) -> dict[str, str]:
    """Outputs that stood at another place before, since the rules have another folder now: with that place."""
    before = {source: name for name, source in sources.items() if name not in made and is_gone(name, source)}
    return {n: before[source] for n, source in whole.items() if n in made and n not in sources and source in before}


def with_others(result: FileResult, states: Mapping[str, str], missing: Mapping[str, str]) -> FileResult:
    """The result, one of the run's, with the files that a person changed and whose source is gone, and those that a person took away."""
    where = Location(result.path, 1, 1)
    said = [
        f"{name} was changed by hand; what it was made of is gone; it stays"
        for name in sorted(states)
        if states[name] == "orphan"
    ]
    said += [taken_away(name, source if source.endswith(SOURCES) else ".") for name, source in sorted(missing.items())]
    return replace(result, findings=(*result.findings, *(Finding("D205", where, one, Confidence.HIGH) for one in said)))


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
    return read_texts(_bytes(path), str(path), "latin-1")


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _write(record: Mapping[str, bytes]) -> bytes:
    return json.dumps({n: t.decode("latin-1") for n, t in sorted(record.items())}, indent=1).encode() + b"\n"
