"""Two small trees in idioms of their own, converted by rules alone: one in C with int statuses, one in C++ with classes and scoped enumerators."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from migrate.commands.run.session import Options, Run, Session
from migrate.emit.files import write_all
from migrate.model import Status
from migrate.project.config import Project
from migrate.project.discovery import library_sources
from migrate.project.loading import load_project
from migrate.verify.compile import argument_headers, prove

TREES = Path(__file__).parent / "trees"
LINES = {
    "nn": (
        "if (err != TPUDNN_STATUS_SUCCESS)",
        "t.addr = tmp;",
        "p.src = pimpl->virtToPhys(x.addr);",
        "TPUDNN_CHECK(a.dim == 2 && b.dim == 2 && a.shape[1] == b.shape[0]);",
        "err = tpudnn_leaky_relu_Async(handle, t, 0.0f, out);",
    ),
    "cx": (
        "args.out = pimpl->virtToPhys(out.addr);",
        "if (tpudnnAddAsync(handle, a, b, out) != TPUDNN_STATUS_SUCCESS) return TPUDNN_STATUS_BAD_PARAM;",
        'return pimpl->launchKernel("add", &args, sizeof(args));',
        "n *= b.shape[i];",
    ),
}

COMPILER = shutil.which("g++") or shutil.which("clang++")


def convert(project: Project, out: Path) -> Run:
    return Session(project, Options(cache=False), lambda _: None, out).convert(library_sources(project))


@pytest.mark.parametrize("tree", LINES)
def test_rules_alone_convert_it(tree: str, tmp_path: Path) -> None:
    run = convert(load_project(TREES / tree / "migrate.yaml"), tmp_path)
    functions = [f for item in run.inputs for f in item.result.functions]
    assert [(f.legacy, f.reason) for f in functions if f.status != Status.CONVERTED] == []
    assert {p.status for item in run.inputs for p in item.result.proofs} == {"equal"}
    text = b"".join(f.text for f in functions).decode()
    assert [line for line in LINES[tree] if line not in text] == []


@pytest.mark.slow
@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
@pytest.mark.parametrize("tree", LINES)
def test_the_output_compiles_with_the_structs_of_the_tree(tree: str, tmp_path: Path) -> None:
    """And the library's generator takes the kernel tables that name them."""
    project = load_project(TREES / tree / "migrate.yaml")
    outputs = convert(project, tmp_path).outputs
    write_all({tmp_path / name: text for name, text in outputs.items()})
    proofs = prove(project, outputs, tmp_path, lambda _: None)
    assert [(p.status, p.detail) for p in proofs] == [("equal", "")]
    structs = [str(path) for path in argument_headers(project)]
    for chip in project.chips:
        table = [sys.executable, "-m", "dnnlib.codegen", "table", "--structs", *structs, "--chip", chip.name]
        rows = tmp_path / project.target.kernels.format(chip=chip.name)
        subprocess.run([*table, "--yaml", str(rows), "--out", str(tmp_path / "kernels")], check=True, timeout=120)


def test_a_namespaced_library_with_methods_and_truth_values(tmp_path: Path) -> None:
    """Operators of one name, which callers know by that name, are left to a person; everything else is converted."""
    run = convert(load_project(TREES / "sp" / "migrate.yaml"), tmp_path)
    functions = {f.legacy: f for item in run.inputs for f in item.result.functions if f.legacy != "spAdd"}
    assert [(f.legacy, f.reason) for f in functions.values() if f.status != Status.CONVERTED] == []
    assert {r.id for item in run.inputs for r in item.result.refusals} == {"L164"}
    copy = functions["spCopy"].text.decode()
    assert "tpudnnStatus_t done = TPUDNN_STATUS_BAD_PARAM;" in copy
    assert "args.from = pimpl->virtToPhys(from.addr);" in copy
    halve = functions["spHalve"].text.decode()
    assert halve.count("pimpl->launchKernel(") == halve.count("pimpl->synchronize()") == 2
    turn = functions["spTurn"]
    assert turn.text.decode().index('TPUDNN_REQUIRE_KERNEL(pimpl, "turn")') < turn.text.decode().index("CopyArgs")
    assert [(row.chip, row.key) for row in turn.rows] == [("two", "turn")]


def test_structs_that_no_header_of_arguments_has_are_refused(tmp_path: Path) -> None:
    """The library would be built without them, so nothing that launches them would compile."""
    shutil.copytree(TREES / "nn", tmp_path / "nn")
    file = tmp_path / "nn" / "migrate.yaml"
    text = file.read_text(encoding="utf-8").replace("  arguments: [include/nn.h]\n", "")
    file.write_text(text.replace("root: ../../../..", f"root: {TREES.parents[2]}"), encoding="utf-8")
    run = convert(load_project(file), tmp_path / "out")
    refusals = [r for item in run.inputs for r in item.result.refusals]
    assert {"nn_unary_param", "nn_gemm_param"} & {
        word for r in refusals for word in r.message.replace(",", " ").split()
    }
    assert any("library.arguments" in r.message for r in refusals)


def test_a_struct_that_the_library_has_already_is_refused(tmp_path: Path) -> None:
    """Of a header under another name: the library would define it twice."""
    shutil.copytree(TREES / "nn", tmp_path / "nn")
    file, header = tmp_path / "nn" / "migrate.yaml", tmp_path / "nn" / "include" / "nn.h"
    for path in (header, tmp_path / "nn" / "src" / "nn.cpp"):
        path.write_text(path.read_text(encoding="utf-8").replace("nn_unary_param", "sg_api_active_t"), encoding="utf-8")
    file.write_text(
        file.read_text(encoding="utf-8").replace("root: ../../../..", f"root: {TREES.parents[2]}"), encoding="utf-8"
    )
    run = convert(load_project(file), tmp_path / "out")
    assert [
        f.legacy for item in run.inputs for f in item.result.functions if f.status == Status.CONVERTED and f.rows
    ] == []
