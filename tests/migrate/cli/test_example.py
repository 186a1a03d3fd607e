"""The example tree and, where it is at hand, the real one, through the whole command."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from migrate.cli import main

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "legacy"
TREE = os.environ.get("LEGACY_TREE")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path / "cache"))


def files(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_bare_name_converts_the_call_and_what_it_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(EXAMPLE)
    out = tmp_path / "out"
    assert main(["convert", "Matmul.cpp", "--out", str(out), "--json", str(tmp_path / "r.json")]) == 0
    report = json.loads((tmp_path / "r.json").read_text())
    status = {f["legacy"]: f["status"] for f in report["functions"]}
    assert status["sgdnnMatmul"] == status["sgdnnBatchMatmul"] == status["sgdnnStridedCopy"] == "converted"
    assert {p["status"] for p in report["proofs"]} == {"equal"}
    assert {p["name"] for p in report["proofs"]} == {"certificate", "expansion", "projection"}
    assert not report["refusals"] and report["totals"]["call"]["converted"] == 3
    text = (out / "torch_tpu/native_ops/Matmul.cpp").read_text()
    assert "tpu::TPUGenerateTpudnnTensor ( stream, self_ )" in text
    first = files(out)
    assert main(["convert", "Matmul.cpp", "--out", str(out)]) == 0
    assert files(out) == first
    assert "up to date" in capsys.readouterr().out


def test_the_unit_test_is_switched_on_for_both_chips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLE)
    assert main(["convert", "Matmul.cpp", "--out", str(tmp_path / "out"), "-q"]) == 0
    before = (EXAMPLE / "utest_ops" / "matmul.py").read_text()
    (made,) = (tmp_path / "out").rglob("matmul.py")
    assert '"sg2260": 0' in before
    assert made.read_text() == before.replace('"sg2260": 0', '"sg2260": 1')


@pytest.mark.slow
def test_the_whole_example_converts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLE)
    assert main(["scan", "-q", "-j2", "--json", str(tmp_path / "r.json")]) == 0
    report = json.loads((tmp_path / "r.json").read_text())
    assert report["effort"] == {"places": 0, "functions": 0, "lines": 0}
    for row in report["totals"].values():
        assert row["found"] == row["converted"] + row["done"]


@pytest.mark.slow
@pytest.mark.skipif(not TREE, reason="LEGACY_TREE names no checkout of the public legacy tree")
def test_the_real_tree(tmp_path: Path) -> None:
    project = ["--project", str(ROOT / "examples/projects/torch-tpu.yaml"), "--root", TREE or ""]
    reports = {kind: tmp_path / f"r.{kind}" for kind in ("json", "csv", "sarif", "html", "txt")}
    wanted = [word for path in reports.values() for word in ("--report", str(path))]
    assert main(["scan", "-q", "-j2", *project, *wanted]) in (0, 1)
    report = json.loads(reports["json"].read_text())
    library = [f for f in report["functions"] if f["file"].endswith("sgdnn.cpp")]
    assert len(library) == 143, "every function of the real library source is accounted for"
    assert sum(f["status"] == "converted" for f in library) >= 120
    assert all(r["id"] and r["message"] for r in report["refusals"])
    assert main(["convert", "-q", *project, "--out", str(tmp_path / "o"), "sgdnn/src/sgdnn.cpp"]) in (0, 1)
    assert main(
        ["convert", "-q", *project, "--out", str(tmp_path / "o"), "torch_tpu/csrc/ops/native_ops/Matmul.cpp"]
    ) in (0, 1)
    text = (tmp_path / "o/torch_tpu/native_ops/Matmul.cpp").read_bytes()
    assert text.count(b"tpudnnMatmulAsync") == 2 and text.count(b"auto stream = c10_tpu::getCurrentTPUStream();") == 3
