"""The cases: one file each, a small legacy source in the idiom with a header that says what could go wrong.

    // wall: 3
    // what: an address reaches the kernel through a pointer to the tensor
    // expect: refused
    // chips: 3            (default 2)
    // flags: -std=c++20   (default -std=c++17)
    // without: sgdnnTensorBytes, sgdnnIsSameShape   (it brings the library's header without these, to define them otherwise)
    // call: sgdnnX | legacy expression | unified expression   (default: the functions' own names)

`expect` is what a sound tool may do: `equal` (converts what it does not refuse, and does the same), `refused`, `either`, or `convert`, a shape that occurs in practice
and has to be converted, whole. Further files of a case follow `//- path` lines, `//- rules.yaml` and `//- project.yaml` (merged into the project
file) among them. A case without such a line is `src/case.cpp`. Files that exist once per chip stand in that chip's `#if`, so that a build of another chip has nothing of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
CASES = HERE / "cases"
HEADER = HERE / "runtime/legacy/sgdnn_api.h"
EXPECTATIONS = ("equal", "refused", "either", "convert")
_FIELD = re.compile(r"// (\w+): (.*)")
_FILE = re.compile(r"^//- (\S+)\n", re.MULTILINE)


@dataclass(frozen=True)
class Case:
    name: str
    wall: int
    what: str
    expect: str
    chips: int
    flags: str
    files: dict[str, str]  # by path below the case's folder
    calls: dict[str, tuple[str, str]] = field(default_factory=dict)
    project: dict[str, Any] = field(default_factory=dict)

    @property
    def sources(self) -> list[str]:
        return sorted(name for name in self.files if name.endswith(".cpp"))


def parse(name: str, text: str) -> Case:
    fields: dict[str, str] = {}
    calls: dict[str, tuple[str, str]] = {}
    position = 0
    for line in text.splitlines(keepends=True):
        found = _FIELD.fullmatch(line.rstrip("\n"))
        if not found:
            break
        key, value = found.groups()
        if key == "call":
            function, legacy, unified = (part.strip() for part in value.split("|"))
            calls[function] = (legacy, unified)
        else:
            fields[key] = value.strip()
        position += len(line)
    unknown = set(fields) - {"wall", "what", "expect", "chips", "flags", "without"}
    if unknown or fields.get("expect") not in EXPECTATIONS or fields.get("wall") not in ("1", "2", "3", "4"):
        raise ValueError(f"case {name}: its header lacks or mistakes a field: {fields}")
    parts = _FILE.split(text[position:])
    files = dict(zip(parts[1::2], parts[2::2], strict=True))
    if parts[0].strip():
        files["src/case.cpp"] = parts[0]
    if "without" in fields:
        files["src/sgdnn_api.h"] = header_without([one.strip() for one in fields["without"].split(",")])
    project = yaml.safe_load(files.pop("project.yaml", "{}"))
    return Case(
        name,
        int(fields["wall"]),
        fields["what"],
        fields["expect"],
        int(fields.get("chips", "2")),
        fields.get("flags", "-std=c++17"),
        files,
        calls,
        project,
    )


def header_without(helpers: Iterable[str]) -> str:
    """The legacy library's header without the definitions of some helpers."""
    text = HEADER.read_text()
    for name in helpers:
        definition = rf"(?:/\*[^\n]*\*/\n)?static inline [^\n]*\b{name} ?\([^\n]*\)\n{{\n.*?\n}}\n\n?"
        text, count = re.subn(definition, "", text, flags=re.DOTALL)
        if count != 1:
            raise ValueError(f"{HEADER.name} defines {name} {count} times")
    return text


def load(path: Path) -> Case:
    return parse(path.stem, path.read_bytes().decode("latin-1"))


def all_cases() -> dict[str, Case]:
    paths = sorted(CASES.rglob("*.cpp"))
    found = {path.stem: load(path) for path in paths}
    assert len(found) == len(paths), "two cases of one name"
    return found


def known_failures() -> dict[str, str]:
    """Case -> the verdict that it has today though it must not."""
    text = (HERE / "known-failures.yaml").read_text()
    return yaml.safe_load(text) or {}
