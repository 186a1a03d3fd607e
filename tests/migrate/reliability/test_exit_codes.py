"""One exit code per kind of end, and nothing written where the input or the use was wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_human_edits import LEGACY, PROJECT, SEMANTICS

from migrate.cli import main
from migrate.model import Proof

RULES = "version: 1\nlibrary:\n  nmaes: {SgdnnTensor_t: x}\n"
UNPARSABLE = "tpu_status_t sgdnnOne ( tpu_resource_t resource {{{\n  NoSuchType x = ;\n"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "migrate.yaml").write_text(PROJECT % SEMANTICS)
    (tmp_path / "in.cpp").write_text(LEGACY)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path.parent / f"{tmp_path.name}-cache"))
    return tmp_path


def files(root: Path) -> dict[str, bytes]:
    return {str(p.relative_to(root)): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def test_0_clean(tree: Path) -> None:
    assert main(["convert", "-q", "in.cpp"]) == 0
    assert main(["convert", "-q", "in.cpp"]) == 0


def test_1_left_overs(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "in.cpp").write_text(LEGACY.replace("api.input_global_addr = input.addr", "input.addr = 7"))
    assert main(["convert", "in.cpp"]) == 1
    assert "L126" in capsys.readouterr().out


def test_2_wrong_use(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = files(tree)
    (tree / "empty").mkdir()
    cases = {
        ("convert", "nothing.cpp"): "no such file",
        ("convert", "in.cpp", "--project", "none.yaml"): "there is no such file",
        ("convert", "in.cpp", "--root", "none"): "there is no such folder",
        ("convert", "migrate.yaml"): "neither a library source nor",
        ("convert", "empty"): "is a folder without a source of",
    }
    for arguments, message in cases.items():
        assert main(list(arguments)) == 2, arguments
        said = capsys.readouterr().err
        assert message in said and "Traceback" not in said, said
    with pytest.raises(SystemExit) as end:
        main(["convert", "--no-such-option", "in.cpp"])
    assert end.value.code == 2
    assert files(tree) == before


def test_all_errors_of_a_kind_at_once(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = files(tree)
    assert main(["convert", "one.cpp", "in.cpp", "two.cpp", "migrate.yaml"]) == 2
    said = capsys.readouterr().err
    assert "one.cpp: no such file" in said and "two.cpp: no such file" in said
    reports = ["--json", "none/a.json", "--report", "a.xml", "--report", ".", "--report", "none/a.html"]
    assert main(["convert", "in.cpp", *reports]) == 2
    said = capsys.readouterr().err
    assert said.count("its folder does not exist") == 2 and "a.xml: the end of" in said and ". is a folder" in said
    assert files(tree) == before


def test_all_inputs_that_do_not_parse_are_named(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = (PROJECT % SEMANTICS).replace("sources: [in.cpp]", "sources: ['*.cpp']")
    assert "*.cpp" in project
    (tree / "migrate.yaml").write_text(project)
    for name in ("a.cpp", "b.cpp"):
        (tree / name).write_text(LEGACY + "\nint broken( { return 1; }\n")
    (tree / "c.cc").write_bytes(b"\0" * 100)
    (tree / "d.cc").write_bytes(b"\0" * 100)
    assert main(["convert", "a.cpp", "b.cpp", "in.cpp", "c.cc", "d.cc"]) == 3
    said = capsys.readouterr().err
    assert all(f"{name}:" in said for name in ("a.cpp", "b.cpp", "c.cc", "d.cc")), said


def test_2_mistake_in_a_rule_file(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "rules.yaml").write_text(RULES)
    (tree / "migrate.yaml").write_text((PROJECT % SEMANTICS).replace("[default]", "[default, rules.yaml]"))
    before = files(tree)
    assert main(["convert", "in.cpp"]) == 2
    said = capsys.readouterr().err
    assert "rules.yaml:3:3" in said and "names" in said, said
    assert files(tree) == before


def test_2_a_pattern_that_does_not_come_to_an_end(
    tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The names of a C source are long enough for a pattern that tries each of their letters in two ways."""
    monkeypatch.setattr("migrate.project.patterns.SECONDS", 0.5)
    (tree / "rules.yaml").write_text("version: 1\nlibrary:\n  legacy_names: '^(\\w+_?)+!$'\n")
    (tree / "migrate.yaml").write_text((PROJECT % SEMANTICS).replace("[default]", "[default, rules.yaml]"))
    long = "a_name_that_is_long_enough_for_it_to_take_years"
    (tree / "in.cpp").write_text(LEGACY.replace("{", f"{{ int {long} = 0;", 1))
    before = files(tree)
    assert main(["convert", "in.cpp"]) == 2
    said = capsys.readouterr().err
    assert "^(\\w+_?)+!$" in said and "takes more than 0.5 s" in said and "Traceback" not in said, said
    assert files(tree) == before


def test_3_not_parsable(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for data in (UNPARSABLE.encode(), b"\x7fELF\0\0\1", '#include "legacy.h"\n'.encode("utf-16")):
        (tree / "in.cpp").write_bytes(data)
        before = files(tree)
        assert main(["convert", "in.cpp"]) == 3, data
        said = capsys.readouterr().err
        assert "in.cpp" in said and "Traceback" not in said, said
        assert files(tree) == before


def test_4_a_proof_failed(tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def different(*_: object) -> list[Proof]:
        return [Proof("projection", "tpudnnOneAsync", "different", "made to fail", "bm_a")]

    monkeypatch.setattr("migrate.verify.projection.Projection.proofs", different)
    assert main(["convert", "in.cpp", "--no-cache"]) == 4
    assert "made to fail" in capsys.readouterr().out
    text = next(tree.rglob("Misc.cpp")).read_text()
    assert "#if 0 // tpudnnOneAsync" in text and "MIGRATE L157" in text, "a function whose proof failed is not written"
    assert "tpudnnTwoAsync(" in text


TRACE = "trace: {runtime: {bm_a: bmlib, sg_b: tpuv7}}\n"


@pytest.mark.parametrize(
    ("proof", "project", "environment", "message"),
    [
        ("--trace", "", {}, "no trace section"),
        ("--mutate", "", {}, "no trace section"),
        ("--trace", TRACE, {"TPUDNN_LIBRARY_DIR": "nowhere"}, "nowhere has no libbmlib.so"),
        ("--mutate", TRACE, {"TPUDNN_LIBRARY_DIR": "nowhere"}, "run `make build`"),
        ("--compile", "", {"CXX": "no-such-compiler", "PATH": "nowhere"}, "no C++ compiler was found"),
    ],
)
def test_4_a_proof_could_not_be_made(
    tree: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    proof: str,
    project: str,
    environment: dict[str, str],
    message: str,
) -> None:
    (tree / "migrate.yaml").write_text(PROJECT % SEMANTICS + project)
    assert main(["verify", "--projection", "-q", "in.cpp"]) == 0
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main(["verify", proof, "in.cpp"]) == 4
    said = capsys.readouterr().out
    assert "could not be made" in said and message in said, said


def test_already_unified(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "-q", "in.cpp"]) == 0
    before = files(tree)
    assert main(["convert", "in.cpp"]) == 0
    assert "up to date" in capsys.readouterr().out
    assert files(tree) == before
