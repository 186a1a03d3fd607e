"""Reading a project: migrate.yaml and the rule files it names, with the place of every mistake."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from migrate.model import Chip
from migrate.project.config import PROJECT_FILE, LibraryInput, Project, Target, TorchInput, TraceInput
from migrate.project.mistakes import (
    circular_variables,
    contradicting_flags,
    named_groups,
    one_chip_each,
    one_place,
    unwritten,
    without_macro,
)
from migrate.project.rule_files import at_last, load_rule_sets
from migrate.project.schemas import PROJECT_SCHEMA
from migrate.project.unified_tree import chip_of, unified_macro
from migrate.project.yaml_file import ConfigError, error_at, raise_all, read_text, read_yaml


def find_project(start: Path) -> Path | None:
    """The nearest migrate.yaml in `start` or a folder above it."""
    start = start.resolve()
    folders = [start, *start.parents] if start.is_dir() else list(start.parents)
    return next((f / PROJECT_FILE for f in folders if (f / PROJECT_FILE).is_file()), None)


def load_project(file: Path, root: Path | None = None) -> Project:
    """Read a project file. `root` replaces the folder of the file as the root of the tree. Raises ConfigError."""
    path = str(file)
    mistakes: list[ConfigError] = []
    data, node = read_yaml(read_text(file), path, PROJECT_SCHEMA, "the project file", mistakes=mistakes)
    whole = not mistakes
    mistakes += (*without_macro(path, node, data), *one_chip_each(path, node, data)) if whole else ()
    chips = {
        alias: name for name, entry in data.get("chips", {}).items() for alias in (*entry.get("aliases", ()), name)
    }
    rules = data.get("rules", ["default"])
    library_rules, torch_rules, places = load_rule_sets(file, node, rules, chips if whole else None, mistakes)
    library = data.get("library", {})
    torch = data.get("torch", {})
    if not mistakes and (library.get("sources") or library.get("per_chip")) and not library_rules:
        message = "there are library sources, and no rule set of `rules` has a library section; begin with default"
        mistakes.append(error_at(path, node, ("rules",), message))
    problem = unwritten(library_rules) if not mistakes and (library.get("sources") or library.get("per_chip")) else None
    if problem:
        mistakes.append(at_last(file, node, rules, (problem[0],), problem[1]))
    mistakes += (
        at_last(file, node, rules, (entry,), said) for entry, said in contradicting_flags(library_rules, mistakes)
    )
    circle = None if mistakes else circular_variables(library_rules)
    if circle:
        mistakes.append(at_last(file, node, rules, (circle[0],), circle[1]))
    if whole:
        mistakes += named_groups(path, node, data)
        mistakes += one_place(path, node, data, {**places, **data.get("target", {})})
    raise_all(mistakes)
    return Project(
        name=data.get("name", file.parent.name),
        file=file.resolve(),
        root=(root or file.parent).resolve(),
        chips=tuple(_with_forms(_chip(name, entry) for name, entry in data["chips"].items())),
        library=LibraryInput(**{k: _frozen(v) for k, v in library.items()}),
        torch=TorchInput(**{k: _frozen(v) for k, v in torch.items()}),
        trace=TraceInput(**{k: _frozen(v) for k, v in data.get("trace", {}).items()}),
        unit_tests=tuple(data.get("unit_tests", ())),
        target=Target(**{k: _frozen(v) for k, v in {**places, **data.get("target", {})}.items()}),
        families={k: tuple(v) for k, v in data.get("families", {}).items()},
        library_rules=library_rules,
        torch_rules=torch_rules,
        out=data.get("out", "migrated"),
        ignored=tuple(data.get("ignored", ())),
        rule_files=tuple(file.parent / name for name in data.get("rules", ()) if name.endswith((".yaml", ".yml"))),
    )


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, dict):
        return {k: _frozen(v) for k, v in value.items()}
    return value


def _chip(name: str, entry: Mapping[str, Any]) -> Chip:
    return Chip(
        name,
        entry.get("legacy_macro") or f"MIGRATE_CHIP_{name}".upper(),
        unified_macro(name, entry),
        tuple(entry.get("include", ())),
        tuple(entry.get("aliases", ())),
        tuple(entry.get("defines", ())),
        tuple(entry.get("libraries", ())),
        entry.get("form", ""),
    )


def _with_forms(chips: Iterable[Chip]) -> Iterator[Chip]:
    """Forms of bodies are called after the kernels that they fill structs for, where that is known, and else after the chip; a further form of one name is numbered."""
    taken: set[str] = set()
    for chip in chips:
        known = chip_of(chip.name)
        name = form = chip.form or (known.kernels if known else chip.name)
        number = 1
        while form in taken:
            number += 1
            form = f"{name}_{number}"
        taken.add(form)
        yield replace(chip, form=form)
