"""The public legacy tree (LEGACY_TREE): every function accounted for, all proofs, a second run without changes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from migrate.emit.unified_tree import target_reader
from migrate.model import FileResult, Status
from migrate.project.config import Project
from migrate.project.loading import load_project
from migrate.verify.conversion import convert_library

ROOT = Path(__file__).parents[3]
TREE = os.environ.get("LEGACY_TREE", "")
pytestmark = pytest.mark.skipif(not TREE, reason="LEGACY_TREE does not name a checkout of the public legacy tree")


@pytest.fixture(scope="module")
def project() -> Project:
    return load_project(ROOT / "examples/projects/torch-tpu.yaml", Path(TREE))


@pytest.fixture(scope="module")
def converted(project: Project, tmp_path_factory: pytest.TempPathFactory) -> tuple[FileResult, Path]:
    out = tmp_path_factory.mktemp("out")
    result = convert_library(project, project.root / "sgdnn/src/sgdnn.cpp", reader=target_reader(project, out))
    for name, data in result.outputs.items():
        file = out / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return result, out


def test_every_function_is_accounted_for(converted: tuple[FileResult, Path]) -> None:
    result, _ = converted
    assert len(result.functions) == 143
    statuses = Counter(f.status for f in result.functions)
    assert statuses[Status.SKIPPED] == 15  # ten helpers and five functions that the unified library has of its own
    operators = [f for f in result.functions if f.unified.startswith("tpudnn") and f.unified.endswith("Async")]
    done = [f for f in operators if f.status == Status.CONVERTED and not f.legacy.startswith("sgdnnDummy")]
    assert len(done) >= 120


def test_relations_are_those_counted_by_hand(converted: tuple[FileResult, Path]) -> None:
    result, _ = converted
    relations = Counter(f.relation for f in result.functions if f.status == Status.CONVERTED)
    assert relations["launch-only"] == 30
    assert relations["nowhere"] == 3
    assert relations["one-chip"] == 25


def test_proofs_hold(converted: tuple[FileResult, Path]) -> None:
    result, _ = converted
    assert [p for p in result.proofs if p.status != "equal"] == []
    assert len(result.proofs) > 300


def test_launches_and_rows(converted: tuple[FileResult, Path]) -> None:
    result, _ = converted
    rows = {(r.chip, r.key): r for f in result.functions for r in f.rows}
    assert sum(s.kind.value == "launch" for s in result.sites) == 207
    assert rows["bm_a", "matmul"].symbol == "tpu_kernel_api_batch_matmul"
    assert rows["sg_b", "matmul"].symbol == "tpu_kernel_api_matmul_multi_core"
    assert rows["sg_b", "nonzero"].cores == "1"
    assert rows["sg_b", "arg"].symbol.endswith("_muti_core")
    assert rows["sg_b", "sign"].args == "sg_api_active_t"
    assert rows["bm_a", "atan2_c"] != rows["bm_a", "atan2__c"]
    assert ("sg_b", "conv2d") not in rows and ("bm_a", "rms_norm") not in rows


def test_second_run_changes_nothing(project: Project, converted: tuple[FileResult, Path]) -> None:
    _, out = converted
    again = convert_library(project, project.root / "sgdnn/src/sgdnn.cpp", reader=target_reader(project, out))
    assert again.outputs == {}


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")
def test_output_compiles(project: Project, converted: tuple[FileResult, Path], tmp_path: Path) -> None:
    _, out = converted
    structs = project.root / "common/include/sg_api_struct.h"
    header = out / "dnnlib/include/tpuDNNTensor.h"
    codegen = [sys.executable, "-m", "dnnlib.codegen"]
    folders = [out / "dnnlib/include", ROOT / "dnnlib/include"]
    includes = [f"-I{f}" for f in folders]
    names = ["--header", str(ROOT / "dnnlib/include/tpuDNN.h"), "--tensor-header", str(header), *includes]
    for command in (
        [*codegen, "layouts", "--structs", str(structs), "--out", str(tmp_path)],
        [*codegen, "entries", *names, "--out", str(tmp_path), "--json", str(tmp_path / "api.json")],
    ):
        subprocess.run(command, check=True, cwd=ROOT, timeout=120)
    includes += [f"-I{f}" for f in (tmp_path, structs.parent, ROOT / "dnnlib/src")]
    sources = sorted((out / "dnnlib/src/tensor").glob("*.cpp"))
    assert len(sources) > 10
    for source in sources:
        command = ["g++", "-std=c++17", "-Wall", "-Wextra", "-fsyntax-only", *includes, str(source)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        new = [
            line
            for line in done.stderr.splitlines()
            if ("warning:" in line or "error:" in line)
            and not line.endswith(("[-Wmissing-field-initializers]", "[-Wunused-parameter]"))  # the legacy file's own
        ]
        assert new == [], source.name
