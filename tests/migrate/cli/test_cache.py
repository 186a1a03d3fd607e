"""Cached and parallel runs give what a plain run gives; an entry counts only while all it depends on is the same."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from migrate.cli import main
from migrate.commands.run.cache import Cache, Recorder, digest
from migrate.verify import torch_conversion

SEMANTICS = Path(__file__).parents[1] / "reliability/semantics"
HEADER = "".join(
    f"tpu_status_t sgdnnOp{n} ( tpu_resource_t stream, SgdnnTensor_t a, bool non_blocking = true );\n"
    for n in range(30)
)
PROJECT = """\
version: 1
name: many
chips:
  bm_a: {legacy_macro: BACKEND_1684X}
  sg_b: {legacy_macro: BACKEND_SG2260}
library: {headers: [api.h]}
torch: {sources: ['ops/*.cpp']}
"""


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "tree"
    (root / "ops").mkdir(parents=True)
    (root / "migrate.yaml").write_text(PROJECT)
    (root / "api.h").write_text(HEADER)
    for n in range(30):
        call = f"sgdnnOp{n}(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a))"
        (root / "ops" / f"Op{n}.cpp").write_text(
            f"void op{n}(Tensor &a) {{\n  auto status = {call};\n  (void)status;\n}}\n"
        )
    monkeypatch.chdir(root)
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path / "cache"))
    return root


def scan(tree: Path, *options: str) -> dict:
    code = main(["scan", "-q", "--json", "../report.json", *options])
    assert code == 0
    return json.loads((tree.parent / "report.json").read_text())


def test_jobs_and_cache_change_nothing(tree: Path) -> None:
    plain = scan(tree, "--no-cache")
    assert plain["totals"]["call"]["converted"] == 30
    assert scan(tree, "--no-cache", "-j", "2") == plain
    assert scan(tree) == plain
    assert scan(tree) == plain
    assert scan(tree, "-j", "3") == plain


def test_the_second_run_comes_from_the_cache(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = scan(tree)

    def never(*_: object) -> None:
        raise AssertionError("converted again")

    monkeypatch.setattr(torch_conversion, "convert_torch_text", never)
    assert scan(tree) == plain
    assert main(["scan", "-q", "--no-cache"]) == 5  # an internal error: it did convert again


@pytest.mark.parametrize("changed", ["source", "header", "rules", "chips"])
def test_a_change_of_what_it_depends_on_makes_an_entry_stale(tree: Path, changed: str) -> None:
    scan(tree)
    before = list((tree.parent / "cache").rglob("*"))
    if changed == "source":
        (tree / "ops" / "Op0.cpp").write_text("// nothing\n")
        assert scan(tree)["totals"]["call"]["found"] == 29
    elif changed == "header":
        (tree / "api.h").write_text(HEADER.replace("sgdnnOp3 ", "sgdnnOther "))
        assert main(["scan", "-q"]) == 1
    elif changed == "rules":
        (tree / "rules.yaml").write_text("version: 1\ntorch: {stream: {names: [line]}}\n")
        (tree / "migrate.yaml").write_text(PROJECT + "rules: [default, rules.yaml]\n")
        assert "auto line = " in scan(tree)["functions"][0]["unified_text"]
    else:
        (tree / "migrate.yaml").write_text(PROJECT.replace("BACKEND_1684X", "OTHER"))
        scan(tree)
        assert list((tree.parent / "cache").rglob("*")) != before


@pytest.mark.parametrize("name", ["switch.h", "switch.hxx", "switch.def", "switch", "deep/switch.h", "../switch.h"])
def test_a_changed_header_makes_an_entry_stale_whatever_its_name_and_folder(tree: Path, name: str) -> None:
    source = tree / "ops" / "Op0.cpp"
    call = "  auto status = sgdnnOp0(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a));\n  (void)status;\n"
    source.write_text(f'#include "{name}"\nvoid op0(Tensor &a) {{\n#if FAST\n{call}#endif\n}}\n')
    switch = "#ifdef BACKEND_SG2260\n#define FAST {}\n#else\n#define FAST {}\n#endif\n"
    (tree / "ops/deep").mkdir()
    (tree / "ops" / name).write_text(switch.format(1, 0))
    main(["convert", "-q", "--out", "first", "--no-compile", "--only-calls", str(source)])
    (tree / "ops" / name).write_text(switch.format(0, 1))
    for out, *option in (("cached",), ("plain", "--no-cache")):
        main(["convert", "-q", "--out", out, "--no-compile", "--only-calls", *option, str(source)])
    first, cached, plain = (next((tree / out).rglob("Op0.cpp")).read_text() for out in ("first", "cached", "plain"))
    assert cached == plain != first


def test_what_matches_nothing_is_said_until_it_matches(tree: Path) -> None:
    """Of the files that no rule is about too, and of folders without a header."""
    unified = "target: {root: unified, compile: false}\nignored: ['old/*.txt']\nunit_tests: ['tests/*.txt']\n"
    (tree / "migrate.yaml").write_text(
        PROJECT.replace(
            "{headers: [api.h]}", "{headers: [api.h], include: [inc], firmware: ['fw/*.txt'], sources: [in.cpp]}"
        )
        + unified
    )
    (tree / "in.cpp").write_text("int one;\n")

    def said() -> set[str]:
        main(["scan", "-q", "--json", "../report.json"])
        report = json.loads((tree.parent / "report.json").read_text())
        return {one["message"] for one in (*report["warnings"], *report["incomplete"])}

    made = ["old/a.txt", "tests/a.txt", "fw/a.txt", "inc/README", "unified/dnnlib/src/tensor/tpudnn_impl.h"]
    before = said()
    assert len(before) >= len(made)
    for name in made:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text("\n")
        now = said()
        assert len(now) < len(before), name
        before = now
    (tree / "old/a.txt").unlink()
    assert len(said()) > len(before)


def test_entries_depend_on_the_files_that_were_read(tmp_path: Path) -> None:
    files: dict[str, bytes | None] = {"a": b"1", "b": None}
    cache = Cache(tmp_path)
    recorder = Recorder(files.get)
    assert (recorder("a"), recorder("b")) == (b"1", None)
    cache.put(digest("k"), "value", recorder.seen)
    assert cache.get(digest("k"), files.get) == "value"
    files["b"] = b""
    assert cache.get(digest("k"), files.get) is None
    files["b"] = None
    files["a"] = b"2"
    assert cache.get(digest("k"), files.get) is None


def test_a_damaged_entry_is_no_entry(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put(digest("k"), ["value"], {})
    (path,) = (p for p in tmp_path.rglob("*") if p.is_file())
    data = path.read_bytes()
    for damaged in (b"", data[:-1], data[:-1] + b"?", b"x" * len(data)):
        path.write_bytes(damaged)
        assert cache.get(digest("k"), lambda _: None) is None
    path.write_bytes(data)
    assert cache.get(digest("k"), lambda _: None) == ["value"]


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    cache = Cache(blocked)
    cache.put(digest("k"), 1, {})
    assert cache.get(digest("k"), lambda _: None) is None


DIRECTIVES = {
    "by a macro's name": ('#define WHICH "sub/value.h"\n#include WHICH\n', [], ()),
    "by a macro of the options": ("#include WHICH\n", [], ('-DWHICH="sub/value.h"',)),
    "over two lines": ('#include \\\n"sub/value.h"\n', [], ()),
    "in a folder of the flags": ('#include "value.h"\n', ["-I", "sub"], ()),
    "in a system's folder of the flags": ('#include "value.h"\n', ["-isystem", "sub"], ()),
    "by the flags": ("", ["-include", "sub/value.h"], ()),
    "in a folder of the environment": ('#include "value.h"\n', ["CPATH"], ()),
}


@pytest.mark.parametrize("how", DIRECTIVES)
def test_every_header_that_a_compiler_finds_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """A changed header gives another result, however the source comes to it and wherever it lies."""
    text, flags, more = DIRECTIVES[how]
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path / "cache"))
    for folder in ("tree", "elsewhere/sub"):
        (tmp_path / folder).mkdir(parents=True)
    elsewhere = tmp_path / "elsewhere"
    if flags == ["CPATH"]:
        monkeypatch.setenv("CPATH", str(elsewhere / "sub"))
        flags = []
    given = [flag if flag.startswith("-") else str(elsewhere / flag) for flag in flags]
    options = ["-std=c++17", *given, *more, f"-I{elsewhere}", f"-I{SEMANTICS}"]
    monkeypatch.chdir(tmp_path / "tree")
    project = {
        "version": 1,
        "chips": {"bm_a": {"legacy_macro": "BACKEND_1684X"}, "sg_b": {"legacy_macro": "BACKEND_SG2260"}},
        "library": {"sources": ["a.cpp"], "headers": ["api.h"], "include": ["."], "flags": options},
        "target": {"compile": False, "root": "unified"},
    }
    Path("unified").mkdir()
    Path("migrate.yaml").write_text(json.dumps(project))
    prototype = "tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )"
    Path("api.h").write_text(f'#pragma once\n#include "legacy.h"\n{prototype};\n')
    launch = 'sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking )'
    body = (
        f"  sg_api_one_t api;\n#if FAST\n  api.mode = 1;\n#else\n  api.mode = 2;\n#endif\n  SAFE_CALL ( {launch} );\n"
    )
    Path("a.cpp").write_text(f'#include "api.h"\n{text}{prototype}\n{{\n{body}  return SG_SUCCESS;\n}}\n')
    rows = {}
    for value in ("one", "two"):
        which = "#ifdef" if value == "one" else "#ifndef"
        switch = f"{which} BACKEND_1684X\n#define FAST 1\n#else\n#define FAST 0\n#endif\n"
        (elsewhere / "sub" / "value.h").write_text(switch)
        for out, *option in (("cached",), ("plain", "--no-cache")):
            main(["convert", "a.cpp", "-q", "--out", f"{value}-{out}", *option])
            files = sorted(p for p in Path(f"{value}-{out}").rglob("*") if p.suffix in (".cpp", ".yaml"))
            rows[value, out] = [p.read_text() for p in files]
    assert rows["one", "plain"] == rows["one", "cached"] != rows["two", "plain"]
    assert rows["two", "cached"] == rows["two", "plain"]


def test_a_file_of_the_same_size_and_time_is_another_one(tree: Path) -> None:
    """What a run says of the whole tree does not rest on what anyone can set back."""
    other = tree / "other.cpp"
    states = []
    for text in ("sgdnnOp1 ( a );", "nothing1 ( a );"):
        other.write_text(text)
        os.utime(other, (1, 1))
        code = main(["scan", "-q", "--json", "../report.json"])
        states.append((code, len(json.loads((tree.parent / "report.json").read_text())["elsewhere"])))
    assert states == [(1, 1), (0, 0)]
