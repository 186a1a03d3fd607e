"""What matches nothing is said, and legacy names that no pattern of the project file reaches count as left."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dnnlib import paths
from migrate.cli import main

PROJECT = """\
version: 1
name: words
chips:
  bm_a: {legacy_macro: BACKEND_1684X, include: [runtime]}
  sg_b: {legacy_macro: BACKEND_SG2260, defines: [CHIP_GEN=2]}
rules: [default, rules.yaml]
library:
  sources: [src/*.cpp]
  headers: [include/sgdnn_api.h]
  include: [include]
  arguments: [include/sg_api_struct.h]
  stubs: {generated.h: ''}
torch: {sources: ['ops/*.cpp']}
unit_tests: []
target: {root: unified, fresh: true}
"""
RULES = """\
version: 1
library:
  names: {sgdnnFoo: tpudnnFoo}
torch:
  refusing: [OLD_CHECK]
"""
API = """\
typedef int tpu_status_t; typedef void *tpu_resource_t;
typedef struct { unsigned long long addr; int dim; int shape[8]; int dtype; } SgdnnTensor_t;
#define SG_SUCCESS 0
tpu_status_t sgdnnFoo ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking );
"""
STRUCTS = "typedef struct {\n  unsigned long long input_global_addr;\n  int active_type;\n} sg_api_active_t;\n"
SOURCE = """\
#include "sgdnn_api.h"
#include "generated.h"
#if CHIP_GEN > 1
#endif
tpu_status_t sgdnnFoo ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
#if defined BACKEND_1684X
#elif defined BACKEND_SG2260
#endif
  return SG_SUCCESS;
}
"""
HEADERS = ("dnnlib/include", "dnnlib/src", "chips")  # of the unified library
OPERATOR = "void f ( int n ) { OLD_CHECK ( n ); }\n"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for folder in ("src", "include", "ops", "runtime", "tools"):
        (tmp_path / folder).mkdir()
    (tmp_path / "migrate.yaml").write_text(PROJECT)
    (tmp_path / "unified/dnnlib").mkdir(parents=True)
    for folder in HEADERS:
        (tmp_path / "unified" / folder).symlink_to(paths.ROOT / folder)
    (tmp_path / "rules.yaml").write_text(RULES)
    (tmp_path / "include/sgdnn_api.h").write_text(API)
    (tmp_path / "include/sg_api_struct.h").write_text(STRUCTS)
    (tmp_path / "src/a.cpp").write_text(SOURCE)
    (tmp_path / "ops/Op.cpp").write_text(OPERATOR)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path.parent / f"{tmp_path.name}-cache"))
    return tmp_path


def report(*command: str) -> dict:
    code = main([*(command or ("scan",)), "-q", "--json", "report.json"])
    data = json.loads(Path("report.json").read_text())
    data["code"] = code
    return data


def warned(*command: str) -> list[str]:
    return [f"{w['path']}:{w['line']}:{w['column']}: {w['id']} {w['message']}" for w in report(*command)["warnings"]]


def test_nothing_is_said_of_a_project_that_matches(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan"]) == 0
    said = capsys.readouterr().out
    assert "Matches nothing" not in said and "Nothing is left to do by hand." in said
    assert warned() == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("src/*.cpp", "src/*.cpp, src/*.cc", "migrate.yaml:8:24: P101 the pattern src/*.cc of library.sources"),
        ("[include/sgdnn_api.h]", "[include/sgdnn_api.h, api.h]", "migrate.yaml:9:34: P101 the pattern api.h"),
        ("sg_api_struct.h]", "sg_api_struct.h, x.h]", "P101 the pattern x.h of library.arguments"),
        ("'ops/*.cpp'", "'ops/*.cpp', 'op/**/*.cpp'", "P101 the pattern op/**/*.cpp of torch.sources"),
        ("unit_tests: []", "unit_tests: ['tests/*.py']", "P101 the pattern tests/*.py of unit_tests"),
        ("unit_tests: []", "ignored: ['tests/*.py']", "P101 the pattern tests/*.py of ignored"),
        ("include: [include]", "include: [include, includes]", "P101 the folder includes of library.include"),
        ("[runtime]", "[runtimes]", "migrate.yaml:4:49: P101 the folder runtimes of chips.bm_a.include"),
        ("BACKEND_SG2260", "BACKEND_SG2262", "P104 no source asks for BACKEND_SG2262, the macro of sg_b"),
        ("CHIP_GEN=2", "CHIP_GENERATION=2", "P104 no source asks for CHIP_GENERATION"),
        ("generated.h: ''", "generated.h: '', genrated.h: ''", "P102 no file includes genrated.h"),
        ("unit_tests: []", "families: {Loss: ['*Loss']}", "P101 no operator belongs to the family Loss"),
    ],
)
def test_the_project_file(tree: Path, old: str, new: str, said: str) -> None:
    (tree / "migrate.yaml").write_text(PROJECT.replace(old, new))
    found = warned()
    assert len(found) == 1 and said in found[0], found


@pytest.mark.parametrize(
    ("section", "said"),
    [
        (
            "names: {SgdnnTenso_t: x}",
            "rules.yaml:3:11: P102 library.names has SgdnnTenso_t, and no file of the tree has",
        ),
        ("names: {SgdnnTenso_t: x}", "did you mean SgdnnTensor_t?"),
        ("success: [SG_SUCESS]", "P102 library.success has SG_SUCESS"),
        ("types: {handle: [bm_handle_t]}", "P102 library.types.handle has bm_handle_t"),
        ("calls: {bmFree: {to: '{0}'}}", "P102 library.calls has bmFree"),
        ("launch: {bmRun: {kernel: 1, arguments: 2}}", "P102 library.launch has bmRun"),
        (
            "operators: [{pattern: '^acme(.*)$', to: 'x'}]",
            "rules.yaml:3:15: P102 the pattern ^acme(.*)$ of library.oper",
        ),
        ("provided: {sgdnnGone: x}", "P102 library.provided has sgdnnGone"),
        ("signatures: {sgdnnFo: {name: x}}", "rules.yaml:3:16: P103 library.signatures has sgdnnFo"),
        ("optional: {sgdnnFoo: [inptu]}", "P103 sgdnnFoo has no parameter inptu; did you mean input?"),
        ("kernels: {kernel_gone: {symbol: k}}", "P103 library.kernels has kernel_gone"),
        (
            "kernels: {sgdnnFoo: {symbol: k, args: sg_api_activ_t}}",
            "has the struct sg_api_activ_t; did you mean sg_api_",
        ),
        (
            "kernels: {sgdnnFoo: {symbol: k, args: sg_api_active_t, values: {activ_type: '1'}}}",
            "P103 sg_api_active_t has no field activ_type; did you mean active_type?",
        ),
        (
            "kernels: {sgdnnFoo: {symbol: k, args: sg_api_active_t, fields: {dim: activ_type}}}",
            "P103 sg_api_active_t has no field activ_type",
        ),
        (
            "kernels: {sgdnnFoo: {symbol: k, args: sg_api_active_t, fields: {old_name: '-'}}}",
            "P103 no file of the tree has a field old_name",
        ),
    ],
)
def test_a_rule_file(tree: Path, section: str, said: str) -> None:
    (tree / "rules.yaml").write_text(f"version: 1\nlibrary:\n  {section}\n")
    found = warned()
    assert len(found) == 1 and said in found[0], found


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ("functions: {makeTenso: x}", "P102 torch.functions has makeTenso"),
        ("calls: {special: {sgdnnFo: {name: x}}}", "P103 torch.calls.special has sgdnnFo"),
        ("calls: {special: {sgdnnFoo: {takes: [inputs]}}}", "P103 sgdnnFoo has no parameter inputs"),
        ("includes: {old.h: new.h}", "P102 no file includes old.h"),
        ("constants: [{pattern: '^GONE_', unified: x}]", "P102 the pattern ^GONE_ of torch.constants"),
    ],
)
def test_a_rule_file_of_the_torch_side(tree: Path, section: str, said: str) -> None:
    (tree / "rules.yaml").write_text(f"version: 1\ntorch:\n  {section}\n")
    found = warned()
    assert len(found) == 1 and said in found[0], found


def test_a_name_in_a_comment_does_not_count(tree: Path) -> None:
    (tree / "src/a.cpp").write_text(SOURCE.replace("#elif defined BACKEND_SG2260", "// BACKEND_SG2260"))
    assert any("P104 no source asks for BACKEND_SG2260" in line for line in warned())


def test_a_header_that_nothing_includes_is_left(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It lies in an include folder; one that other code includes is read with that."""
    alone = tree / "include/handy.h"
    alone.write_text("static inline void twice () { sgdnnFoo ( 0 ); }\n")
    assert main(["scan"]) == 1
    assert "include/handy.h:1:31: P201 the legacy name sgdnnFoo" in capsys.readouterr().out
    (tree / "src/a.cpp").write_text('#include "handy.h"\n' + (tree / "src/a.cpp").read_text())
    main(["scan"])
    assert "P201" not in capsys.readouterr().out


def test_legacy_names_elsewhere_are_left(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "tools/bench.cpp").write_text("// sgdnnOld\nvoid f () {\n  sgdnnFoo ( 0 );\n  sgdnnFoo ( 1 );\n}\n")
    (tree / "tools/other.cpp").write_text('const char *text = "sgdnnFoo";  // sgdnnFoo\n')
    assert main(["scan"]) == 1
    said = capsys.readouterr().out
    assert "tools/bench.cpp:3:3: P201 2 legacy names, the first sgdnnFoo" in said and "other.cpp" not in said
    assert "Left: legacy names in 1 file that" in said and "Nothing is left" not in said
    assert main(["convert", "a.cpp"]) == 0, "what was named is converted"
    said = capsys.readouterr().out
    assert "tools/bench.cpp:3:3" in said and "Nothing is left" not in said
    assert main(["convert", "."]) == 1
    for name in ("report.csv", "report.sarif", "report.html", "report.md", "report.txt"):
        assert main(["scan", "-q", "--report", name]) == 1
        assert "P201" in Path(name).read_text(), name


def test_where_legacy_names_may_stay(tree: Path) -> None:
    text = "void f () { sgdnnFoo ( 0 ); }\n"
    (tree / "src/inner.h").write_text("static inline void sgdnnInner () {}\n")  # included by an input
    (tree / "src/a.cpp").write_text(SOURCE.replace('"generated.h"', '"generated.h"\n#include "inner.h"'))
    for place in (
        ".git/x.cpp",
        "build/x.cpp",
        "other/x.cpp",
        "unified/x.cpp",
        "migrated/x.cpp",
        "old/x.cpp",
        "tools/y.cpp",
    ):
        (tree / place).parent.mkdir(exist_ok=True)
        (tree / place).write_text(text)
    (tree / "build/CMakeCache.txt").write_text("")
    (tree / "other/migrate.yaml").write_text("")
    (tree / "old/migrated.generated.json").write_text("{}")
    (tree / "migrate.yaml").write_text(PROJECT.replace("unit_tests: []", "ignored: [tools/y.cpp]"))
    data = report()
    assert (data["elsewhere"], data["warnings"], data["code"]) == ([], [], 0)


def test_the_answer_follows_the_tree(tree: Path) -> None:
    """It comes from the cache until a file changes."""
    assert report()["elsewhere"] == [] == report()["elsewhere"]
    (tree / "tools/bench.cpp").write_text("void f () { sgdnnFoo ( 0 ); }\n")
    assert [entry["path"] for entry in report()["elsewhere"]] == ["tools/bench.cpp"]
    (tree / "rules.yaml").write_text("version: 1\nlibrary:\n  success: [OTHER]\n")
    assert len(warned()) == 1
    (tree / "src/a.cpp").write_text(SOURCE.replace("SG_SUCCESS", "SG_SUCCESS + 0 * OTHER"))
    (tree / "src/a.cpp").write_text(SOURCE + "#define OTHER 1\n")
    assert warned() == []


def test_a_unified_tree_without_the_headers_that_are_included(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["scan", "--no-cache"])
    assert "unified library" not in capsys.readouterr().out
    for folder in HEADERS:
        (tree / "unified" / folder).unlink()
    for command, code, key in (
        (["scan"], 1, "incomplete"),
        (["convert", "."], 1, "incomplete"),
        (["convert", ".", "--no-compile"], 0, "warnings"),
    ):
        data = report(*command)
        found = [(w["id"], w["line"]) for w in data[key] if "tpuDNN.h" in w["message"]]
        assert (found, data["code"]) == ([("P105", 15)], code), command
        other = data["warnings" if key == "incomplete" else "incomplete"]
        assert "P105" not in {entry["id"] for entry in other}, command
    main(["scan", "--no-cache"])
    assert "Left: the unified library" in capsys.readouterr().out
    main(
        ["convert", "src/a.cpp", "--only-calls", "-q", "--report", "r.sarif", "--report", "r.html", "--report", "r.csv"]
    )
    assert all("P105" in Path(f"r.{kind}").read_text() for kind in ("sarif", "html", "csv"))


def test_a_library_that_no_header_of_strict_types_checks(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "P106" not in {entry["id"] for entry in report("convert", ".", "--no-compile")["warnings"]}
    (tree / "rules.yaml").write_text("version: 1\nlibrary:\n  checking: ''\n")
    (tree / "migrate.yaml").write_text(
        (tree / "migrate.yaml").read_text().replace("rules: [default]", "rules: [default, rules.yaml]")
    )
    assert "P106" in {entry["id"] for entry in report("convert", ".", "--no-compile")["warnings"]}
    main(["convert", ".", "--no-cache", "--no-compile"])
    assert "the converted library code was not type-checked." in capsys.readouterr().out
