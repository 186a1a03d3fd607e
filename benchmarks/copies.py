"""Copies of a legacy tree in one project, to see how time grows with its size."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from migrate.frontend.prototypes import read_prototypes


@dataclass(frozen=True)
class Original:
    """A tree with its project file; the library source, the header that declares its functions, and the folder of the torch side."""

    project: Path
    root: Path
    source: Path
    header: Path
    torch: Path


def make(original: Original, count: int, folder: Path) -> Path:
    """Writes `count` copies below `folder`; the project file. Operators of a copy have its number in their names."""
    text, header = original.source.read_bytes(), original.header.read_bytes()
    operators = (name for name, p in read_prototypes(header).items() if any("Tensor_t" in q.type for q in p.parameters))
    names = re.compile(rb"\b(%s)\b(?=\s*\()" % "|".join(sorted(operators, key=len, reverse=True)).encode())
    for number in range(count):
        library, torch = folder / f"library/{number}", folder / f"torch/{number}"
        library.mkdir(parents=True)
        named = rb"\1Copy%d" % number
        (library / original.source.name).write_bytes(names.sub(named, text))
        (library / original.header.name).write_bytes(names.sub(named, header))
        shutil.copytree(original.torch, torch)
    project = folder / "migrate.yaml"
    project.write_text(yaml.safe_dump(_project(original, folder), sort_keys=False))
    return project


def _project(original: Original, folder: Path) -> dict[str, Any]:
    data = yaml.safe_load(original.project.read_text())

    def here(names: list[str]) -> list[str]:
        return [os.path.relpath(original.root / name, folder) for name in names]

    for chip in data["chips"].values():
        chip["include"] = here(chip.get("include", []))
    library = data["library"]
    data["rules"] = [
        rule if not rule.endswith(".yaml") else os.path.relpath(original.project.parent / rule, folder)
        for rule in data["rules"]
    ]
    library["headers"] = [f"library/*/{original.header.name}", *here(library["headers"])]
    library["sources"] = [f"library/*/{original.source.name}"]
    for key in ("include", "arguments", "firmware"):
        library[key] = here(library.get(key, []))
    data["torch"]["sources"] = ["torch/**/*.cpp"]
    for key in ("unit_tests", "trace", "include"):
        data.pop(key, None)
    data["target"] = {"root": os.path.relpath(original.project.parent / data["target"]["root"], folder), "fresh": True}
    return data
