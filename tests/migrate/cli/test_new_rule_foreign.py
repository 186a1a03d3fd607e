"""`migrate new-rule` for a library that no torch side calls: the case is the function itself; --check says what is not converted."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from migrate.cli import main

FOREIGN = Path(__file__).parents[3] / "examples" / "foreign"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(FOREIGN, tmp_path / "tree")
    monkeypatch.chdir(tmp_path / "tree")
    return tmp_path / "tree"


def add(tree: Path, name: str) -> None:
    project = tree / "migrate.yaml"
    project.write_text(project.read_text().replace("rules: [rules.yaml]", f"rules: [rules.yaml, rules/{name}.yaml]"))


def test_the_case_is_the_function(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-rule", "xdnnScale", "--unified", "ydnnTimesAsync"]) == 0
    assert [path.name for path in (tree / "rules/tests/xdnnScale").iterdir()] == ["expected.cpp"]
    expected = (tree / "rules/tests/xdnnScale/expected.cpp").read_text()
    assert expected.startswith("ydnnStatus ydnnTimesAsync(ydnnHandle handle,") and "MIGRATE" not in expected
    capsys.readouterr()
    assert main(["new-rule", "--check", "xdnnScale"]) == 1, "the project does not name the rule yet"
    assert "xdnnScale: DIFFERENT" in capsys.readouterr().out
    add(tree, "xdnnScale")
    assert main(["new-rule", "--check"]) == 0
    assert capsys.readouterr().out == "xdnnScale: ok\n"


def test_a_function_that_is_not_converted_fails_its_case(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tree / "rules.yaml"
    rules.write_text(rules.read_text().replace("    xkLaunch: {", "    xkOther: {"))
    assert main(["new-rule", "xdnnScale"]) == 0
    assert "xdnnScale is not converted: " in capsys.readouterr().out
    add(tree, "xdnnScale")
    assert main(["new-rule", "--check"]) == 1
    assert "xdnnScale: NOT CONVERTED: " in capsys.readouterr().out


def test_a_function_that_no_source_defines(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header = tree / "include/xdnn.h"
    header.write_text(header.read_text() + "XStatus xdnnLater(XTensor x, XContext *ctx);\n")
    assert main(["new-rule", "xdnnLater"]) == 2
    assert "no source of library.sources defines xdnnLater" in capsys.readouterr().err and not (tree / "rules").exists()


def test_a_call_that_is_not_converted_fails_its_case(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a torch side whose receivers the rules do not have."""
    project = tree / "migrate.yaml"
    project.write_text(project.read_text() + "torch: {sources: ['ops/*.cpp']}\n")
    (tree / "rules.yaml").write_text(
        (tree / "rules.yaml").read_text() + "torch: {calls: {pattern: '^xdnn([A-Z]\\w*)$'}}\n"
    )
    assert main(["new-rule", "xdnnScale"]) == 0
    add(tree, "xdnnScale")
    case = tree / "rules/tests/xdnnScale"
    assert (case / "input.cpp").is_file()
    (case / "input.cpp").write_text("int f(float x) { return xdnnScale(x); }\n")
    (case / "expected.cpp").write_text("int f(float x) { return xdnnScale(x); }\n")
    capsys.readouterr()
    assert main(["new-rule", "--check"]) == 1
    assert "xdnnScale: NOT CONVERTED: " in capsys.readouterr().out
