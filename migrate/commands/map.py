"""migrate map NAME: what a legacy name becomes, and where the answer comes from."""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Iterator

from migrate.commands.common import project_options
from migrate.errors import CLEAN, LEFT_OVER
from migrate.frontend.prototypes import Prototype, project_prototypes
from migrate.project.config import Project
from migrate.project.discovery import open_project
from migrate.project.rule_sets import torch_rules
from migrate.project.snippets import fill
from migrate.project.torch_rules import FreeCall, TorchRules


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "names", nargs="+", metavar="NAME", help="function, type, constant or macro of the legacy library"
    )
    project_options(parser)


def run(arguments: argparse.Namespace) -> int:
    project = open_project(arguments.project, arguments.root)
    rules = torch_rules(project)
    prototypes = project_prototypes(project)
    code = CLEAN
    for name in arguments.names:
        answers = list(answer(name, project, rules, prototypes))
        if answers:
            print("\n".join(answers))
            continue
        code = LEFT_OVER
        known = [
            *prototypes,
            *rules.types,
            *rules.functions,
            *rules.free,
            *rules.includes,
            *project.library_rules.get("names", {}),
        ]
        near = difflib.get_close_matches(name, known, n=3)
        print(f"{name or repr(name)}: no rule maps it{'; did you mean ' + ' or '.join(near) + '?' if near else ''}")
    return code


def answer(name: str, project: Project, rules: TorchRules, prototypes: dict[str, Prototype]) -> Iterator[str]:
    library = project.library_rules
    calls = library.get("calls", {})
    launch = library.get("launch", {})
    if name in library.get("infrastructure", {}):
        yield f"{name}: left out, {library['infrastructure'][name]}"
    elif name in launch:
        form = launch[name].get("to") or project.unified.launch
        yield f"{name} -> {fill(form, {v: v for v in project.unified.variables}).partition('(')[0]} (cores {launch[name].get('cores', '1')} from the chip's kernel table)"
    elif name in calls:
        yield f"{name} -> {calls[name]['to']}"
    elif name in library.get("provided", {}):
        yield f"{name} -> {library['provided'][name]} (the unified library has it)"
    elif name in library.get("names", {}):
        yield f"{name} -> {library['names'][name]}"
    elif name in prototypes and rules.unified_call(name):
        yield f"{name} -> {rules.unified_call(name)}"
        yield from _signature(prototypes[name], library, rules)
    elif prototypes and rules.call.map(name):
        return  # it looks like a function of the legacy library, but no header declares it
    elif name in rules.free:
        yield from _free(name, rules.free[name])
    elif unified := _pattern(name, library) or rules.types.get(name) or rules.constant(name) or rules.scoped(name):
        yield f"{name} -> {unified}"
    elif (header := rules.header(name)) is not None:
        yield f"{name} -> {header or 'left out'}"
    if name in rules.generators:
        yield f"{name}(x) -> {rules.generators[name]}({rules.stream.names[0]}, x)"


def _free(name: str, rule: FreeCall) -> Iterator[str]:
    """A call without a receiver, with what becomes of its arguments."""
    unified = rule.name or name
    if rule.arguments is None:
        yield f"{name} -> {unified}"
        return
    last = max([len(rule.takes), *(entry.position or 0 for entry in rule.arguments)])
    names = [*rule.takes, *(f"argument {number}" for number in range(len(rule.takes) + 1, last + 1))]
    given = (
        entry.insert if entry.position is None else entry.convert.replace("{}", names[entry.position - 1])
        for entry in rule.arguments
    )
    yield f"{name}({', '.join(names)}) -> {unified}({', '.join(given)})"


def _pattern(name: str, library: dict) -> str | None:
    for entry in (*library.get("operators", ()), *library.get("patterns", ())):
        found = re.match(entry["pattern"], name)
        if found:
            return found.expand(entry["to"])
    return None


def _signature(prototype: Prototype, library: dict, rules: TorchRules) -> Iterator[str]:
    names = library.get("names", {})

    def unified(kind: str) -> str:
        words = re.split(r"(\w+)", kind)
        text = "".join(names.get(w) or rules.types.get(w) or w for w in words)
        return re.sub(r"\s*(::|<|>)\s*", r"\1", text)

    handles = set(library.get("types", {}).get("handle", ()))
    handle = next((n for n, p in enumerate(prototype.parameters) if p.type in handles), 0)
    waiting = {*library.get("blocking", ()), *rules.blocking}
    dropped = {*library.get("non_blocking", ()), *rules.non_blocking, *waiting}
    for position, parameter in enumerate(prototype.parameters):
        if parameter.name in dropped and position == len(prototype.parameters) - 1:
            yield f"  {parameter.type} {parameter.name}: dropped; a call that passed {str(parameter.name in waiting).lower()} is followed by a wait"
            continue
        name = library.get("unified", {}).get("handle", "handle") if position == handle else parameter.name
        yield f"  {parameter.type} {parameter.name} -> {unified(parameter.type)} {name}"
