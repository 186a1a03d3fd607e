"""Findings in the real tree (LEGACY_TREE), each looked at by hand. Names of functions only; nothing of the tree is kept here."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from migrate.commands.run.library import defect_headers, find_defects
from migrate.project.loading import load_project

TREE = Path(os.environ.get("LEGACY_TREE") or "/nonexistent")
PROJECT = Path(__file__).parents[3] / "examples" / "projects" / "torch-tpu.yaml"

EXPECTED = {
    "F01": ["Conv2d", "Conv2d", "Conv2dBackward", "Conv2dBackward"],
    "F03": ["InfCheckAndUnscale_multi_core"],
    "F04": ["Comparision", "Comparision", "Dummy", "IndexSelect", "StridedCopy"],
    "F05": ["LlamaAttention"] * 3,
    "F06": ["InfCheckAndUnscale_multi_core"],
    "F07": ["EmbeddingBackward"],
    "F08": ["Conj", "Real"],
    "F09": ["ReduceMaxOrMin"],
    "F12": ["NativeGroupNormBackward"],
    "F13": ["AddCDiv", "AddCMul", "AddCMulBcast", "Dropout", "ShiftLeftBcast", "Sign", "Sign"],
}
LEAKING = {
    "InfCheckAndUnscale_multi_core",
    "LlamaAttention",
    "Nonzero",
    "Norm2",
    "Pad",
    "Permute",
    "ReduceMaxOrMin",
    "ReduceProd",
    "ReduceVar",
    "ReduceVarAll",
}


@pytest.mark.skipif(not TREE.is_dir(), reason="LEGACY_TREE names no tree")
def test_findings_of_the_real_library() -> None:
    name = "sgdnn/src/sgdnn.cpp"
    project = load_project(PROJECT, TREE)
    found = find_defects(project, name, (TREE / name).read_bytes(), defect_headers(project))
    by_id: dict[str, list[str]] = {}
    for finding in found:
        by_id.setdefault(finding.id, []).append(finding.function.lstrip("_").removeprefix("sgdnn"))
    assert set(by_id.pop("F02")) == LEAKING
    assert {id: sorted(names) for id, names in by_id.items()} == EXPECTED
