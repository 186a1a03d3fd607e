"""migrate new-rule NAME: the four things of a rule: its entry, its test case, its page and its id."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from migrate import ids
from migrate.commands.common import project_options
from migrate.config import PROJECT_FILE
from migrate.errors import CLEAN, UsageError
from migrate.locate import open_project
from migrate.output import write_all

_NAME = re.compile(r"^[A-Za-z_]\w*$")

RULES = """\
# Rules of this tree; named in {project} under `rules`.
version: 1
"""
ENTRY = """\
# {id}: {name}
torch:
  calls:
    special:
      {name}: {{name: {unified}}}   # `arguments: [2, 1]` reorders; docs/torch-rules.md has every form
"""
CASE_INPUT = """\
#include "TPUTorchUtils.h"

namespace at
{{
Tensor & case_tpu ( const Tensor & self, Tensor & out )
{{
  auto status = {name} ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( self ), tpu::TPUGenerateSgdnnTensor ( out ) );
  TORCH_CHECK ( status == SG_SUCCESS );
  return out;
}}
}} // namespace at
"""
CASE_EXPECTED = """\
#include "TPUTorchUtils.h"

namespace at
{{
Tensor & case_tpu ( const Tensor & self, Tensor & out )
{{
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = {unified} ( stream, tpu::TPUGenerateTpudnnTensor ( stream, self ), tpu::TPUGenerateTpudnnTensor ( stream, out ) );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  return out;
}}
}} // namespace at
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
    parser.add_argument("name", metavar="NAME", help="the legacy function that the rule is about")
    parser.add_argument("--unified", metavar="NAME", help="what it becomes (default: the 1:1 name)")
    project_options(parser)


def run(arguments: argparse.Namespace) -> int:
    name = arguments.name
    if not _NAME.match(name):
        raise UsageError(f"{name!r} is no name of a function")
    project = open_project(arguments.project, arguments.root)
    folder = project.file.parent
    rules = folder / "rules" / f"{name}.yaml"
    if rules.exists():
        raise UsageError(f"{rules} exists; edit it")
    unified = arguments.unified or re.sub(r"^sgdnn", "tpudnn", name) + "Async"
    values = {
        "name": name,
        "unified": unified,
        "id": next_id(folder),
        "project": PROJECT_FILE,
        "rules": f"rules/{name}.yaml",
    }
    case = folder / "rules" / "tests" / name
    files = {
        rules: RULES + ENTRY,
        case / "input.cpp": CASE_INPUT,
        case / "expected.cpp": CASE_EXPECTED,
        folder / "rules" / "pages" / f"{values['id']}.md": PAGE,
    }
    write_all({path: text.format(**values).encode() for path, text in files.items()})
    for path in files:
        print(f"Wrote {path}")
    print(f"Add {values['rules']} to `rules` in {project.file}; `migrate map {name}` then shows it.")
    return CLEAN


def next_id(folder: Path) -> str:
    """The next free id of a project's own rules: R001, R002, ..."""
    own = [path.stem for path in (folder / "rules" / "pages").glob("R*.md")]
    used = {int(name[1:]) for name in (*own, *ids.titles()) if re.match(r"^R\d+$", name)}
    return f"R{max(used, default=0) + 1:03d}"
