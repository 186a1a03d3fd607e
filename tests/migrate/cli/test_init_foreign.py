"""`migrate init` on trees that no shipped word describes: a project file, and a first rule file from what the launches show."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from migrate.cli import main
from migrate.frontend.survey.foreign import operator_pattern

FOREIGN = Path(__file__).parents[3] / "examples" / "foreign"


def init(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[dict, dict]:
    """What init writes in a tree, and that a scan of it runs."""
    monkeypatch.chdir(folder)
    assert main(["init"]) == 0
    assert main(["scan", "--no-cache"]) in (0, 1)
    return yaml.safe_load((folder / "migrate.yaml").read_text()), yaml.safe_load((folder / "rules.yaml").read_text())


def test_the_foreign_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("include", "src"):
        shutil.copytree(FOREIGN / name, tmp_path / name)
    project, rules = init(tmp_path, monkeypatch)
    said = capsys.readouterr().out
    assert "numbers that XCHIP is compared with, 1, 2, 3" in said and "rules.yaml: no shipped rule set" in said
    assert {name: chip["defines"] for name, chip in project["chips"].items()} == {
        f"xchip{number}": {"XCHIP": number} for number in (1, 2, 3)
    }
    library = project["library"]
    assert library["sources"] == ["src/ops.cpp"] and library["headers"] == ["include/xdnn.h"]
    assert library["arguments"] == ["include/xkernels.h"] and project["rules"] == ["default", "rules.yaml"]
    found = rules["library"]
    assert found["operators"][0]["pattern"] == r"^xdnn([A-Z]\w*)$"
    assert found["types"] == {"handle": ["XContext *"], "status": ["XStatus"], "tensor": ["XTensor"]}
    assert found["success"] == ["X_OK"] and found["safe_calls"] == ["X_TRY"]
    own = yaml.safe_load((FOREIGN / "rules.yaml").read_text())["library"]["launch"]
    for name, launch in own.items():
        assert {key: found["launch"][name][key] for key in ("kernel", "size", "arguments")} == {
            key: launch[key] for key in ("kernel", "size", "arguments")
        }


def test_a_rule_file_that_is_there_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("include", "src"):
        shutil.copytree(FOREIGN / name, tmp_path / name)
    (tmp_path / "rules.yaml").write_text("version: 1\n")
    init(tmp_path, monkeypatch)
    assert (tmp_path / "rules.yaml").read_text() == "version: 1\n"


FUNCTION = """#include "ops.h"
{err} opGelu({handle} q, tensor_t x, tensor_t y, bool nowait)
{{
    act_args p;
    p.x = x.addr;
    if ({go}(q, "{name}_gelu", &p, sizeof(p), nowait) != {ok}) return {bad};
    return {ok};
}}
{err} opTanh({handle} q, tensor_t x, tensor_t y, bool nowait)
{{
    act_args p;
    p.x = x.addr;
    {err} s = {go}(q, "{name}_tanh", &p, sizeof(p), nowait);
    return s;
}}
"""
OPS = """#pragma once
struct tensor_t {{ int n; unsigned long long addr; }};
struct act_args {{ unsigned long long x; }};
enum {err} {{ {ok}, {bad} }};
{err} {go}({handle} q, const char *name, const void *args, unsigned long size, bool nowait);
{err} opGelu({handle} q, tensor_t x, tensor_t y, bool nowait);
{err} opTanh({handle} q, tensor_t x, tensor_t y, bool nowait);
"""
VA = {"err": "va_err", "handle": "va_dev *", "go": "va_exec", "name": "va", "ok": "VA_OK", "bad": "VA_BAD"}
VB = {"err": "vb_res", "handle": "vb_queue *", "go": "vb_go", "name": "vb", "ok": "VB_OK", "bad": "VB_BAD"}


def test_a_folder_for_each_chip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for chip in (VA, VB):
        for folder, file, text in (
            ("src", "act.cpp", FUNCTION),
            ("inc", "ops.h", f"struct {chip['handle'][:-2]};\n" + OPS),
        ):
            place = tmp_path / folder / chip["name"]
            place.mkdir(parents=True)
            (place / file).write_text(text.format(**chip))
    project, rules = init(tmp_path, monkeypatch)
    assert project["library"]["per_chip"] == {"va": ["src/va/act.cpp"], "vb": ["src/vb/act.cpp"]}
    assert sorted(rules["library"]["types"]["handle"]) == ["va_dev *", "vb_queue *"]
    assert sorted(rules["library"]["success"]) == ["VA_OK", "VB_OK"]
    assert rules["library"]["launch"]["vb_go"] == {"kernel": 1, "arguments": 2, "size": 3, "wait": 4, "cores": "1"}


def test_macros_that_launches_depend_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ops.h").write_text("struct va_dev;\n" + OPS.format(**VA))
    call = 'if (va_exec(q, "va_gelu", &p, sizeof(p), nowait) != VA_OK) return VA_BAD;'
    text = FUNCTION.format(**VA).replace(call, f"\n#ifdef GEN_ONE\n{call}\n#elif defined(GEN_TWO)\n{call}\n#endif\n")
    (tmp_path / "act.cpp").write_text(f"#ifdef WITH_LOG\n#include <cstdio>\n#endif\n{text}")
    project, _ = init(tmp_path, monkeypatch)
    assert sorted(chip["legacy_macro"] for chip in project["chips"].values()) == ["GEN_ONE", "GEN_TWO"]


METHODS = """#include "q.hpp"
namespace vx {{
static int half(int v) {{ auto f = [](int w) {{ return w; }}; return f(v) / 2; }}
Rc opGelu(Tensor x, Queue &q)
{{
    gelu_args p;
    p.n = half(x.n);
#if {first}
    VX_DO(q.submit("gelu", &p, sizeof p));
#elif {second}
    VX_DO(q.submit("gelu_wide", &p, sizeof(p)));
#endif
    return Rc::Fine;
}}
}}
"""
QUEUE = """#pragma once
#define VX_DO(call) do {{ if ((call) != Rc::Fine) return Rc::Bad; }} while (0)
namespace vx {{
enum class Rc {{ Fine, Bad }};
struct Tensor {{ int n; }};
struct gelu_args {{ int n; }};
struct Queue {{ Rc submit(const char *kernel, const void *args, unsigned long size); }};
Rc opGelu(Tensor x, Queue &q);
}}
"""


def test_launches_of_member_functions_and_chips_by_hexadecimal_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = METHODS.format(first="VX_GEN == 0x100", second="VX_GEN >= 0X200u")
    (tmp_path / "gelu.cc").write_text(text)
    (tmp_path / "q.hpp").write_text(QUEUE.format())
    project, rules = init(tmp_path, monkeypatch)
    assert [chip["defines"] for chip in project["chips"].values()] == [{"VX_GEN": 256}, {"VX_GEN": 512}]
    found = rules["library"]
    assert found["launch"] == {"Queue::submit": {"kernel": 0, "arguments": 1, "size": 2, "cores": "1"}}
    assert found["types"] == {"handle": ["Queue &"], "status": ["Rc"], "tensor": ["Tensor"]}
    assert found["success"] == ["Rc::Fine"] and found["safe_calls"] == ["VX_DO"]


def test_a_tree_of_c_whose_statuses_are_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No name becomes what `int` is, and a variable is no status."""
    ops = OPS.format(**VA).replace("enum va_err { VA_OK, VA_BAD };\n", "").replace("va_err", "int")
    structs = "struct va_dev;\ntypedef struct va_dev va_dev;\ntypedef struct tensor_t tensor_t;\n"
    (tmp_path / "ops.h").write_text(structs + ops)
    text = FUNCTION.format(**VA).replace("va_err", "int").replace("VA_OK", "0").replace("VA_BAD", "-1")
    (tmp_path / "act.c").write_text(text.replace("act_args p;", "struct act_args p;"))
    project, rules = init(tmp_path, monkeypatch)
    assert project["library"]["sources"] == ["act.c"]
    found = rules["library"]
    assert found["types"]["status"] == ["int"] and found["success"] == ["0"]
    assert not {"int", "0", "s"} & found["names"].keys()


def test_a_tree_without_launches_is_told_what_was_looked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.cpp").write_text('void f() { int n; read("x", &n, sizeof(n)); }\n')
    assert main(["init", str(tmp_path)]) == 2
    assert "address of a struct and its size" in capsys.readouterr().err and not list(tmp_path.glob("*.yaml"))


@pytest.mark.parametrize(
    ("names", "pattern"),
    [
        (["opRelu", "opTanh"], r"^op([A-Z]\w*)$"),
        (["acme_relu", "acme_tanh"], r"^acme_([a-z]\w*)$"),
        (["acme_Relu", "acme_tanh"], r"^acme_(\w\w*)$"),
        (["opRelu", "opRelu6"], "^op([A-Z]\\w*)$"),
        (["relu", "tanh"], "^(relu|tanh)$"),
        (["relu"], "^(relu)$"),
    ],
)
def test_patterns_of_operators(names: list[str], pattern: str) -> None:
    assert operator_pattern(names) == pattern


def test_files_of_one_chip_beside_conditionals_on_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("include", "src"):
        shutil.copytree(Path(__file__).parents[1] / "trees/nv" / name, tmp_path / name)
    project, _ = init(tmp_path, monkeypatch)
    chips = {f"nv_gen{number}": number for number in (1, 2, 3)}
    assert {name: chip["defines"] for name, chip in project["chips"].items()} == {
        name: {"NV_GEN": number} for name, number in chips.items()
    }
    assert project["library"]["per_chip"] == {name: [f"src/gen{number}/topk.c"] for name, number in chips.items()}
    assert project["library"]["sources"] == [f"src/{name}.c" for name in ("elementwise", "gemm", "reduce")]
    assert "stand under library.per_chip, src/gen1/topk.c, src/gen2/topk.c" in capsys.readouterr().out
