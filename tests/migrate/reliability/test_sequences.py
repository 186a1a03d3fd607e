"""Runs after a change of sources or rules: what comes out is what a fresh conversion gives, with a person's changes kept."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from test_human_edits import SEMANTICS

from migrate.cli import main

PROJECT = """\
version: 1
chips:
  bm_a: {legacy_macro: BACKEND_1684X, unified_macro: __bm1684x__}
  sg_b: {legacy_macro: BACKEND_SG2260, unified_macro: __sg2260__}
rules: [default, rules.yaml]
library: {sources: ['*.cpp'], headers: ['api.h'], include: ['.'], flags: [-std=c++17, '-I%s']}
families: {One: [One], Other: ['Other*']}
target: {compile: false, root: unified}
"""
RULES = "version: 1\nlibrary: {}\n"
API = """\
#pragma once
#include "legacy.h"
/* One. */
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking );
/* Two. */
tpu_status_t sgdnnTwo ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking );
tpu_status_t sgdnnThree ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking );
tpu_status_t sgdnnFour ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking );
"""
HELPERS = """\
#include "api.h"
#include <algorithm>
#define TWICE(x) ( 2 * (x) )
typedef struct { int low; } limit_t;
static int limited ( int x ) { limit_t l = { 3 }; return x > l.low ? l.low : x; }
static int other ( int x ) { return std::max ( x, 7 ); }
"""
OPERATOR = """\
tpu_status_t %(name)s ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = %(mode)s;
  probe ( %(probe)s );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
"""


def operator(name: str, mode: str = "TWICE ( limited ( 1 ) )", probe: str = "2") -> str:
    return OPERATOR % {"name": name, "mode": mode, "probe": probe}


A = HELPERS + "\n".join([operator("sgdnnOne"), operator("sgdnnTwo", "other ( 3 )"), operator("sgdnnThree")])
B = '#include "api.h"\n' + operator("sgdnnFour", "4")
REFUSED = operator("sgdnnTwo", "1").replace("probe ( 2 )", "input.addr = 7")

Files = dict[str, str]
CHANGES: dict[str, Callable[[Files], Files]] = {
    "nothing": lambda f: f,
    "a function is changed": lambda f: f | {"a.cpp": f["a.cpp"].replace("probe ( 2 )", "probe ( 22 )", 1)},
    "a function is renamed": lambda f: {n: t.replace("sgdnnTwo", "sgdnnOther") for n, t in f.items()},
    "a function is removed": lambda f: f | {"a.cpp": f["a.cpp"].replace(operator("sgdnnTwo", "other ( 3 )"), "")},
    "the first function is removed": lambda f: f | {"a.cpp": f["a.cpp"].replace(operator("sgdnnOne"), "")},
    "functions change places": lambda f: (
        f
        | {
            "a.cpp": HELPERS
            + "\n".join([operator("sgdnnThree"), operator("sgdnnTwo", "other ( 3 )"), operator("sgdnnOne")])
        }
    ),
    "a function comes between": lambda f: (
        f
        | {
            "a.cpp": f["a.cpp"].replace(
                operator("sgdnnThree"), operator("sgdnnBetween", "6") + "\n" + operator("sgdnnThree")
            )
        }
    ),
    "a function moves to the other source": lambda f: (
        f
        | {
            "a.cpp": f["a.cpp"].replace(operator("sgdnnTwo", "other ( 3 )"), ""),
            "b.cpp": f["b.cpp"] + operator("sgdnnTwo", "5"),
        }
    ),
    "a source is renamed": lambda f: {("c.cpp" if n == "b.cpp" else n): t for n, t in f.items()},
    "a source is removed": lambda f: {n: t for n, t in f.items() if n != "b.cpp"},
    "a helper is changed": lambda f: f | {"a.cpp": f["a.cpp"].replace("x > l.low", "x >= l.low")},
    "a helper is renamed": lambda f: f | {"a.cpp": f["a.cpp"].replace("limited", "bounded")},
    "a helper is not used any more": lambda f: f | {"a.cpp": f["a.cpp"].replace("other ( 3 )", "3")},
    "no helper is used any more": lambda f: (
        f
        | {"a.cpp": '#include "api.h"\n' + "\n".join(operator(n, "1") for n in ("sgdnnOne", "sgdnnTwo", "sgdnnThree"))}
    ),
    "a macro is changed": lambda f: f | {"a.cpp": f["a.cpp"].replace("( 2 * (x) )", "( (x) + (x) )")},
    "a macro is renamed": lambda f: f | {"a.cpp": f["a.cpp"].replace("TWICE", "DOUBLED")},
    "a type is changed": lambda f: f | {"a.cpp": f["a.cpp"].replace("int low;", "int low; int high;")},
    "a helper comes before": lambda f: (
        f
        | {
            "a.cpp": f["a.cpp"]
            .replace("typedef struct", "static int first ( int x ) { return x; }\ntypedef struct")
            .replace("return x > l.low", "return first ( x ) > l.low")
        }
    ),
    "a function is refused": lambda f: f | {"a.cpp": f["a.cpp"].replace(operator("sgdnnTwo", "other ( 3 )"), REFUSED)},
    "a comment of the header is changed": lambda f: (
        f | {"api.h": f["api.h"].replace("/* One. */", "/* One, and more. */")}
    ),
    "a declaration is gone": lambda f: (
        f | {"api.h": f["api.h"].replace("/* Two. */\n", "").replace("sgdnnTwo", "sgdnnNobody")}
    ),
    "a kernel is changed": lambda f: f | {"a.cpp": f["a.cpp"].replace("tpu_kernel_api_one", "tpu_kernel_api_two", 1)},
    "a launch is gone": lambda f: (
        f | {"a.cpp": re.sub(r"sgdnnTPUKernelLaunch \( .*? \) \);", "SG_SUCCESS );", f["a.cpp"], count=1)}
    ),
    "a rule renames an operator": lambda f: (
        f | {"rules.yaml": "version: 1\nlibrary: {signatures: {sgdnnTwo: {name: tpudnnSecondAsync}}}\n"}
    ),
    "a rule changes a kernel": lambda f: (
        f
        | {
            "rules.yaml": "version: 1\nlibrary: {kernels: {sgdnnTwo: {symbol: tpu_kernel_api_other, args: sg_api_one_t}}}\n"
        }
    ),
    "families are moved": lambda f: (
        f | {"migrate.yaml": f["migrate.yaml"].replace("Other: ['Other*']", "Second: [Two, Three]")}
    ),
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for all tests: what was converted before comes from the cache."""
    return tmp_path_factory.mktemp("sequences")


IN_FAMILIES = """\
#pragma once
#include "unified.h"
/* families of operators */
#ifdef TPUDNN_FAMILIES
#include TPUDNN_FAMILIES
#else
#include <tpuDNN/Mine.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* operators */

#ifdef __cplusplus
}
#endif
"""


@pytest.fixture
def root(place: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(place / "cache"))
    tree = place / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    (tree / "unified").mkdir(parents=True)
    if getattr(request, "param", "") == "families":
        (tree / "unified" / HEADER).parent.mkdir(parents=True)
        (tree / "unified" / HEADER).write_text(IN_FAMILIES)
        for name in ("unified.h", "common.h"):
            shutil.copy(SEMANTICS / name, (tree / "unified" / HEADER).with_name(name))
    monkeypatch.chdir(tree)
    return tree


START: Files = {"migrate.yaml": PROJECT % SEMANTICS, "rules.yaml": RULES, "api.h": API, "a.cpp": A, "b.cpp": B}


def write(root: Path, files: Files) -> None:
    for path in root.glob("*.*"):
        path.unlink()
    for name, text in files.items():
        (root / name).write_text(text)


def convert(out: str, *names: str) -> int:
    return main(["convert", *(names or (".",)), "--out", out, "-q"])


def state(out: Path) -> dict[str, bytes]:
    """Files of an output folder; one that has nothing left but its first lines counts as none."""
    found = {p.relative_to(out).as_posix(): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}
    for name in [n for n, t in found.items() if "/tpuDNN/" in n and b"tpudnnStatus_t" not in t]:
        line = f"#include <tpuDNN/{Path(name).name}>\n".encode()
        found[HEADER] = found[HEADER].replace(line, b"") if found.pop(name) else b""
    return {
        n: t
        for n, t in found.items()
        if t.split() not in ([b"#include", b'"tpudnn_impl.h"'], [b"#pragma", b"once", b"#include", b'"tpudnn_impl.h"'])
    }


def same(left: dict[str, bytes], right: dict[str, bytes]) -> None:
    sources = {n: t for n, t in left.items() if not n.endswith(".json")}
    others = {n: t for n, t in right.items() if not n.endswith(".json")}
    assert sources.keys() == others.keys()
    for name, text in sources.items():
        assert text.decode() == others[name].decode(), name


@pytest.mark.parametrize("root", ["one header", "families"], indirect=True)
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_and_back(root: Path, change: str) -> None:
    """The second conversion is the fresh one of the changed tree, a third one changes nothing, and back is as the first."""
    changed = CHANGES[change](START)
    write(root, START)
    convert("out")
    first = state(root / "out")
    assert any("/tpuDNN/" in name for name in first) == (root / "unified" / HEADER).is_file()
    write(root, changed)
    convert("fresh")
    convert("out")
    again = state(root / "out")
    same(again, state(root / "fresh"))
    convert("out")
    assert state(root / "out") == again
    write(root, START)
    convert("out")
    same(state(root / "out"), first)


@pytest.mark.parametrize("change", list(CHANGES)[1::2])
@pytest.mark.parametrize("after", ["families are moved", "functions change places"])
@pytest.mark.parametrize("root", ["one header", "families"], indirect=True)
def test_two_changes(root: Path, change: str, after: str) -> None:
    write(root, START)
    convert("out")
    once = CHANGES[change](START)
    write(root, once)
    convert("out")
    try:
        twice = CHANGES[after](once)
    except KeyError:
        pytest.skip("the second change is of what the first one took away")
    write(root, twice)
    convert("out")
    convert("fresh")
    same(state(root / "out"), state(root / "fresh"))


def edited(root: Path, name: str, old: str, new: str) -> None:
    file = root / "out" / name
    text = file.read_text()
    assert text.count(old) >= 1, text
    file.write_text(text.replace(old, new, 1))


MISC, ONE, HELPER = (f"dnnlib/src/tensor/{name}" for name in ("Misc.cpp", "One.cpp", "helpers.h"))
HEADER, ROWS = "dnnlib/include/tpuDNNTensor.h", "chips/sg_b/kernels.yaml"


HANDS = {
    "an include": (MISC, '#include "tpudnn_impl.h"\n', '#include "tpudnn_impl.h"\n#include "mine.h"\n'),
    "a function": (ONE, "probe(2);", "probe(2);\n    probe(1234);"),
    "a helper": (HELPER, "#pragma once\n", "#pragma once\n\n// mine\n"),
    "a row of one's own": (
        *(ROWS, "kernels:\n"),
        "kernels:\n  mine:\n    symbol: my_kernel\n    cores: 1\n    args: sg_api_one_t\n",
    ),
    "a row": (ROWS, "symbol: tpu_kernel_api_one\n    cores: 1\n", "symbol: tpu_kernel_api_one\n    cores: 4\n"),
    "a comment": (HEADER, " * One.", " * One, as I say."),
}
# Every change with a function, and with each of the others every fifth one.
BOTH = [
    (hand, c) for n, hand in enumerate(HANDS) for i, c in enumerate(CHANGES) if hand == "a function" or i % 5 == n % 5
]


@pytest.mark.parametrize(("hand", "change"), BOTH)
def test_a_change_by_hand_is_kept(root: Path, hand: str, change: str) -> None:
    """Whatever changes, what a person wrote is there, once, and the rest is the fresh conversion's."""
    file, old, new = HANDS[hand]
    write(root, START)
    convert("out")
    edited(root, file, old, new)
    mine = next(line for line in new.splitlines() if line.strip() and line not in old.splitlines())
    write(root, CHANGES[change](START))
    for _ in range(2):
        code = convert("out")
        text = (root / "out" / file).read_text()
        assert text.count(mine.strip()) == 1, text
    convert("fresh")
    if code == 0:
        others = {n: t for n, t in state(root / "out").items() if n != file}
        fresh = {n: t for n, t in state(root / "fresh").items() if n != file}
        if change not in ("families are moved",):
            same(others, fresh)


def rows(root: Path) -> dict[str, dict]:
    return yaml.safe_load((root / "out" / ROWS).read_text())["kernels"]


def test_a_row_that_a_person_changed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, START)
    convert("out")
    edited(
        root,
        ROWS,
        "  one:\n    symbol: tpu_kernel_api_one\n    cores: 1\n",
        "  one:  # mine\n    symbol: tpu_kernel_api_one\n    cores: 4\n",
    )
    kept = (root / "out" / ROWS).read_bytes()
    for _ in range(2):
        assert main(["convert", ".", "--out", "out"]) == 0
        assert (
            "D205 (high) the row one of chips/sg_b/kernels.yaml was changed by hand; it stays"
            in capsys.readouterr().out
        )
        assert (root / "out" / ROWS).read_bytes() == kept
    write(root, CHANGES["a kernel is changed"](START))
    assert main(["convert", ".", "--out", "out"]) == 0
    assert "what changed since was merged in" in capsys.readouterr().out
    assert rows(root)["one"] == {"symbol": "tpu_kernel_api_two", "cores": 4, "args": "sg_api_one_t"}


def test_a_row_that_both_changed_in_one_field(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, START)
    convert("out")
    edited(root, ROWS, "symbol: tpu_kernel_api_one", "symbol: my_kernel")
    write(root, CHANGES["a kernel is changed"](START))
    for _ in range(2):
        assert main(["convert", ".", "--out", "out"]) == 1
        assert "L158 the row one of chips/sg_b/kernels.yaml was changed by hand" in capsys.readouterr().out
        text = (root / "out" / ROWS).read_text()
        assert (
            rows(root)["one"]["symbol"] == "my_kernel"
            and text.count("tpu_kernel_api_two is what this run would write") == 1
        )
    (root / "out" / ROWS).write_text("".join(line for line in text.splitlines(True) if "# MIGRATE" not in line))
    assert convert("out") == 0 and rows(root)["one"]["symbol"] == "my_kernel"


def test_a_changed_function_whose_source_is_gone_stays(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, START)
    convert("out")
    edited(root, ONE, "probe(2);", "probe(1234);")
    write(root, CHANGES["the first function is removed"](START))
    assert main(["convert", ".", "--out", "out"]) == 0
    assert (
        "tpudnnOneAsync in dnnlib/src/tensor/One.cpp was changed by hand; what it was made of is gone; it stays"
        in capsys.readouterr().out
    )
    assert "probe(1234);" in (root / "out" / ONE).read_text()


def test_one_source_of_two_leaves_the_other_alone(root: Path) -> None:
    write(root, START)
    convert("out")
    before = state(root / "out")
    assert convert("out", "b.cpp") == 0
    assert state(root / "out") == before
    write(root, CHANGES["a function is removed"](START))
    assert convert("out", "b.cpp") == 0
    assert state(root / "out") == before, "the other source was not asked for"
