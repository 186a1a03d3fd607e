"""migrate new-rule NAME: the four things of a rule: its entry, its test case, its page and its id."""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from migrate.commands.common import project_options
from migrate.commands.run.worker import read_input
from migrate.emit.files import diff, write_all
from migrate.errors import CLEAN, LEFT_OVER, ParseError, UsageError
from migrate.frontend.compiler.clang import ParseFailed
from migrate.frontend.prototypes import Parameter, project_prototypes
from migrate.frontend.source import Source
from migrate.model import Status
from migrate.project.config import PROJECT_FILE, Project
from migrate.project.discovery import library_sources, open_project
from migrate.project.library_rules import LibraryRules, compile_library_rules
from migrate.project.merging import merge
from migrate.project.rule_sets import torch_rules
from migrate.report import diagnostics
from migrate.verify.conversion import convert_library
from migrate.verify.torch_conversion import convert_torch_text

_NAME = re.compile(r"[A-Za-z_]\w*")

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
    for given in (name, arguments.unified):
        if given is not None and not _NAME.fullmatch(given):
            raise UsageError(f"{given!r} is no name of a function")
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
    flags = compiled.flags
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
    called = project.torch.sources or torch_rules(project).unified_call(
        name
    )  # else nothing of a torch side is known of it
    data = case_input(name, parameters, project) if called else None
    got = _converted(_with_rule(project, name, unified), name, data)
    files = {
        rules: (RULES + ENTRY).format(**values).encode(),
        **({case / "input.cpp": data} if data is not None else {}),
        case / "expected.cpp": got.text,
        folder / "rules" / "pages" / f"{values['id']}.md": PAGE.format(**values).encode(),
    }
    write_all(files)
    for path in files:
        print(f"Wrote {path}")
    if got.left:
        print(
            f"With this rule alone {name} is not converted: {got.left}. Complete the rule, then write expected.cpp as you want it."
        )
    else:
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
    library = merge(project.library_rules, {"signatures": {name: {"name": unified}}})
    return replace(project, torch_rules=(*project.torch_rules, rule), library_rules=library)


@dataclass(frozen=True)
class Case:
    """What a case becomes, and why its function is not converted; empty where it is."""

    text: bytes
    left: str = ""


def _converted(project: Project, name: str, data: bytes | None) -> Case:
    """A torch-side function that calls the legacy one, or, without such a text, that function as the library's sources have it."""
    if data is None:
        return _library_case(project, name)
    rules, prototypes = torch_rules(project), project_prototypes(project)
    result = convert_torch_text("input.cpp", data, project.chips, rules, prototypes)
    left = next((f"{refusal.id} {refusal.message}" for refusal in result.refusals), "")
    done = any(function.legacy == name and function.status == Status.CONVERTED for function in result.functions)
    return Case(next(iter(result.outputs.values())), left or ("" if done else "no call of it is understood"))


def _library_case(project: Project, name: str) -> Case:
    """Raises UsageError where no source of the library defines the function, ParseError where one cannot be read."""
    found = [path for path in library_sources(project) if name in _defined(path)]
    if not found:
        raise UsageError(
            f"no source of library.sources defines {name}, and of a function that no torch side calls the case is its definition; write the rule by hand, "
            "see docs/rules.md, and look at what it gives with `migrate convert FILE --diff`"
        )
    try:
        result = convert_library(project, found[0], [name])
    except ParseFailed as error:
        raise ParseError(f"{error}; nothing was written") from None
    function = next((function for function in result.functions if function.legacy == name), None)
    if function is None or function.status != Status.CONVERTED:
        return Case(b"", function.reason if function else "it is no operator")
    return Case(function.text.strip(b"\n") + b"\n")


def _defined(path: Path) -> frozenset[str]:
    return frozenset(function.name for function in Source(str(path), read_input(path), ()).functions)


def _check(project: Project, name: str | None) -> int:
    """Converts each case and compares with what is expected; says which differ, and how."""
    folder = project.file.parent / "rules" / "tests"
    cases = sorted(path.parent for path in folder.glob(f"{name or '*'}/expected.cpp"))
    if not cases:
        raise UsageError(f"{folder} has no case{f' of {name}' if name else ''}; `migrate new-rule NAME` writes one")
    failed = 0
    for case in cases:
        text = case / "input.cpp"
        got = _converted(project, case.name, text.read_bytes() if text.is_file() else None)
        expected = (case / "expected.cpp").read_bytes()
        said = f"NOT CONVERTED: {got.left}" if got.left else "ok" if got.text == expected else "DIFFERENT"
        print(f"{case.name}: {said}")
        sys.stdout.write(diff([(f"rules/tests/{case.name}/expected.cpp", expected, got.text)]))
        failed += said != "ok"
    return LEFT_OVER if failed else CLEAN


def next_id(folder: Path) -> str:
    """The next free id of a project's own rules: R001, R002, ..."""
    own = [path.stem for path in (folder / "rules" / "pages").glob("R*.md")]
    used = {int(name[1:]) for name in (*own, *diagnostics.titles()) if re.match(r"^R\d+$", name)}
    return f"R{max(used, default=0) + 1:03d}"
