"""`migrate init` on trees of older shapes: with the tree's own rules, what it writes is enough to convert everything."""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from pathlib import Path

import pytest

from migrate.cli import main
from migrate.project.loading import load_project

ROOT = Path(__file__).parents[3]
OLDER = ROOT / "examples" / "older"
TREE = os.environ.get("LEGACY_TREE")
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


@pytest.mark.parametrize("runtimes", ["its own", "the unified tree's"])
@pytest.mark.parametrize(
    ("tree", "operators", "chips"),
    [
        ("macros", 5, ["bm_a", "sg_b"]),
        ("one_launch", 5, ["bm_a", "sg_b"]),
        ("per_chip", 5, ["bm_a", "sg_b"]),
        ("bmlib", 4, ["bm_a"]),
        ("tpuv7", 5, ["sg_b"]),
    ],
)
def test_init_then_scan(
    tree: str, operators: int, chips: list[str], runtimes: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = prepare(tmp_path, tree)
    if runtimes != "its own":
        shutil.rmtree(copy / "third_party")
    monkeypatch.chdir(copy)
    rules = (copy / "rules.yaml").rename(tmp_path / "rules.yaml")
    assert main(["init"]) == 0
    written = (copy / "migrate.yaml").read_text()
    assert ("no shipped rule knows" in written) == (tree in ("bmlib", "tpuv7"))
    assert ("third_party" in written) == (runtimes == "its own")
    rules.rename(copy / "rules.yaml")
    assert main(["init", "--force"]) == 0
    assert "rules: [default, rules.yaml]\n" in (copy / "migrate.yaml").read_text()
    assert main(["scan", "--no-cache", "--json", "report.json"]) == 0
    report = json.loads((copy / "report.json").read_text())
    assert sorted(report["chips"]) == chips
    assert [f["status"] for f in report["functions"] if f["unified"].endswith("Async")] == ["converted"] * operators


def test_init_of_the_example_is_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "examples/legacy", tmp_path / "legacy")
    (tmp_path / "legacy/migrate.yaml").unlink()
    monkeypatch.chdir(tmp_path)
    assert main(["init", "legacy", "--out", "elsewhere.yaml"]) == 0
    said = capsys.readouterr().out
    assert "chips sg_b, bm_a" in said and "migrate scan --project elsewhere.yaml --root legacy" in said
    assert main(["init", "legacy"]) == 0
    monkeypatch.chdir("legacy")
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path / "cache"))
    assert main(["convert", "Matmul.cpp", "--out", "out", "-q"]) == 0
    assert (tmp_path / "legacy/out/chips/bm_a/kernels.yaml").is_file()
    trace = load_project(tmp_path / "legacy/migrate.yaml").trace
    assert (dict(trace.runtime), trace.setup) == ({"bm_a": "bmlib", "sg_b": "tpuv7"}, "sgdnnInitialize(resource);")
    launcher = "sgdnn/src/tpukernel_launcher.cpp"  # that only one chip's library is made of
    assert {chip: launcher in sources for chip, sources in trace.sources.items()} == {"bm_a": False, "sg_b": True}


@pytest.mark.skipif(not TREE, reason="LEGACY_TREE names no checkout of the public legacy tree")
def test_init_of_the_real_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["init", str(TREE), "--out", "migrate.yaml"]) == 0
    assert "tpu_kernel_data.h was not found" in capsys.readouterr().out
    written = Path("migrate.yaml").read_text()
    assert "tpu_kernel_data.h: ''" in written
    stub = "extern const char *tpu_kernel_data; extern unsigned long tpu_kernel_data_length;"
    filled = written.replace("tpu_kernel_data.h: ''", f"tpu_kernel_data.h: '{stub}'")
    data = "const char *tpu_kernel_data = traceFirmware().data(); unsigned long tpu_kernel_data_length = traceFirmware().size();"
    Path("migrate.yaml").write_text(filled.replace("prologue: ''", f"prologue: '{data}'"))
    assert main(["convert", "sgdnn.cpp", "--root", str(TREE), "--no-cache", "-q", "--json", "r.json"]) == 0
    functions = json.loads(Path("r.json").read_text())["functions"]
    assert sum(f["status"] == "converted" for f in functions) >= 120
    left = main(["verify", "--trace", "--root", str(TREE), "--out", "out", "-q", "--json", "r.json"])
    assert left == 1  # files that start the legacy runtime have legacy names, and nobody said yet to ignore them
    proofs = Counter(
        p["chip"]
        for p in json.loads(Path("r.json").read_text())["proofs"]
        if (p["name"], p["status"]) == ("trace", "equal")
    )
    assert proofs["bm_a"] >= 115 and proofs["sg_b"] >= 105


def test_init_says_what_it_did_not_find(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.cpp").write_text("int f ( int x ) { return x; }\n")
    assert main(["init", str(tmp_path)]) == 2
    assert "no source that launches kernels" in capsys.readouterr().err
    assert not (tmp_path / "migrate.yaml").exists()


def test_new_rule_is_used_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = prepare(tmp_path, "macros")
    monkeypatch.chdir(copy)
    assert main(["init"]) == 0
    assert main(["new-rule", "sgdnnNeg", "--unified", "tpudnnNegateAsync"]) == 0
    text = (copy / "migrate.yaml").read_text()
    (copy / "migrate.yaml").write_text(text.replace("rules.yaml]", "rules.yaml, rules/sgdnnNeg.yaml]"))
    capsys.readouterr()
    assert main(["map", "sgdnnNeg"]) == 0
    assert "tpudnnNegateAsync" in capsys.readouterr().out
    assert (copy / "rules" / "pages" / "R001.md").read_text().startswith("# R001 sgdnnNeg")
    assert main(["explain", "R001"]) == 0, "a rule of the project's own has a page that can be asked for"
    case = copy / "rules" / "tests" / "sgdnnNeg"
    assert (
        "sgdnnNeg (" in (case / "input.cpp").read_text()
        and "tpudnnNegateAsync (" in (case / "expected.cpp").read_text()
    )
    capsys.readouterr()
    assert main(["new-rule", "--check"]) == 0
    assert capsys.readouterr().out == "sgdnnNeg: ok\n"
    assert main(["convert", "sgdnn.cpp", "--no-cache", "-q", "--out", "out"]) == 0
    texts = b"".join(path.read_bytes() for path in (copy / "out").rglob("*.cpp"))
    assert b" tpudnnNegateAsync(" in texts and b"tpudnnNegAsync" not in texts, "declaration, definition and calls agree"
    (case / "expected.cpp").write_text("// other\n")
    assert main(["new-rule", "--check", "sgdnnNeg"]) == 1
    assert "sgdnnNeg: DIFFERENT" in capsys.readouterr().out


def test_new_rule_of_a_function_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = prepare(tmp_path, "macros")
    shutil.copy(OLDER / "macros" / "migrate.yaml", copy)
    monkeypatch.chdir(copy)
    for arguments, message in (
        (["sgdnnNge"], "did you mean sgdnnNeg?"),
        ([], "name the legacy function"),
        (["--check"], "has no case"),
    ):
        assert main(["new-rule", *arguments]) == 2
        assert message in capsys.readouterr().err
    assert not (copy / "rules").exists()
