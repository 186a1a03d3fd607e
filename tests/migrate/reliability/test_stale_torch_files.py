"""What conversion made of a torch-side file or a unit test that is gone, or that was renamed, goes with it; what a person changed in it stays."""

from __future__ import annotations

from pathlib import Path

import pytest
import test_writing
from elsewhere import copied_example

from migrate.build.extension import left_out, operators
from migrate.cli import main
from migrate.project.discovery import open_project

tree = test_writing.tree
PLACE = "out/torch_tpu/native_ops"


def convert(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    capsys.readouterr()
    assert main(["convert", "--out", "out", *arguments]) == code
    return capsys.readouterr().out


def names(tree: Path) -> set[str]:
    return {path.name for path in (tree / PLACE).iterdir()}


@pytest.mark.parametrize("run", [".", "ops/Op3.cpp"])
def test_a_removed_and_a_renamed_source(tree: Path, capsys: pytest.CaptureFixture[str], run: str) -> None:
    convert(capsys, ".")
    (tree / "ops/Op0.cpp").unlink()
    (tree / "ops/Op1.cpp").rename(tree / "ops/Other.cpp")
    before = {path: path.read_bytes() for path in (tree / "out").rglob("*") if path.is_file()}
    assert f"{PLACE[4:]}/Op1.cpp would be removed" in convert(capsys, run, "--check", code=1)
    assert f"--- a/{PLACE[4:]}/Op0.cpp" in convert(capsys, run, "--diff")
    assert {path: path.read_bytes() for path in (tree / "out").rglob("*") if path.is_file()} == before
    text = convert(capsys, run)
    assert text.count("what it was made of is gone") == 2 and f"{PLACE}/Op0.cpp" in text
    assert not names(tree) & {"Op0.cpp", "Op1.cpp"} and "Op2.cpp" in names(tree)
    convert(capsys, ".")
    assert names(tree) == {path.name for path in (tree / "ops").iterdir()}
    assert "up to date" in convert(capsys, ".") and "would" not in convert(capsys, ".", "--check")


def test_one_that_a_person_changed_stays_and_is_not_built(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    convert(capsys, ".")
    source = (tree / "ops/Op0.cpp").read_text()
    (tree / "ops/Op0.cpp").unlink()
    kept = tree / PLACE / "Op0.cpp"
    kept.write_text(kept.read_text() + "// by hand\n")
    (tree / PLACE / "Own.cpp").write_text("int own;\n")
    for _ in range(2):
        text = convert(capsys, ".")
        assert "D205" in text and "Op0.cpp was changed by hand; what it was made of is gone; it stays" in text
        assert kept.read_text().endswith("// by hand\n")
    project = open_project(str(tree / "migrate.yaml"), None)
    assert {path.name for path in operators(project, tree / "out")} == {p.name for p in (tree / "ops").iterdir()}
    assert left_out(project, tree / "out") == [f"{PLACE[4:]}/Op0.cpp", f"{PLACE[4:]}/Own.cpp"]
    (tree / "ops/Op0.cpp").write_text(source)
    convert(capsys, ".")
    assert kept.read_text().endswith("// by hand\n"), "its source came back: merged as ever"


def test_a_file_that_no_pattern_reaches_stays_as_long_as_its_source(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for n in (90, 91):
        (tree / f"Far{n}.cpp").write_text(test_writing.OPERATOR % n)
        convert(capsys, f"Far{n}.cpp")
    convert(capsys, ".", code=1)  # P201
    assert {"Far90.cpp", "Far91.cpp"} <= names(tree)
    (tree / "Far90.cpp").unlink()
    convert(capsys, "ops/Op3.cpp")
    assert "Far90.cpp" not in names(tree) and "Far91.cpp" in names(tree)


def test_the_unit_test_of_an_operator_that_is_gone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = copied_example(tmp_path)
    monkeypatch.chdir(tree)
    for path in (tree / "native_ops").glob("*.cpp"):
        if path.name not in ("Unary.cpp", "Matmul.cpp"):
            path.unlink()
    assert main(["init", "."]) == 0
    convert(capsys, ".", "--no-compile")
    folder = next((tree / "out").rglob("matmul.py")).parent
    before = {path.name for path in folder.iterdir()}
    next((tree / "utest_ops").rglob("neg.py")).unlink()
    (tree / "native_ops/Matmul.cpp").unlink()
    convert(capsys, "Unary.cpp", "--no-compile")
    assert {path.name for path in folder.iterdir()} == before - {"neg.py", "matmul.py"}, (
        "no torch-side file is left out"
    )


def test_one_that_is_gone_from_the_output_is_told(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run over other files says which source gives it."""
    convert(capsys, ".")
    whole = (tree / PLACE / "Op0.cpp").read_bytes()
    (tree / PLACE / "Op0.cpp").unlink()
    sentence = f"{PLACE[4:]}/Op0.cpp was taken away by hand; migrate convert ops/Op0.cpp writes it again"
    for _ in range(2):
        assert convert(capsys, "ops/Op1.cpp").count(sentence) == 1
    assert "taken away" not in convert(capsys, "ops/Op0.cpp")
    assert (tree / PLACE / "Op0.cpp").read_bytes() == whole
    assert "taken away" not in convert(capsys, "ops/Op1.cpp")


def test_another_folder_for_converted_files_gets_what_a_person_changed(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    convert(capsys, ".")
    for name in ("Op0.cpp", "Op1.cpp"):
        kept = tree / PLACE / name
        kept.write_text(kept.read_text() + "// by hand\n")
    project = tree / "migrate.yaml"
    project.write_text(project.read_text().replace("torch: torch_tpu/native_ops", "torch: own/ops"))
    assert "own/ops" in project.read_text()
    source = tree / "ops/Op1.cpp"
    source.write_text(source.read_text() + "// in the source\n")
    text = convert(capsys, ".", code=1)
    assert "T115" in text and "Op0.cpp was changed by hand; it stays as it is" in text
    assert not (tree / PLACE).exists()
    assert (tree / "out/own/ops/Op0.cpp").read_text().endswith("// by hand\n")
    both = (tree / "out/own/ops/Op1.cpp").read_text()
    assert "// by hand" in both and "// in the source" in both and "<<<<<<<" in both
    assert "T115" in convert(capsys, ".", code=1)
    assert (tree / "out/own/ops/Op1.cpp").read_text() == both
