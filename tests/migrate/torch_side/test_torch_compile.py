"""What the compiler says of converted torch-side files: what does not compile is refused, what it was not asked is said.

Most cases have target headers of a few lines, so that no PyTorch is needed; the last ones compile the example tree against the real ones.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from elsewhere import copied_example

from migrate.cli import main
from migrate.commands.run.precompiled import precompiled_folder
from migrate.project.loading import load_project

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "legacy"
TREE = os.environ.get("LEGACY_TREE")

LEGACY_API = """\
typedef enum { MODE_ADD, MODE_SUB } SgdnnMode_t;
tpu_status_t sgdnnAlpha ( tpu_resource_t stream, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking = true );
tpu_status_t sgdnnBeta ( tpu_resource_t stream, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking = true );
"""
TARGET = """\
#pragma once
#include "ops.h"
namespace at { struct Tensor { long numel() const; }; }
namespace c10_tpu { struct TPUStream { operator tpudnnHandle_t() const; void synchronize(); }; TPUStream getCurrentTPUStream(); }
namespace tpu { tpudnnTensor_t TPUGenerateTpudnnTensor(const c10_tpu::TPUStream &, const at::Tensor &); }
void check(bool);
#define TORCH_CHECK(...) check(__VA_ARGS__)
"""
OPERATORS = """\
#pragma once
typedef void *tpudnnHandle_t;
typedef struct { void *addr; } tpudnnTensor_t;
typedef enum { TPUDNN_STATUS_SUCCESS } tpudnnStatus_t;
tpudnnStatus_t tpudnnAlphaAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);
"""
PROJECT = """\
version: 1
name: small
chips:
  bm_a: {legacy_macro: BACKEND_1684X}
  sg_b: {legacy_macro: BACKEND_SG2260}
rules: [default]
library: {headers: [include/sgdnn_api.h], sources: [src/none.cpp]}
torch: {sources: ['ops/*.cpp'], include: [ops/include]}
target: {root: unified, torch: native, header: include/ops.h, public: TPUTorchUtils.h, implementation: TPUTorchUtils.h, include: [include],
  torch_include: [include], torch_flags: [-std=c++17], torch_precompiled: []}
"""
REGISTERS = """\
#include <torch/library.h>
#include "TPUTorchUtils.h"
namespace at
{
Tensor & neg_out_tpu ( const Tensor & self, Tensor & out )
{
  auto status = sgdnnBinary ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( self ), tpu::TPUGenerateSgdnnTensor ( self ), 1.f,
                              tpu::TPUGenerateSgdnnTensor ( out ), 0 );
  TORCH_CHECK ( status == SG_SUCCESS );
  return out;
}
TORCH_LIBRARY_IMPL ( aten, TPU, m )
{
  m.impl ( TORCH_SELECTIVE_NAME ( "neg.out" ), TORCH_FN ( neg_out_tpu ) );
}
}
"""
CALL = """\
at::Tensor &%(name)s_out(const at::Tensor &self, at::Tensor &out) {
%(before)s  auto status = sgdnn%(call)s(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(self), tpu::TPUGenerateSgdnnTensor(out));
  TORCH_CHECK(status == SG_SUCCESS);
  return out;
}
"""


def operator(name: str, call: str = "Alpha", before: str = "") -> str:
    return CALL % {"name": name, "call": call, "before": before}


def in_check(statement: str) -> str:
    """The call as an argument of a macro."""
    call = (
        "sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(self), tpu::TPUGenerateSgdnnTensor(out))"
    )
    return (
        f"at::Tensor &alpha_out(const at::Tensor &self, at::Tensor &out) {{\n  {statement % call};\n  return out;\n}}\n"
    )


class Tree:
    """A small legacy tree with a small unified one, in the current folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("migrate.yaml", PROJECT)
        self.write("include/sgdnn_api.h", LEGACY_API)
        self.write("unified/include/TPUTorchUtils.h", TARGET)
        self.write("unified/include/ops.h", OPERATORS)

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text() != text:
            path.write_text(text)

    def convert(self, body: str, *options: str, name: str = "Op.cpp") -> tuple[int, dict[str, Any], str]:
        """Exit code, report and converted text."""
        self.write(f"ops/{name}", '#include "TPUTorchUtils.h"\n' + body)
        code = main(["convert", name, "-q", "--out", "out", "--json", "r.json", *options])
        path = self.root / "out" / "native" / name
        return code, json.loads((self.root / "r.json").read_text()), path.read_text() if path.is_file() else ""


def compilation(report: dict[str, Any], name: str = "ops/Op.cpp") -> dict[str, Any]:
    (file,) = [f for f in report["files"] if f["path"] == name]
    found = file.get("compilation")
    assert found is not None
    return dict(found)


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tree:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path.parent / f"{tmp_path.name}-cache"))
    return Tree(tmp_path)


def test_what_compiles_says_so(tree: Tree) -> None:
    code, report, text = tree.convert(operator("alpha"))
    assert (code, report["refusals"], report["incomplete"]) == (0, [], [])
    assert compilation(report) == {"status": "compiled", "detail": "", "names": [], "along": []}
    assert "tpudnnAlphaAsync(stream" in text


def test_a_function_that_the_target_does_not_declare_is_refused_at_its_call(tree: Tree) -> None:
    """T125: and only that function; the other one is converted."""
    code, report, text = tree.convert(operator("alpha") + operator("beta", "Beta"))
    (refusal,) = report["refusals"]
    assert code == 1
    assert (refusal["id"], refusal["alias"], refusal["line"]) == ("T125", "does-not-compile", 8)
    assert "tpudnnBetaAsync, which the target's headers do not declare" in refusal["message"]
    assert "tpudnnAlphaAsync(stream" in text and "auto status = sgdnnBeta(tpu::TPUGetDeviceResource()" in text
    assert text.count("MIGRATE T125") == 1
    assert compilation(report)["status"] == "refused"
    assert report["totals"]["call"] == {"found": 2, "converted": 1, "refused": 1, "done": 0}


def test_a_parameter_of_another_type_is_refused(tree: Tree) -> None:
    """T125: the name is there, the call does not fit it."""
    tree.write("unified/include/ops.h", OPERATORS.replace("tpudnnTensor_t output", "int output"))
    code, report, _ = tree.convert(operator("alpha"))
    assert code == 1 and [r["id"] for r in report["refusals"]] == ["T125"]
    assert "no matching function" in report["refusals"][0]["message"]


def test_a_name_of_the_legacy_library_that_is_left_is_refused(tree: Tree) -> None:
    """T125: an enumerator of the legacy header that no rule names would be undeclared."""
    code, report, text = tree.convert(operator("alpha", before="  int mode = MODE_SUB; (void)mode;\n"))
    (refusal,) = report["refusals"]
    assert code == 1 and refusal["id"] == "T125" and refusal["line"] == 3
    assert "MODE_SUB is a name of the legacy library" in refusal["message"]
    assert "sgdnnAlpha" in text and "tpudnnAlphaAsync" not in text


def test_an_error_outside_of_functions_refuses_the_file(tree: Tree) -> None:
    """T125: the variable gets a type that the target does not have."""
    tree.write(
        "rules.yaml", "version: 1\nlibrary: {names: {LegacyMode_t: UnifiedMode_t}}\ntorch: {same_values: true}\n"
    )
    tree.write("migrate.yaml", PROJECT.replace("[default]", "[default, rules.yaml]"))
    code, report, text = tree.convert("LegacyMode_t mode;\n" + operator("alpha"))
    assert code == 1 and {r["id"] for r in report["refusals"]} == {"T125"}
    assert "sgdnnAlpha(tpu::TPUGetDeviceResource()" in text and "UnifiedMode_t" not in re.sub(r"/\*.*?\*/", "", text)
    assert "the whole file stays" in compilation(report)["detail"]
    assert {r["message"][:7] for r in report["refusals"]} == {"line 2:"}


@pytest.mark.parametrize(
    "declared",
    [
        "static tpu_resource_t kept = tpu::TPUGetDeviceResource();\n",
        "struct Kept { int n; tpu_resource_t handle = tpu::TPUGetDeviceResource(); };\n",
        "#define ANY 1\nstatic const tpu_resource_t kept[] = {\n  tpu::TPUGetDeviceResource() };\n",
    ],
)
def test_what_was_refused_outside_of_functions_leaves_the_rest_converted(tree: Tree, declared: str) -> None:
    """T105: the declaration does not compile, and that is the refusal's."""
    code, report, text = tree.convert(declared + operator("alpha"))
    assert code == 1 and "T125" not in {r["id"] for r in report["refusals"]}, report["refusals"]
    assert "tpudnnAlphaAsync(stream" in text and "TPUGetDeviceResource()" in text
    assert compilation(report)["status"] == "refused"


def test_a_helper_that_the_target_lacks_is_left_to_do_and_no_refusal(tree: Tree) -> None:
    """T126: the legacy file lacks it against the same headers, so it is not the conversion's."""
    body = operator("alpha", before="  CHECK_SHAPE(self, out);\n  tpu::copyToDevice(self);\n") + operator("more")
    code, report, text = tree.convert(body)
    assert code == 1 and report["refusals"] == []
    assert report["totals"]["call"] == {"found": 2, "converted": 2, "refused": 0, "done": 0}
    said = compilation(report)
    assert said["status"] == "incomplete" and said["names"] == ["CHECK_SHAPE", "copyToDevice"]
    (entry,) = report["incomplete"]
    assert (entry["id"], entry["alias"], entry["path"], entry["line"]) == ("T126", "unknown-names", "ops/Op.cpp", 3)
    assert entry["message"] == (
        "does not compile against the target's headers yet: 2 unknown names: CHECK_SHAPE, copyToDevice"
    )
    assert text.count("tpudnnAlphaAsync") == 2


def test_a_variable_of_a_branch_that_goes_is_no_missing_helper(tree: Tree) -> None:
    """What one chip's build of the legacy file has must not be told off as unknown everywhere."""
    body = operator("alpha", before="#ifdef BACKEND_SG2260\n  int cores = 8;\n#endif\n  (void)cores;\n")
    code, report, _ = tree.convert(body)
    assert code == 1 and report["refusals"] and report["incomplete"] == []


def test_errors_of_the_target_itself_are_not_the_files(tree: Tree) -> None:
    tree.write("unified/include/TPUTorchUtils.h", TARGET + "struct Broken { NoSuchType member; };\n")
    code, report, _ = tree.convert(operator("alpha"))
    said = compilation(report)
    assert (code, said["status"], [e["id"] for e in report["incomplete"]]) == (1, "not-compiled", ["T127"])
    assert "TPUTorchUtils.h does not compile: unknown type name 'NoSuchType'" in said["detail"]


def test_the_header_that_the_run_writes_is_the_one_that_counts(tree: Tree) -> None:
    """A library function that is converted in the same run is declared in the output, not yet in the unified tree."""
    tree.write("out/include/ops.h", OPERATORS.replace("tpudnnAlphaAsync", "tpudnnBetaAsync"))
    code, report, _ = tree.convert(operator("beta", "Beta"))
    assert (code, compilation(report)["status"]) == (0, "compiled")
    assert [r["id"] for r in tree.convert(operator("alpha"))[1]["refusals"]] == ["T125"]


def test_calls_alone_are_converted_before_the_library_is(tree: Tree) -> None:
    code, report, text = tree.convert(operator("beta", "Beta"), "--only-calls")
    assert code == 1 and report["refusals"] == []
    assert compilation(report)["names"] == ["tpudnnBetaAsync"] and "tpudnnBetaAsync(stream" in text


@pytest.mark.parametrize(
    ("change", "option", "why"),
    [
        ("", "--no-compile", "--no-compile was given"),
        (
            "include: [ops/include]|include: [ops/include], compile: false",
            "",
            "migrate.yaml says torch: {compile: false}",
        ),
        ("{root: unified|{compile: false, root: unified", "", "migrate.yaml says target: {compile: false}"),
    ],
)
def test_what_nobody_asked_about_is_said(tree: Tree, change: str, option: str, why: str, capsys: Any) -> None:
    old, _, new = change.partition("|")
    tree.write("migrate.yaml", PROJECT.replace(old, new) if old else PROJECT)
    code, report, _ = tree.convert(operator("beta", "Beta"), *([option] if option else []))
    said = compilation(report)
    assert (code, said["status"]) == (0, "not-asked") and why in said["detail"]
    assert report["incomplete"] == []
    main(["report", "r.json"])
    text = capsys.readouterr().out
    assert "not compiled: " in text and why in text
    assert "Nothing is left to do by hand; 1 converted torch-side file was not compiled." in text
    for kind in ("html", "csv", "markdown"):
        main(["report", "r.json", "--format", kind])
        assert "not-asked" in capsys.readouterr().out, kind


def test_what_could_not_be_compiled_is_left(tree: Tree, capsys: Any) -> None:
    """T127: nobody knows whether the output compiles."""
    tree.write("migrate.yaml", PROJECT.replace("torch_include: [include]", "torch_include: [gone]"))
    code, report, _ = tree.convert(operator("beta", "Beta"))
    why = "target.torch_include names gone below"
    said = compilation(report)
    assert (code, said["status"]) == (1, "not-compiled") and why in said["detail"]
    assert [(e["id"], e["alias"], e["path"]) for e in report["incomplete"]] == [("T127", "not-compiled", "ops/Op.cpp")]
    main(["report", "r.json"])
    text = capsys.readouterr().out
    assert "Left: 1 converted torch-side file could not be compiled." in text and "Nothing is left" not in text
    for kind in ("html", "csv", "markdown", "sarif"):
        main(["report", "r.json", "--format", kind])
        said = capsys.readouterr().out
        assert "T127" in said and (why in said or kind == "markdown"), kind
    code, report, _ = tree.convert(operator("beta", "Beta"), "--no-compile")
    assert (code, report["incomplete"], compilation(report)["status"]) == (0, [], "not-asked")


@pytest.mark.parametrize(
    ("body", "name", "id"),
    [
        ("enum class S { TPUDNN_STATUS_SUCCESS = 3 };\n" + operator("alpha"), "TPUDNN_STATUS_SUCCESS", "T117"),
        ("#define TPUDNN_STATUS_SUCCESS 1\n" + operator("alpha"), "TPUDNN_STATUS_SUCCESS", "T117"),
        ('#include "base.h"\nstruct Ops : Base {\n' + operator("alpha") + "};\n", "tpudnnAlphaAsync", "T125"),
        ('#include "plain.h"\nstruct Ops : Base {\n' + operator("alpha") + "};\n", "tpudnnAlphaAsync", "T117"),
        (
            '#include "base.h"\nstruct Ops : Base {\n' + in_check("TORCH_CHECK(%s == SG_SUCCESS)") + "};\n",
            "tpudnnAlphaAsync",
            "T125",
        ),
        ('#include "base.h"\n' + in_check("SHADOWING(%s == SG_SUCCESS)"), "tpudnnAlphaAsync", "T125"),
        ('#include "base.h"\n' + in_check("TORCH_CHECK(TWICE(%s == SG_SUCCESS))"), "tpudnnAlphaAsync", "T125"),
    ],
)
def test_what_the_conversion_writes_is_the_target_s(tree: Tree, body: str, name: str, id: str) -> None:
    """It would compile, but a name in it is another thing there: of the file, or by what the compiler says."""
    tree.write(
        "ops/include/base.h",
        "#define NAMED(name) template <class... A> tpudnnStatus_t name(A &&...);\n"
        "template <class T> struct Any { NAMED(tpudnnAlphaAsync) };\n"
        "struct Base : Any<int> {};\n"
        "#define SHADOWING(condition) do { Base tools; auto tpudnnAlphaAsync = [&](auto &&...all) { return tools.tpudnnAlphaAsync(all...); };"
        " TORCH_CHECK(condition); } while (0)\n"
        "#define TWICE(condition) ((condition) && [&] { auto tpudnnAlphaAsync = [](auto &&...) { return TPUDNN_STATUS_SUCCESS; };"
        " return (condition); }())\n",
    )
    tree.write(
        "ops/include/plain.h", "struct Base { template <class... A> tpudnnStatus_t tpudnnAlphaAsync(A &&...); };\n"
    )
    code, report, text = tree.convert(body)
    ids = {r["id"] for r in report["refusals"] if name in r["message"]}
    assert code == 1 and id in ids, text
    assert name != "tpudnnAlphaAsync" or "tpudnnAlphaAsync(stream" not in text


def test_names_in_arguments_of_checks_are_the_target_s(tree: Tree) -> None:
    """And they are converted where they are."""
    code, report, text = tree.convert(in_check("TORCH_CHECK(%s == SG_SUCCESS)"))
    assert (code, report["refusals"], compilation(report)["status"]) == (0, [], "compiled")
    assert "TORCH_CHECK(tpudnnAlphaAsync(" in text


def test_what_a_person_changed_is_compiled_again(tree: Tree, capsys: Any) -> None:
    """T128: the change was right when it was made; the legacy file changed in other lines, and both together do not compile."""
    out = tree.root / "out/native/Op.cpp"
    body = operator("alpha") + "static int count() { return 1; }\nstatic int spare() { return 2; }\n" + operator("beta")
    assert tree.convert(body)[0] == 0
    out.write_text(out.read_text() + "int total() { return count(); }\n")
    code, report, text = tree.convert(body)
    assert (code, compilation(report)["status"], report["incomplete"]) == (0, "compiled", []) and "total" in text
    code, report, text = tree.convert(body.replace("count()", "counted()"))
    assert (code, compilation(report)["status"]) == (1, "broken") and "int total" in text and "counted" in text
    (entry,) = report["incomplete"]
    assert (entry["id"], entry["path"]) == ("T128", "ops/Op.cpp")
    assert "native/Op.cpp:16: use of undeclared identifier 'count'" in entry["message"]
    assert report["totals"]["call"]["refused"] == 0
    main(["report", "r.json"])
    assert "Left: 1 file that a person changed" in capsys.readouterr().out
    assert tree.convert(body.replace("count()", "counted()"), "--no-compile")[0] == 0
    out.write_text(out.read_text().replace("return count()", "return counted()"))
    code, report, _ = tree.convert(body.replace("count()", "counted()"))
    assert (code, compilation(report)["status"]) == (0, "compiled")


def test_a_person_may_bring_what_the_target_lacks(tree: Tree) -> None:
    body = operator("alpha", before="  CHECK_SHAPE(self, out);\n") + operator("beta")
    assert compilation(tree.convert(body)[1])["status"] == "incomplete"
    out = tree.root / "out/native/Op.cpp"
    out.write_text(out.read_text().replace("at::Tensor &alpha_out", "#define CHECK_SHAPE(a, b)\nat::Tensor &alpha_out"))
    code, report, _ = tree.convert(body)
    assert (code, compilation(report)["status"], report["incomplete"]) == (0, "compiled", [])
    out.write_text(out.read_text().replace("#define CHECK_SHAPE(a, b)\n", "static int unrelated;\n"))
    code, report, _ = tree.convert(body)
    assert (code, compilation(report)["names"], report["incomplete"][0]["id"]) == (1, ["CHECK_SHAPE"], "T126")


def test_texts_between_which_a_person_has_to_choose_are_not_compiled(tree: Tree) -> None:
    assert tree.convert(operator("alpha"))[0] == 0
    out = tree.root / "out/native/Op.cpp"
    out.write_text(out.read_text().replace("  return out;", "  return out; // by hand"))
    code, report, text = tree.convert(operator("alpha").replace("  return out;", "  return out; // differently"))
    assert code == 1 and "<<<<<<<" in text and [r["id"] for r in report["refusals"]] == ["T115"]
    assert compilation(report)["status"] == "not-asked" and "T115" in compilation(report)["detail"]


def test_a_header_that_is_not_found_is_named(tree: Tree, capsys: Any) -> None:
    code, report, _ = tree.convert('#include "vendor/helpers.h"\n' + operator("alpha"))
    said = compilation(report)
    assert (code, said["status"]) == (1, "not-compiled") and "vendor/helpers.h was not found" in said["detail"]
    tree.write("ops/include/vendor/helpers.h", "#pragma once\n")  # of the legacy tree: it may come along
    code, report, _ = tree.convert('#include "vendor/helpers.h"\n' + operator("alpha"))
    assert (code, compilation(report)["status"]) == (0, "compiled")
    assert compilation(report)["along"] == ["ops/include/vendor/helpers.h"]
    main(["report", "r.json"])
    assert "1 with headers of the legacy tree, which have to come along: ops/include/vendor" in capsys.readouterr().out


def test_a_header_of_the_run_is_the_converted_one(tree: Tree) -> None:
    project = (tree.root / "migrate.yaml").read_text()
    tree.write("migrate.yaml", project.replace("['ops/*.cpp']", "['ops/*.cpp', 'ops/*.h']"))
    inline = "inline " + operator("own")
    tree.write("ops/own.h", "#pragma once\n#include <TPUTorchUtils.h>\n" + inline)
    tree.write("ops/Op.cpp", '#include "TPUTorchUtils.h"\n#include "own.h"\n' + operator("alpha"))
    assert main(["convert", ".", "-q", "--out", "out", "--json", "r.json"]) == 0
    report = json.loads((tree.root / "r.json").read_text())
    assert {compilation(report, name)["status"] for name in ("ops/Op.cpp", "ops/own.h")} == {"compiled"}
    tree.write("ops/own.h", "#pragma once\n#include <TPUTorchUtils.h>\n#error not yet\n" + inline)
    assert main(["convert", ".", "-q", "--out", "out", "--json", "r.json"]) == 1
    assert compilation(json.loads((tree.root / "r.json").read_text()))["status"] != "compiled"


@pytest.mark.parametrize(
    ("defined", "before", "converts"),
    [
        ("#define TIMING_START auto timer = clock_now();", "  TIMING_START\n", True),
        ("#define TIMING_START", "  TIMING_START\n", True),
        ("#define TIMING(name) { record(name); }", "  TIMING(1)\n", True),
        ("#define TIMING(name)", "  TIMING(1) TIMING(2)\n", True),
        ("#define TIMING_START auto timer = clock_now()", "  TIMING_START;\n", True),
        ("#define LOOP for (int i = 0;", "  LOOP i < 1; ++i)\n", False),  # what stands behind it belongs to it
        ("#define LASTING static", "  LASTING\n", False),  # belongs to the declaration behind it
        ("#define TIMING(name) record(name),", "  TIMING(1)\n", False),
    ],
)
def test_a_macro_may_be_a_statement_without_a_semicolon(tree: Tree, defined: str, before: str, converts: bool) -> None:
    tree.write("ops/include/own.h", f"#pragma once\nlong clock_now();\nvoid record(int);\n{defined}\n")
    body = operator("alpha", before=before).replace("auto status", "tpu_status_t status")
    code, report, text = tree.convert("#include <own.h>\n" + body)
    assert (code == 0) == converts, report["refusals"]
    assert ("tpudnnAlphaAsync(stream" in text) == converts
    if converts:
        assert compilation(report)["status"] == "compiled"


NAMED = """\
#include <assert.h>
constexpr bool named(const char *name) { assert(name[0] == 'a'); return true; }
template <bool> struct Named {};
Named<named("x")> one;
"""


def test_a_constant_that_only_an_assert_ends_is_one_where_it_is_built(tree: Tree) -> None:
    code, report, text = tree.convert(NAMED + operator("alpha"))
    assert (code, report["refusals"]) == (0, []) and compilation(report)["status"] == "compiled"
    assert "tpudnnAlphaAsync(stream" in text
    code, report, _ = tree.convert(NAMED + operator("alpha", before="  assert(MODE_ADD == 0);\n"))
    assert code == 1 and "MODE_ADD is a name of the legacy library" in report["refusals"][0]["message"]
    code, report, _ = tree.convert(NAMED + "extern bool known;\nNamed<known> two;\n" + operator("alpha"))
    assert code == 1 and "constant expression" in compilation(report)["detail"]


@pytest.mark.slow
@pytest.mark.torch
@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")
def test_a_name_that_pytorch_asserts_to_be_qualified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path / "cache"))
    tree = copied_example(tmp_path)
    monkeypatch.chdir(tree)
    (tree / "native_ops/Registers.cpp").write_text(REGISTERS)
    assert main(["init", "."]) == 0
    assert main(["convert", "-q", "--json", "r.json", "native_ops/Registers.cpp"]) == 0
    report = json.loads((tree / "r.json").read_text())
    assert compilation(report, "native_ops/Registers.cpp")["status"] == "compiled"


def test_a_file_name_that_is_no_utf8_is_compiled_under_another(tree: Tree) -> None:
    name = os.fsdecode(b"Op\xff.cpp")
    code, report, text = tree.convert(operator("alpha"), name=name)
    assert code == 0 and "tpudnnAlphaAsync" in text
    assert [f["compilation"]["status"] for f in report["files"]] == ["compiled"]


def test_what_the_compiler_does_not_survive_is_said(tree: Tree) -> None:
    deep = "(" * 4_000 + "0" + ")" * 4_000
    code, report, _ = tree.convert(operator("alpha") + f"int deep = {deep};\n")
    assert code in (0, 1, 3)
    assert code == 3 or compilation(report)["status"] != "compiled"


def test_scan_says_that_it_does_not_compile(tree: Tree) -> None:
    tree.convert(operator("alpha"))
    assert main(["scan", "-q", "--json", "s.json"]) == 0
    assert "migrate scan does not compile" in compilation(json.loads(Path("s.json").read_text()))["detail"]


def test_the_answer_is_kept_until_a_header_changes(tree: Tree) -> None:
    assert tree.convert(operator("alpha"))[0] == 0
    kept = everything_in(Path(os.environ["MIGRATE_CACHE_DIR"]))
    assert tree.convert(operator("alpha"))[0] == 0
    assert everything_in(Path(os.environ["MIGRATE_CACHE_DIR"])) == kept
    tree.write("unified/include/TPUTorchUtils.h", TARGET.replace("TPUGenerateTpudnnTensor", "makeTensor"))
    code, report, _ = tree.convert(operator("alpha"))
    assert code == 1 and [r["id"] for r in report["refusals"]] == ["T125"]


def everything_in(folder: Path) -> set[str]:
    return {str(path) for path in folder.rglob("*") if path.is_file()}


def test_every_format_has_the_file_that_does_not_compile_yet(tree: Tree, capsys: Any) -> None:
    tree.convert(operator("alpha", before="  CHECK_SHAPE(self, out);\n"))
    for kind in ("text", "html", "csv", "sarif", "markdown"):
        main(["report", "r.json", "--format", kind])
        text = capsys.readouterr().out
        assert "T126" in text, kind
    main(["report", "r.json"])
    text = capsys.readouterr().out
    assert (
        "Nothing is left" not in text
        and "1 file does not compile against the target's headers yet, 1 unknown names" in text
    )


# ---- with PyTorch's headers

needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(EXAMPLE)
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path


@pytest.mark.slow
@pytest.mark.torch
@needs_torch
def test_the_example_compiles_against_pytorch(example: Path) -> None:
    report = example / "r.json"
    assert main(["convert", ".", "-q", "-j2", "--out", str(example / "out"), "--json", str(report)]) == 0
    files = [f for f in json.loads(report.read_text())["files"] if f["path"].startswith("native_ops/") and f["edits"]]
    assert len(files) >= 15 and {f["compilation"]["status"] for f in files} == {"compiled"}
    assert list(precompiled_folder().glob("*.pch")), "PyTorch's headers were read once and kept"


@pytest.mark.slow
@pytest.mark.torch
@needs_torch
def test_a_wrong_rule_does_not_leave_with_exit_code_0(example: Path) -> None:
    """T125: against the real headers; the rules of the copy name a tensor generator that torch_tpu does not have."""
    text = (EXAMPLE / "migrate.yaml").read_text().replace("[default, rules.yaml]", "[default, rules.yaml, wrong.yaml]")
    project = example / "migrate.yaml"
    project.write_text(text.replace("root: ../..", f"root: {ROOT}"))
    (example / "rules.yaml").write_text((EXAMPLE / "rules.yaml").read_text())
    (example / "wrong.yaml").write_text(
        "version: 1\ntorch: {generators: {TPUGenerateSgdnnTensor: TPUMakeTpudnnTensor}}\n"
    )
    assert load_project(project, EXAMPLE).torch.compile
    options = ["--project", str(project), "--root", str(EXAMPLE), "--out", str(example / "out"), "-q"]
    assert main(["convert", "Softmax.cpp", "--json", str(example / "r.json"), *options]) == 1
    refusals = json.loads((example / "r.json").read_text())["refusals"]
    assert {r["id"] for r in refusals} == {"T125"}
    assert all("TPUMakeTpudnnTensor" in r["message"] for r in refusals)


@pytest.mark.slow
@pytest.mark.torch
@needs_torch
@pytest.mark.skipif(not TREE, reason="LEGACY_TREE names no checkout of the public legacy tree")
def test_the_real_tree_is_converted_and_what_it_lacks_is_counted(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path / "cache"))
    project = ["--project", str(ROOT / "examples/projects/torch-tpu.yaml"), "--root", TREE or ""]
    options = ["-j2", "--out", str(tmp_path / "out"), "--json", str(tmp_path / "r.json"), *project]
    code = main(["convert", TREE or "", *options])
    text = capsys.readouterr().out
    report = json.loads((tmp_path / "r.json").read_text())
    assert report["totals"]["call"] == {"found": 183, "converted": 183, "refused": 0, "done": 0}
    assert report["refusals"] == []
    found = [f["compilation"] for f in report["files"] if f.get("compilation")]
    assert len(found) == 53
    assert sum(c["status"] == "compiled" for c in found) >= 21
    assert all(c["names"] for c in found if c["status"] == "incomplete")
    assert sum(c["status"] == "not-compiled" for c in found) <= 3
    complete = all(c["status"] == "compiled" for c in found)
    assert (code == 0) == complete == ("Nothing is left to do by hand" in text)
