"""migrate new-rule NAME: the four things of a rule: its entry, its test case, its page and its id."""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from migrate.commands.common import project_options
from migrate.emit.files import diff, write_all
from migrate.errors import CLEAN, LEFT_OVER, UsageError
from migrate.frontend.prototypes import Parameter, project_prototypes
from migrate.project.config import PROJECT_FILE, Project
from migrate.project.discovery import open_project
from migrate.project.library_rules import LibraryRules, compile_library_rules
from migrate.project.rule_sets import torch_rules
from migrate.report import diagnostics
from migrate.verify.torch_conversion import convert_torch_text

_NAME = re.compile(r"^[A-Za-z_]\w*$")

RULES = """\
# Rules of this tree; named in {project} under `rules`.
version: 1
"""
ENTRY = """\
# {id}: {name} ({parameters})
library:
  signatures:
    {name}: {{name: {unified}}}   # with `parameters: [2, 1]` they change places; docs/rules.md has every form
"""
PAGE = """\
# {id} {name}

{name} becomes {unified} by the rule of that name in {rules}.

## What the legacy code does

Say here what makes this function different from a name that is mapped 1:1.

## What it becomes

Say here which arguments move, go or are added, and why that is the same.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="the legacy function that the rule is about")
    parser.add_argument("--unified", metavar="NAME", help="what it becomes (default: the 1:1 name)")
    parser.add_argument("--check", action="store_true", help="run the test cases of the project's rules, or of NAME")
    project_options(parser)


def run(arguments: argparse.Namespace) -> int:
    name = arguments.name
    if name is None and not arguments.check:
        raise UsageError("name the legacy function that the rule is about, or run the cases of all rules with --check")
    if name is not None and not _NAME.match(name):
        raise UsageError(f"{name!r} is no name of a function")
    project = open_project(arguments.project, arguments.root)
    return _check(project, name) if arguments.check else _write(project, name, arguments.unified)


def _write(project: Project, name: str, given: str | None) -> int:
    folder = project.file.parent
    rules = folder / "rules" / f"{name}.yaml"
    if rules.exists():
        raise UsageError(f"{rules} exists; edit it")
    prototypes = project_prototypes(project)
    if prototypes and name not in prototypes:
        near = difflib.get_close_matches(name, prototypes, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise UsageError(f"no header of {project.name} declares {name}{hint}")
    compiled = compile_library_rules(project.library_rules)
    unified = given or compiled.operator(name) or name
    flags = compiled.non_blocking
    taken = (
        _without_handle(prototypes[name].parameters, compiled)
        if prototypes
        else default_parameters(compiled.tensor_types)
    )
    parameters = [p for p in taken if p.name not in flags]
    values = {
        "name": name,
        "unified": unified,
        "id": next_id(folder),
        "project": PROJECT_FILE,
        "rules": f"rules/{name}.yaml",
        "parameters": ", ".join(p.name for p in parameters),
    }
    case = folder / "rules" / "tests" / name
    data = case_input(name, parameters, project)
    files = {
        rules: (RULES + ENTRY).format(**values).encode(),
        case / "input.cpp": data,
        case / "expected.cpp": _convert(_with_rule(project, name, unified), data),
        folder / "rules" / "pages" / f"{values['id']}.md": PAGE.format(**values).encode(),
    }
    write_all(files)
    for path in files:
        print(f"Wrote {path}")
    print("expected.cpp is what this rule gives now: read it, and change it to what you want.")
    print(f"Add {values['rules']} to `rules` in {project.file}; then `migrate new-rule --check {name}` runs its case.")
    return CLEAN


def _without_handle(parameters: Sequence[Parameter], rules: LibraryRules) -> tuple[Parameter, ...]:
    position = rules.handle_position([parameter.type for parameter in parameters])
    return tuple(parameter for number, parameter in enumerate(parameters) if number != position)


def default_parameters(tensor_types: Collection[str]) -> tuple[Parameter, ...]:
    """Of a function that no header declares."""
    kind = min(tensor_types, default="int")
    return Parameter(kind, "input"), Parameter(kind, "output")


def case_input(name: str, parameters: Sequence[Parameter], project: Project) -> bytes:
    """A torch-side function that calls the legacy function with the types that it takes."""
    rules, torch = compile_library_rules(project.library_rules), torch_rules(project)
    receiver = b"".join(next(iter(torch.receivers), ())).decode()
    scope = receiver.rpartition("::")[0]
    generator = (
        f"{scope}::{next(iter(torch.generators), 'tensor')}" if scope else next(iter(torch.generators), "tensor")
    )
    success = next((name for name in rules.success if name in torch.status.success), "0")
    tensors = {p.name for p in parameters if p.type in rules.tensor_types}
    types = ("const Tensor &" if p.name in tensors else p.type for p in parameters)
    declared = ", ".join(f"{kind} {p.name}" for kind, p in zip(types, parameters, strict=True))
    values = [f"{generator} ( {p.name} )" if p.name in tensors else p.name for p in parameters]
    call = ",\n    ".join([receiver, *values])
    return (
        '#include "TPUTorchUtils.h"\n\nnamespace at\n{\n'
        f"void case_tpu ( {declared} )\n{{\n  auto status = {name} (\n    {call} );\n"
        f"  TORCH_CHECK ( status == {success} );\n}}\n}} // namespace at\n"
    ).encode()


def _with_rule(project: Project, name: str, unified: str) -> Project:
    rule = {"calls": {"special": {name: {"name": unified}}}}
    return replace(project, torch_rules=(*project.torch_rules, rule))


def _convert(project: Project, data: bytes) -> bytes:
    rules, prototypes = torch_rules(project), project_prototypes(project)
    result = convert_torch_text("input.cpp", data, project.chips, rules, prototypes)
    return next(iter(result.outputs.values()))


def _check(project: Project, name: str | None) -> int:
    """Converts each case and compares with what is expected; says which differ, and how."""
    folder = project.file.parent / "rules" / "tests"
    cases = sorted(path.parent for path in folder.glob(f"{name or '*'}/input.cpp"))
    if not cases:
        raise UsageError(f"{folder} has no case{f' of {name}' if name else ''}; `migrate new-rule NAME` writes one")
    failed = 0
    for case in cases:
        got = _convert(project, (case / "input.cpp").read_bytes())
        expected = (case / "expected.cpp").read_bytes()
        print(f"{case.name}: {'ok' if got == expected else 'DIFFERENT'}")
        sys.stdout.write(diff([(f"rules/tests/{case.name}/expected.cpp", expected, got)]))
        failed += got != expected
    return LEFT_OVER if failed else CLEAN


def next_id(folder: Path) -> str:
    """The next free id of a project's own rules: R001, R002, ..."""
    own = [path.stem for path in (folder / "rules" / "pages").glob("R*.md")]
    used = {int(name[1:]) for name in (*own, *diagnostics.titles()) if re.match(r"^R\d+$", name)}
    return f"R{max(used, default=0) + 1:03d}"
