"""The report as data: built once from the results, printed in several formats, read again from JSON. docs/report.md describes each field."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

VERSION = 7
LEFT_OUT: dict[str, Any] = {"line": None, "confidence": "", "trace": "", "alias": "", "compilation": None}
"""Fields that JSON does not have where they say nothing."""
T = TypeVar("T")


class DamagedReport(ValueError):
    """JSON that is no report of this version; the message says what is missing or of another type."""


@dataclass(frozen=True)
class Tool:
    name: str
    version: str


@dataclass(frozen=True)
class Tally:
    """Sites of one kind of edit."""

    found: int = 0
    converted: int = 0
    refused: int = 0
    done: int = 0


@dataclass(frozen=True)
class Lines:
    """Lines `first` to `last` of a file, from 1, both included."""

    first: int
    last: int


@dataclass(frozen=True)
class CompilationEntry:
    """What the compiler says of a converted torch-side file: `status` as model.Compiled; `names`: those that nothing declares;
    `along`: headers of the legacy tree that it needs."""

    status: str
    detail: str
    names: tuple[str, ...]
    along: tuple[str, ...]


@dataclass(frozen=True)
class FileEntry:
    path: str
    outputs: tuple[str, ...]  # paths in the unified tree
    edits: int
    totals: dict[str, Tally]
    inactive: tuple[Lines, ...]  # what no chip sees
    compilation: CompilationEntry | None = None  # None: not changed, or no torch-side file


@dataclass(frozen=True)
class Spot:
    path: str
    line: int


@dataclass(frozen=True)
class RowEntry:
    """A row of a chip's kernel table."""

    chip: str
    key: str
    symbol: str | None
    cores: str
    args: str | None
    follows: str | None


@dataclass(frozen=True)
class FunctionEntry:
    """A function of the library or a call on the torch side."""

    file: str
    line: int | None  # None: it stands nowhere
    input: str  # the input's path; `file` is one of the files that it was made of
    places: tuple[Spot, ...]
    legacy: str
    unified: str
    status: str
    reason: str
    relation: str
    family: str
    rows: tuple[RowEntry, ...]
    legacy_text: str
    unified_text: str


@dataclass(frozen=True)
class GuardEntry:
    """A conditional on a chip macro that stays."""

    path: str
    line: int
    column: int
    reason: str


@dataclass(frozen=True)
class Diagnostic:
    """A refusal (`confidence` empty), a finding, an intended difference, a warning, or an internal error with its traceback."""

    id: str
    path: str
    line: int
    column: int
    message: str
    confidence: str
    function: str
    trace: str = ""
    alias: str = ""  # readable name of the id


@dataclass(frozen=True)
class ProofEntry:
    name: str
    subject: str
    chip: str
    status: str
    detail: str


@dataclass(frozen=True)
class Effort:
    """What is left for a person: places to decide, functions to write, and their legacy lines."""

    places: int
    functions: int
    lines: int


@dataclass(frozen=True)
class Report:
    version: int
    tool: Tool
    command: str
    project: str
    chips: tuple[str, ...]
    whole: bool  # the run was over the whole tree: what is left elsewhere in it counts for the exit code
    totals: dict[str, Tally]
    files: tuple[FileEntry, ...]
    functions: tuple[FunctionEntry, ...]
    guards_left: tuple[GuardEntry, ...]
    refusals: tuple[Diagnostic, ...]
    findings: tuple[Diagnostic, ...]
    differences: tuple[Diagnostic, ...]
    elsewhere: tuple[
        Diagnostic, ...
    ]  # legacy names in files that no pattern of the project file matches, one entry a file
    incomplete: tuple[
        Diagnostic, ...
    ]  # what does not or cannot compile yet, whatever is converted: the target lacks names or headers
    warnings: tuple[Diagnostic, ...]  # entries of the project file and its rule files that match nothing
    proofs: tuple[ProofEntry, ...]
    errors: tuple[Diagnostic, ...]  # internal errors: defects of the tool, in no count of what is left
    effort: Effort

    def diagnostics(self) -> Mapping[str, tuple[Diagnostic, ...]]:
        return {
            "refusals": self.refusals,
            "elsewhere": self.elsewhere,
            "incomplete": self.incomplete,
            "warnings": self.warnings,
            "findings": self.findings,
            "differences": self.differences,
        }


def print_json(report: Report) -> str:
    return json.dumps(as_data(report), indent=1, ensure_ascii=False) + "\n"


def as_data(value: Any) -> Any:
    """JSON-compatible data; a line of None and an empty confidence are left out."""
    if dataclasses.is_dataclass(value):
        items = ((f.name, getattr(value, f.name)) for f in dataclasses.fields(value))
        left_out = LEFT_OUT
        return {name: as_data(item) for name, item in items if name not in left_out or item != left_out[name]}
    if isinstance(value, Mapping):
        return {key: as_data(item) for key, item in value.items()}
    return [as_data(item) for item in value] if isinstance(value, tuple | list) else value


def from_data(data: Any) -> Report:
    """The report that `as_data` gave. Raises DamagedReport."""
    report: Report = _read(Report, data, "report")
    return report


def _read(kind: Any, data: Any, where: str) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    entry = next((one for one in arguments if dataclasses.is_dataclass(one)), None) if origin is UnionType else None
    if entry is not None and data is not None:
        return _read(entry, data, where)
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        if not isinstance(data, dict):
            raise DamagedReport(f"{where} is no mapping")
        given = {**LEFT_OUT, **data}
        missing = [name for name in _fields(kind) if name not in given]
        if missing:
            raise DamagedReport(f"{where} has no {missing[0]}")
        return kind(**{name: _read(hint, given[name], f"{where}.{name}") for name, hint in _fields(kind).items()})
    if origin is tuple and isinstance(data, list):
        return tuple(_read(arguments[0], item, f"{where}[{number}]") for number, item in enumerate(data))
    if origin is dict and isinstance(data, dict):
        return {key: _read(arguments[1], item, f"{where}.{key}") for key, item in data.items()}
    if origin in (tuple, dict) or not isinstance(data, arguments or kind):
        raise DamagedReport(f"{where} is {data!r}")
    if isinstance(data, str) and not _is_text(data):
        raise DamagedReport(f"{where} has a character that is none")
    return data


def _is_text(data: str) -> bool:
    """Or a file's name, whose bytes need be none."""
    try:
        os.fsencode(data)
    except UnicodeEncodeError:
        return False
    return True


@cache
def _fields(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in dataclasses.fields(kind)}
