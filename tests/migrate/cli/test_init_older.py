"""`migrate init` on trees of older shapes: with the tree's own rules, what it writes is enough to convert everything."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from migrate.cli import main

ROOT = Path(__file__).parents[3]
OLDER = ROOT / "examples" / "older"
RUNTIMES = {"bmlib_runtime.h": "bm_a", "tpuv7_rt.h": "sg_b"}


def prepare(folder: Path, tree: str) -> Path:
    """The tree without its project file, with the runtimes' headers where real trees have them."""
    copy = folder / tree
    shutil.copytree(OLDER / tree, copy)
    (copy / "migrate.yaml").unlink()
    for header, chip in RUNTIMES.items():
        target = copy / "third_party" / chip / "include"
        target.mkdir(parents=True)
        shutil.copy(ROOT / "chips" / chip / "include" / header, target)
    return copy


@pytest.mark.parametrize(
    ("tree", "operators", "chips"),
    [("macros", 5, 2), ("one_launch", 5, 2), ("per_chip", 5, 2), ("bmlib", 4, 1), ("tpuv7", 5, 1)],
)
def test_init_then_scan(tree: str, operators: int, chips: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = prepare(tmp_path, tree)
    monkeypatch.chdir(copy)
    assert main(["init"]) == 0
    written = (copy / "migrate.yaml").read_text()
    assert ("no shipped rule knows" in written) == (tree in ("bmlib", "tpuv7"))
    (copy / "migrate.yaml").write_text(written.replace("rules: [default]", "rules: [default, rules.yaml]"))
    assert main(["scan", "--no-cache", "--json", "report.json"]) == 0
    report = json.loads((copy / "report.json").read_text())
    assert len(report["chips"]) == chips
    assert [f["status"] for f in report["functions"] if f["unified"].endswith("Async")] == ["converted"] * operators


def test_init_says_what_it_did_not_find(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.cpp").write_text("int f ( int x ) { return x; }\n")
    assert main(["init", str(tmp_path)]) == 2
    assert "no source that launches kernels" in capsys.readouterr().err
    assert not (tmp_path / "migrate.yaml").exists()


def test_new_rule_is_used_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = prepare(tmp_path, "macros")
    shutil.copy(OLDER / "macros" / "migrate.yaml", copy)
    monkeypatch.chdir(copy)
    assert main(["new-rule", "sgdnnNeg", "--unified", "tpudnnNegateAsync"]) == 0
    text = (copy / "migrate.yaml").read_text()
    (copy / "migrate.yaml").write_text(text.replace("rules.yaml]", "rules.yaml, rules/sgdnnNeg.yaml]"))
    capsys.readouterr()
    assert main(["map", "sgdnnNeg"]) == 0
    assert "tpudnnNegateAsync" in capsys.readouterr().out
    assert (copy / "rules" / "pages" / "R001.md").read_text().startswith("# R001 sgdnnNeg")
    assert main(["explain", "R001"]) == 0, "a rule of the project's own has a page that can be asked for"
