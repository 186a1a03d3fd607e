"""Whatever a file, a name or a link is like: one sentence, the documented exit code, and no input is overwritten."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Collection
from pathlib import Path

import pytest
from test_human_edits import LEGACY, PROJECT, SEMANTICS

from migrate.cli import main

OPERATOR = """\
namespace at {
Tensor &one_out_tpu(const Tensor &self, Tensor &out) {
  auto status = sgdnnOne(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(self), true);
  TORCH_CHECK(status == SG_SUCCESS);
  return out;
}
} // namespace at
"""
HEADER = "tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking );\n"
MANIFEST = "migrated/dnnlib/src/tensor/migrated.json"
TABLE = "migrated/chips/bm_a/kernels.yaml"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    project = (PROJECT % SEMANTICS).replace("sources: [in.cpp]", "sources: [in.cpp], headers: [api.h]")
    put(tmp_path / "migrate.yaml", project + "torch: {sources: ['ops/**/*.cpp']}\n")
    put(tmp_path / "in.cpp", LEGACY)
    put(tmp_path / "api.h", HEADER)
    put(tmp_path / "ops/Op.cpp", OPERATOR)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path.parent / f"{tmp_path.name}-cache"))
    return tmp_path


def put(path: Path, data: bytes | str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)


def with_rules(tree: Path, name: str) -> None:
    text = (tree / "migrate.yaml").read_text()
    (tree / "migrate.yaml").write_text(text.replace("[default]", f"[default, {name}]"))


def everything(root: Path) -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}


def refuses(tree: Path, capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 2) -> str:
    """Runs a command that must end with this code and one sentence, and change nothing."""
    before = everything(tree)
    assert main([*arguments]) == code, arguments
    said = capsys.readouterr().err
    assert said.startswith("migrate: ") and said.count("\n") == 1 and "Traceback" not in said, said
    assert everything(tree) == before
    return said


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        (TABLE, b"\xff\xfe\0", "byte 0xff"),
        (TABLE, b"hello", "not a mapping"),
        (TABLE, b"chip: bm_a\n", "no kernels"),
        (TABLE, b"kernels:\n\t- a\n", "line 2"),
        (TABLE, b"chip: a\nkernels: [a]\n", "mapping of keys to rows"),
        (TABLE, b"{chip: bm_a, kernels: {}}", "without braces"),
        (TABLE, b"kernels:\n  ? [x]\n  : 1\n", "one word"),
        (TABLE, b"", "not a mapping"),
        (MANIFEST, b"\xff\xfe\0", "no UTF-8"),
        (MANIFEST, b"hello", "line 1, column 1"),
        (MANIFEST, b"[]", "no mapping"),
        (MANIFEST, b"null", "no mapping"),
        (MANIFEST, b"[" * 100000, "is damaged"),
        (MANIFEST, b'{"functions": 3}', "its functions"),
        (MANIFEST, b'{"functions": {"a": 3}}', "its functions"),
        (MANIFEST.replace(".json", ".generated.json"), b'{"a": 3}', "the entry of a"),
        (MANIFEST.replace(".json", ".origins.json"), b"[", "is damaged"),
        (
            MANIFEST.replace(".json", ".origins.json"),
            b'{"origins": {"a": {"sources": "x", "legacy": ""}}}',
            "its origins",
        ),
        ("migrated/migrated.generated.json", b"{", "is damaged"),
        ("migrated/migrated.origins.json", b'{"a": 3}', "the entry of a"),
    ],
)
def test_what_an_earlier_run_left_is_damaged(
    tree: Path, capsys: pytest.CaptureFixture[str], name: str, data: bytes, message: str
) -> None:
    put(tree / name, data)
    said = refuses(tree, capsys, "convert", "in.cpp", "ops/Op.cpp")
    assert message in said and "take it away" in said and name.removeprefix("migrated/") in said, said


def test_all_damaged_tables_are_named_at_once(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for chip in ("bm_a", "sg_b"):
        put(tree / f"migrated/chips/{chip}/kernels.yaml", b"- x")
    said = refuses(tree, capsys, "convert", "in.cpp")
    assert "chips/bm_a/kernels.yaml" in said and "chips/sg_b/kernels.yaml" in said


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"library: {names: {a: \xe9}}\n", "rules.yaml:1:22: byte 0xe9 is no UTF-8"),
        ("version: 1".encode("utf-16"), "is no UTF-8"),
        (b"a: \0", "not valid YAML"),
        (b"? [a]\n: 1\n", "one word"),
        (b"[" * 3000, "not valid YAML"),
    ],
)
@pytest.mark.parametrize("file", ["rules.yaml", "migrate.yaml"])
def test_a_rule_or_project_file_that_cannot_be_read(
    tree: Path, capsys: pytest.CaptureFixture[str], file: str, data: bytes, message: str
) -> None:
    with_rules(tree, "rules.yaml")
    put(tree / "rules.yaml", "version: 1\n")
    put(tree / file, data)
    said = refuses(tree, capsys, "convert", "in.cpp")
    assert message.replace("rules.yaml", file) in said, said


def test_rules_without_a_section(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tree / "rules.yaml", "version: 1\n")
    text = (tree / "migrate.yaml").read_text()
    (tree / "migrate.yaml").write_text(text.replace("[default]", "[rules.yaml]"))
    assert "library section" in refuses(tree, capsys, "convert", "in.cpp")


def test_folders_links_and_names_where_files_are_expected(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "loop.cpp").symlink_to("loop.cpp")
    os.mkfifo(tree / "pipe.cpp")
    assert "leads to no file" in refuses(tree, capsys, "convert", "loop.cpp")
    assert "a pipe" in refuses(tree, capsys, "convert", "pipe.cpp")
    assert "empty name" in refuses(tree, capsys, "convert", "")
    assert "empty name" in refuses(tree, capsys, "convert", "in.cpp", "--out", "")
    assert "no such file" in refuses(tree, capsys, "convert", "x" * 5000)
    assert "is a folder" in refuses(tree, capsys, "convert", "in.cpp", "--json", "ops")
    put(tree / "deep.json", b"[" * 100000)
    assert "no JSON report" in refuses(tree, capsys, "report", "deep.json")
    (tree / "rules.yaml").mkdir()
    with_rules(tree, "rules.yaml")
    assert "is a folder" in refuses(tree, capsys, "convert", "in.cpp")


@pytest.mark.parametrize("pattern", ["ops/**.cpp", ""])
def test_a_pattern_that_is_none(tree: Path, capsys: pytest.CaptureFixture[str], pattern: str) -> None:
    text = (tree / "migrate.yaml").read_text()
    (tree / "migrate.yaml").write_text(text.replace("ops/**/*.cpp", pattern))
    assert "no pattern of files" in refuses(tree, capsys, "scan")


@pytest.mark.parametrize(
    "rules",
    [
        *(f"library: {{{key}: !remove }}" for key in ("operators", "checks", "names", "calls", "launch", "provided")),
        "library: {types: {tensor: !remove, handle: !remove }}",
        "library: {non_blocking: !replace []}",
        "torch: {generators: !remove, receivers: !remove, constants: !remove }",
        "target: {torch_include: !remove, torch_stubs: !remove, implementation: !remove }",
    ],
)
def test_whatever_a_rule_set_takes_away(tree: Path, capsys: pytest.CaptureFixture[str], rules: str) -> None:
    put(tree / "rules.yaml", f"version: 1\n{rules}\n")
    with_rules(tree, "rules.yaml")
    assert main(["convert", "-q", "in.cpp", "ops"]) in (0, 1), capsys.readouterr().err


def test_no_options_for_the_compilers(tree: Path) -> None:
    text = (tree / "migrate.yaml").read_text()
    (tree / "migrate.yaml").write_text(
        text.replace(f"flags: [-std=c++17, '-I{SEMANTICS}']", f"flags: [], include: ['{SEMANTICS}']")
    )
    assert main(["convert", "-q", "in.cpp"]) == 0


def test_names_that_are_no_utf8(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = os.fsdecode(b"\xe9\xff.cpp")
    put(tree / "ops" / name, OPERATOR)
    reports = [part for end in ("txt", "csv", "sarif", "html", "md") for part in ("--report", f"r.{end}")]
    assert main(["convert", "ops", "--json", "r.json", *reports]) == 0
    paths = [f["path"] for f in json.loads((tree / "r.json").read_text())["files"]]
    assert f"ops/{name}" in paths
    assert (tree / "migrated/torch_tpu/native_ops" / name).is_file()
    capsys.readouterr()
    (tree / "in.cpp").rename(tree / os.fsdecode(b"in\xe9.cpp"))
    text = (tree / "migrate.yaml").read_text()
    (tree / "migrate.yaml").write_text(text.replace("[in.cpp]", "['in*.cpp']"))
    assert "only file names that are UTF-8" in refuses(tree, capsys, "convert", os.fsdecode(b"in\xe9.cpp"))


def test_code_nested_too_deeply(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tree / "in.cpp", LEGACY.replace("{\n", "{\n  int n = 0; " + "if (n) n = 1; else " * 3000 + "n = 2;\n", 1))
    assert main(["convert", "in.cpp"]) == 0, "findings are not what ends a run"
    assert "Nothing is left to do by hand; the unified library's headers are not there." in capsys.readouterr().out


@pytest.mark.parametrize("expression", ["- " * 8000 + "1", "1" + " + 1" * 20000], ids=["minuses", "a sum"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_compiler_does_not_survive_an_input(
    tree: Path, capsys: pytest.CaptureFixture[str], expression: str, jobs: str
) -> None:
    """libclang ends with a segmentation fault; the run says so in a sentence, of the file that it was."""
    put(tree / "in.cpp", LEGACY.replace("api.mode = 1", f"api.mode = {expression}"))
    said = refuses(tree, capsys, "convert", "in.cpp", "ops/Op.cpp", "--no-cache", "-j", jobs, code=3)
    assert "in.cpp: the compiler ended while it read this file (SIGSEGV)" in said and "nested too deeply" in said


def test_a_word_of_a_megabyte(tree: Path) -> None:
    put(tree / "in.cpp", LEGACY.replace("{\n", "{\n  // " + "x" * 1000000 + "\n", 1))
    put(tree / "ops/Op.cpp", OPERATOR.replace("  return", "  // " + "x" * 1000000 + "\n  return"))
    assert main(["convert", "-q", "in.cpp", "ops/Op.cpp"]) == 0


def test_links_are_sources(tree: Path) -> None:
    other = tree.parent / f"{tree.name}-other"
    put(other / "Real.cpp", OPERATOR)
    (tree / "ops/Link.cpp").symlink_to(other / "Real.cpp")
    (tree / "ops/linked").symlink_to(other)
    (tree / "ops/up").symlink_to("..")
    assert main(["convert", "-q", "ops", "--json", "r.json"]) == 0
    made = {
        p.relative_to(tree / "migrated/torch_tpu/native_ops").as_posix()
        for p in (tree / "migrated").rglob("*.cpp")
        if "torch_tpu" in str(p)
    }
    assert made in ({"Op.cpp", "Link.cpp"}, {"Op.cpp", "linked/Real.cpp"}), "a file under two names is converted once"
    (tree / "ops/Link.cpp").unlink()
    assert main(["convert", "-q", "ops", "--out", "again"]) == 0
    assert (tree / "again/torch_tpu/native_ops/linked/Real.cpp").is_file()


def test_an_output_folder_that_leads_nowhere(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "migrated").symlink_to("migrated")
    assert "cannot write" in refuses(tree, capsys, "convert", "in.cpp")


@pytest.mark.parametrize("name", ["in.cpp", "migrate.yaml", "api.h", "ops/Op.cpp", "rules.yaml"])
@pytest.mark.parametrize("command", [["convert", "in.cpp"], ["scan"], ["verify", "--projection"]])
def test_a_report_overwrites_no_input(
    tree: Path, capsys: pytest.CaptureFixture[str], command: list[str], name: str
) -> None:
    put(tree / "rules.yaml", "version: 1\n")
    with_rules(tree, "rules.yaml")
    assert "is an input" in refuses(tree, capsys, *command, "--json", name)


READ = {
    "inc/deep.h": "inc/deep.h",  # by a header that a source includes, from a folder that compilers search
    "inc/words.txt": "inc/words.txt",  # whatever it is called
    "odd.h": "odd.h",  # by another source than the one that is converted
    "link.json": "inc/deep.h",
    "unified/dnnlib/include/tpuDNN.h": "unified/dnnlib/include/tpuDNN.h",
    "unified/dnnlib/include/tpuDNNTensor.h": "unified/dnnlib/include/tpuDNNTensor.h",
    "unified/dnnlib/src/tensor/migrated.json": "unified/dnnlib/src/tensor/migrated.json",
    "unified/torch_tpu/csrc/Ops.h": "unified/torch_tpu/csrc/Ops.h",
    "unified/chips/bm_a/kernels.yaml": "unified/chips/bm_a/kernels.yaml",
    "unified/chips/bm_a/chip.yaml": "unified/chips/bm_a/chip.yaml",
    "tools/left.py": "tools/left.py",  # looked through for legacy names
}


def with_headers(tree: Path, paths: Collection[str] = frozenset(READ.values())) -> None:
    """What a run reads beside the files that the project file names."""
    text = (tree / "migrate.yaml").read_text().replace("headers: [api.h]", "headers: [api.h], include: [inc]")
    (tree / "migrate.yaml").write_text(text)
    put(tree / "api.h", '#include "deep.h"\n' + HEADER)
    put(tree / "inc/deep.h", '#include "words.txt"\n')
    put(tree / "ops/Op.cpp", '#include "../odd.h"\n' + OPERATOR)
    (tree / "link.json").symlink_to("inc/deep.h")
    for path in {*paths} - {"inc/deep.h"}:
        put(tree / path, b"{}\n" if path.endswith(".json") else b"\n")


@pytest.mark.parametrize("name", READ)
@pytest.mark.parametrize("command", [["convert", "in.cpp"], ["scan"]])
def test_a_report_overwrites_nothing_that_is_read(
    tree: Path, capsys: pytest.CaptureFixture[str], command: list[str], name: str
) -> None:
    with_headers(tree)
    assert f"{name} is an input of this run" in refuses(tree, capsys, *command, "--json", name)


def test_a_report_overwrites_no_code(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tree.parent / f"{tree.name}-other.h"
    other.write_text("int mine;\n")
    assert "is code by its name" in refuses(tree, capsys, "convert", "in.cpp", "--json", str(other))
    put(tree / "lists/CMakeLists.txt", b"add_library(x a.cpp)\n")
    assert "is code by its name" in refuses(tree, capsys, "convert", "in.cpp", "--report", "lists/CMakeLists.txt")
    assert main(["convert", "-q", "in.cpp", "--json", "r.json"]) == 0
    assert "is code by its name" in refuses(tree, capsys, "report", "r.json", "--out", str(other))
    assert other.read_text() == "int mine;\n"


def test_a_report_of_an_earlier_run_is_replaced(tree: Path) -> None:
    with_headers(tree)
    for name in ("r.json", "inc/r.json", "unified/r.md", "unified/dnnlib/r.html", "migrated/r.txt"):
        for _ in range(2):
            option = ("--json", name) if name.endswith(".json") else ("--report", name)
            assert main(["convert", "-q", "in.cpp", *option]) < 2, name


@pytest.mark.parametrize("options", [["--out", "."], []], ids=["option", "project file"])
@pytest.mark.parametrize("name", ["inc/deep.h", "odd.h"])
def test_output_replaces_no_header_that_is_included(
    tree: Path, capsys: pytest.CaptureFixture[str], options: list[str], name: str
) -> None:
    with_headers(tree)
    text = (tree / "migrate.yaml").read_text().replace("root: unified", f"root: unified, helpers: {name}")
    (tree / "migrate.yaml").write_text(text if options else text + "out: .\n")
    put(
        tree / "in.cpp",
        "static int twice ( int value )\n{\n  return value * 2;\n}\n"
        + LEGACY.replace("mode = 1", "mode = twice ( 1 )"),
    )
    assert f"{name} is an input of this run; --in-place" in refuses(tree, capsys, "convert", "in.cpp", *options)
    refuses(tree, capsys, "convert", "in.cpp", "--check", *options)
    assert main(["convert", "-q", "in.cpp", "--out", "there"]) < 2


@pytest.mark.parametrize("read", ["inc/deep.h", "unified/dnnlib/include/tpuDNN.h"])
@pytest.mark.parametrize("name", ["dnnlib/src/tensor/Misc.cpp", "dnnlib/src/tensor/migrated.generated.json"])
def test_output_replaces_no_input_through_a_link(
    tree: Path, capsys: pytest.CaptureFixture[str], name: str, read: str
) -> None:
    with_headers(tree, ["inc/words.txt", "odd.h", read])
    put(tree / read, b"{}\n" if name.endswith(".json") else b"\n")
    (tree / "migrated" / name).parent.mkdir(parents=True)
    (tree / "migrated" / name).symlink_to(tree / read)
    assert "is an input of this run" in refuses(tree, capsys, "convert", "in.cpp")


def test_output_goes_on_from_the_unified_tree_in_its_place(tree: Path) -> None:
    (tree / "unified").mkdir()
    for _ in range(2):
        assert main(["convert", "-q", "in.cpp", "ops", "--out", "unified"]) == 0
        put(tree / "in.cpp", LEGACY.replace("mode = 1", "mode = 2"))
    assert b"api.mode = 2" in (tree / "unified/dnnlib/src/tensor/Misc.cpp").read_bytes()


def test_a_report_overwrites_no_device(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tree / "pipe")
    assert "a device or a pipe" in refuses(tree, capsys, "convert", "in.cpp", "--json", "pipe")
    assert main(["convert", "-q", "in.cpp", "--json", "r.json"]) == 0
    assert "a device or a pipe" in refuses(tree, capsys, "report", "r.json", "--out", "pipe")
    assert "is the report that is read" in refuses(tree, capsys, "report", "r.json", "--out", "r.json")


PLACES = ("dnnlib/src/tensor/Misc.cpp", "dnnlib/src/tensor/migrated.json", "dnnlib/src/tensor/migrated.origins.json")
PLACES += ("dnnlib/src/tensor/migrated.generated.json", "dnnlib/include/tpuDNNTensor.h", "chips/bm_a/kernels.yaml")
PLACES += ("torch_tpu/native_ops/Op.cpp", "migrated.generated.json", "migrated.origins.json", "migrated.sources.json")


@pytest.mark.parametrize("name", PLACES)
def test_a_pipe_in_the_place_of_output(tree: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    pipe = tree / "migrated" / name
    pipe.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(pipe)
    signal.alarm(60)  # nobody ever writes to it
    try:
        assert "a device or a pipe" in refuses(tree, capsys, "convert", "in.cpp", "ops")
        assert main(["convert", "-q", "in.cpp", "ops", "--check"]) == 1
        assert main(["convert", "-q", "in.cpp", "ops", "--diff"]) == 0
    finally:
        signal.alarm(0)
    assert pipe.is_fifo()


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_called_like_a_header_and_is_none(tree: Path, make: Callable[[Path], None]) -> None:
    text = (tree / "migrate.yaml").read_text().replace("headers: [api.h]", "headers: [api.h], include: [inc]")
    (tree / "migrate.yaml").write_text(text.replace("'ops/**/*.cpp']", "'ops/**/*.cpp'], include: [inc]"))
    (tree / "inc").mkdir()
    for name in ("inc/some_runtime.h", "ops/side.h", "other.h"):
        make(tree / name)
    signal.alarm(60)
    try:
        assert main(["convert", "-q", "in.cpp", "ops"]) == 0
        assert main(["init", "--out", "other.yaml", "."]) == 0
    finally:
        signal.alarm(0)


def test_output_replaces_an_input_only_in_place(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (tree / "migrate.yaml").read_text()
    (tree / "migrate.yaml").write_text(
        text.replace("{compile: false, root: unified}", "{compile: false, root: ., torch: ops}")
    )
    assert "--in-place" in refuses(tree, capsys, "convert", "ops/Op.cpp", "--out", ".")
    assert main(["convert", "-q", "ops/Op.cpp", "--in-place"]) == 0
    assert b"tpudnnOneAsync" in (tree / "ops/Op.cpp").read_bytes()


@pytest.mark.parametrize("options", [[], ["--out", "there"], ["--in-place"]])
def test_check_agrees_with_convert(tree: Path, options: list[str]) -> None:
    (tree / "unified").mkdir()
    command = ["convert", "in.cpp", "ops/Op.cpp", *options]
    before = everything(tree)
    assert main([*command, "--check"]) == 1
    assert everything(tree) == before
    assert main([*command, "-q"]) == 0
    assert main([*command, "--check"]) == 0


def test_check_sees_a_conflict_as_convert_does(tree: Path) -> None:
    out = tree / "migrated/torch_tpu/native_ops/Op.cpp"
    assert main(["convert", "-q", "ops/Op.cpp"]) == 0
    out.write_text(out.read_text().replace("return out;", "return mine;"))
    put(tree / "ops/Op.cpp", OPERATOR.replace("return out;", "return theirs;"))
    assert main(["convert", "ops/Op.cpp", "--check"]) == 1
    assert main(["convert", "-q", "ops/Op.cpp"]) == 1


def failing(*_: object) -> None:
    raise ZeroDivisionError("made to fail")


def test_an_internal_error_in_one_function(
    tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import migrate.convert.function as function

    class Broken:
        def __init__(self, rule: object) -> None:
            self.rule = rule

        def apply(self, ctx: object) -> None:
            if ctx.function.name == "sgdnnTwo":  # type: ignore[attr-defined]
                failing()
            self.rule.apply(ctx)  # type: ignore[attr-defined]

    monkeypatch.setattr(function, "RULES", [Broken(rule) for rule in function.RULES])
    assert main(["convert", "in.cpp", "--json", "r.json"]) == 5
    said = capsys.readouterr()
    assert "Internal errors" in said.out and "made to fail" in said.out and "Traceback" not in said.out + said.err
    assert "Nothing is left" not in said.out
    report = json.loads((tree / "r.json").read_text())
    assert [e["id"] for e in report["errors"]] == ["L105"] and report["refusals"] == []
    assert report["effort"] == {"places": 0, "functions": 0, "lines": 0}
    assert "tpudnnOneAsync" in (tree / "migrated/dnnlib/src/tensor/Misc.cpp").read_text(), "the others are converted"
    assert main(["convert", "-q", "in.cpp", "--debug"]) == 5
    assert "Traceback" in capsys.readouterr().err
    monkeypatch.undo()
    monkeypatch.chdir(tree)
    assert main(["convert", "-q", "in.cpp"]) == 0, "what an internal error left is not kept for the next run"


@pytest.mark.parametrize(
    ("where", "file"),
    [
        ("migrate.verify.torch_conversion.convert_torch_text", "ops/Op.cpp"),
        ("migrate.verify.conversion.prepare_library", "in.cpp"),
        ("migrate.commands.run.conversion.build_report", ""),
    ],
)
def test_an_internal_error_elsewhere(
    tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, where: str, file: str
) -> None:
    monkeypatch.setattr(where, failing)
    said = refuses(tree, capsys, "convert", "in.cpp", "ops/Op.cpp", "--no-cache", code=5)
    assert "made to fail" in said and "--debug" in said and file in said, said
    assert main(["convert", "in.cpp", "ops/Op.cpp", "--no-cache", "--debug"]) == 5
    assert "Traceback" in capsys.readouterr().err
