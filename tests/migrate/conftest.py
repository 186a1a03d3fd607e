"""The example tree converted once, for the proofs that build and run it."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from migrate.commands.run.session import Options, Session
from migrate.commands.verify import kernel_names
from migrate.emit.files import write_all
from migrate.model import Proof, Status
from migrate.project.config import Project
from migrate.project.loading import load_project
from migrate.verify.calls import prove
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

    def prove(self, pairs: list[Pair] | None = None, proof: str = "trace") -> dict[tuple[str, str], Proof]:
        kernels = kernel_names(self.project)
        found = prove(self.project, pairs or self.pairs, kernels, self.out, self.work, lambda text: None, [proof])
        return {(p.subject, p.chip): p for p in found}


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Converted:
    project = load_project(ROOT / "examples/legacy/migrate.yaml")
    return converted(project, tmp_path_factory.mktemp("out"), tmp_path_factory.mktemp("work"))


def converted(project: Project, out: Path, work: Path) -> Converted:
    shutil.copytree(ROOT / "dnnlib/src/tensor", out / "dnnlib/src/tensor")
    done = Session(project, Options(), lambda text: None, out).convert(project.source_files(project.library.sources))
    write_all({out / name: data for name, data in done.outputs.items()})
    functions = [f for item in done.inputs for f in item.result.functions]
    pairs = [Pair(f.legacy, f.unified, f.rows) for f in functions if f.status == Status.CONVERTED and f.declaration]
    return Converted(project, out, work, pairs)


def changed_example(
    tmp_path_factory: pytest.TempPathFactory, change: Callable[[str], str], rules: str = ""
) -> Converted:
    """The example tree with another text of its library, and with further rules."""
    tree = tmp_path_factory.mktemp("tree")
    for name in ("chips", "dnnlib", "utest_ops", "torch_tpu"):
        (tree / name).symlink_to(ROOT / name)
    legacy = tree / "examples/legacy"
    shutil.copytree(ROOT / "examples/legacy", legacy)
    source = legacy / "sgdnn/src/sgdnn.cpp"
    text = source.read_text()
    assert change(text) != text
    source.write_text(change(text))
    (legacy / "more.yaml").write_text("version: 1\n" + rules)
    file = legacy / "migrate.yaml"
    file.write_text(file.read_text().replace("rules: [default, rules.yaml]", "rules: [default, rules.yaml, more.yaml]"))
    project = load_project(file)
    return converted(project, tmp_path_factory.mktemp("out"), tmp_path_factory.mktemp("work"))


def _at_launch(text: str) -> int:
    return text.index('SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_reduce_prod"')


@pytest.fixture(scope="session")
def freed_too_early(tmp_path_factory: pytest.TempPathFactory) -> Converted:
    """One operator frees its buffer before the launch, and a rule leaves frees to the scope."""
    free = "sgdnnFreeDevice ( resource , buffer_mem );\n"

    def change(text: str) -> str:
        launch = _at_launch(text)
        after = text[launch:].replace(free, "", 1)
        assert len(after) < len(text[launch:])
        return text[:launch] + free + after

    rules = "library:\n  calls:\n    sgdnnFreeDevice: {to: '', kind: memory}\n"
    return changed_example(tmp_path_factory, change, rules)


@pytest.fixture(scope="session")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Converted:
    """One operator's launch waits on the chip whose launches need not."""

    def change(text: str) -> str:
        launch = _at_launch(text)
        return text[:launch] + re.sub(r"non_blocking( \) \);)", r"false\1", text[launch:], count=1)

    return changed_example(tmp_path_factory, change)
