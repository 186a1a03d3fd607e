"""The command line: what it writes, what it says, its exit codes. Nothing is written on an error."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from migrate.cli import main

HEADER = """\
tpu_status_t sgdnnAlpha ( tpu_resource_t stream, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking = true );
tpu_status_t sgdnnBeta ( tpu_resource_t stream, SgdnnTensor_t input, bool non_blocking = true );
"""
PROJECT = """\
version: 1
name: small
chips:
  bm_a: {legacy_macro: BACKEND_1684X, aliases: [bm1684x]}
  sg_b: {legacy_macro: BACKEND_SG2260, aliases: [sg2260]}
rules: [default]
library: {headers: [include/sgdnn_api.h]}
torch: {sources: ['ops/**/*.cpp']}
target: {compile: false, root: unified, torch: torch_tpu/native_ops}
"""
OPERATOR = """\
#include "TPUTorchUtils.h"
namespace at {
Tensor &alpha_out_tpu(const Tensor &self, Tensor &out) {
  auto status = sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(self), tpu::TPUGenerateSgdnnTensor(out));
  TORCH_CHECK(status == SG_SUCCESS);
  return out;
}
} // namespace at
"""
REFUSED = OPERATOR.replace("sgdnnAlpha", "sgdnnNoSuch")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    files = {
        "migrate.yaml": PROJECT,
        "include/sgdnn_api.h": HEADER,
        "ops/Alpha.cpp": OPERATOR,
        "ops/Refused.cpp": REFUSED,
        "ops/one/Same.cpp": OPERATOR,
        "ops/two/Same.cpp": OPERATOR,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path.parent / f"{tmp_path.name}-cache"))
    return tmp_path


def everything(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_convert_writes_an_overlay_and_leaves_the_input(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = everything(tree)
    assert main(["convert", "ops/Alpha.cpp"]) == 0
    out = tree / "migrated" / "torch_tpu" / "native_ops" / "Alpha.cpp"
    text = out.read_text()
    assert "auto stream = c10_tpu::getCurrentTPUStream();\n  auto status = tpudnnAlphaAsync(stream," in text
    assert {k: v for k, v in everything(tree).items() if not k.startswith("migrated/")} == before
    said = capsys.readouterr().out
    assert "sgdnnAlpha" in said and "tpudnnAlphaAsync" in said and "Wrote 1 file" in said
    assert not [p for p in out.parent.iterdir() if p.name.startswith(".")], "no temporary file stays"


def test_running_twice_writes_nothing_the_second_time(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "Alpha.cpp"]) == 0
    out = tree / "migrated" / "torch_tpu" / "native_ops" / "Alpha.cpp"
    before = out.stat().st_mtime_ns
    capsys.readouterr()
    assert main(["convert", "Alpha.cpp"]) == 0
    assert out.stat().st_mtime_ns == before
    assert "up to date" in capsys.readouterr().out


def test_left_overs_exit_1_and_leave_a_marker(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "ops/Refused.cpp"]) == 1
    assert "/* MIGRATE T101:" in (tree / "migrated/torch_tpu/native_ops/Refused.cpp").read_text()
    assert "ops/Refused.cpp:4:17: T101" in capsys.readouterr().out


def test_in_place_rewrites_and_then_has_nothing_to_do(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tree / "ops" / "Alpha.cpp"
    os.chmod(path, 0o640)
    assert main(["convert", "--in-place", "ops/Alpha.cpp"]) == 0
    assert b"tpudnnAlphaAsync" in path.read_bytes()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    capsys.readouterr()
    assert main(["convert", "--check", "ops/Alpha.cpp"]) == 0
    assert main(["convert", "--in-place", "ops/Alpha.cpp"]) == 0
    assert "Already unified" in capsys.readouterr().out


def test_diff_and_check_write_nothing(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = everything(tree)
    assert main(["convert", "--diff", "ops/Alpha.cpp"]) == 0
    said = capsys.readouterr().out
    assert (
        "-  TORCH_CHECK(status == SG_SUCCESS);" in said and "+  TORCH_CHECK(status == TPUDNN_STATUS_SUCCESS);" in said
    )
    assert main(["convert", "--check", "ops/Alpha.cpp"]) == 1
    assert "would change" in capsys.readouterr().out
    assert everything(tree) == before


def test_a_folder_stands_for_its_sources(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "ops/one", "ops/Alpha.cpp", "-q", "--json", "found.json"]) == 0
    assert [f["path"] for f in json.loads((tree / "found.json").read_text())["files"]] == [
        "ops/Alpha.cpp",
        "ops/one/Same.cpp",
    ]
    assert main(["convert", ".", "-q", "--json", "found.json"]) == 1  # one call is refused
    assert len(json.loads((tree / "found.json").read_text())["files"]) == len(list((tree / "ops").rglob("*.cpp")))


def test_a_symbolic_link_is_followed(tree: Path) -> None:
    real = tree / "real.cpp"
    real.write_text(OPERATOR)
    link = tree / "ops" / "Link.cpp"
    link.symlink_to(real)
    assert main(["convert", "--in-place", "ops/Link.cpp", "-q"]) == 0
    assert link.is_symlink() and b"tpudnnAlphaAsync" in real.read_bytes()


WRONG = {
    "a missing file": (["convert", "ops/Alfa.cpp"], 2, "did you mean Alpha.cpp"),
    "a name of several files": (["convert", "Same.cpp"], 2, "ops/one/Same.cpp\n  ops/two/Same.cpp"),
    "a folder without sources": (["convert", "empty"], 2, "is a folder without a source of"),
    "a missing project file": (
        ["convert", "--project", "no.yaml", "ops/Alpha.cpp"],
        2,
        "no.yaml: there is no such file",
    ),
    "a missing root": (["convert", "--root", "nowhere", "ops/Alpha.cpp"], 2, "nowhere: there is no such folder"),
    "a report without a format": (["convert", "--report", "x.pdf", "ops/Alpha.cpp"], 2, "says its format"),
    "a report into no folder": (["convert", "--json", "no/x.json", "ops/Alpha.cpp"], 2, "folder does not exist"),
    "a report called like a source": (
        ["convert", "ops/Alpha.cpp", "--json", "Alpha.cpp"],
        2,
        "Alpha.cpp would be code by its name",
    ),
    "two reports to one file": (
        ["convert", "--json", "x.json", "--report", "ops/../x.json", "ops/Alpha.cpp"],
        2,
        "two reports would go to this file",
    ),
    "an unknown id": (["explain", "T999"], 2, "T999 is no id"),
    "another kind of file": (["convert", "migrate.yaml"], 2, "neither a library source nor a torch-side file"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_use_is_said_in_a_sentence_and_writes_nothing(
    case: str, tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, code, message = WRONG[case]
    before = everything(tree)
    assert main(arguments) == code
    captured = capsys.readouterr()
    assert message in captured.err and "Traceback" not in captured.err
    assert everything(tree) == before


@pytest.mark.parametrize("command", [["convert"], ["convert", "--check"], ["verify", "--projection"]])
def test_a_report_never_goes_over_the_conversion(
    command: list[str], tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["convert", "ops/Alpha.cpp"])
    before = everything(tree)
    outputs = [path.relative_to(tree) for path in (tree / "migrated").rglob("*") if path.is_file()]
    (tree / "link.json").symlink_to(tree / outputs[0])
    for taken in (*outputs, Path("migrated/migrated.unfinished.json"), Path("link.json")):
        capsys.readouterr()
        assert main([*command, "ops/Alpha.cpp", "--json", str(taken)]) == 2
        assert "a report goes elsewhere" in capsys.readouterr().err
        assert main(["scan", "--json", str(taken)]) == 2
    (tree / "link.json").unlink()
    assert everything(tree) == before
    assert main(["convert", "ops/Alpha.cpp", "--json", "migrated/report.json"]) == 0


def test_a_report_never_goes_over_what_is_rewritten_in_place(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = everything(tree)
    assert main(["convert", "--in-place", "ops/Alpha.cpp", "--json", "ops/Alpha.cpp"]) == 2
    assert everything(tree) == before


def test_binary_input_is_not_parsable(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "ops" / "Bin.cpp").write_bytes(b"\x7fELF\0\0\1")
    assert main(["convert", "ops/Bin.cpp"]) == 3
    assert "binary file" in capsys.readouterr().err
    assert not (tree / "migrated").exists()


def test_no_project_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["scan"]) == 2
    assert "no migrate.yaml" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("version: 1\ntorch:\n  recievers: [x]\n", "rules.yaml:3:3", "did you mean 'receivers'"),
        ("version: 1\ntorch:\n  receivers: {a: b}\n", "rules.yaml:3:14", "receivers is a list"),
        ("version: 1\ntorch: [\n", "rules.yaml:3:1", "not valid YAML"),
        ("version: 1\ntorch: {calls: {pattern: '('}}\n", "rules.yaml:2:26", "not a regular expression"),
    ],
)
def test_a_mistake_in_a_rule_file_has_a_place(
    text: str, place: str, message: str, tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tree / "rules.yaml").write_text(text)
    (tree / "migrate.yaml").write_text(PROJECT.replace("rules: [default]", "rules: [default, rules.yaml]"))
    assert main(["convert", "ops/Alpha.cpp"]) == 2
    said = capsys.readouterr().err
    assert place in said and message in said, said
    assert not (tree / "migrated").exists()


def test_nothing_is_written_where_one_of_the_files_cannot_be(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tree / "out"
    blocked = out / "torch_tpu" / "native_ops" / "Refused.cpp"
    blocked.mkdir(parents=True)
    (blocked / "inside").write_text("")
    assert main(["convert", "--out", "out", "ops/Alpha.cpp", "ops/Refused.cpp"]) == 2
    assert "cannot write" in capsys.readouterr().err
    assert sorted(p.name for p in blocked.parent.iterdir()) == ["Refused.cpp"]


def test_map_answers_functions_types_and_constants(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "sgdnnAlpha", "SgdnnTensor_t", "SGDNN_DTYPE_FP32"]) == 0
    said = capsys.readouterr().out
    assert "sgdnnAlpha -> tpudnnAlphaAsync\n  tpu_resource_t stream -> tpudnnHandle_t handle" in said
    assert "bool non_blocking: dropped" in said
    assert "SgdnnTensor_t -> tpudnnTensor_t" in said and "SGDNN_DTYPE_FP32 -> TPUDNN_DTYPE_FP32" in said
    assert main(["map", "sgdnnAlfa"]) == 1
    assert "sgdnnAlpha" in capsys.readouterr().out


def test_explain_prints_a_page_in_either_case(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "t101"]) == 0
    assert capsys.readouterr().out.startswith("# T101 ")
    assert main(["explain"]) == 0
    assert "T101  a call of a function that no legacy header declares" in capsys.readouterr().out


def test_scan_reads_the_tree_and_reports(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = everything(tree)
    assert main(["scan", "--json", "scan.json"]) == 1
    report = json.loads((tree / "scan.json").read_text())
    assert report["command"] == "scan"
    assert report["totals"]["call"] == {"found": 4, "converted": 3, "refused": 1, "done": 0}
    assert report["effort"]["places"] == 1
    assert set(everything(tree)) - set(before) == {"scan.json"}
    assert "Left: 1 place in 1 functions" in capsys.readouterr().out


def test_new_rule_writes_the_four_things_and_they_work(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-rule", "sgdnnAlpha", "--unified", "tpudnnOmegaAsync"]) == 0
    assert (tree / "rules/pages/R001.md").read_text().startswith("# R001 sgdnnAlpha")
    text = PROJECT.replace("rules: [default]", "rules: [default, rules/sgdnnAlpha.yaml]")
    (tree / "migrate.yaml").write_text(text.replace("'ops/**/*.cpp'", "'rules/tests/**/input.cpp'"))
    case = tree / "rules/tests/sgdnnAlpha"
    assert main(["convert", "--out", "out", str(case / "input.cpp"), "--only-calls", "-q"]) == 0
    (made,) = (tree / "out").rglob("input.cpp")
    assert made.read_text() == (case / "expected.cpp").read_text()
    assert main(["new-rule", "sgdnnAlpha"]) == 2
    assert "exists" in capsys.readouterr().err


def test_init_finds_what_a_tree_has(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "migrate.yaml").unlink()
    (tree / "ops" / "Guarded.cpp").write_text(
        "#if defined BACKEND_SG2260\n#elif defined BACKEND_1684X\n#endif\n" + OPERATOR
    )
    (tree / "include" / "sgdnn_api.h").write_text(HEADER + "tpu_status_t sgdnnGamma ( tpu_resource_t stream );\n")
    assert main(["init"]) == 0
    text = (tree / "migrate.yaml").read_text()
    assert "legacy_macro: BACKEND_SG2260" in text and "legacy_macro: BACKEND_1684X" in text
    assert "headers: [include/sgdnn_api.h]" in text and "'ops/**/*.cpp'" in text
    capsys.readouterr()
    assert main(["convert", "Alpha.cpp", "-q", "--no-compile"]) == 0
    assert main(["init"]) == 2
    assert "--force" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["ops/Alpha.cpp", "rules.yaml", "link.yaml", "migrate.yaml", "ops/One.cpp/y.yaml"])
def test_init_replaces_nothing_but_a_project_file(tree: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    (tree / "ops/One.cpp").write_text("#if defined BACKEND_SG2260\n#elif defined BACKEND_1684X\n#endif\n" + OPERATOR)
    (tree / "rules.yaml").write_text("version: 1\n")
    (tree / "link.yaml").symlink_to("ops/Alpha.cpp")
    (tree / "migrate.yaml").unlink()
    (tree / "migrate.yaml").symlink_to("include/sgdnn_api.h")
    before = {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    assert main(["init", "--out", name, "--force"]) == 2
    assert "Traceback" not in capsys.readouterr().err
    assert {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("text", [PROJECT, "chips: [", "chips: {}\n"], ids=["whole", "damaged", "empty"])
def test_init_replaces_a_project_file_where_it_is_told_to(tree: Path, text: str) -> None:
    (tree / "ops/One.cpp").write_text("#if defined BACKEND_SG2260\n#elif defined BACKEND_1684X\n#endif\n" + OPERATOR)
    (tree / "migrate.yaml").write_text(text)
    assert main(["init"]) == 2 and (tree / "migrate.yaml").read_text() == text
    assert main(["init", "--force"]) == 0 and "BACKEND_SG2260" in (tree / "migrate.yaml").read_text()


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (["init", "--out", ""], "--out was given an empty name; name a file"),
        (["init", "--out", "ops"], "ops is a folder; --out names a file"),
        (["init", ""], "'': there is no such folder"),
        (["build", "--prefix", ""], "--prefix was given an empty name; name a folder"),
        (["convert", "Alpha.cpp", "--out", ""], "--out was given an empty name; name a folder"),
        (["convert", "Alpha.cpp", "--root", ""], "--root '': there is no such folder"),
        (["scan", "--project", ""], "--project '': there is no such file"),
        (["report", "r.json", "--out", ""], "--out was given an empty name; name a file"),
        (["explain", ""], "'' is no id"),
        (["new-rule", "sgdnnBeta", "--unified", "a b"], "'a b' is no name of a function"),
        (["new-rule", "sgdnnBeta", "--unified", ""], "'' is no name of a function"),
        (["new-rule", "sgdnnBeta\n"], "is no name of a function"),
    ],
)
def test_names_that_are_none(tree: Path, capsys: pytest.CaptureFixture[str], command: list[str], sentence: str) -> None:
    assert main(["scan", "-q", "--json", "r.json"]) == 1
    before = sorted(tree.rglob("*"))
    capsys.readouterr()
    assert main(command) == 2
    assert sentence in capsys.readouterr().err
    assert sorted(tree.rglob("*")) == before


@pytest.mark.parametrize("given", ["9" * 20, "0", "-3", "1001", "x", ""])
@pytest.mark.parametrize("command", [["convert", "Alpha.cpp"], ["scan"], ["build"]])
def test_numbers_of_jobs_that_are_none(
    tree: Path, capsys: pytest.CaptureFixture[str], command: list[str], given: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([*command, "-j", given])
    assert "is no number of jobs (1 to 1000)" in capsys.readouterr().err


def test_a_choice_that_is_empty(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["completion", ""])
    assert "invalid choice: ''" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["r" * 250 + ".json", "ä" * 125 + ".json"])
def test_a_report_has_any_name_that_a_file_can_have(tree: Path, name: str) -> None:
    assert main(["convert", "Alpha.cpp", "-q", "--json", name]) == 0
    assert json.loads((tree / name).read_text())["totals"]


def test_a_character_that_is_none_in_a_report(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", "-q", "--json", "r.json"]) == 1
    text = (tree / "r.json").read_text()
    (tree / "r.json").write_text(text.replace('"ops/Alpha.cpp"', '"ops/\\ud800.cpp"'))
    for kind in ("text", "json", "csv", "sarif", "html", "markdown"):
        assert main(["report", "r.json", "--format", kind]) == 2
        assert "has a character that is none" in capsys.readouterr().err


BEGINNING = """\
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell starts in the background ignores it
class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == WANTED:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupted())
WANTED = sys.argv.pop(1)
from migrate.cli import main
sys.exit(main())
"""


@pytest.mark.parametrize(
    "module", ["argparse", "yaml", "migrate.errors", "migrate.commands.scan", "migrate.report.build"]
)
def test_an_interruption_while_the_tool_is_read(tree: Path, module: str) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", BEGINNING, module, "scan", "-q"]
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 130 and "Traceback" not in done.stderr, done.stderr


def test_init_on_a_tree_without_the_idiom(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.cpp").write_text("int main() { return 0; }\n")
    assert main(["init", str(tmp_path)]) == 2
    assert "root of the legacy tree" in capsys.readouterr().err
    assert not (tmp_path / "migrate.yaml").exists()
