"""Sources that are converted one after the other into one tree: what an earlier run wrote keeps its meaning, and what cannot be beside it is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from migrate.cli import main

ROOT = Path(__file__).parents[2]
RUNTIME = Path(__file__).parent / "hostile" / "runtime"
SOURCE = """#include "sgdnn_api.h"
{before}
tpu_status_t sgdnn{name} ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = {value};
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_{kernel}", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}}
"""
HALVES = "static int part ( int x ) { return ( x + 1 ) / 2; }"
PAIR = "struct Pair { int first; int second; };"

# A macro that a conditional asks about gets no name of its own.
ASKED = "\n#ifndef %s\n#endif"
# what stands before the operator of the first and of the second source, and what each gives to its kernel
APART = {
    "macro": (
        "#define LANES 64" + ASKED % "LANES",
        "#define LANES 32" + ASKED % "LANES",
        "mode * LANES",
        "mode * LANES",
    ),
    "macro_over_a_name": (
        "static int scaled ( int x ) { return x * 3; }",
        "#define x 7" + ASKED % "x",
        "scaled ( mode )",
        "mode + x",
    ),
}
# The same of what gets a name of its own, with the source's behind.
NAMED = {
    "type": (
        PAIR,
        PAIR.replace("first; int second", "second; int first"),
        "Pair { 1, 2 }.first",
        "Pair { 1, 2 }.first",
    ),
    "macro": ("#define LANES 64", "#define LANES 32", "mode * LANES", "mode * LANES"),
    "helper": (HALVES, HALVES.replace("2", "4").replace("+ 1", "+ 3"), "part ( mode )", "part ( mode )"),
    "constant": ("static const int kLanes = 64;", "static const int kLanes = 32;", "mode * kLanes", "mode * kLanes"),
    "enumerator": ("enum { LEFT = 1 };", "enum { LEFT = 2 };", "LEFT", "LEFT"),
    "function_of_the_system": (
        "static int setlogmask ( int x ) { return x + 5; }",
        "#include <syslog.h>",
        "setlogmask ( mode )",
        "setlogmask ( 0 )",
    ),
    "function_of_the_system_before": (
        "#include <syslog.h>",
        "static int setlogmask ( int x ) { return x + 5; }",
        "setlogmask ( 0 )",
        "setlogmask ( mode )",
    ),
}
BESIDE = {
    "same_helper": (HALVES, HALVES.replace(" )", ")"), "part ( mode )", "part ( mode )"),
    "same_macro": ("#define LANES 64", "#define LANES 64", "mode * LANES", "mode * LANES"),
    "another_name": (HALVES, HALVES.replace("part", "share"), "part ( mode )", "share ( mode )"),
    "member_of_the_name": (
        "struct Size { int setlogmask; };",
        "static int setlogmask ( int x ) { return x + 5; }",
        "Size { 4 }.setlogmask",
        "setlogmask ( mode )",
    ),
}


def convert(folder: Path, *names: str) -> tuple[int, dict[str, str], list[str]]:
    """Exit code, status of each function, and ids of refusals of a run."""
    report = folder / "report.json"
    command = ["convert", "--project", str(folder / "migrate.yaml"), "--out", str(folder / "out"), "--no-cache"]
    code = main([*command, "--json", str(report), *(str(folder / "src" / f"{name}.cpp") for name in names)])
    data = json.loads(report.read_text())
    functions = {f["legacy"]: f["status"] for f in data["functions"]}
    return code, functions, sorted({r["id"] for r in data["refusals"]})


def project(folder: Path, sources: dict[str, str]) -> None:
    (folder / "src").mkdir()
    for name, text in sources.items():
        (folder / "src" / f"{name}.cpp").write_text(text)
    (folder / "migrate.yaml").write_text(
        "version: 1\nname: separate\nchips: {bm_a: {legacy_macro: BACKEND_1684X}, sg_b: {legacy_macro: BACKEND_SG2260}}\n"
        f"rules: [default]\nlibrary:\n  sources: [src/*.cpp]\n  include: [src, {RUNTIME}/legacy, {RUNTIME}/common]\n"
        f"  arguments: [{RUNTIME}/common/sg_api_struct.h]\n  flags: [-std=c++17]\ntarget: {{root: {ROOT}, fresh: true}}\n"
    )


def two(folder: Path, case: tuple[str, str, str, str]) -> None:
    first, second, one, other = case
    project(
        folder,
        {
            "first": SOURCE.format(before=first, name="First", value=one, kernel="first"),
            "second": SOURCE.format(before=second, name="Second", value=other, kernel="second"),
        },
    )


def written(folder: Path) -> dict[str, str]:
    files = sorted((folder / "out" / "dnnlib" / "src").rglob("*.cpp")) + sorted((folder / "out").rglob("helpers.h"))
    return {file.name: file.read_text() for file in files}


@pytest.mark.parametrize("name", sorted(APART))
def test_what_an_earlier_run_wrote_keeps_its_meaning(name: str, tmp_path: Path) -> None:
    two(tmp_path, APART[name])
    code, functions, _ = convert(tmp_path, "first")
    assert code == 0 and functions["sgdnnFirst"] == "converted"
    before = written(tmp_path)
    code, functions, ids = convert(tmp_path, "second")
    assert code == 1 and functions["sgdnnSecond"] == "refused" and "L164" in ids
    after = written(tmp_path)
    assert before.get("helpers.h", "").strip() in after.get("helpers.h", "")
    assert all(
        "MIGRATE" in line or line in before.get("helpers.h", "")
        for line in after.get("helpers.h", "").splitlines()
        if "define" in line
    )


@pytest.mark.parametrize("runs", [1, 2])
@pytest.mark.parametrize("name", sorted(NAMED))
def test_what_each_source_has_of_its_own_is_called_after_it(name: str, runs: int, tmp_path: Path) -> None:
    two(tmp_path, NAMED[name])
    if runs == 2:
        assert convert(tmp_path, "first")[0] == 0
    code, functions, ids = convert(tmp_path, *(["second"] if runs == 2 else ["first", "second"]))
    assert (code, functions["sgdnnSecond"], ids) == (0, "converted", [])
    helpers = written(tmp_path)["helpers.h"]
    own = {"macro": "LANES", "helper": "part", "constant": "kLanes", "enumerator": "LEFT", "type": "Pair"}.get(
        name, "setlogmask"
    )
    assert {f"{own}_first", f"{own}_second"} & set(re.findall(r"\w+", helpers))
    assert not re.search(rf"\b{own}\b", helpers)


@pytest.mark.parametrize("name", sorted(BESIDE))
def test_what_is_the_same_or_called_otherwise_stands_beside_it(name: str, tmp_path: Path) -> None:
    two(tmp_path, BESIDE[name])
    assert convert(tmp_path, "first")[0] == 0
    code, functions, ids = convert(tmp_path, "second")
    assert (code, functions["sgdnnSecond"], ids) == (0, "converted", [])


def test_an_operator_of_another_source_is_not_replaced(tmp_path: Path) -> None:
    two(tmp_path, ("", "", "mode", "mode + 1"))
    second = tmp_path / "src" / "second.cpp"
    second.write_text(second.read_text().replace("sgdnnSecond", "sgdnnFirst"))
    assert convert(tmp_path, "first")[0] == 0
    before = written(tmp_path)
    code, functions, ids = convert(tmp_path, "second")
    assert (code, functions["sgdnnFirst"], ids) == (1, "refused", ["L164"])
    assert before["Misc.cpp"].strip() in written(tmp_path)["Misc.cpp"]


def test_a_source_that_is_gone_keeps_nothing_back(tmp_path: Path) -> None:
    two(tmp_path, NAMED["helper"])
    assert convert(tmp_path, "first")[0] == 0
    (tmp_path / "src" / "first.cpp").rename(tmp_path / "src" / "zeroth.txt")
    code, functions, ids = convert(tmp_path, "second")
    assert (code, functions["sgdnnSecond"], ids) == (0, "converted", [])
    assert "tpudnnFirst" not in written(tmp_path)["Misc.cpp"]


def test_a_changed_source_replaces_its_own(tmp_path: Path) -> None:
    two(tmp_path, NAMED["helper"])
    assert convert(tmp_path, "first")[0] == 0
    first = tmp_path / "src" / "first.cpp"
    first.write_text(first.read_text().replace("( x + 1 ) / 2", "( x + 2 ) / 3"))
    assert convert(tmp_path, "first")[0] == 0
    assert "(x + 2) / 3" in written(tmp_path)["helpers.h"]


def test_a_helper_of_another_source_is_read_again_when_it_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    project(
        tmp_path,
        {"first": SOURCE.format(before="int part ( int x );", name="First", value="part ( mode )", kernel="first")},
    )
    shared = tmp_path / "src" / "shared.cpp"
    helpers = tmp_path / "out" / "dnnlib/src/tensor/helpers.h"
    command = ["convert", "--project", str(tmp_path / "migrate.yaml"), "--out", str(tmp_path / "out")]
    for divisor in ("2", "4"):
        shared.write_text(f"int part ( int x )\n{{\n  return x / {divisor};\n}}\n")
        main([*command, str(tmp_path / "src" / "first.cpp"), str(shared)])
        assert f"return x / {divisor};" in helpers.read_text()


SENDS = """#include "sgdnn_api.h"
#define KERNEL "tpu_kernel_api_{kernel}"
#ifndef KERNEL
#endif
static tpu_status_t send ( tpu_resource_t resource, sg_api_one_t api, bool non_blocking )
{{
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, KERNEL, &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}}
tpu_status_t sgdnn{name} ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  return send ( resource, api, non_blocking );
}}
"""


@pytest.mark.parametrize("kernel, refused", [("first", False), ("second", True)])
@pytest.mark.parametrize("runs", [1, 2])
def test_a_helper_of_one_text_keeps_its_kernel(kernel: str, refused: bool, runs: int, tmp_path: Path) -> None:
    """The text names a key; which kernel that is, the tables say."""
    project(
        tmp_path,
        {
            "first": SENDS.format(name="First", kernel="first"),
            "second": SENDS.format(name="Second", kernel=kernel),
        },
    )
    if runs == 2:
        assert convert(tmp_path, "first")[0] == 0
    code, functions, ids = convert(tmp_path, *(["second"] if runs == 2 else ["first", "second"]))
    assert functions["sgdnnSecond"] == ("refused" if refused else "converted")
    assert (code, "L164" in ids) == (int(refused), refused)
    table = (tmp_path / "out" / "chips" / "bm_a" / "kernels.yaml").read_text()
    assert "tpu_kernel_api_first" in table and "tpu_kernel_api_second" not in table


@pytest.mark.parametrize("number, refused", [(3, False), (9, True)])
@pytest.mark.parametrize("runs", [1, 2])
def test_a_constant_names_one_kernel(number: int, refused: bool, runs: int, tmp_path: Path) -> None:
    """The tables have the constant's name: two headers that no source includes both may have one of that name."""
    texts = [
        SOURCE.format(before=f'#include "{name}.h"', name=name, value=1, kernel="").replace(
            '"tpu_kernel_api_"', "K_ADD"
        )
        for name in ("First", "Second")
    ]
    project(tmp_path, {"first": texts[0], "second": texts[1]})
    for name, one in (("First", 3), ("Second", number)):
        (tmp_path / "src" / f"{name}.h").write_text(
            f"enum {{ K_ADD = {one} }};\ntpu_status_t sgdnnTPUKernelLaunch ( tpu_resource_t resource, int kernel, "
            "const void *api, size_t size, bool non_blocking );\n"
        )
    if runs == 2:
        assert convert(tmp_path, "first")[0] == 0
    _, functions, ids = convert(tmp_path, *(["second"] if runs == 2 else ["first", "second"]))
    assert functions["sgdnnSecond"] == ("refused" if refused else "converted")
    assert ("L164" in ids) == refused
