"""`migrate init` on trees without a chip's macro: chips from folders, file names, folders of headers and build lists; launch functions wherever
they stand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from migrate.cli import main
from migrate.project.loading import load_project

HEADER = "include/sgdnn_api.h"
API = "\n".join(
    f"int sgdnn{name} ( void * resource, int x, bool non_blocking );" for name in ("Neg", "Exp", "Abs", "Mul")
)
LAUNCH = 'sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking )'


def operators(*names: str, launch: str = LAUNCH) -> str:
    body = f"{{\n  sg_api_one_t api;\n  api.x = x;\n  return {launch};\n}}\n"
    head = '#include "sgdnn_api.h"\n'
    return head + "".join(f"int sgdnn{name} ( void * resource, int x, bool non_blocking )\n{body}" for name in names)


def init(folder: Path, files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> tuple[dict[str, Any], str]:
    """The project file, which can be loaded, and what was said."""
    for name, text in {HEADER: API, "include/sg_api.h": "typedef struct { int x; } sg_api_one_t;\n", **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    assert main(["init", str(folder)]) == 0
    load_project(folder / "migrate.yaml")
    text = (folder / "migrate.yaml").read_text()
    return yaml.safe_load(text), capsys.readouterr().out + text


def test_folders_called_like_chips(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {f"src/{chip}/{name}.cpp": operators(name) for chip in ("bm1684x", "sg2260") for name in ("Neg", "Exp")}
    files |= {"src/sg2260/Abs.cpp": operators("Abs"), "src/common.cpp": operators("Mul")}
    project, _ = init(tmp_path, files, capsys)
    assert sorted(project["chips"]) == ["bm_a", "sg_b"]
    assert project["library"]["per_chip"] == {
        "bm_a": ["src/bm1684x/Exp.cpp", "src/bm1684x/Neg.cpp"],
        "sg_b": ["src/sg2260/Abs.cpp", "src/sg2260/Exp.cpp", "src/sg2260/Neg.cpp"],
    }
    assert project["library"]["sources"] == ["src/common.cpp"]


def test_folders_that_define_the_same_functions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {f"{chip}/kernels/{name}.cpp": operators(name) for chip in ("ka", "kb", "kc") for name in ("Neg", "Exp")}
    project, _ = init(tmp_path, files, capsys)
    assert list(project["chips"]) == ["ka", "kb", "kc"]
    assert project["library"]["per_chip"]["kc"] == ["kc/kernels/Exp.cpp", "kc/kernels/Neg.cpp"]


def test_files_called_like_chips(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {f"src/sgdnn_{chip}.cpp": operators("Neg", "Exp") for chip in ("bm1684x", "sg2260")}
    project, _ = init(tmp_path, files, capsys)
    assert project["library"]["per_chip"] == {"bm_a": ["src/sgdnn_bm1684x.cpp"], "sg_b": ["src/sgdnn_sg2260.cpp"]}


def asking(condition: str) -> str:
    return f'#include "sgdnn_api.h"\nint sgdnnMul ( void * resource, int x, bool non_blocking )\n{{\n  sg_api_one_t api;\n#if {condition}\n  return {LAUNCH};\n#else\n  return 0;\n#endif\n}}\n'


def test_chips_told_apart_by_numbers_and_their_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {f"src/k{number}/neg.cpp": operators("Neg") for number in (1, 2)}
    files |= {"src/all.cpp": asking("CHIP_GEN == 1 || CHIP_GEN == 2"), "src/v2/exp.cpp": operators("Exp")}
    files["src/log.cpp"] = (
        "#if LOG_LEVEL > 3\n#endif\n#if LOG_LEVEL > 4\n#endif\n#if LOG_LEVEL > 5\n#endif\n" + operators("Abs")
    )
    project, said = init(tmp_path, files, capsys)
    assert {name: chip["defines"] for name, chip in project["chips"].items()} == {
        f"chip_gen{number}": {"CHIP_GEN": number} for number in (1, 2)
    }
    own = project["library"]["per_chip"]
    assert own["chip_gen1"] == ["src/k1/neg.cpp"] and own["chip_gen2"][:1] == ["src/k2/neg.cpp"]
    assert "src/log.cpp" in project["library"]["sources"] and "stand under library.per_chip" in said


def test_files_of_chips_that_macros_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {f"src/{chip}/neg.cpp": operators("Neg") for chip in ("bm1684x", "sg2260")}
    files["src/all.cpp"] = asking("defined BACKEND_1684X || defined BACKEND_SG2260")
    project, said = init(tmp_path, files, capsys)
    assert project["library"]["per_chip"] == {"bm_a": ["src/bm1684x/neg.cpp"], "sg_b": ["src/sg2260/neg.cpp"]}
    assert project["library"]["sources"] == ["src/all.cpp"] and "legacy_macro: BACKEND_SG2260" in said


def test_folders_of_families_are_no_chips(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    helper = "static int check ( int x ) { return x; }\nstatic inline int align ( int x ) { return x; }\n"
    files = {f"src/{name}/{name}.cpp": operators(name) + helper for name in ("Neg", "Exp", "Abs")}
    project, said = init(tmp_path, files, capsys)
    assert list(project["chips"]) == ["chip"] and "per_chip" not in project["library"]
    assert len(project["library"]["sources"]) == 3
    assert "No conditional, folder or build list says which chips the tree is for" in said


@pytest.mark.parametrize(
    ("file", "text"),
    [
        (
            "CMakeLists.txt",
            "add_library(x_k1 SHARED src/common.cpp src/one.cpp) # for k1\n"
            "add_library(x_k2 SHARED src/common.cpp\n  src/two.cpp)\n",
        ),
        (
            "lib/CMakeLists.txt",
            "set(K1_SOURCES ../src/common.cpp ../src/one.cpp)\nset(K2_SOURCES ../src/common.cpp ../src/two.cpp)\n",
        ),
        ("Makefile", "SRC_k1 = src/common.cpp \\\n  src/one.cpp\nSRC_k2 := src/common.cpp src/two.cpp\nall: ; true\n"),
        (
            "cmake/lists.cmake",
            "set(x_k1 ${TOP}/src/common.cpp ${TOP}/src/one.cpp)\nset(x_k2 ${TOP}/src/common.cpp ${TOP}/src/two.cpp)\n",
        ),
    ],
)
def test_build_lists(file: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = {"common": "Mul", "one": "Neg", "two": "Exp"}
    files = {f"src/{name}.cpp": operators(operator) for name, operator in names.items()}
    project, said = init(tmp_path, {**files, file: text}, capsys)
    assert list(project["chips"]) == ["k1", "k2"]
    assert project["library"]["per_chip"] == {"k1": ["src/one.cpp"], "k2": ["src/two.cpp"]}
    assert project["library"]["sources"] == ["src/common.cpp"]
    assert "build lists whose names differ in one word" in said


def test_targets_of_the_same_sources_with_other_definitions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lists = "".join(
        f"add_library(x_{chip} src/all.cpp)\ntarget_compile_definitions(x_{chip} PRIVATE CHIP_GEN={number} FAST)\n"
        for number, chip in enumerate(("old", "new"), 1)
    )
    project, _ = init(tmp_path, {"src/all.cpp": operators("Neg"), "CMakeLists.txt": lists}, capsys)
    assert project["chips"]["old"]["defines"] == {"CHIP_GEN": 1, "FAST": 1}
    assert project["chips"]["new"]["defines"] == {"CHIP_GEN": 2, "FAST": 1}
    assert project["library"]["sources"] == ["src/all.cpp"]


def test_targets_that_are_alike_are_asked_about(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lists = "add_library(x_static STATIC src/all.cpp)\nadd_library(x_shared SHARED src/all.cpp)\n"
    project, said = init(tmp_path, {"src/all.cpp": operators("Neg"), "CMakeLists.txt": lists}, capsys)
    assert list(project["chips"]) == ["chip"]
    assert "x_static, x_shared have the same sources and definitions: which of them are chips is not known" in said


@pytest.mark.parametrize("declared", [True, False])
def test_a_launch_function_in_a_file_of_its_own(
    declared: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Operators hand their structs to a function of another file, which hands them to the runtime."""
    prototype = "int run ( void * resource, const char * name, const void * data, unsigned size );\n"
    wrapper = 'int launchOne ( void * resource, sg_api_one_t api )\n{\n  return run ( resource, "k", &api, sizeof ( api ) );\n}\n'
    files = {
        "launch/run.cpp": prototype.replace(
            ";", "\n{\n  return tpuRtKernelLaunchAsync ( resource, name, data, size );\n}"
        ),
        "launch/one.cpp": prototype + wrapper,
        "src/ops.cpp": operators("Neg", "Exp", launch="launchOne ( resource, api )"),
        "src/none.cpp": "int nothing ( int x ) { return x; }\n",
    }
    if declared:
        files["include/run.h"] = prototype
        files["launch/one.cpp"] = '#include "run.h"\n' + wrapper
    project, said = init(tmp_path, files, capsys)
    assert project["library"]["sources"] == ["launch/one.cpp", "src/ops.cpp"]
    at = "include/run.h:1" if declared else "launch/one.cpp:1"
    assert f"ernels are launched by run, declared in {at}, defined in launch/run.cpp:1; no rule knows it" in said


def test_known_launch_functions_are_not_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, said = init(tmp_path, {"src/all.cpp": operators("Neg")}, capsys)
    assert "launched by" not in said


ARCH = "#ifndef ARCH_H\n#define ARCH_H\n%s#endif\n"
SAME = {"%s/arch.h": "#define WIDE %d\n", "%s/kernels.h": "typedef struct { int x; int y[%d]; } sg_api_two_t;\n"}


def headers(*folders: str) -> dict[str, str]:
    return {name % f: ARCH % (text % n) for n, f in enumerate(folders, 1) for name, text in SAME.items()}


@pytest.mark.parametrize(
    ("folders", "chips"),
    [
        (("chips/k1/include", "chips/k2/include"), ["k1", "k2"]),
        (("include/bm1684x", "include/sg2260"), ["bm_a", "sg_b"]),
        (("inc_k1", "inc_k2", "inc_k3"), ["k1", "k2", "k3"]),
    ],
)
def test_folders_of_headers_with_the_same_names(
    folders: tuple[str, ...], chips: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing but the folder in which its headers are tells a chip."""
    files = {"src/all.cpp": '#include "arch.h"\n#include "kernels.h"\n' + operators("Neg", "Exp"), **headers(*folders)}
    project, said = init(tmp_path, files, capsys)
    assert {name: chip["include"][0] for name, chip in project["chips"].items()} == dict(
        zip(chips, folders, strict=True)
    )
    assert project["library"]["include"] == ["include"]
    assert "taken from folders that have headers of the same names" in said


def test_folders_of_headers_beside_macros(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A chip's macro and its folder go together; else a person is asked."""
    launch = "#if defined BACKEND_1684X\n#elif defined BACKEND_SG2260\n#endif\n"
    text = '#include "arch.h"\n' + launch + operators("Neg", "Exp")
    folders = ("chips/bm1684x/include", "chips/sg2260/include")
    project, said = init(tmp_path, {"src/all.cpp": text, **headers(*folders)}, capsys)
    assert sorted(chip["include"][0] for chip in project["chips"].values()) == [*folders]
    assert project["library"]["include"] == ["include"] and "give each chip" not in said
    other = tmp_path / "other"
    folders = ("chips/one/include", "chips/two/include")
    project, said = init(other, {"src/all.cpp": text, **headers(*folders)}, capsys)
    assert not any(folder in project["library"]["include"] for folder in folders)
    assert "chips/one/include, chips/two/include: give each chip its own folders under `include`" in said


def test_headers_of_one_name_that_are_no_chips(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Beside the source that includes them, or all alike."""
    files = {
        f"src/{name}/{name}.cpp": '#include "own.h"\n#include "copy.h"\n' + operators(name) for name in ("Neg", "Exp")
    }
    files |= {f"src/{name}/own.h": f"#define OWN {len(name)}\n" for name in ("Neg", "Expo")}
    files |= {"src/Exp/own.h": "#define OWN 7\n", "a/x/copy.h": "\n", "a/y/copy.h": "\n"}
    project, _ = init(tmp_path, files, capsys)
    assert list(project["chips"]) == ["chip"]
