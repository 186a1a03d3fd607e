"""The example tree converted once, for the proofs that build and run it."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from migrate.commands.run.session import Options, Session
from migrate.commands.verify import kernel_names
from migrate.emit.files import write_all
from migrate.model import Proof, Status
from migrate.project.config import Project, load_project
from migrate.verify.trace.prove import prove
from migrate.verify.trace.session import Pair

ROOT = Path(__file__).parents[2]

# PyTorch's headers are read once for all tests and runs of them, whatever cache a test has.
os.environ.setdefault("MIGRATE_PRECOMPILED_DIR", str(ROOT / "build" / "precompiled"))


@dataclass
class Converted:
    project: Project
    out: Path
    work: Path
    pairs: list[Pair]

    def prove(self, pairs: list[Pair] | None = None) -> dict[tuple[str, str], Proof]:
        kernels = kernel_names(self.project)
        found = prove(self.project, pairs or self.pairs, kernels, self.out, self.work, lambda text: None)
        return {(p.subject, p.chip): p for p in found}


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Converted:
    project = load_project(ROOT / "examples/legacy/migrate.yaml")
    out = tmp_path_factory.mktemp("out")
    shutil.copytree(ROOT / "dnnlib/src/tensor", out / "dnnlib/src/tensor")
    done = Session(project, Options(), lambda text: None, out).convert(project.source_files(project.library.sources))
    write_all({out / name: data for name, data in done.outputs.items()})
    functions = [f for item in done.inputs for f in item.result.functions]
    pairs = [Pair(f.legacy, f.unified, f.rows) for f in functions if f.status == Status.CONVERTED and f.declaration]
    return Converted(project, out, tmp_path_factory.mktemp("work"), pairs)
